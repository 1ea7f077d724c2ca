//! Extracted text: the histogram, its table, and repeated texts.

use scutch_folder::manifest::Manifest;
use scutch_folder::tally::{RATIO_BINS, Tally};

use super::tables::{number, row_of, rows, section, text, tooltips};
use crate::{samples, texts};

const RATIOS: &str = "Documents per extraction ratio";

fn manifest(rows: u64, ratios: &[u64], repeated_texts: u64) -> Manifest {
    let mut manifest = samples::empty();
    let ratios = ratios.to_vec();
    manifest.counts =
        Tally { rows, ratios, repeated_texts, words: 12, chars: 34, ..Tally::default() };
    manifest
}

#[test]
fn every_column_of_the_histogram_has_its_row() {
    let manifest = samples::newspapers();
    let html = section(&manifest, texts::body);
    let table = rows(&html, RATIOS);
    let columns = tooltips(&html, "ratio-plot");
    assert_eq!((table.len(), columns.len()), (RATIO_BINS, RATIO_BINS));
    for ((row, tooltip), n) in table.iter().zip(&columns).zip(&manifest.counts.ratios) {
        assert_eq!(number(&row[1]), Some(u128::from(*n)));
        assert!(tooltip.starts_with(&format!("{}: {} document", row[0], row[1])), "{tooltip}");
    }
    assert_eq!((table[0][0].as_str(), table[19][0].as_str()), ("0.00 to 0.05", "0.95 to 1.00"));
}

#[test]
fn documents_without_visible_text_are_left_out_and_counted() {
    for (rows, sentence) in [
        (5, None),
        (6, Some("1 document without visible text is left out.")),
        (9, Some("4 documents without visible text are left out.")),
    ] {
        let shown = text(&section(&manifest(rows, &[0, 5], 0), texts::body));
        assert_eq!(shown.contains("left out"), sentence.is_some(), "{shown}");
        assert!(sentence.is_none_or(|sentence| shown.contains(sentence)), "{shown}");
        assert!(shown.contains("The median lies in the step 0.05 to 0.10."), "{shown}");
    }
}

#[test]
fn a_manifest_may_have_fewer_bins_or_more() {
    let few = rows(&section(&manifest(7, &[7], 0), texts::body), RATIOS);
    assert_eq!(
        (few.len(), number(&few[0][1]), number(&few[19][1])),
        (RATIO_BINS, Some(7), Some(0))
    );
    let many = rows(&section(&manifest(50, &[1; 50], 0), texts::body), RATIOS);
    assert_eq!(many.len(), RATIO_BINS);
    let none = section(&manifest(3, &[], 0), texts::body);
    assert!(none.contains("No document has an extraction ratio."), "{none}");
}

#[test]
fn repeated_texts_and_first_ones_are_all_documents() {
    let html = section(&manifest(40, &[40], 10), texts::body);
    let table = rows(&html, "Documents by whether their text is new");
    assert_eq!(row_of(&table, "First with its text")[1..], ["30", "75.0%"]);
    assert_eq!(row_of(&table, "Repeated")[1..], ["10", "25.0%"]);
    assert!(
        text(&html).contains("10 documents (25.0%) have word for word the text of an earlier one.")
    );
    let one = text(&section(&manifest(40, &[40], 1), texts::body));
    assert!(one.contains("1 document (2.5%) has word for word"), "{one}");
    let none = section(&manifest(40, &[40], 0), texts::body);
    assert!(
        none.contains("No two documents have the same text.") && !none.contains("repeated-bar")
    );
}

#[test]
fn a_corpus_without_rows_has_no_texts() {
    let html = section(&manifest(0, &[3], 2), texts::body);
    assert!(html.contains("No text was extracted.") && !html.contains("<table"), "{html}");
}
