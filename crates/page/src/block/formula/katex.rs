//! Formulas that exist only as KaTeX draws them: nested boxes with class words, no MathML.
//!
//! KaTeX stacks the parts of a fraction, a root or scripts in a `vlist`, the lowest part first.

use super::expression::Expression;
use crate::tree::{NodeId, Tree};

/// Elements within elements that are read.
const DEPTH: usize = 60;
/// Boxes around the parts of a stack: `vlist-t`, `vlist-r`, `vlist`.
const STACK: usize = 4;
/// Parts of a box that show nothing: struts, lines, delimiters without a sign.
const EMPTY: &[&str] =
    &["strut", "pstrut", "vlist-s", "frac-line", "nulldelimiter", "mspace", "katex-mathml"];

/// Whether an element is the drawing of KaTeX, and whether it lacks its twin in MathML.
pub(in crate::block) fn is_alone(tree: &Tree, id: NodeId) -> bool {
    tree.classes(id).any(|word| word == "katex-html") && {
        let twin = |parent| tree.children(parent).any(|child| has(tree, child, "katex-mathml"));
        !tree.parent(id).is_some_and(twin)
    }
}

/// The expression of a drawing.
pub(super) fn read(tree: &Tree, id: NodeId) -> Option<Expression> {
    let read = row(tree, id, DEPTH);
    (read != Expression::Row(Vec::new())).then_some(read)
}

fn has(tree: &Tree, id: NodeId, word: &str) -> bool {
    tree.classes(id).any(|known| known == word)
}

/// The parts of a box in a row. Scripts belong to the part before them.
fn row(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    let mut parts: Vec<Expression> = Vec::new();
    let Some(depth) = depth.checked_sub(1) else { return text(&tree.text_content(id)) };
    for child in tree.children(id) {
        if tree.classes(child).any(|word| EMPTY.contains(&word)) {
            continue;
        }
        if has(tree, child, "msupsub") {
            let base = Box::new(parts.pop().unwrap_or(Expression::Row(Vec::new())));
            parts.push(scripts(tree, child, base, depth));
            continue;
        }
        let part = match tree.tag(child) {
            None => text(tree.text(child)),
            Some(_) if has(tree, child, "mfrac") => fraction(tree, child, depth),
            Some(_) if has(tree, child, "sqrt") => root(tree, child, depth),
            Some(_) => row(tree, child, depth),
        };
        if part != Expression::Row(Vec::new()) {
            parts.push(part);
        }
    }
    Expression::row(parts)
}

fn text(text: &str) -> Expression {
    let text = text.replace(['\u{200b}', '\u{2061}'], "");
    match text.trim() {
        "" => Expression::Row(Vec::new()),
        symbol => Expression::Symbol(symbol.to_owned()),
    }
}

/// The parts of the first stack in a box, lowest first, without those that show nothing.
fn stack(tree: &Tree, id: NodeId, depth: usize) -> Vec<Expression> {
    let mut nodes = tree.descendants(id).take(STACK * 4);
    let Some(list) = nodes.find(|node| has(tree, *node, "vlist")) else { return Vec::new() };
    let parts = tree.children(list).map(|part| row(tree, part, depth));
    parts.filter(|part| *part != Expression::Row(Vec::new())).collect()
}

/// Scripts: with something below the line the stack is a `vlist-t2`.
fn scripts(tree: &Tree, id: NodeId, base: Box<Expression>, depth: usize) -> Expression {
    let is_lowered = tree.descendants(id).take(STACK).any(|node| has(tree, node, "vlist-t2"));
    let mut parts = stack(tree, id, depth).into_iter().map(Box::new);
    let below = if is_lowered { parts.next() } else { None };
    Expression::Scripts { base, below, above: parts.next() }
}

fn fraction(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    let mut parts = stack(tree, id, depth).into_iter();
    match (parts.next(), parts.next()) {
        (Some(below), Some(above)) => Expression::Fraction(Box::new(above), Box::new(below)),
        (only, _) => only.unwrap_or(Expression::Row(Vec::new())),
    }
}

fn root(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    let inside = stack(tree, id, depth).into_iter().next();
    Expression::Root(Box::new(inside.unwrap_or(Expression::Row(Vec::new()))), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn line(inside: &str) -> Option<String> {
        let html = format!("<span class=katex><span class=katex-html>{inside}</span></span>");
        let tree = Tree::parse(&html, &Limits::default(), &mut Vec::new());
        let drawn = tree.all().find(|id| is_alone(&tree, *id))?;
        read(&tree, drawn).map(|formula| formula.line())
    }

    /// A stack as KaTeX writes it, lowest part first.
    fn stack(class: &str, parts: &[&str]) -> String {
        let part = |part: &&str| {
            format!(
                "<span style='top:-3em'><span class=pstrut></span><span class=mord>{part}</span></span>"
            )
        };
        let parts: String = parts.iter().map(part).collect();
        format!(
            "<span class='{class}'><span class=vlist-r><span class=vlist>{parts}</span><span \
            class=vlist-s>\u{200b}</span></span></span>"
        )
    }

    #[test]
    fn stacks_are_scripts_fractions_and_roots() {
        let sup = stack("vlist-t", &["2"]);
        let sub = stack("vlist-t vlist-t2", &["i"]);
        let both = stack("vlist-t vlist-t2", &["i", "2"]);
        let fraction = stack("vlist-t vlist-t2", &["3", "w"]);
        for (html, expected) in [
            (format!("<span class=mord><span class='mord mathnormal'>x</span><span class=msupsub>{sup}</span></span>"), "x^2"),
            (format!("<span class=mord>x</span><span class=msupsub>{sub}</span>"), "x_i"),
            (format!("<span class=mord>x</span><span class=msupsub>{both}</span>"), "x_i^2"),
            (format!("<span class=mfrac>{fraction}</span>"), "w/3"),
            (format!("<span class='mord sqrt'>{}</span>", stack("vlist-t vlist-t2", &["2"])), "\u{221a}2"),
            ("<span class=base><span class=strut></span><span class=mord>a</span><span class=mrel>=</span><span class=mord>1</span></span>".to_owned(), "a=1"),
        ] {
            assert_eq!(line(&html).as_deref(), Some(expected), "{html}");
        }
        assert_eq!(line(""), None);
    }
}
