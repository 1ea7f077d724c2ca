//! MathML without TeX (MathML Core; MathML 3, chapter 3) read as an expression.

use super::expression::Expression;
use crate::tree::{NodeId, Tree};

/// Elements within elements that are read. Deeper ones are read as their text.
const DEPTH: usize = 60;
/// Nodes of a formula that are read; larger ones are tables of numbers or hostile.
const NODES: usize = 20_000;
/// Characters without a shape: function application, invisible times, separator, plus.
const INVISIBLE: &[char] = &['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}', '\u{200b}'];

/// The expression of a `math` element. `None` if it holds nothing, or too much.
pub(super) fn read(tree: &Tree, math: NodeId) -> Option<Expression> {
    let nodes = tree.end(math).index() - math.index();
    let read = (nodes <= NODES).then(|| children(tree, math, DEPTH))?;
    (read != Expression::Row(Vec::new())).then_some(read)
}

/// The elements in an element, and text that stands where none should.
fn parts(tree: &Tree, id: NodeId, depth: usize) -> Vec<Expression> {
    tree.children(id).filter_map(|child| part(tree, child, depth)).collect()
}

fn children(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    Expression::row(parts(tree, id, depth))
}

/// The expression of one node. `None` for what shows nothing.
fn part(tree: &Tree, id: NodeId, depth: usize) -> Option<Expression> {
    let name = tree.name(id);
    if name.is_empty() {
        return token(tree.text(id));
    }
    let Some(depth) = depth.checked_sub(1) else { return token(&tree.text_content(id)) };
    match name {
        "annotation" | "annotation-xml" | "mphantom" | "maligngroup" | "malignmark" | "none"
        | "mprescripts" => None,
        "mtext" | "ms" => words(&tree.text_content(id)),
        "mspace" => Some(Expression::Symbol(" ".to_owned())),
        "mi" | "mn" | "mo" => token(&tree.text_content(id)),
        "mfrac" => {
            two(tree, id, depth).map(|(a, b)| Expression::Fraction(Box::new(a), Box::new(b)))
        }
        "msqrt" => Some(Expression::Root(Box::new(children(tree, id, depth)), None)),
        "mroot" => two(tree, id, depth)
            .map(|(inside, index)| Expression::Root(Box::new(inside), Some(Box::new(index)))),
        "msup" | "mover" | "msub" | "munder" | "msubsup" | "munderover" | "mmultiscripts" => {
            scripts(tree, id, name, depth)
        }
        "mfenced" => Some(fenced(tree, id, depth)),
        "mtable" => Some(table(tree, id, depth)),
        // What is declared in another notation comes second.
        "semantics" => tree.children(id).find_map(|child| part(tree, child, depth)),
        _ => Some(children(tree, id, depth)),
    }
}

/// The text of a token element.
pub(super) fn token(text: &str) -> Option<Expression> {
    let text: String = text.trim().chars().filter(|c| !INVISIBLE.contains(c)).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(Expression::Symbol(text))
}

/// Words: their spaces separate them from the rest.
pub(super) fn words(text: &str) -> Option<Expression> {
    let inner = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let space = |is: bool| if is { " " } else { "" };
    let blank = |c: char| c.is_whitespace();
    (!inner.is_empty()).then(|| {
        let (before, after) = (space(text.starts_with(blank)), space(text.ends_with(blank)));
        Expression::Words(format!("{before}{inner}{after}"))
    })
}

/// The two elements of a fraction or root.
fn two(tree: &Tree, id: NodeId, depth: usize) -> Option<(Expression, Expression)> {
    let mut elements = elements(tree, id).map(|child| whole(tree, child, depth));
    let first = elements.next()?;
    Some((first, elements.next().unwrap_or(Expression::Row(Vec::new()))))
}

/// The expression of an element, empty if it shows nothing.
fn whole(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    part(tree, id, depth).unwrap_or(Expression::Row(Vec::new()))
}

fn elements(tree: &Tree, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    tree.children(id).filter(|child| tree.tag(*child).is_some())
}

/// A base with what stands below and above it.
fn scripts(tree: &Tree, id: NodeId, name: &str, depth: usize) -> Option<Expression> {
    let mut elements = elements(tree, id);
    let base = Box::new(whole(tree, elements.next()?, depth));
    let mut next = || {
        let script = elements.next().map(|child| whole(tree, child, depth))?;
        (script != Expression::Row(Vec::new())).then(|| Box::new(script))
    };
    let (below, above) = match name {
        "msup" | "mover" => (None, next()),
        "msub" | "munder" => (next(), None),
        _ => (next(), next()),
    };
    Some(Expression::Scripts { base, below, above })
}

/// Parts between brackets that are attributes.
fn fenced(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    let sign =
        |name: &str, default: &str| tree.attr_named(id, name).unwrap_or(default).trim().to_owned();
    let separator = sign("separators", ",").chars().next().map_or(String::new(), String::from);
    let mut all = vec![Expression::Symbol(sign("open", "("))];
    for (place, child) in elements(tree, id).enumerate() {
        if place > 0 && !separator.is_empty() {
            all.push(Expression::Symbol(separator.clone()));
        }
        all.push(whole(tree, child, depth));
    }
    all.push(Expression::Symbol(sign("close", ")")));
    Expression::row(all)
}

fn table(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    let cells = |row: NodeId| elements(tree, row).map(|cell| whole(tree, cell, depth)).collect();
    Expression::Table(elements(tree, id).map(cells).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::tree::Tag;

    fn formula(markup: &str) -> Option<(String, String)> {
        let html = format!("<math>{markup}</math>");
        let tree = Tree::parse(&html, &Limits::default(), &mut Vec::new());
        let math = tree.all().find(|id| tree.tag(*id) == Some(Tag::Math)).expect("a formula");
        read(&tree, math).map(|formula| (formula.line(), formula.tex()))
    }

    #[test]
    fn structure_is_kept_in_one_line_and_as_tex() {
        for (markup, line, tex) in [
            ("<msup><mn>10</mn><mn>6</mn></msup>", "10^6", "10^{6}"),
            ("<mfrac><mi>w</mi><mn>3</mn></mfrac>", "w/3", "\\frac{w}{3}"),
            (
                "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>",
                "(a+b)/2",
                "\\frac{a+b}{2}",
            ),
            ("<msqrt><mn>2</mn></msqrt>", "\u{221a}2", "\\sqrt{2}"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "3\u{221a}x", "\\sqrt[3]{x}"),
            (
                "<munderover><mo>\u{2211}</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>",
                "\u{2211}_(i=1)^n",
                "\u{2211}_{i=1}^{n}",
            ),
            (
                "<msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub>",
                "x_(i+1)",
                "x_{i+1}",
            ),
            ("<mi>sin</mi><mo>\u{2061}</mo><mi>x</mi>", "sinx", "\\sin x"),
            ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)", "(a,b)"),
            ("<mn>3</mn><mtext> if </mtext><mi>x</mi>", "3 if x", "3\\text{ if }x"),
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd>\
                    <mn>1</mn></mtd></mtr></mtable>",
                "1, 0; 0, 1",
                "\\begin{matrix} 1 & 0 \\\\ 0 & 1 \\end{matrix}",
            ),
            (
                "<semantics><mi>x</mi><annotation-xml><ci>y</ci></annotation-xml></semantics>",
                "x",
                "x",
            ),
            ("<mi>R</mi><mo>&amp;</mo><mi>D</mi>", "R&D", "R\\&D"),
        ] {
            let expected = Some((line.to_owned(), tex.to_owned()));
            assert_eq!(formula(markup), expected, "{markup}");
        }
        assert_eq!(formula("<mphantom><mi>x</mi></mphantom>"), None);
        assert_eq!(formula(" "), None);
    }

    #[test]
    fn deep_formulas_are_read_to_the_end() {
        let deep = format!("{}<mi>x</mi>{}", "<mrow>".repeat(300), "</mrow>".repeat(300));
        assert_eq!(formula(&deep).map(|(line, _)| line), Some("x".to_owned()));
    }
}
