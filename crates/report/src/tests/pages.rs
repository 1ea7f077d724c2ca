//! The remaining sections of the report, and the page of times.

use scutch_folder::config::Extractor;
use scutch_folder::manifest::Manifest;
use scutch_folder::tally::{Counter, OTHER, Tally};
use scutch_folder::timing::{SizeTime, StepTime, Timing};

use super::tables::{number, row_of, rows, section, text, tooltips};
use crate::{annotations, articles, configuration, metadata, render, samples, timing};

fn counter(pairs: &[(&str, u64)]) -> Counter {
    Counter(pairs.iter().map(|(key, n)| ((*key).to_owned(), *n)).collect())
}

fn with(counts: Tally) -> Manifest {
    Manifest { counts, ..samples::empty() }
}

#[test]
fn articles_are_counted_by_year_and_host() {
    let host_years = counter(&[
        ("a.example 2018", 4),
        ("a.example 2019", 30),
        ("b.example 2019", 12),
        ("b.example (none)", 5),
    ]);
    let year_words = counter(&[("2018", 400), ("2019", 12_345), ("(none)", 7)]);
    let html = section(&with(Tally { host_years, year_words, ..Tally::default() }), articles::body);
    let table = rows(&html, "Documents and words per year of publication");
    // Columns: words, documents, then the hosts with most documents first.
    assert_eq!(row_of(&table, "2018")[1..], ["400", "4", "4", "0"]);
    assert_eq!(row_of(&table, "2019")[1..], ["12,345", "42", "30", "12"]);
    assert_eq!(row_of(&table, "(none)")[1..], ["7", "5", "0", "5"]);
    let columns = tooltips(&html, "articles-plot");
    assert_eq!(columns, ["2018: a.example 4", "2019: a.example 30, b.example 12"]);
}

#[test]
fn hosts_beyond_eight_share_a_column_and_nothing_is_lost() {
    let pairs: Vec<(String, u64)> =
        (1..=12).map(|n| (format!("h{n:02}.example 2019"), n)).collect();
    let pairs: Vec<(&str, u64)> = pairs.iter().map(|(key, n)| (key.as_str(), *n)).collect();
    let host_years = counter(&[&pairs[..], &[(OTHER, 100)]].concat());
    let html = section(&with(Tally { host_years, ..Tally::default() }), articles::body);
    let table = rows(&html, "Documents and words per year of publication");
    assert!(html.contains("other hosts"), "{html}");
    for row in &table {
        let cells: Vec<u128> = row[2..].iter().filter_map(|cell| number(cell)).collect();
        assert_eq!((cells.len(), cells[0]), (10, cells[1..].iter().sum()), "{row:?}");
    }
    // What had no key of its own stands for itself among the hosts, with most documents.
    let of_2019 = row_of(&table, "2019");
    assert_eq!(number(&of_2019[2]), Some((1..=12).sum()));
    assert_eq!(of_2019[of_2019.len() - 1], "15", "the five smallest hosts have 1 to 5");
}

#[test]
fn agreement_is_a_share_of_the_pages_with_several_sources() {
    let agreements = counter(&[
        ("a.example title single", 5),
        ("a.example title agree", 3),
        ("a.example title differ", 1),
        ("a.example authors single", 2),
        ("b.example title agree", 10),
    ]);
    let html = section(&with(Tally { agreements, ..Tally::default() }), metadata::body);
    let table = rows(&html, "Metadata agreement per host");
    // The host with most pages comes first; a name stands once, above its fields.
    assert_eq!(table[0], ["b.example", "title", "10", "0", "10", "0", "100.0%"]);
    assert_eq!(table[1], ["a.example", "authors", "2", "2", "0", "0", ""]);
    assert_eq!(table[2], ["", "title", "9", "5", "3", "1", "75.0%"]);
    let nothing = section(&with(Tally::default()), metadata::body);
    assert!(nothing.contains("No page says anything about itself."), "{nothing}");
}

#[test]
fn documents_without_their_annotations_have_a_reason() {
    let mut manifest = samples::one_month();
    assert!(section(&manifest, annotations::body).contains("None were given"));
    manifest.config.annotations = Some("tagged.conllu".into());
    manifest.counts.annotated = 17;
    manifest.counts.not_annotated = counter(&[("no-annotations", 17)]);
    let html = section(&manifest, annotations::body);
    assert!(text(&html).contains("Merged into 17 documents (50.0%)."), "{html}");
    assert_eq!(
        row_of(&rows(&html, "Documents without theirs"), "no-annotations")[2..],
        ["17", "50.0%"]
    );
}

#[test]
fn the_configuration_on_the_page_repeats_the_run() {
    let mut manifest = samples::newspapers();
    manifest.config.seed = 77;
    manifest.config.inputs.push("a <b> & \"c\"".to_owned());
    let html = section(&manifest, configuration::body);
    let shown = super::tables::between(&html, "<pre><code>", "</code></pre>").expect("a listing");
    let read = scutch_folder::config::Config::from_toml(&text(shown)).expect("a configuration");
    assert!(read.same_but_inputs(&manifest.config));
    assert_eq!(read.inputs, manifest.config.inputs);
    assert!(html.contains("scutch corpus --config"), "{html}");
    manifest.config.extractor = Extractor::Template;
    manifest.config.template.crosses = true;
    assert!(section(&manifest, configuration::body).contains("scutch template --config"));
}

#[test]
fn the_head_counts_languages_that_are_some() {
    let mut manifest = samples::one_month();
    manifest.counts.languages =
        counter(&[("de", 9), ("en", 9), ("und", 3), ("", 3), (OTHER, 2), ("?", 1)]);
    manifest.counts.words = 34 * 7 + 16;
    let html = render(&manifest);
    assert!(
        html.contains("<dt>Languages</dt><dd title=\"languages of documents\">2</dd>"),
        "{html}"
    );
    assert!(text(&html).contains("On average a document has 7 words."));
    assert!(html.contains("<h1>A corpus of 34 documents</h1>"));
    assert!(html.contains("<dt>Records kept</dt><dd title=\"34 of "), "{html}");
}

fn times(steps: Vec<StepTime>) -> String {
    let timing = Timing {
        started: "2026-01-01T00:00:00Z".to_owned(),
        finished: "2026-01-01T00:00:09Z".to_owned(),
        seconds: 9.04,
        jobs: 3,
        resumed_shards: 0,
        inputs: Vec::new(),
        steps,
    };
    timing::render("scutch 1 <x>", &timing)
}

#[test]
fn times_are_summed_by_step_and_shown_by_size() {
    let size = |nodes, pages, seconds| SizeTime { nodes, pages, seconds };
    let step = |name: &str, sizes: Vec<SizeTime>| StepTime {
        step: name.to_owned(),
        seconds: sizes.iter().map(|size| size.seconds).sum(),
        sizes,
    };
    let html = times(vec![
        step("parse", vec![size(0, 9, 1.0), size(512, 4, 0.5), size(1_024, 1, 0.25)]),
        step("group", vec![size(0, 2, 0.125)]),
        step("novel", vec![size(1, 1, 0.0)]),
    ]);
    let table = rows(&html, "Time by step");
    // Time that belongs to no page counts in the sum; pages are those that have nodes.
    assert_eq!(row_of(&table, "parse")[1..], ["1.750", "5", "350.000"]);
    assert_eq!(row_of(&table, "group")[1..], ["0.125", "", ""]);
    assert_eq!(row_of(&table, "novel")[1..], ["0.000", "1", "0.000"]);
    let columns = tooltips(&html, "parse");
    assert_eq!(columns[1], "512 to 1,023 nodes: 125,000 µs, 4 pages");
    assert_eq!(columns[2], "1,024 to 2,047 nodes: 250,000 µs, 1 page");
    assert!(!html.contains("id=\"group-title\""), "a step without pages has no plot");
    assert!(html.contains("<h1>9.0 s</h1>") && html.contains(", 3 threads."), "{html}");
    assert!(html.contains("&lt;x&gt;") && html.ends_with("</html>"));
}

/// `timing.json` is a file, and may hold any numbers.
#[test]
fn times_that_no_run_can_have_are_shown_all_the_same() {
    let size = |nodes, pages, seconds| SizeTime { nodes, pages, seconds };
    let sizes = vec![size(u64::MAX, u64::MAX, 1e300), size(1, u64::MAX, f64::NAN)];
    let html = times(vec![StepTime { step: "parse".to_owned(), seconds: -1.0, sizes }]);
    let most = "18,446,744,073,709,551,615";
    assert_eq!(row_of(&rows(&html, "Time by step"), "parse")[2], most);
    assert!(tooltips(&html, "parse")[0].starts_with(&format!("{most} to ")), "{html}");
}

#[test]
fn a_run_without_steps_has_a_page_of_times() {
    let html = times(Vec::new());
    assert!(rows(&html, "Time by step").is_empty());
    assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
    assert_eq!(html.matches("<section").count(), 2);
}
