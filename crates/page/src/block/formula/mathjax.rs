//! Formulas that exist only as MathJax draws them, without the MathML for screen readers.
//!
//! MathJax 3 and 4 write elements named after MathML (`mjx-msup`) whose characters are class words
//! (`mjx-c1D465`), or SVG whose groups have the name and whose paths have the character
//! (`data-mml-node`, `data-c`). MathJax 4 adds the TeX (`data-latex`). MathJax 2 keeps the MathML
//! of a drawing in an attribute (`data-mathml`).

use unicode_normalization::UnicodeNormalization;

use super::expression::Expression;
use super::mathml::{token, words};
use super::{DRAWN, mathml, written};
use crate::Limits;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// The element around a drawing of MathJax 3 and 4.
const CONTAINER: &str = "mjx-container";
/// Attribute of a drawing of MathJax 2 that holds its MathML.
const MATHML: &str = "data-mathml";
/// The element that holds MathML for screen readers, and its class in MathJax 2.
const ASSISTIVE: [&str; 2] = ["mjx-assistive-mml", "MJX_Assistive_MathML"];
/// Elements within elements that are read.
const DEPTH: usize = 60;
/// Nodes of a drawing that are read.
const NODES: usize = 20_000;
/// Nodes at the beginning of a drawing among which one has the TeX.
const NEAR: usize = 6;
/// What shows nothing: struts, lines, the sign of a root, what is said aloud.
const EMPTY: &[&str] =
    &["surd", "mphantom", "spacer", "nstrut", "dstrut", "tstrut", "line", "speech", "rect", "defs"];
/// Elements around the parts of fractions, roots, scripts and tables.
const WRAPPERS: &[&str] = &["frac", "dbox", "dtable", "row", "box", "sqrt", "table", "itable"];

/// Whether an element is a drawing of MathJax, and lacks its twin in MathML.
pub(in crate::block) fn is_alone(tree: &Tree, id: NodeId) -> bool {
    let is_drawing = match tree.tag(id) {
        Some(Tag::Other) => tree.name(id) == CONTAINER,
        Some(Tag::Span) => {
            let class = tree.attr(id, Attr::CLASS).unwrap_or_default();
            // The cheap test first: pages have many spans.
            DRAWN.iter().any(|begin| class.starts_with(begin))
                && tree.attr_named(id, MATHML).is_some()
        }
        _ => false,
    };
    let is_twin = |child: NodeId| {
        tree.tag(child) == Some(Tag::Math)
            || ASSISTIVE.contains(&tree.name(child))
            || tree.classes(child).any(|word| ASSISTIVE.contains(&word))
    };
    is_drawing && !tree.children(id).any(is_twin)
}

/// The TeX of a drawing.
pub(super) fn tex(tree: &Tree, id: NodeId) -> Option<String> {
    let mut near = std::iter::once(id).chain(tree.descendants(id).take(NEAR));
    if let Some(tex) = near.find_map(|node| tree.attr_named(node, "data-latex")) {
        return written(tex);
    }
    with_mathml(tree, id, super::tex)
}

/// The expression of a drawing; what it says aloud where nothing else is there.
pub(super) fn read(tree: &Tree, id: NodeId) -> Option<Expression> {
    if let Some(read) = with_mathml(tree, id, mathml::read) {
        return Some(read);
    }
    let fits = tree.end(id).index() - id.index() <= NODES;
    let read = fits.then(|| row(tree, id, DEPTH)).filter(|read| !is_empty(read));
    read.or_else(|| words(tree.attr_named(id, "aria-label")?))
}

/// Reads the MathML that a drawing keeps in an attribute.
fn with_mathml<T>(tree: &Tree, id: NodeId, read: impl Fn(&Tree, NodeId) -> Option<T>) -> Option<T> {
    let markup = tree.attr_named(id, MATHML)?;
    let tree = Tree::parse(markup, &Limits::default(), &mut Vec::new());
    let math = tree.all().find(|id| tree.tag(*id) == Some(Tag::Math))?;
    read(&tree, math)
}

fn is_empty(expression: &Expression) -> bool {
    *expression == Expression::Row(Vec::new())
}

/// What a node is in MathML; empty for other nodes.
fn kind(tree: &Tree, id: NodeId) -> &str {
    match tree.name(id).strip_prefix("mjx-") {
        Some(kind) => kind,
        None => tree.attr_named(id, "data-mml-node").unwrap_or_else(|| match tree.name(id) {
            // Lines of fractions and roots.
            name @ ("rect" | "defs") => name,
            _ => "",
        }),
    }
}

/// The character that an element draws.
fn character(tree: &Tree, id: NodeId) -> Option<String> {
    let code = match tree.name(id) {
        "mjx-c" | "mjx-stretchy-v" | "mjx-stretchy-h" => {
            let own = tree.text_content(id);
            if !own.trim().is_empty() {
                return Some(plain(&own));
            }
            tree.classes(id).find_map(|word| code(word.strip_prefix("mjx-c")?))
        }
        "path" | "use" => tree.attr_named(id, "data-c").and_then(code),
        _ => None,
    };
    code.map(|c| plain(c.encode_utf8(&mut [0; 4])))
}

fn code(hex: &str) -> Option<char> {
    u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)
}

/// Letters without the fonts of mathematics: in MathML an italic letter is a letter.
fn plain(text: &str) -> String {
    let is_styled = |c: char| matches!(c, '\u{1d400}'..='\u{1d7ff}' | '\u{210e}');
    text.chars().flat_map(|c| if is_styled(c) { c.nfkc().next() } else { Some(c) }).collect()
}

/// The characters that an element draws.
fn letters(tree: &Tree, id: NodeId) -> String {
    let mut letters = String::new();
    let (mut at, end) = (NodeId(id.0 + 1), tree.end(id));
    while at < end {
        at = match character(tree, at) {
            Some(c) => {
                letters.push_str(&c);
                tree.end(at)
            }
            None => {
                letters.push_str(tree.text(at));
                NodeId(at.0 + 1)
            }
        };
    }
    letters
}

/// The parts of an element in a row.
fn row(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    Expression::row(tree.children(id).filter_map(|child| part(tree, child, depth)).collect())
}

/// The expression of a node. `None` for what shows nothing.
fn part(tree: &Tree, id: NodeId, depth: usize) -> Option<Expression> {
    let Some(depth) = depth.checked_sub(1) else { return token(&letters(tree, id)) };
    if let Some(c) = character(tree, id) {
        return token(&c);
    }
    let read = match kind(tree, id) {
        kind if EMPTY.contains(&kind) => return None,
        "mi" | "mn" | "mo" => return token(&letters(tree, id)),
        "mtext" | "ms" => return words(&letters(tree, id)),
        "mspace" => Expression::Symbol(" ".to_owned()),
        "mfrac" => fraction(tree, id, depth),
        "msqrt" | "mroot" => root(tree, id, depth),
        kind @ ("msup" | "mover" | "msub" | "munder" | "msubsup" | "munderover") => {
            scripts(tree, id, kind, depth)
        }
        "mtable" => table(tree, id, depth),
        _ if tree.tag(id).is_none() => return token(tree.text(id)),
        _ => row(tree, id, depth),
    };
    Some(read).filter(|read| !is_empty(read))
}

/// The expression of an element, empty if it shows nothing.
fn whole(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    part(tree, id, depth).unwrap_or(Expression::Row(Vec::new()))
}

/// The parts of an element that show something.
fn parts(tree: &Tree, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let shows = |child: &NodeId| !EMPTY.contains(&kind(tree, *child));
    tree.children(id).filter(|child| tree.tag(*child).is_some()).filter(shows)
}

/// The parts of an element that show something, without those that are or hold a part found by its
/// name. Each part is read once: two readings a level are a million at the twentieth.
fn others<'t>(
    tree: &'t Tree,
    id: NodeId,
    named: &[Option<NodeId>],
) -> impl Iterator<Item = NodeId> + use<'t> {
    let named: Vec<NodeId> = named.iter().flatten().copied().collect();
    parts(tree, id).filter(move |part| !named.iter().any(|named| tree.contains(*part, *named)))
}

/// The part of this kind in an element, looked for in wrappers, too.
fn find(tree: &Tree, id: NodeId, wanted: &str, depth: usize) -> Option<NodeId> {
    let depth = depth.checked_sub(1)?;
    tree.children(id).find_map(|child| match kind(tree, child) {
        kind if kind == wanted => Some(child),
        kind if WRAPPERS.contains(&kind) => find(tree, child, wanted, depth),
        _ => None,
    })
}

fn fraction(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    let named = ["num", "den"].map(|part| find(tree, id, part, depth));
    let mut drawn = others(tree, id, &named);
    let [above, below] =
        named.map(|part| part.or_else(|| drawn.next()).map(|part| whole(tree, part, depth)));
    match (above, below) {
        (Some(above), Some(below)) => Expression::Fraction(Box::new(above), Box::new(below)),
        (above, below) => above.or(below).unwrap_or(Expression::Row(Vec::new())),
    }
}

/// A root. In SVG its sign is the last part, and its index stands before the sign.
fn root(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    let (inside, index) = match find(tree, id, "box", depth) {
        Some(inside) => {
            let index = find(tree, id, "root", depth);
            (Some(inside), index.filter(|index| !tree.contains(inside, *index)))
        }
        None => {
            let drawn: Vec<NodeId> = parts(tree, id).collect();
            let index = if drawn.len() > 2 { drawn.get(1) } else { None };
            (drawn.first().copied(), index.copied())
        }
    };
    let inside = inside.map_or(Expression::Row(Vec::new()), |inside| whole(tree, inside, depth));
    Expression::Root(Box::new(inside), index.map(|index| Box::new(whole(tree, index, depth))))
}

/// A base with what stands below and above it. Where both stand in a row, the upper is the first.
fn scripts(tree: &Tree, id: NodeId, kind: &str, depth: usize) -> Expression {
    let read = |part: NodeId| Box::new(whole(tree, part, depth));
    // The lower limit of `mjx-munderover` stands in a `mjx-munder` of its own.
    let limits = find(tree, id, "munder", depth).filter(|_| kind == "munderover").unwrap_or(id);
    let named = [(limits, "base"), (id, "over"), (limits, "under"), (id, "script")]
        .map(|(within, part)| find(tree, within, part, depth));
    let mut rest = others(tree, id, &named);
    let [base, over, under, script] = named;
    let base = base.or_else(|| rest.next()).map_or(Box::new(Expression::Row(Vec::new())), read);
    if over.is_some() || under.is_some() {
        return Expression::Scripts { base, below: under.map(read), above: over.map(read) };
    }
    let mut scripts: Vec<NodeId> = match script {
        Some(script) => parts(tree, script).collect(),
        None => rest.collect(),
    };
    let below = match kind {
        "msup" | "mover" => None,
        "msub" | "munder" => Some(std::mem::take(&mut scripts)),
        _ => (scripts.len() > 1).then(|| scripts.split_off(1)),
    };
    let join = |parts: Vec<NodeId>| {
        let read = parts.into_iter().filter_map(|id| part(tree, id, depth)).collect();
        Some(Expression::row(read)).filter(|read| !is_empty(read)).map(Box::new)
    };
    Expression::Scripts { base, below: below.and_then(join), above: join(scripts) }
}

fn table(tree: &Tree, id: NodeId, depth: usize) -> Expression {
    let rows = ["itable", "table"].iter().find_map(|part| find(tree, id, part, depth));
    // An inner wrapper holds the rows.
    let rows = rows.and_then(|at| find(tree, at, "itable", depth).or(Some(at))).unwrap_or(id);
    let cells = |row: NodeId| parts(tree, row).map(|cell| whole(tree, cell, depth)).collect();
    Expression::Table(parts(tree, rows).map(cells).collect())
}

/// Whether a drawing stands on lines of its own.
pub(super) fn is_displayed(tree: &Tree, id: NodeId) -> bool {
    tree.name(id) == CONTAINER && tree.attr_named(id, "display") == Some("true")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text and TeX of a drawing.
    fn formula(html: &str) -> Option<(String, String)> {
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let drawn = tree.all().find(|id| is_alone(&tree, *id))?;
        read(&tree, drawn).map(|formula| (formula.line(), formula.tex()))
    }

    /// A character as MathJax 3 writes it with fonts.
    fn c(code: &str) -> String {
        format!("<mjx-mi class=mjx-i><mjx-c class='mjx-c{code} TEX-I'></mjx-c></mjx-mi>")
    }

    /// The same as SVG.
    fn g(kind: &str, inside: &str) -> String {
        format!("<g data-mml-node={kind}>{inside}</g>")
    }

    fn p(code: &str) -> String {
        g("mi", &format!("<path data-c={code} d='M1 2'></path>"))
    }

    #[test]
    fn elements_named_after_mathml_are_read() {
        let (x, two, n) = (c("1D465"), c("32"), c("1D45B"));
        let script = |inside: &str| format!("<mjx-script>{inside}</mjx-script>");
        let surd = "<mjx-surd><mjx-mo><mjx-c class=mjx-c221A></mjx-c></mjx-mo></mjx-surd>";
        let cell = |inside: &str| format!("<mjx-mtd>{inside}<mjx-tstrut></mjx-tstrut></mjx-mtd>");
        for (markup, line, tex) in [
            (format!("<mjx-msup>{x}{}</mjx-msup>", script(&two)), "x^2", "x^{2}"),
            (format!("<mjx-msub>{x}{}</mjx-msub>", script(&n)), "x_n", "x_{n}"),
            (
                format!(
                    "<mjx-msubsup>{x}{}</mjx-msubsup>",
                    script(&format!("{two}<mjx-spacer></mjx-spacer>{n}"))
                ),
                "x_n^2",
                "x_{n}^{2}",
            ),
            (
                format!(
                    "<mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut>{x}</mjx-num><mjx-dbox><mjx-dtable>\
                    <mjx-line></mjx-line><mjx-row><mjx-den><mjx-dstrut></mjx-dstrut>{two}</mjx-den></mjx-row>\
                    </mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac>"
                ),
                "x/2",
                "\\frac{x}{2}",
            ),
            (
                format!(
                    "<mjx-msqrt><mjx-sqrt>{surd}<mjx-box>{two}</mjx-box></mjx-sqrt></mjx-msqrt>"
                ),
                "\u{221a}2",
                "\\sqrt{2}",
            ),
            (
                format!(
                    "<mjx-mroot><mjx-root>{n}</mjx-root><mjx-sqrt>{surd}<mjx-box>{two}</mjx-box></mjx-sqrt></mjx-mroot>"
                ),
                "n\u{221a}2",
                "\\sqrt[n]{2}",
            ),
            (
                format!(
                    "<mjx-munderover><mjx-over>{n}</mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base>{}</mjx-base>\
                    </mjx-row><mjx-row><mjx-under>{x}</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover>",
                    c("2211")
                ),
                "\u{2211}_x^n",
                "\u{2211}_{x}^{n}",
            ),
            (
                format!(
                    "<mjx-mtable><mjx-table><mjx-itable><mjx-mtr>{}{}</mjx-mtr><mjx-mtr>{}{}</mjx-mtr></mjx-itable>\
                    </mjx-table></mjx-mtable>",
                    cell(&x),
                    cell(&two),
                    cell(&n),
                    cell(&x)
                ),
                "x, 2; n, x",
                "\\begin{matrix} x & 2 \\\\ n & x \\end{matrix}",
            ),
            (
                "<mjx-mi><mjx-c class='mjx-c1D465 TEX-I'>\u{1d465}</mjx-c></mjx-mi>".to_owned(),
                "x",
                "x",
            ),
            (
                format!(
                    "<mjx-mn>{}{}</mjx-mn>",
                    "<mjx-c class=mjx-c31></mjx-c>", "<mjx-c class=mjx-c30></mjx-c>"
                ),
                "10",
                "10",
            ),
        ] {
            let html = format!(
                "<mjx-container jax=CHTML><mjx-math aria-hidden=true>{markup}</mjx-math></mjx-container>"
            );
            assert_eq!(formula(&html), Some((line.to_owned(), tex.to_owned())), "{markup}");
        }
    }

    #[test]
    fn drawings_in_svg_are_read() {
        let (x, two, n) = (p("1D465"), p("32"), p("1D45B"));
        let surd = g("mo", "<path data-c=221A></path>") + "<rect></rect>";
        for (markup, line) in [
            (g("msup", &format!("{x}{two}")), "x^2"),
            (g("msubsup", &format!("{x}{two}{n}")), "x_n^2"),
            (g("munderover", &format!("{}{n}{x}", p("2211"))), "\u{2211}_x^n"),
            (g("mfrac", &format!("{x}{two}<rect></rect>")), "x/2"),
            (g("msqrt", &format!("<g>{two}</g>{surd}")), "\u{221a}2"),
            (g("mroot", &format!("<g>{two}</g>{n}{surd}")), "n\u{221a}2"),
            (g("mn", "<path data-c=31></path><use data-c=30></use>"), "10"),
            (
                g("mtext", "<path data-c=69></path><path data-c=66></path><path data-c=A0></path>"),
                "if",
            ),
            (g("mtext", "<text>\u{6c34}</text>"), "\u{6c34}"),
        ] {
            let math = g("math", &markup);
            let html = format!(
                "<mjx-container jax=SVG><svg><defs><path d=M1></path></defs><g>{math}</g></svg></mjx-container>"
            );
            assert_eq!(
                formula(&html).map(|(line, _)| line.trim().to_owned()).as_deref(),
                Some(line),
                "{markup}"
            );
        }
    }

    #[test]
    fn what_is_declared_comes_before_what_is_drawn() {
        let drawn = "<mjx-math><mjx-mi><mjx-c class=mjx-c78></mjx-c></mjx-mi></mjx-math>";
        for (html, expected) in [
            (format!("<mjx-container>{}</mjx-container>", drawn.replace("math>", "math data-latex='y^2'>")), Some("y^2")),
            ("<span class=MathJax data-mathml='<math alttext=\"y^2\"><mi>y</mi></math>'>y2</span>".to_owned(), Some("y^2")),
            (format!("<mjx-container>{drawn}</mjx-container>"), None),
        ] {
            let tree = Tree::parse(&html, &Limits::default(), &mut Vec::new());
            let id = tree.all().find(|id| is_alone(&tree, *id)).expect("a drawing");
            assert_eq!(tex(&tree, id).as_deref(), expected, "{html}");
        }
        let said = "<mjx-container aria-label='x squared'><svg></svg></mjx-container>";
        assert_eq!(formula(said).map(|(line, _)| line).as_deref(), Some("x squared"));
        let kept = "<span class=mjx-chtml data-mathml='<math><msup><mi>x</mi><mn>2</mn></msup></math>'>x2</span>";
        assert_eq!(formula(kept).map(|(line, _)| line).as_deref(), Some("x^2"));
        // The twin in MathML is read by itself.
        let twin = "<mjx-container>x<mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container>";
        assert_eq!(formula(twin), None);
        assert_eq!(formula("<mjx-container></mjx-container>"), None);
    }

    #[test]
    fn deep_drawings_are_read_to_the_end() {
        let deep =
            format!("{}{}{}", "<mjx-mrow>".repeat(200), c("1D465"), "</mjx-mrow>".repeat(200));
        let html = format!("<mjx-container>{deep}</mjx-container>");
        assert_eq!(formula(&html).map(|(line, _)| line), Some("x".to_owned()));
    }

    #[test]
    fn parts_found_by_name_are_read_once() {
        let levels = 30;
        for open in [
            "<mjx-msup><mjx-base>",
            "<mjx-munderover><mjx-munder><mjx-base>",
            "<mjx-mover><mjx-row><mjx-over>",
            "<mjx-mfrac><mjx-frac><mjx-num>",
            "<mjx-mfrac><mjx-frac><mjx-den>",
            "<mjx-mroot><mjx-box><mjx-root>",
        ] {
            let html = format!("<mjx-container>{}{}", open.repeat(levels), c("1D465"));
            let (text, tex) = formula(&html).expect("a formula");
            assert_eq!(text.matches('x').count(), 1, "{open}: {text}");
            assert_eq!(tex.matches('x').count(), 1, "{open}: {tex}");
        }
    }

    #[test]
    fn no_part_is_read_twice_whatever_is_in_what() {
        const NAMES: [&str; 16] = [
            "msup",
            "msubsup",
            "mover",
            "munderover",
            "munder",
            "mfrac",
            "mroot",
            "msqrt",
            "mtable",
            "base",
            "script",
            "over",
            "under",
            "num",
            "box",
            "root",
        ];
        // A sequence that is the same in each run (Knuth, MMIX).
        let mut state = 1_u64;
        let mut next = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..2000 {
            let (mut html, mut open) = ("<mjx-container>".to_owned(), Vec::new());
            for letter in 'a'..='m' {
                for _ in 0..next(4) {
                    let name = NAMES[next(NAMES.len())];
                    html.push_str(&format!("<mjx-{name}>"));
                    open.push(name);
                }
                html.push_str(&format!("<mjx-mi>{letter}</mjx-mi>"));
                for _ in 0..next(4).min(open.len()) {
                    let name = open.pop().expect("an open element");
                    html.push_str(&format!("</mjx-{name}>"));
                }
            }
            let Some((line, _)) = formula(&html) else { continue };
            for letter in 'a'..='m' {
                assert!(line.matches(letter).count() <= 1, "{letter} in {line}: {html}");
            }
        }
    }
}
