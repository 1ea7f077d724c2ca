//! The language filter: codes in paths and host names as evidence.
//!
//! A code is two letters between slashes, with a region behind it or not. The table of locales says
//! which language it names; countries and sections that look like codes count as languages.

use std::sync::LazyLock;

use crate::settings::Courlan;
use crate::text::starts_with_any_case;

/// Segments that are locales, with their language, sorted.
static LOCALES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let mut locales: Vec<(&str, &str)> = include_str!("../data/locales.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .map(|entry| entry.split_once(':').unwrap_or((entry, entry)))
        .collect();
    locales.sort_unstable();
    locales
});

/// The language of a locale such as `de_AT`, by the table.
fn language_of(segment: &str) -> Option<&'static str> {
    let segment = segment.to_ascii_lowercase();
    let at = LOCALES.binary_search_by_key(&segment.as_str(), |(code, _)| code).ok()?;
    Some(LOCALES[at].1)
}

impl Courlan {
    /// Whether a URL may lead to a page in `language` (ISO 639-1).
    ///
    /// One code in the path counts for or against, two cancel each other, more are not looked at.
    /// Strict mode adds the first label of the host. Without a language every URL passes; so does
    /// one of another scheme than http(s).
    pub fn lang_filter(
        &self,
        url: &str,
        language: Option<&str>,
        strict: bool,
        trailing_slash: bool,
    ) -> bool {
        // Without a target every language will do.
        let Some(language) = language else { return true };
        let Some(host) = host_start(url) else { return true };
        let mut score = 0;
        if let Some(segment) = first_segment(url, host)
            // With two matches courlan passes a tuple to its parser, which fails, and nothing is
            // scored.
            && occurrences(url.as_bytes(), trailing_slash) == 1
        {
            score += match language_of(segment) {
                Some(found) if found == language => 1,
                Some(_) => -1,
                None => 0,
            };
        }
        if strict && let Some(label) = host_label(&url[host..]) {
            // Any two letters count against the target here, `tv` included.
            score += if label.eq_ignore_ascii_case(language) { 1 } else { -1 };
        }
        score >= 0
    }
}

/// Length of the scheme with its slashes; `None` for other schemes than http(s).
fn host_start(url: &str) -> Option<usize> {
    ["http://", "https://"]
        .iter()
        .find(|scheme| starts_with_any_case(url.as_bytes(), 0, scheme))
        .map(|scheme| scheme.len())
}

/// The first two letters of the path when they look like a code.
fn first_segment(url: &str, host: usize) -> Option<&str> {
    let slash = host + url[host..].find('/').filter(|&length| length > 0)?;
    let path = &url.as_bytes()[slash + 1..];
    let ends = |at: usize| matches!(path.get(at), None | Some(b'/'));
    let letters =
        |from: usize| path.iter().skip(from).take_while(|b| b.is_ascii_alphabetic()).count();
    let region = || {
        matches!(path.get(2), Some(b'_' | b'-'))
            && (2..=3).contains(&letters(3))
            && ends(3 + letters(3))
    };
    (letters(0) == 2 && (ends(2) || region())).then(|| &url[slash + 1..slash + 3])
}

/// How many codes stand between slashes; a slash belongs to one code only.
fn occurrences(url: &[u8], trailing_slash: bool) -> usize {
    let mut count = 0;
    let mut at = 0;
    let ends = |at: usize| match url.get(at) {
        Some(b) => *b == b'/',
        None => !trailing_slash,
    };
    let letters = |from: usize| {
        url.get(from..from + 2).is_some_and(|l| l.iter().all(u8::is_ascii_alphabetic))
    };
    while let Some(slash) = url.get(at..).and_then(|rest| memchr::memchr(b'/', rest)) {
        let code = at + slash + 1;
        let end = if !letters(code) {
            None
        } else if matches!(url.get(code + 2), Some(b'_' | b'-'))
            && letters(code + 3)
            && ends(code + 5)
        {
            Some(code + 5)
        } else {
            ends(code + 2).then_some(code + 2)
        };
        count += usize::from(end.is_some());
        // The slash behind a code is used up and cannot begin the next one.
        at = end.map_or(code, |end| end + 1);
    }
    count
}

/// A two-letter first label of a host that has a name of at least four characters behind it.
fn host_label(rest: &str) -> Option<&str> {
    let mut parts = rest.split('.');
    let label = parts.next()?;
    if label.len() != 2 || !label.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    parts.next().filter(|name| name.chars().count() >= 4)?;
    let slash_inside = |part: &str| part.char_indices().skip(1).any(|(_, c)| c == '/');
    let suffix = parts.next().filter(|part| !part.is_empty())?;
    (slash_inside(suffix) || parts.next().is_some_and(slash_inside)).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_in_paths_and_hosts_are_evidence() {
        // URL, language, strict, trailing slash, answer of courlan 1.4.0.
        let cases = [
            ("http://e.org/de/x", Some("de"), false, true, true),
            ("http://e.org/de/x", Some("en"), false, true, false),
            ("http://e.org/x", Some("en"), false, true, true),
            ("http://e.org/de/x", None, false, true, true),
            ("http://e.org/de", Some("en"), false, true, true),
            ("http://e.org/de", Some("en"), false, false, false),
            ("http://e.org/de_AT/x", Some("de"), false, true, true),
            ("http://e.org/de-at/x", Some("en"), false, true, false),
            // Two codes that do not touch cancel each other; of two that do, the first one counts.
            ("http://e.org/en/x/fr/y", Some("de"), false, true, true),
            ("http://e.org/en/de/x", Some("de"), false, true, false),
            ("http://e.org/de/en/x", Some("de"), false, true, true),
            ("http://e.org/xx/y", Some("de"), false, true, true),
            // A section called `id` is taken for Indonesian.
            ("http://e.org/id/123", Some("de"), false, true, false),
            ("http://e.org/en-/x", Some("de"), false, true, true),
            ("http://e.org/eng/x", Some("de"), false, true, true),
            ("http://e.org/zh-Hant-TW/x", Some("de"), false, true, true),
            ("ftp://e.org/en/x", Some("de"), false, true, true),
            ("HTTP://e.org/EN/x", Some("de"), false, true, false),
            ("http://de.example.org/x", Some("de"), true, true, true),
            ("http://en.example.org/x", Some("de"), true, true, false),
            ("http://en.example.org", Some("de"), true, true, true),
            ("http://fr.exa.org/x", Some("de"), true, true, true),
        ];
        for (url, language, strict, trailing_slash, expected) in cases {
            let found = Courlan::default().lang_filter(url, language, strict, trailing_slash);
            assert_eq!(found, expected, "{url} {language:?} {strict} {trailing_slash}");
        }
    }

    #[test]
    fn locales_are_sorted_so_that_they_can_be_searched() {
        assert!(LOCALES.is_sorted() && LOCALES.len() > 100);
        assert_eq!(language_of("DE"), Some("de"));
        assert_eq!(language_of("xx"), None);
    }
}
