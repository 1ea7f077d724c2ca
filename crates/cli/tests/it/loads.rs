//! `docs/` loads in the tools users load it with, and the report renders in a browser.
//!
//! `cargo xtask test` sets both up and names them in `SCUTCH_TEST_PYTHON` and
//! `SCUTCH_TEST_CHROMIUM`.

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
assert str(table.schema.field("timestamp").type) == "timestamp[ms, tz=UTC]"
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

/// A page that renders is more than a white one: its picture does not compress to nothing.
const LEAST_BYTES: u64 = 20_000;

#[test]
fn the_report_renders_in_a_browser() {
    let Some(chromium) = std::env::var_os("SCUTCH_TEST_CHROMIUM") else {
        eprintln!("SKIPPED: the_report_renders_in_a_browser: SCUTCH_TEST_CHROMIUM not set");
        return;
    };
    let env = Env::new();
    let samples = root().join("samples").display().to_string();
    env.expect(0, &["corpus", &samples, "-o", "out", "-q"]);
    let (page, picture) = (env.path("out/report.html"), env.path("report.png"));
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", env.path("profile").display()))
        .arg(format!("--screenshot={}", picture.display()))
        .args(["--window-size=1280,2000"])
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("chromium runs");
    let size = std::fs::metadata(&picture).map_or(0, |meta| meta.len());
    assert!(size > LEAST_BYTES, "{size} bytes of picture: {}", env.shown(&output));
}
