//! Microdata: properties given by `itemprop`, and the thing they belong to.

use super::candidate::Source;
use super::field::Field;
use super::found::{Found, OF_ANOTHER};
use super::names;
use crate::structured::schema_types;
use crate::tree::{Attr, NodeId, Tree};

/// `itemprop` values with field and rank.
const ITEMPROPS: &[(&str, Field, u8)] = &[
    ("headline", Field::Title, 24),
    ("author", Field::Author, 35),
    ("datepublished", Field::Published, 28),
    ("datecreated", Field::Published, 32),
    ("datemodified", Field::Modified, 28),
    ("alternativeheadline", Field::Subtitle, 28),
    ("isaccessibleforfree", Field::Free, 28),
];

/// Added to the rank of values that belong to a reply.
const REPLY_RANK: u8 = 60;

/// Longest byline in an element, in characters.
const BYLINE_CHARS: usize = 100;
/// Nodes of a person's element in which the name is searched.
const PERSON_NODES: usize = 200;
/// Most properties of a page that are read.
const MOST_PROPERTIES: usize = 10_000;

/// The things on a page that have properties.
#[derive(Debug, Default)]
pub(super) struct Things {
    /// The first that is no reply.
    first: Option<NodeId>,
    /// Number of properties read so far.
    read: usize,
}

impl Things {
    /// Reads the property of an element, if it has one.
    pub(super) fn read(&mut self, tree: &Tree, id: NodeId, found: &mut Found) {
        let Some(prop) = tree.attr(id, Attr::ITEMPROP) else { return };
        let prop = prop.trim().to_ascii_lowercase();
        let Some((_, field, rank)) = ITEMPROPS.iter().find(|(known, ..)| *known == prop) else {
            return;
        };
        self.read += 1;
        if self.read > MOST_PROPERTIES {
            return;
        }
        let name = (*field == Field::Author).then(|| name_of(tree, id)).flatten();
        // An attribute is meant for machines, so it goes before the text.
        let value = tree.attr(id, Attr::CONTENT).or_else(|| tree.attr(id, Attr::DATETIME));
        let value = value.map(str::to_owned).or(name);
        let given = value.is_some();
        let text = value.unwrap_or_else(|| short_text(tree, id));
        // The visible text of an author's element may be anything: counts, badges, dates.
        if *field == Field::Author && !given && !names::split_names(&text).all(names::is_name) {
            return;
        }
        let (further, of_another) = self.distance(tree, id);
        // The author of a reply is not the author of the page.
        if *field == Field::Author && further == REPLY_RANK {
            return;
        }
        // Nor does a paid teaser make the page a paid one.
        if *field == Field::Free && of_another {
            return;
        }
        let detail = format!("itemprop={prop}{}", if of_another { OF_ANOTHER } else { "" });
        found.push_raw(*field, rank.saturating_add(further), Source::Html, &detail, &text);
    }

    /// What to add to the rank of a property at `id`, and whether its thing is not the first.
    fn distance(&mut self, tree: &Tree, id: NodeId) -> (u8, bool) {
        let typed = |id: &NodeId| tree.attr(*id, Attr::ITEMTYPE).is_some();
        let Some(thing) = tree.ancestors(id).find(typed) else { return (0, false) };
        if schema_types::types_of_element(tree, thing).any(|known| known.is_reply) {
            return (REPLY_RANK, true);
        }
        let later = *self.first.get_or_insert(thing) != thing;
        (u8::from(later), later)
    }
}

/// The name of a person who is a thing with properties.
fn name_of(tree: &Tree, person: NodeId) -> Option<String> {
    tree.attr(person, Attr::ITEMSCOPE)?;
    let is_name = |id: &NodeId| {
        let prop = tree.attr(*id, Attr::ITEMPROP).unwrap_or_default();
        prop.split_ascii_whitespace().any(|prop| prop.eq_ignore_ascii_case("name"))
    };
    // A nested thing, such as the person's employer, has a name of its own.
    let mut end = NodeId(0);
    let own = tree.descendants(person).take(PERSON_NODES).filter(|id| *id != person).filter(|id| {
        let within = *id < end;
        if !within && tree.attr(*id, Attr::ITEMSCOPE).is_some() {
            end = tree.end(*id);
        }
        !within && *id >= end
    });
    let name = own.into_iter().find(is_name)?;
    let text = tree.attr(name, Attr::CONTENT).map_or_else(|| short_text(tree, name), str::to_owned);
    Some(text).filter(|text| text.contains(char::is_alphabetic))
}

/// The text of a small element; empty for a large one.
fn short_text(tree: &Tree, id: NodeId) -> String {
    let text = super::small::small_text(tree, id, BYLINE_CHARS, |_| false).unwrap_or_default();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > BYLINE_CHARS { String::new() } else { text }
}

#[cfg(test)]
mod tests {
    use super::super::small;
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, Page, extract};

    fn titles(html: &str) -> usize {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
        let titles = metadata.candidates.get("title").into_iter().flatten();
        titles.filter(|candidate| candidate.value == "Late").count()
    }

    #[test]
    fn so_many_properties_are_read_and_no_more() {
        let author = "<b itemprop=author>Ada Gull</b>";
        let late = "<b itemprop=headline>Late</b>";
        assert_eq!(titles(&(author.repeat(MOST_PROPERTIES - 1) + late)), 1);
        assert_eq!(titles(&(author.repeat(MOST_PROPERTIES) + late)), 0);
    }

    #[test]
    fn elements_of_many_nodes_are_no_bylines() {
        let property = |nodes| format!("<p itemprop=headline>{}Late</p>", "<img>".repeat(nodes));
        assert_eq!(titles(&property(small::NODES - 10)), 1);
        assert_eq!(titles(&property(small::NODES)), 0);
    }
}
