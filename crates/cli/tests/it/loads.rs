//! `docs/` loads in the tools users load it with.
//!
//! `cargo xtask test` sets them up and names them in `SCUTCH_TEST_PYTHON`.

use std::process::Command;

use crate::harness::{Env, root};

/// Reads the same corpus with pyarrow and DuckDB and prints what both see.
const LOAD: &str = r#"
import sys, glob, json, duckdb, pyarrow.parquet as pq
table = pq.read_table(sorted(glob.glob(sys.argv[1] + "/docs/*.parquet")))
rows, words = duckdb.sql(f"select count(*), sum(n_words) from '{sys.argv[1]}/docs/*.parquet'").fetchall()[0]
lines = duckdb.sql(f"select count(*) from read_json('{sys.argv[1]}/docs/*.jsonl.zst')").fetchall()[0][0]
counts = json.load(open(sys.argv[1] + "/run.json"))["counts"]
assert table.num_rows == rows == lines == counts["rows"] > 0, (table.num_rows, rows, lines, counts)
assert words == counts["words"]
assert str(table.schema.field("timestamp").type) == "timestamp[us, tz=UTC]"
assert str(table.schema.field("authors").type).startswith("list<")
print(table.num_rows, "rows,", len(table.schema.names), "columns")
"#;

#[test]
fn docs_load_in_pyarrow_and_duckdb() {
    let Some(python) = std::env::var_os("SCUTCH_TEST_PYTHON") else {
        eprintln!("SKIPPED: docs_load_in_pyarrow_and_duckdb: SCUTCH_TEST_PYTHON not set");
        return;
    };
    let env = Env::new();
    let samples = root().join("samples").display().to_string();
    env.expect(0, &["corpus", &samples, "-o", "out", "-q", "--format", "parquet,jsonl"]);
    let output = Command::new(python).args(["-c", LOAD]).arg(env.path("out")).output();
    let output = output.expect("python runs");
    assert!(output.status.success(), "{}", env.shown(&output));
}
