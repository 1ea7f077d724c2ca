//! Contract 3: `kill -9` at any moment and the same command again give the bytes of an unbroken
//! run, without redoing finished shards.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::harness::{Env, article, assert_same, page};

const KILLS: u32 = 10;
const ARGS: &[&str] = &[
    "corpus",
    "in.warc",
    "-q",
    "--shard-records",
    "40",
    "--format",
    "parquet,jsonl,tei,conllu",
    "--jobs",
    "2",
];

#[test]
fn killed_runs_end_with_the_bytes_of_an_unbroken_one() {
    let env = Env::new();
    let pages = (0..1200)
        .map(|n| page(&format!("http://h.example/{}", n % 1100), n % 1100, "200 OK", &article(n)));
    let mut bytes: Vec<u8> = pages.flatten().collect();
    bytes.extend(b"some garbage at the end");
    env.write("in.warc", &bytes);

    let start = Instant::now();
    env.expect(0, &[ARGS, &["-o", "whole"]].concat());
    let whole = start.elapsed();

    let mut killed = 0;
    let mut shards = 0;
    let mut state = 0x9E37_79B9_u64; // a fixed sequence of moments, spread over the run
    for _ in 0..KILLS {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let share = (state >> 40) as f64 / (1u64 << 24) as f64;
        let mut child = env.command(&[ARGS, &["-o", "killed"]].concat()).spawn().expect("starts");
        thread::sleep(whole.mul_f64(share * 0.4) + Duration::from_millis(1));
        child.kill().expect("kill -9");
        if !child.wait().expect("ended").success() {
            killed += 1;
        }
        let finished = marks(&env);
        assert!(
            finished >= shards || env.path("killed/run.json").exists(),
            "a finished shard was redone"
        );
        shards = finished;
        if shards > 20 {
            fs::remove_dir_all(env.path("killed")).expect("start over");
            shards = 0;
        }
    }
    assert!(killed > 0, "no run was interrupted: the test proves nothing");
    env.expect(0, &[ARGS, &["-o", "killed"]].concat());
    assert_same(&env.path("whole"), &env.path("killed"));
}

/// Finished shards in the unfinished folder.
fn marks(env: &Env) -> usize {
    let Ok(entries) = fs::read_dir(env.path("killed/.partial")) else { return 0 };
    let names =
        entries.filter_map(Result::ok).map(|e| e.file_name().into_string().unwrap_or_default());
    names.filter(|name| name.starts_with("shard-") && name.ends_with(".json")).count()
}
