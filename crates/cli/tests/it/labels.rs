//! Labels of nodes as files.

use std::fs;

use insta::assert_snapshot;

use crate::template::{gold, with_magazine};

#[test]
fn tables_in_parquet_hold_what_lines_hold() {
    let env = with_magazine();
    for (out, format) in [("lines", "jsonl"), ("both", "parquet,jsonl"), ("rows", "parquet")] {
        let how = ["--method", "t001", "--nodes", "--format", format, "-q"];
        env.expect(0, &[&["template", "in", "-o", out], how.as_slice()].concat());
    }
    let file = |name: &str| fs::read(env.path(name)).ok();
    for table in ["pages", "nodes"] {
        let lines = file(&format!("lines/{table}.jsonl"));
        assert!(lines.is_some() && lines == file(&format!("both/{table}.jsonl")), "{table}");
        let rows = file(&format!("rows/{table}.parquet"));
        assert!(rows.is_some() && rows == file(&format!("both/{table}.parquet")), "{table}");
        let absent = [format!("lines/{table}.parquet"), format!("rows/{table}.jsonl")];
        assert!(absent.iter().all(|name| file(name).is_none()), "{table}");
    }
    // What reads labels takes either.
    let output = env.expect(0, &["template", "compare", "lines", "rows"]);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("8 pages in both, 0 only in A, 0 only in B; 0 differ"), "{told}");
    env.write("gold.jsonl", gold().replace("20191201080000", "20190517100001").as_bytes());
    let scores = |labels: &str| env.expect(0, &["evaluate", "template", "gold.jsonl", labels]);
    assert_eq!(scores("lines").stdout, scores("rows/nodes.parquet").stdout);
    assert_snapshot!(env.shot(&[
        "template",
        "in",
        "-o",
        "both",
        "--nodes",
        "--method",
        "t001",
        "--format",
        "jsonl,parquet"
    ]));
    // What another run left in other formats goes.
    env.expect(0, &["template", "in", "-o", "both", "--overwrite", "-q"]);
    assert!(file("both/nodes.parquet").is_none() && file("both/pages.parquet").is_none());
}
