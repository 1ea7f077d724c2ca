use super::*;
use scutch_folder::config::Config;
use scutch_folder::duplicates::DedupCounts;
use scutch_folder::manifest::InputEntry;
use scutch_folder::tally::{Counter, Tally};

fn manifest() -> Manifest {
    let input = |name: &str| InputEntry {
        name: name.to_owned(),
        path: name.to_owned(),
        ..InputEntry::default()
    };
    Manifest {
        tool: "scutch 0.1.0".into(),
        url_key_profile: String::new(),
        config: Config::default(),
        inputs: ["a.warc.gz", "b.warc.gz"].map(input).into(),
        annotations: None,
        decisions: None,
        not_archives: 0,
        index: None,
        other_files: Vec::new(),
        crawled: None,
        shards: 3,
        counts: Tally { rows: 7, ..Tally::default() },
        outputs: Vec::new(),
        dedup: None,
        redacted: None,
        dropped: None,
        rows_root: None,
    }
}

fn rendered(formats: &[Format], edit: impl Fn(&mut Manifest)) -> String {
    let mut manifest = manifest();
    manifest.config.formats = formats.to_vec();
    edit(&mut manifest);
    Card::new(&manifest).render()
}

/// The lines of the head, between the dashes.
fn head(card: &str) -> Vec<&str> {
    let mut parts = card.split("---\n");
    assert_eq!(parts.next(), Some(""), "{card}");
    parts.next().expect("a head").lines().collect()
}

#[test]
fn the_head_names_the_files_of_the_first_loader() {
    let cases: [(&[Format], &[&str]); 7] = [
        (&[Format::Parquet, Format::Jsonl, Format::Dolma], &["docs/*.parquet"]),
        (&[Format::Jsonl, Format::Dolma], &["docs/*.jsonl.zst", "dolma/*.jsonl.zst"]),
        (&[Format::Oscar, Format::Text], &["oscar/*.jsonl.zst"]),
        (&[Format::Text], &["text/*/*.txt"]),
        (&[Format::Elastic], &[]),
        (&[Format::Csv], &[]),
        (&[Format::Tei, Format::Markdown], &[]),
    ];
    for (formats, files) in cases {
        let card = rendered(formats, |_| {});
        let found: Vec<_> =
            head(&card).iter().filter_map(|line| line.strip_prefix("  data_files: ")).collect();
        assert_eq!(found, files, "{formats:?}");
        let defaults = head(&card).iter().filter(|line| **line == "  default: true").count();
        assert_eq!(defaults, usize::from(!files.is_empty()), "{formats:?}");
        assert_eq!(card.contains("load_dataset("), !files.is_empty(), "{formats:?}");
    }
    // One file with many texts is no table of documents.
    let shards = rendered(&[Format::Text], |manifest| manifest.config.layout = Some(Layout::Shard));
    assert!(!head(&shards).contains(&"configs:"), "{shards}");
}

#[test]
fn every_column_of_the_rows_has_its_type() {
    let card = rendered(&[Format::Parquet], |manifest| manifest.config.markdown = true);
    let lines = head(&card);
    let named = lines.iter().filter_map(|line| line.strip_prefix("  - name: "));
    let expected = Config { markdown: true, ..Config::default() };
    let expected: Vec<_> = columns(&expected).iter().map(|column| column.name).collect();
    assert_eq!(named.collect::<Vec<_>>(), expected);
    for (name, kind) in [
        ("timestamp", "    dtype: timestamp[us, tz=UTC]"),
        ("authors", "    list: string"),
        ("http_status", "    dtype: int32"),
        ("warc_offset", "    dtype: int64"),
        ("content_ratio", "    dtype: float32"),
        ("markdown", "    dtype: string"),
    ] {
        let at = lines.iter().position(|line| *line == format!("  - name: {name}"));
        assert_eq!(lines[at.expect(name) + 1], kind, "{name}");
    }
}

#[test]
fn languages_are_codes_and_sizes_categories() {
    let tags = [("de-AT", 3), ("de", 9), ("und", 4), ("x-klingon", 1), ("(other)", 2), ("yue", 1)];
    let card = rendered(&[Format::Parquet], |manifest| {
        manifest.counts.languages = Counter(tags.map(|(tag, n)| (tag.to_owned(), n)).into());
        manifest.counts.rows = 1_000;
    });
    let expected = ["language:", "- de", "- yue", "size_categories:", "- 1K<n<10K"];
    assert_eq!(head(&card)[..5], expected);
    assert!(card.contains("\n1,000 documents from "), "{card}");
    let sizes = [0, 999, 1_000, 999_999, 10_000_000_000].map(size_category);
    assert_eq!(sizes, ["n<1K", "n<1K", "1K<n<10K", "100K<n<1M", "10B<n<100B"]);
}

#[test]
fn a_card_has_no_words_of_the_archives() {
    let card = rendered(&[Format::Jsonl, Format::Tei], |manifest| {
        manifest.inputs[0].name = "`; sudo\n---\n".to_owned();
        manifest.counts.hosts.add("---", 1);
    });
    assert!(!card.contains("sudo"), "{card}");
    assert!(card.contains("| tei | `tei/*/*.xml` |"), "{card}");
}

#[test]
fn a_copy_says_which_duplicates_it_is_without() {
    let card = rendered(&[Format::Parquet], |manifest| {
        let kinds = [("near", 2), ("text", 0), ("url", 4)].map(|(kind, n)| (kind.to_owned(), n));
        let search = DedupCounts::default();
        manifest.counts.rows = 1;
        manifest.dropped = Some(DroppedDuplicates { kinds: kinds.into(), search });
    });
    for expected in [
        "\n1 of the 7 documents of a corpus from ",
        "\nDuplicates were left out (kind in `dup_kind`): 2 `near`, 0 `text`, 4 `url`. ",
        "those that share 0.8 of their runs of 5 words.\n",
    ] {
        assert!(card.contains(expected), "{card}");
    }
}

#[test]
fn tables_are_not_called_archives() {
    let table = r#"{"table":{"form":"json-lines","url":"url","html":"html"}}"#;
    let table: Content = serde_json::from_str(table).expect("a table");
    for (tables, expected) in [
        (0, "7 documents from 2 web archives, "),
        (1, "7 documents from 1 web archive and 1 table, "),
        (2, "7 documents from 2 tables, "),
    ] {
        let card = rendered(&[Format::Parquet], |manifest| {
            let inputs = manifest.inputs.iter_mut().take(tables);
            inputs.for_each(|input| input.content = table.clone());
        });
        assert!(card.contains(expected), "{card}");
    }
}
