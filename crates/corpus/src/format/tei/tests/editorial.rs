//! Marks of editions: quotations, foreign words, dates, readings.

use super::*;

/// The first block of the article as TEI, plain and with words.
fn blocks(html: &str) -> [String; 2] {
    both(html).expect("valid").map(|xml| {
        let start = xml.find("<div type=\"article\">").expect("an article") + 20;
        let end = xml[start..].find("\n</div>").map_or(xml.len(), |end| start + end);
        xml[start..end].trim().to_owned()
    })
}

/// Without what the tests of annotations check.
fn without_words(xml: &str) -> String {
    let is_word = |tag: &&str| ["w", "/w", "pc", "/pc", "s", "/s", "/name"].contains(tag);
    let pieces = xml.split('<').map(|piece| {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        let name = tag.split(' ').next().unwrap_or_default();
        match is_word(&name) || name == "name" || tag.is_empty() {
            true => text.to_owned(),
            false => format!("<{tag}>{text}"),
        }
    });
    pieces.collect()
}

#[test]
fn marks_of_editions_are_elements() {
    let p = |inner: &str| format!("<p xml:id=\"dabc.n1\">{inner}</p>");
    for (html, expected) in [
        ("a <q>b</q> c", "a <q>\u{201c}b\u{201d}</q> c"),
        ("a <q>\"b\"</q> c", "a <q>\"b\"</q> c"),
        ("a <q>b <q>c</q></q>", "a <q>\u{201c}b <q>\u{2018}c\u{2019}</q>\u{201d}</q>"),
        ("a <u>b</u>", "a <hi rend=\"underline\">b</hi>"),
        ("<u>a <b>b</b></u>", "<hi rend=\"underline\">a <hi rend=\"bold\">b</hi></hi>"),
        // One bold mark of two elements, of which the line is under one.
        ("<u>a<b>b</b></u><b>c</b>", "a<hi rend=\"bold\">bc</hi>"),
        (
            "a <time datetime='2019-05-17 10:00'>May</time>",
            "a <date when=\"2019-05-17\">May</date>",
        ),
        ("a <time datetime=10:00:05>ten</time>", "a <time when=\"10:00:05\">ten</time>"),
        ("a <time datetime=10:00>ten</time>", "a ten"),
        (
            "a <i lang=la>b c</i>",
            "a <hi rend=\"italic\"><foreign xml:lang=\"la\">b c</foreign></hi>",
        ),
        ("a <span lang=de-AT>b</span>", "a <foreign xml:lang=\"de-AT\">b</foreign>"),
        ("a <span lang=en-GB>b</span>", "a b"),
        ("<span lang=de>a b</span>", "a b"),
        ("<code><u>a</u></code> b", "<code>a</code> b"),
        ("<u><code>a</code></u> b", "<hi rend=\"underline\"><code>a</code></hi> b"),
        ("<code>a</code><u><code>b</code></u> c", "<code>ab</code> c"),
    ] {
        let [plain, annotated] = blocks(&format!("<html lang=en><p>{html}"));
        assert_eq!(plain, p(expected), "{html}");
        assert_eq!(without_words(&annotated), p(expected), "{html}");
    }
}

#[test]
fn readings_stand_beside_their_texts() {
    let base = "<ruby>\u{6f22}<rp>(</rp><rt>kan</rt><rp>)</rp>\u{5b57}<rt>ji</rt>\u{3060}</ruby>";
    let [plain, annotated] = blocks(&format!("<p>{base}"));
    let ruby = |base, reading| format!("<ruby><rb>{base}</rb><rt>{reading}</rt></ruby>");
    let expected = ruby("\u{6f22}", "kan") + &ruby("\u{5b57}", "ji") + "\u{3060}";
    assert!(plain.contains(&expected), "{plain}");
    // Both readings are of parts of one word.
    assert!(!annotated.contains("<ruby>"), "{annotated}");
    let [_, annotated] = blocks("<p><ruby>one<rt>1</rt></ruby> two");
    assert!(annotated.contains("</rb><rt>1</rt></ruby>"), "{annotated}");
}

#[test]
fn quotations_name_their_source() {
    let [quote, _] = blocks("<blockquote cite='/b c'><p>a</blockquote>");
    let start = "<quote source=\"http://press.example/b%20c\"><p xml:id=\"dabc.n1\">a</p></quote>";
    assert_eq!(quote, start);
}

#[test]
fn captions_and_spans_are_those_of_their_table() {
    let [table, _] = blocks(
        "<table><caption>a</caption><tr><th rowspan=2>b<th colspan=2>c<tr><td>d<td>e</table>",
    );
    let expected = "<table><head xml:id=\"dabc.n1\">a</head>\n\
        <row><cell role=\"label\" rows=\"2\">b</cell><cell role=\"label\" cols=\"2\">c</cell></row>\n\
        <row><cell role=\"data\">d</cell><cell role=\"data\">e</cell></row></table>";
    assert_eq!(table, expected);
    let [figure, _] =
        blocks("<figure><table><caption>a</caption><tr><th>b<th>c<tr><td>d<td>e</table></figure>");
    assert!(figure.starts_with("<figure><head xml:id=\"dabc.n1\">a</head><table>"), "{figure}");
}
