//! `scutch verify`: what it compares, and what it says.

use std::fs;

use crate::harness::{Env, article, bytes_of, page, small_archive, with_archive};
use insta::assert_snapshot;

#[test]
fn verify_finds_what_was_changed() {
    let env = with_archive();
    // Each page by itself, so that what is changed in one changes no other.
    env.expect(0, &["corpus", "in", "-o", "out", "-q", "--extractor", "page"]);
    assert_snapshot!("sound", env.shot(&["verify", "out"]));
    let mut bytes = small_archive();
    let at = bytes.windows(5).position(|w| w == b"ferry").expect("the word");
    bytes[at..at + 5].copy_from_slice(b"barge");
    env.write("in/small.warc", &bytes);
    assert_snapshot!("changed", env.shot(&["verify", "out"]));
    let by = |jobs| env.shot(&["verify", "out", "--jobs", jobs]);
    assert!(
        ["1", "2", "3", "18446744073709551615"]
            .map(by)
            .iter()
            .all(|shot| *shot == env.shot(&["verify", "out"]))
    );
    assert_snapshot!("moved", env.shot(&["verify", "out", "--archives", "in", "--sample", "1"]));
}

#[test]
fn verify_finds_a_corpus_sound_whose_archive_has_a_byte_order_mark() {
    let env = Env::new();
    env.write("in/marked.warc", &[b"\xEF\xBB\xBF", &small_archive()[..]].concat());
    env.write(
        "in/one.warc",
        &[b"\xEF\xBB\xBF", &page("http://a.example/", 1, "200 OK", &article(9))[..]].concat(),
    );
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    env.expect(0, &["verify", "out"]);
}

/// What verify finds, without digests, which change with what is read of pages.
fn differs(name: &str, env: &Env, format: &str) {
    let shot = env.shot(&["verify", "out"]);
    let changed = ": changed since it was written";
    let lines: Vec<&str> = shot.lines().filter(|line| !line.contains(changed)).collect();
    assert_snapshot!(format!("{name}_{format}"), lines.join("\n"));
}

#[test]
fn verify_counts_rows_and_goes_on_behind_a_part_it_cannot_read() {
    for format in ["parquet", "jsonl"] {
        let env = with_archive();
        let args = ["corpus", "in", "-o", "out", "--format", format, "--shard-records", "2", "-q"];
        env.expect(0, &args);
        let parts = fs::read_dir(env.path("out/docs")).expect("parts");
        let mut parts: Vec<_> = parts.map(|part| part.expect("part").path()).collect();
        parts.sort();
        let bytes = fs::read(&parts[0]).expect("part");
        fs::write(&parts[0], &bytes[..bytes.len() / 2]).expect("cut");
        differs("cut", &env, format);
        fs::remove_file(&parts[0]).expect("removed");
        differs("removed", &env, format);
        let manifest = fs::read_to_string(env.path("out/run.json")).expect("manifest");
        let mut manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        manifest["outputs"] = serde_json::json!([]);
        env.write("out/run.json", manifest.to_string().as_bytes());
        differs("unlisted", &env, format);
    }
}

#[test]
fn verify_says_once_that_an_archive_is_gone_and_what_to_do() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    fs::rename(env.path("in"), env.path("elsewhere")).expect("moved");
    assert_snapshot!(env.shot(&["verify", "out"]));
    env.expect(0, &["verify", "out", "--archives", "elsewhere"]);
    // What lies at the old place proves nothing of the folder that was named.
    fs::rename(env.path("elsewhere"), env.path("in")).expect("moved back");
    fs::create_dir(env.path("empty")).expect("a folder");
    let told = env.shown(&env.expect(4, &["verify", "out", "--archives", "empty"]));
    assert!(told.contains("small.warc: archive not found"), "{told}");
    env.expect(0, &["verify", "out", "--archives", "empty", "--archives", "in"]);
}

/// There is nowhere to look for what came through a pipe.
#[test]
fn verify_says_that_standard_input_is_gone() {
    let env = Env::new();
    env.write("a.warc", &small_archive());
    let mut command = env.command(&["corpus", "-", "-o", "out", "-q"]);
    command.stdin(fs::File::open(env.path("a.warc")).expect("archive"));
    assert!(command.status().expect("the binary runs").success());
    assert_snapshot!(env.shot(&["verify", "out"]));
}

#[test]
fn verify_of_a_file_is_an_error() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["verify", "in/small.warc"]));
}

#[test]
fn verify_says_that_rows_may_miss_the_pages_of_archives_that_are_gone() {
    let env = with_archive();
    env.write("in/other.warc", &page("http://b.example/", 1, "200 OK", &article(9)));
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    env.expect(0, &["corpus", "in", "-o", "alone", "-q", "--extractor", "page"]);
    fs::remove_file(env.path("in/other.warc")).expect("removed");
    let hint = "hint: pages were compared with others";
    assert!(env.shot(&["verify", "out"]).contains(hint));
    assert!(!env.shot(&["verify", "alone"]).contains(hint));
}

#[test]
fn verify_of_a_corpus_without_rows_is_an_error() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "--format", "tei", "-q"]);
    assert_snapshot!(env.shot(&["verify", "out"]));
    for (name, _) in bytes_of(&env.path("out/tei")) {
        fs::write(env.path("out/tei").join(name), b"").expect("changed");
    }
    env.expect(4, &["verify", "out"]);
}

/// Folders that are no finished corpus, and what is said of them.
#[test]
fn verify_says_what_a_folder_is_that_is_no_finished_corpus() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "--format", "parquet", "-q"]);
    env.expect(0, &["dedup", "out", "--drop", "text", "-o", "lean", "-q"]);
    env.expect(0, &["verify", "lean"]);
    fs::remove_file(env.path("lean/run.json")).expect("a manifest");
    env.expect(0, &["gather", "in", "-o", "ev", "-q"]);
    let rows = ["corpus", "in", "--evidence", "ev", "--shard", "1/1", "-o", "rows", "-q"];
    env.expect(0, &rows);
    env.write("begun/.partial/plan.json", b"{}");
    env.write("mine/thesis.txt", b"mine");
    for (folder, said) in [
        ("nowhere", "nowhere: no such folder\n  hint: paths are relative"),
        (
            "lean",
            "lean: no finished corpus, as it has no run.json\n  hint: if an engine made this folder",
        ),
        ("rows", "hint: rows of a shard: `scutch merge` makes a corpus"),
        ("ev", "hint: evidence of `scutch gather`"),
        ("begun", "hint: a run that has not ended"),
        ("mine", "hint: name the folder that `scutch corpus` wrote"),
    ] {
        for verb in ["verify", "report", "dedup"] {
            let told = env.shown(&env.expect(1, &[verb, folder]));
            assert!(told.contains(said), "{verb} {folder}: {told}");
        }
    }
    let told = env.shown(&env.expect(1, &["verify", "out", "--archives", "nowhere"]));
    assert!(told.contains("--archives nowhere: no such file or folder"), "{told}");
}

#[test]
fn verify_names_the_file_that_was_changed_in_a_folder() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "--format", "parquet,text", "-q"]);
    let folder = env.path("out/text/00000");
    let entry = fs::read_dir(&folder).expect("texts").next().expect("a text").expect("entry");
    let file = fs::File::options().append(true).open(entry.path()).expect("opens");
    std::io::Write::write_all(&mut &file, b"more").expect("written");
    let now = file.metadata().and_then(|known| known.modified()).expect("a time");
    file.set_modified(now + std::time::Duration::from_secs(10)).expect("a time");
    let told = env.shown(&env.expect(4, &["verify", "out"]));
    let name = entry.file_name().display().to_string();
    let said = format!("text/00000: changed since it was written; newer than the corpus: {name}\n");
    assert!(told.contains(&said) && told.contains("rows derived again, 1 difference\n"), "{told}");
}

#[test]
fn verify_names_the_files_that_are_missing_or_more() {
    for names in ["id", "readable"] {
        let env = with_archive();
        let corpus =
            ["corpus", "in", "-o", "out", "--format", "jsonl,text", "--file-names", names, "-q"];
        env.expect(0, &corpus);
        let folder = env.path("out/text/00000");
        let texts = fs::read_dir(&folder).expect("texts").map(|entry| entry.expect("entry").path());
        let mut texts: Vec<_> = texts.collect();
        texts.sort();
        // As in a copy that kept no times: all files are newer than the manifest.
        let touched = |path: &std::path::PathBuf| {
            let file = fs::File::options().append(true).open(path)?;
            file.set_modified(file.metadata()?.modified()? + std::time::Duration::from_secs(10))
        };
        texts.iter().try_for_each(touched).expect("a time");
        env.expect(0, &["verify", "out"]);
        let gone = texts[0].file_name().expect("a name").display().to_string();
        fs::remove_file(&texts[0]).expect("removed");
        let told = env.shown(&env.expect(4, &["verify", "out"]));
        // `*` stands for date and title.
        let start = if names == "id" { 0 } else { gone.rfind('-').expect("a dash") + 1 };
        let missing = format!("{}{}", if names == "id" { "" } else { "*-" }, &gone[start..]);
        let said = format!("text/00000: changed since it was written; missing: {missing}\n");
        assert!(told.contains(&said) && !told.contains("newer"), "{told}");
        env.write("out/text/00000/more.txt", b"more");
        let told = env.shown(&env.expect(4, &["verify", "out"]));
        assert!(told.contains(&format!("missing: {missing}; of no row: more.txt\n")), "{told}");
    }
}

#[test]
fn rows_that_are_left_out_do_not_count_as_derived() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    // A redirect instead of a page, at the same place.
    let bytes = fs::read(env.path("in/small.warc")).expect("reads");
    let text = String::from_utf8(bytes).expect("UTF-8").replacen("HTTP/1.1 200", "HTTP/1.1 301", 1);
    env.write("in/small.warc", text.as_bytes());
    let told = env.shown(&env.expect(4, &["verify", "out"]));
    assert!(told.contains("outcome: stored row") && told.contains("2 of 3 rows derived"), "{told}");
}

#[test]
fn rows_whose_records_are_gone_do_not_count_as_derived() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    let archive =
        fs::read_dir(env.path("in")).expect("archives").next().expect("one").expect("entry");
    // Only the first records stay.
    let bytes = fs::read(archive.path()).expect("reads");
    fs::write(archive.path(), &bytes[..bytes.len() / 2]).expect("written");
    let told = env.shown(&env.expect(4, &["verify", "out"]));
    assert!(told.contains(" of 3 rows derived again"), "{told}");
    assert!(!told.contains("3 of 3 rows derived again"), "{told}");
}
