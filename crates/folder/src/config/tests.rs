use proptest::prelude::*;
use scutch_page::Method;

use super::scope::{Filter, is_status_pattern, status_matches};
use super::*;

/// The error of a configuration that is well-formed and means nothing.
fn refused(toml: &str) -> String {
    Config::from_toml(toml).expect_err(toml).to_string()
}

#[test]
fn every_field_has_a_default_and_the_defaults_are_valid() {
    let config = Config::from_toml("").expect("an empty file is a configuration");
    assert_eq!(config, Config::default());
    assert!(config.check().is_ok());
    let written = config.to_toml().expect("writes");
    for field in ["inputs", "formats", "extractor", "shard_records", "[scope]", "[page]"] {
        assert!(written.contains(field), "{field} is not written out:\n{written}");
    }
}

#[test]
fn the_schema_names_every_field_of_the_file() {
    let schema = Config::schema();
    let properties = schema["properties"].as_object().expect("an object");
    let table: toml::Table =
        toml::from_str(&Config::default().to_toml().expect("writes")).expect("TOML");
    for field in table.keys() {
        assert!(properties.contains_key(field), "{field} is missing in the schema");
    }
}

#[test]
fn formats_of_the_caller_hold_where_the_file_names_none() {
    let asked = [Format::Jsonl, Format::Tei];
    for (toml, expected) in [
        ("seed = 1", &asked[..]),
        ("formats = ['html']", &[Format::Html][..]),
        ("formats = ['parquet', 'jsonl']", &[Format::Parquet, Format::Jsonl][..]),
    ] {
        let config = Config::from_toml_or(toml, &asked).expect(toml);
        assert_eq!(config.formats, expected, "{toml}");
    }
}

#[test]
fn a_value_without_meaning_is_named_with_what_may_stand_there() {
    let cases = [
        ("formats = []", "`formats` is `[]`"),
        ("archive_id = ''", "`archive_id` is ``"),
        ("archive_id = 'a b'", "`archive_id` is `a b`"),
        ("archive_id = 'a/b'", "`archive_id` is `a/b`"),
        ("topic = 'nonsense'", "`topic` is `nonsense`: name a profile"),
        ("mask = true\n[template]\nnodes = true", "`mask` is `true`"),
        ("also_extract = ['auto']", "`also_extract` is `auto`"),
        ("also_extract = ['bte', 'template']", "`also_extract` is `template`"),
        ("annotations = 'a.conllu'", "`annotations` is `a.conllu`"),
        ("extract.threshold = 1.01", "`extract.threshold` is `1.01`"),
        ("scope.statuses = ['200', 'ok']", "`scope.statuses` is `ok`"),
        ("scope.record_types = ['answer']", "`scope.record_types` is `answer`"),
        ("scope.mimes = ['html']", "`scope.mimes` is `html`"),
        ("scope.mimes = ['text/html; charset=x']", "`scope.mimes` is `text/html; charset=x`"),
        ("[[portals]]\nhosts = ['http://a.example/']", "`portals` is"),
    ];
    for (toml, start) in cases {
        let message = refused(toml);
        assert!(message.starts_with(start), "{toml}: {message}");
    }
}

#[test]
fn annotations_need_a_format_that_they_are_merged_into() {
    for (formats, fine) in [
        ("['tei']", true),
        ("['vertical']", true),
        ("['jsonl', 'vertical']", true),
        ("['conllu']", false),
        ("['parquet', 'json']", false),
    ] {
        let toml = format!("annotations = 'a.conllu'\nformats = {formats}");
        assert_eq!(Config::from_toml(&toml).is_ok(), fine, "{formats}");
    }
}

#[test]
fn text_that_is_no_configuration_keeps_the_cause() {
    for toml in ["seed = ", "seed = 'one'", "[scope]\nstatus = ['200']", "formats = ['pdf']"] {
        let error = Config::from_toml(toml).expect_err(toml);
        assert!(matches!(error, ConfigError::Toml(_)), "{toml}: {error}");
        assert!(std::error::Error::source(&error).is_some(), "{toml}");
    }
}

#[test]
fn two_runs_over_other_inputs_are_alike_and_over_other_settings_are_not() {
    let config = Config::default();
    let moved = Config { inputs: vec!["elsewhere".into()], ..config.clone() };
    assert!(config.same_but_inputs(&moved) && moved.same_but_inputs(&config));
    let others = [
        Config { seed: 1, ..config.clone() },
        Config { shard_records: 7, ..config.clone() },
        Config { extractor: Extractor::Bte, ..config.clone() },
        Config { formats: vec![Format::Jsonl], ..config.clone() },
        Config { archive_id: Some("a".into()), ..config.clone() },
        Config { layout: Some(Layout::Zip), ..config.clone() },
        Config { scope: Scope { keep_empty: true, ..Scope::default() }, ..config.clone() },
    ];
    for other in others {
        assert!(!config.same_but_inputs(&other), "{other:?}");
    }
}

#[test]
fn rows_depend_on_other_archives_where_pages_are_compared_or_judged() {
    let with = |extractor, topic: Option<&str>| Config {
        extractor,
        topic: topic.map(str::to_owned),
        ..Config::default()
    };
    for (config, joint, compares) in [
        (with(Extractor::Auto, None), true, true),
        (with(Extractor::Template, None), true, true),
        (with(Extractor::Page, None), false, false),
        (with(Extractor::AllText, None), false, false),
        (with(Extractor::Page, Some("default")), false, true),
    ] {
        assert_eq!((config.is_joint(), config.compares()), (joint, compares), "{config:?}");
    }
    let mut fast = with(Extractor::Auto, None);
    fast.extract.mode = Mode::Fast;
    assert!(!fast.is_joint(), "the fast mode reads the inputs once");
}

#[test]
fn extractors_stand_for_methods_and_only_two_compare() {
    let all = [
        (Extractor::Auto, Method::Page, true),
        (Extractor::Page, Method::Page, false),
        (Extractor::Template, Method::Page, true),
        (Extractor::Article, Method::Article, false),
        (Extractor::Justext, Method::Justext, false),
        (Extractor::Boilerpipe, Method::Boilerpipe, false),
        (Extractor::Bte, Method::Bte, false),
        (Extractor::AllText, Method::AllText, false),
        (Extractor::Union, Method::Union, false),
        (Extractor::Agreement, Method::Agreement, false),
    ];
    for (extractor, method, compares) in all {
        assert_eq!((extractor.method(), extractor.may_compare()), (method, compares));
        let json = serde_json::to_string(&extractor).expect("writes");
        let back: Extractor = serde_json::from_str(&json).expect("reads");
        assert_eq!(back, extractor, "{json}");
    }
}

/// Status patterns as their documentation has them, checked one code after the other.
#[test]
fn status_patterns_match_the_codes_they_name_and_no_others() {
    let cases: [(&str, &dyn Fn(u16) -> bool); 7] = [
        ("404", &|status| status == 404),
        ("2xx", &|status| (200..300).contains(&status)),
        ("0xx", &|status| status < 100),
        ("9xx", &|status| (900..1000).contains(&status)),
        ("200-299", &|status| (200..=299).contains(&status)),
        ("301-301", &|status| status == 301),
        ("*", &|_| true),
    ];
    for (pattern, expected) in cases {
        assert!(is_status_pattern(pattern), "{pattern}");
        for status in 0..1100 {
            assert_eq!(status_matches(pattern, status), expected(status), "{pattern} {status}");
        }
    }
    for pattern in
        ["", "20", "2000", "+20", "+1xx", "01xx", "99xx", "xx", "2x", "2xX", "299-200", "200-", "-"]
    {
        assert!(!is_status_pattern(pattern), "{pattern}");
    }
}

proptest! {
    #[test]
    fn a_range_of_statuses_is_one_with_ends_in_order(low in 100_u16..1000, high in 100_u16..1000) {
        let pattern = format!("{low}-{high}");
        prop_assert_eq!(is_status_pattern(&pattern), low <= high);
        if low <= high {
            let inside = u16::midpoint(low, high);
            prop_assert!(status_matches(&pattern, inside));
            prop_assert!(!status_matches(&pattern, low - 1) && !status_matches(&pattern, high + 1));
        }
    }

    #[test]
    fn no_text_is_both_a_pattern_and_out_of_reach(pattern in "[0-9x*-]{0,8}") {
        let matches = (0..=1000).any(|status| status_matches(&pattern, status));
        prop_assert_eq!(matches, is_status_pattern(&pattern));
    }

    #[test]
    fn whole_configurations_read_back_as_they_were_written(
        seed in any::<i64>(),
        shard_records in 1_u32..=1_000_000,
        keep in any::<[bool; 2]>(),
        formats in prop::sample::subsequence(Format::ALL.to_vec(), 1..=15),
        id in "[a-zA-Z0-9._-]{1,20}",
        inputs in prop::collection::vec("\\PC{0,12}", 0..4),
    ) {
        let scope = Scope { keep_empty: keep[0], keep_damaged: keep[1], ..Scope::default() };
        let seed = seed.unsigned_abs() >> 1;
        let archive_id = Some(id);
        let config =
            Config { seed, shard_records, formats, scope, archive_id, inputs, ..Config::default() };
        let text = config.to_toml().expect("writes");
        prop_assert_eq!(Config::from_toml(&text).expect("reads"), config.settled());
    }
}

#[test]
fn records_pass_the_scope_or_are_dropped_with_the_filter_that_did_it() {
    let scope = Scope {
        record_types: vec!["response".into()],
        statuses: vec!["2xx".into(), "404".into()],
        mimes: vec!["text/html".into(), "text/plain".into()],
        ..Scope::default()
    };
    assert!(scope.check().is_ok());
    for (name, filter) in [
        ("response", None),
        ("resource", Some(Filter::RecordType)),
        ("warcinfo", Some(Filter::RecordType)),
        ("revisit", Some(Filter::RevisitUnresolved)),
    ] {
        assert_eq!(scope.by_type(name), filter, "{name}");
    }
    for (status, filter) in [
        (None, None),
        (Some(204), None),
        (Some(404), None),
        (Some(301), Some(Filter::Status)),
        (Some(500), Some(Filter::Status)),
    ] {
        assert_eq!(scope.by_status(status), filter, "{status:?}");
    }
    for (mime, filter) in [
        (Some("text/html"), None),
        (Some("text/plain"), None),
        (Some("TEXT/HTML"), Some(Filter::Mime)),
        (Some("image/png"), Some(Filter::Mime)),
        (None, Some(Filter::Mime)),
    ] {
        assert_eq!(scope.by_mime(mime), filter, "{mime:?}");
    }
    assert!(!scope.takes_revisits());
    let with = Scope { record_types: vec!["revisit".into()], ..scope };
    assert!(with.takes_revisits() && with.by_type("revisit").is_none());
}

#[test]
fn filters_have_distinct_ids_and_a_sentence_each() {
    let mut ids: Vec<&str> = Filter::all().map(Filter::id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), Filter::all().count());
    for filter in Filter::all() {
        assert!(filter.sentence().ends_with('.'), "{filter:?}");
    }
}

#[test]
fn a_shard_of_a_format_has_one_name_in_each_layout() {
    use Layout::{Document, Shard, Zip};
    for (format, asked, path) in [
        (Format::Parquet, None, "docs/part-00007.parquet"),
        (Format::Parquet, Some(Zip), "docs/part-00007.parquet"),
        (Format::Jsonl, Some(Document), "docs/part-00007.jsonl.zst"),
        (Format::Dolma, None, "dolma/part-00007.jsonl.zst"),
        (Format::Oscar, None, "oscar/part-00007.jsonl.zst"),
        (Format::Elastic, None, "elastic/part-00007.jsonl.zst"),
        (Format::Tei, None, "tei/00007"),
        (Format::Tei, Some(Shard), "tei/part-00007.xml"),
        (Format::Tei, Some(Zip), "tei/part-00007.zip"),
        (Format::Markdown, Some(Shard), "markdown/part-00007.md"),
        (Format::Text, Some(Shard), "text/part-00007.txt"),
        (Format::Html, None, "html/00007"),
        (Format::Json, Some(Zip), "json/part-00007.zip"),
        (Format::Vertical, None, "vertical/part-00007.vert"),
        (Format::Vertical, Some(Document), "vertical/00007"),
        (Format::Conllu, None, "conllu/part-00007.conllu"),
        (Format::Standoff, Some(Document), "standoff/part-00007.jsonl.zst"),
        (Format::Csv, Some(Document), "csv/part-00007.csv"),
        (Format::Jsonld, None, "jsonld/part-00007.jsonld"),
        (Format::Nquads, None, "nquads/part-00007.nq"),
        (Format::Nquads, Some(Document), "nquads/00007"),
    ] {
        let found = format!("{}/{}", format.folder(), format.part(7, asked));
        assert_eq!(found, path, "{format:?} {asked:?}");
    }
}

#[test]
fn formats_are_of_rows_or_of_documents_or_lines_of_others() {
    let of_rows: Vec<_> = Format::ALL.into_iter().filter(|format| format.is_of_rows()).collect();
    assert_eq!(of_rows, [Format::Parquet, Format::Jsonl]);
    for format in Format::ALL {
        let lines = format.extension() == "jsonl.zst";
        assert_eq!(format.is_compressed(), lines, "{format:?}");
        // A stand-off row is a line that tells the blocks of its document.
        let is_line = format.is_of_rows() || lines || format == Format::Csv;
        let row_only = is_line && format != Format::Standoff;
        assert_eq!(format.is_of_documents(), !row_only, "{format:?}");
    }
}

#[test]
fn numbers_of_the_search_for_duplicates_are_checked() {
    let fine = DedupConfig::default();
    assert_eq!(fine.check(), Ok(()));
    let bad = [
        DedupConfig { shingle: 0, ..fine.clone() },
        DedupConfig { bands: 0, ..fine.clone() },
        DedupConfig { band_rows: 0, ..fine.clone() },
        DedupConfig { paragraph_chars: 0, ..fine.clone() },
        DedupConfig { threshold: 1.1, ..fine.clone() },
        DedupConfig { threshold: -0.1, ..fine.clone() },
        DedupConfig { threshold: f32::NAN, ..fine.clone() },
        DedupConfig { same_post: 2.0, ..fine.clone() },
        DedupConfig { bands: 64, band_rows: 65, ..fine.clone() },
        DedupConfig { bands: u32::MAX, band_rows: u32::MAX, ..fine.clone() },
    ];
    for config in bad {
        assert!(config.check().is_err(), "{config:?}");
    }
    assert!(DedupConfig { bands: 64, band_rows: 64, ..fine }.check().is_ok(), "4096 orders");
}

/// What the documentation of the setting promises, by the formula of banded MinHash.
#[test]
fn the_default_bands_compare_nearly_all_pairs_over_the_threshold() {
    let DedupConfig { bands, band_rows, threshold, .. } = DedupConfig::default();
    let agree_in_a_band = f64::from(threshold).powi(band_rows as i32);
    let compared = 1.0 - (1.0 - agree_in_a_band).powi(bands as i32);
    assert!((compared - 0.998).abs() < 0.0005, "{compared}");
}

#[test]
fn the_digest_of_a_configuration_is_that_of_its_settings() {
    let config = Config::default();
    let moved = Config { inputs: vec!["elsewhere".into()], ..config.clone() };
    assert_eq!(config.digest(), moved.digest());
    assert_eq!(config.digest(), config.settled().digest());
    assert_ne!(config.digest(), Config { seed: 1, ..config.clone() }.digest());
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    assert!(config.digest().len() == 64 && config.digest().bytes().all(is_hex));
}

#[test]
fn what_is_emitted_reads_back_equal() {
    let mut config = Config { archive_id: Some("example.org".into()), ..Config::default() };
    config.template.method = scutch_template::Method::Occurrence;
    config.template.host_thresholds.insert("a.example".to_owned(), 0.25);
    config.extract.threshold = Some(0.35);
    let text = config.to_toml().expect("writes");
    assert_eq!(Config::from_toml(&text).expect("reads"), config.settled());
    assert!(config.same_but_inputs(&config.settled()));
}

#[test]
fn unknown_fields_are_errors_with_a_line() {
    let error = Config::from_toml("seed = 1\nsede = 2\n").expect_err("unknown field");
    let error = std::error::Error::source(&error).expect("cause").to_string();
    assert!(error.contains("line 2"), "{error}");
    assert!(error.contains("sede"), "{error}");
}

#[test]
fn values_without_meaning_are_named() {
    let error = Config::from_toml("[scope]\nstatuses = [\"20\"]\n").expect_err("bad status");
    assert!(error.to_string().contains("scope.statuses"), "{error}");
    let error = Config::from_toml("[template]\nthreshold = 1.5\n").expect_err("bad number");
    assert!(error.to_string().contains("template.threshold"), "{error}");
    for (text, message) in [
        ("shard_records = 0", "`shard_records` is `0`: a number from 1 to 1000000"),
        ("shard_records = 1000001", "`shard_records` is `1000001`: a number from 1 to 1000000"),
        ("extract.threshold = -0.1", "`extract.threshold` is `-0.1`: a number from 0 to 1"),
        ("page.depth = 15", "`page.depth` is `15`: a number from 16 to 4294967295"),
        ("page.nodes = 4294967296", "`page.nodes` is `4294967296`: a number from 0 to 4294967295"),
        (
            "scope.mimes = ['Text/HTML']",
            "`scope.mimes` is `Text/HTML`: write types in lower case, without parameters, such as `text/html`",
        ),
        (
            "[template.host_thresholds]\n'a.example' = 2.0",
            "`template.host_thresholds` is `a.example = 2`: numbers from 0 to 1",
        ),
        (
            "[template.host_thresholds]\n'a.example' = 0.2\n'www.a.example' = 0.3",
            "`template.host_thresholds` is `a.example, www.a.example`: one name for each host",
        ),
    ] {
        assert_eq!(Config::from_toml(text).expect_err("no meaning").to_string(), message);
    }
}

/// What only a document shows of a number counts in tables, too.
#[test]
fn masks_need_documents_whatever_the_formats() {
    let table = Config { formats: vec![Format::Parquet], ..Config::default() };
    assert!(!table.needs_documents());
    assert!(Config { mask: true, ..table }.needs_documents());
}
