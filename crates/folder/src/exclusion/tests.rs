use super::*;

const ID: &str = "abcdefghijklmnopqrstuvwxyz234567";

fn sha256(letter: char) -> String {
    format!("sha256:{}", letter.to_string().repeat(64))
}

#[test]
fn lines_name_what_they_say_and_nothing_else() {
    let digest = sha256('a');
    let pwid = "urn:pwid:archive.example:2019-05-17T10:00:02Z:part:http://www.harbour.example/2";
    let page = Subject {
        url_key: "example,harbour)/2",
        seconds: Some(1_558_087_202),
        payload_digest: Some(&digest),
        archive_digest: Some("SHA1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"),
        pwid: None,
    };
    for (name, named) in [
        ("http://harbour.example/2", true),
        // Addresses are compared by their key, as the column `url_key` has it.
        ("https://www.harbour.example:443/2", true),
        ("http://harbour.example/22", false),
        ("example,harbour)/", true),
        ("example,harbour", true),
        ("Example,Harbour)/", true),
        ("example,harb", false),
        ("example,harbour,", false),
        ("example,harbour)/2/", false),
        (digest.as_str(), true),
        (&digest.to_uppercase().replace("SHA256", "sha-256"), true),
        (&sha256('b'), false),
        ("sha1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj", true),
        // The same bytes in hexadecimal digits.
        ("SHA-1:da39a3ee5e6b4b0d3255bfef95601890afd80709", true),
        ("sha1:da39a3ee5e6b4b0d3255bfef95601890afd80708", false),
        ("example,harbour)/2?to=http://x.example/", false),
        (pwid, true),
        (&pwid.replace("10:00:02", "10:00:03"), false),
        (&pwid.replace("/2", "/3"), false),
    ] {
        let exclusion = Exclusion::new([name]).expect(name);
        assert_eq!(!exclusion.find(&page).is_empty(), named, "{name}");
    }
    // With a name of the archive, it has to be that one.
    let exclusion = Exclusion::new([pwid]).expect("a PWID");
    for (archive, named) in [("archive.example", true), ("other.example", false)] {
        let own = pwid.replace("archive.example", archive);
        let found = exclusion.find(&Subject { pwid: Some(&own), ..page });
        assert_eq!(!found.is_empty(), named, "{archive}");
    }
    // A prefix may hold an address.
    let within = Exclusion::new(["example,a)/go?to=http://b.example/"]).expect("a prefix");
    let key = scutch_url::surt("http://a.example/go?to=http://b.example/2");
    assert!(!within.find(&Subject { url_key: &key, ..page }).is_empty(), "{key}");
    let rows = Exclusion::new([ID, "http://a.example/", ID]).expect("ids");
    assert_eq!((rows.find_row(ID), rows.names_rows()), (&[0, 2][..], true));
    assert!(rows.find(&page).is_empty() && rows.find_row("abc").is_empty());
    let all = Exclusion::new(["http://harbour.example/2", "example,harbour", "http://b.example/"]);
    assert_eq!(all.expect("names").find(&page), BTreeSet::from([0, 1]));
}

#[test]
fn errors_name_the_line_that_names_nothing() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("list");
    for (text, expected) in [
        ("# a\nhttp://a.example/\nharbour\n", "line 3: names no address"),
        ("http:///\n", "line 1: names no address"),
        ("/etc,passwd", "line 1: names no address"),
        (",", "line 1: names no address"),
        ("hu,", "line 1: names no address"),
        ("hu)/", "line 1: names no address"),
        ("hu,,a)/", "line 1: names no address"),
        ("example,harbour,www)/", "line 1: names a host with `www`"),
        ("example,harbour,www2", "line 1: names a host with `www`"),
        ("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBY", "line 1: is no digest"),
        ("\nsha256:abc\n", "line 2: is no digest"),
        ("urn:pwid:a:2019:part:http://a.example/", "line 1: is no PWID"),
        ("urn:pwid:a:2019-05-17T10:00:02Z:page:http://a.example/", "line 1: is no PWID"),
        ("# only\n\n", "names nothing"),
        ("", "names nothing"),
    ] {
        fs::write(&path, text).expect("written");
        let error = ExclusionList::read(&path).expect_err(text).to_string();
        assert!(error.contains(expected) && error.contains("list"), "{error}");
    }
    fs::write(&path, b"http://a.example/\n\xff\n").expect("written");
    let error = ExclusionList::read(&path).expect_err("no UTF-8").to_string();
    assert!(error.ends_with("line 2: is no UTF-8"), "{error}");
}

#[test]
fn reasons_stand_behind_a_tab() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("list");
    let text = "\u{feff}http://a.example/ \t asked \r\n#\tx\r\n  example,b)/\t\r\n";
    fs::write(&path, text).expect("written");
    let list = ExclusionList::read(&path).expect("a list");
    let lines = list.lines.iter().map(|line| (line.number, &*line.name, line.why.as_deref()));
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines, [(1, "http://a.example/", Some("asked")), (3, "example,b)/", None)]);
}
