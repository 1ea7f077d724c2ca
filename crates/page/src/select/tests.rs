use super::*;
use crate::cpu_clock::linear;
use crate::{Attr, Limits};

const PAGE: &str = "<body id=top class='home blog'>\
    <div id=list class='items'>\
      <article id=a1 class='post first' data-n=1><h2><a id=l1 href='/2020/a' rel='bookmark \
      nofollow'>A</a></h2><p>x</p></article>\
      <article id=a2 class=post lang=en-GB><a id=l2 href='https://x.org/B.HTML'>B</a></article>\
      <aside id=ad></aside>\
      <article id=a3 class='post ad'><h2><b id=b3></b></h2></article>\
    </div>\
    <my-card id=card></my-card><ul><li id=i1><li id=i2><li id=i3><li id=i4><li id=i5></ul>";

fn ids(selector: &str) -> String {
    let tree = Tree::parse(PAGE, &Limits::default(), &mut Vec::new());
    let selector = Selector::parse(selector).unwrap_or_else(|e| panic!("{selector}: {e:?}"));
    let found = selector.select(&tree, NodeId::DOCUMENT);
    let ids: Vec<_> = found.into_iter().filter_map(|id| tree.attr(id, Attr::ID)).collect();
    ids.join(" ")
}

#[test]
fn selectors_find_what_they_say() {
    for (selector, expected) in [
        ("article", "a1 a2 a3"),
        ("ARTICLE.post", "a1 a2 a3"),
        (".post.first", "a1"),
        ("#list > article", "a1 a2 a3"),
        ("body > article", ""),
        ("body article a", "l1 l2"),
        ("article h2 > a", "l1"),
        ("article + aside", "ad"),
        ("article ~ article", "a2 a3"),
        ("aside ~ article", "a3"),
        ("a, aside", "l1 l2 ad"),
        ("my-card", "card"),
        ("[data-n]", "a1"),
        ("[data-n='1']", "a1"),
        ("[data-n=\"2\"]", ""),
        ("a[rel~=nofollow]", "l1"),
        ("a[rel=bookmark]", ""),
        ("[lang|=en]", "a2"),
        ("a[href^='/2020']", "l1"),
        ("a[href$='.html' i]", "l2"),
        ("a[href$='.html']", ""),
        ("a[href*='x.org']", "l2"),
        ("a[href*='']", ""),
        ("article:not(.ad, :has(h2))", "a2"),
        ("article:has(> a)", "a2"),
        ("article:has(h2 a)", "a1"),
        ("article:has(+ aside)", "a2"),
        ("article:has(~ aside)", "a1 a2"),
        ("article:has(~ article b)", "a1 a2"),
        (":is(aside, my-card)", "ad card"),
        ("article:first-child", "a1"),
        ("article:last-child", "a3"),
        ("article:nth-child(3)", ""),
        ("article:nth-of-type(3)", "a3"),
        ("li:nth-child(odd)", "i1 i3 i5"),
        ("li:nth-child(2n)", "i2 i4"),
        ("li:nth-child(n + 4)", "i4 i5"),
        ("li:nth-child(-n+2)", "i1 i2"),
        ("li:nth-last-child(2)", "i4"),
        ("li:last-of-type", "i5"),
        ("b:only-child", "b3"),
        ("aside:empty", "ad"),
        ("li:nth-child(0)", ""),
        ("li:hover", ""),
        ("\\62 ody", "top"),
        ("#list *:not(:has(*)):is(a, b)", "l1 l2 b3"),
        ("body.home:has(.nothing)", ""),
    ] {
        assert_eq!(ids(selector), expected, "{selector}");
    }
}

#[test]
fn a_search_below_an_element_sees_what_is_around_it() {
    let tree = Tree::parse(PAGE, &Limits::default(), &mut Vec::new());
    let select = |text: &str| Selector::parse(text).expect("a selector");
    let article = select("#a1").first(&tree, NodeId::DOCUMENT).expect("an article");
    assert_eq!(select("#list a").select(&tree, article).len(), 1);
    assert_eq!(select("> a").select(&tree, article).len(), 0);
    assert_eq!(select("> h2 > a").select(&tree, article).len(), 1);
    assert_eq!(select(":scope > h2").select(&tree, article).len(), 1);
    assert_eq!(select("~ aside").select(&tree, article).len(), 0);
    assert!(select("div > .first").matches(&tree, article));
    assert!(!select("aside").matches(&tree, article));
}

#[test]
fn what_is_no_selector_is_told_with_its_place() {
    for (text, at, message) in [
        ("", 0, "an element was expected, not the end"),
        ("a,", 2, "an element was expected, not the end"),
        ("a >", 3, "an element was expected, not the end"),
        ("div..b", 4, "a name is missing"),
        ("a[href", 6, "an attribute test is not closed"),
        ("a[href=/x]", 7, "a value is missing"),
        ("a[href='x]", 7, "a quote is not closed"),
        ("a:before", 1, "there is no pseudo-class :before"),
        ("a::before", 2, "pseudo-elements are not in the tree"),
        ("li:nth-child(x)", 13, "\"x\" is no place among siblings"),
        ("a:not(b", 7, "\")\" is missing"),
        ("a)", 1, "unexpected ')'"),
        ("#1", 1, "a name is missing"),
        ("a:contains(x)", 1, "there is no pseudo-class :contains()"),
        ("a:not(> b)", 7, "a selector here may not begin with a combinator"),
    ] {
        let error = Selector::parse(text).expect_err(text);
        assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
    }
    let deep = ":not(".repeat(100_000);
    assert_eq!(
        Selector::parse(&deep).expect_err("deep").message,
        "selectors within selectors go too deep"
    );
}

#[test]
fn hostile_pages_do_not_take_forever() {
    let tree = |count| {
        let html = "<div>".repeat(400) + &"<i></i>".repeat(count);
        Tree::parse(&html, &Limits::default(), &mut Vec::new())
    };
    for text in
        ["div div div div div div div div em", "i:nth-last-child(7n)", "div:has(div div div em)"]
    {
        let selector = Selector::parse(text).expect("a selector");
        linear(100_000, tree, |tree| selector.select(tree, NodeId::DOCUMENT).len());
    }
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parsing_never_fails_but_with_a_place(text in "[a-z#.:()\\[\\]=\"'> \
            +~,*\\\\0-9é-]{0,40}") {
            if let Err(error) = Selector::parse(&text) {
                prop_assert!(error.at <= text.len() && text.is_char_boundary(error.at));
            }
        }
    }
}

#[test]
fn selectors_are_written_as_they_were_read() {
    for text in ["a > b", " a:not( .b ) ,c", "[href^='/']"] {
        let selector: Selector = text.parse().expect("a selector");
        assert_eq!(selector.to_string(), text);
        assert_eq!(selector, Selector::parse(text).expect("the same"));
    }
    assert!("a[".parse::<Selector>().is_err());
}

/// Selectors of one element and of several, none of them relative.
const SELECTORS: &[&str] = &[
    "p",
    "*",
    ".a",
    "#b",
    "div > p",
    "div p",
    "p + p",
    "p ~ b",
    "p:first-child",
    ":nth-child(2n)",
    ":nth-last-of-type(1)",
    "div:has(p)",
    "p:not(.a)",
    ":is(p, b).a",
    "[class]",
    "[class~=a]",
    ":empty",
    "div:has(> b, + p)",
];

mod laws {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn soup() -> impl Strategy<Value = String> {
        proptest::collection::vec(
            prop_oneof![
                "</?(div|p|b|ul|li)>",
                "<(div|p|b) class='?(a|b|a b)'?>",
                "<(div|p) id=(a|b)>",
                "[xy]",
            ],
            0..25,
        )
        .prop_map(|parts| parts.concat())
    }

    fn parsed(html: &str) -> Tree {
        Tree::parse(html, &Limits::default(), &mut Vec::new())
    }

    fn found(tree: &Tree, text: &str) -> BTreeSet<NodeId> {
        let selector = Selector::parse(text).expect("a selector");
        selector.select(tree, NodeId::DOCUMENT).into_iter().collect()
    }

    fn elements(tree: &Tree) -> BTreeSet<NodeId> {
        tree.all().filter(|id| tree.tag(*id).is_some()).collect()
    }

    proptest! {
        #[test]
        fn searching_finds_exactly_what_matches(html in soup(), which in 0..SELECTORS.len()) {
            let (tree, text) = (parsed(&html), SELECTORS[which]);
            let selector = Selector::parse(text).expect("a selector");
            let mut matching = elements(&tree);
            matching.retain(|id| selector.matches(&tree, *id));
            prop_assert_eq!(&found(&tree, text), &matching);
            let first = selector.first(&tree, NodeId::DOCUMENT);
            prop_assert_eq!(first, found(&tree, text).first().copied());
        }

        #[test]
        fn a_selector_and_its_negation_part_the_elements(
            html in soup(),
            which in 0..SELECTORS.len(),
        ) {
            let (tree, text) = (parsed(&html), SELECTORS[which]);
            let (yes, no) = (found(&tree, text), found(&tree, &format!(":not({text})")));
            prop_assert!(yes.is_disjoint(&no));
            prop_assert_eq!(&yes | &no, elements(&tree));
        }

        #[test]
        fn a_list_finds_what_any_of_it_finds(
            html in soup(),
            a in 0..SELECTORS.len(),
            b in 0..SELECTORS.len(),
        ) {
            let (tree, a, b) = (parsed(&html), SELECTORS[a], SELECTORS[b]);
            let either = &found(&tree, a) | &found(&tree, b);
            prop_assert_eq!(&found(&tree, &format!("{a}, {b}")), &either);
            prop_assert_eq!(&found(&tree, &format!(":is({a}, {b})")), &either);
        }

        #[test]
        fn positions_are_counted_among_siblings(
            html in soup(),
            step in -3i32..4,
            offset in -3i32..6,
        ) {
            let tree = parsed(&html);
            let is_wanted = |id: &NodeId| {
                let Some(parent) = tree.parent(*id) else { return false };
                let siblings = tree.children(parent).filter(|child| tree.tag(*child).is_some());
                let place = siblings.take_while(|sibling| sibling <= id).count() as i32;
                (0..40).any(|n| step * n + offset == place)
            };
            let mut expected = elements(&tree);
            expected.retain(is_wanted);
            let text = format!(":nth-child({step}n{offset:+})");
            prop_assert_eq!(found(&tree, &text), expected, "{}", text);
        }
    }
}
