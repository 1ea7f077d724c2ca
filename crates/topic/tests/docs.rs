//! The user guide's table of reasons is the program's own.
//!
//! `UPDATE_DOCS=1 cargo test -p scutch-topic --test docs` writes it anew.

use std::fs;
use std::path::Path;

use scutch_topic::Reason;

const HEAD: &str = "| reason | meaning |\n|---|---|\n";

#[test]
fn reasons() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/offtopic.md");
    let found = fs::read_to_string(&path).expect("the guide");
    let (before, after) = found.split_once(HEAD).expect("a table of reasons");
    let (_, after) = after.split_once("\n\n").expect("an end of the table");
    let rows: Vec<String> = Reason::all()
        .into_iter()
        .filter(|reason| !matches!(reason, Reason::Beyond(_)))
        .map(|reason| format!("| `{}` | {} |", reason.id(), reason.sentence()))
        .chain(
            ["| name of a measure | The score of this measure is beyond its threshold. |".into()],
        )
        .collect();
    let expected = format!("{before}{HEAD}{}\n\n{after}", rows.join("\n"));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &expected).expect("the guide can be written");
        return;
    }
    assert!(found == expected, "docs/src/offtopic.md is out of date: see the head of this test");
}
