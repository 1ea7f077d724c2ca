//! Words of the widget that copies a listing: "Copy", "Copied!", in the languages of manuals.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::tree::{Attr, NodeId, Tag, Tree};

/// Bytes of text that such a button or notice has at most.
const BYTES: usize = 60;
/// Nodes of such a button.
const NODES: usize = 12;
/// Letters that begin phrases in Latin script.
const FIRST: &[char] = &['c', 'd', 'g', 'i', 'k', 'm', 's', 'z'];
/// What class words and slots of the widget begin with.
const NAMES: &[&str] =
    &["copy", "copied", "clipboard", "copiar", "copier", "toast", "tooltip", "btn"];

static PHRASES: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../data/copy-words.txt").lines();
    lines.filter(|line| !line.starts_with('#') && !line.is_empty()).collect()
});

/// Whether an element is a button or a notice that says "copy".
pub(super) fn is_copy_button(tree: &Tree, id: NodeId, tag: Tag) -> bool {
    // The cheap tests first: nearly all elements fail by how their text begins.
    if tree.end(id).index() - id.index() > NODES || !begins_phrase(tree, id) {
        return false;
    }
    is_widget(tree, id, tag) && {
        let text = tree.text_content(id);
        let text = text.trim();
        text.len() <= BYTES && {
            let letters = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            let words: Vec<&str> = letters.split_whitespace().collect();
            PHRASES.contains(words.join(" ").as_str())
        }
    }
}

/// Whether the first letter of an element's text is that of a phrase.
fn begins_phrase(tree: &Tree, id: NodeId) -> bool {
    let mut left = BYTES;
    for node in tree.descendants(id) {
        for c in tree.text(node).chars().take(left) {
            match c {
                'a'..='z' | 'A'..='Z' => return FIRST.contains(&c.to_ascii_lowercase()),
                _ if c.is_alphanumeric() => return !c.is_ascii(),
                _ => left -= 1,
            }
        }
    }
    false
}

/// Whether an element is a control, or its classes speak of copying.
fn is_widget(tree: &Tree, id: NodeId, tag: Tag) -> bool {
    let named = |value: &str| {
        value
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| NAMES.iter().any(|name| starts_with(word, name)))
    };
    matches!(tag, Tag::Button)
        || tree.attr(id, Attr::ROLE) == Some("button")
        || tree.attr(id, Attr::CLASS).is_some_and(named)
        || tree.attr_named(id, "slot").is_some_and(named)
}

fn starts_with(word: &str, name: &str) -> bool {
    word.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    #[test]
    fn what_copies_a_listing_is_no_text() {
        for (html, expected) in [
            ("<button>Copy</button><pre>go</pre>", "go"),
            ("<pre>go</pre><span class=copied-msg>Copied!</span>", "go"),
            ("<div slot=action-copy><span>Copied!</span></div><pre>go</pre>", "go"),
            ("<pre>go<a class='btn' role=button>Copy to clipboard</a></pre>", "go"),
            ("<button aria-label=x>\u{590d}\u{5236}\u{4ee3}\u{7801}</button><pre>go</pre>", "go"),
            // They are text.
            ("<p>Copy</p>", "Copy"),
            (
                "<p class=copy>The basket makers cut their willow.",
                "The basket makers cut their willow.",
            ),
            ("<button>Copy editing courses</button>", "Copy editing courses"),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let texts: Vec<&str> = page.blocks().iter().map(|block| block.text.as_str()).collect();
            assert_eq!(texts, [expected], "{html}");
        }
    }

    #[test]
    fn phrases_are_written_as_they_are_compared() {
        assert!(
            PHRASES.iter().all(|phrase| phrase.to_lowercase() == **phrase && phrase.len() <= BYTES)
        );
    }
}
