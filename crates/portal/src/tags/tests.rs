use scutch_page::{ExtractConfig, Hints, Limits, NodeId, Page};

use super::*;

fn page(html: &str) -> Page {
    Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
}

fn inventory(pages: &[String]) -> Inventory {
    let mut all = Inventory::default();
    for (number, html) in pages.iter().enumerate() {
        let page = page(html);
        let extraction = scutch_page::extract(&page, &ExtractConfig::default());
        all.add(
            page.tree(),
            content_root(&page, &extraction).as_slice(),
            &format!("http://a.example/{number}"),
        );
    }
    all
}

fn pages() -> Vec<String> {
    let text = "The ferry to the islands left the harbour ten minutes late this morning, and nobody minded.";
    (0..20)
        .map(|n| {
            format!(
                "<body class='post postid-{n}'><nav class=menu><a href=/{n}>Home</a></nav>\
                 <div id=story-{n} class='article a8f3e29b01'><h1>Tides {n}</h1><p>{text}</p>\
                 <div class='box box-{n}'>{text}</div><p style='top:{n}px'>{text}</p></div></body>"
            )
        })
        .collect()
}

#[test]
fn signatures_have_no_numbers() {
    let all = inventory(&pages());
    assert!(all.rows.contains_key("body.post.postid-0"), "{:?}", all.rows.keys());
    let root = all.roots.iter().max_by_key(|(_, pages)| **pages).expect("root");
    assert_eq!(root, (&"div#story-0.0.article".to_owned(), &20));
    let row = &all.rows["div.box.box-0"];
    assert_eq!((row.count, row.pages, row.leaves, row.in_root), (20, 20, 20, 20));
    assert_eq!(row.examples.len(), 3);
}

#[test]
fn elements_are_told_apart_by_their_parents() {
    let html =
        "<div class=a><p>One</p></div><div class=b><p>Two</p><p>Three</p><i class=x>Four</i></div>";
    let mut all = Inventory::new(true);
    let page = page(html);
    all.add(page.tree(), &[NodeId::DOCUMENT], "http://a.example/");
    let count = |key: &str| all.rows.get(key).map(|row| row.count);
    assert_eq!((count("div.a > p"), count("div.b > p"), count("p")), (Some(1), Some(2), None));
    let table = write(&all);
    assert!(
        table.contains("\ndiv.b > p\tkeep\t") && table.contains("\ndiv.b > i.x\tkeep\t"),
        "{table}"
    );
    let lines = read(&table).expect("table");
    assert!(lines.iter().any(|line| line.signature == "div.a > p"));
}

#[test]
fn signatures_with_next_to_no_text_need_no_person() {
    let mut pages = pages();
    let common = inventory(&pages);
    pages[7] = pages[7].replace("</h1>", "</h1><div class=rare>!</div>");
    let all = inventory(&pages);
    assert!(write(&all).contains("\ndiv.rare\tkeep\t"), "{}", write(&all));
    assert_eq!(all.relevant(), common.relevant());
}

#[test]
fn the_number_of_signatures_is_limited() {
    let mut all = Inventory::default();
    for number in 0..100 {
        let class: String =
            format!("{number:03}").chars().map(|c| (c as u8 + 49) as char).collect();
        let page = page(&format!("<p class={class}>Text.</p><p>More.</p>"));
        let mut part = Inventory::default();
        part.add(page.tree(), &[NodeId::DOCUMENT], "http://a.example/");
        all.merge(part);
    }
    assert_eq!((all.rows.len(), all.rows["p"].count), (64, 100));
    assert_eq!(all.left_out, 40, "beside html, head, body and p there is room for sixty");
    assert!(write(&all).contains("# 40 elements of rare signatures"), "{}", write(&all));
}

#[test]
fn each_step_leaves_fewer_tags() {
    let steps = inventory(&pages()).reduction().steps();
    assert!(steps.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{steps:?}");
    assert_eq!(steps[3].1, 1, "the box is to be decided; the root has no text of its own");
}

#[test]
fn verdicts_in_a_table_become_a_portal_file() {
    let table = write(&inventory(&pages()));
    let mut lines = read(&table).expect("table");
    assert!(read("div\nx").is_err());
    let at = lines.iter().position(|line| line.signature == "div.box.box-0").expect("line");
    assert_eq!(lines[at].verdict, Verdict::Undecided);
    lines[at].verdict = Verdict::Operator("blockquote".to_owned());
    let (toml, open) = to_portal_file(&lines);
    assert_eq!((toml.as_str(), open), ("[content.table]\n\"div.box.box-0\" = 'blockquote'\n", 0));
}

#[test]
fn malformed_lines_are_named() {
    let cases = [
        ("p\tkeep\ndiv\tshout\t1\t1", 2, "`shout` is no operator and no element"),
        ("p\tre'move", 1, "`re'move` is no operator and no element"),
        ("p\tKeep", 1, "`Keep` is no operator and no element"),
        ("p\tkeep\n\np\tremove", 3, "line 1 is about `p` already"),
        ("\tremove", 1, "there is no signature"),
        ("p\tremove\tmany\t1", 1, "counts are whole numbers"),
        ("p", 1, "expected a signature"),
    ];
    for (table, line, message) in cases {
        let error = read(table).expect_err(table);
        assert_eq!(error.line, line, "{table}");
        assert!(error.message.starts_with(message), "{error}");
    }
    let saved_elsewhere = format!("\u{feff}{}", write(&inventory(&pages())).replace('\n', "\r\n"));
    assert_eq!(read(&saved_elsewhere), read(&write(&inventory(&pages()))));
}

#[test]
fn changed_shares_and_new_tags_are_found() {
    let line = |signature: &str, pages| TableLine {
        signature: signature.to_owned(),
        verdict: Verdict::Keep,
        count: pages,
        pages,
    };
    let old = [line("p", 100), line("div.a", 50), line("div.b", 5)];
    let new = [line("p", 1000), line("div.b", 500), line("div.c", 5)];
    let changes = diff(&old, &new);
    assert_eq!(changes.len(), 3);
    assert!(matches!(&changes[0], Change::Gone(line) if line.signature == "div.a"));
    assert!(matches!(&changes[1], Change::Changed(_, line) if line.signature == "div.b"));
    assert!(matches!(&changes[2], Change::New(line) if line.signature == "div.c"));
}

#[test]
fn merged_inventories_equal_that_of_all_pages() {
    let pages = pages();
    let whole = inventory(&pages);
    for cut in 0..pages.len() {
        let mut parts = Inventory::default();
        for (number, html) in pages.iter().enumerate().rev() {
            let mut part = Inventory::default();
            let page = page(html);
            let extraction = scutch_page::extract(&page, &ExtractConfig::default());
            let root = content_root(&page, &extraction);
            part.add(page.tree(), root.as_slice(), &format!("http://a.example/{number}"));
            // Merged the other way round once, so that both sides are the larger one.
            if number == cut {
                std::mem::swap(&mut parts, &mut part);
            }
            parts.merge(part);
        }
        assert_eq!(whole, parts, "{cut}");
    }
}
