use std::fs;

use scutch_folder::config::{Config, Format};
use scutch_folder::inputs::Inputs;
use scutch_folder::{Folder, RunError};

use super::claim;
use crate::fixture::input;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("writes");
    }
    folder
}

#[test]
fn names_that_a_run_writes_must_be_free_or_its_own() {
    let root = folder(&[("docs/mine.txt", "")]);
    let folder = Folder::new(root.path());
    let rows = Config::default();
    let texts = Config { formats: vec![Format::Text], ..Config::default() };
    let taken = |result: Result<(), RunError>| match result {
        Ok(()) => None,
        Err(RunError::Taken { name, .. }) => Some(name),
        Err(other) => panic!("{other}"),
    };
    assert_eq!(taken(claim::names_free(&folder, &rows, None)), Some("docs".into()));
    assert_eq!(taken(claim::names_free(&folder, &texts, None)), None);
    assert_eq!(
        taken(claim::names_free(&folder, &rows, Some(&rows))),
        None,
        "the folder is its own"
    );
    assert_eq!(taken(claim::names_free(&folder, &rows, Some(&texts))), Some("docs".into()));
    std::os::unix::fs::symlink("nowhere", root.path().join("report.html")).expect("a link");
    assert_eq!(taken(claim::names_free(&folder, &texts, None)), Some("report.html".into()));
    fs::create_dir(root.path().join(".partial")).expect("creates");
    assert_eq!(taken(claim::all_names_free(&folder, &texts)), Some(".partial".into()));
}

#[test]
fn inputs_lie_outside_of_the_folder_that_is_written() {
    let root = folder(&[("out/a.warc", ""), ("in/b.warc", ""), ("out/conllu/x.conllu", "")]);
    let folder = Folder::new(&root.path().join("out"));
    let inputs =
        |name: &str| Inputs { files: vec![input(&root.path().join(name))], ..Inputs::default() };
    let outside = |name: &str, annotations: Option<&str>, cleared: &[Format]| {
        let annotations = annotations.map(|name| root.path().join(name));
        let config = Config { annotations, ..Config::default() };
        claim::inputs_outside(&folder, &inputs(name), &config, cleared).is_ok()
    };
    assert!(outside("in/b.warc", None, &Format::ALL));
    assert!(!outside("out/a.warc", None, &[]));
    assert!(!outside("out/../out/a.warc", None, &[]), "however the path is written");
    let index = |name: &str, cleared: &[Format]| {
        let mut config = Config::default();
        config.input.index = Some(root.path().join(name).display().to_string());
        claim::inputs_outside(&folder, &inputs("in/b.warc"), &config, cleared).is_ok()
    };
    assert!(index("in/b.warc", &Format::ALL));
    assert!(index("out/conllu/x.conllu", &[Format::Tei]));
    assert!(!index("out/conllu/x.conllu", &[Format::Conllu]));
    // Annotations may lie in the folder, unless what they lie in is cleared.
    assert!(outside("in/b.warc", Some("out/conllu/x.conllu"), &[Format::Tei]));
    assert!(!outside("in/b.warc", Some("out/conllu/x.conllu"), &[Format::Conllu]));
    let new = Folder::new(&root.path().join("new"));
    assert!(claim::inputs_outside(&new, &inputs("in/b.warc"), &Config::default(), &[]).is_ok());
}
