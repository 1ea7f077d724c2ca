//! A run that several jobs share makes the corpus of one run, byte for byte, whatever becomes of the
//! jobs on the way.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::harness::{Env, article, assert_same, bytes_of, page, root};

/// The words of a command.
fn words(command: &str) -> Vec<&str> {
    command.split(' ').filter(|word| !word.is_empty()).collect()
}

/// The commands that make the corpus `merged` by so many jobs, in an order that works. `run` is inputs
/// and settings.
fn jobs(shards: u32, run: &str) -> Vec<String> {
    let all = |folder: &str| {
        // The order in which folders are named does not count.
        let folders = (1..=shards).rev().map(|shard| format!("{folder}-{shard}"));
        folders.collect::<Vec<_>>().join(" ")
    };
    let gather = |shard| format!("gather {run} --shard {shard}/{shards} -o groups-{shard} -q -j 2");
    let derive = |shard| {
        format!("corpus {run} --evidence evidence --shard {shard}/{shards} -o rows-{shard} -q -j 2")
    };
    let mut jobs: Vec<String> = (1..=shards).map(gather).collect();
    jobs.push(format!("gather --merge {} -o evidence -q -j 2", all("groups")));
    jobs.extend((1..=shards).map(derive));
    jobs.push(format!("merge {} -o merged -q", all("rows")));
    jobs
}

/// Runs the jobs, and compares with one run.
pub(crate) fn shared_like_whole(env: &Env, shards: u32, settings: &str) {
    env.expect(0, &words(&format!("corpus in {settings} -o whole -q -j 2")));
    for job in jobs(shards, &format!("in {settings}")) {
        env.expect(0, &words(&job));
    }
    assert_same(&env.path("whole"), &env.path("merged"));
}

fn copy_samples(env: &Env) {
    for entry in fs::read_dir(root().join("samples")).expect("samples") {
        let path = entry.expect("entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8").to_owned();
        if name.contains(".warc") {
            env.write(&format!("in/{name}"), &fs::read(&path).expect("sample"));
        }
    }
}

#[test]
fn three_shards_of_the_samples_make_the_corpus_of_one_run() {
    let env = Env::new();
    copy_samples(&env);
    // Every capture once more, in another file: rows of equal captures get ids of their own.
    let twice = fs::read(env.path("in/courier-old.warc.gz")).expect("sample");
    env.write("in/z-again.warc.gz", &twice);
    let settings = "--format parquet,jsonl,text,tei --shard-records 20 --topic default";
    shared_like_whole(&env, 3, settings);
    // What works on one works on the other.
    for folder in ["whole", "merged"] {
        env.expect(0, &words(&format!("dedup {folder} -q")));
        env.expect(0, &words(&format!("verify {folder} --sample 5 -q")));
    }
    assert_same(&env.path("whole"), &env.path("merged"));
}

/// An archive with a member a record: pages of two hosts, and revisits of pages anywhere in it.
fn archive(pages: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for n in 0..pages {
        let host = if n % 3 == 0 { "a" } else { "b" };
        let url = format!("http://{host}.example/{}", n % (pages - 9));
        bytes.extend(gzip(&page(&url, n % (pages - 9), "200 OK", &article(n))));
        let to = (n * 7 + 3) % pages;
        let host = if to.is_multiple_of(3) { "a" } else { "b" };
        let headers = format!(
            "WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://{host}.example/{to}\r\n\
             WARC-Date: 2021-01-01T00:{:02}:{:02}Z\r\nWARC-Record-ID: <urn:revisit:{n}>\r\n\
             WARC-Refers-To-Target-URI: http://{host}.example/{to}\r\nWARC-Profile: \
             http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
             WARC-Refers-To-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http\r\n\
             Content-Length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n\r\n",
            n / 60,
            n % 60
        );
        bytes.extend(gzip(headers.as_bytes()));
    }
    bytes
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

#[test]
fn shards_of_one_file_share_revisits_and_repeated_captures() {
    let env = Env::new();
    env.write("in/a.warc.gz", &archive(60));
    let types = "--record-type response,revisit";
    for (shards, settings) in [
        (4, format!("{types} --format parquet,conllu --shard-records 7")),
        // Nothing is compared, and no stage has anything to do.
        (2, "--fast --format jsonl".to_owned()),
        // More shards than members: most are empty.
        (190, format!("{types} --fast --format vertical --layout document")),
    ] {
        shared_like_whole(&env, shards, &settings);
        for entry in fs::read_dir(env.path("")).expect("folder") {
            let path = entry.expect("entry").path();
            if path != env.path("in") {
                fs::remove_dir_all(path).expect("removed");
            }
        }
    }
}

#[test]
fn evidence_of_one_job_serves_any_number_of_shards_and_other_formats() {
    let env = Env::new();
    env.write("in/a.warc.gz", &archive(20));
    env.expect(0, &words("corpus in -o whole -q --format jsonl,tei"));
    env.expect(0, &words("gather in -o evidence -q"));
    env.expect(0, &words("corpus in --format jsonl,tei --evidence evidence -o rows -q"));
    env.expect(0, &words("merge rows -o merged -q"));
    assert_same(&env.path("whole"), &env.path("merged"));
    // A command that was run again finds its work done, and one that begins anew gives the same.
    let before = bytes_of(&env.path("rows"));
    let again = "corpus in --format jsonl,tei --evidence evidence -o rows";
    assert!(env.shot(&words(again)).contains("rows: already complete, nothing done"));
    fs::remove_dir_all(env.path("rows")).expect("removed");
    env.expect(0, &words(again));
    assert!(bytes_of(&env.path("rows")) == before);
    let plain = "corpus in -o merged -q --format jsonl,tei";
    assert!(
        env.shot(&words(plain)).contains("exit: 0"),
        "the merged corpus is that of this command"
    );
}

const KILLS: u32 = 20;

#[test]
fn killed_jobs_that_are_repeated_change_nothing() {
    let env = Env::new();
    env.write("in/a.warc.gz", &archive(150));
    killed_like_whole(
        &env,
        "in --format parquet,jsonl --shard-records 40 --record-type response,revisit",
    );
}

/// The archives beside the repository: hosts with many pages, and captures over years.
#[test]
fn killed_jobs_over_real_archives_change_nothing() {
    let data = root().join("../shared/data");
    let inputs = ["template", "offtopic/gitcrawl"].map(|name| data.join(name));
    if !inputs.iter().all(|input| input.exists()) {
        eprintln!("SKIPPED: ../shared/data has no template and offtopic/gitcrawl");
        return;
    }
    if cfg!(debug_assertions) && std::env::var_os("SCUTCH_TEST_SHARES").is_none() {
        eprintln!("SKIPPED: a debug build takes minutes; set SCUTCH_TEST_SHARES to run it");
        return;
    }
    let [template, gitcrawl] = inputs.map(|input| input.display().to_string());
    let env = Env::new();
    let settings = "--format parquet,tei --topic default --record-type response,revisit";
    killed_like_whole(&env, &format!("{template} {gitcrawl} {settings}"));
}

/// Runs three jobs for each step, each killed thrice before it comes to its end, and compares with one
/// run.
fn killed_like_whole(env: &Env, run: &str) {
    env.expect(0, &words(&format!("corpus {run} -o whole -q -j 2")));
    let mut state = 0x9E37_79B9_u64; // a fixed sequence of moments
    let mut killed = 0;
    let mut durations = Vec::new();
    // Once to know how long each job takes, then killed on its way.
    for round in 0..2 {
        for (number, job) in jobs(3, run).iter().enumerate() {
            let start = Instant::now();
            if round > 0 {
                killed += kill_on_its_way(env, job, durations[number], &mut state);
            }
            env.expect(0, &words(job));
            durations.push(start.elapsed());
        }
        assert_same(&env.path("whole"), &env.path("merged"));
        if round == 0 {
            for folder in folders(env) {
                fs::remove_dir_all(env.path(&folder)).expect("removed");
            }
        }
    }
    assert!(killed >= KILLS, "{killed} jobs were killed");
    let left = folders(env).into_iter().filter(|folder| env.path(folder).join(".partial").exists());
    assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
}

/// Kills a job three times, at moments before its end; how often that came in time. `whole` is how
/// long it took once.
fn kill_on_its_way(env: &Env, job: &str, mut whole: Duration, state: &mut u64) -> u32 {
    let mut killed = 0;
    for _ in 0..20 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let share = (*state >> 40) as f64 / (1u64 << 24) as f64;
        let mut child = env.command(&words(job)).spawn().expect("starts");
        thread::sleep(whole.mul_f64(share * 0.9));
        child.kill().expect("kill -9");
        if child.wait().expect("ended").success() {
            // Faster than before, as on a machine that has less to do by now: begin anew.
            let output = words(job).iter().skip_while(|word| **word != "-o").nth(1).copied();
            fs::remove_dir_all(env.path(output.expect("an output"))).expect("removed");
            whole /= 2;
        } else {
            killed += 1;
        }
        if killed == 3 {
            break;
        }
    }
    killed
}

/// The folders of the jobs.
fn folders(env: &Env) -> Vec<String> {
    let entries = fs::read_dir(env.path("")).expect("folder").map(|entry| entry.expect("entry"));
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| name != "in" && name != "whole").collect()
}

#[test]
fn folders_that_do_not_fit_together_are_named() {
    let env = Env::new();
    env.write("in/a.warc.gz", &archive(12));
    env.write("other/a.warc.gz", &archive(13));
    for command in [
        "gather in --shard 1/2 -o g1 -q",
        "gather in --shard 2/2 -o g2 -q",
        "gather in --shard 2/3 -o g2of3 -q",
        "gather in --topic default --shard 2/2 -o g2topic -q",
        "gather other --shard 2/2 -o g2other -q",
        "gather --merge g1 g2 -o ev -q",
        "gather in --fast -o evfast -q",
        "corpus in --evidence ev --shard 1/2 -o p1 -q",
        "corpus in --evidence ev --shard 2/2 -o p2 -q",
        "corpus in --evidence ev --shard 2/3 -o p2of3 -q",
        "corpus in --evidence ev --shard 2/2 --format jsonl -o p2jsonl -q",
        "corpus in -o whole -q",
    ] {
        env.expect(0, &words(command));
    }
    copy_folder(&env.path("g2"), &env.path("g2again"));
    copy_folder(&env.path("p2"), &env.path("p2old"));
    edit(&env.path("p2old/part.json"), "\"format\": 2", "\"format\": 99");
    copy_folder(&env.path("ev"), &env.path("evbroken"));
    let mut table = fs::read(env.path("evbroken/hosts.parquet")).expect("a table");
    table[40] ^= 1;
    fs::write(env.path("evbroken/hosts.parquet"), table).expect("written");
    fs::create_dir_all(env.path("mine")).expect("folder");
    env.write("mine/thesis.txt", b"mine");
    let cases = [
        (1, "gather --merge g1 -o x", "shard 2/2 is missing"),
        (1, "gather --merge g1 g2 g2again -o x", "shard 2/2 is there twice: g2 and g2again"),
        (1, "gather --merge g1 g2of3 -o x", "g2of3: holds shard 2/3, and g1 one of 2 shards"),
        (
            1,
            "gather --merge g1 g2topic -o x",
            "g2topic: does not go with g1, because it was made with another configuration",
        ),
        (
            1,
            "gather --merge g1 g2other -o x",
            "g2other: does not go with g1, because it was made from other inputs",
        ),
        (1, "gather --merge g1 ev -o x", "ev: holds no groups of a shard"),
        (1, "gather --merge g1 whole -o x", "whole: holds no groups of a shard"),
        (1, "gather --merge g1 nowhere -o x", "nowhere: no such folder"),
        (1, "merge p1 -o x", "shard 2/2 is missing"),
        (1, "merge p1 p2 p2 -o x", "shard 2/2 is there twice: p2 and p2"),
        (1, "merge p1 p2of3 -o x", "p2of3: holds shard 2/3, and p1 one of 2 shards"),
        (
            1,
            "merge p1 p2jsonl -o x",
            "p2jsonl: does not go with p1, because it was made with another configuration",
        ),
        (
            1,
            "merge p1 p2old -o x",
            "p2old: written in version 99 of its format, and this scutch reads 2",
        ),
        (1, "merge g1 g2 -o x", "g1: holds no rows of a shard"),
        (1, "merge g1 g2 -o x", "  hint: groups of a shard: `scutch gather --merge` makes"),
        (1, "corpus in --evidence g1 -o x", "g1: holds no evidence"),
        (1, "corpus in --evidence g1 -o x", "  hint: groups of a shard: `scutch gather --merge`"),
        (
            1,
            "corpus in --evidence evfast -o x",
            "evfast: does not go with this run, because it was made with another configuration",
        ),
        (
            1,
            "corpus other --evidence ev -o x",
            "ev: does not go with this run, because it was made from other inputs",
        ),
        (
            1,
            "corpus in --evidence evbroken -o x",
            "evbroken/hosts.parquet: holds other bytes than were written",
        ),
        (
            1,
            "corpus in --evidence ev --shard 2/2 -o p1",
            "p1: holds the work of another job, made of another shard of the inputs",
        ),
        (
            1,
            "gather in --shard 1/2 -o mine",
            "mine: the output folder is not empty, and no job of this kind wrote it",
        ),
        (1, "corpus in --evidence ev -o mine", "mine: the output folder is not empty, and no job"),
        (1, "gather - --shard 1/2 -o x", "standard input cannot be read by several jobs"),
        (2, "gather in --shard 3/2 -o x", "the number of a shard is one of 1 to 2"),
        (2, "gather in --shard 3 -o x", "write number/count, such as 2/3"),
        (2, "gather --merge g1 g2 --topic default -o x", "--merge"),
        (2, "gather --merge -o x", "no shard named"),
        (2, "corpus in --shard 1/2 -o x", "--evidence"),
        (2, "corpus in --evidence ev --unreadable quarantine -o x", "--unreadable"),
    ];
    for (code, command, sentence) in cases {
        let shown = env.shot(&words(command));
        assert!(shown.starts_with(&format!("exit: {code}\n")), "{command}: {shown}");
        assert!(shown.contains(sentence), "{command}: {shown}");
        assert!(!env.path("x").exists(), "{command}: wrote something");
    }
    // The inputs changed since they were observed.
    env.write("in/b.warc.gz", &archive(10));
    let shown = env.shot(&words("gather --merge g1 g2 -o x"));
    assert!(shown.contains("g1: does not go with the inputs as they are now"), "{shown}");
    // The rows are there, and need no inputs any more.
    fs::remove_dir_all(env.path("in")).expect("removed");
    env.expect(0, &words("merge p2 p1 -o merged -q"));
    assert_same(&env.path("whole"), &env.path("merged"));
}

/// A member that stands inside a record, stored as it is.
#[test]
fn a_record_that_goes_on_over_the_cut_is_an_error() {
    let env = Env::new();
    let inner = archive(40);
    let mut outer = gzip(&page("http://a.example/", 1, "200 OK", &article(1)));
    let mut stored = flate2::GzBuilder::new().write(Vec::new(), flate2::Compression::none());
    let head = format!(
        "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:a:zip>\r\nWARC-Target-URI: \
         http://a.example/in.warc.gz\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: {}\r\n\r\n",
        inner.len()
    );
    for part in [head.as_bytes(), &inner, b"\r\n\r\n"] {
        std::io::Write::write_all(&mut stored, part).expect("memory");
    }
    outer.extend(stored.finish().expect("memory"));
    env.write("in/a.warc.gz", &outer);
    let shown = env.shot(&words("gather in --shard 1/2 -o x"));
    let sentence = "a.warc.gz: a record goes on over the cut between two shards at byte ";
    assert!(shown.contains(sentence) && shown.starts_with("exit: 1\n"), "{shown}");
    assert!(shown.contains("hint: cut the inputs elsewhere"), "{shown}");
    shared_like_whole(&env, 1, "--format jsonl");
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("folder");
    for entry in fs::read_dir(from).expect("folder") {
        let path = entry.expect("entry").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("copied");
    }
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("text");
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replace(from, to)).expect("written");
}
