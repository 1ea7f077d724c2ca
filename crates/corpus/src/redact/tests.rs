use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use scutch_folder::config::Config;

use super::*;
use crate::flow::Unwatched;
use crate::read_rows;
use crate::run::{Request, run};

/// Interrupts at a poll.
struct Until(AtomicUsize);

impl Watch for Until {
    fn interrupted(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_err()
    }
}

#[test]
fn an_interrupted_redaction_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("folder");
    let config = Config { inputs: vec!["../../samples/plain.warc".into()], ..Config::default() };
    let corpus = folder.path().join("corpus");
    run(&Request::new(config, corpus.clone()), &Unwatched).expect("a corpus");
    let mut id = String::new();
    read_rows(&corpus, &["id"], |row| id = row["id"].as_str().expect("an id").to_owned())
        .expect("rows");
    let list = folder.path().join("list");
    fs::write(&list, id).expect("written");
    let output = folder.path().join("new");
    let (same_text, addresses) = (false, true);
    let request =
        RedactRequest { folder: corpus, list, output: output.clone(), same_text, addresses };
    let mut interrupted = 0;
    let done = loop {
        match redact(&request, &Until(interrupted.into())).expect("no error") {
            Some(done) => break done,
            None => interrupted += 1,
        }
        let names = fs::read_dir(folder.path()).expect("folder").count();
        assert_eq!(names, 2, "the corpus and the list, after {interrupted} polls");
    };
    // Before each file, and at each reading of the part.
    assert!(interrupted >= 4, "{interrupted}");
    assert!(done.named == 1 && output.join("run.json").exists());
}
