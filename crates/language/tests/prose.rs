//! Ordinary prose in the languages that the web has most of is named with confidence.

use std::collections::BTreeMap;

use scutch_language::detect;

/// Fewest sentences with a confidence of at least [`SURE`], of a hundred.
const LEAST_SURE: usize = 90;
const SURE: f64 = 0.9;

fn sentences() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("prose.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').expect("a language and a sentence"))
}

#[test]
fn whole_sentences_are_named() {
    for (language, sentence) in sentences() {
        let found = detect(sentence);
        assert_eq!(found.tag.split('-').next(), Some(language), "{found:?} {sentence}");
    }
}

#[test]
fn nearly_all_whole_sentences_are_sure() {
    let sure = sentences().filter(|(_, sentence)| detect(sentence).confidence >= SURE).count();
    assert!(sure * 100 >= sentences().count() * LEAST_SURE, "{sure}");
}

/// Two sentences are about what the first paragraph of a page has.
#[test]
fn short_paragraphs_are_sure() {
    let mut paragraphs: BTreeMap<&str, String> = BTreeMap::new();
    for (language, sentence) in sentences() {
        let paragraph = paragraphs.entry(language).or_default();
        paragraph.push_str(sentence);
        paragraph.push(' ');
    }
    assert_eq!(paragraphs.len(), 30);
    for (language, paragraph) in paragraphs {
        let found = detect(&paragraph);
        assert_eq!(found.tag.split('-').next(), Some(language), "{paragraph}");
        // Malay and Norwegian Nynorsk have the words of the languages beside them.
        let least = if matches!(language, "id" | "nb") { 0.7 } else { SURE };
        assert!(found.confidence >= least, "{found:?} {paragraph}");
    }
}
