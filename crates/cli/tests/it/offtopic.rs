//! `scutch offtopic` as a user meets it.

use std::fs;

use crate::harness::{Env, article, page, record, root};
use insta::assert_snapshot;

const NOTICE: &str = "<html><head><title>Account Suspended</title></head><body><h1>Account Suspended\
    </h1><p>This account has been suspended. Contact your hosting provider.</p></body></html>";

/// A page that is suspended, empty, gone, and back; a picture; a page of another site.
pub(crate) fn archive() -> Vec<u8> {
    let uri = "http://harbour.example/";
    let mut out = page(uri, 2, "200 OK", &article(1));
    out.extend(page(uri, 3, "200 OK", &article(1)));
    out.extend(page(uri, 4, "200 OK", NOTICE));
    out.extend(page(uri, 5, "200 OK", ""));
    out.extend(page(uri, 6, "404 Not Found", "<h1>Not Found</h1>"));
    out.extend(page(uri, 7, "301 Moved Permanently", ""));
    out.extend(page(uri, 8, "200 OK", &article(2)));
    let gif = b"HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a";
    let http = "application/http; msgtype=response";
    out.extend(record("response", "http://harbour.example/x.gif", 9, http, gif));
    let old = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Gr\xfc\xdfe aus M\xfcnchen";
    out.extend(record("response", "http://gruss.example/", 10, http, old));
    out
}

fn with_archive() -> Env {
    let env = Env::new();
    env.write("a.warc", &archive());
    env
}

#[test]
fn verdicts_with_reasons() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["offtopic", "a.warc", "--format", "jsonl"]));
}

#[test]
fn the_line_of_the_publication_is_understood() {
    let env = with_archive();
    let measures = "jaccard=0.80,bytecount=-0.5";
    let shot = env.shot(&["offtopic", "-i", "warc=a.warc", "-o", "out.json", "-tm", measures]);
    assert_snapshot!(shot);
    let text = fs::read_to_string(env.path("out.json")).expect("output");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let memento = &value["from-warc::timemap::http://harbour.example/"]["from-warc::20190517100004::http://harbour.example/"];
    assert_eq!(memento["overall topic status"], "off-topic");
    let jaccard = &memento["timemap measures"]["jaccard"];
    assert_eq!((&jaccard["stemmed"], &jaccard["tokenized"]), (&false.into(), &true.into()));
    assert_eq!(jaccard["topic status"], "off-topic");
    assert!(jaccard["comparison score"].as_f64().expect("score") > 0.8);
    assert_eq!(jaccard["removed boilerplate"], false);
    assert_snapshot!(env.shot(&["offtopic", "a.warc", "-tm", measures, "-ot", "csv"]));
}

#[test]
fn the_bytes_do_not_depend_on_jobs() {
    let env = with_archive();
    for profile in ["default", "otmt-paper", "otmt-code", "alnoamany"] {
        let run = |jobs| {
            let args = ["offtopic", "a.warc", "--profile", profile, "--jobs", jobs];
            env.expect(0, &args).stdout
        };
        assert!(run("1") == run("3"), "{profile}");
    }
}

#[test]
fn wrong_words_are_named() {
    let env = with_archive();
    let mut shots = String::new();
    for args in [
        &["--profile", "otmt"][..],
        &["--measures", "levitation"],
        &["--measures", "jaccard=high"],
        &["--anchor", "last"],
        &["--combine", "xor"],
        &["-i", "archiveit=none"],
        &["--stopwords=none.txt"],
    ] {
        shots += &env.shot(&[&["offtopic", "a.warc"], args].concat());
    }
    assert_snapshot!(shots);
}

#[test]
fn archives_without_pages_and_with_bad_dates() {
    let env = Env::new();
    let gif = b"HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a";
    let http = "application/http; msgtype=response";
    env.write("none.warc", &record("response", "http://a.example/x.gif", 9, http, gif));
    assert_snapshot!(env.shot(&["offtopic", "none.warc"]));
    let dated = String::from_utf8(page("http://a.example/", 2, "200 OK", &article(1))).unwrap();
    let mut bytes = dated.replace("2019-05-17", "2019-55-17").into_bytes();
    bytes.extend(page("http://a.example/", 3, "200 OK", &article(1)));
    env.write("dates.warc", &bytes);
    assert_snapshot!(env.shot(&["offtopic", "dates.warc", "--format", "jsonl", "-v"]));
}

/// The labels of `samples/offtopic`, in order.
fn sample_labels() -> Vec<String> {
    let table = fs::read_to_string(root().join("samples/offtopic/captures.tsv")).expect("table");
    let label = |line: &str| line.rsplit('\t').next().map(str::to_owned).expect("a label");
    table.lines().skip(1).map(label).collect()
}

#[test]
fn wrong_first_mementos_are_no_anchors() {
    let env = Env::new();
    let folder = root().join("samples/offtopic").display().to_string();
    let output = env.expect(0, &["offtopic", &folder, "--format", "golddatafile"]);
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    let found: Vec<&str> = table.lines().skip(1).filter_map(|l| l.split('\t').nth(3)).collect();
    assert_eq!(found, sample_labels(), "{table}");
}

/// The guide shows the command and all that it prints.
#[test]
fn the_sample_of_the_guide_prints_what_the_guide_shows() {
    let guide = fs::read_to_string(root().join("docs/src/offtopic.md")).expect("guide");
    let command = "scutch offtopic samples/offtopic --format golddatafile";
    let (_, after) = guide.split_once(&format!("$ {command}\n")).expect("the command");
    let shown = after.split("```").next().expect("its output");
    let mut words = command.split(' ');
    let env = Env::new();
    let mut run = env.command(&words.by_ref().skip(1).collect::<Vec<_>>());
    let output = run.current_dir(root()).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(0));
    let printed =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert_eq!(printed.concat().replace('\t', " "), shown);
}

/// The newspaper of the samples answers with status 200 where an article is gone.
#[test]
fn the_soft_404_of_the_samples_is_off_topic() {
    let env = Env::new();
    let samples: Vec<String> = ["courier-old", "courier-modern"]
        .map(|name| root().join(format!("samples/{name}.warc.gz")).display().to_string())
        .into();
    let output = env.expect(0, &["offtopic", &samples[0], &samples[1], "--format", "jsonl"]);
    let rows = String::from_utf8(output.stdout).expect("UTF-8");
    let row = rows.lines().find(|row| row.contains("20220612083000::"));
    let row: serde_json::Value = serde_json::from_str(row.expect("the capture")).expect("JSON");
    assert_eq!((&row["status"], &row["http_status"]), (&"off-topic".into(), &200.into()));
    assert!(row["reasons"].as_array().expect("a list").contains(&"as-missing".into()), "{row}");
}

#[test]
fn archives_without_what_is_off_topic() {
    let env = with_archive();
    assert_snapshot!(env.shot(&[
        "offtopic",
        "a.warc",
        "-o",
        "a.json",
        "--write-ontopic",
        "on.warc.gz"
    ]));
    assert_snapshot!(env.shot(&["archive", "stats", "on.warc.gz"]));
    // Said before anything is judged or written.
    let again = ["offtopic", "a.warc", "-o", "again.json", "--write-ontopic", "on.warc.gz"];
    let told = env.shown(&env.expect(1, &again));
    assert!(told.contains("on.warc.gz: exists already"), "{told}");
    assert!(!env.path("again.json").exists());
    assert_snapshot!(env.shot(&["offtopic", "-", "--write-ontopic", "x.warc.gz"]));
}

#[test]
fn verdicts_are_scored() {
    let env = with_archive();
    let labels = "urim,label,kind,tier,url\n\
        from-warc::20190517100002::http://harbour.example/,on,first,real,http://harbour.example/\n\
        from-warc::20190517100003::http://harbour.example/,on,same,real,http://harbour.example/\n\
        from-warc::20190517100004::http://harbour.example/,off,suspended,real,http://harbour.example/\n\
        from-warc::20190517100008::http://harbour.example/,off,replaced,real,http://harbour.example/\n\
        from-warc::20190517100009::http://other.example/,on,same,real,http://other.example/\n";
    env.write("labels.csv", labels.as_bytes());
    env.expect(0, &["offtopic", "a.warc", "-o", "a.json"]);
    assert_snapshot!(env.shot(&["evaluate", "offtopic", "labels.csv", "a.json"]));
    let evaluate = ["evaluate", "offtopic", "labels.csv", "a.json", "-o"];
    env.expect(0, &[&evaluate[..], &["scores.html"]].concat());
    let page = fs::read_to_string(env.path("scores.html")).expect("page");
    let (missed, alarms) = page.split_once("id=\"alarms\"").expect("false alarms");
    let (_, missed) = missed.split_once("id=\"missed\"").expect("missed ones");
    assert!(missed.contains("from-warc::20190517100008::http://harbour.example/"), "{missed}");
    assert!(alarms.contains("None."), "{alarms}");
    env.expect(2, &[&evaluate[..], &["labels.csv"]].concat());
    env.expect(2, &["evaluate", "offtopic", "labels.csv", "-o", "scores.html"]);
    let gold = "id\tdate\tURI\tlabel\n1\t2012\thttp://a/1\t1\n1\t2012\thttp://a/1\t1\n2\t2012\thttp://a/2\t0\n";
    env.write("gold.txt", gold.as_bytes());
    assert_snapshot!(env.shot(&["evaluate", "offtopic", "gold.txt"]));
    let sweep = ["offtopic", "sweep", "a.warc", "--gold", "labels.csv"];
    let drawn = ["--brief", "--figure", "f.svg", "--report", "sweep.html"];
    assert_snapshot!(env.shot(&[&sweep[..], &drawn].concat()));
    // A late step that fails leaves what was printed before.
    let late = env.expect(1, &[&sweep[..], &["--brief", "--figure", "/dev/full"]].concat());
    let said = std::str::from_utf8(&late.stdout).expect("UTF-8");
    assert!(said.contains("bytecount"), "{}", env.shown(&late));
    let figure = fs::read_to_string(env.path("f.svg")).expect("figure");
    // Numbers on both axes, and the threshold of the publication.
    for part in ["bytecount (best", ">0.25<", ">-0.5<", "published -0.39", "published 28"] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
    env.expect(2, &[&sweep[..], &["--brief", "--report", "labels.csv"]].concat());
    env.expect(2, &[&sweep[..], &["--figure", "same", "--report", "same"]].concat());
    // The page has a curve for each measure and for each number of topics, and the tables.
    let printed = env.expect(0, &[&sweep[..], &["--report", "sweep.html"]].concat()).stdout;
    let page = fs::read_to_string(env.path("sweep.html")).expect("page");
    assert_eq!(page.matches("<path class=\"curve ").count(), 2 * 8 + 8, "{page}");
    let printed = String::from_utf8(printed).expect("UTF-8");
    for cell in printed.lines().flat_map(|line| line.split('\t')) {
        assert!(page.contains(cell), "{cell}");
    }
}

#[test]
fn the_report_is_one_page() {
    let env = with_archive();
    let run = |more: &[&str]| {
        let plain = ["offtopic", "a.warc", "-o", "a.json", "--report", "r.html"];
        env.expect(0, &[&plain[..], more].concat());
        fs::read_to_string(env.path("r.html")).expect("report")
    };
    let page = run(&[]);
    assert!(page.contains("oscillates") && page.contains("suspended"));
    // Which scrolls on a narrow screen.
    assert!(page.contains("<div class=\"plot\"><svg"));
    // Measures are shown on request, without a script.
    let (_, measures) = page.split_once("<summary>Measures and scores</summary>").expect("a fold");
    assert!(measures.contains("dotted at the threshold") && measures.contains("class=\"curve"));
    // What stood there before and after, and verdicts by doubt.
    assert!(page.contains("Before, ") && page.contains("bdi class=\"opening\""));
    assert!(page.contains("id=\"doubt\"") && page.contains(", doubt "));
    assert!(!page.contains("<script") && !page.contains("href=\"http"));
    assert_eq!(page, run(&[]));
    let linked = run(&["--replay", "http://localhost:8080/coll/"]);
    assert!(linked.contains("href=\"http://localhost:8080/coll/20"), "{linked}");
    let more = ["--report", "r.html", "--replay", "javascript:alert(1)"];
    env.expect(2, &[&["offtopic", "a.warc"][..], &more].concat());
}

/// A redirect to the captured page under https, to a lost page, to another site, to the front page.
#[test]
fn redirects_are_judged_by_where_they_lead() {
    let env = Env::new();
    let to = |uri: &str, id: u32, location: &str| {
        let block = format!("HTTP/1.1 301 Moved\r\nLocation: {location}\r\n\r\n");
        record("response", uri, id, "application/http; msgtype=response", block.as_bytes())
    };
    let uri = "http://harbour.example/notes";
    let mut archive = page(uri, 2, "200 OK", &article(1));
    archive.extend(to(uri, 3, "https://harbour.example/notes"));
    archive.extend(page("https://harbour.example/notes", 4, "200 OK", &article(1)));
    archive.extend(to(uri, 5, "/new/notes"));
    archive.extend(to(uri, 6, "http://parking.example/?domain=harbour"));
    archive.extend(to(uri, 7, "/"));
    archive.extend(to(uri, 8, "http://casino.example/"));
    archive.extend(page("http://casino.example/", 9, "200 OK", NOTICE));
    archive.extend(to(uri, 10, "https://harbour.example/a"));
    archive.extend(to("https://harbour.example/a", 11, "/b"));
    archive.extend(to("https://harbour.example/b", 12, "/a"));
    env.write("a.warc", &archive);
    assert_snapshot!(env.shot(&["offtopic", "a.warc", "--format", "golddatafile"]));
    assert_snapshot!(env.shot(&["offtopic", "a.warc", "--format", "jsonl"]));
}

#[test]
fn dash_is_standard_output() {
    let env = with_archive();
    let named = env.expect(0, &["offtopic", "a.warc", "-o", "-"]).stdout;
    assert!(named == env.expect(0, &["offtopic", "a.warc"]).stdout);
    assert!(!env.path("-").exists());
}

#[test]
fn experimental_measures_need_thresholds() {
    let env = with_archive();
    let measures = "lda=0.5,spamsum=1,levenshtein=30,nlevenshtein=0.95,minhash=0.99,template=0.9,\
        collection-jaccard,\
        collection-sorensen,collection-cosine=0.1";
    let args = ["offtopic", "a.warc", "--measures", measures];
    assert_snapshot!(env.shot(&[&args[..], &["--format", "csv"]].concat()));
    let json = env.expect(0, &args).stdout;
    assert!(json == env.expect(0, &[&args[..], &["--jobs", "1"]].concat()).stdout);
    assert!(String::from_utf8(json).expect("UTF-8").contains("\"collection measures\""));
    assert_snapshot!(env.shot(&["offtopic", "a.warc", "--measures", "minhash"]));
}

/// Thresholds of the toolkit's code for measures that none of its publications has.
#[test]
fn measures_of_the_toolkits_code_have_its_thresholds() {
    let env = with_archive();
    for measure in ["nlevenshtein", "levenshtein", "gensim_lda"] {
        let args = ["offtopic", "a.warc", "-tm", measure, "--number-of-topics", "2"];
        let output = env.expect(0, &args).stdout;
        let value: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
        let memento = &value["from-warc::timemap::http://harbour.example/"]["from-warc::20190517100004::http://harbour.example/"];
        let measured = &memento["timemap measures"][measure];
        assert!(measured["comparison score"].is_number(), "{measure}: {memento}");
        assert_eq!(memento["overall topic status"], "off-topic", "{measure}");
    }
}

#[test]
fn simhashes_and_lengths_of_the_toolkit() {
    let env = with_archive();
    let uri_m = "from-warc::20190517100004::http://harbour.example/";
    let json = |args: &[&str]| -> serde_json::Value {
        let output = env.expect(0, &[&["offtopic", "a.warc", "-tm", "jaccard"], args].concat());
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        value["from-warc::timemap::http://harbour.example/"][uri_m].clone()
    };
    let without = json(&["--compute-lengths"]);
    assert_eq!(without["content length"], NOTICE.len());
    assert_eq!(without["raw memento simhash value"], serde_json::Value::Null);
    assert_eq!(json(&["--no-compute-lengths", "--no-detect-languages", "-cf", "x"]), without);
    let with = json(&["--compute-simhashes", "--compute-lengths"]);
    let simhash = with["raw memento simhash value"].as_u64().expect("a number");
    assert_eq!(with["timemap measures"], without["timemap measures"]);
    // The table of mementos and the measure spell the same number.
    let table = env.expect(0, &["memento", "list", "a.warc"]).stdout;
    assert!(String::from_utf8(table).expect("UTF-8").contains(&format!("{simhash:016x}")));
    // The profile of the toolkit's code hashes bytes as Python prints them, whatever is measured.
    let printed = |profile: &str, measure: &str| {
        let args = ["offtopic", "a.warc", "--profile", profile, "-tm", measure];
        let output = env.expect(0, &[&args[..], &["--compute-simhashes"]].concat()).stdout;
        let value: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
        let latin = "from-warc::20190517100010::http://gruss.example/";
        value["from-warc::timemap::http://gruss.example/"][latin]["raw memento simhash value"]
            .as_u64()
            .expect("a number")
    };
    assert_eq!(printed("otmt-code", "wordcount"), printed("otmt-code", "raw_simhash"));
    assert_ne!(printed("otmt-code", "wordcount"), printed("default", "wordcount"));
    let csv = ["offtopic", "a.warc", "-tm", "jaccard", "-ot", "csv", "--compute-simhashes"];
    let csv = String::from_utf8(env.expect(0, &csv).stdout).expect("UTF-8");
    assert!(csv.contains(&format!("{uri_m},,,{},{simhash},", NOTICE.len())), "{csv}");
    let lines = ["offtopic", "a.warc", "--format", "jsonl", "--compute-simhashes"];
    let lines = String::from_utf8(env.expect(0, &lines).stdout).expect("UTF-8");
    assert!(lines.contains(&format!("\"simhash_raw\":\"{simhash:016x}\"")), "{lines}");
}

#[test]
fn mementos_on_and_off_topic_are_listed() {
    let env = with_archive();
    let args = ["offtopic", "a.warc", "-o", "a.json", "-q"];
    env.expect(0, &[&args[..], &["--ontopic-file", "on", "--offtopic-file", "off"]].concat());
    let read = |name: &str| fs::read_to_string(env.path(name)).expect("a list");
    let table = env.expect(0, &["offtopic", "a.warc", "--format", "golddatafile"]).stdout;
    let table = String::from_utf8(table).expect("UTF-8");
    for (name, label) in [("on", "1"), ("off", "0")] {
        let rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let expected: Vec<&str> = rows.filter(|row| row[3] == label).map(|row| row[2]).collect();
        assert_eq!(read(name).lines().collect::<Vec<_>>(), expected, "{name}");
    }
    assert!(!read("off").is_empty() && !read("on").is_empty());
    env.expect(2, &[&args[..], &["--ontopic-file", "a.json"]].concat());
    env.expect(2, &[&args[..], &["--offtopic-file", "a.warc"]].concat());
}
