//! Inputs behind addresses: a local server of ranges in place of a cloud.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::harness::{Env, article, assert_same, page, record, root};
use crate::range_server::{Manner, Server};
use crate::tables::{indexed, rows};

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Serves the files of a folder below `crawl/`.
fn server(folder: &Path, manner: Manner) -> Server {
    let files = fs::read_dir(folder).expect("folder").map(|entry| entry.expect("entry").path());
    let files = files.filter(|path| path.is_file());
    let object = |path: &Path| {
        let name = path.file_name().expect("a name").to_str().expect("UTF-8").to_owned();
        (format!("crawl/{name}"), fs::read(path).expect("bytes"))
    };
    Server::start(files.map(|path| object(&path)).collect::<HashMap<_, _>>(), manner)
}

#[test]
fn rows_of_objects_are_those_of_files() {
    let env = Env::new();
    let samples = root().join("samples");
    let names = ["abendblatt.warc.gz", "damaged.warc.gz", "plain.warc", "whole.warc.gz"];
    let paths = names.map(|name| samples.join(name).display().to_string());
    let run = |inputs: &[String]| {
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        rows(&env, &[&["corpus"], &inputs[..]].concat())
    };
    let local = run(&paths);
    assert!(local.len() > 10, "{}", local.len());
    for manner in [Manner::Sound, Manner::Cuts, Manner::Overloaded] {
        let server = server(&samples, manner);
        let addresses = names.map(|name| server.url(&format!("crawl/{name}")));
        assert!(run(&addresses) == local, "{manner:?}");
    }
}

/// What an index needs: bytes of all its records.
fn needed(index: &str) -> u64 {
    let length = |line: &str| -> Option<u64> {
        let json: Value = serde_json::from_str(&line[line.find('{')?..]).ok()?;
        json["length"].as_str()?.parse().ok()
    };
    index.lines().filter_map(length).sum()
}

#[test]
fn an_index_fetches_what_it_leads_to_and_no_more() {
    let env = indexed();
    let all = fs::read_to_string(env.path("all.cdxj")).expect("index");
    let some: Vec<&str> = all.lines().step_by(2).collect();
    env.write("some.cdxj", some.join("\n").as_bytes());
    for (index, needed) in [("all.cdxj", needed(&all)), ("some.cdxj", needed(&some.join("\n")))] {
        let enough = |server: &Server, what: &str| {
            println!("{index}: {what}: {} bytes fetched of {needed} needed", server.bytes());
            assert!(server.bytes() * 100 <= needed * 105 && server.bytes() >= needed);
        };
        let local = rows(&env, &["corpus", "in", "--cdx", index]);
        assert!(local.len() >= 6);
        for manner in [Manner::Sound, Manner::Cuts] {
            let server = server(&env.path("in"), manner);
            let run = ["corpus", &server.url("crawl/"), "--cdx", index];
            // Read twice, once to compare pages and once for rows.
            assert!(rows(&env, &run) == local, "{manner:?}");
            enough(&server, "rows");
        }
        let server = server(&env.path("in"), Manner::Sound);
        let run = ["corpus", &server.url("crawl/"), "--cdx", index, "-o", "c", "-q"];
        env.expect(0, &run);
        enough(&server, "a folder, with digests");
        fs::remove_dir_all(env.path("c")).expect("removed");
    }
}

#[test]
fn records_that_an_index_leads_to_are_copied_from_objects() {
    let env = indexed();
    let all = fs::read_to_string(env.path("all.cdxj")).expect("index");
    let some: Vec<&str> = all.lines().step_by(2).collect();
    env.write("some.cdxj", some.join("\n").as_bytes());
    let server = server(&env.path("in"), Manner::Sound);
    let base = server.url("crawl/");
    for (inputs, copy) in [("in", "l.warc.gz"), (&*base, "r.warc.gz")] {
        env.expect(0, &["archive", "subset", inputs, "--cdx", "some.cdxj", "-o", copy]);
    }
    let bytes = |name: &str| fs::read(env.path(name)).expect("a copy");
    assert!(bytes("l.warc.gz") == bytes("r.warc.gz"));
    let needed = needed(&some.join("\n"));
    println!("a copy: {} bytes fetched of {needed} needed", server.bytes());
    assert!(server.bytes() * 100 <= needed * 105, "{} of {needed}", server.bytes());
}

#[test]
fn a_folder_says_which_versions_it_was_made_of() {
    let env = indexed();
    let server = server(&env.path("in"), Manner::Sound);
    let (whole, base) = (server.url("crawl/one.warc.gz"), server.url("crawl/"));
    let size = fs::metadata(env.path("in/one.warc.gz")).expect("a file").len();
    for (folder, input, more) in
        [("w", &whole, &[][..]), ("r", &base, &["--cdx", "all.cdxj", "--host", "a.example"])]
    {
        let run = [&["corpus", input, "-o", folder, "-q"], more].concat();
        env.expect(0, &run);
        let manifest = fs::read(env.path(&format!("{folder}/run.json"))).expect("manifest");
        let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
        let entry = &manifest["inputs"][0];
        assert_eq!(entry["object"], serde_json::json!({"size": size, "etag": "\"1\""}));
        // The bytes of ranges are at hand, and those of a whole object would come once more.
        assert_eq!(entry["sha256"].is_string(), folder == "r", "{entry}");
        assert!(entry["path"].as_str().is_some_and(|path| path.starts_with("http://127.0.0.1")));
        env.expect(0, &["verify", folder]);
        let again =
            env.expect(0, &run.iter().copied().filter(|word| *word != "-q").collect::<Vec<_>>());
        assert!(said(&again).contains("already complete"), "{}", said(&again));
    }
}

#[test]
fn shares_of_objects_make_the_corpus_of_one_run() {
    let env = indexed();
    let server = server(&env.path("in"), Manner::Cuts);
    let inputs = ["one", "two"].map(|name| server.url(&format!("crawl/{name}.warc.gz")));
    let inputs = [inputs[0].as_str(), inputs[1].as_str()];
    env.expect(0, &[&["corpus", "-o", "whole1", "-q"], &inputs[..]].concat());
    for shard in ["1/2", "2/2"] {
        let output = format!("ev{}", &shard[..1]);
        env.expect(0, &[&["gather", "--shard", shard, "-o", &output, "-q"], &inputs[..]].concat());
    }
    env.expect(0, &["gather", "--merge", "ev1", "ev2", "-o", "ev", "-q"]);
    for shard in ["1/2", "2/2"] {
        let output = format!("part{}", &shard[..1]);
        let job = ["corpus", "--evidence", "ev", "--shard", shard, "-o", &output, "-q"];
        env.expect(0, &[&job[..], &inputs[..]].concat());
    }
    env.expect(0, &["merge", "part1", "part2", "-o", "merged", "-q"]);
    assert_same(&env.path("whole1"), &env.path("merged"));
}

#[test]
fn what_is_wrong_with_an_object_is_said_and_nothing_is_made_of_it() {
    let env = indexed();
    // Longer than some blocks, so that the second version comes into the reading.
    let filler =
        record("resource", "http://a.example/f", 9, "application/x-filler", &[b'x'; 3 << 20]);
    let pages = page("http://a.example/1", 1, "200 OK", &article(1));
    env.write("in/long.warc", &[&filler[..], &pages, &filler, &filler].concat());
    for (manner, name, expected) in [
        (Manner::Refuses(403), "one.warc.gz", "cannot be read: the server refuses access (403)"),
        (Manner::Sound, "none.warc.gz", "none.warc.gz: cannot be read: nothing is there (404)"),
        (Manner::Half, "one.warc.gz", "the server sent another range than it was asked for"),
        (Manner::Whole, "one.warc.gz", "the server sends no ranges of it"),
        (Manner::Changes, "long.warc", "long.warc: changed while it was read: it has another ETag"),
        (Manner::Grows, "long.warc", "long.warc: changed while it was read: it became longer"),
    ] {
        for run in [
            &["corpus", "-o", "c", "-q", "--fast"][..],
            &["archive", "ls"],
            &["template", "-o", "c", "-q"],
        ] {
            // A server of its own for each: the second version comes with the third request.
            let server = server(&env.path("in"), manner);
            let input = server.url(&format!("crawl/{name}"));
            let output = env.output(&[run, &[&*input]].concat());
            let said = said(&output);
            assert!(output.status.code() == Some(1), "{run:?} {manner:?}: {said}");
            assert!(said.contains(expected), "{run:?} {manner:?}: {said}");
            assert!(!env.path("c/run.json").exists(), "{manner:?}");
            let _ = fs::remove_dir_all(env.path("c"));
        }
    }
    for (input, expected) in [
        ("s3://bucket/folder/", "folders behind an address are read with an index only"),
        ("https://a.example/x.warc?sig=1", "signed addresses are not read"),
        ("s3:///a.warc", "without a bucket"),
    ] {
        let output = env.expect(1, &["corpus", input, "-o", "c"]);
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
}

#[test]
fn a_selection_of_objects_that_fail_is_an_error() {
    let env = indexed();
    for (manner, expected) in [
        (Manner::Refuses(403), "the server refuses access (403)"),
        (Manner::Refuses(404), "nothing is there (404)"),
        (Manner::Changes, "it has another ETag"),
    ] {
        let server = server(&env.path("in"), manner);
        let base = server.url("crawl/");
        for run in [
            &["corpus", &base, "--cdx", "all.cdxj", "-o", "c", "-q"][..],
            &["archive", "subset", &base, "--cdx", "all.cdxj", "-o", "s.warc.gz"],
        ] {
            // A single joined range has one answer, which is of one version.
            let output = env.output(run);
            let is_one = manner == Manner::Changes && output.status.success();
            assert!(is_one || output.status.code() == Some(1), "{run:?}: {}", said(&output));
            assert!(is_one || said(&output).contains(expected), "{run:?}: {}", said(&output));
            let _ = (fs::remove_dir_all(env.path("c")), fs::remove_file(env.path("s.warc.gz")));
        }
    }
}

#[test]
fn an_index_that_is_wrong_about_an_object_ends_like_one_about_a_file() {
    let env = indexed();
    let size = fs::metadata(env.path("in/one.warc.gz")).expect("a file").len();
    let server = server(&env.path("in"), Manner::Sound);
    let base = server.url("crawl/");
    // The whole file and more, and the middle of a record.
    for (at, length) in [(0, size + 5000), (0, 1 << 60), (300, 400)] {
        let row = format!("filename,offset,length\none.warc.gz,{at},{length}\n");
        env.write("i.csv", row.as_bytes());
        let run = |input: &str| {
            let output =
                env.output(&["corpus", input, "--cdx", "i.csv", "-o", "c", "-q", "--fast"]);
            let lines = fs::read_to_string(env.path("c/quarantine.jsonl")).expect("lines");
            fs::remove_dir_all(env.path("c")).expect("removed");
            (output.status.code(), lines.lines().count())
        };
        assert_eq!(run("in"), run(&base), "{at} {length}");
    }
    // Servers have no range behind the end.
    env.write("i.csv", format!("filename,offset,length\none.warc.gz,{},9\n", size + 1).as_bytes());
    let output = env.expect(1, &["corpus", &base, "--cdx", "i.csv", "-o", "c", "-q"]);
    assert!(said(&output).contains("one.warc.gz: cannot be read at byte"), "{}", said(&output));
    assert!(said(&output).contains("416"), "{}", said(&output));
}
