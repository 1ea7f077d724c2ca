//! The user guide's tables of columns and reasons are the program's own.
//!
//! `UPDATE_DOCS=1 cargo test -p scutch-corpus --test docs` writes them anew.

use std::fs;
use std::path::Path;

use scutch_corpus::reasons;
use scutch_corpus::row::{COLUMNS, ColumnKind};

fn check(page: &str, intro: &str, table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(page);
    let expected = format!("{intro}\n{table}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &expected).expect("the guide can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/src/{page} is out of date: see the head of this test");
}

#[test]
fn columns() {
    let mut table = String::from("| column | type | meaning |\n|---|---|---|\n");
    for column in COLUMNS {
        let kind = match column.kind {
            ColumnKind::Text => "string",
            ColumnKind::List => "list of strings",
            ColumnKind::Timestamp => "timestamp, µs UTC",
            ColumnKind::F32 => "float32",
            ColumnKind::I32 => "int32",
            ColumnKind::I64 => "int64",
            ColumnKind::Bool => "bool",
        };
        table.push_str(&format!("| `{}` | {kind} | {} |\n", column.name, column.meaning));
    }
    check("row.md", ROW, &table);
}

#[test]
fn reason_ids() {
    let mut table = String::from("| reason id | meaning |\n|---|---|\n");
    for (id, sentence) in reasons::all() {
        table.push_str(&format!("| `{id}` | {sentence} |\n"));
    }
    table.push_str(BLOCKS);
    for reason in scutch_page::Reason::ALL {
        table.push_str(&format!("| `{}` | {} |\n", reason.id(), reason.sentence()));
    }
    check("reasons.md", REASONS, &table);
}

const ROW: &str = "# The document row

One row per kept page capture. Rows are flat, so that DuckDB, pandas, Hugging Face `datasets` and the like load them
unchanged. The columns of the table below always exist; what was not computed is null. Others come when asked for:

| column | option |
|---|---|
| `text_NAME` | `--also-extract` |
| `markdown` | `--markdown`: what `scutch extract` prints, and the format `markdown` has below its head |
| `pages_json` | a portal file that joins the pages of articles |
| `joint_json` | `scutch template` |
| `nodes_json`, `markup` | `scutch template` with `--nodes`, `--markup` |
| `robots_directives`, `tdm_reservation`, `tdm_policy` | `--usage-preferences`: [what pages ask of machines](scope.md#what-pages-ask-of-machines) |

In JSON lines, timestamps are RFC 3339 strings.

Digests are of all bytes, also of a block larger than `archive.block` of the configuration. One exception is such a block of another
record (the original of a revisit, segments): its digests are of what was kept, and `digest_status` is `unchecked`.

## Columns
";

const REASONS: &str = "# Reason ids

What a row's `flags`, a quarantine line's `reason`, or a count in `run.json` can say.
";

const BLOCKS: &str = "
What a `reason` in the table of nodes of `scutch template`, and `scutch extract --explain`, can say of a block.

| reason id | meaning |
|---|---|
";
