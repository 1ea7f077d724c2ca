//! SURT keys against those of the package of the Internet Archive, and what they have to fold.

use proptest::prelude::*;
use scutch_url::surt;

#[test]
fn keys_are_those_of_the_internet_archive() {
    // Results of `surt.surt(url)`, version 0.3.1.
    let cases = [
        ("http://archive.org/", "org,archive)/"),
        ("http://www.archive.org", "org,archive)/"),
        ("https://www2.archive.org/", "org,archive)/"),
        ("http://www12.archive.org/", "org,archive)/"),
        ("http://wwwx.archive.org/", "org,archive,wwwx)/"),
        ("http://www.www.archive.org/", "org,archive,www)/"),
        ("http://ARCHIVE.org/Goo/", "org,archive)/goo"),
        ("http://archive.org/goo/?", "org,archive)/goo"),
        ("http://archive.org/goo?b&a", "org,archive)/goo?a&b"),
        ("http://archive.org/goo?a=2&b=1&a=1", "org,archive)/goo?a=1&a=2&b=1"),
        ("http://archive.org/goo?a=1&a", "org,archive)/goo?a&a=1"),
        ("http://archive.org:80/", "org,archive)/"),
        ("http://archive.org:443/", "org,archive:443)/"),
        ("https://archive.org:443/", "org,archive)/"),
        ("http://archive.org:8080/x", "org,archive:8080)/x"),
        ("ftp://archive.org/x", "org,archive)/x"),
        ("http://user:pass@archive.org/x", "org,archive)/x"),
        ("http://archive.org/a/../b", "org,archive)/b"),
        ("http://archive.org/a/./b/", "org,archive)/a/b"),
        ("http://archive.org/../a", "org,archive)/../a"),
        ("http://archive.org//a///b//", "org,archive)/a/b"),
        ("http://archive.org/a%20b", "org,archive)/a%20b"),
        ("http://archive.org/a b", "org,archive)/a%20b"),
        ("http://archive.org/%2E%2E/a", "org,archive)/../a"),
        ("http://archive.org/a%2Fb", "org,archive)/a/b"),
        ("http://archive.org/a%252Fb", "org,archive)/a/b"),
        ("http://archive.org/%7Ejoe", "org,archive)/~joe"),
        ("http://archive.org/#frag", "org,archive)/"),
        ("http://archive.org/a#frag?x", "org,archive)/a"),
        ("http://archive.org/a;jsessionid=1", "org,archive)/a;jsessionid=1"),
        // A session in the path stays, however long: indexes have such keys, and a look-up by another
        // key would find nothing. Only that of a parameter with 32 characters goes.
        (
            "http://archive.org/a;jsessionid=0123456789ABCDEF0123456789ABCDEF",
            "org,archive)/a;jsessionid=0123456789abcdef0123456789abcdef",
        ),
        (
            "http://archive.org/a;jsessionid=0123456789ABCDEF0123456789ABCDEF.node1?x=1",
            "org,archive)/a;jsessionid=0123456789abcdef0123456789abcdef.node1?x=1",
        ),
        (
            "http://archive.org/a;jsessionid=0123456789ABCDEF0123456789ABCDEF/b",
            "org,archive)/a;jsessionid=0123456789abcdef0123456789abcdef/b",
        ),
        (
            "http://archive.org/a?x=1;jsessionid=0123456789ABCDEF0123456789ABCDEF",
            "org,archive)/a?x=1;",
        ),
        (
            "http://archive.org/a?jsessionid=0123456789ABCDEF0123456789ABCDEF.node1",
            "org,archive)/a?jsessionid=0123456789abcdef0123456789abcdef.node1",
        ),
        ("http://archive.org/a?jsessionid=0123456789abcdef0123456789ABCDEF", "org,archive)/a"),
        (
            "http://archive.org/a?x=1&PHPSESSID=0123456789abcdef0123456789abcdef&y=2",
            "org,archive)/a?x=1&y=2",
        ),
        ("http://archive.org/a?sid=9682993c8daa2c5497996114facdc805", "org,archive)/a"),
        (
            "http://archive.org/a?ASPSESSIONIDAQBSDSRT=EOHBLBDDPFCLHKPGGKLILNAM&x=y",
            "org,archive)/a?x=y",
        ),
        ("http://archive.org/a?CFID=1169580&CFTOKEN=48630702&x=y", "org,archive)/a?x=y"),
        ("http://archive.org/(S(4hqa0555fwsecu455xqckv45))/mileg.aspx", "org,archive)/mileg.aspx"),
        ("http://archive.org/(4hqa0555fwsecu455xqckv45)/mileg.aspx?x", "org,archive)/mileg.aspx?x"),
        (
            "http://archive.org/(a(4hqa0555fwsecu455xqckv45)S(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv45))/mileg.aspx?page=sessionschedules",
            "org,archive)/mileg.aspx?page=sessionschedules",
        ),
        ("http://münchen.de/", "de,xn--mnchen-3ya)/"),
        ("http://xn--mnchen-3ya.de/", "de,xn--mnchen-3ya)/"),
        ("http://127.0.0.1/", "1,0,0,127)/"),
        ("http://0x7f.1/", "1,0x7f)/"),
        ("http://017.0.0.1/", "1,0,0,15)/"),
        ("http://2130706433/", "1,0,0,127)/"),
        ("http://[::1]/", "::1)/"),
        ("mailto:a@b.org", "mailto:a@b.org"),
        ("dns:archive.org", "dns:archive.org"),
        ("warcinfo:foo", "warcinfo:foo"),
        ("filedesc:foo", "filedesc:foo"),
        ("javascript:x", "javascript:x"),
        ("about:blank", "about:blank"),
        ("//archive.org/x", "org,archive)/x"),
        ("archive.org", "org,archive)/"),
        ("archive.org/x?y", "org,archive)/x?y"),
        (" http://archive.org/ ", "org,archive)/"),
        ("http://archive.org/\tx", "org,archive)/x"),
        ("http://archive.org./", "org,archive)/"),
        ("http://.archive.org/", "org,archive)/"),
        ("http://archive..org/", "org,archive)/"),
        ("http://a_b.org/", "org,a_b)/"),
        ("http://archive.org?x=y", "org,archive)/?x=y"),
        ("http://archive.org/?", "org,archive)/"),
        ("http://archive.org/x?", "org,archive)/x"),
        ("http://archive.org/x?&", "org,archive)/x?&"),
        ("http://archive.org/x?a&&b", "org,archive)/x?&a&b"),
        ("http://archive.org/é", "org,archive)/%c3%a9"),
        ("http://archive.org/?é=ü", "org,archive)/?%c3%a9=%c3%bc"),
        ("http://http://archive.org/", "org,archive)/"),
        ("https://http://archive.org/x", "org,archive)/x"),
        ("http:/archive.org/x", "org,archive)/x"),
        ("http:archive.org", "org,archive)/"),
        ("HTTP://archive.org/X", "org,archive)/x"),
        ("http://archive.org/index.html", "org,archive)/index.html"),
        ("http://archive.org/a?B=C", "org,archive)/a?b=c"),
        ("http://archive.org/%", "org,archive)/%25"),
        ("http://archive.org/%zz", "org,archive)/%25zz"),
        ("http://", "http:"),
        ("x", "x)/"),
    ];
    for (url, key) in cases {
        assert_eq!(surt(url), key, "{url}");
    }
}

#[test]
fn pages_of_a_host_and_of_hosts_below_it_sort_together() {
    let urls = [
        "http://example.org/",
        "http://example.org/a",
        "http://www.example.org/b?c",
        "http://news.example.org/",
        "http://news.example.org/x",
        "http://a.news.example.org/",
    ];
    let others = ["http://example.com/", "http://exampleorg/", "http://a-example.org/"];
    let mut keys: Vec<(String, bool)> = urls.iter().map(|url| (surt(url), true)).collect();
    keys.extend(others.iter().map(|url| (surt(url), false)));
    keys.sort();
    let changes = keys.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
    assert!(changes <= 2, "{keys:?}");
}

proptest! {
    #[test]
    fn spellings_of_one_address_have_one_key(
        host in "[a-z]{1,5}\\.[a-z]{2,6}",
        path in "(/[a-z0-9_-]{0,5}){0,4}",
        query in "[a-z]{1,3}=[a-z0-9]{0,3}",
    ) {
        let key = surt(&format!("http://{host}{path}?{query}"));
        let spellings = [
            format!("https://{host}{path}?{query}"),
            format!("http://{host}:80{path}?{query}"),
            format!("http://www.{host}{path}?{query}"),
            format!("HTTP://{}{path}?{query}", host.to_uppercase()),
            format!("  http://{host}{path}?{query}#fragment"),
            format!("{host}{path}?{query}"),
            format!("http://{host}.{path}?{query}"),
            format!("http://user@{host}{path}?{query}"),
        ];
        for other in spellings {
            prop_assert_eq!(surt(&other), key.clone(), "{}", other);
        }
    }

    #[test]
    fn the_order_of_parameters_does_not_matter(
        mut pairs in prop::collection::vec("[a-z]{1,3}(=[a-z0-9]{0,3})?", 1..6),
    ) {
        let key = |pairs: &[String]| surt(&format!("http://e.org/x?{}", pairs.join("&")));
        let first = key(&pairs);
        pairs.reverse();
        prop_assert_eq!(key(&pairs), first.clone());
        pairs.sort();
        prop_assert_eq!(key(&pairs), first);
    }

    #[test]
    fn keys_of_web_pages_are_plain_lower_case_text(rest in ".{0,40}") {
        let key = surt(&format!("http://example.org/{}", rest.replace(['\n', '\r', '\t'], "")));
        prop_assert!(key.starts_with("org,example)/"), "{}", key);
        prop_assert!(key.bytes().all(|b| b.is_ascii_graphic() && !b.is_ascii_uppercase()), "{}", key);
    }

    #[test]
    fn escapes_are_undone_however_often_they_were_made(
        path in "[a-z~!*']{1,8}",
        times in 1_usize..5,
    ) {
        let mut escaped = path.clone();
        for _ in 0..times {
            escaped = escaped.bytes().map(|byte| format!("%{byte:02x}")).collect();
        }
        prop_assert_eq!(surt(&format!("http://e.org/{escaped}")), surt(&format!("http://e.org/{path}")));
    }

    #[test]
    fn anything_has_a_key(text in ".{0,60}") {
        prop_assert!(!surt(&text).is_empty() || text.trim().is_empty());
    }
}
