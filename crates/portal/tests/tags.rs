//! The inventory of tags: signatures, content roots, verdicts, tables.

use proptest::prelude::*;
use scutch_page::{ExtractConfig, Hints, Limits, NodeId, Page};
use scutch_portal::Portal;
use scutch_portal::tags::{
    Change, Inventory, TableLine, TagRow, Verdict, content_root, default_verdict, diff, pair, read,
    signature, to_portal_file, write,
};

fn page(html: &str) -> Page {
    Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
}

/// The element with an attribute `x`.
fn marked(page: &Page) -> NodeId {
    let tree = page.tree();
    let mut all = tree.all();
    all.find(|id| tree.attr_named(*id, "title") == Some("x")).expect("a marked element")
}

#[test]
fn signatures_generalize_numbers_and_generated_names() {
    for (attributes, expected) in [
        ("", "p"),
        ("id=main", "p#main"),
        ("id=' '", "p"),
        ("class='b a b'", "p.a.b"),
        ("class='post post-123'", "p.post.post-0"),
        ("class='col2of3'", "p.col0of0"),
        ("class='a8f3e29b01'", "p.0"),
        ("class='decade facade'", "p.decade.facade"),
        ("class='x-a8f3e29b01_y'", "p.x-0_y"),
        ("id=a1 class='z c d e f g h i'", "p#a0.c.d.e.f.g.h"),
        ("itemprop=articleBody", "p[itemprop=articleBody]"),
    ] {
        let page = page(&format!("<div class=box><p title=x {attributes}>text</p></div>"));
        let id = marked(&page);
        assert_eq!(signature(page.tree(), id), expected, "{attributes}");
        assert_eq!(pair(page.tree(), id), format!("div.box > {expected}"));
    }
    let long = page(&format!("<p title=x class={}>text", "y".repeat(99)));
    assert_eq!(signature(long.tree(), marked(&long)), format!("p.{}", "y".repeat(40)));
}

#[test]
fn verdicts_follow_from_names_and_own_text() {
    let with_text = TagRow { own_text: 10, ..TagRow::default() };
    let without = TagRow::default();
    let remove = Verdict::Operator("remove".to_owned());
    for (signature, row, expected) in [
        ("nav.menu", &with_text, remove.clone()),
        ("form", &with_text, remove),
        ("p.lead", &with_text, Verdict::Keep),
        ("div", &with_text, Verdict::Keep),
        ("div.box", &without, Verdict::Keep),
        ("div.box", &with_text, Verdict::Undecided),
        ("custom-element", &with_text, Verdict::Undecided),
        ("div.a > p.lead", &with_text, Verdict::Keep),
        ("p > div#x", &with_text, Verdict::Undecided),
        ("span[itemprop=name]", &with_text, Verdict::Undecided),
    ] {
        assert_eq!(default_verdict(signature, row), expected, "{signature}");
    }
}

#[test]
fn the_content_root_is_the_tightest_element_with_nearly_all_text() {
    let text =
        "The ferry to the islands left the harbour ten minutes late this morning. ".repeat(4);
    let other =
        "Nobody minded, as far as one could see from the shore on that grey day. ".repeat(4);
    for (html, expected) in [
        (
            format!("<main><div class=story><p>{text}</p><p>{other}</p></div></main>"),
            Some("div.story"),
        ),
        (format!("<div id=a><div id=b><p>{text}{other}</p></div></div>"), Some("p")),
        ("<p></p>".to_owned(), None),
    ] {
        let page = page(&html);
        let extraction = scutch_page::extract(&page, &ExtractConfig::default());
        let root = content_root(&page, &extraction).map(|id| signature(page.tree(), id));
        assert_eq!(root.as_deref(), expected, "{html}");
    }
}

fn line(signature: &str, verdict: Verdict, pages: u64) -> TableLine {
    TableLine { signature: signature.to_owned(), verdict, count: pages, pages }
}

#[test]
fn tables_become_valid_portal_files() {
    let operator = |text: &str| Verdict::Operator(text.to_owned());
    let lines = [
        line("div.box", operator("blockquote"), 9),
        line("div[itemprop=\"x\\y\"]", operator("remove"), 8),
        line("p > i.b", operator("blockquote p"), 7),
        line("p", Verdict::Keep, 6),
        line("div.open", Verdict::Undecided, 5),
    ];
    let (table, open) = to_portal_file(&lines);
    assert_eq!((open, table.lines().count()), (1, 4), "{table}");
    let rules = table.replace("[content.table]", "[[content]]\nroot = ['body']\n[content.table]");
    let portal = Portal::load(&format!("url = 'http://a.example/'\n{rules}"), None);
    let portal = portal.unwrap_or_else(|error| panic!("{table}: {error}"));
    let keys: Vec<_> = portal.content.files()[0].table.keys().collect();
    assert_eq!(keys, ["div.box", "div[itemprop=\"x\\y\"]", "p > i.b"]);
}

#[test]
fn shares_of_pages_are_compared_between_crawls_of_different_size() {
    let lines = |pages: &[(&str, u64)]| -> Vec<TableLine> {
        pages.iter().map(|(name, n)| line(name, Verdict::Keep, *n)).collect()
    };
    let old = lines(&[("html", 100), ("a", 40), ("b", 40), ("c", 40), ("gone", 1)]);
    let new = lines(&[("html", 1000), ("a", 400), ("b", 801), ("c", 199), ("new", 1)]);
    let shown: Vec<String> = diff(&old, &new)
        .iter()
        .map(|change| match change {
            Change::New(line) => format!("+{}", line.signature),
            Change::Gone(line) => format!("-{}", line.signature),
            Change::Changed(before, after) => {
                format!("{} {}>{}", before.signature, before.pages, after.pages)
            }
        })
        .collect();
    assert_eq!(shown, ["b 40>801", "c 40>199", "-gone", "+new"]);
    assert_eq!(diff(&old, &old), []);
    assert_eq!(diff(&[], &[]), []);
}

#[test]
fn examples_do_not_depend_on_the_order_of_pages() {
    let pages: Vec<(String, Page)> = (0..12)
        .map(|n| (format!("http://a.example/{n}"), page(&format!("<div class=x>Text {n}</div>"))))
        .collect();
    let inventory = |order: &mut dyn Iterator<Item = usize>| {
        let mut all = Inventory::default();
        for n in order {
            let (url, page) = &pages[n];
            all.add(page.tree(), &[NodeId::DOCUMENT], url);
        }
        all
    };
    let forward = inventory(&mut (0..12));
    assert_eq!(forward, inventory(&mut (0..12).rev()));
    assert_eq!(forward.rows["div.x"].examples.len(), 3);
    assert_eq!((forward.pages, forward.rows["div.x"].pages), (12, 12));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A table that nobody edited is read back line for line.
    #[test]
    fn written_tables_are_read_again(
        classes in proptest::collection::vec("[a-z]{1,6}", 1..12),
        pairs in any::<bool>(),
    ) {
        let html: String =
            classes.iter().map(|class| format!("<div class={class}>Some text. </div>")).collect();
        let page = page(&html);
        let mut inventory = Inventory::new(pairs);
        inventory.add(page.tree(), &[NodeId::DOCUMENT], "http://a.example/");
        let lines = read(&write(&inventory)).expect("a table");
        let expected = inventory.rows.iter().filter(|(_, row)| row.text_in_root > 0).count();
        prop_assert_eq!(lines.len(), expected);
        for line in &lines {
            // The root element has no parent, so that its pair begins with a space.
            let found = inventory.rows.iter().find(|(name, _)| name.trim() == line.signature);
            let (_, row) = found.expect("a row");
            prop_assert_eq!((line.count, line.pages), (row.count, row.pages));
        }
        prop_assert!(lines.is_sorted_by(|a, b| a.count >= b.count));
        prop_assert!(diff(&lines, &lines).is_empty());
    }

    #[test]
    fn no_table_breaks_the_reader(text in "[a-z#.>?\t\n 0-9-]{0,60}") {
        let _ = read(&text);
    }
}
