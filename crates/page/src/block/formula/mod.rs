//! Formulas as TeX, where the page declares it: in MathML, in scripts for MathJax, as text of
//! pictures. Formulas without TeX are read from their MathML, or from what KaTeX or MathJax drew.

mod expression;
mod katex;
mod mathjax;
mod mathml;

pub(super) use self::katex::is_alone;

use crate::tree::{Attr, NodeId, Tag, Tree, is_tex};

/// Encodings of annotations that hold TeX.
const ENCODINGS: &[&str] =
    &["application/x-tex", "application/x-latex", "application/tex", "tex", "latex"];
/// Class words of pictures whose `alt` is TeX: WordPress, MediaWiki, Sphinx, QuickLaTeX.
const PICTURES: &[&str] = &[
    "latex",
    "tex",
    "math",
    "mwe-math-fallback-image-inline",
    "mwe-math-fallback-image-display",
    "ql-img-inline-formula",
    "ql-img-displayed-formula",
];
/// Class words of displayed formulas.
const DISPLAYED: &[&str] = &[
    "katex-display",
    "MathJax_Display",
    "MathJax_SVG_Display",
    "MJXc-display",
    "mwe-math-element-block",
    "mwe-math-fallback-image-display",
    "ql-img-displayed-formula",
];
/// Commands that MediaWiki puts around the TeX of its authors.
const STYLES: &[&str] = &["{\\displaystyle ", "{\\textstyle "];
/// Prefix of the classes of pictures beside formulas (MediaWiki).
const FALLBACK: &str = "mwe-math-fallback";
/// Beginnings of the classes of elements that MathJax 2 draws before its script.
const DRAWN: &[&str] = &["MathJax", "mjx-chtml"];
/// Elements around a formula that can say that it is displayed; siblings after a drawing among
/// which its script is.
const NEAR: usize = 3;

/// The TeX of a `math` element, if the page declares it. In our trees scripts for MathJax are
/// `math` elements, too.
pub(super) fn tex(tree: &Tree, math: NodeId) -> Option<String> {
    if is_script(tree, math) {
        return written(&tree.text_content(math));
    }
    let encoding = |id: NodeId| tree.attr_named(id, "encoding").unwrap_or_default().trim();
    let is_tex = |id: &NodeId| {
        tree.name(*id) == "annotation"
            && ENCODINGS.iter().any(|tex| encoding(*id).eq_ignore_ascii_case(tex))
    };
    // Elsewhere it would be that of another formula, within one that was not closed.
    // The standard place is `math > semantics > annotation`; some leave out `semantics`.
    let semantics = tree.children(math).filter(|id| tree.name(*id) == "semantics");
    let places = semantics.chain([math]);
    let annotation = places.flat_map(|id| tree.children(id)).find(is_tex);
    match annotation {
        Some(annotation) => written(&tree.text_content(annotation)),
        None => {
            let told = tree
                .attr_named(math, "alttext")
                // Otherwise it is a text for screen readers, such as "x squared".
                .filter(|told| told.contains(['\\', '^', '_', '{']));
            told.and_then(written)
        }
    }
}

/// The text of a formula that has no TeX: its MathML in one line.
pub(super) fn line(tree: &Tree, math: NodeId) -> Option<String> {
    mathml::read(tree, math).map(|formula| formula.line()).filter(|line| !line.trim().is_empty())
}

/// The text of a formula of which there is only what KaTeX drew.
pub(super) fn drawn_line(tree: &Tree, drawing: NodeId) -> Option<String> {
    katex::read(tree, drawing).map(|formula| formula.line()).filter(|line| !line.trim().is_empty())
}

/// Whether an element is all that is left of a formula by MathJax.
pub(super) fn is_mathjax(tree: &Tree, id: NodeId) -> bool {
    mathjax::is_alone(tree, id) && !is_drawn(tree, id)
}

/// The text of a formula by MathJax: its TeX, or its drawing in one line.
pub(super) fn mathjax_text(tree: &Tree, drawing: NodeId) -> Option<String> {
    let line = || mathjax::read(tree, drawing).map(|formula| formula.line());
    mathjax::tex(tree, drawing).or_else(line).filter(|text| !text.trim().is_empty())
}

/// The TeX of a formula that stands in the text in one line. `None` where the text is TeX.
pub(crate) fn tex_of_line(tree: &Tree, formula: NodeId) -> Option<String> {
    let read = if tree.tag(formula) == Some(Tag::Math) {
        tex(tree, formula).is_none().then(|| mathml::read(tree, formula))?
    } else if is_alone(tree, formula) {
        katex::read(tree, formula)
    } else if mathjax::is_alone(tree, formula) {
        mathjax::tex(tree, formula).is_none().then(|| mathjax::read(tree, formula))?
    } else {
        None
    };
    read.map(|formula| formula.tex())
}

/// The TeX of a picture of a formula.
pub(super) fn tex_of_picture(tree: &Tree, picture: NodeId) -> Option<String> {
    let alt = tree.attr(picture, Attr::ALT)?.trim();
    // LaTeX2HTML and others write `$x^2$`; a price has one dollar sign.
    let quoted = alt.len() > 2 && alt.starts_with('$') && alt.ends_with('$');
    (quoted || has_class(tree, picture, PICTURES)).then(|| written(alt)).flatten()
}

/// Whether a picture is there for readers who are not shown this formula.
pub(super) fn is_fallback(tree: &Tree, picture: NodeId, formula: NodeId) -> bool {
    let class = tree.attr(picture, Attr::CLASS).unwrap_or_default();
    class.starts_with(FALLBACK)
        && tree.tag(formula) == Some(Tag::Math)
        && tree.parent(picture).is_some_and(|around| tree.contains(around, formula))
}

/// Whether a formula stands on lines of its own.
pub(crate) fn is_displayed(tree: &Tree, formula: NodeId) -> bool {
    let declared = tree.attr_named(formula, "display") == Some("block")
        || is_script(tree, formula)
            && tree.attr(formula, Attr::TYPE).is_some_and(|kind| kind.contains("mode=display"));
    let mut near = std::iter::once(formula).chain(tree.ancestors(formula).take(NEAR));
    declared
        || mathjax::is_displayed(tree, formula)
        || near.any(|id| has_class(tree, id, DISPLAYED))
}

/// Whether an element is what MathJax drew of a script behind it.
pub(super) fn is_drawn(tree: &Tree, id: NodeId) -> bool {
    let class = tree.attr(id, Attr::CLASS).unwrap_or_default();
    let is_drawing = DRAWN.iter().any(|begin| class.starts_with(begin));
    let Some(parent) = tree.parent(id).filter(|_| is_drawing) else { return false };
    let end = tree.end(parent);
    let behind = |at: &NodeId| Some(tree.end(*at)).filter(|next| *next < end);
    std::iter::successors(behind(&id), behind).take(NEAR).any(|next| is_script(tree, next))
}

/// Whether an element holds MathML and nothing else.
pub(super) fn holds_math(tree: &Tree, id: NodeId) -> bool {
    let mut shown = tree
        .children(id)
        .filter(|child| !tree.text(*child).trim().is_empty() || tree.tag(*child).is_some());
    shown.next().is_some_and(|only| tree.tag(only) == Some(Tag::Math)) && shown.next().is_none()
}

/// Whether a `math` element of our trees was a script for MathJax.
fn is_script(tree: &Tree, id: NodeId) -> bool {
    tree.tag(id) == Some(Tag::Math) && tree.attr(id, Attr::TYPE).is_some_and(is_tex)
}

/// Whether an element has one of some class words.
fn has_class(tree: &Tree, id: NodeId, wanted: &[&str]) -> bool {
    tree.classes(id).any(|word| wanted.contains(&word))
}

/// TeX without what stands around it; none where there is none.
fn written(tex: &str) -> Option<String> {
    let mut tex = tex.trim();
    for (open, close) in [
        ("<![CDATA[", "]]>"),
        ("% <![CDATA[", "%]]>"),
        ("$$", "$$"),
        ("$", "$"),
        ("\\[", "\\]"),
        ("\\(", "\\)"),
    ] {
        let inside = tex.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        tex = inside.map_or(tex, str::trim);
    }
    let style = STYLES.iter().find_map(|style| tex.strip_prefix(style)?.strip_suffix('}'));
    tex = style.filter(|inside| is_balanced(inside)).map_or(tex, str::trim);
    (!tex.is_empty()).then(|| tex.to_owned())
}

/// Whether every brace has its counterpart.
fn is_balanced(tex: &str) -> bool {
    let mut depth = 0_i64;
    let mut escaped = false;
    for byte in tex.bytes() {
        match byte {
            _ if escaped => {}
            // Removing `{\displaystyle` and the last brace must not cut `{a}+{b}` apart.
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn tex_is_what_its_author_wrote() {
        for (declared, tex) in [
            (" x^2 ", Some("x^2")),
            ("$$x$$", Some("x")),
            ("\\(x\\)", Some("x")),
            ("{\\displaystyle {\\frac {a}{b}}}", Some("{\\frac {a}{b}}")),
            ("{\\displaystyle a}+{b}", Some("{\\displaystyle a}+{b}")),
            ("% <![CDATA[\na < b %]]>", Some("a < b")),
            ("  ", None),
        ] {
            assert_eq!(written(declared).as_deref(), tex, "{declared}");
        }
    }

    #[test]
    fn formulas_are_found_where_pages_declare_them() {
        for (html, tex) in [
            ("<math><mi>x</mi></math>", None),
            ("<math alttext='an equation'><mi>x</mi></math>", None),
            ("<math alttext='x^2'><mi>x</mi></math>", Some("x^2")),
            (
                "<math alttext='y_1'><semantics><mi>x</mi><annotation \
                    encoding=application/x-tex>x_1</annotation></semantics></math>",
                Some("x_1"),
            ),
            ("<math><mi>x</mi><math><annotation encoding=tex>y</annotation></math>", None),
            ("<script type='math/tex; mode=display'>a<b</script>", Some("a<b")),
        ] {
            let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
            let math = tree.all().find(|id| tree.tag(*id) == Some(Tag::Math)).expect("a formula");
            assert_eq!(super::tex(&tree, math).as_deref(), tex, "{html}");
        }
    }
}
