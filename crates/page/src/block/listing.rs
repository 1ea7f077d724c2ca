//! Code whose lines are elements of their own instead of text in `pre`, and numbers of lines.

use super::class_words::Meaning;
use super::facts::Facts;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Class of an element around lines of code (Doxygen).
const FRAGMENT: &str = "fragment";
/// The same of SyntaxHighlighter, within an element of the class `code`.
const CONTAINER: &str = "container";
/// Class of each line.
const LINE: &str = "line";
/// Children among which the first line is: texts of white space may come before it.
const FIRST: usize = 4;
/// Class of the boxes that Doxygen shows when the mouse is over a name.
const POINTED_AT: &str = "ttc";
/// The class that Chroma gives numbers of lines, besides those that [`Meaning::Gutter`] knows.
const NUMBER: &str = "ln";
/// Bytes that the number of a line has with the blanks around it.
const NUMBER_BYTES: usize = 16;

/// Whether a `div` holds lines of code.
pub(super) fn is_listing(tree: &Tree, id: NodeId) -> bool {
    // The whole class value is compared: a `fragment poem` has lines, too, and `container` alone
    // means anything.
    let known = match tree.attr(id, Attr::CLASS) {
        Some(FRAGMENT) => true,
        Some(CONTAINER) => tree.parent(id).is_some_and(|around| has_class(tree, around, "code")),
        _ => false,
    };
    let mut children = tree.children(id).take(FIRST).filter(|child| tree.tag(*child).is_some());
    let is_line = |child| tree.tag(child) == Some(Tag::Div) && has_class(tree, child, LINE);
    known && children.next().is_some_and(is_line)
}

/// Whether an element among lines of code is not part of the code: the number of a line, or a box
/// about a name.
pub(super) fn is_beside_code(tree: &Tree, id: NodeId, facts: Facts) -> bool {
    if has_class(tree, id, POINTED_AT) {
        return true;
    }
    let named = facts.meanings.has(Meaning::Gutter) || has_class(tree, id, NUMBER);
    named && {
        let texts = || tree.descendants(id).map(|node| tree.text(node));
        let bytes: usize = texts().map(str::len).take(NUMBER_BYTES).sum();
        let fits = |c: char| c.is_ascii_digit() || c.is_whitespace();
        // Some highlighters call the code itself `lineno`.
        bytes <= NUMBER_BYTES && texts().take(NUMBER_BYTES).all(|text| text.chars().all(fits))
    }
}

/// Whether an element has a class word.
fn has_class(tree: &Tree, id: NodeId, wanted: &str) -> bool {
    tree.classes(id).any(|word| word == wanted)
}

#[cfg(test)]
mod tests {
    use crate::{BlockKind, Hints, Limits, Page};

    fn blocks(html: &str) -> Vec<(BlockKind, String)> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        page.blocks().iter().map(|block| (block.kind, block.text.clone())).collect()
    }

    #[test]
    fn code_by_lines_is_code() {
        let doxygen = "<p>See:</p><div class=\"fragment\"><div class=\"line\"><a \
            name=\"l1\"></a><span class=\"lineno\">    1</span>\
            <span class=keyword>int</span> <a href=f>ferry</a>(<span class=keywordtype>int</span> \
            tide)</div>\n\
            <div class=\"foldopen\"><div class=\"line\"><span \
            class=\"lineno\">    2</span>{</div>\n\
            <div class=\"line\"><span class=\"lineno\">    3</span>    return tide;</div></div>\n\
            <div class=\"ttc\" id=f><div class=\"ttname\"><a \
            href=f>ferry</a></div></div></div><p>Late.";
        let code = "int ferry(int tide)\n{\n    return tide;".to_owned();
        let expected = [
            (BlockKind::Paragraph, "See:".to_owned()),
            (BlockKind::Code, code),
            (BlockKind::Paragraph, "Late.".to_owned()),
        ];
        assert_eq!(blocks(doxygen), expected);
        let highlighted = "<table><tr><td class=gutter><div class=line>1</div><td class=code><div \
            class=container>\
            <div class='line number1'><code>a</code> <code>= 1</code></div><div class='line \
            number2'><code>b</code></div></div></table>";
        assert_eq!(blocks(highlighted), [(BlockKind::Code, "a = 1\nb".to_owned())]);
        // Words of class names alone say nothing.
        for other in [
            "<div class=container><div class=line>One</div><div class=line>Two</div></div>",
            "<div class=fragment><p>One<p>Two</div>",
            "<div class='fragment poem'><div class=line>One</div><div class=line>Two</div></div>",
        ] {
            assert!(blocks(other).iter().all(|(kind, _)| *kind == BlockKind::Paragraph), "{other}");
        }
    }

    #[test]
    fn numbers_of_lines_are_no_code() {
        for number in [
            "<span class=linenos> 1</span>",
            "<span class=ln>1</span>",
            "<span class=\"line-number lineno\">1 </span>",
        ] {
            let html = format!("<pre><code>{number}let tide = 2;\n{number}go()</code></pre>");
            assert_eq!(
                blocks(&html),
                [(BlockKind::Code, "let tide = 2;\ngo()".to_owned())],
                "{number}"
            );
        }
        for kept in ["<span class=n>1</span>", "<span class=ln>x1</span>"] {
            let html = format!("<pre><code>{kept} + 2</code></pre>");
            assert!(blocks(&html)[0].1.contains("1 + 2"), "{kept}");
        }
        let outside = "<p><span class=ln>12</span> boats";
        assert_eq!(blocks(outside)[0].1, "12 boats");
    }
}
