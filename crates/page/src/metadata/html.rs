//! Titles, links, dates and microdata in the elements of a page.

use super::candidate::Source;
use super::declared_titles::Declared;
use super::field::Field;
use super::found::Found;
use super::parts::plain;
use super::times::Times;
use super::{heading_text, microdata, rights, title_headings, title_origin};
use crate::block::MARKS;
use crate::tree::{Attr, NodeId, Tag, Tree};
use crate::{BlockKind, Extraction, Page, Reason};

/// Reads all elements in one walk over the tree.
pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    let tree = page.tree();
    headings(page, extraction, found);
    let mut reader = Reader {
        tree,
        title: false,
        budget: rights::Budget::default(),
        things: microdata::Things::default(),
        times: Times::new(page, extraction),
    };
    for id in tree.all() {
        if let Some(tag) = tree.tag(id) {
            reader.element(id, tag, found);
        }
    }
    reader.times.settle(found);
    title_headings::lower_heading(page, found);
    title_headings::line_of_title(page, found);
}

/// What has been read of a page so far.
struct Reader<'p> {
    tree: &'p Tree,
    /// A `title` element was read. Further ones are those of drawings in the text.
    title: bool,
    budget: rights::Budget,
    things: microdata::Things,
    times: Times<'p>,
}

impl Reader<'_> {
    fn element(&mut self, id: NodeId, tag: Tag, found: &mut Found) {
        let tree = self.tree;
        match tag {
            Tag::Title if !self.title => {
                self.title = true;
                let text = tree.text_content(id);
                found.push_raw(Field::Title, 50, Source::Html, "title", &text);
            }
            Tag::Html => {
                let lang = tree.attr(id, Attr::LANG).or_else(|| tree.attr(id, Attr::XML_LANG));
                let lang = lang.unwrap_or_default();
                found.push(Field::Language, 20, Source::Html, "html@lang", lang);
            }
            Tag::Link if rel(tree, id, "canonical") => {
                let href = tree.attr(id, Attr::HREF).unwrap_or_default();
                found.push(Field::Canonical, 10, Source::Html, "link@rel=canonical", href);
            }
            Tag::Time => {
                let value = tree.attr(id, Attr::DATETIME).unwrap_or_default();
                self.times.push(id, value);
            }
            Tag::Other => self.times.push_custom(id),
            Tag::Abbr | Tag::Span => stamp(tree, id, found),
            _ => {}
        }
        self.things.read(tree, id, found);
        rights::read(tree, id, tag, &mut self.budget, found);
    }
}

fn rel(tree: &Tree, id: NodeId, wanted: &str) -> bool {
    let rel = tree.attr(id, Attr::REL).unwrap_or_default();
    rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(wanted))
}

/// Adds main headings: one in the content is the title, one outside may be the site's name.
fn headings(page: &Page, extraction: &Extraction, found: &mut Found) {
    let tree = page.tree();
    let inside = |id: NodeId| {
        let blocks = page.blocks().iter().zip(&extraction.labels);
        blocks
            .filter(|(_, label)| label.content && label.reason != Reason::BesideContent)
            .any(|(block, _)| tree.contains(id, block.node) || tree.contains(block.node, id))
    };
    // Five are enough to know that there are several.
    let all: Vec<NodeId> = tree.all().filter(|id| tree.tag(*id) == Some(Tag::H1)).take(5).collect();
    for id in &all {
        let id = *id;
        // A single heading is the title wherever it stands.
        let (rank, detail) = match (all.len(), inside(id)) {
            (1, true) => (12, "h1 alone"),
            (1, false) => (12, title_origin::ABOVE),
            (_, true) => (18, title_origin::AMONG),
            (_, false) => (42, "h1"),
        };
        found.push_raw(
            Field::Title,
            rank,
            Source::Html,
            detail,
            heading(&title_in(tree, id, found)),
        );
    }
    let only_above = |id: &NodeId| all.len() == 1 && !inside(*id);
    if all.is_empty() || all.first().is_some_and(only_above) {
        further_heading(page, extraction, found);
    }
}

/// The text of a heading, without kicker and the like if a declared title lacks them, too.
fn title_in(tree: &Tree, id: NodeId, found: &Found) -> String {
    let (whole, title) = heading_text::of(tree, id);
    if whole.len() == title.len() {
        return whole;
    }
    let declared = found.ranked(Field::Title);
    let declared = declared.iter().filter(|c| !title_origin::is_heading(c));
    let declared = declared.map(|candidate| candidate.value.clone());
    let of_document = tree.all().find(|id| tree.tag(*id) == Some(Tag::Title));
    let of_document = of_document.map(|id| tree.text_content(id).trim().to_owned());
    let declared = Declared::new(&declared.chain(of_document).collect::<Vec<_>>());
    let is_declared = |text: &str| declared.titles.contains(&plain(text));
    if is_declared(&title) && !is_declared(&whole) { title } else { whole }
}

/// Adds the first heading of lower level in the content, which can confirm part of a declared
/// title.
fn further_heading(page: &Page, extraction: &Extraction, found: &mut Found) {
    let mut content =
        page.blocks().iter().zip(&extraction.labels).filter(|(_, label)| label.content);
    let further = content.find(|(block, _)| matches!(block.kind, BlockKind::Heading(2..=6)));
    if let Some((block, _)) = further {
        found.push_raw(
            Field::Title,
            110,
            Source::Html,
            title_origin::FURTHER,
            heading(&block.text),
        );
    }
}

/// A heading without the permalink mark behind it.
fn heading(text: &str) -> &str {
    let unseen = |c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}' | '\u{fe0f}');
    let text = text.trim_end_matches(unseen);
    // The infinity sign is a permalink mark on some blogs, but may be meant.
    let is_mark = |c| c != '#' && c != '\u{221e}' && MARKS.contains(&c);
    let rest = text.trim_end_matches(is_mark);
    // "C#" ends with no mark.
    rest.strip_suffix('#').filter(|rest| rest.ends_with(unseen)).unwrap_or(rest)
}

/// Classes of the hAtom microformat, with rank.
const STAMPS: &[(&str, Field, u8)] =
    &[("published", Field::Published, 46), ("updated", Field::Modified, 46)];

/// Adds the machine-readable date in the `title` attribute of an hAtom element.
fn stamp(tree: &Tree, id: NodeId, found: &mut Found) {
    let value =
        tree.attr(id, Attr::TITLE).filter(|title| title.starts_with(|c: char| c.is_ascii_digit()));
    // The title of an `abbr` is as often a sentence; a date begins with a digit.
    let Some((value, classes)) = value.zip(tree.attr(id, Attr::CLASS)) else { return };
    let mut classes = classes.split_ascii_whitespace();
    let stamp = classes.find_map(|word| STAMPS.iter().find(|(class, ..)| *class == word));
    if let Some((class, field, rank)) = stamp {
        found.push_raw(*field, *rank, Source::Html, &format!(".{class}@title"), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn marks_behind_headings_are_no_part_of_them() {
        for (text, expected) in [
            ("The fog ¶", "The fog"),
            ("The fog #", "The fog"),
            ("The fog\u{200b} ", "The fog"),
            ("C#", "C#"),
            ("To infinity ∞", "To infinity ∞"),
            ("", ""),
        ] {
            assert_eq!(heading(text).trim_end(), expected, "{text}");
        }
    }

    #[test]
    fn hatom_stamps_are_dates_for_machines() {
        for (html, expected) in [
            ("<abbr class=published title=2019-05-17>May</abbr>", Some("2019-05-17")),
            ("<span class='date updated' title='2019-05-17T10:00'>May</span>", None),
            ("<abbr class=published title='World Health Organization'>WHO</abbr>", None),
            ("<abbr title=2019-05-17>May</abbr>", None),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let (tree, mut found) = (page.tree(), Found::default());
            tree.all().for_each(|id| stamp(tree, id, &mut found));
            assert_eq!(found.best(Field::Published).as_deref(), expected, "{html}");
        }
    }
}
