//! The text of a main heading, without what stands above or below the title in it.

use crate::tree::{Attr, NodeId, Tag, Tree};

/// Words in classes of elements within a heading that are not the title: the kicker above it, the
/// line below it, its date or section.
const ASIDE: &[&str] = &[
    "kicker",
    "overline",
    "topline",
    "eyebrow",
    "dachzeile",
    "dachzeilen",
    "roofline",
    "spitzmarke",
    "pretitle",
    "overtitle",
    "supertitle",
    "suptitle",
    "toptitle",
    "antetitulo",
    "occhiello",
    "surtitre",
    "supertitre",
    "nadtytul",
    "date",
    "datum",
    "time",
    "label",
    "badge",
    "category",
    "rubric",
    "rubrik",
    "subtitle",
    "subtitel",
    "subline",
    "subheadline",
    "subhead",
    "subheading",
    "untertitel",
    "tagline",
    "deck",
    "standfirst",
];

/// The text of a heading, with spaces where line breaks and boxes separate words, and the same
/// without what says of itself that it is not the title.
pub(super) fn of(tree: &Tree, heading: NodeId) -> (String, String) {
    let whole = text(tree, heading, &|_| false);
    let title = text(tree, heading, &|id| is_aside(tree, id));
    // A heading that is nothing else has its text all the same.
    let is_empty = !title.chars().any(char::is_alphanumeric);
    let title = if is_empty { whole.clone() } else { title };
    (whole, title)
}

/// Whether an element within a heading says of itself that it is not the title.
fn is_aside(tree: &Tree, id: NodeId) -> bool {
    tree.tag(id) == Some(Tag::Time)
        || tree.attr(id, Attr::CLASS).is_some_and(|class| {
            class
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| ASIDE.iter().any(|known| word.eq_ignore_ascii_case(known)))
        })
}

/// The text below a node but for what is left out.
fn text(tree: &Tree, heading: NodeId, is_left_out: &dyn Fn(NodeId) -> bool) -> String {
    let mut text = String::new();
    let mut left_out = heading;
    for node in tree.descendants(heading) {
        if left_out != heading && tree.contains(left_out, node) {
            continue;
        }
        if node != heading && is_left_out(node) {
            left_out = node;
            text.push(' ');
            continue;
        }
        text.push_str(tree.text(node));
        if matches!(tree.tag(node), Some(Tag::Br | Tag::Div | Tag::P | Tag::Li | Tag::Small)) {
            text.push(' ');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    #[test]
    fn kickers_and_lines_below_are_no_part_of_the_title() {
        for (html, expected) in [
            ("<h1>The<br>fog</h1>", "The fog"),
            ("<h1>The <span>fo</span>g</h1>", "The fog"),
            ("<h1><div>The</div><div>fog</div></h1>", "The fog"),
            ("<h1><span class=kicker>Weather</span>The fog</h1>", "The fog"),
            ("<h1><span class='post-title__kicker'>Weather: </span>The fog</h1>", "The fog"),
            ("<h1>The fog <span class=subtitle>It <b>lifts</b></span></h1>", "The fog"),
            ("<h1><time>17 May</time> The fog</h1>", "The fog"),
            ("<h1><span class=label>The fog</span></h1>", "The fog"),
            ("<h1><span class=labels>The</span> fog</h1>", "The fog"),
            ("<h1></h1>", ""),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let tree = page.tree();
            let h1 = tree.all().find(|id| tree.tag(*id) == Some(Tag::H1)).expect("a heading");
            let (whole, title) = of(tree, h1);
            assert!(whole.len() >= title.len());
            let words: Vec<&str> = title.split_whitespace().collect();
            assert_eq!(words.join(" "), expected, "{html}");
        }
    }
}
