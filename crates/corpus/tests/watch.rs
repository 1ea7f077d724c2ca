//! What a run says of itself while it goes on.

use std::path::Path;
use std::sync::Mutex;

use scutch_corpus::{Config, Extractor, Request, Watch, run};

/// Writes down which readings begin.
#[derive(Default)]
struct Readings(Mutex<Vec<&'static str>>);

impl Watch for Readings {
    fn begins(&self, what: &'static str) {
        self.0.lock().expect("one thread").push(what);
    }
}

fn readings(extractor: Extractor, topic: Option<&str>) -> Vec<&'static str> {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let config = Config {
        inputs: vec![samples.display().to_string()],
        extractor,
        topic: topic.map(str::to_owned),
        ..Config::default()
    };
    let request = Request::new(config, folder.path().join("out"));
    let watch = Readings::default();
    run(&request, &watch).expect("a corpus");
    watch.0.into_inner().expect("one thread")
}

#[test]
fn each_reading_of_the_inputs_says_what_for() {
    assert_eq!(readings(Extractor::Page, None), ["documents"]);
    assert_eq!(readings(Extractor::Auto, None), ["what pages share", "documents"]);
    assert_eq!(readings(Extractor::Page, Some("default")), ["topics", "documents"]);
    let both = readings(Extractor::Auto, Some("default"));
    assert_eq!(both, ["what pages share", "documents"], "one reading for all stages");
}
