use scutch_folder::config::CorpusMetadata;
use scutch_page::{Cuts, Document, ExtractConfig, Extraction, Hints, Label, Limits, Page, Reason};
use scutch_segment::Segmented;

use super::*;
use crate::format::{annotations, conllu};
use crate::row::{PageFacts, Row};

mod cases;
mod editorial;
mod header;
mod schema;
mod units;
mod words;

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

/// The text of the body, without markup and without readings: these are beside the text.
fn body_text(xml: &str) -> String {
    let body = xml.split_once("<body>").expect("body").1;
    let pieces = body.split('<').filter(|piece| !piece.starts_with("rt>"));
    pieces.map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text)).collect()
}
