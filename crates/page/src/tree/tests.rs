use super::*;
use crate::cpu_clock;
use proptest::prelude::*;

fn parse(html: &str) -> (Tree, Vec<PageFlag>) {
    let mut flags = Vec::new();
    let tree = Tree::parse(html, &Limits::default(), &mut flags);
    tree.validate();
    (tree, flags)
}

/// The tree as one line: names, attributes, children in brackets, texts quoted.
fn outline(tree: &Tree, id: NodeId) -> String {
    let children: Vec<_> = tree.children(id).map(|child| outline(tree, child)).collect();
    let attrs: String =
        tree.attrs(id).map(|(a, v)| format!(" {}={v}", tree.attr_name(a))).collect();
    match tree.kind(id) {
        NodeKind::Text => format!("{:?}", tree.text(id)),
        _ if children.is_empty() => format!("{}{attrs}", tree.name(id)),
        _ => format!("{}{attrs}[{}]", tree.name(id), children.join(" ")),
    }
}

fn body(html: &str) -> String {
    let (tree, _) = parse(html);
    let body = tree.all().find(|id| tree.tag(*id) == Some(Tag::Body)).expect("a body");
    outline(&tree, body)
}

#[test]
fn markup_becomes_the_tree_browsers_make() {
    for (html, expected) in [
        ("<p>a<p>b", "body[p[\"a\"] p[\"b\"]]"),
        ("x<b>y<p>z</b>w", "body[\"x\" b[\"y\"] p[b[\"z\"] \"w\"]]"),
        ("<table>a<tr><td>b", "body[\"a\" table[tbody[tr[td[\"b\"]]]]]"),
        ("<table>a<tr>b<td>c", "body[\"ab\" table[tbody[tr[td[\"c\"]]]]]"),
        ("<a href=1>x<a href=2>y", "body[a href=1[\"x\"] a href=2[\"y\"]]"),
        ("a<script>b</script>c<style>d</style>e", "body[\"a\" \"c\" \"e\"]"),
        ("a<!-- b -->c<template><p>d</template>", "body[\"ac\"]"),
        ("<noscript><p>a</noscript><iframe>b</iframe>text", "body[iframe \"text\"]"),
        ("a<noscript><p>most of it</noscript>", "body[\"a\" noscript[p[\"most of it\"]]]"),
        ("<svg><text>a</text></svg>b", "body[svg \"b\"]"),
        ("<p onclick=x id=y>a", "body[p id=y[\"a\"]]"),
        ("<my-card foo=bar>a</my-card>", "body[my-card foo=bar[\"a\"]]"),
        ("<body class=a><body id=b>c", "body class=a id=b[\"c\"]"),
        ("a&amp;b&#0;&#xD800;&eacute;", "body[\"a&b\u{fffd}\u{fffd}\u{e9}\"]"),
    ] {
        assert_eq!(body(html), expected, "{html}");
    }
}

#[test]
fn a_whole_tree_has_what_readers_never_see() {
    let html = "<noscript><p>a</noscript><script>let b = \
        '<i>'</script><template><u>c</u></template>\
                <select><option>d</select><iframe>e</iframe><!-- f --><style>g</style>";
    let tree = Tree::parse_whole(html, Syntax::Html, &Limits::default(), &mut Vec::new());
    tree.validate();
    assert_eq!(tree.text_content(NodeId::DOCUMENT), "alet b = '<i>'cdeg");
    assert!(tree.all().any(|id| tree.tag(id) == Some(Tag::U)));
}

#[test]
fn jsonld_is_kept_aside() {
    let (tree, _) = parse("<script type='application/ld+json'>{\"a\":\"<b>\"}</script><p>x");
    assert_eq!(tree.jsonld().collect::<Vec<_>>(), ["{\"a\":\"<b>\"}"]);
    assert!(!outline(&tree, NodeId::DOCUMENT).contains("<b>"));
}

fn flagged(html: &str, flag: PageFlag) -> Tree {
    let (tree, flags) = parse(html);
    assert!(flags.contains(&flag), "{flags:?}");
    tree
}

/// The tree of a page with so many parts. Fails if parsing is not linear in them.
fn linear(parts: usize, page: impl Fn(usize) -> String, flag: Option<PageFlag>) -> Tree {
    let (tree, flags) = cpu_clock::linear(parts, page, |html| parse(html));
    assert!(flag.is_none_or(|flag| flags.contains(&flag)), "{flags:?}");
    tree
}

#[test]
fn deep_nesting_is_flattened() {
    for tag in ["div", "span", "b", "table><tr><td", "ul><li", "font color=x"] {
        let page = |parts| format!("<{tag}>").repeat(parts) + "end<p>after";
        let tree = linear(100_000, page, Some(PageFlag::DepthCapped));
        let deepest = tree.all().map(|id| tree.ancestors(id).count()).max();
        assert!(deepest < Some(3000), "{tag}: {deepest:?}");
        assert!(tree.text_content(NodeId::DOCUMENT).contains("end"));
    }
}

#[test]
fn what_nests_in_drawings_counts_for_the_depth() {
    for tag in ["script", "style", "link", "metadata"] {
        let page = |parts| format!("<svg>{}<p>after", format!("<{tag}>").repeat(parts));
        let tree = linear(100_000, page, Some(PageFlag::DepthCapped));
        // The paragraph closes the drawing, however deep that is.
        assert_eq!(tree.text_content(NodeId::DOCUMENT), "after", "{tag}");
    }
}

#[test]
fn tags_without_content_end_deep_parts() {
    for (before, deep, tag) in [
        ("<p>", "<span>", "<hr>"),
        ("<p>", "<span>", "<xmp></xmp>"),
        ("<table><td>", "<div>", "<col>"),
        ("<select>", "<div>", "<input>"),
        ("<svg>", "<g>", "<img>"),
    ] {
        let deep = deep.repeat(300);
        let html = format!("{before}{deep}x{tag}<section><h1>y</h1></section>");
        let tree = flagged(&html, PageFlag::DepthCapped);
        let heading = tree.all().find(|id| tree.tag(*id) == Some(Tag::H1));
        assert!(heading.is_some_and(|id| tree.ancestors(id).count() < 10), "{before} {tag}");
    }
}

#[test]
fn end_tags_are_not_awaited_behind_the_deep_part() {
    let deep = "<div>".repeat(300);
    for (inside, tag) in [("<a name=x>x", "a"), ("<p>x", "p")] {
        let inside = inside.repeat(60);
        let html = format!("{deep}{inside}{}<{tag}>y</{tag}>z", "</div>".repeat(300));
        let tree = flagged(&html, PageFlag::DepthCapped);
        let last = tree.all().last().expect("a text");
        assert_eq!((tree.text(last), tree.ancestors(last).count()), ("z", 3), "{tag}");
    }
}

#[test]
fn words_of_blocks_left_out_stay_apart() {
    let deep = "<div>".repeat(300);
    let (tree, _) = parse(&format!("{deep}<p>a</p><p>b<i>c</i>d<h1>e</h1>"));
    let text = tree.text_content(NodeId::DOCUMENT);
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["a", "bcd", "e"]);
}

#[test]
fn deep_pages_of_many_elements_become_shallow() {
    let deep = "<div>".repeat(250);
    for piece in ["<p>x</p>", "<div><p>x</p></div>", "<section><p>x<p>y</section>"] {
        let page = |pieces| [&deep, &*piece.repeat(pieces)].concat();
        let steps = html5::steps_on(&page(100_000));
        assert!((1 << 23..(1 << 23) + 250_000).contains(&steps), "{steps}: {piece}");
        let tree = linear(100_000, page, Some(PageFlag::DepthCapped));
        assert_eq!(tree.text_content(NodeId::DOCUMENT).matches('x').count(), 100_000);
    }
}

#[test]
fn a_million_attributes_are_cut() {
    let page = |count| {
        let attributes: String = (0..count).map(|n| format!(" a{n}='>'")).collect();
        format!("<p>before</p><div{attributes}>inside</div><p>after</p>")
    };
    let tree = linear(1_000_000, page, Some(PageFlag::AttributesCapped));
    assert_eq!(tree.text_content(NodeId::DOCUMENT), "beforeinsideafter");
}

#[test]
fn long_attributes_stay_whole_tags() {
    let words = "word ".repeat(20_000);
    let html = format!("<p>a</p><div data-x=\"{words}\" id=d>b</div><!-- {words} -->c");
    let tree = flagged(&html, PageFlag::AttributesCapped);
    let div = tree.all().find(|id| tree.tag(*id) == Some(Tag::Div)).expect("a div");
    assert_eq!(tree.attr(div, Attr::ID), Some("d"));
    assert_eq!(tree.text_content(NodeId::DOCUMENT), "abc");
}

#[test]
fn misnested_formatting_stays_linear() {
    let unclosed = |count| (0..count).map(|n| format!("<a href={n}>x")).collect();
    linear(100_000, unclosed, None);
    let fonts = |count| (0..count).map(|n| format!("<p><font color={n}>x</p>")).collect();
    linear(20_000, fonts, Some(PageFlag::DepthCapped));
    linear(100_000, |count| "<b><div></b>".repeat(count), None);
    linear(50_000, |count| "<table>x".repeat(count), None);
}

proptest! {
    #[test]
    fn any_soup_gives_a_valid_tree(soup in proptest::collection::vec(
        prop_oneof![
            "[a-z&; ]{0,8}",
            "</?(a|b|p|div|table|tr|td|select|option|svg|math|template|frameset|body|html|li)( \
                [a-z]+=?\"?[a-z>]*\"?)?/?>",
            ".{0,4}",
        ], 0..60)) {
        parse(&soup.concat());
    }
}

#[test]
fn nodes_know_their_place_in_the_tree() {
    let (tree, _) = parse("<div id=a class='b c' data-x=1><p>d<b>e</b></div><p>f");
    let named = |tag| tree.all().find(|id| tree.tag(*id) == Some(tag)).expect("an element");
    let (div, bold) = (named(Tag::Div), named(Tag::B));
    assert_eq!(tree.text_content(div), "de");
    assert_eq!(tree.children(div).count(), 1);
    assert_eq!(tree.descendants(div).count(), 4);
    assert!(tree.contains(div, bold) && !tree.contains(bold, div) && tree.contains(div, div));
    let around: Vec<&str> = tree.ancestors(bold).map(|id| tree.name(id)).collect();
    assert_eq!(around, ["p", "div", "body", "html", ""]);
    assert_eq!(tree.parent(NodeId::DOCUMENT), None);
    assert_eq!(tree.kind(NodeId::DOCUMENT), NodeKind::Document);
    assert_eq!(tree.classes(div).collect::<Vec<_>>(), ["b", "c"]);
    assert_eq!(tree.attr(div, Attr::ID), Some("a"));
    assert_eq!((tree.attr_named(div, "data-x"), tree.attr_named(div, "x")), (Some("1"), None));
    assert_eq!(tree.attrs(div).count(), 3);
    assert_eq!((tree.text(div), tree.attrs(NodeId::DOCUMENT).count()), ("", 0));
}

#[test]
fn an_empty_tree_has_the_document_alone() {
    let tree = Tree::empty();
    assert!(tree.is_empty() && tree.len() == 1);
    assert_eq!(tree.all().collect::<Vec<_>>(), [NodeId::DOCUMENT]);
    assert_eq!(tree.children(NodeId::DOCUMENT).next(), None);
}

#[test]
fn each_cap_cuts_with_its_flag() {
    let html = "<p title=abc lang=de>some text</p>".repeat(20);
    let base = Limits::default();
    for (limits, flag) in [
        (Limits { nodes: 10, ..base.clone() }, PageFlag::NodesCapped),
        (Limits { text_bytes: 20, ..base.clone() }, PageFlag::TextCapped),
        (Limits { attributes: 3, ..base.clone() }, PageFlag::AttributesCapped),
        (Limits { attributes_per_element: 1, ..base.clone() }, PageFlag::AttributesCapped),
        (Limits { attribute_bytes: 2, ..base.clone() }, PageFlag::AttributesCapped),
    ] {
        let mut flags = Vec::new();
        let tree = Tree::parse(&html, &limits, &mut flags);
        tree.validate();
        assert!(flags.contains(&flag), "{flag:?}: {flags:?}");
        assert!(tree.text.len() <= limits.text_bytes);
        assert!(tree.attrs.len() <= limits.attributes);
    }
    assert_eq!(parse(&html).1, []);
}

#[test]
fn text_for_other_browsers_is_read_where_it_is_most_of_the_page() {
    let text = "A long text for browsers without scripts or frames. ".repeat(20);
    let (tree, flags) = parse(&format!("<p>Menu<noscript><p>{text}</noscript>"));
    assert!(tree.text_content(NodeId::DOCUMENT).contains("without scripts"));
    assert_eq!(flags, [PageFlag::NoscriptRead]);
    let frames = format!("<frameset><frame src=a></frameset><noframes><p>{text}</noframes>");
    let (tree, flags) = parse(&frames);
    assert!(tree.text_content(NodeId::DOCUMENT).contains("without scripts"));
    assert_eq!(flags, [PageFlag::NoframesRead]);
}

#[test]
fn style_sheets_hide_elements_of_the_page() {
    let (tree, _) = parse(
        "<style>.a{display:none} #b{display:none}</style><style \
            media=print>.c{display:none}</style>\
         <p class=a>1<p id=b>2<p class=c>3",
    );
    let hidden: Vec<bool> = tree
        .all()
        .filter(|id| tree.tag(*id) == Some(Tag::P))
        .map(|id| tree.is_styled_away(id))
        .collect();
    assert_eq!(hidden, [true, true, false]);
    assert!(tree.memory() > 0);
}

#[test]
fn html_in_annotations_stays_in_its_formula() {
    let annotation = "<annotation-xml encoding=TEXT/html><div>a";
    let expected = "body[math[annotation-xml encoding=TEXT/html[div[\"a\"]]]]";
    assert_eq!(body(&format!("<math>{annotation}")), expected);
    let expected = "body[math[annotation-xml encoding=MathML-Content] div[\"a\"]]";
    assert_eq!(body("<math><annotation-xml encoding=MathML-Content><div>a"), expected);
}

proptest! {
    #[test]
    fn subtrees_are_ranges_that_children_fill(soup in proptest::collection::vec(
        prop_oneof!["</?(div|p|b|ul|li|table|td|a)>", "[a-z ]{1,4}"], 0..40)) {
        let (tree, _) = parse(&soup.concat());
        for id in tree.all() {
            let mut next = NodeId(id.0 + 1);
            for child in tree.children(id) {
                prop_assert_eq!(child, next);
                prop_assert_eq!(tree.parent(child), Some(id));
                next = tree.end(child);
            }
            prop_assert_eq!(next, tree.end(id));
            prop_assert_eq!(tree.descendants(id).count(), tree.end(id).index() - id.index() - 1);
            let inside = tree.all().filter(|node| tree.contains(id, *node)).count();
            prop_assert_eq!(inside, tree.descendants(id).count() + 1);
        }
        let texts: String = tree.all().map(|id| tree.text(id)).collect();
        prop_assert_eq!(texts, tree.text_content(NodeId::DOCUMENT));
    }

    #[test]
    fn no_cap_breaks_the_tree(
        soup in proptest::collection::vec(
            prop_oneof!["</?(div|p|b|table|td|a href=x title=yy|body x=1|body y=2|html z)>", "[a-z ]{1,9}"], 0..60),
        caps in proptest::array::uniform5(0usize..40),
    ) {
        let [nodes, attributes, per_element, attribute_bytes, text_bytes] = caps;
        let limits = Limits {
            nodes,
            attributes,
            attributes_per_element: per_element,
            attribute_bytes,
            text_bytes,
            ..Limits::default()
        };
        let tree = Tree::parse(&soup.concat(), &limits, &mut Vec::new());
        tree.validate();
        prop_assert!(tree.attrs.len() <= attributes && tree.text.len() <= text_bytes);
    }
}
