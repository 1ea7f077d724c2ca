//! The sample archives as another program reads them: warcio finds the records that
//! `samples/records.jsonl` lists, at the places it names.

use std::path::Path;
use std::process::Command;

#[test]
fn warcio_finds_the_listed_records() {
    let Ok(python) = std::env::var("SCUTCH_TEST_PYTHON") else {
        eprintln!("SKIPPED: warcio_finds_the_listed_records: SCUTCH_TEST_PYTHON is not set");
        return;
    };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(python)
        .arg(here.join("tests/compare_records.py"))
        .arg(here.join("../samples"))
        .output()
        .expect("python runs");
    let (said, errors) = (output.stdout, output.stderr);
    let said = String::from_utf8(said).expect("UTF-8") + &String::from_utf8(errors).expect("UTF-8");
    assert!(output.status.success(), "{said}");
}
