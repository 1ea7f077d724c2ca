//! The filters: what kind of page a URL promises.
//!
//! Each is one of courlan's regular expressions as a scan from separator to separator. The filters
//! are asked in the order that `check_url` gives; each can be asked alone.

mod file_type;
mod host;
mod structure;
mod words;

use scutch_url::idna2003;

use crate::settings::{Courlan, Release};
use crate::split::{Split, tidy};
use crate::text::{shorter_than, starts_with_any_case};
use file_type::{has_file_type, is_page_ending};
use host::is_domain_and_port;
use structure::is_site_structure;
use words::{is_adult_or_video, is_index_page, is_legal_page, is_navigation_word};

impl Courlan {
    /// Starts with `http` and has 10 to 499 characters.
    pub fn basic_filter(&self, url: &str) -> bool {
        url.starts_with("http") && !shorter_than(url, 10) && shorter_than(url, 500)
    }

    /// Whether a host (with port) is one that pages come from.
    pub fn domain_filter(&self, domain: &str) -> bool {
        // What may be an address by its characters is given to `ipaddress`.
        let numeric = |b: u8| matches!(b, b'.' | b':' | b'0'..=b'9' | b'a'..=b'f');
        if domain.bytes().all(numeric) {
            let is_ip = domain.parse::<std::net::IpAddr>().is_ok();
            // The development version lets names like `a.2b` pass on.
            if is_ip || self.release == Release::V1_4_0 {
                return is_ip;
            }
        }
        if self.release == Release::Head && !shorter_than(domain, 254) {
            return false;
        }
        // Names in other scripts are tried again in ASCII, as IDNA of 2003 writes them.
        if !is_domain_and_port(domain)
            && !idna2003::name_to_ascii(domain).is_some_and(|ascii| is_domain_and_port(&ascii))
        {
            return false;
        }
        // courlan takes a first label of digits for a broken address.
        let first = domain.split('.').next().unwrap_or_default();
        if (!first.is_empty() && first.chars().all(char::is_numeric)) || has_file_type(domain) {
            return false;
        }
        self.ending(domain).is_none_or(|ending| !is_page_ending(&ending))
    }

    /// Whether the ending of a path, if it has one, is that of a page.
    pub fn extension_filter(&self, path: &str) -> bool {
        self.ending(path).is_none_or(|ending| is_page_ending(&ending))
    }

    /// Two to five letters behind the last dot.
    fn ending(&self, text: &str) -> Option<String> {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let dot = text.rfind('.')?;
        let ending = &text[dot + 1..];
        let letter = |b: u8| match self.release {
            Release::Head => b.is_ascii_alphabetic(),
            // 1.4.0 forgot upper case.
            Release::V1_4_0 => b.is_ascii_lowercase(),
        };
        ((2..=5).contains(&ending.len()) && ending.bytes().all(letter))
            .then(|| ending.to_ascii_lowercase())
    }

    /// Index pages without query, imprints, logins.
    pub fn path_filter(&self, path: &str, query: &str) -> bool {
        !self.is_not_crawlable(path) && (!is_index_page(path) || !query.is_empty())
    }

    /// Whether the URL is that of a page with text.
    pub fn type_filter(&self, url: &str, strict: bool, with_nav: bool) -> bool {
        if ["/feed", "/rss", "_archive.html"].iter().any(|end| url.ends_with(end)) {
            return false;
        }
        // Lists of pages pass on request, uploads and archives never.
        if is_site_structure(url) && (!with_nav || !self.is_navigation_page(url)) {
            return false;
        }
        !strict || !(has_file_type(url) || is_adult_or_video(url))
    }

    /// Whether the URL has a scheme and host that can be fetched; also with its parts.
    pub fn is_valid_url(&self, url: &str) -> bool {
        Split::from_tidy(&tidy(url)).is_ok_and(|parts| self.is_valid(&parts))
    }

    /// As [`Courlan::is_valid_url`], for a URL that is split already.
    pub fn is_valid(&self, parts: &Split<'_>) -> bool {
        let netloc = parts.netloc;
        if !matches!(parts.scheme.as_ref(), "http" | "https") {
            return false;
        }
        match self.release {
            Release::Head => {
                // A host of `www.` needs as much behind it.
                let www = starts_with_any_case(netloc.as_bytes(), 0, "www.");
                !shorter_than(netloc, if www { 8 } else { 4 })
                    && netloc.bytes().any(|b| matches!(b, b'.' | b':'))
            }
            Release::V1_4_0 => {
                !shorter_than(netloc, if netloc.starts_with("www.") { 8 } else { 5 })
            }
        }
    }

    /// Whether the URL leads to lists of pages rather than to a page.
    pub fn is_navigation_page(&self, url: &str) -> bool {
        let bytes = url.as_bytes();
        let mut token = None;
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b'/' => {
                    if token.is_some_and(|start| is_navigation_word(&bytes[start..at])) {
                        return true;
                    }
                    token = Some(at + 1);
                }
                b'_' | b'-' => token = Some(at + 1),
                b'?' if starts_with_any_case(bytes, at, "?p=")
                    && bytes.get(at + 3).is_some_and(u8::is_ascii_digit) =>
                {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Whether the URL leads to logins, imprints or out of the web.
    pub fn is_not_crawlable(&self, url: &str) -> bool {
        let bytes = url.as_bytes();
        memchr::memchr_iter(b'/', bytes).any(|at| {
            match bytes.get(at + 1).map(u8::to_ascii_lowercase) {
                Some(b'l') => starts_with_any_case(bytes, at, "/login?"),
                Some(b'j') => starts_with_any_case(bytes, at, "/javascript:"),
                Some(b'm') => starts_with_any_case(bytes, at, "/mailto:"),
                Some(b't') => {
                    starts_with_any_case(bytes, at, "/tel:")
                        || starts_with_any_case(bytes, at, "/tel.:")
                }
                Some(b'w') => starts_with_any_case(bytes, at, "/whatsapp:"),
                _ => false,
            }
        }) || is_legal_page(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Release::{Head, V1_4_0};

    // Answers of courlan 1.4.0 under CPython 3.11; where the development version answers
    // otherwise, a case says so.

    fn both(answer: impl Fn(Courlan) -> bool, expected: bool, shown: &str) {
        for release in [Head, V1_4_0] {
            assert_eq!(answer(Courlan::new(release)), expected, "{release:?}: {shown}");
        }
    }

    #[test]
    fn lengths_and_schemes() {
        let long = |length: usize| format!("http{}", "x".repeat(length - 4));
        let cases = [
            ("http://e.org".to_owned(), true),
            ("http://e.o".to_owned(), true),
            ("http://e.".to_owned(), false),
            ("HTTP://e.org/".to_owned(), false),
            ("ftp://example.org".to_owned(), false),
            (long(499), true),
            (long(500), false),
            (String::new(), false),
        ];
        for (url, expected) in cases {
            both(|c| c.basic_filter(&url), expected, &url);
        }
    }

    #[test]
    fn hosts_that_pages_come_from() {
        let label = |length: usize| format!("{}.org", "x".repeat(length));
        let (longest, longer) = (label(63), label(64));
        let cases = [
            ("example.org", true),
            ("sub.example.org", true),
            ("example.org:8080", true),
            ("example.org:0", false),
            ("example.org:99999", false),
            ("example", false),
            ("localhost", false),
            ("-a.org", false),
            ("a-.org", false),
            ("a_b.org", true),
            ("a..org", false),
            (".org", false),
            ("1.2.3.4", true),
            ("1.2.3.4:80", false),
            ("999.1.1.1", false),
            ("::1", true),
            ("[::1]", false),
            // A first label of digits is refused, whoever owns it.
            ("0.example.com", false),
            ("163.com", false),
            ("123.example.org", false),
            ("münchen.de", true),
            ("xn--mnchen-3ya.de", true),
            ("a.b", false),
            ("a.b2", false),
            ("example.php", false),
            ("example.jpg", false),
            ("img.example.org", true),
            ("www.img-host.org", true),
            (&*longest, true),
            (&*longer, false),
            ("user@example.org", false),
            ("example.org.", false),
            ("EXAMPLE.ORG", true),
            ("a b.org", false),
            ("cdn.js", false),
            ("٣.org", false),
        ];
        for (host, expected) in cases {
            both(|c| c.domain_filter(host), expected, host);
        }
        // Hexadecimal digits and dots are no more taken for a broken IP address.
        assert!(Courlan::new(Head).domain_filter("a.2b"));
        assert!(!Courlan::new(V1_4_0).domain_filter("a.2b"));
    }

    #[test]
    fn endings_of_pages() {
        let cases = [
            ("", true),
            ("/", true),
            ("/a", true),
            ("/a.html", true),
            ("/a.pdf", false),
            ("/a.php", true),
            ("/a.jpg", false),
            // Digits are no letters, so that films pass.
            ("/a.mp4", true),
            ("/a.tar.gz", false),
            ("/a.x", true),
            ("/a.abcdef", true),
            ("/a.jpg/", true),
            ("/a.b/c", true),
            ("/a.html\n", true),
            ("/.htm", true),
            ("/a.xml", true),
            ("/a.1a", true),
        ];
        for (path, expected) in cases {
            both(|c| c.extension_filter(path), expected, path);
        }
        // The development version takes upper case for an ending, too.
        assert!(Courlan::new(V1_4_0).extension_filter("/a.PDF"));
        assert!(!Courlan::new(Head).extension_filter("/a.PDF"));
    }

    #[test]
    fn index_pages_imprints_and_logins() {
        let cases = [
            ("/index.html", "", false),
            ("/index.html", "a=1", true),
            ("/index", "", false),
            ("/home/", "", false),
            ("/default.aspx", "", false),
            ("/de/index.php", "", false),
            // Only near the start of a path.
            ("/article/index.html", "", true),
            ("/login", "", false),
            ("/impressum.html", "", false),
            ("/kontakt", "", false),
            ("/contact/", "", false),
            ("/datenschutzerklaerung", "", false),
            ("/datenschutzerklärung", "", false),
            ("/datenschutzerklrung", "", true),
            ("/imprint.htm", "", false),
            ("/contacts", "", true),
            ("/konract", "", true),
            ("/a/login?x", "", false),
            ("/a/mailto:x", "", false),
            ("/a/javascript:void", "", false),
            ("/tel:1", "", false),
            ("/whatsapp:x", "", false),
            ("/Index.HTML", "", false),
            ("/a", "", true),
        ];
        for (path, query, expected) in cases {
            both(|c| c.path_filter(path, query), expected, path);
        }
    }

    #[test]
    fn kinds_of_pages() {
        // Path, and whether it passes: by default, strictly, and with lists of pages.
        let cases = [
            ("a", [true, true, true]),
            ("feed", [false, false, false]),
            ("feed/", [true, true, true]),
            ("x/rss", [false, false, false]),
            ("2004_archive.html", [false, false, false]),
            ("tag/x", [false, false, true]),
            ("tag/x/y", [true, true, true]),
            ("category/a/", [false, false, true]),
            ("wp-content/x", [false, false, false]),
            ("page/2/", [false, false, true]),
            ("2020/", [false, false, false]),
            ("2020/05/", [false, false, false]),
            ("2020/05", [true, true, true]),
            ("a2020/", [true, true, true]),
            ("search/x", [false, false, false]),
            ("gallery/x", [false, false, false]),
            ("galerien/x", [true, true, true]),
            ("uploads/a.pdf", [false, false, false]),
            ("a.jpg", [true, false, true]),
            ("img/x", [true, false, true]),
            ("x.json", [true, false, true]),
            ("livecam", [true, false, true]),
            ("my-livecam-x", [true, false, true]),
            ("porno/", [true, false, true]),
            ("pornography", [true, true, true]),
            ("author/me", [false, false, true]),
            ("?p=3", [true, true, true]),
            ("kategorie-x/y/", [true, true, true]),
            ("a.mp3?x", [true, false, true]),
        ];
        for (path, expected) in cases {
            let url = format!("http://e.org/{path}");
            let options = [(false, false), (true, false), (false, true)];
            for ((strict, with_nav), expected) in options.into_iter().zip(expected) {
                both(|c| c.type_filter(&url, strict, with_nav), expected, &url);
            }
        }
    }

    #[test]
    fn lists_of_pages() {
        let cases = [
            ("page/2", true),
            ("tag/x", true),
            ("tags/", true),
            ("a-tag/x", true),
            ("x_topic/", true),
            ("?p=3", true),
            ("?P=3", true),
            ("?p=x", false),
            ("archives/1", true),
            ("pages/1", false),
            ("Seite/2", true),
            ("tag", false),
        ];
        for (path, expected) in cases {
            let url = format!("http://e.org/{path}");
            both(|c| c.is_navigation_page(&url), expected, &url);
        }
    }

    #[test]
    fn hosts_need_a_certain_length() {
        let cases = [
            ("http://e.org/", true),
            ("ftp://e.org", false),
            ("http://", false),
            ("http://x", false),
            ("http://a.b", false),
            ("http://www.a.b", false),
            ("http://www.e.de", true),
            ("http://[::1]/", true),
            ("http://[x/", false),
            ("//e.org", false),
            ("", false),
        ];
        for (url, expected) in cases {
            both(|c| c.is_valid_url(url), expected, url);
        }
        // The development version wants a dot or colon, and one character less.
        for (url, head, release) in [("http://abcde", false, true), ("http://a.bc", true, false)] {
            assert_eq!(Courlan::new(Head).is_valid_url(url), head, "{url}");
            assert_eq!(Courlan::new(V1_4_0).is_valid_url(url), release, "{url}");
        }
    }
}
