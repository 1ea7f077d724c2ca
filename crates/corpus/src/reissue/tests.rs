use std::fs;

use proptest::prelude::*;
use scutch_folder::config::{Config, FileNames, Format, Layout};
use scutch_page::{Document, Hints, Limits, Method, Page, render};

use super::parts::Cut;
use super::*;
use crate::format::Written;
use crate::row::{Identity, PageFacts, Row, stored};
use crate::stages::opened::Draft;
use crate::write::PartWriter;

/// A document with this body, which the page of number `n` has.
fn draft(n: usize, body: &str) -> Draft {
    let url = format!("http://a.example/{n}");
    let identity = Identity::new(&url, "2019", &format!("urn:a:{n}"));
    let page = Page::parse(body.as_bytes(), &Hints::default(), &Limits::default());
    let extraction = Method::AllText.extract(&page, &Default::default());
    let text = render::text(&page, &extraction);
    let document = Document::new(&page, &extraction);
    let title = Some(format!("Page {n}: {body}"));
    let row = Row { id: identity.row_id(0), text, url, title, ..Row::default() };
    Draft { row, facts: PageFacts::default(), identity, document }
}

fn bytes_of(path: &Path) -> Vec<(String, Vec<u8>)> {
    if path.is_file() {
        return vec![(String::new(), fs::read(path).expect("read"))];
    }
    let files = fs::read_dir(path).expect("folder").map(|entry| entry.expect("entry").path());
    let name = |path: &Path| path.file_name().expect("name").to_string_lossy().into_owned();
    let mut files: Vec<_> =
        files.map(|path| (name(&path), fs::read(path).expect("read"))).collect();
    files.sort();
    files
}

/// What a part holds: its bytes, or the rows of a table, whose footer tells what it is a copy of.
fn held(format: Format, config: &Config, path: &Path) -> Vec<(String, Vec<u8>)> {
    if format != Format::Parquet {
        return bytes_of(path);
    }
    let mut rows = Vec::new();
    stored::for_each(path, &columns(config), |row| {
        rows.push((row.id.clone(), serde_json::to_vec(&row.columns).expect("JSON")));
    })
    .expect("a table");
    rows
}

/// Writes a part of these documents.
fn write(format: Format, config: &Config, path: &Path, drafts: &[&Draft]) {
    let mut part = PartWriter::create(format, config, path).expect("created");
    let place = config.formats.iter().position(|known| *known == format).expect("known");
    for draft in drafts {
        let written = Written::new(draft, config, None).expect("valid");
        part.write(&draft.row, &written.pieces[place]).expect("written");
    }
    part.finish().expect("finished");
}

/// What is cut out of a part leaves the bytes that the others alone would have given.
fn cut_as_never_written(bodies: &[String], stays: &[bool], layout: Option<Layout>) {
    for file_names in [FileNames::Id, FileNames::Readable] {
        let formats = Format::ALL.to_vec();
        let config = Config { formats, layout, file_names, ..Config::default() };
        cut_with(&config, bodies, stays);
    }
}

fn cut_with(config: &Config, bodies: &[String], stays: &[bool]) {
    let folder = tempfile::tempdir().expect("folder");
    let drafts: Vec<Draft> = bodies.iter().enumerate().map(|(n, body)| draft(n, body)).collect();
    let row = |(draft, stays): (&Draft, &bool)| ShardRow {
        id: draft.row.id.clone(),
        stays: *stays,
        text_bytes: draft.row.text.len(),
    };
    let rows: Vec<ShardRow> = drafts.iter().zip(stays).map(row).collect();
    let gone = rows.iter().filter(|row| !row.stays).map(|row| row.id.clone()).collect();
    let kept: Vec<&Draft> =
        drafts.iter().zip(stays).filter(|(_, stays)| **stays).map(|(draft, _)| draft).collect();
    for format in Format::ALL {
        // Rows are read by the ending of the file.
        let named = |name| folder.path().join(format!("{name}.{}", format.extension()));
        let [all, cut, only] = ["all", "cut", "only"].map(named);
        write(format, config, &all, &drafts.iter().collect::<Vec<_>>());
        write(format, config, &only, &kept);
        let cutting = Cut { config, format, gone: &gone, rows: &rows };
        let (_, digest) = cutting.part(&all, &cut).expect("cut");
        let [left, expected] = [&cut, &only].map(|path| held(format, config, path));
        assert!(left == expected, "{} differs", format.name());
        assert_eq!(digest, scutch_folder::digest::digest_of(&cut).expect("digest"));
        for path in [all, cut, only] {
            if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
                .expect("removed");
        }
    }
}

/// Texts that look like the bounds of documents, and one without text.
#[test]
fn every_format_in_every_layout_is_cut_between_documents() {
    let bodies = [
        "<h1>The ferry</h1><p>It left late. Nobody minded.",
        "",
        "<pre>---\nid: \"x\"\n&lt;/doc>\n&lt;/html>\n&lt;/TEI>\n# newdoc id = x</pre><p>Behind it.",
        "<ul><li>fog<li>tide</ul><p>PK\u{3}\u{4}",
    ]
    .map(str::to_owned);
    for layout in [None, Some(Layout::Document), Some(Layout::Shard), Some(Layout::Zip)] {
        for stays in [[true; 4], [false; 4], [true, false, false, true], [false, true, true, false]]
        {
            cut_as_never_written(&bodies, &stays, layout);
        }
    }
    cut_as_never_written(&[], &[], Some(Layout::Shard));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn whatever_stays_stands_as_before(
        bodies in prop::collection::vec("(<p>|<pre>)?[a-z#\"&;\n -]{0,30}", 1..6),
        stays in prop::collection::vec(any::<bool>(), 6),
    ) {
        cut_as_never_written(&bodies, &stays[..bodies.len()], Some(Layout::Shard));
    }
}

#[test]
fn parts_of_other_documents_are_no_parts() {
    let folder = tempfile::tempdir().expect("folder");
    let config = Config { formats: Format::ALL.to_vec(), ..Config::default() };
    let config = Config { layout: Some(Layout::Shard), ..config };
    let drafts = ["<p>One.", "<p>Two.", "<p>Three."];
    let drafts: Vec<Draft> = drafts.iter().enumerate().map(|(n, body)| draft(n, body)).collect();
    let row = |n: usize, id: &str| ShardRow {
        id: id.to_owned(),
        stays: true,
        text_bytes: drafts[n].row.text.len() + 1,
    };
    let gone = BTreeSet::new();
    // The part holds a document too many, and one too few.
    let short: Vec<ShardRow> = vec![row(0, &drafts[0].row.id), row(1, &drafts[2].row.id)];
    let long: Vec<ShardRow> =
        (0..3).map(|n| row(n, &drafts[n].row.id)).chain([row(0, "a")]).collect();
    let inner: Vec<ShardRow> = [0, 1, 2].map(|n| row(n, &drafts[n].row.id)).into();
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Parquet) {
        let [all, outer, cut] = ["all", "outer", "cut"].map(|name| folder.path().join(name));
        write(format, &config, &all, &drafts.iter().collect::<Vec<_>>());
        write(format, &config, &outer, &[&drafts[0], &drafts[2]]);
        for (part, rows) in [(&all, &short), (&all, &long), (&outer, &inner)] {
            // To Markdown, a document of no row is text of the one before.
            if format == Format::Markdown && rows.len() < 3 {
                continue;
            }
            let cutting = Cut { config: &config, format, gone: &gone, rows };
            let error = cutting.part(part, &cut).expect_err(format.name());
            assert!(error.to_string().contains("other documents"), "{error}");
        }
    }
}

/// Files beside the documents may hold what was to be taken out.
#[test]
fn folders_of_documents_hold_a_file_for_each_row_and_no_other() {
    let folder = tempfile::tempdir().expect("folder");
    let config = Config { formats: Format::ALL.to_vec(), ..Config::default() };
    let config = Config { layout: Some(Layout::Document), ..config };
    let drafts = [draft(0, "<p>One."), draft(1, "<p>Two.")];
    let row = |n: usize| ShardRow { id: drafts[n].row.id.clone(), stays: n == 0, text_bytes: 4 };
    let (rows, gone) = ([row(0), row(1)], BTreeSet::from([drafts[1].row.id.clone()]));
    let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
    write(Format::Text, &config, &old, &[&drafts[0], &drafts[1]]);
    let cut = Cut { config: &config, format: Format::Text, gone: &gone, rows: &rows };
    assert_eq!(cut.part(&old, &new).expect("cut").0, Some(1));
    let stray = old.join(format!("{} (copy).txt", drafts[1].row.id));
    fs::write(&stray, "Two.").expect("written");
    let error = cut.part(&old, &new).expect_err("a stray file").to_string();
    assert!(error.contains("(copy).txt is of no row"), "{error}");
    fs::remove_file(&stray).expect("removed");
    fs::remove_file(old.join(format!("{}.txt", drafts[0].row.id))).expect("removed");
    let error = cut.part(&old, &new).expect_err("a missing file").to_string();
    assert_eq!(error, format!("the file of row {} is missing", drafts[0].row.id));
}

#[test]
fn shards_have_their_number_in_the_name_of_the_part() {
    for (name, shard) in [
        ("docs/part-00007.parquet", Some(7)),
        ("docs/part-100000.jsonl.zst", Some(100_000)),
        ("docs/rows.parquet", None),
        ("docs/part-x.parquet", None),
    ] {
        assert_eq!(shard_of(Path::new(name)), shard, "{name}");
    }
}
