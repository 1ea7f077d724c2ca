//! `scutch url` as a user meets it.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::harness::{Env, small_archive};
use insta::assert_snapshot;

const LINES: &str = "https://WWW.Harbour.example:443/a/../b?utm_source=x&id=7#top\n\
    http://harbour.example/b?id=7\n\
    \n\
    mailto:a@b.example\n\
    http://harbour.example/picture.JPG\n\
    http://harbour.example/tag/ferry/\n\
    http://web.archive.org/web/20120101000000id_/http://harbour.example/old\n\
    http://harbour.example/2019/05/17/the-ferry-was-late.html\n";

fn with_lines() -> Env {
    let env = Env::new();
    env.write("urls.txt", LINES.as_bytes());
    env
}

#[test]
fn urls_are_checked() {
    let env = with_lines();
    let check = ["url", "check", "urls.txt", "--stats", "-d", "dropped.tsv"];
    assert_snapshot!(env.shot(&check));
    assert_snapshot!(fs::read_to_string(env.path("dropped.tsv")).expect("the dropped lines"));
    assert_snapshot!(env.shot(&["url", "check", "urls.txt", "--json", "--dedup"]));
}

#[test]
fn every_verb_makes_something_of_a_line() {
    let env = with_lines();
    let mut shots = String::new();
    for verb in
        ["clean", "scrub", "normalize", "validate", "filter", "type", "key", "domain", "memento"]
    {
        shots += &format!("## {verb}\n{}", env.shot(&["url", verb, "urls.txt"]));
    }
    shots += &env.shot(&["url", "normalize", "urls.txt", "--profile", "ssurt"]);
    shots += &env.shot(&["url", "external", "urls.txt", "--to", "http://harbour.example/"]);
    assert_snapshot!(shots);
}

#[test]
fn a_verdict_is_explained() {
    let env = Env::new();
    let urls = ["http://harbour.example/de/2019/05/17/x.html?gclid=1", "http://localhost/"];
    assert_snapshot!(env.shot(&[&["url", "explain"][..], &urls].concat()));
    let archive = ["url", "explain", "http://harbour.example/2019/05/"];
    assert_snapshot!(env.shot(&archive));
    assert_snapshot!(env.shot(&[&archive[..], &["--with-nav"]].concat()));
}

#[test]
fn bad_lines_are_counted_and_never_fatal() {
    let env = Env::new();
    let mut bytes = b"\xff\xfe\nhttp://a.example/x\0y\nhttp://a.exa\rmple/\n".to_vec();
    bytes.extend(b"http://a.example/".iter().chain(&[b'x'; 2 << 20]));
    bytes.extend(b"\nhttp://harbour.example/fine/page\n");
    env.write("urls.txt", &bytes);
    assert_snapshot!(env.shot(&["url", "check", "urls.txt", "--stats"]));
}

#[test]
fn no_verb_reads_what_holds_nul_or_a_carriage_return() {
    let env = Env::new();
    env.write(
        "urls.txt",
        b"http://a.example/x\0y\nhttp://a.exa\rmple/a\rb\n\0\n\rhttp://a.example/\n",
    );
    let verbs = ["clean", "scrub", "normalize", "check", "validate", "filter", "type", "key"];
    for verb in verbs.into_iter().chain(["domain", "memento"]) {
        let output = env.expect(5, &["url", verb, "urls.txt", "--stats"]);
        let told = env.shown(&output);
        assert!(told.contains("2  binary\n           2  carriage-return"), "{verb}: {told}");
    }
    env.expect(5, &["url", "sample", "urls.txt", "-n", "9"]);
    env.expect(5, &["url", "dust", "urls.txt"]);
    let told = env.shown(&env.expect(0, &["url", "explain", "http://a.exa\rmple/"]));
    assert!(told.contains("rejected   carriage-return"), "{told}");
}

#[test]
fn standard_input_and_compressed_files_are_read() {
    let env = Env::new();
    env.write("urls.zst", &zstd::encode_all(LINES.as_bytes(), 3).expect("memory"));
    let from_file = env.output(&["url", "clean", "urls.zst"]).stdout;
    let mut command = env.command(&["url", "clean"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("starts");
    child.stdin.take().expect("piped").write_all(LINES.as_bytes()).expect("written");
    assert_eq!(child.wait_with_output().expect("ends").stdout, from_file);
    env.write("small.warc", &small_archive());
    assert_snapshot!(env.shot(&["url", "domain", "small.warc", "--form", "archive"]));
}

/// `http://a.example/x` as `xz` packs it.
const XZ: &[u8] =
    b"\xfd7zXZ\0\0\x01i\"\xde6\x02\0!\x01\x1c\0\0\0\x10\xcfX\xcc\x01\0\x12http://a.example/x\n\
    \0\0\xda\xf5\xdb\x94\0\x01'\x13\x90F\xfd~\x90B\x99\r\x01\0\0\0\0\x01YZ";

#[test]
fn xz_is_undone_and_its_damage_told_by_place() {
    let env = Env::new();
    env.write("urls.xz", XZ);
    assert_snapshot!(env.shot(&["url", "clean", "urls.xz"]));
    env.write("cut.xz", &XZ[..40]);
    assert_snapshot!(env.shot(&["url", "clean", "cut.xz"]));
}

#[test]
fn courlan_is_understood() {
    let env = with_lines();
    let flags = ["-i", "urls.txt", "-o", "kept.txt", "-d", "dropped.txt", "--strict", "-l", "en"];
    let command = [&["url", "check", "--compat", "courlan", "-p", "2"][..], &flags].concat();
    assert_snapshot!(env.shot(&command));
    assert_snapshot!(fs::read_to_string(env.path("kept.txt")).expect("the kept lines"));
    let sample = ["--sample", "1", "--exclude-min", "2", "--exclude-max", "9", "-i", "urls.txt"];
    assert_snapshot!(env.shot(&[&["url", "check", "--compat", "courlan"][..], &sample].concat()));
    assert_snapshot!(env.shot(&["url", "check", "--compat", "courlan", "-r", "urls.txt"]));
}

#[test]
fn courlan_is_answered_function_by_function() {
    let env = Env::new();
    env.write("urls.txt", b"http://harbour.org/a.pdf?utm_source=x\n http://www.harbour.org/b \n");
    let mut shots = String::new();
    for verb in ["clean", "scrub", "normalize", "check", "filter", "validate", "domain"] {
        shots += &format!("## {verb}\n");
        shots += &env.shot(&["url", verb, "--compat", "courlan", "-i", "urls.txt"]);
    }
    let to = ["--to", "http://other.org/"];
    shots +=
        &env.shot(&[&["url", "external", "--compat", "courlan", "urls.txt"][..], &to].concat());
    assert_snapshot!(shots);
    env.expect(2, &["url", "type", "--compat", "courlan", "urls.txt"]);
}

#[test]
fn a_sample_of_what_is_kept() {
    let env = Env::new();
    let urls: String = (0..40).map(|n| format!("http://h{}.example/story-{n}\n", n % 4)).collect();
    env.write("urls.txt", (urls + "http://h0.example/a.jpg\nhttp://h9.example/x\n").as_bytes());
    let check = ["url", "check", "urls.txt", "--sample", "3", "--exclude-min", "2"];
    let output = env.expect(0, &check);
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8").lines().count(), 12);
    let seeded = [&check[..], &["--seed", "7"]].concat();
    assert_eq!(env.output(&seeded).stdout, env.output(&seeded).stdout);
    assert_ne!(env.output(&seeded).stdout, env.output(&check).stdout);
    // An output of its own, as JSON.
    env.expect(0, &[&check[..], &["--json", "-o", "sample.jsonl"]].concat());
    let lines = fs::read_to_string(env.path("sample.jsonl")).expect("the sample");
    assert_eq!(lines.lines().filter(|line| line.contains("\"accept\"")).count(), 12);
    env.expect(0, &["url", "sample", "urls.txt", "-n", "1", "-o", "few.txt"]);
    assert_eq!(fs::read_to_string(env.path("few.txt")).expect("the sample").lines().count(), 5);
    env.expect(2, &["url", "check", "urls.txt", "--sample", "0"]);
}

#[test]
fn languages_are_those_of_the_standard() {
    let env = with_lines();
    for language in ["xx", "german", "e", ""] {
        env.expect(2, &["url", "check", "urls.txt", "-l", language]);
        env.expect(2, &["url", "filter", "urls.txt", "-l", language]);
    }
    env.write("urls.txt", b"http://e.org/de/story\nhttp://e.org/fr/story\n");
    let kept = env.expect(0, &["url", "filter", "urls.txt", "-l", "de-AT"]).stdout;
    assert_eq!(kept, b"http://e.org/de/story\n");
}

#[test]
fn dirt_of_lists_is_undone() {
    let env = Env::new();
    let cases = [
        ("\u{feff}http://e.org/x", "http://e.org/x"),
        ("http://e.org/?a=1&#038;b=2", "http://e.org/?a=1&b=2"),
        ("http://e.org/?order&#x3D;asc&amp;q&#x3D;x", "http://e.org/?order=asc&q=x"),
        ("http://e.org/x.html&utm_source=mail&utm_medium=x", "http://e.org/x.html"),
        ("http://e.org/x?CMP=share&smid=a&ocid=b&ito=c&rb_clickid=d", "http://e.org/x"),
        ("https://www.amazon.de/x?ref_=a&pf_rd_p=b&ref=c", "https://www.amazon.de/x"),
        ("http://e.org/x?ref=c", "http://e.org/x?ref=c"),
        ("http://me:secret@e.org/x", "http://e.org/x"),
    ];
    for (line, expected) in cases {
        env.write("urls.txt", line.as_bytes());
        let cleaned = env.expect(0, &["url", "clean", "urls.txt", "--userinfo", "remove"]).stdout;
        assert_eq!(String::from_utf8(cleaned).expect("UTF-8"), format!("{expected}\n"), "{line}");
    }
    for verb in ["check", "clean"] {
        let refused = env.expect(5, &["url", verb, "urls.txt", "--userinfo", "refuse", "--stats"]);
        assert!(env.shown(&refused).contains("1  userinfo"));
    }
    env.write(
        "urls.txt",
        b"http://1234\nhttp://harbour\nhttp://harbour.unknowntld/\nhttp://10.0.0.1/\n",
    );
    for verb in ["validate", "check"] {
        let refused = env.shown(&env.expect(5, &["url", verb, "urls.txt", "--stats"]));
        for reason in ["host-is-number", "host-not-registrable", "host-not-public"] {
            assert!(refused.contains(reason), "{verb}: {refused}");
        }
    }
}

/// `-o /dev/stdout >> FILE` once wiped the file.
#[cfg(unix)]
#[test]
fn standard_output_by_its_device_appends() {
    let env = with_lines();
    env.write("kept.txt", b"before\n");
    for device in ["/dev/stdout", "/dev/fd/1"] {
        let file = fs::OpenOptions::new().append(true).open(env.path("kept.txt")).expect("a file");
        let mut command = env.command(&["url", "domain", "urls.txt", "-o", device]);
        assert!(command.stdout(file).status().expect("runs").success());
    }
    let kept = fs::read_to_string(env.path("kept.txt")).expect("the file");
    assert!(kept.starts_with("before\n") && kept.lines().count() > 8, "{kept}");
}

#[test]
fn links_of_a_page() {
    let env = Env::new();
    env.write(
        "page.html",
        b"<base href=/deep/><a href=x.html rel=nofollow>An <b>x</b></a><a href=//other.example/y>y</a>
          <img src=i.png><a href=../tag/z/>z</a>",
    );
    let links = ["url", "links", "page.html", "--url", "http://harbour.example/"];
    assert_snapshot!(env.shot(&links));
    assert_snapshot!(env.shot(&[&links[..], &["--json"]].concat()));
    assert_snapshot!(env.shot(&[&links[..], &["--split"]].concat()));
}

#[test]
fn samples_and_rules() {
    let env = Env::new();
    let mut lines = String::new();
    let mut table = String::new();
    for n in 0..30 {
        lines += &format!("http://{}.example/{n}\n", ["a", "b"][n % 2]);
        table += &format!("http://a.example/{n}?s=1\td{n}\nhttp://a.example/{n}\td{n}\n");
    }
    env.write("urls.txt", lines.as_bytes()).write("table.tsv", table.as_bytes());
    assert_snapshot!(env.shot(&["url", "sample", "urls.txt", "-n", "2", "--seed", "5"]));
    assert_snapshot!(env.shot(&["url", "dust", "table.tsv"]));
}

#[test]
fn what_makes_no_sense_is_named() {
    let env = with_lines();
    assert_snapshot!(env.shot(&["url", "key", "urls.txt", "--profile", "nonsense"]));
    assert_snapshot!(env.shot(&["url", "external", "urls.txt"]));
    assert_snapshot!(env.shot(&["url", "clean", "missing.txt"]));
}

/// Dates with points, and ids that tell the archive alone, retired ones among them.
#[test]
fn mementos_of_every_shape_name_their_archive() {
    let env = Env::new();
    let uri_ms = "http://archive.ph/2013.07.05-163052/http://x.org/\nhttps://perma.cc/AB12-CD34\n\
        http://www.webcitation.org/5ekDHBAVN\nhttp://x.org/\n";
    env.write("urims.txt", uri_ms.as_bytes());
    let output = env.expect(0, &["url", "memento", "urims.txt"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(
        text,
        "archive-ph\t20130705163052\t-\thttp://x.org/\t-\nperma\t-\t-\t-\t-\nwebcite\t-\t-\t-\t-\n"
    );
    let output = env.expect(0, &["url", "memento", "--json", "urims.txt"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let last = text.lines().nth(2).expect("a third line");
    let value: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!((&value["retired"], &value["uri_r"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(value["citation"], "5ekDHBAVN");
}

/// What other verbs write is read by its content; lines stay as they are.
#[test]
fn tables_and_timemaps_are_lists_of_urls() {
    let env = Env::new();
    let timemap = "<http://a.example/web/20140101000000/http://x.org/>; rel=memento; \
        datetime=\"Wed, 01 Jan 2014 00:00:00 GMT\"";
    for (name, text, expected) in [
        ("a", "title\turl\nFog\thttp://x.org/fog\nNone\t-\n", "http://x.org/fog\n"),
        ("b", "{\"url\": \"http://x.org/fog\"}\n", "http://x.org/fog\n"),
        ("c", timemap, "http://a.example/web/20140101000000/http://x.org/\n"),
        ("d", "Hello, world\nhttp://x.org/fog\n", "http://x.org/fog\n"),
    ] {
        env.write(name, text.as_bytes());
        let output = env.expect(0, &["url", "clean", name, "-q"]);
        assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), expected, "{text}");
    }
}
