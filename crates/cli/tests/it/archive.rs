//! `scutch archive` as a user meets it.

use std::fs;

use crate::harness::{Env, root, small_archive};
use insta::assert_snapshot;

fn with_archive() -> Env {
    let env = Env::new();
    env.write("small.warc", &small_archive());
    env
}

/// The small archive with the second record cut out of its middle and a length that lies.
fn with_damage() -> Env {
    let env = Env::new();
    let mut bytes = small_archive();
    let at = bytes.windows(9).position(|w| w == b"harbour.e").expect("the host");
    bytes.splice(0..at, b"stray bytes, stray bytes, ".iter().copied());
    env.write("damaged.warc", &bytes);
    env
}

#[test]
fn records_are_listed() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["archive", "ls", "small.warc"]));
    assert_snapshot!(env.shot(&[
        "archive",
        "ls",
        "small.warc",
        "--json",
        "--type",
        "response",
        "--digest"
    ]));
}

#[test]
fn selections_narrow() {
    let env = with_archive();
    for (filter, value, records) in [
        ("--url-prefix", "http://harbour.example/2", 2),
        ("--host", "example", 6),
        ("--host", "arbour.example", 0),
        ("--status", "3xx", 1),
        ("--status", "200,301", 5),
        ("--mime", "image/gif", 1),
        ("--from", "2020", 0),
        ("--to", "201905", 7),
        ("--from", "2019-05-17T10:00:06", 2),
        ("--filter", "url:gif$", 1),
        ("--filter", "content-type:fields", 1),
    ] {
        let code = if records == 0 { 5 } else { 0 };
        let output = env.expect(code, &["archive", "ls", "small.warc", filter, value]);
        let lines = output.stdout.iter().filter(|b| **b == b'\n').count();
        assert_eq!(lines, records, "{filter} {value}");
    }
}

#[test]
fn selections_without_sense_are_named() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["archive", "ls", "small.warc", "--from", "yesterday"]));
    assert_snapshot!(env.shot(&["archive", "ls", "small.warc", "--filter", "url:("]));
    for wrong in [
        &["--status", "foo"][..],
        &["--status", "2000"],
        &["--status", "300-200"],
        &["--type", "foo"],
        &["--from", "2006", "--to", "2004"],
        &["--from", "2005-13"],
        &["--to", "2005-02-31"],
        &["--url-prefix", "harbour.example/2"],
    ] {
        env.expect(2, &[&["archive", "ls", "small.warc"][..], wrong].concat());
        env.expect(
            2,
            &[&["archive", "subset", "small.warc", "-o", "new.warc"][..], wrong].concat(),
        );
    }
    env.expect(0, &["archive", "ls", "small.warc", "--from", "2019-05-17", "--to", "2019"]);
    env.expect(0, &["archive", "ls", "small.warc", "--status", "200-299", "--type", "Response"]);
}

#[test]
fn records_are_written() {
    let env = with_archive();
    let page = ["archive", "cat", "small.warc", "--capture", "http://harbour.example/old"];
    assert_snapshot!(env.shot(&page));
    assert_snapshot!(env.shot(&[&page[..], &["--part", "record"]].concat()));
    let captured =
        |of: &str| env.shown(&env.expect(0, &["archive", "cat", "small.warc", "--capture", of]));
    let other = captured("https://harbour.example/old");
    assert!(other.contains("captured as http://harbour.example/old\n"), "{other}");
    let nearest = captured("http://harbour.example/old@2019-05-18");
    assert!(nearest.contains("Moved") && nearest.contains("the nearest to 20190518"), "{nearest}");
    let wrong = ["archive", "cat", "small.warc", "--capture", "http://harbour.example/old@2019-13"];
    assert!(env.shown(&env.expect(2, &wrong)).contains("2019-13: not a date"));
    assert_snapshot!(env.shot(&["archive", "cat", "small.warc", "--offset", "5"]));
    assert_snapshot!(env.shot(&["archive", "cat", "small.warc", "--id", "urn:uuid:none"]));
    // Within the header of a member nothing is found until farther on.
    let damaged = root().join("samples/damaged.warc.gz");
    let cat = ["archive", "cat", damaged.to_str().expect("UTF-8"), "--offset", "3"];
    let told = env.shown(&env.expect(1, &cat));
    assert!(told.contains("no record starts at offset 3 "), "{told}");
}

#[test]
fn a_record_is_not_written_over_an_archive() {
    let env = with_archive();
    let archive = fs::read(env.path("small.warc")).expect("an archive");
    fs::write(env.path("other.warc"), &archive).expect("a copy");
    let page = ["archive", "cat", "small.warc", "--capture", "http://harbour.example/old", "-o"];
    let over = [&page[..], &["other.warc"]].concat();
    assert!(env.shown(&env.expect(1, &over)).contains("other.warc: exists already"));
    assert_eq!(fs::read(env.path("other.warc")).expect("the copy"), archive);
    // A page that was written before may be written again.
    let twice = [&page[..], &["page.http"]].concat();
    env.expect(0, &twice);
    env.expect(0, &twice);
}

#[test]
fn damage_is_found_and_mended() {
    let env = with_damage();
    assert_snapshot!(env.shot(&["archive", "check", "damaged.warc"]));
    assert_snapshot!(env.shot(&["archive", "check", "damaged.warc", "--json"]));
    assert_snapshot!(env.shot(&["archive", "repair", "damaged.warc", "-o", "sound.warc.gz"]));
    env.expect(0, &["archive", "check", "sound.warc.gz"]);
    assert_snapshot!(env.shot(&["archive", "repair", "damaged.warc", "-o", "sound.warc.gz"]));
}

#[test]
fn what_the_standard_forbids_is_named_and_mended() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["archive", "check", "small.warc"]));
    env.expect(0, &["archive", "repair", "small.warc", "-o", "sound.warc.gz"]);
    assert_snapshot!(env.shot(&["archive", "check", "sound.warc.gz"]));
}

#[test]
fn an_index_leads_back_to_the_records() {
    let env = with_archive();
    env.expect(0, &["archive", "repair", "small.warc", "-o", "small.warc.gz"]);
    assert_snapshot!(env.shot(&["archive", "index", "small.warc.gz"]));
    assert_snapshot!(env.shot(&["archive", "index", "small.warc.gz", "--format", "cdx11"]));
    for form in ["cdxj", "cdx11"] {
        env.expect(0, &["archive", "index", "small.warc.gz", "--format", form, "-o", "index"]);
        let all = env.expect(0, &["archive", "ls", "--cdx", "index", "small.warc.gz"]);
        assert_eq!(all.stdout.iter().filter(|b| **b == b'\n').count(), 5, "{form}");
    }
    env.write(
        "bad.cdx",
        b" CDX N b a m s k r M S V g\nk 2019 http://a.example/ - - - - - 1 3 x.warc\nk\n",
    );
    assert_snapshot!(env.shot(&["archive", "ls", "--cdx", "bad.cdx", "small.warc.gz"]));
}

#[test]
fn a_subset_is_cut_byte_by_byte() {
    let env = with_archive();
    env.expect(0, &["archive", "repair", "small.warc", "-o", "small.warc.gz"]);
    let wanted = ["--status", "200", "--mime", "text/html"];
    let cut = ["archive", "subset", "small.warc.gz", "-o", "pages.warc.gz"];
    assert_snapshot!(env.shot(&[&cut[..], &wanted].concat()));
    let whole = fs::read(env.path("small.warc.gz")).expect("archive");
    let pages = fs::read(env.path("pages.warc.gz")).expect("archive");
    assert!(whole.windows(pages.len()).any(|window| window == pages));
    env.expect(0, &["archive", "subset", "small.warc", "-o", "plain.warc.gz"]);
    let rewritten = env.expect(0, &["archive", "ls", "plain.warc.gz"]);
    assert_eq!(rewritten.stdout.iter().filter(|b| **b == b'\n').count(), 7);
}

#[test]
fn what_selects_nothing_is_named() {
    let env = with_archive();
    let list = ["archive", "ls", "small.warc", "--filter"];
    let subset = ["archive", "subset", "small.warc", "-o", "new.warc", "--filter"];
    for verb in [&list[..], &subset] {
        for (filter, is_unknown) in [("ulr:x", true), ("url:x$", false), ("content-type:x$", false)]
        {
            let told = env.shown(&env.expect(5, &[verb, &[filter]].concat()));
            assert_eq!(told.contains("no record has a field `ulr`"), is_unknown, "{told}");
        }
    }
    // Other filters leave nothing out of what is asked for fields.
    let told = env.shown(&env.expect(5, &[&list[..], &["ulr:x", "--from", "2020"]].concat()));
    assert!(told.contains("no record has a field `ulr`"), "{told}");
}

#[test]
fn an_index_of_other_archives_is_told() {
    let env = with_archive();
    env.write("other.warc", &small_archive());
    env.expect(0, &["archive", "index", "other.warc", "-o", "index"]);
    let subset = ["archive", "subset", "small.warc", "--cdx", "index", "-o", "new.warc"];
    assert_snapshot!(env.shown(&env.expect(5, &subset)));
}

#[test]
fn notes_on_records_of_one_member_are_told_apart() {
    let whole = root().join("samples/whole.warc.gz").display().to_string();
    let shot = Env::new().shot(&["archive", "check", &whole]);
    let notes: Vec<&str> = shot.lines().filter(|line| line.contains(": note: ")).collect();
    assert_eq!(notes.len(), 2, "{shot}");
    assert_ne!(notes[0], notes[1], "{shot}");
    assert!(notes[0].contains(": note: rule not kept: Each record"), "{shot}");
    assert!(notes[1].contains("; inner offset "), "{shot}");
}

#[test]
fn digests_that_a_repair_leaves_out_are_told() {
    let damaged = root().join("samples/damaged.warc.gz").display().to_string();
    let shot = Env::new().shot(&["archive", "repair", &damaged, "-o", "sound.warc.gz"]);
    let digest = shot.lines().find(|line| line.contains("WARC-Payload-Digest"));
    assert!(
        digest.is_some_and(|line| line.contains("Digests of the whole are left out")),
        "{shot}"
    );
}

#[test]
fn records_are_counted() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["archive", "stats", "small.warc"]));
    assert_snapshot!(env.shot(&["archive", "stats", "small.warc", "--json"]));
}

#[test]
fn records_that_lost_bytes_are_counted() {
    let archive = root().join("samples/damaged.warc.gz").display().to_string();
    let shot = Env::new().shot(&["archive", "stats", &archive]);
    assert!(shot.contains("records that lost bytes\t1\nbytes in no record\t0\n"), "{shot}");
}
