//! Code whose lines are elements of their own instead of text in `pre`, and numbers of lines.

use super::class_words::Meaning;
use super::facts::Facts;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Classes of elements around lines of code, with the class of each line. A whole class value is
/// meant where other pages use the word for something else.
const LISTINGS: &[Listing] = &[
    // Doxygen. A `fragment poem` has lines, too.
    Listing { around: "fragment", line: "line", whole: true },
    // SyntaxHighlighter, within an element of the class `code`.
    Listing { around: "container", line: "line", whole: true },
    // CodeMirror 6 and 5.
    Listing { around: "cm-content", line: "cm-line", whole: false },
    Listing { around: "CodeMirror-code", line: "CodeMirror-line", whole: false },
    // Monaco and Ace.
    Listing { around: "view-lines", line: "view-line", whole: false },
    Listing { around: "ace_text-layer", line: "ace_line", whole: false },
    // Prism React Renderer and Shiki, where they are put in no `pre`.
    Listing { around: "prism-code", line: "token-line", whole: false },
    Listing { around: "shiki", line: "line", whole: false },
];

/// A form of elements around lines of code.
struct Listing {
    around: &'static str,
    line: &'static str,
    /// Whether `around` is the whole value of the class attribute.
    whole: bool,
}

/// Class of the cells of code in tables of lines (GitHub, gists).
const CODE_CELL: &str = "blob-code";
/// Nodes of a table among which the first such cell is.
const FIRST_CELL: usize = 12;
/// Nodes among which the first line is: white space, and boxes that editors put around a line.
const FIRST: usize = 6;
/// Class of the boxes that Doxygen shows when the mouse is over a name.
const POINTED_AT: &str = "ttc";
/// The class that Chroma gives numbers of lines, besides those that [`Meaning::Gutter`] knows.
const NUMBER: &str = "ln";
/// Bytes that the number of a line has with the blanks around it.
const NUMBER_BYTES: usize = 16;

/// Whether a `div` or a table holds lines of code.
pub(super) fn is_listing(tree: &Tree, id: NodeId) -> bool {
    if tree.tag(id) == Some(Tag::Table) {
        let mut cells = tree.descendants(id).take(FIRST_CELL);
        return cells
            .any(|cell| tree.tag(cell) == Some(Tag::Td) && has_class(tree, cell, CODE_CELL));
    }
    let Some(class) = tree.attr(id, Attr::CLASS) else { return false };
    let holds = |listing: &Listing| {
        is_placed(tree, id, listing) && begins_with_line(tree, id, listing.line)
    };
    // Each word is asked for once: there are many elements with classes, and few listings.
    LISTINGS.iter().any(|listing| listing.whole && listing.around == class && holds(listing))
        || tree
            .classes(id)
            .any(|word| LISTINGS.iter().any(|of| !of.whole && of.around == word && holds(of)))
}

/// `container` alone means anything.
fn is_placed(tree: &Tree, id: NodeId, listing: &Listing) -> bool {
    listing.around != "container"
        || tree.parent(id).is_some_and(|around| has_class(tree, around, "code"))
}

/// Whether the first elements in a listing are or hold a line.
fn begins_with_line(tree: &Tree, id: NodeId, line: &str) -> bool {
    tree.descendants(id)
        .take(FIRST)
        .any(|node| tree.tag(node).is_some() && has_class(tree, node, line))
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
    fn lines_of_editors_are_code() {
        let code = [(BlockKind::Code, "if x:\n    go()\n\nend".to_owned())];
        for html in [
            "<div class='cm-content' role=textbox><div class='cm-line'>if x:</div><div class='cm-line \
                cm-active'>    go()</div><div class=cm-line><br></div><div class=cm-line>end</div></div>",
            "<div class=CodeMirror-code><div><pre class=' CodeMirror-line '><span>if x:</span></pre></div>\
                <div><pre class=CodeMirror-line>    go()</pre></div><div><pre class=CodeMirror-line>\
                <span>\u{200b}</span></pre></div><div><pre class=CodeMirror-line>end</pre></div></div>",
            "<table class='highlight js-file-line-container'><tr><td class=blob-num data-line-number=1><td \
                class='blob-code js-file-line'>if x:<tr><td class=blob-num><td class=blob-code>    \
                go()<tr><td class=blob-num><td class=blob-code>\n<tr><td class=blob-num><td \
                class=blob-code>end</table>",
        ] {
            assert_eq!(blocks(html), code, "{html}");
        }
        let monaco = "<div class=view-lines><div class=view-line><span>if&nbsp;x:</span></div><div \
            class=view-line><span>&nbsp;&nbsp;&nbsp;&nbsp;go()</span></div></div>";
        assert_eq!(blocks(monaco)[0].1.replace('\u{a0}', " "), "if x:\n    go()");
        let other = "<table><tr><td>if x:<td>go()<tr><td>a<td>b</table>";
        assert!(blocks(other).iter().all(|(kind, _)| *kind == BlockKind::Cell));
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
