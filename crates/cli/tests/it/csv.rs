//! `--format csv`: what Python's `csv` module reads is what the rows say, and no cell is a formula.

use std::process::Command;

use crate::harness::{Env, page};

/// Reads CSV by the rules of the guide, and compares it with the JSON lines of the same rows.
const READER: &str = r#"
import csv, io, json, sys
csv.field_size_limit(sys.maxsize)
files, lines, encoding = sys.argv[1].split(","), sys.argv[2], sys.argv[3]
kept = [json.loads(line) for line in open(lines, encoding="utf-8")]
records = []
for name in files:
    with open(name, encoding=encoding, newline="") as file:
        # strict: bad quoting is an error
        records += csv.DictReader(file, strict=True)
assert len(records) == len(kept), (len(records), len(kept))
def split(cell):
    values = [""]
    letters = iter(cell)
    for letter in letters:
        if letter == "\\": values[-1] += next(letters)
        elif letter == "|": values.append("")
        else: values[-1] += letter
    return values
guarded = 0
for record, row in zip(records, kept):
    for name, cell in record.items():
        value = row[name]
        if value is None or value == []: assert cell == "", (name, cell)
        elif isinstance(value, (int, float)): assert float(cell) == value, (name, cell)
        else:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell
            guarded += cell.startswith("'")
            cell = cell.removeprefix("'")
            assert (split(cell) if isinstance(value, list) else cell) == value, (name, cell, value)
    missing = set(row) - set(record)
    assert missing == {"metadata_json", "schema_json", "dup_of", "dup_kind", "dup_similarity"}, missing
print(len(records), guarded)
"#;

/// Pages whose titles and authors would be computed, and words with commas, quotes and lines.
fn archive() -> Vec<u8> {
    let body = "<p>The \"ferry\", as it is called, left ten minutes late, with everybody who had waited for it since \
        the morning, and nobody complained.</p><p>=1+1 stands on the last line, and that is all there is to say.</p>";
    let titles = [
        "=HYPERLINK(\"http://a.example\")",
        "@SUM(1)",
        "- 5 degrees, again",
        "'Tis late",
        "Plain, with \"quotes\"",
    ];
    let pages = (1..).zip(titles).map(|(n, title)| {
        let title = title.replace('"', "&quot;");
        let html = format!(
            "<title>{title}</title><meta name=author content=\"Gull | Tern\"><meta name=keywords \
             content=\"=a, b\\c\"><h1>{title}</h1>{body}"
        );
        page(&format!("http://harbour.example/{n}"), n, "200 OK", &html)
    });
    pages.flatten().collect()
}

fn made(options: &[&str]) -> Env {
    let env = Env::new();
    env.write("a.warc", &archive());
    let run =
        ["corpus", "a.warc", "-o", "c", "--extractor", "all-text", "--shard-records", "3", "-q"];
    env.expect(0, &[&run[..], &["--format", "jsonl,csv"], options].concat());
    env
}

#[test]
fn a_python_reader_gets_the_values_of_the_rows() {
    let Some(python) = std::env::var_os("SCUTCH_TEST_PYTHON") else {
        eprintln!("SKIPPED: SCUTCH_TEST_PYTHON is not set");
        return;
    };
    for (options, encoding) in [(&[][..], "utf-8"), (&["--csv-bom"], "utf-8-sig")] {
        let env = made(options);
        let mut lines = Vec::new();
        for part in ["c/docs/part-00000.jsonl.zst", "c/docs/part-00001.jsonl.zst"] {
            let bytes = std::fs::read(env.path(part)).expect("a part");
            lines.extend(zstd::decode_all(&bytes[..]).expect("zstd"));
        }
        env.write("rows.jsonl", &lines);
        let [first, second] =
            ["c/csv/part-00000.csv", "c/csv/part-00001.csv"].map(|part| env.path(part));
        let mut command = Command::new(&python);
        command.args(["-c", READER]).arg(format!("{},{}", first.display(), second.display()));
        let output = command.arg(env.path("rows.jsonl")).arg(encoding).output().expect("runs");
        let [said, error] = [output.stdout, output.stderr].map(String::from_utf8);
        let (said, error) = (said.expect("UTF-8"), error.expect("UTF-8"));
        assert!(output.status.success(), "{error}");
        let counts: Vec<u32> = said.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        assert!(counts[0] == 5 && counts[1] >= 5, "{said}");
    }
}

#[test]
fn tables_are_verified_and_redacted_as_other_formats() {
    let env = made(&["--csv-bom"]);
    env.expect(0, &["verify", "c"]);
    env.write("list", b"http://harbour.example/2\n");
    env.expect(0, &["redact", "c", "--list", "list", "-o", "d", "-q"]);
    env.expect(0, &["verify", "d"]);
    let text = |part: &str| std::fs::read_to_string(env.path(part)).expect("UTF-8");
    let table = text("d/csv/part-00000.csv");
    assert!(table.starts_with("\u{feff}\"id\",\"url\",") && !table.contains("@SUM"), "{table}");
    assert_eq!(text("d/csv/part-00001.csv"), text("c/csv/part-00001.csv"));
}

#[test]
fn flags_of_formats_that_are_not_asked_for_are_refused() {
    let env = made(&[]);
    for (flags, said) in [
        (&["--csv-bom"][..], "take --format csv, too"),
        (&["--format", "csv", "--file-names", "readable"], "--layout document"),
    ] {
        let args = [&["corpus", "a.warc", "-o", "e"][..], flags].concat();
        let told = env.shown(&env.expect(2, &args));
        assert!(told.contains(said), "{told}");
    }
}
