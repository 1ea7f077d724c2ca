//! Public suffixes and registrable domains by the test vectors of publicsuffix.org.

use proptest::prelude::*;
use scutch_url::{
    SuffixList, Url, bare_host, host, host_for_display, is_external, is_host_or_below,
    registrable_domain, site,
};

#[test]
fn vectors_of_publicsuffix_org() {
    // `test_psl.txt` of the list's repository (public domain), in ASCII.
    let cases = [
        ("com", None),
        ("example.com", Some("example.com")),
        ("b.example.com", Some("example.com")),
        ("a.b.example.com", Some("example.com")),
        ("biz", None),
        ("domain.biz", Some("domain.biz")),
        ("b.domain.biz", Some("domain.biz")),
        ("uk.com", None),
        ("example.uk.com", Some("example.uk.com")),
        ("b.example.uk.com", Some("example.uk.com")),
        ("test.ac", Some("test.ac")),
        ("mm", None),
        ("c.mm", None),
        ("b.c.mm", Some("b.c.mm")),
        ("a.b.c.mm", Some("b.c.mm")),
        ("jp", None),
        ("test.jp", Some("test.jp")),
        ("www.test.jp", Some("test.jp")),
        ("ac.jp", None),
        ("test.ac.jp", Some("test.ac.jp")),
        ("kyoto.jp", None),
        ("test.kyoto.jp", Some("test.kyoto.jp")),
        ("ide.kyoto.jp", None),
        ("b.ide.kyoto.jp", Some("b.ide.kyoto.jp")),
        ("a.b.ide.kyoto.jp", Some("b.ide.kyoto.jp")),
        ("c.kobe.jp", None),
        ("b.c.kobe.jp", Some("b.c.kobe.jp")),
        ("city.kobe.jp", Some("city.kobe.jp")),
        ("www.city.kobe.jp", Some("city.kobe.jp")),
        ("ck", None),
        ("test.ck", None),
        ("b.test.ck", Some("b.test.ck")),
        ("www.ck", Some("www.ck")),
        ("www.www.ck", Some("www.ck")),
        ("us", None),
        ("test.us", Some("test.us")),
        ("ak.us", None),
        ("test.ak.us", Some("test.ak.us")),
        ("k12.ak.us", None),
        ("test.k12.ak.us", Some("test.k12.ak.us")),
        ("xn--85x722f.com.cn", Some("xn--85x722f.com.cn")),
        ("xn--85x722f.xn--55qx5d.cn", Some("xn--85x722f.xn--55qx5d.cn")),
        ("www.xn--85x722f.xn--55qx5d.cn", Some("xn--85x722f.xn--55qx5d.cn")),
        ("xn--55qx5d.cn", None),
        ("xn--fiqs8s", None),
        ("shishi.xn--fiqs8s", Some("shishi.xn--fiqs8s")),
        ("COM", None),
        ("example.COM", Some("example.com")),
        ("WwW.example.COM", Some("example.com")),
    ];
    for (host, domain) in cases {
        assert_eq!(registrable_domain(host).as_deref(), domain, "{host}");
        assert_eq!(site(host), domain.unwrap_or(host), "{host}");
    }
}

const LIST: &str = "// ===BEGIN ICANN DOMAINS===\ncom\njp\nac.jp\n*.kobe.jp\n!city.kobe.jp\nck\n\
    *.ck\n!www.ck\n  uk\nco.uk  // comment\n公司.cn\ncn\n\n// ===END ICANN DOMAINS===\n\
    // ===BEGIN PRIVATE DOMAINS===\nblogspot.com\n*.host.uk\nhost.uk\n// ===END PRIVATE
    // DOMAINS===\n";

#[test]
fn lists_from_files_follow_the_same_rules() {
    let list = SuffixList::from_text(LIST);
    // Host, public suffix, registrable domain; without the private section in the second row.
    let cases = [
        ("com", "com", None),
        ("a.com", "com", Some("a.com")),
        ("x.blogspot.com", "blogspot.com", Some("x.blogspot.com")),
        ("a.kobe.jp", "a.kobe.jp", None),
        ("b.a.kobe.jp", "a.kobe.jp", Some("b.a.kobe.jp")),
        ("city.kobe.jp", "kobe.jp", Some("city.kobe.jp")),
        ("x.city.kobe.jp", "kobe.jp", Some("city.kobe.jp")),
        ("www.ck", "ck", Some("www.ck")),
        ("x.ck", "x.ck", None),
        ("host.uk", "host.uk", None),
        ("a.host.uk", "a.host.uk", None),
        ("b.a.host.uk", "a.host.uk", Some("b.a.host.uk")),
        ("a.xn--55qx5d.cn", "xn--55qx5d.cn", Some("a.xn--55qx5d.cn")),
        // What no rule knows is under its last label.
        ("a.b.unknown", "unknown", Some("b.unknown")),
        ("A.B.CO.UK.", "CO.UK", Some("B.CO.UK")),
    ];
    for (host, suffix, domain) in cases {
        assert_eq!(list.suffix(host), Some(suffix), "{host}");
        assert_eq!(list.registrable(host), domain, "{host}");
    }
    let mut icann = list;
    icann.private = false;
    for (host, domain) in [("x.blogspot.com", "blogspot.com"), ("b.a.host.uk", "host.uk")] {
        assert_eq!(icann.registrable(host), Some(domain), "{host}");
    }
}

#[test]
fn addresses_have_no_suffix() {
    for list in [SuffixList::default(), SuffixList::icann(), SuffixList::from_text(LIST)] {
        for host in ["1.2.3.4", "[::1]", "", ".", "1.2.3.4."] {
            assert_eq!((list.suffix(host), list.registrable(host)), (None, None), "{host}");
        }
    }
}

#[test]
fn hosts_below_a_domain() {
    for (host, domain, below) in [
        ("e.org", "e.org", true),
        ("www.e.org", "e.org", true),
        ("not-e.org", "e.org", false),
        ("e.org.uk", "e.org", false),
        ("org", "e.org", false),
        ("", "e.org", false),
    ] {
        assert_eq!(is_host_or_below(host, domain), below, "{host}");
    }
}

#[test]
fn sites_are_one_by_domain_or_address() {
    // Two URLs, whether the first leads to another site: exactly, and with suffixes ignored.
    let cases = [
        ("http://e.org/", "https://www.e.org/x", false, false),
        ("http://e.org/", "http://e.com/", true, false),
        ("http://e.org/", "http://f.org/", true, true),
        ("http://a.github.io/", "http://b.github.io/", true, true),
        ("http://1.2.3.4/", "http://1.2.3.4:81/", false, false),
        ("http://1.2.3.4/", "http://1.2.3.5/", true, true),
        ("http://localhost/", "http://localhost./", false, false),
        ("http://localhost/", "http://e.org/", true, true),
        ("http://münchen.de/", "http://xn--mnchen-3ya.de/", false, false),
        ("http://co.uk/", "http://co.uk/x", false, false),
    ];
    for (url, page, exact, by_name) in cases {
        let (url, page) = (Url::parse(url).unwrap(), Url::parse(page).unwrap());
        assert_eq!(is_external(&url, &page, false), exact, "{url} {page}");
        assert_eq!(is_external(&url, &page, true), by_name, "{url} {page}");
        assert_eq!(is_external(&page, &url, false), exact, "{page} {url}");
    }
}

fn name() -> impl Strategy<Value = String> {
    "([a-z0-9]{1,3}\\.){0,4}(org|co\\.uk|github\\.io|ck|kobe\\.jp|unknown)"
}

proptest! {
    #[test]
    fn a_domain_is_its_own_domain_and_the_end_of_its_host(host in name()) {
        if let Some(domain) = registrable_domain(&host) {
            prop_assert!(is_host_or_below(&host, &domain));
            prop_assert_eq!(registrable_domain(&domain), Some(domain.clone()));
            // A wildcard rule can make a host below a domain a public suffix.
            let below = registrable_domain(&format!("sub.{host}"));
            prop_assert!(below.is_none() || below.as_ref() == Some(&domain));
            prop_assert!(domain.contains('.'));
        }
    }

    #[test]
    fn the_private_section_only_makes_domains_longer(host in name()) {
        let (all, icann) = (SuffixList::default(), SuffixList::icann());
        if let (Some(long), Some(short)) = (all.registrable(&host), icann.registrable(&host)) {
            prop_assert!(long.ends_with(short), "{} {}", long, short);
        }
    }

    #[test]
    fn hosts_are_the_same_before_and_after_display(host in "[a-zäöü]{1,8}\\.(de|org)") {
        let ascii = scutch_url::host(&format!("http://{host}/")).expect("a host");
        prop_assert!(ascii.is_ascii());
        prop_assert_eq!(host_for_display(&ascii), host.clone());
        prop_assert_eq!(bare_host(&host), Some(ascii));
    }

    #[test]
    fn any_text_may_be_asked_for_its_host(text in ".{0,30}") {
        let _ = (host(&text), bare_host(&text), registrable_domain(&text));
        let _ = SuffixList::from_text(&text).registrable(&text);
    }
}
