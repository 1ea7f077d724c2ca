use std::fs;
use std::path::Path;

use super::*;
use crate::config::{Extractor, Format, Layout};
use crate::digest::{bytes_digest, file_digest};
use crate::tally::Tally;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("writes");
    }
    folder
}

/// A file as the list of inputs has it.
fn input(path: &Path) -> InputFile {
    let size = path.metadata().map_or(0, |metadata| metadata.len());
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    InputFile { path: path.to_owned(), name, size, ..InputFile::default() }
}

fn pool(files: &[InputFile]) -> SourcePool {
    let pool = SourcePool::default();
    files.iter().for_each(|file| drop(pool.source(&file.path)));
    pool
}

fn plan(files: &[InputFile]) -> Plan {
    Plan::new(&Config::default(), files, &pool(files), None).expect("a plan")
}

fn setting(first: &str) -> Other {
    Other::Configuration(first.to_owned())
}

fn inputs(first: &str) -> Other {
    Other::Inputs(first.to_owned())
}

/// The first difference counts: that of the tool before that of the settings, that of the settings before the inputs.
#[test]
fn plans_differ_in_the_first_thing_that_is_different() {
    let folder = folder(&[("a.warc", "a"), ("b.warc", "b")]);
    let files = ["a.warc", "b.warc"].map(|name| input(&folder.path().join(name)));
    let ours = plan(&files);
    assert_eq!(ours.differs_from(&plan(&files)), None);
    let config = Config { seed: 7, ..Config::default() };
    let named = Config { inputs: vec!["a.warc".into()], ..Config::default() };
    let cases = [
        (Plan { tool: "scutch 0".into(), ..ours.clone() }, Other::Tool("scutch 0".into())),
        (
            Plan { tool: "scutch 0".into(), config: config.clone(), ..ours.clone() },
            Other::Tool("scutch 0".into()),
        ),
        (Plan { config: config.clone(), ..ours.clone() }, setting("seed is 7, not 0")),
        (Plan { config, ..plan(&files[..1]) }, setting("seed is 7, not 0")),
        (Plan { config: named, ..ours.clone() }, inputs("with a.warc")),
        (plan(&files[..1]), inputs("without b.warc")),
        (
            Plan { annotations: Some(bytes_digest(b"x")), ..ours.clone() },
            inputs("the annotations differ"),
        ),
    ];
    for (other, difference) in cases {
        assert_eq!(ours.differs_from(&other), Some(difference));
    }
}

/// What jobs have observed serves any run that would observe the same, whatever it writes.
#[test]
fn plans_observe_the_same_where_only_rows_and_formats_differ() {
    let ours = plan(&[]);
    type Change = fn(&mut Config);
    let cases: [(Change, bool); 14] = [
        (|config| config.formats = vec![Format::Tei], true),
        (|config| config.layout = Some(Layout::Zip), true),
        (|config| config.also_extract = vec![Extractor::Bte], true),
        (|config| config.markdown = true, true),
        (|config| config.usage_preferences = true, true),
        (|config| config.mask = true, true),
        (|config| config.scope.respect = true, false),
        (|config| config.shard_records = 7, true),
        (|config| config.archive_id = Some("a".to_owned()), true),
        (|config| config.seed = 7, false),
        (|config| config.extractor = Extractor::Page, false),
        (|config| config.scope.keep_empty = true, false),
        (|config| config.page.nodes = 7, false),
        (|config| config.topic = Some("default".to_owned()), false),
    ];
    for (number, (change, is_same)) in cases.into_iter().enumerate() {
        let mut config = ours.config.clone();
        change(&mut config);
        let theirs = Plan { config: config.settled(), ..ours.clone() };
        let difference = ours.observes_other_than(&theirs, Path::new(""));
        assert_eq!(difference.is_none(), is_same, "{number}: {difference:?}");
        let difference = ours.differs_from(&theirs);
        assert!(matches!(difference, Some(Other::Configuration(_))), "{number}: {difference:?}");
    }
}

/// The same files are meant by names in full and by names relative to a folder.
#[test]
fn plans_observe_the_same_under_names_in_full() {
    let named = |input: &str| {
        let config = Config { inputs: vec![input.to_owned()], ..Config::default() };
        Plan { config, ..plan(&[]) }
    };
    let cases = [
        ("/data/crawl", "crawl", "/data", true),
        ("crawl", "./crawl", "/data", true),
        ("crawl", "crawl", "", true),
        ("/data/crawl", "crawl", "/backup", false),
        ("/data/crawl", "other", "/data", false),
    ];
    for (ours, theirs, folder, is_same) in cases {
        let difference = named(ours).observes_other_than(&named(theirs), Path::new(folder));
        assert_eq!(difference.is_none(), is_same, "{ours} {theirs} {folder}: {difference:?}");
    }
}

fn manifest(plan: &Plan, files: &[InputFile]) -> Manifest {
    let entry = |file: &InputFile| InputEntry {
        name: file.name.clone(),
        path: file.shown_path(),
        digest: Some(file_digest(&file.path).expect("reads")),
        ..InputEntry::default()
    };
    Manifest {
        tool: plan.tool.clone(),
        url_key_profile: "surt/1".into(),
        config: plan.config.clone(),
        inputs: files.iter().map(entry).collect(),
        annotations: None,
        decisions: None,
        not_archives: 0,
        index: None,
        other_files: Vec::new(),
        crawled: None,
        shards: 1,
        counts: Tally::default(),
        outputs: Vec::new(),
        dedup: None,
        redacted: None,
        dropped: None,
        rows_root: None,
    }
}

#[test]
fn without_stamps_the_digests_of_the_inputs_decide() {
    let folder = folder(&[("a.warc", "abc")]);
    let path = folder.path().join("a.warc");
    let files = [input(&path)];
    let plan = plan(&files);
    let manifest = manifest(&plan, &files);
    let differs = |stamps: Option<&[_]>, files: &[InputFile]| {
        plan.differs_from_finished(&manifest, stamps, files).expect("reads")
    };
    assert_eq!(differs(Some(&plan.inputs), &files), None);
    assert_eq!(differs(None, &files), None);
    fs::write(&path, "abd").expect("writes");
    assert_eq!(differs(None, &files), Some(inputs("a.warc has other bytes")), "another content");
    // Equal stamps are believed without a look at the file: that is what they are for.
    assert_eq!(differs(Some(&plan.inputs), &files), None);
    let longer = [InputFile { size: 9, ..files[0].clone() }];
    assert_eq!(differs(None, &longer), Some(inputs("a.warc is another file")));
    assert_eq!(differs(None, &[]), Some(inputs("with a.warc")));
    let renamed = [InputFile { name: "b.warc".into(), ..files[0].clone() }];
    assert_eq!(differs(None, &renamed), Some(inputs("without b.warc")));
}

#[test]
fn a_finished_corpus_of_another_tool_or_of_other_settings_is_told() {
    let folder = folder(&[("a.warc", "abc")]);
    let files = [input(&folder.path().join("a.warc"))];
    let plan = plan(&files);
    let same = manifest(&plan, &files);
    let differs = |manifest: &Manifest| {
        plan.differs_from_finished(manifest, Some(&plan.inputs), &files).expect("reads")
    };
    assert_eq!(differs(&same), None);
    let tool = Manifest { tool: "scutch 0".into(), ..same.clone() };
    assert_eq!(differs(&tool), Some(Other::Tool("scutch 0".into())));
    let config = Config { shard_records: 1, ..same.config.clone() };
    let expected = Some(setting("shard_records is 1, not 4096"));
    assert_eq!(differs(&Manifest { config, ..same.clone() }), expected);
    let annotations = Some(bytes_digest(b"x"));
    let expected = Some(inputs("the annotations differ"));
    assert_eq!(differs(&Manifest { annotations, ..same }), expected);
}

#[test]
fn a_plan_reads_back_or_counts_as_none() {
    let root = folder(&[("a.warc", "abc")]);
    let plan = plan(&[input(&root.path().join("a.warc"))]);
    let folder = Folder::new(root.path());
    folder.create().expect("creates");
    assert!(Plan::read(&folder).expect("nothing there").is_none());
    let json = serde_json::to_vec(&plan).expect("writes");
    fs::write(folder.plan(), &json).expect("writes");
    assert_eq!(Plan::read(&folder).expect("reads"), Some(plan));
    fs::write(folder.plan(), &json[..json.len() / 2]).expect("writes");
    assert_eq!(Plan::read(&folder).expect("half a plan"), None);
}

#[test]
fn what_could_not_be_read_then_and_can_now_is_read() {
    let root = folder(&[("a.warc", "abc"), ("b.warc", "abd")]);
    let files = ["a.warc", "b.warc"].map(|name| input(&root.path().join(name)));
    let unread = InputFile { unreadable: Some("no".into()), size: 0, ..files[1].clone() };
    let (all, part) = (plan(&files), plan(&[files[0].clone(), unread.clone()]));
    assert!(all.reads_more_than(&part) && !part.reads_more_than(&all));
    assert!(!plan(&files[..1]).reads_more_than(&part), "other inputs");
    let other = Config { seed: 7, ..Config::default() };
    assert!(!all.reads_more_than(&Plan { config: other, ..part.clone() }));

    let mut manifest = manifest(&all, &files);
    let completes = |manifest: &Manifest, files: &[InputFile]| {
        let inputs = Inputs { files: files.to_vec(), ..Inputs::default() };
        all.can_complete(manifest, &inputs, &pool(files))
    };
    assert!(!completes(&manifest, &files), "nothing is missing");
    for in_part in [false, true] {
        let entry = &mut manifest.inputs[1];
        (entry.digest, entry.unreadable, entry.in_part) = (None, Some("no".into()), in_part);
        assert!(completes(&manifest, &files));
        assert!(!completes(&manifest, &[files[0].clone(), unread.clone()]), "still unreadable");
        assert!(!completes(&manifest, &files[..1]), "other inputs");
    }
    manifest.tool = "scutch 0".into();
    assert!(!completes(&manifest, &files));
}

#[test]
fn what_could_be_read_in_part_may_be_the_same_file() {
    let why = Some("the disk failed".to_owned());
    let file = |unreadable, size| InputFile {
        name: "a".into(),
        path: "a".into(),
        size,
        unreadable,
        ..InputFile::default()
    };
    let entry = |in_part| InputEntry {
        name: "a".into(),
        path: "a".into(),
        digest: None,
        unreadable: why.clone(),
        in_part,
        ..InputEntry::default()
    };
    assert!(may_be(&entry(true), &file(None, 9)));
    assert!(!may_be(&entry(true), &file(why.clone(), 0)));
    assert!(may_be(&entry(false), &file(why.clone(), 0)));
    assert!(!may_be(&entry(false), &file(None, 9)));
}
