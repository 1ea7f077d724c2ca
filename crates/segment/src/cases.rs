//! Cases as data: sentences and tokens of `tests/cases/`, a file for each language.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use scutch_page::BlockKind;
use scutch_page::document::{Document, Leaf, Part};

use super::Segmented;
use super::view::Paragraph;

/// The sentences of a paragraph, each with `|` between tokens that no space separates.
fn segmented(text: String, language: &str) -> Vec<String> {
    let (marks, editorial) = (Vec::new(), Vec::new());
    let leaf = Leaf { kind: BlockKind::Paragraph, text, marks, editorial, language: None };
    let document = Document { parts: vec![Part::Leaf(leaf)], ..Document::default() };
    let segmented = Segmented::new(&document, Some(language));
    let paragraphs = segmented.paragraphs().collect::<Vec<_>>();
    let sentences = paragraphs.iter().flat_map(Paragraph::sentences);
    let shown = sentences.map(|sentence| {
        let joint = |space| if space { " " } else { "|" };
        let tokens = sentence.tokens().map(|t| format!("{}{}", t.form, joint(t.space_after)));
        tokens.collect::<String>().trim_end().to_owned()
    });
    shown.collect()
}

/// The paragraphs of a file of cases: sentences, one in a line.
fn paragraphs(file: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(file).expect("a file of cases");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
    let paragraphs = lines.split(|line| line.is_empty());
    paragraphs.map(|lines| lines.iter().map(ToString::to_string).collect()).collect()
}

/// The files of cases, in the order of their names.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("cases").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn sentences_and_tokens_are_those_of_the_cases() {
    let mut wrong = String::new();
    for file in files() {
        let language = file.file_stem().and_then(|stem| stem.to_str()).expect("a language");
        for expected in paragraphs(&file) {
            let text = expected.join(" ").replace('|', "");
            let found = segmented(text, language);
            let unlike = |a: &[String], b: &[String]| -> Vec<String> {
                a.iter().filter(|s| !b.contains(s)).cloned().collect()
            };
            let (missing, extra) = (unlike(&expected, &found), unlike(&found, &expected));
            if expected != found {
                let _ = writeln!(wrong, "{language}: {missing:#?} found as {extra:#?}");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn tokens_are_the_text_without_its_spaces() {
    for file in files() {
        for language in ["en", "fr", "cs", "hu"] {
            for sentences in paragraphs(&file) {
                let text = sentences.join(" ").replace('|', "");
                let found = segmented(text.clone(), language).join(" ");
                assert_eq!(found.replace('|', ""), text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// What rules look for, in any order: no cut may lie before the one before it.
    #[test]
    fn no_text_is_lost_or_doubled(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                ". ", ".", "… ", "…", "– ", " – ", "- ", "\"", " \"", "» ", "«", "“", "”", "! ",
                "? ", "?", "1", "12. ", "A. ", "A", "a", "Der Hafen", " bzw. ", "l’", "'", "(", ") ",
                " ", "http://a.example/x.", "3,5", "10 000 ", "湖", "\u{301}",
            ]),
            0..40,
        ),
        language in prop::sample::select(vec!["en", "de", "fr", "es", "it", "cs", "hu", "ru", "pl"]),
    ) {
        let text = pieces.concat();
        let found = segmented(text.clone(), language).concat().replace('|', "");
        let shown = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(shown(&found), shown(&text));
    }
}

/// Lines that a rule with a loop too many would take minutes for.
#[test]
fn long_lines_take_linear_time_in_every_language() {
    for piece in [
        "1.",
        ".) ",
        "x.A.",
        "A. ",
        "? ",
        "(.",
        "l'",
        "a-",
        "… A",
        "a… A ",
        "a. – A ",
        "» ",
        ". » ",
    ] {
        for language in ["en", "fr", "cs", "hu"] {
            let text = piece.repeat(40_000 / piece.len());
            let found = segmented(text.clone(), language).concat().replace('|', "");
            let white = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(white(&found), white(&text), "{piece}");
        }
    }
}
