//! The filters: what kind of page a URL promises.
//!
//! Each is one of courlan's regular expressions as a scan from separator to separator.

use super::split::{Split, tidy};
use super::text::{shorter_than, starts_with_any_case, word_starts};
use super::{Courlan, Release};
use crate::idna2003;

/// Endings of files that may be pages.
const PAGE_ENDINGS: [&str; 21] = [
    "adp", "amp", "asp", "aspx", "cfm", "cgi", "do", "htm", "html", "htx", "jsp", "mht", "mhtml",
    "php", "phtml", "pl", "shtml", "stm", "txt", "xhtml", "xml",
];

/// Endings of files that are no pages, wherever they stand.
const FILE_TYPES: [&str; 32] = [
    "atom", "json", "css", "xml", "js", "jpg", "jpeg", "png", "svg", "gif", "tiff", "pdf", "ogg",
    "mp3", "m4a", "aac", "avi", "mp4", "mov", "webm", "webp", "flv", "ico", "pls", "zip", "tar",
    "gz", "iso", "swf", "woff", "eot", "ttf",
];

impl Courlan {
    /// Starts with `http` and has 10 to 499 characters.
    pub fn basic_filter(&self, url: &str) -> bool {
        url.starts_with("http") && !shorter_than(url, 10) && shorter_than(url, 500)
    }

    /// Whether a host (with port) is one that pages come from.
    pub fn domain_filter(&self, domain: &str) -> bool {
        let numeric = |b: u8| matches!(b, b'.' | b':' | b'0'..=b'9' | b'a'..=b'f');
        if domain.bytes().all(numeric) {
            let is_ip = domain.parse::<std::net::IpAddr>().is_ok();
            if is_ip || self.release == Release::V1_4_0 {
                return is_ip;
            }
        }
        if self.release == Release::Head && !shorter_than(domain, 254) {
            return false;
        }
        if !is_domain_and_port(domain)
            && !idna2003::name_to_ascii(domain).is_some_and(|ascii| is_domain_and_port(&ascii))
        {
            return false;
        }
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
        if is_site_structure(url) && (!with_nav || !self.is_navigation_page(url)) {
            return false;
        }
        !strict || !(has_file_type(url) || is_adult_or_video(url))
    }

    /// Whether the URL has a scheme and host that can be fetched; also with its parts.
    pub fn is_valid_url(&self, url: &str) -> bool {
        Split::of(&tidy(url)).is_ok_and(|parts| self.is_valid(&parts))
    }

    /// As [`Courlan::is_valid_url`], for a URL that is split already.
    pub fn is_valid(&self, parts: &Split<'_>) -> bool {
        let netloc = parts.netloc;
        if !matches!(parts.scheme.as_ref(), "http" | "https") {
            return false;
        }
        match self.release {
            Release::Head => {
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

fn is_page_ending(ending: &str) -> bool {
    PAGE_ENDINGS.binary_search(&ending).is_ok()
}

/// Labels of letters and digits with `-` and `_` inside, the last one ending in a letter, and maybe
/// a port.
fn is_domain_and_port(text: &str) -> bool {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let (name, port) = match text.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (text, None),
    };
    let fine_port = port.is_none_or(|port| {
        !port.starts_with('0')
            && port.bytes().all(|b| b.is_ascii_digit())
            && port.parse::<u16>().is_ok()
    });
    let Some((front, last)) = name.rsplit_once('.') else { return false };
    let inner =
        |label: &[u8]| label.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let fine_label = |label: &str| match label.as_bytes() {
        [only] => only.is_ascii_alphanumeric(),
        [first, middle @ .., last] => {
            middle.len() <= 61
                && first.is_ascii_alphanumeric()
                && last.is_ascii_alphanumeric()
                && inner(middle)
        }
        [] => false,
    };
    let fine_last = match last.as_bytes() {
        [first, middle @ .., last] => {
            middle.len() <= 61
                && first.is_ascii_alphanumeric()
                && last.is_ascii_alphabetic()
                && inner(middle)
        }
        _ => false,
    };
    fine_port && fine_last && front.split('.').all(fine_label)
}

/// `.pdf` and the like as a whole word, or `/img` and the like.
fn has_file_type(text: &str) -> bool {
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        if !matches!(byte, b'.' | b'/' | b'-') {
            continue;
        }
        let word = &bytes[at + 1..];
        let length = word.iter().take(5).take_while(|b| b.is_ascii_alphanumeric()).count();
        if !(2..=4).contains(&length) {
            continue;
        }
        let behind = at + 1 + length;
        let ends = !word_starts(text, behind);
        let found = if byte == b'.' {
            ends && FILE_TYPES
                .iter()
                .any(|kind| word[..length].eq_ignore_ascii_case(kind.as_bytes()))
        } else {
            (ends || bytes[behind] == b'_')
                && ["img", "jpg", "png"]
                    .iter()
                    .any(|kind| word[..length].eq_ignore_ascii_case(kind.as_bytes()))
        };
        if found {
            return true;
        }
    }
    false
}

/// Words that stand for adult pages and live video, at the start of a name.
const ADULT: [&str; 18] = [
    "bild-kontakte",
    "bildkontakte",
    "fick",
    "gangbang",
    "incest",
    "live-cam",
    "live-cams",
    "live-chat",
    "livecam",
    "livecams",
    "livechat",
    "porn",
    "porno",
    "sexcam",
    "sexyerotic",
    "sexyerotik",
    "swinger",
    "xxx",
];

fn is_adult_or_video(url: &str) -> bool {
    let bytes = url.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| {
        matches!(byte, b'/' | b'_' | b'-')
            && bytes.get(at + 1).is_some_and(|b| b"bfgilpsx".contains(&b.to_ascii_lowercase()))
            && ADULT.iter().any(|word| {
                starts_with_any_case(bytes, at + 1, word) && !word_starts(url, at + 1 + word.len())
            })
    })
}

/// A token in any case against a list in lower case.
fn is_one_of(token: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| token.eq_ignore_ascii_case(word.as_bytes()))
}

fn is_navigation_word(token: &[u8]) -> bool {
    (3..=10).contains(&token.len())
        && is_one_of(
            token,
            &[
                "archives",
                "author",
                "autor",
                "cat",
                "kat",
                "category",
                "kategorie",
                "page",
                "paged",
                "schlagwort",
                "seite",
                "tag",
                "tags",
                "topic",
                "topics",
                "user",
            ],
        )
}

fn is_site_structure(url: &str) -> bool {
    let bytes = url.as_bytes();
    let mut start = None;
    for at in memchr::memchr_iter(b'/', bytes) {
        if start.is_some_and(|start| is_structure_segment(&bytes[start..at])) {
            return true;
        }
        start = Some(at + 1);
    }
    is_below_taxonomy(bytes) || ends_in_numbers(bytes)
}

/// A whole path segment that content systems use for what is no article.
fn is_structure_segment(segment: &[u8]) -> bool {
    if !(4..=11).contains(&segment.len()) {
        return false;
    }
    match segment[0].to_ascii_lowercase() {
        b'w' => {
            is_one_of(segment, &["wp-admin", "wp-content", "wp-includes", "wp-json", "wp-themes"])
        }
        b'p' => is_one_of(segment, &["page", "paged"]),
        b's' => is_one_of(segment, &["seite", "search", "suche"]),
        b'g' => ["galler", "galer"].iter().any(|stem| {
            starts_with_any_case(segment, 0, stem)
                && (1..=2).contains(&(segment.len() - stem.len()))
                && segment[stem.len()..].iter().all(u8::is_ascii_alphabetic)
        }),
        _ => is_one_of(
            segment,
            &["labels", "archives", "uploads", "modules", "attachment", "oembed"],
        ),
    }
}

/// One segment behind `tag`, `category` and so on.
fn is_below_taxonomy(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_suffix(b"/").unwrap_or(bytes);
    let Some(slash) = memchr::memrchr(b'/', bytes) else { return false };
    if slash + 1 == bytes.len() {
        return false;
    }
    let front = &bytes[..slash];
    let Some(mark) = front.iter().rposition(|b| matches!(b, b'/' | b'_' | b'-')) else {
        return false;
    };
    let word = &front[mark + 1..];
    if !(3..=10).contains(&word.len()) {
        return false;
    }
    let category = word.len() > 7
        && word.len() <= 9
        && matches!(word[0].to_ascii_lowercase(), b'c' | b'k')
        && starts_with_any_case(word, 1, "ategor")
        && word[7..].iter().all(u8::is_ascii_alphabetic);
    category
        || is_one_of(word, &["tag", "tags", "schlagwort", "cat", "kat", "author", "autor", "user"])
}

/// Ends in `/12/34/` or `/2024/`.
fn ends_in_numbers(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let Some(rest) = bytes.strip_suffix(b"/") else { return false };
    let Some((rest, digits)) = number_segment(rest) else { return false };
    let after_other = |rest: &[u8]| rest.last().is_some_and(|b| !b.is_ascii_digit());
    (digits == 4 && after_other(rest))
        || number_segment(rest).is_some_and(|(rest, _)| after_other(rest))
}

/// A last segment of digits only: what stands before its slash, and how many.
fn number_segment(bytes: &[u8]) -> Option<(&[u8], usize)> {
    let digits = bytes.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let rest = bytes[..bytes.len() - digits].strip_suffix(b"/")?;
    (digits > 0).then_some((rest, digits))
}

/// The text without an ending of letters of the given lengths.
fn without_ending(text: &str, lengths: std::ops::RangeInclusive<usize>) -> &str {
    match text.rsplit_once('.') {
        Some((front, ending))
            if lengths.contains(&ending.len())
                && ending.bytes().all(|b| b.is_ascii_alphabetic()) =>
        {
            front
        }
        _ => text,
    }
}

/// The last segment is contact, privacy, login or imprint.
fn is_legal_page(url: &str) -> bool {
    let url = url.strip_suffix('\n').unwrap_or(url);
    let url = url.strip_suffix('/').unwrap_or(url);
    let Some(slash) = url.rfind('/') else { return false };
    let last = &url[slash + 1..];
    [last, without_ending(last, 3..=4)].into_iter().any(|name| {
        let bytes = name.as_bytes();
        is_one_of(bytes, &["login", "impressum", "imprint"])
            || is_contact(bytes)
            || (starts_with_any_case(bytes, 0, "datenschutzerkl")
                && bytes.len() > 19
                && starts_with_any_case(bytes, bytes.len() - 4, "rung")
                && name.is_char_boundary(bytes.len() - 4)
                && (1..=2).contains(&name[15..bytes.len() - 4].chars().count()))
    })
}

/// `contact`, `kontakt` and mixtures.
fn is_contact(word: &[u8]) -> bool {
    let c_or_k = |at: usize| matches!(word[at].to_ascii_lowercase(), b'c' | b'k');
    word.len() == 7
        && starts_with_any_case(word, 1, "onta")
        && word[6].eq_ignore_ascii_case(&b't')
        && c_or_k(0)
        && c_or_k(5)
}

/// `default`, `home` or `index` at most five characters from the start of the path.
fn is_index_page(path: &str) -> bool {
    path.char_indices().take(6).filter(|(_, c)| *c == '/').any(|(at, _)| {
        let rest = path[at + 1..].strip_suffix('\n').unwrap_or(&path[at + 1..]);
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        [rest, without_ending(rest, 3..=5)]
            .into_iter()
            .any(|name| is_one_of(name.as_bytes(), &["default", "home", "index"]))
    })
}
