//! The command line as a user meets it: arguments in; exit code, stdout and stderr out.

use std::fs;
use std::process::Stdio;

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
fn bad_standard_input_leaves_nothing_behind() {
    let env = with_archive();
    let mut command = env.command(&["corpus", "-", "-o", "out"]);
    let output = command.stdin(Stdio::null()).output().expect("runs");
    assert_snapshot!(env.shown(&output));
    assert!(!env.path("out").exists());
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
fn output_not_given() {
    assert_snapshot!(with_archive().shot(&["corpus", "in"]));
}

#[test]
fn input_not_given() {
    assert_snapshot!(Env::new().shot(&["corpus", "-o", "out"]));
}

#[test]
fn input_missing() {
    let env = Env::new();
    assert_snapshot!(env.shot(&["corpus", "none.warc.gz", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn input_empty() {
    let env = Env::new();
    env.write("empty.warc.gz", b"");
    assert_snapshot!(env.shot(&["corpus", "empty.warc.gz", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn input_not_an_archive() {
    let env = with_archive();
    env.write("page.html", article(1).as_bytes());
    assert_snapshot!(env.shot(&["corpus", "in", "page.html", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn folder_with_nothing_in_it() {
    let env = Env::new();
    env.write("empty/readme.txt", b"no archive");
    assert_snapshot!(env.shot(&["corpus", "empty", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn pattern_that_matches_nothing() {
    assert_snapshot!(Env::new().shot(&["corpus", "*.warc.gz", "-o", "out"]));
}

/// The tests may run as root, for whom every permission is granted: this file exists and still
/// cannot be read.
#[test]
#[cfg(target_os = "linux")]
fn input_unreadable() {
    let env = Env::new();
    assert_snapshot!(env.shot(&["corpus", "/proc/self/mem", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn output_holds_another_run() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    assert_snapshot!(
        "other_configuration",
        env.shot(&["corpus", "in", "-o", "out", "--keep-all-status"])
    );
    env.write("more/b.warc", &page("http://b.example/", 1, "200 OK", &article(9)));
    assert_snapshot!("other_inputs", env.shot(&["corpus", "in", "more", "-o", "out"]));
    env.expect(0, &["corpus", "in", "more", "-o", "out", "--overwrite", "-q"]);
}

#[test]
fn output_is_somebody_elses_folder() {
    let env = with_archive();
    env.write("out/thesis.txt", b"precious");
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out"]));
    env.expect(0, &["corpus", "in", "-o", "out", "--overwrite", "-q"]);
    env.expect(0, &["corpus", "in", "-o", "out", "--overwrite", "--keep-empty", "-q"]);
    assert_eq!(fs::read(env.path("out/thesis.txt")).expect("still there"), b"precious");
}

#[test]
fn output_cannot_be_written() {
    let env = with_archive();
    env.write("out", b"a file");
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out"]));
}

/// A file-size limit stands for a full disk: the write fails in the same way.
#[test]
#[cfg(unix)]
fn disk_full() {
    let env = Env::new();
    let pages = (0..400).map(|n| page(&format!("http://h.example/{n}"), n, "200 OK", &article(n)));
    env.write("big.warc", &pages.flatten().collect::<Vec<u8>>());
    let script = format!(
        "ulimit -f 8; exec {} corpus big.warc -o out --format jsonl --shard-records 50",
        env!("CARGO_BIN_EXE_scutch")
    );
    let limited = std::process::Command::new("bash")
        .args(["-c", &script])
        .current_dir(env.path(""))
        .output()
        .expect("bash runs");
    assert_eq!(limited.status.code(), Some(1), "{}", env.shown(&limited));
    let stderr = String::from_utf8(limited.stderr).expect("UTF-8");
    assert!(stderr.contains("File too large") && stderr.contains("make room"), "{stderr}");
    assert!(!env.path("out/run.json").exists(), "half a corpus must not look complete");
    // With room, the same command goes on and ends as if nothing had happened.
    let args = ["corpus", "big.warc", "--format", "jsonl", "--shard-records", "50", "-q"];
    env.expect(0, &[&args[..], &["-o", "out"]].concat());
    env.expect(0, &[&args[..], &["-o", "fresh"]].concat());
    assert_same(&env.path("out"), &env.path("fresh"));
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

/// What is wrong in a file of configuration is a failure, what is wrong on the command line a matter of usage.
#[test]
fn values_without_sense_are_errors_of_usage() {
    let env = with_archive();
    for wrong in [
        "corpus in -o out --status foo",
        "corpus in -o out --status 300-200",
        "corpus in -o out --record-type foo",
        "corpus in -o out --shard-records 0",
        "corpus in -o out --topic bogus",
        "corpus in -o out --archive-id bad/id",
        "corpus in -o out --annotations in",
        "template in -o out --undecided 0.7",
        "template in -o out --method t003 --min-gap 30d --max-gap 1d",
        "tags inventory in --status foo",
    ] {
        env.expect(2, &wrong.split(' ').collect::<Vec<_>>());
    }
    env.write("c.toml", b"inputs = [\"in\"]\nshard_records = 0\n");
    env.expect(1, &["corpus", "--config", "c.toml", "-o", "out"]);
    assert!(!env.path("out").exists());
}

#[test]
fn errors_in_a_configuration_have_a_line() {
    let env = with_archive();
    env.write("run.toml", b"seed = 1\n\n[scope]\nstatus = [\"200\"]\n");
    assert_snapshot!(env.shot(&["corpus", "in", "--config", "run.toml", "-o", "out"]));
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
fn extract_one_page() {
    let env = Env::new();
    env.write("page.html", article(3).as_bytes());
    for format in ["markdown", "text", "html", "json"] {
        let output = env.expect(0, &["extract", "page.html", "--format", format]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains("lighthouse keeper"), "{format}: {text}");
        assert!(!text.contains("Imprint"), "{format}: {text}");
    }
    let explained = env.expect(0, &["extract", "page.html", "--explain"]);
    assert!(String::from_utf8(explained.stdout).expect("UTF-8").contains("lighthouse keeper"));
}

#[test]
fn the_type_of_a_page_is_told_with_its_score() {
    let env = Env::new();
    let card = |n: u32| {
        format!(
            "<li class=product><a href=/product/{n}><img src={n}.jpg><h3>Stick {n}</h3></a>
            <span class=price>$3{n}.00</span><button>Add to cart</button></li>"
        )
    };
    let shop = format!(
        "<title>Walking sticks - Stickshop</title><body class='tax-product_cat woocommerce'>
        <h1>Walking sticks</h1><p>Sort by</p><p>Filter</p><ul>{}</ul>",
        (1..25).map(card).collect::<String>()
    );
    env.write("news.html", article(3).as_bytes()).write("shop.html", shop.as_bytes());
    let pages = ["extract", "news.html", "shop.html", "--format", "jsonl"];
    let output = env.expect(0, &[&pages[..], &["--url", "http://h.example/a"]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let rows = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let types = rows.map(|row: serde_json::Value| {
        format!("{} {} {}\n", row["file"], row["page_type"], row["page_type_score"])
    });
    assert_snapshot!(types.collect::<String>());
    let explained = env.expect(0, &["extract", "shop.html", "--explain"]);
    let explained = String::from_utf8(explained.stdout).expect("UTF-8");
    assert!(explained.contains("<dt>type</dt><dd>collection ("), "{explained}");
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
fn extract_by_several_methods() {
    let env = Env::new();
    env.write("a.html", article(1).as_bytes());
    let further = ["extract", "a.html", "--also-extract"];
    for (format, list) in [("jsonl", "all-text,article"), ("json", "article,all-text,article")] {
        let args = [&further[..], &[list, "--format", format, "--extractor", "bte"]].concat();
        let text = env.expect(0, &args).stdout;
        let row: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(row["extractor"], "bte/1");
        assert!(row["text_all_text"].as_str().is_some_and(|text| text.contains("Imprint")));
        assert!(row["text_article"].as_str().is_some_and(|text| !text.contains("Imprint")));
        assert!(row.get("text_bte").is_none() && row.get("text_page").is_none());
    }
    let refused = [
        &["bte"][..],
        &["bte", "--explain"],
        &["auto", "--format", "json"],
        &["bte", "--format", "json", "--url", "a.example/b"],
    ];
    let shots = refused.map(|args| env.shot(&[&further[..], args].concat()));
    assert_snapshot!(shots.concat());
}

#[test]
fn extract_offers_methods_of_single_pages_only() {
    let help = Env::new().shot(&["extract", "--help"]);
    assert!(help.contains("- boilerpipe:") && !help.contains("- template:"), "{help}");
    // Of --extractor and --progress; --also-extract takes it not.
    assert_eq!(help.matches("- auto:").count(), 2, "{help}");
}

#[test]
fn extract_uses_no_address_that_is_none() {
    let env = Env::new();
    env.write("a.html", article(1).as_bytes());
    env.write("urls.tsv", b"\na.html\tnot a url\n");
    let told = env.shown(&env.expect(0, &["extract", "a.html", "--urls", "urls.tsv"]));
    assert!(told.contains("note: urls.tsv, line 2: not a url: no full address"), "{told}");
}

/// A list made elsewhere names files by other paths.
#[test]
fn extract_finds_addresses_by_base_name_where_that_is_clear() {
    let env = Env::new();
    let files = ["p/a.html", "p/b.html", "p/c.html", "q/c.html"];
    for file in files {
        env.write(file, article(1).as_bytes());
    }
    let lines = ["./p/a.html", "old/b.html", "c.html", "none.html"];
    let list: String = lines
        .iter()
        .zip(1..)
        .map(|(file, day)| format!("{file}\thttp://h.example/2020/03/0{day}/x\n"))
        .collect();
    env.write("urls.tsv", list.as_bytes());
    let how = ["--format", "jsonl", "--urls", "urls.tsv"];
    let output = env.expect(0, &[&["extract"], &files[..], &how[..]].concat());
    let text = std::str::from_utf8(&output.stdout).expect("UTF-8");
    let rows = text.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        row["date_published"].as_str().map(str::to_owned)
    });
    let dates: Vec<_> = rows.collect();
    // Which of two files a base name means nobody can tell.
    assert_eq!(dates, [Some("2020-03-01".to_owned()), Some("2020-03-02".to_owned()), None, None]);
    let told = std::str::from_utf8(&output.stderr).expect("UTF-8");
    assert!(told.contains("note: 2 of 4 lines of urls.tsv name no file given"), "{told}");
}

#[test]
fn extract_comments_by_themselves() {
    let text = "The fog lifted from the harbour this morning, and the ferry left ten minutes late with everybody.";
    let comment = "I was there and saw it with my own eyes, and so did my uncle.";
    let page = format!(
        "<h1>The fog lifts</h1><p>{text}</p><p>{text} Nobody minded.</p>\
         <div id=comments><p class=comment>{comment}</p></div>"
    );
    let env = Env::new();
    env.write("a.html", page.as_bytes());
    let object = |more: &[&str]| -> serde_json::Value {
        let args = [&["extract", "a.html", "--format", "jsonl"], more].concat();
        serde_json::from_slice(&env.expect(0, &args).stdout).expect("JSON")
    };
    let (without, with) = (object(&[]), object(&["--comments"]));
    assert!(without["comments"].is_null());
    assert_eq!(with["comments"], serde_json::json!([comment]));
    let text = without["text"].as_str().expect("text");
    assert_eq!(with["text"], format!("{text}\n{comment}"));
}

#[test]
fn extract_names_fields_whose_sources_differ() {
    let page = "<meta name=author content='Ada Bright'><h1>Fog</h1><p>The fog lifted from the harbour. \
        <script type=application/ld+json>{\"@type\":\"Article\",\"author\":{\"name\":\"Bob Dark\"}}</script>";
    let env = Env::new();
    env.write("a.html", page.as_bytes());
    let output = env.expect(0, &["extract", "a.html", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["metadata_conflicts"], serde_json::json!(["authors"]));
}

#[test]
fn extract_several_pages() {
    let env = Env::new();
    env.write("a.html", article(1).as_bytes()).write("b.html", article(2).as_bytes());
    env.write("urls.tsv", b"a.html\thttp://h.example/2020/03/04/a\n");
    let args = ["extract", "a.html", "b.html", "none.html", "--format", "jsonl"];
    let output = env.expect(1, &[&args[..], &["--urls", "urls.tsv"]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let rows: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 2, "the missing file costs its own line only");
    assert_eq!(rows[0]["file"], "a.html");
    assert_eq!(rows[0]["title"], "Harbour notes 1");
    assert_eq!(rows[0]["date_published"], "2020-03-04");
    assert_eq!(rows[0]["language"], "en");
    assert_eq!(rows[1]["date_published"], serde_json::Value::Null);
    assert_snapshot!("several_as_markdown", env.shot(&["extract", "a.html", "b.html"]));
    assert_snapshot!("missing", env.shot(&["extract", "none.html"]));
    assert_snapshot!("extract_address", env.shot(&["extract", "https://harbour.example/a"]));
    assert_snapshot!("extract_folder", env.shot(&["extract", "."]));
}

#[test]
fn what_is_no_page_is_not_read_as_one() {
    let env = Env::new();
    env.write("a.html", b"%PDF-1.7 (text)").write("b.html", b"[{\"text\": \"<p>one\"}]");
    assert_snapshot!(
        "extract_no_page",
        env.shot(&["extract", "a.html", "b.html", "--format", "jsonl"])
    );
    let joint = ["extract", "a.html", "--extractor", "template"];
    assert_snapshot!("extract_joint", env.shot(&joint));
    assert_snapshot!("extract_archive", env.write("c", &small_archive()).shot(&["extract", "c"]));
    let bytes = ["%PDF-1.7 (text)", "{\"text\": \"<p>one\"}", &article(1)];
    let records =
        (1..).zip(bytes).map(|(n, bytes)| page("http://harbour.example/", n, "200 OK", bytes));
    env.write("in.warc", &records.flatten().collect::<Vec<u8>>());
    env.expect(0, &["corpus", "in.warc", "-o", "out", "-q"]);
    let run = fs::read(env.path("out/run.json")).expect("a run");
    let run: serde_json::Value = serde_json::from_slice(&run).expect("JSON");
    assert_eq!(run["counts"]["rows"], 1);
    assert_eq!(run["counts"]["out_of_scope"], serde_json::json!({"mime": 2}));
    assert_eq!(run["counts"]["mimes"]["application/pdf"], 1);
}

/// A reader such as `head` that closes the pipe has what it wanted.
#[test]
fn a_closed_pipe_is_success() {
    let env = Env::new();
    env.write("page.html", article(1).repeat(2000).as_bytes());
    let script = format!(
        "{} extract page.html --format jsonl | true; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_scutch")
    );
    let mut bash = std::process::Command::new("bash");
    let output = bash.args(["-c", &script]).current_dir(env.path("")).output().expect("bash runs");
    assert_eq!(env.shown(&output), "exit: 0\n--- stdout\n--- stderr\n");
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
