use super::*;
use crate::{ExtractConfig, Hints, Limits, Method, Reason};

/// Everything on a page, pictures too.
fn everything(html: &str, config: &ExtractConfig) -> (Page, Extraction) {
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let mut extraction = Method::AllText.extract(&page, config);
    extraction.labels.iter_mut().for_each(|label| label.content = true);
    (page, extraction)
}

fn document(html: &str) -> Document {
    let (page, extraction) = everything(html, &ExtractConfig::default());
    Document::new(&page, &extraction)
}

/// A leaf with its kind, unless it is a paragraph, and with its marks in braces.
fn leaf(leaf: &Leaf) -> String {
    let leaf = &*leaf.edited(|_| true);
    let mut text = String::new();
    for piece in leaf.pieces() {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Open(marked) => text.push_str(&match &marked.mark {
                Mark::Link(address) => format!("{{link {address}: "),
                Mark::Abbreviation(title) => format!("{{abbr {title}: "),
                Mark::Editorial(mark) => format!("{{{mark:?}: "),
                mark => format!("{{{mark:?}: "),
            }),
            Piece::Close(_) => text.push('}'),
            Piece::Point(marked) => text.push_str(&match &marked.mark {
                Mark::Picture(Picture { source, alt, link }) => {
                    format!("!{alt}({source} {})", link.as_deref().unwrap_or("-"))
                }
                Mark::Media { name, source } => format!("!{name}({source})"),
                mark => format!("!{mark:?}"),
            }),
        }
    }
    match (leaf.kind, &leaf.language) {
        (crate::BlockKind::Paragraph, _) => text,
        (kind, None) => format!("{}({text})", kind.name()),
        (kind, Some(language)) => format!("{}[{language}]({text})", kind.name()),
    }
}

/// A cell with its spans: `a:2x1` takes two columns, `.` is taken by another cell.
fn cell(cell: &Cell) -> String {
    let texts: Vec<String> = cell.leaves.iter().map(leaf).collect();
    let header = if cell.header { "*" } else { "" };
    match (cell.columns, cell.rows) {
        (0, _) => ".".to_owned(),
        (1, 1) => format!("{}{header}", texts.join("+")),
        (columns, rows) => format!("{}{header}:{columns}x{rows}", texts.join("+")),
    }
}

fn frame(frame: Frame) -> String {
    match frame {
        Frame::List(None) => "list".to_owned(),
        Frame::List(Some(numbering)) => format!("list from {}", numbering.start),
        Frame::Item(None) => "item".to_owned(),
        Frame::Item(Some(number)) => format!("item {number}"),
        frame => format!("{frame:?}").to_ascii_lowercase(),
    }
}

/// The parts in one line: frames in angle brackets, tables in square ones.
fn shown(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Open(open) => format!("<{}>", frame(*open)),
        Part::Close(_) => "</>".to_owned(),
        Part::Source(address) => format!("from({address})"),
        Part::Leaf(text) => leaf(text),
        Part::Table(rows) => {
            let row = |row: &Vec<Cell>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
            format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(" / "))
        }
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

fn check(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        assert_eq!(shown(&document(html).parts), *expected, "{html}");
    }
}

#[test]
fn elements_around_blocks_are_frames() {
    check(&[
        ("<blockquote><p>a<p>b</blockquote><p>c", "<quote> a b </> c"),
        ("<figure><figcaption>a</figcaption></figure>", "<figure> caption(a) </>"),
        ("<p>x<aside><p>a</aside>", "x <box> a </>"),
        // There is nothing beside it.
        ("<aside><p>a<p>b</aside>", "a b"),
        ("<p>x<div role=doc-footnote><p>n</div>", "x <note> n </>"),
        ("<p>x<aside role=note>n</aside>", "x <note> n </>"),
        ("<h2>a</h2><pre>b</pre>", "heading(a) code(b)"),
        // XenForo 1 puts posts into quotations.
        ("<blockquote class=messageText>a</blockquote>", "a"),
    ]);
}

#[test]
fn quotations_have_their_sources() {
    let post = |class: &str| {
        format!(
            "<p>x<blockquote class='{class}'><p>a <a href='http://t.example/tag'>b</a></p>c \
             <a href='http://t.example/1'>d</a></blockquote>"
        )
    };
    for (html, expected) in [
        (
            "<blockquote cite='http://a.example/b'>a</blockquote>",
            "<quote> from(http://a.example/b) a </>",
        ),
        ("<blockquote cite='The Book'>a</blockquote>", "<quote> a </>"),
        (
            "<blockquote cite='The Book' data-embed-url='http://a.example/b'>a</blockquote>",
            "<quote> from(http://a.example/b) a </>",
        ),
        ("<blockquote cite='javascript:a()'>a</blockquote>", "<quote> a </>"),
        ("<blockquote cite='http://a.example/b'><img></blockquote>a", "a"),
        (
            "<blockquote data-instgrm-permalink='http://i.example/p'>a</blockquote>",
            "<quote> from(http://i.example/p) a </>",
        ),
    ] {
        assert_eq!(shown(&document(html).parts), expected, "{html}");
    }
    let source = |class| {
        let parts = document(&post(class)).parts;
        parts.into_iter().find_map(|part| match part {
            Part::Source(address) => Some(address),
            _ => None,
        })
    };
    assert_eq!(source("twitter-tweet tw-align").as_deref(), Some("http://t.example/1"));
    assert_eq!(source("pull"), None);
}

#[test]
fn what_only_editions_mark_stands_beside_the_marks() {
    check(&[
        ("a <q>b <q>c</q></q>", "a {Quoted: “b {Quoted: ‘c’}”}"),
        ("<u>a<b>b</b></u>", "{Underlined: a{Strong: b}}"),
        ("<u>a<b>b</b></u><b>c</b>", "a{Strong: bc}"),
        ("<b>a</b><u><b>b</b></u>", "{Strong: a{Underlined: b}}"),
        ("a <time datetime=2019>b</time> <time>2018</time>", "a {Time(\"2019\"): b} 2018"),
        ("<code>a <u>b</u></code> c", "{Code: a b} c"),
        ("<p lang=en>a <i lang=la>b", "a {Emphasis: {Foreign(\"la\"): b}}"),
        (
            "<p lang=en>a <q lang=de>b <span lang=EN>c</span></q>",
            "a {Foreign(\"de\"): {Quoted: “b {Foreign(\"EN\"): c}”}}",
        ),
        // Nobody says what the text around it is in; the whole block; the same language.
        ("<p>a <i lang=la>b", "a {Emphasis: b}"),
        ("<body lang=en><p><span lang=la>a b</span>", "a b"),
        ("<p lang=en>a <span lang=en-GB>b", "a b"),
        // Word processors; but not all scripts have spaces.
        ("<p lang=hu>k<span lang=fr>\u{e9}</span>k", "k\u{e9}k"),
        ("<p lang=ja>\u{306f}<span lang=en>a</span>", "\u{306f}{Foreign(\"en\"): a}"),
        (
            "<ruby>a<rp>(</rp><rt>b <rt>c</rt>d<rt>e</rt>f</ruby>",
            "{Ruby(\"b c\"): a}{Ruby(\"e\"): d}f",
        ),
    ]);
}

#[test]
fn what_only_editions_mark_changes_no_mark() {
    let document = document("<b>a</b><u><b>b</b></u><q><i>c</i></q> <span lang=fr><i>d</i></span>");
    let [Part::Leaf(leaf)] = &document.parts[..] else { panic!("one block") };
    let marks: Vec<&Mark> = leaf.marks.iter().map(|marked| &marked.mark).collect();
    assert_eq!(marks, [&Mark::Strong, &Mark::Emphasis, &Mark::Emphasis]);
    assert_eq!(leaf.editorial.len(), 2);
}

#[test]
fn deep_editorial_marks_cost_little() {
    let html = format!("<p>{}a", "<q>b<span lang=de>c<u>d".repeat(3000));
    let found = document(&html);
    let leaves = found.parts.iter().filter_map(|part| match part {
        Part::Leaf(leaf) => Some(leaf.editorial.len()),
        _ => None,
    });
    assert!(leaves.sum::<usize>() < 100);
}

#[test]
fn lists_hold_items() {
    check(&[
        ("<ul><li>a<li>b</ul>", "<list> <item> list item(a) </> <item> list item(b) </> </>"),
        (
            "<ul><li>a<ul><li>b</ul></ul>",
            "<list> <item> list item(a) <list> <item> list item(b) </> </> </> </>",
        ),
        ("<ol start=3><li>a</ol>", "<list from 3> <item 3> list item(a) </> </>"),
        (
            "<ol reversed><li>a<li>b</ol>",
            "<list from 2> <item 2> list item(a) </> <item 1> list item(b) </> </>",
        ),
        ("<ul><p>a</ul>", "<list> <item> a </> </>"),
        ("<li>a", "<list> <item> list item(a) </> </>"),
        ("<ul><li>a<p>b</ul>", "<list> <item> list item(a) b </> </>"),
    ]);
}

#[test]
fn lists_of_terms_hold_terms_and_descriptions() {
    check(&[
        (
            "<dl><dt>a<dd>b</dl>",
            "<definitions> <term> term(a) </> <description> definition(b) </> </>",
        ),
        ("<dl><dd><p>a<p>b</dl>", "<definitions> <description> definition(a) b </> </>"),
        ("<dl><p>x<dt>a</dl>", "<definitions> <description> x </> <term> term(a) </> </>"),
        // Outside of a list they are paragraphs.
        ("<dt>a", "a"),
    ]);
}

#[test]
fn tables_have_rows_of_equal_length() {
    check(&[
        ("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "[cell(a)* cell(b)* / cell(c) cell(d)]"),
        ("<table><tr><td colspan=2>a<tr><td>b<td>c</table>", "[cell(a):2x1 . / cell(b) cell(c)]"),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", "[cell(a):1x2 cell(b) / . cell(c)]"),
        ("<table><tr><td>a<td>b<tr><td><td>d</table>", "[cell(a) cell(b) /  cell(d)]"),
        (
            "<table><tr><td>a<td><p>b<p>c<tr><td>d<td>e</table>",
            "[cell(a) cell(b)+cell(c) / cell(d) cell(e)]",
        ),
    ]);
}

#[test]
fn marks_are_cut_at_their_ends() {
    check(&[
        ("<p>a <b>b</b> c", "a {Strong: b} c"),
        ("<p><b>a</b><b>b</b>", "{Strong: ab}"),
        ("<p><b>a <i>b</i></b>", "{Strong: a {Emphasis: b}}"),
        ("<p><a href=http://x.example/b>c</a>", "{link http://x.example/b: c}"),
        ("<p><a href='javascript:x'>c</a>", "c"),
        ("<p><code>a <b>b</b></code>", "{Code: a b}"),
        ("<p><abbr title='World Wide Web'>WWW</abbr> a", "{abbr World Wide Web: WWW} a"),
        ("<p><abbr title=' '>WWW</abbr>", "WWW"),
        ("<pre>a <b>b</b></pre>", "code(a b)"),
    ]);
}

#[test]
fn an_abbreviation_around_many_blocks_is_written_once() {
    let found = document("<abbr title=Fog><p>a<p>b</abbr>");
    assert_eq!(shown(&found.parts).matches("abbr Fog").count(), 1);
    let long = format!("<p><abbr title='{}'>a</abbr>", "x".repeat(257));
    assert_eq!(shown(&document(&long).parts), "a");
}

#[test]
fn pictures_and_players_are_points() {
    check(&[
        (
            "<figure><img src=a.png alt='A b'><figcaption>c</figcaption></figure>",
            "<figure> image(!A b(a.png -)) caption(c) </>",
        ),
        (
            "<a href=http://x.example/b><img src=http://x.example/p.png></a>",
            "image(!(http://x.example/p.png http://x.example/b))",
        ),
        // The mark of the text has the link.
        (
            "<p><a href=http://x.example/b>t <img src=p.png> u</a>",
            "{link http://x.example/b: t!(p.png -) u}",
        ),
        ("<iframe src=https://x.example/v></iframe>", "media(!iframe(https://x.example/v))"),
    ]);
}

#[test]
fn frames_around_nothing_are_left_out() {
    check(&[
        ("<blockquote><iframe src='javascript:x'></iframe></blockquote><p>a", "a"),
        ("<ul><li><iframe src='javascript:x'></iframe></ul><p>a", "a"),
    ]);
}

#[test]
fn what_is_not_asked_for_is_not_there() {
    let html = "<p>a <a href=http://x.example/>b</a></p><img src=http://x.example/p.png>\
        <iframe src=http://x.example/v></iframe>";
    let plain = ExtractConfig { links: false, images: false, ..ExtractConfig::default() };
    let (page, extraction) = everything(html, &plain);
    assert_eq!(shown(&Document::new(&page, &extraction).parts), "a b");
}

#[test]
fn languages_of_code_are_kept() {
    check(&[
        ("<pre><code class=language-rust>fn x</code></pre>", "code[rust](fn x)"),
        ("<pre>fn x</pre>", "code(fn x)"),
    ]);
}

#[test]
fn comments_stand_apart() {
    let (page, mut extraction) = everything("<p>a<p>b<p>c", &ExtractConfig::default());
    extraction.labels[1].reason = Reason::Comment;
    let document = Document::new(&page, &extraction);
    assert_eq!((shown(&document.parts), shown(&document.comments)), ("a c".into(), "b".into()));
    extraction.labels.iter_mut().for_each(|label| label.content = false);
    assert_eq!(Document::new(&page, &extraction), Document::default());
}

#[test]
fn frames_end_at_a_depth_that_readers_of_xml_accept() {
    let found = document(&format!("{}a", "<blockquote>".repeat(100)));
    let opened = found.parts.iter().filter(|part| matches!(part, Part::Open(_))).count();
    assert_eq!(opened, 48);
}

#[test]
fn plain_text_is_a_document_of_paragraphs() {
    let page = Page::plain_text(b"a\nb\n\nc", &Hints::default(), &Limits::default());
    let extraction = Method::Page.extract(&page, &ExtractConfig::default());
    assert_eq!(shown(&Document::new(&page, &extraction).parts), "a b c");
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    /// The text of a leaf from its pieces, if its marks nest.
    fn pieced(leaf: &Leaf) -> String {
        let (mut text, mut open) = (String::new(), Vec::new());
        for piece in leaf.pieces() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Open(marked) => open.push(marked),
                Piece::Close(marked) => assert_eq!(open.pop(), Some(marked)),
                Piece::Point(_) => {}
            }
        }
        assert!(open.is_empty());
        text
    }

    proptest! {
        #[test]
        fn frames_nest_and_no_text_is_lost(soup in proptest::collection::vec(
            prop_oneof![
                "[a-z]{1,3}",
                "</?(p|div|ul|ol|li|dl|dt|dd|blockquote|table|tr|td|aside|figure|b|a href=x|pre)>",
                "</?(q|u|ruby|rt|time datetime=2019|span lang=de|i lang=la|b|code|html lang=en)>",
            ], 0..40)) {
            let (page, extraction) = everything(&soup.concat(), &ExtractConfig::default());
            let mut open = Vec::new();
            let mut texts = Vec::new();
            for part in &Document::new(&page, &extraction).parts {
                match part {
                    Part::Open(frame) => open.push(*frame),
                    Part::Close(frame) => prop_assert_eq!(open.pop(), Some(*frame)),
                    Part::Source(_) => {}
                    Part::Leaf(leaf) => {
                        prop_assert_eq!(&pieced(&leaf.edited(|_| true)), &leaf.text);
                        texts.push(leaf.text.clone());
                    }
                    Part::Table(rows) => {
                        let cells = rows.iter().flatten().flat_map(|cell| &cell.leaves);
                        texts.extend(cells.map(|leaf| leaf.text.clone()));
                    }
                }
            }
            prop_assert!(open.is_empty());
            let blocks: Vec<String> = page.blocks().iter().map(|b| b.text.clone()).collect();
            prop_assert_eq!(texts, blocks);
        }
    }
}
