//! Tables of pages, standard input with a name, rows on standard output, and records that an index leads to.

use std::fs::{self, File};
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::harness::{Env, article, assert_same, page};
use crate::streams::bash;

/// A table of five rows, of which two are pages.
fn lines() -> String {
    let page = |n: u32| {
        let url = format!("http://a.example/{n}");
        json!({"url": url, "fetch_time": "2020-02-02 02:02:02", "html": article(n)}).to_string()
    };
    [&page(1), "{\"url\":\"http://a.example/x\"}", "no json", &page(2), "{\"html\":\"\"}"]
        .join("\n")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).expect("memory");
    gzip.finish().expect("memory")
}

/// The rows that a command writes to standard output.
pub(crate) fn rows(env: &Env, args: &[&str]) -> Vec<Value> {
    let output = env.expect(0, &[args, &["-o", "-", "--format", "jsonl", "-q"]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

#[test]
fn a_table_of_pages_is_an_input() {
    let env = Env::new();
    let plain = lines();
    env.write("t/pages.jsonl", plain.as_bytes()).write("z/pages.jsonl", &gzip(plain.as_bytes()));
    for (input, inner) in [("t", false), ("z/pages.jsonl", true)] {
        let found = rows(&env, &["corpus", input]);
        let urls: Vec<&str> = found.iter().filter_map(|row| row["url"].as_str()).collect();
        assert_eq!(urls, ["http://a.example/1", "http://a.example/2"]);
        let second = &found[1];
        assert!(second["text"].as_str().is_some_and(|text| !text.is_empty()));
        assert_eq!(second["warc_file"], "pages.jsonl");
        assert_eq!(second["warc_date"], "2020-02-02T02:02:02Z");
        assert!(second["warc_record_id"].is_null() && second["http_status"].is_null());
        let flags = second["flags"].as_array().expect("flags");
        assert!(flags.contains(&json!("table-row")), "{flags:?}");
        // The place leads back to the line.
        let key = if inner { "inner_offset" } else { "warc_offset" };
        let at = usize::try_from(second[key].as_u64().expect("a place")).expect("64 bits");
        assert!(plain[at..].starts_with("{\"fetch_time\""), "{}", &plain[at..at + 20]);
    }
    env.expect(0, &["corpus", "t", "-o", "c", "-q"]);
    let quarantine = fs::read_to_string(env.path("c/quarantine.jsonl")).expect("lines");
    assert_eq!(quarantine.matches("row-unreadable").count(), 3, "{quarantine}");
    env.expect(0, &["verify", "c"]);
    for jobs in ["1", "3"] {
        let out = format!("c{jobs}");
        env.expect(0, &["corpus", "t", "-o", &out, "-j", jobs, "-q", "--shard-records", "1"]);
    }
    assert_same(&env.path("c1/docs"), &env.path("c3/docs"));
    // What changed in the table is found.
    let other = plain.replace("Harbour notes 2", "Harbour notes 3");
    env.write("t/pages.jsonl", other.as_bytes());
    env.expect(4, &["verify", "c"]);
}

#[test]
fn columns_can_be_named_and_missing_ones_are() {
    let env = Env::new();
    let line =
        json!({"link": "http://a.example/", "raw": article(1), "when": 1_580_608_922}).to_string();
    env.write("p.jsonl", line.as_bytes());
    let output = env.expect(1, &["corpus", "p.jsonl", "-o", "c"]);
    assert!(
        said(&output).contains(
            "p.jsonl: a table without the column `url`, `target_uri` or `uri`; its columns are \
             `link`, `raw`, `when`"
        ),
        "{}",
        said(&output)
    );
    let columns = ["--url-column", "link", "--html-column", "raw", "--date-column", "when"];
    let found = rows(&env, &[&["corpus", "p.jsonl"], &columns[..]].concat());
    assert_eq!(found[0]["warc_date"], "2020-02-02T02:02:02Z");
    let typo = ["corpus", "p.jsonl", "-o", "c", "--url-column", "url"];
    assert!(said(&env.expect(1, &typo)).contains("without the column `url`; its columns"));
    assert!(!env.path("c").exists());
}

#[test]
fn beside_archives_a_table_is_another_file() {
    let env = Env::new();
    env.write("in/a.warc", &page("http://b.example/", 2, "200 OK", &article(1)));
    env.write("in/pages.jsonl", lines().as_bytes());
    assert_eq!(rows(&env, &["corpus", "in"]).len(), 1);
    assert_eq!(rows(&env, &["corpus", "in", "in/pages.jsonl"]).len(), 3);
}

#[test]
fn standard_input_has_the_name_that_it_is_given() {
    let env = Env::new();
    let archive: Vec<u8> = (1..4)
        .flat_map(|n| page(&format!("http://a.example/{n}"), n, "200 OK", &article(n)))
        .collect();
    env.write("crawl.warc.gz", &gzip(&archive));
    let from_file = env.path("crawl.warc.gz");
    let mut command = env.command(&[
        "corpus",
        "-",
        "--name",
        "crawl.warc.gz",
        "-o",
        "s",
        "-q",
        "--format",
        "jsonl",
    ]);
    assert!(command.stdin(File::open(&from_file).expect("file")).status().expect("runs").success());
    env.expect(0, &["corpus", "crawl.warc.gz", "-o", "f", "-q", "--format", "jsonl"]);
    assert_same(&env.path("s/docs"), &env.path("f/docs"));
    env.expect(0, &["verify", "s"]);
    fs::create_dir(env.path("moved")).expect("folder");
    fs::rename(&from_file, env.path("moved/crawl.warc.gz")).expect("moves");
    env.expect(4, &["verify", "s"]);
    env.expect(0, &["verify", "s", "--archives", "moved"]);
    env.expect(0, &["verify", "s", "--archives", "moved/crawl.warc.gz"]);
    let output = env.expect(2, &["corpus", "moved", "--name", "x", "-o", "n"]);
    assert!(said(&output).contains("`-` is not among the inputs"), "{}", said(&output));
}

#[test]
fn rows_on_standard_output_are_those_of_the_folder() {
    let env = Env::new();
    let archive: Vec<u8> = (1..9)
        .flat_map(|n| page(&format!("http://a.example/{n}"), n, "200 OK", &article(n)))
        .collect();
    env.write("a.warc", &archive);
    let run = ["corpus", "a.warc", "--format", "jsonl", "--shard-records", "3", "-q", "-o"];
    env.expect(0, &[&run[..], &["c"]].concat());
    let mut parts = Vec::new();
    for part in 0..3 {
        let file = File::open(env.path(&format!("c/docs/part-{part:05}.jsonl.zst"))).expect("part");
        parts.extend(zstd::decode_all(file).expect("zstd"));
    }
    let before = fs::read_dir(env.path("")).expect("folder").count();
    assert_eq!(env.expect(0, &[&run[..], &["-"]].concat()).stdout, parts);
    assert_eq!(fs::read_dir(env.path("")).expect("folder").count(), before);
    let line = "scutch corpus a.warc -o - --format jsonl -q | true";
    assert_eq!(bash(&env, line).status.code(), Some(0));
    let parquet = env.command(&["corpus", "a.warc", "-o", "-"]).stdout(Stdio::null()).output();
    let parquet = parquet.expect("runs");
    assert_eq!(parquet.status.code(), Some(2));
    assert!(said(&parquet).contains("name --format jsonl and no other"), "{}", said(&parquet));
}

/// Two archives with a member for each of six records, and their index.
pub(crate) fn indexed() -> Env {
    let env = Env::new();
    for (file, host) in [("one", "a.example"), ("two", "b.example")] {
        let members: Vec<u8> = (1..7)
            .flat_map(|n| gzip(&page(&format!("http://{host}/{n}"), n, "200 OK", &article(n))))
            .collect();
        env.write(&format!("in/{file}.warc.gz"), &members);
    }
    env.expect(0, &["archive", "index", "in", "-o", "all.cdxj"]);
    env.expect(0, &["corpus", "in", "-o", "whole", "--format", "jsonl,parquet", "-q"]);
    env
}

#[test]
fn an_index_of_any_form_chooses_the_records() {
    let env = indexed();
    let cdxj = fs::read_to_string(env.path("all.cdxj")).expect("index");
    let all = rows(&env, &["corpus", "in", "--fast"]);
    let cell = |row: &Value, key: &str| row[key].to_string().trim_matches('"').to_owned();
    let mut csv = "url,warc_filename,warc_record_offset,warc_record_length\n".to_owned();
    for row in &all {
        let cells = ["url", "warc_file", "warc_offset", "warc_length"].map(|key| cell(row, key));
        csv += &format!(
            "{},{},{},{}\n",
            cells[0],
            format_args!("far/away/{}", cells[1]),
            cells[2],
            cells[3]
        );
    }
    env.write("all.csv", csv.as_bytes());
    assert_eq!(cdxj.lines().filter(|line| line.contains('{')).count(), all.len());
    let urls = |rows: &[Value]| rows.iter().map(|row| cell(row, "url")).collect::<Vec<_>>();
    for index in ["all.cdxj", "all.csv", "whole/docs/part-00000.parquet"] {
        let run = |filter: &[&str]| {
            rows(&env, &[&["corpus", "in", "--fast", "--cdx", index], filter].concat())
        };
        assert_eq!(run(&[]), all, "{index}");
        assert_eq!(urls(&run(&["--url-prefix", "http://b.example/3"])), ["http://b.example/3"]);
        let found = run(&["--host", "a.example"]);
        assert_eq!(found, all[..6], "{index}");
        let output =
            env.expect(1, &["corpus", "in", "--cdx", index, "--host", "z.example", "-o", "n"]);
        assert!(said(&output).contains("rows is wanted"), "{}", said(&output));
    }
}

#[test]
fn a_copy_of_records_takes_tables_as_well() {
    let env = indexed();
    env.write("two.csv", b"filename,offset,length\nx/one.warc.gz,0,1\ngone.warc.gz,0,1\n");
    for (index, host, expected) in [
        ("two.csv", "a.example", "1 of 1 record that the index names written"),
        (
            "whole/docs/part-00000.parquet",
            "b.example",
            "6 of 12 records that the index names written",
        ),
    ] {
        let args = ["archive", "subset", "in", "--cdx", index, "--host", host, "-o", "s.warc.gz"];
        let output = env.expect(0, &args);
        assert!(said(&output).contains(expected), "{}", said(&output));
        fs::remove_file(env.path("s.warc.gz")).expect("removed");
    }
    // A row that is broken is counted as a line of CDX is, and the others are read.
    env.write("bad.csv", b"filename,offset,length\n\none.warc.gz,-1,1\none.warc.gz,0,1\n");
    let output = env.expect(0, &["archive", "ls", "in", "--cdx", "bad.csv"]);
    let listed = String::from_utf8(output.stdout).expect("text");
    assert!(listed.contains("bad.csv\t3\t"), "{listed}");
    assert!(
        listed.contains("index-line-number The offset is missing or is no number."),
        "{listed}"
    );
    assert!(listed.contains("one.warc.gz\t0\t"), "{listed}");
}

/// Two files of one name in two folders, each with several records in one member.
fn shared() -> Env {
    let env = Env::new();
    for (folder, host) in [("a", "a.example"), ("b", "b.example")] {
        let records: Vec<u8> = (1..4)
            .flat_map(|n| page(&format!("http://{host}/{n}"), n, "200 OK", &article(n)))
            .collect();
        env.write(&format!("two/{folder}/x.warc.gz"), &gzip(&records));
    }
    env.expect(0, &["corpus", "two", "-o", "whole", "--format", "jsonl,parquet", "-q"]);
    env
}

#[test]
fn records_that_share_a_member_are_told_apart() {
    let env = shared();
    let all = rows(&env, &["corpus", "two", "--fast"]);
    let cell = |row: &Value, key: &str| row[key].to_string().trim_matches('"').to_owned();
    let url = |row: &Value| cell(row, "url");
    let mut csv = "url,filename,offset,inner_offset,length\n".to_owned();
    // The second record of each file; the files are named by paths of another machine.
    for row in [&all[1], &all[4]] {
        let keys = ["url", "warc_file", "warc_offset", "inner_offset", "warc_length"];
        let [url, file, offset, inner, length] = keys.map(|key| cell(row, key));
        csv += &format!("{url},crawl/{file},{offset},{inner},{length}\n");
    }
    env.write("second.csv", csv.as_bytes());
    let found = rows(&env, &["corpus", "two", "--fast", "--cdx", "second.csv"]);
    assert_eq!(found, [all[1].clone(), all[4].clone()]);
    let only_b = rows(&env, &["corpus", "two/b", "--fast", "--cdx", "second.csv"]);
    assert_eq!(only_b.iter().map(url).collect::<Vec<_>>(), ["http://b.example/2"]);
    for (index, expected) in [
        ("second.csv", "2 of 2 records that the index names written"),
        ("whole/docs/part-00000.parquet", "6 of 6 records that the index names written"),
    ] {
        let output =
            env.expect(0, &["archive", "subset", "two", "--cdx", index, "-o", "s.warc.gz"]);
        assert!(said(&output).contains(expected), "{}", said(&output));
        let copied = rows(&env, &["corpus", "s.warc.gz", "--fast"]);
        let expected: Vec<_> = match index {
            "second.csv" => vec![url(&all[1]), url(&all[4])],
            _ => all.iter().map(url).collect(),
        };
        assert_eq!(copied.iter().map(url).collect::<Vec<_>>(), expected);
        fs::remove_file(env.path("s.warc.gz")).expect("removed");
    }
    // The place is that of another record.
    env.write("other.csv", csv.replace("a.example/2", "a.example/3").as_bytes());
    let output = env.expect(0, &["archive", "ls", "two", "--cdx", "other.csv"]);
    let listed = String::from_utf8(output.stdout).expect("text");
    assert!(listed.contains("other.csv\t2\t") && listed.contains("index-other-record"), "{listed}");
    env.expect(0, &["corpus", "two", "--cdx", "second.csv", "-o", "c", "-q"]);
    env.expect(0, &["verify", "c"]);
    let name = b"filename,offset,length\nx.warc.gz,0,9\n";
    env.write("name.csv", name);
    for verb in [&["corpus", "two", "-o", "n"][..], &["archive", "ls", "two"]] {
        let output = env.expect(1, &[verb, &["--cdx", "name.csv"]].concat());
        let expected = "`x.warc.gz` may be each of the inputs `a/x.warc.gz` and `b/x.warc.gz`";
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
}

#[test]
fn rows_that_lead_nowhere_are_told_and_are_losses() {
    let env = indexed();
    let size = fs::metadata(env.path("in/one.warc.gz")).expect("a file").len();
    let cdxj = fs::read_to_string(env.path("all.cdxj")).expect("index");
    let first = cdxj.lines().find(|line| line.contains("http://a.example/1\"")).expect("a line");
    let (behind, further) = (size, size + 5000);
    let line = |offset: u64, file: &str| {
        format!(
            "k 20200101000000 {{\"url\":\"http://a.example/1\",\"filename\":\"{file}\",\
             \"offset\":\"{offset}\",\"length\":\"7\"}}\n"
        )
    };
    let lines = [
        format!("{first}\n"),
        line(behind, "one.warc.gz"),
        line(further, "one.warc.gz"),
        line(0, "gone.warc.gz"),
        line(0, "pages.jsonl"),
    ];
    env.write("all.cdxj", lines.concat().as_bytes());
    env.write("pages.jsonl", b"{\"url\":\"http://c.example/\",\"html\":\"<p>One.\"}\n");
    let run = ["corpus", "in", "pages.jsonl", "--cdx", "all.cdxj", "-o", "c"];
    let output = env.expect(0, &run);
    for expected in [
        "2  rows of the index whose file is no archive among the inputs",
        "2  rows of the index that lead behind the end of a file",
        "2  damaged ranges: index-behind-end (14 bytes)",
    ] {
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
    let report = fs::read_to_string(env.path("c/report.html")).expect("a report");
    assert!(report.contains("2 rows of them lead to files that are no archives"), "{report}");
    env.expect(3, &[&run[..], &["--strict"]].concat());
    env.write("all.cdxj", [&lines[0], &lines[3]].map(String::as_str).concat().as_bytes());
    let run = ["corpus", "in", "--cdx", "all.cdxj", "-q", "-o", "d"];
    env.expect(3, &[&run[..], &["--strict"]].concat());
}

#[test]
fn hosts_and_languages_of_an_index_are_those_of_the_scope() {
    let env = indexed();
    let all = rows(&env, &["corpus", "in", "--fast"]);
    let count = |filter: &[&str]| {
        rows(&env, &[&["corpus", "in", "--fast", "--cdx", "lang.csv"], filter].concat()).len()
    };
    let mut csv = "url,filename,offset,length,content_languages\n".to_owned();
    for (row, languages) in all.iter().zip(["eng", "eng-GB", "deu", "", "deu;eng", "fra"]) {
        let cell = |key: &str| row[key].to_string().trim_matches('"').to_owned();
        let [url, file, offset, length] =
            ["url", "warc_file", "warc_offset", "warc_length"].map(cell);
        csv += &format!("{url},{file},{offset},{length},{languages}\n");
    }
    env.write("lang.csv", csv.as_bytes());
    for (host, expected) in [("a.example", 6), ("WWW.A.example.", 6), ("www.a.example", 6)] {
        assert_eq!(count(&["--host", host]), expected, "{host}");
    }
    assert_eq!(count(&["--language", "en"]), 4);
}

#[test]
fn a_selection_says_what_was_read_and_is_verified() {
    let env = indexed();
    let run = [
        "corpus",
        "in",
        "--cdx",
        "all.cdxj",
        "--url-prefix",
        "http://a.example/3",
        "-q",
        "-o",
        "c",
    ];
    env.expect(0, &run);
    let manifest = fs::read(env.path("c/run.json")).expect("manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    assert_eq!(manifest["index"], json!({"rows": 12, "taken": 1, "elsewhere": 0, "behind_end": 0}));
    let inputs = manifest["inputs"].as_array().expect("inputs");
    assert_eq!(inputs.len(), 1);
    let ranges = inputs[0]["content"]["ranges"].as_array().expect("ranges");
    assert_eq!(ranges.len(), 1);
    assert_eq!(ranges[0][1], inputs[0]["size"]);
    env.expect(0, &["verify", "c"]);
    // The same command does nothing, and with another prefix it is another run.
    assert!(
        said(&env.expect(0, &run[..6].iter().chain(&["-o", "c"]).copied().collect::<Vec<_>>()))
            .contains("already complete")
    );
    env.write("bad.csv", b"filename,offset,length\none.warc.gz,x,1\n");
    let output = env.expect(1, &["corpus", "in", "--cdx", "bad.csv", "-o", "n"]);
    assert!(
        said(&output).contains("bad.csv: row 2: the offset is missing or is no number"),
        "{}",
        said(&output)
    );
    env.write("bad.csv", b"filename,length\none.warc.gz,1\n");
    let output = env.expect(1, &["corpus", "in", "--cdx", "bad.csv", "-o", "n"]);
    assert!(
        said(&output).contains("bad.csv: a table without the column `offset`"),
        "{}",
        said(&output)
    );
    env.write("bad.csv", b"filename,offset,length\nelse.warc.gz,0,1\n");
    let output = env.expect(1, &["corpus", "in", "--cdx", "bad.csv", "-o", "n"]);
    assert!(said(&output).contains("is an archive among the inputs"), "{}", said(&output));
    assert!(!env.path("n").exists());
}

/// A prefix chooses among the rows of an index, wherever that is named.
#[test]
fn a_prefix_without_an_index_is_refused_and_one_from_a_file_counts() {
    let env = indexed();
    env.write("prefix.toml", b"[input]\nurl_prefix = 'http://a.example/3'\n");
    let output = env.expect(2, &["corpus", "in", "--config", "prefix.toml", "-o", "c"]);
    let expected = "`input.url_prefix` is `http://a.example/3`: chooses among the rows of an index";
    assert!(said(&output).contains(expected), "{}", said(&output));
    env.write("index.toml", b"[input]\nindex = 'all.cdxj'\n");
    for args in [
        ["--config", "prefix.toml", "--cdx", "all.cdxj"],
        ["--config", "index.toml", "--url-prefix", "http://a.example/3"],
    ] {
        let args = [&["corpus", "in", "--overwrite", "-q", "-o", "c"], &args[..]].concat();
        env.expect(0, &args);
        let manifest = fs::read(env.path("c/run.json")).expect("manifest");
        let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
        assert_eq!(manifest["index"]["taken"], 1, "{args:?}");
    }
}

#[cfg(not(feature = "remote"))]
#[test]
fn an_address_needs_a_build_that_reads_them() {
    let env = Env::new();
    let output = env.expect(1, &["corpus", "s3://bucket/a.warc.gz", "-o", "c"]);
    assert!(said(&output).contains("built without the feature `remote`"), "{}", said(&output));
}
