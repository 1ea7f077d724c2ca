//! What the attributes of an element say about the text in it.

use rustc_hash::FxHashMap;

use super::class_names::{self, ClassName, ClassNames};
use super::class_words::{self, Meaning, Meanings};
use crate::tree::{Attr, NodeId, Tag, Tree, style};

/// What is known of an element from its own tag and attributes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Facts {
    /// Screen readers skip it: it is a mark, a repetition, or shown only after a click.
    pub(super) unspoken: bool,
    /// Out of sight when the page opens, perhaps until something is clicked.
    pub(super) hidden: bool,
    /// What its class, id and role mean.
    pub(super) meanings: Meanings,
    /// What its class names say.
    pub(super) names: ClassNames,
    /// It is declared to be the text of the page.
    pub(super) declared: bool,
    /// Lines of the source are lines of the text.
    pub(super) lines: bool,
}

/// Roles and the meaning they share with class words.
const ROLES: &[(&str, Meaning)] = &[
    ("navigation", Meaning::Navigation),
    ("menu", Meaning::Navigation),
    ("menubar", Meaning::Navigation),
    ("tablist", Meaning::Navigation),
    ("banner", Meaning::Header),
    ("contentinfo", Meaning::Footer),
    ("complementary", Meaning::Side),
    ("search", Meaning::Control),
    ("button", Meaning::Control),
    ("dialog", Meaning::Notice),
    ("alertdialog", Meaning::Notice),
    ("alert", Meaning::Notice),
];

/// Values of `itemprop` and `property` under which pages declare their text.
const TEXT_PROPERTIES: &[&str] = &[
    "articleBody",
    "schema:articleBody",
    "reviewBody",
    "text",
    "content:encoded",
    "recipeInstructions",
];

/// Values under which pages declare reviews of customers and readers.
const REVIEWS: &[&str] = &["review", "reviews", "reviewBody"];

/// Reads facts of the elements of a page.
pub(super) struct FactReader<'t> {
    tree: &'t Tree,
    /// What class values say that were met before: pages repeat a few of them.
    classes: FxHashMap<&'t str, (Meanings, ClassNames)>,
}

impl<'t> FactReader<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        Self { tree, classes: FxHashMap::default() }
    }

    /// The facts of an element.
    pub(super) fn facts(&mut self, id: NodeId, tag: Tag) -> Facts {
        let tree = self.tree;
        let mut facts = Facts::default();
        for (name, value) in tree.attrs(id) {
            match name {
                Attr::CLASS => self.read_class(value, &mut facts),
                // A section "How to answer comments" holds no comments.
                Attr::ID if !is_anchor(tree, id, value) => {
                    facts.meanings = facts.meanings.or(class_words::meanings(value));
                }
                _ => facts.read(name, value),
            }
        }
        facts.hidden |= tag == Tag::Dialog && tree.attr(id, Attr::OPEN).is_none();
        // The last test: it is the costly one only where style sheets hide something.
        facts.hidden |= tree.is_styled_away(id);
        facts.lines |= facts.names.has(ClassName::Verse) || tree.is_styled_verbatim(id);
        facts
    }

    fn read_class(&mut self, class: &'t str, facts: &mut Facts) {
        let read = || (class_words::meanings(class), class_names::names(class));
        let (meanings, names) = *self.classes.entry(class).or_insert_with(read);
        facts.meanings = facts.meanings.or(meanings);
        facts.names = names;
    }
}

impl Facts {
    /// Reads an attribute that is no name of the element.
    fn read(&mut self, name: Attr, value: &str) {
        match name {
            // `until-found` is text that a search in the page shows.
            Attr::HIDDEN => self.hidden |= value != "until-found",
            Attr::ARIA_HIDDEN => self.unspoken |= value.trim().eq_ignore_ascii_case("true"),
            Attr::STYLE => {
                self.hidden |= style::hides(value);
                self.lines |= style::keeps_lines(value);
            }
            Attr::ROLE => {
                if let Some((_, meaning)) = ROLES.iter().find(|(role, _)| *role == value) {
                    self.meanings = self.meanings.with(*meaning);
                }
            }
            Attr::ITEMPROP | Attr::PROPERTY => {
                self.declared |= TEXT_PROPERTIES.contains(&value);
                if REVIEWS.contains(&value) {
                    self.meanings = self.meanings.with(Meaning::Review);
                }
            }
            _ => {}
        }
    }
}

/// What the class of an element means, without its id.
pub(crate) fn class_meanings(tree: &Tree, id: NodeId) -> Meanings {
    tree.attr(id, Attr::CLASS).map(class_words::meanings).unwrap_or_default()
}

/// Classes that Pandoc and its kin give to sections.
const SECTIONS: &[&str] = &["level1", "level2", "level3", "level4", "level5", "level6"];
/// Nodes at the beginning of a section that may be its heading.
const BEGINNING: usize = 12;
/// Nodes of a heading that are read.
const HEADING: usize = 100;

/// Words of an id that must equal the heading. Shorter ids, such as `comments` and `leave-comment`,
/// say what follows.
const SENTENCE: usize = 3;

/// Whether an id was made from the heading of a section, for links to it. Such words say what the
/// section is about, not what it is. Signs are the class of the section, equal words in its
/// heading, or a link in the heading that leads to the section.
pub(crate) fn is_anchor(tree: &Tree, id: NodeId, value: &str) -> bool {
    if tree.classes(id).any(|word| SECTIONS.contains(&word)) || repeats_heading(tree, id, value) {
        return true;
    }
    let own = |href: &str| href.rsplit_once('#').is_some_and(|(_, fragment)| fragment == value);
    let mut in_heading = false;
    tree.descendants(id).take(BEGINNING).any(|node| {
        in_heading |= tree.tag(node).is_some_and(|tag| tag.heading_level().is_some());
        in_heading && tree.attr(node, Attr::HREF).is_some_and(own)
    })
}

/// Whether the heading at the beginning of an element has the words of its id.
fn repeats_heading(tree: &Tree, id: NodeId, value: &str) -> bool {
    let words = value.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    if words.take(SENTENCE).count() < SENTENCE {
        return false;
    }
    let is_heading =
        |node: &NodeId| tree.tag(*node).is_some_and(|tag| tag.heading_level().is_some());
    let mut beginning = std::iter::once(id).chain(tree.descendants(id)).take(BEGINNING);
    let Some(heading) = beginning.find(is_heading) else { return false };
    let letters = tree.descendants(heading).take(HEADING).flat_map(|node| tree.text(node).chars());
    let letters = letters.filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    letters.eq(value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase))
}

/// Class words of `blockquote` elements that are posts (XenForo 1, vBulletin 4).
const POSTS: &[&str] = &["messageText", "postcontent"];

/// Whether a `blockquote` holds a post of a forum, not a quotation.
pub(crate) fn is_post(tree: &Tree, id: NodeId) -> bool {
    tree.classes(id).any(|word| POSTS.iter().any(|post| word.eq_ignore_ascii_case(post)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::class_names::Hides;

    #[test]
    fn reviews_are_declared() {
        let tree = Tree::parse("<p itemprop=review>x", &crate::Limits::default(), &mut Vec::new());
        let id = tree.all().find(|node| tree.tag(*node) == Some(Tag::P)).expect("a paragraph");
        assert!(FactReader::new(&tree).facts(id, Tag::P).meanings.has(Meaning::Review));
    }

    #[test]
    fn ids_of_sections_are_no_class_words() {
        for (html, comment) in [
            ("<div id=feedback class='section level2'><h2>Feedback</h2>", false),
            ("<section id=discussion><h2>Discussion<a href='#discussion'>#</a></h2>", false),
            ("<h3 id='how-to-answer-comments'>How to answer comments?</h3>", false),
            ("<section id=answer-all-comments><h2>Answer <i>all</i> comments</h2>", false),
            ("<section id=answer-all-comments><h2>Answer all</h2>", true),
            ("<div id=comments><h2>Comments</h2>", true),
            ("<div id=comments><p><a href='#comments'>Comments</a></p>", true),
        ] {
            let tree = Tree::parse(html, &crate::Limits::default(), &mut Vec::new());
            let id = tree.all().find(|node| tree.attr(*node, Attr::ID).is_some()).expect("an id");
            let facts = FactReader::new(&tree).facts(id, tree.tag(id).expect("an element"));
            assert_eq!(facts.meanings.has(Meaning::Comment), comment, "{html}");
        }
    }

    fn facts_of(html: &str) -> Facts {
        let tree = Tree::parse(html, &crate::Limits::default(), &mut Vec::new());
        let body = tree.all().find(|id| tree.tag(*id) == Some(Tag::Body)).expect("a body");
        let id = tree.children(body).next().expect("an element");
        FactReader::new(&tree).facts(id, tree.tag(id).expect("an element"))
    }

    #[test]
    fn attributes_take_elements_out_of_sight() {
        for (html, hidden) in [
            ("<p hidden>x", true),
            ("<p hidden=until-found>x", false),
            ("<p style='display: none'>x", true),
            ("<p style='visibility:hidden'>x", true),
            ("<p style='color:red'>x", false),
            ("<dialog>x</dialog>", true),
            ("<dialog open>x</dialog>", false),
            ("<style>.a{display:none}</style><p>y", false),
        ] {
            assert_eq!(facts_of(html).hidden, hidden, "{html}");
        }
        assert!(facts_of("<p aria-hidden=TRUE>x").unspoken);
        assert!(!facts_of("<p aria-hidden=false>x").unspoken);
        assert_eq!(facts_of("<p class=sr-only>x").names.hides(), Hides::Anything);
    }

    #[test]
    fn roles_mean_what_class_words_mean() {
        for (role, meaning) in ROLES {
            assert!(
                facts_of(&format!("<div role={role}>x</div>")).meanings.has(*meaning),
                "{role}"
            );
        }
        assert_eq!(facts_of("<div role=main>x</div>").meanings, Meanings::default());
    }

    #[test]
    fn texts_are_declared_and_verse_keeps_its_lines() {
        for name in TEXT_PROPERTIES {
            assert!(facts_of(&format!("<div itemprop='{name}'>x</div>")).declared, "{name}");
            assert!(facts_of(&format!("<div property='{name}'>x</div>")).declared, "{name}");
        }
        assert!(!facts_of("<div itemprop=name>x</div>").declared);
        for html in ["<div class=line-block>x</div>", "<div style='white-space:pre'>x</div>"] {
            assert!(facts_of(html).lines, "{html}");
        }
    }

    #[test]
    fn posts_are_quotations_of_two_programs() {
        for (class, expected) in
            [("messageText", true), ("x POSTCONTENT", true), ("quote", false), ("", false)]
        {
            let html = format!("<blockquote class='{class}'>x</blockquote>");
            let tree = Tree::parse(&html, &crate::Limits::default(), &mut Vec::new());
            let quote = tree.all().find(|id| tree.tag(*id) == Some(Tag::Blockquote));
            assert_eq!(is_post(&tree, quote.expect("a quotation")), expected, "{class}");
        }
    }
}
