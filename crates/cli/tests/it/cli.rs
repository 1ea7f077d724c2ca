//! The command line as a user meets it: arguments in; exit code, stdout and stderr out.

use std::fs;

use crate::harness::{Env, article, assert_same, page, record, small_archive, with_archive};
use insta::assert_snapshot;

#[test]
fn the_main_job_says_what_became_of_every_record() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out"]));
    let manifest = fs::read_to_string(env.path("out/run.json")).expect("manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["counts"]["records"], 7);
    assert_eq!(manifest["counts"]["rows"], 3);
    let types = manifest["counts"]["page_types"].as_object().expect("types of pages");
    assert_eq!(types.values().filter_map(serde_json::Value::as_u64).sum::<u64>(), 3);
    for file in ["docs/part-00000.parquet", "quarantine.jsonl", "report.html", "timing.json"] {
        assert!(env.path("out").join(file).exists(), "{file}");
    }
    assert!(!env.path("out/.partial").exists());
}

#[test]
fn verbose_gives_the_reasons() {
    assert_snapshot!(with_archive().shot(&["corpus", "in", "-o", "out", "-v"]));
}

#[test]
fn scope_can_be_widened() {
    let env = with_archive();
    let shot = env.shot(&[
        "corpus",
        "in",
        "-o",
        "out",
        "--keep-all-status",
        "--mime",
        "text/html,image/gif",
    ]);
    assert_snapshot!(shot);
}

#[test]
fn standard_input_is_an_archive_too() {
    let env = with_archive();
    let mut command = env.command(&["corpus", "-", "-o", "out"]);
    command.stdin(fs::File::open(env.path("in/small.warc")).expect("archive"));
    assert_snapshot!(env.shown(&command.output().expect("runs")));
    assert!(!env.path("out/.partial").exists());
}

#[test]
fn no_arguments_show_the_verbs() {
    assert_snapshot!(Env::new().shot(&[]));
}

#[test]
fn help_of_the_main_job() {
    assert_snapshot!(Env::new().shot(&["corpus", "--help"]));
}

#[test]
fn the_same_command_again_changes_nothing() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out"]));
    // Touched but equal files are recognised by their digest.
    env.write("in/small.warc", &small_archive());
    assert_eq!(env.output(&["corpus", "in", "-o", "out"]).status.code(), Some(0));
}

#[test]
fn nothing_passes_the_filters() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out", "--status", "404"]));
}

#[test]
fn damage_is_counted_and_strict_says_so() {
    let env = Env::new();
    let mut bytes = small_archive();
    bytes.extend(b"garbage between the records\r\n\r\n");
    bytes.extend(page("http://harbour.example/8", 8, "200 OK", &article(8)));
    env.write("bad.warc", &bytes);
    assert_snapshot!(env.shot(&["corpus", "bad.warc", "-o", "out", "--strict"]));
    assert_snapshot!(
        "quarantine",
        fs::read_to_string(env.path("out/quarantine.jsonl")).expect("quarantine")
    );
}

#[test]
fn an_emitted_configuration_repeats_the_run() {
    let env = with_archive();
    let args =
        ["corpus", "in", "--status", "2xx,301", "--archive-id", "example.org", "--emit-config"];
    let emitted = env.expect(0, &args);
    env.write("run.toml", &emitted.stdout);
    env.expect(0, &["corpus", "--config", "run.toml", "-o", "a", "-q"]);
    env.expect(
        0,
        &["corpus", "in", "--status", "2xx,301", "--archive-id", "example.org", "-o", "b", "-q"],
    );
    assert_same(&env.path("a"), &env.path("b"));
}

#[test]
fn the_schema_is_a_schema() {
    let output = Env::new().expect(0, &["config", "schema"]);
    let schema: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(schema["title"], "Config");
    assert!(schema["properties"]["scope"].is_object());
}

#[test]
fn any_number_of_jobs_gives_the_same_bytes() {
    let env = with_archive();
    for jobs in ["1", "2", "7"] {
        let format = "parquet,jsonl";
        let args = [
            "corpus",
            "in",
            "-o",
            jobs,
            "--jobs",
            jobs,
            "--shard-records",
            "2",
            "--format",
            format,
            "-q",
        ];
        env.expect(0, &args);
    }
    assert_same(&env.path("1"), &env.path("2"));
    assert_same(&env.path("1"), &env.path("7"));
}

#[test]
fn the_report_is_rendered_anew() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    let before = fs::read(env.path("out/report.html")).expect("report");
    fs::remove_file(env.path("out/report.html")).expect("removed");
    assert_snapshot!(env.shot(&["report", "out"]));
    assert_eq!(fs::read(env.path("out/report.html")).expect("report"), before);
    assert_snapshot!("report_of_nothing", env.shot(&["report", "none"]));
}

#[test]
fn texts_of_further_methods_stand_in_columns_of_their_own() {
    let env = with_archive();
    let methods = ["--also-extract", "all-text,article,bte", "--format", "jsonl,parquet"];
    env.shot(&[&["corpus", "in", "-o", "out"], methods.as_slice()].concat());
    let part = fs::File::open(env.path("out/docs/part-00000.jsonl.zst")).expect("part");
    let text = zstd::decode_all(part).expect("zstd");
    let line = text.split(|b| *b == b'\n').next().expect("a line");
    let row: serde_json::Value = serde_json::from_slice(line).expect("JSON");
    let size = |name: &str| row[name].as_str().map(str::len);
    assert!(size("text_all_text") >= size("text") && size("text").is_some());
    assert!(size("text_article").is_some() && size("text_bte").is_some());
    assert!(row.get("text_justext").is_none());
    assert_snapshot!(env.shot(&["verify", "out"]));
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out2", "--also-extract", "auto"]));
}

#[test]
fn revisits_become_rows_on_request() {
    let env = Env::new();
    let mut bytes = page("http://harbour.example/1", 1, "200 OK", &article(1));
    let header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    for (id, refers_to) in [(2, 1), (3, 2), (4, 99)] {
        let revisit = record("revisit", "http://harbour.example/1", id, "application/http", header);
        let revisit = String::from_utf8(revisit).expect("text");
        let refers = format!("WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-{refers_to:012}>");
        bytes.extend(
            revisit.replacen("Content-Type:", &format!("{refers}\r\nContent-Type:"), 1).bytes(),
        );
    }
    env.write("a.warc", &bytes);
    let types = ["--record-type", "response,revisit"];
    assert_snapshot!(env.shot(&[&["corpus", "a.warc", "-o", "out"][..], &types].concat()));
    env.expect(0, &["verify", "out"]);
}

#[test]
fn the_strict_charset_rule_quarantines_what_a_label_cannot_decode() {
    let env = Env::new();
    let html = article(1).into_bytes();
    let mut latin = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".to_vec();
    latin.extend(&html);
    latin.extend(b"<p>gr\xfcn");
    let mut bytes = page("http://harbour.example/1", 1, "200 OK", &article(2));
    let kind = "application/http; msgtype=response";
    bytes.extend(record("response", "http://harbour.example/2", 2, kind, &latin));
    env.write("a.warc", &bytes);
    assert_snapshot!(env.shot(&[
        "corpus",
        "a.warc",
        "-o",
        "out",
        "-v",
        "--charset-rule",
        "strict"
    ]));
    env.expect(0, &["corpus", "a.warc", "-o", "weighed"]);
}

#[test]
fn the_strict_charset_rule_knows_no_guess_of_an_archive() {
    let env = Env::new();
    let guess = "Content-Type: text/html\r\nX-Archive-Guessed-Charset: windows-1252\r\n";
    let mut latin = format!("HTTP/1.1 200 OK\r\n{guess}\r\n{}", article(1)).into_bytes();
    latin.extend(b"<p>gr\xfcn");
    let kind = "application/http; msgtype=response";
    env.write("a.warc", &record("response", "http://harbour.example/1", 1, kind, &latin));
    let corpus = ["corpus", "a.warc", "--format", "jsonl", "-o"];
    env.expect(5, &[&corpus[..], &["strict", "--charset-rule", "strict"]].concat());
    let quarantined = fs::read_to_string(env.path("strict/quarantine.jsonl")).expect("quarantine");
    assert!(quarantined.contains("\"charset-http-fails\""), "{quarantined}");
    env.expect(0, &[&corpus[..], &["weighed"]].concat());
    let part = fs::File::open(env.path("weighed/docs/part-00000.jsonl.zst")).expect("part");
    let row: serde_json::Value =
        serde_json::from_slice(&zstd::decode_all(part).expect("zstd")).expect("a row");
    assert_eq!(row["charset"], "windows-1252");
    assert_eq!(row["charset_source"], "archive");
}
