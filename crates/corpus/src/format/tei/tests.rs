use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use proptest::prelude::*;
use scutch_folder::config::CorpusMetadata;
use scutch_page::{Cuts, Document, ExtractConfig, Extraction, Hints, Label, Limits, Page, Reason};

use super::*;
use crate::format::{annotations, conllu};
use crate::row::{PageFacts, Row};
use crate::segment::Segmented;

/// Everything kept: what is tested here is the form.
fn document(html: &str) -> Document {
    let hints = Hints { url: Some("http://press.example/a/b.html"), ..Hints::default() };
    let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
    let label = Label { content: true, score: 1.0, reason: Reason::Length };
    let labels = vec![label; page.blocks().len()];
    let config = ExtractConfig::default();
    Document::new(
        &page,
        &Extraction {
            labels,
            contributions: Vec::new(),
            cuts: Cuts::new(),
            script_text: false,
            threshold: None,
            flags: Vec::new(),
            method: "test/1",
            config,
        },
    )
}

fn row() -> Row {
    Row {
        id: "abc".to_owned(),
        url: "http://press.example/a b?c=%zz&d=[1]#e#f".to_owned(),
        title: Some("Tides & <times>\u{1}\u{fffe}".to_owned()),
        authors: vec!["A. Gull".to_owned()],
        keywords: vec!["sea".to_owned()],
        date_published: Some("2019-05-17T10:00".to_owned()),
        date_modified: Some("2019-05".to_owned()),
        timestamp: Some(1_558_051_200_123),
        language: Some("en".to_owned()),
        licence: Some("https://creativecommons.org/licenses/by/4.0/".to_owned()),
        schema: Some(serde_json::json!({ "a": "]]>" })),
        ..Row::default()
    }
}

/// Pages that are hard to write as TEI, by name.
fn cases() -> Vec<(&'static str, String)> {
    let deep = |open: &str, close: &str| open.repeat(2000) + "deep" + &close.repeat(2000);
    vec![
        ("empty", String::new()),
        ("controls", "<p>a\u{1}b\u{8}c\u{b}d\u{fffe}e\u{ffff}f&#x0;g&#xB;h</p>".to_owned()),
        ("deep-div", deep("<div>", "</div>")),
        ("deep-quote", deep("<blockquote>a", "</blockquote>")),
        ("deep-list", deep("<ul><li>a", "</li></ul>")),
        ("deep-inline", format!("<p>{}", deep("<b><i>", "</i></b>"))),
        ("table-in-list", "<ul><li>a<table><tr><th>b<th>c<tr><td>d<td>e</table>f<li>g</ul>".into()),
        ("list-in-table", "<table><tr><th>b<th>c<tr><td><ul><li>d<li>e</ul><td>f</table>".into()),
        ("table-in-bare-list", "<ul><table><tr><th>b<th>c<tr><td>d<td>e</table></ul>".into()),
        ("text-after-divs", "<h1>a</h1><p>b<h2>c</h2><p>d<h1>e</h1>f<div>g</div>h".into()),
        ("heading-first-low", "<h4>a</h4><p>b<h2>c</h2><h3>d</h3><h2>e</h2>".into()),
        ("heading-in-quote", "<blockquote><h2>a</h2><p>b</blockquote><p>c".into()),
        ("heading-in-item", "<ul><li><h2>a</h2>b<li><h3>c</h3></ul>".into()),
        ("list-in-list", "<ul><ul><li>a</ul>b<ol start=3><li>c</ol></ul>".into()),
        ("box", "<p>a<aside><h2>b</h2><p>c<ul><li>d</ul><aside><p>e</aside></aside><p>f".into()),
        ("box-in-list", "<ul><li>a<aside>b<table><tr><th>c<th>d<tr><td>e<td>f</table></aside></ul><p>g".into()),
        ("box-in-box-in-quote", "<blockquote>a<aside><figure><img src=b alt=c><figcaption>d</figure></aside></blockquote><p>e".into()),
        ("box-in-figure", "<figure><img src=a><aside><p>b</aside><figcaption>c</figure><p>d".into()),
        ("box-in-table", "<table><tr><td>a<aside><p>b</aside><td>c<tr><td>d<td>e</table><p>f".into()),
        ("note", "<p>a<aside role=doc-footnote><p>b</p><ul><li>c</ul></aside><p>d".into()),
        ("note-in-list", "<ol><li role=doc-endnote>a</li><li role=doc-endnote><p>b<p>c</li></ol><p>d".into()),
        ("note-in-box", "<p>z<aside>a<p role=note>b</aside><p>c".into()),
        ("notes-alone", "<h1>a</h1><div role=note>b</div><div role=note><h2>c</h2>d</div>".into()),
        ("box-alone", "<aside><h1>a</h1><p>b</aside>".into()),
        (
            "formulas",
            "<p>a <img src=a class=tex alt='b_1 c'>d<script type='math/tex; mode=display'>e<f</script> <a href=b><img src=a class=tex alt=g></a>"
                .into(),
        ),
        (
            "numbers",
            "<ol type=a start=-3 reversed><li>a<li value=7>b<ol type=I><li>c</ol></ol><ol style='list-style: lower-roman'><li>d</ol>"
                .into(),
        ),
        (
            "terms",
            "<dl><div><dt>a<dt><h3>b</h3><p>c<dd>d<dl><dt>e</dl><table><tr><th>f<th>g<tr><td>h<td>i</table><dd>j</div><ul><li>k</ul></dl><dd>l<dt>m"
                .into(),
        ),
        ("definitions", "<dl>z<dd>y<dt>a<dt>b<dd>c<p>d<dd><ul><li>e</ul></dl>".into()),
        (
            "figure",
            "<figure><img src=a.png alt=b><img src='c d'><figcaption>e</figcaption><p>f</figure>"
                .into(),
        ),
        (
            "pictures",
            "<p>a <img src='%zz[].png' alt='<b>'> c<img src='http://[x'></p><a href='http://[x'><img src=d></a><a href=e><img src=d alt=e></a>".into(),
        ),
        (
            "links",
            "<p><a href='mailto:'>a</a> <a href='http://a b/#c#d'>e</a> <a href='x:y'>f</a>".into(),
        ),
        (
            "media",
            "<iframe src='http://v.example/a'></iframe><p>a<iframe src='//b'></iframe>".into(),
        ),
        (
            "code",
            "<pre><code class='language-c++'>a  b\n\tc\n</code></pre><p><code>d</code>".into(),
        ),
        ("marks", "<p><b>a<i>b</b>c</i><sup>d</sup><sub>e</sub><ins>x <mark>y</mark></ins>z<abbr title='w <'>v</abbr>u <abbr title=t>t s</abbr><del>f<br>g</del><b></b>".into()),
        (
            "marks-in-words",
            "<p>a<b>b</b>c <a href='/x'>d<i>e</i></a>f <code>g h</code>i <b>j <i>k</i>l. M</b> n<img src=o.png>p <del>q</del>r"
                .into(),
        ),
        ("picture-after-sentence", "<p>One!<a href=/n><img src=a alt=b></a> Two<img src=c alt=d><br>three".into()),
        (
            "editorial",
            "<div lang=en><p>a <q>b <q lang=fr>c <u>d</u></q></q> e <time datetime=2019-05-17T10:00>f</time> \
             <time datetime=10:00:05>g h</time> <time datetime=P1D>i</time> <i lang=la>j k</i> <span lang='x_y'>l</span>\
             <ruby>\u{6f22}<rt>\u{304b}\u{3093}</rt>\u{5b57}<rt>\u{3058}</rt></ruby> <code><u>m</u></code> n<u>o</u>p \
             q<q>r</q>s <u>t<b>u</b></u><b>v</b> <q>w <code>x y</code></q> <a href=z><time datetime=2019>\
             2019</time></a> <q>One. Two.</q> <q><img src=a alt=b></q> <time datetime=2019-05>May 2019</time>"
                .to_owned(),
        ),
        ("sources", "<blockquote cite='http://a.example/b c'>a<blockquote cite=d>b</blockquote></blockquote><ul><blockquote cite='//e'>f</blockquote></ul>".into()),
        ("captions", "<table><caption><p>a<p>b</caption><tr><th>c<th>d<tr><td>e<td>f</table><ul><table><caption>g</caption><tr><th>h<th>i<tr><td>j<td>k</table></ul><figure><table><caption>l</caption><tr><th>m<th>n<tr><td>o<td>p</table></figure><figcaption>q</figcaption>".into()),
        ("spans", "<table><tr><th rowspan=3 colspan=2>a<th>b<tr><td>c<tr><td>d<td>e<tr><td colspan=900 rowspan=0>f</table><table><tr><th rowspan=2>g<th rowspan=2>h<tr><td><img><tr><td>i<td>j</table>".into()),
        ("units", include_str!("../../../../page/tests/cases/markdown/units.html").to_owned()),
        ("empty-list", "<ul></ul><ul><li></ul><blockquote></blockquote><table></table>".into()),
    ]
}

fn written(html: &str) -> String {
    let [plain, _] = both(html).unwrap_or_else(|Invalid(rule)| panic!("{rule}: {html:.80}"));
    DECLARATION.to_owned() + &plain
}

/// The document without annotations and with those of a tagger that has something to say of every word.
fn both(html: &str) -> Result<[String; 2], Invalid> {
    let (row, mut document) = (row(), document(html));
    document.comments.clone_from(&document.parts);
    let segmented = &Segmented::new(&document, None);
    let (row, facts, document) = (&row, &PageFacts::default(), &document);
    let plain = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let conllu = annotated(&conllu::conllu(&plain)?);
    let tagged = annotations::merged(&row.id, segmented, &conllu).expect("nothing was changed");
    let article = Article { tagged: Some(&tagged), ..plain };
    Ok([tei(&plain)?, tei(&article)?])
}

fn annotated(conllu: &str) -> String {
    let mut out = String::new();
    for line in conllu.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        if let [number, form, .., misc] = columns[..] {
            let upos = if form.contains(char::is_alphanumeric) { "NOUN" } else { "PUNCT" };
            let name = ["O", "B-PER", "I-PER", "B-LOC", "I-ORG"][number.len() * form.len() % 5];
            let lemma = form.to_lowercase();
            out.push_str(&format!(
                "{number}\t{form}\t{lemma}\t{upos}\tN\"<\tNumber=Sing|Case=Nom\t_\t_\t_\tNER={name}|{misc}\n"
            ));
        } else {
            out.push_str(&format!("{line}\n"));
        }
    }
    out
}

/// A corpus with everything that one can say of it.
fn publication() -> CorpusMetadata {
    let text = r#"
[corpus]
title = "Tides & <times>"
date = "2026-11"
edition = "1.0"
description = "A.\n\nB."
identifier = "10.5281/zenodo.1"
languages = ["en", "hu"]
makers = [
    { name = "Gull, Anna", orcid = "0000-0002-1825-0097" },
    { name = "Harbour Library", role = "collector", ror = "01jsq2704" },
]
institution = { name = "Harbour University" }
funders = [{ name = "Tide Fund", award = "T-1" }]
availability = { status = "restricted", licence = "Ours", statement = "On request." }
period = { from = "2005", to = "2019-12" }
"#;
    CorpusMetadata::from_toml(text).expect("metadata")
}

/// The document in a corpus that somebody described.
fn published(html: &str) -> String {
    let (row, document, corpus) = (row(), document(html), publication());
    let segmented = &Segmented::new(&document, None);
    let (row, facts, document, corpus) = (&row, &PageFacts::default(), &document, Some(&corpus));
    let article = Article { row, facts, document, segmented, tagged: None, corpus };
    tei(&article).expect("valid")
}

#[test]
fn a_described_corpus_is_named_in_the_header_of_every_document() {
    let tei = published("<p>a");
    for part in [
        "<title type=\"main\">Tides &amp; &lt;times&gt;</title><author>A. Gull</author><funder>Tide Fund, award T-1</funder>",
        "<respStmt><resp>creation of the corpus</resp><persName ref=\"https://orcid.org/0000-0002-1825-0097\">\
         <forename>Anna</forename> <surname>Gull</surname></persName></respStmt>",
        "<orgName ref=\"https://ror.org/01jsq2704\">Harbour Library</orgName>",
        "<editionStmt><edition n=\"1.0\">1.0</edition></editionStmt>",
        "<publicationStmt><publisher>Harbour University</publisher><date type=\"published\" when=\"2026-11\">",
        "<idno type=\"DOI\">10.5281/zenodo.1</idno><idno type=\"scutch\">abc</idno>",
        "<availability status=\"restricted\"><licence>Ours</licence><p>On request.</p>",
    ] {
        assert!(tei.contains(part), "{part}: {tei}");
    }
    // What the page allows is said of the page.
    let source = tei.split_once("<sourceDesc>").expect("a source").1;
    assert!(source.contains("<availability status=\"free\"><licence target="), "{source}");
    assert_eq!(written("<p>a").matches("<availability").count(), 1);
}

#[test]
fn a_described_corpus_has_a_header_of_its_own() {
    let config = Config { corpus: Some(publication()), ..Config::default() };
    let head = corpus_head(&config).expect("valid");
    for part in [
        "<projectDesc><p>A.</p><p>B.</p></projectDesc>",
        "media types text/html",
        "<date type=\"covered\" from=\"2005\" to=\"2019-12\">",
        "<language ident=\"hu\">",
        &config.digest(),
    ] {
        assert!(head.contains(part), "{part}: {head}");
    }
}

#[test]
fn every_page_of_an_article_is_a_source() {
    let mut row = row();
    let page = |number: u32| {
        serde_json::json!({
            "url": format!("http://press.example/a b?page={number}"),
            "warc_date": "2019-05-17T00:00:00Z",
            "warc_record_id": "<urn:uuid:1>",
            "payload_digest": "sha256:ab",
        })
    };
    row.pages = Some(vec![page(2), serde_json::json!({ "url": "http://press.example/3" })]);
    let document = document("<p>a");
    let segmented = &Segmented::new(&document, None);
    let (row, facts, document) = (&row, &PageFacts::default(), &document);
    let article = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let xml = tei(&article).expect("valid");
    let second = "<bibl n=\"2\"><title type=\"main\">Tides &amp; &lt;times&gt;</title>\
        <date type=\"captured\" when=\"2019-05-17T00:00:00Z\">2019-05-17T00:00:00Z</date>\
        <ref target=\"http://press.example/a%20b?page=2\">http://press.example/a b?page=2</ref>\
        <idno type=\"warc-record\">&lt;urn:uuid:1&gt;</idno><idno type=\"payload\">sha256:ab</idno></bibl>\
        <bibl n=\"3\">";
    assert!(xml.contains(second), "{xml}");
}

/// The text of the body, without markup and without readings: these are beside the text.
fn body_text(xml: &str) -> String {
    let body = xml.split_once("<body>").expect("body").1;
    let pieces = body.split('<').filter(|piece| !piece.starts_with("rt>"));
    pieces.map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text)).collect()
}

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

#[test]
fn annotated_text_is_the_same_text() {
    for (name, html) in cases() {
        let [plain, annotated] = both(&html).expect("valid");
        assert_eq!(body_text(&plain), body_text(&annotated), "{name}");
    }
}

#[test]
fn marks_nest_with_names_and_words() {
    let html =
        "<p>the <b>big New</b> York H<sub>2</sub>O <a href='/x'>sail</a>ing <i>one. Two</i></p>";
    let (row, document) = (row(), document(html));
    let segmented = &Segmented::new(&document, None);
    let (row, facts, document) = (&row, &PageFacts::default(), &document);
    let plain = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let text: String = conllu::conllu(&plain).expect("valid");
    let name = |line: &str| match line.split('\t').nth(1) {
        // The page marks it, so the last column has a value.
        Some("New") => line.replacen("\t_", "\tx", 1) + "|NER=B-LOC",
        Some("York") => line.replace("_\t_\t_\t_\t_\t_\t_\t_", "y\t_\t_\t_\t_\t_\t_\tNER=I-LOC"),
        _ => line.to_owned(),
    };
    let text: Vec<String> = text.lines().map(name).collect();
    let tagged = annotations::merged("abc", segmented, &text.join("\n")).expect("aligned");
    let xml = tei(&Article { tagged: Some(&tagged), ..plain }).expect("valid");
    let p = xml.split_once("<s>").expect("a sentence").1.split_once("</p>").expect("end").0;
    let expected = "<w>the</w> <hi rend=\"bold\"><w>big</w> </hi><name type=\"LOC\">\
        <hi rend=\"bold\"><w lemma=\"x\">New</w></hi> <w lemma=\"y\">York</w></name> \
        <w>H<hi rend=\"sub\">2</hi>O</w> <ref target=\"http://press.example/x\"><w>sailing</w></ref> \
        <hi rend=\"italic\"><w>one</w><pc>.</pc></hi></s> <s><hi rend=\"italic\"><w>Two</w></hi></s>";
    assert_eq!(p, expected);
}

#[test]
fn marks_of_very_long_texts_nest_with_words() {
    let html = format!("<p>{}</p>", "<b>One</b> two<img src=a.png>. ".repeat(30_000));
    let (row, document) = (row(), document(&html));
    let segmented = &Segmented::new(&document, None);
    let (row, facts, document) = (&row, &PageFacts::default(), &document);
    let plain = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let text: String = conllu::conllu(&plain).expect("valid");
    let tagged = annotations::merged("abc", segmented, &text).expect("aligned");
    let xml = tei(&Article { tagged: Some(&tagged), ..plain }).expect("valid");
    let bold = "<hi rend=\"bold\"><w>One</w></hi> <w>two</w>";
    assert_eq!(xml.matches(bold).count(), 30_000);
}

#[test]
fn terms_and_their_description_are_one_item() {
    let xml = written("<dl><dt>a<dt>b<dd>c<p>d<ul><li>e</ul><dd>f</dl>");
    let expected = "<list type=\"gloss\"><item xml:id=\"dabc.n1\"><label type=\"term\" xml:id=\"dabc.n2\">a</label>\
        <label type=\"term\" xml:id=\"dabc.n3\">b</label><p xml:id=\"dabc.n4\">c</p><p xml:id=\"dabc.n5\">d</p>\
        <list rend=\"bulleted\"><item xml:id=\"dabc.n6\">e</item></list></item>\
        <item xml:id=\"dabc.n7\"><p xml:id=\"dabc.n8\">f</p></item></list>";
    assert!(xml.contains(expected), "{xml}");
}

#[test]
fn formulas_code_tables_tasks_and_notes_are_written_as_what_they_are() {
    let tei = written(include_str!("../../../../page/tests/cases/markdown/units.html"));
    for part in
        ["10^{6}", "\\frac{w}{3}", "gauge --status", "    go()", "5 ft", "\u{2611}", "Brandt 2003"]
    {
        assert!(tei.contains(part), "{part}: {tei}");
    }
    // Three in the text, and again in the comments, which are a copy of it here.
    assert_eq!(tei.matches("<formula ").count(), 6, "{tei}");
    for sign in ["Copy", "\u{21a9}"] {
        assert!(!tei.contains(sign), "{sign}: {tei}");
    }
}

#[test]
fn hard_cases_break_no_rule() {
    for (name, html) in cases() {
        let text = written(&html);
        assert!(text.ends_with("</TEI>\n"), "{name}");
    }
}

#[test]
fn a_broken_rule_is_named() {
    let mut xml = Xml::default();
    xml.open(El::Body);
    xml.open(El::Head);
    xml.close();
    xml.close();
    let rule = xml.finish().expect_err("a head may not stand in the body");
    assert_eq!(rule, "`head` may not stand here in `body`");
    let mut xml = Xml::default();
    xml.open(El::List);
    xml.close();
    assert_eq!(xml.finish().expect_err("empty"), "`list` needs `item`");
    let mut xml = Xml::default();
    xml.open(El::Graphic);
    xml.attribute("url", "");
    xml.close();
    assert_eq!(xml.finish().expect_err("no url"), "`graphic` needs a valid attribute `url`");
}

/// A file of the repository that is made from the table: `rng` or `odd`.
fn schema(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/tei-scutch.{kind}"))
}

#[test]
fn the_schemas_in_the_repository_are_those_of_the_table() {
    for (kind, expected) in [("rng", relaxng::relaxng()), ("odd", odd::odd())] {
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(schema(kind), &expected).expect("the schema can be written");
        }
        let found = fs::read_to_string(schema(kind)).unwrap_or_default();
        assert!(found == expected, "{kind} out of date: UPDATE_DOCS=1 cargo test -p scutch-corpus");
    }
}

/// Elements with their attributes, as a file names them: `element` and `attribute` are what stands
/// before a name.
fn declared(file: &str, element: &str, attribute: &str) -> Vec<(String, Vec<String>)> {
    let name = |line: &str, before: &str| {
        let (_, name) = line.split_once(before)?;
        Some(name.split_once('"')?.0.trim_start_matches("xml:").to_owned())
    };
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in fs::read_to_string(file).expect("the file").lines() {
        found.extend(name(line, element).map(|name| (name, Vec::new())));
        if let (Some(name), Some((_, attributes))) = (name(line, attribute), found.last_mut()) {
            attributes.push(name);
        }
    }
    found
}

#[test]
fn both_schemas_declare_the_same_elements_and_attributes() {
    let file = |kind| schema(kind).display().to_string();
    let rng = declared(&file("rng"), "<element name=\"", "<attribute name=\"");
    let odd = declared(&file("odd"), "<elementSpec ident=\"", "<attDef ident=\"");
    assert_eq!(rng, odd);
    assert_eq!(rng.len(), El::ALL.len());
}

/// jing, told where it is by `cargo xtask test`, judges every hard case by our schema and by the whole of TEI.
#[test]
fn jing_finds_the_hard_cases_valid() {
    let Some(jing) = std::env::var_os("SCUTCH_TEST_JING") else {
        eprintln!("SKIPPED: SCUTCH_TEST_JING is not set");
        return;
    };
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut files = Vec::new();
    for (name, html) in cases() {
        let path = folder.path().join(format!("{name}.xml"));
        fs::write(&path, written(&html)).expect("file");
        files.push(path);
        let path = folder.path().join(format!("{name}-annotated.xml"));
        let [_, annotated] = both(&html).expect("valid");
        fs::write(&path, DECLARATION.to_owned() + &annotated).expect("file");
        files.push(path);
    }
    let head = corpus_head(&Config::default()).expect("valid");
    let all = head + &written("<p>a").replace(DECLARATION, "") + CORPUS_TAIL;
    let path = folder.path().join("corpus.xml");
    fs::write(&path, all).expect("file");
    files.push(path);
    let config = Config { corpus: Some(publication()), ..Config::default() };
    let all = corpus_head(&config).expect("valid") + &published("<p>a") + CORPUS_TAIL;
    let path = folder.path().join("published.xml");
    fs::write(&path, all).expect("file");
    files.push(path);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/portal/schema");
    let whole = data.join("tei_all_4.7.0.rng");
    if !whole.exists() {
        eprintln!("SKIPPED: the schema of all of TEI is not there");
    }
    let schemas = [schema("rng"), whole];
    for rules in schemas.iter().filter(|path| path.exists()) {
        let mut files = files.clone();
        // The customisation is a document of TEI itself, though not of the subset.
        files.extend(rules.ends_with("tei_all_4.7.0.rng").then(|| schema("odd")));
        let output = Command::new(&jing).arg(rules).args(&files).output().expect("jing runs");
        let talk = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success(), "{}: {talk}", rules.display());
    }
}

proptest! {
    #[test]
    fn any_soup_is_valid(soup in proptest::collection::vec(
        prop_oneof![
            "[a-z&;.]{0,8}",
            "</?(a href='x:y z'|b|p|h1|h2|h4|img src=x|li|ol|ul|pre|code|table|tr|th|td|blockquote|dl|dt|dd|figure|figcaption|em|div|br|q|u|ruby|rt|span lang=la|i lang=de|html lang=en|caption|time datetime=2019|td colspan=2 rowspan=2|aside|div role=note|li role=doc-endnote)>",
            ".{0,4}",
        ], 0..60)) {
        let written = both(&soup.concat());
        prop_assert!(written.is_ok(), "{written:?}");
        let [plain, annotated] = written.expect("checked");
        prop_assert_eq!(body_text(&plain), body_text(&annotated));
    }
}
