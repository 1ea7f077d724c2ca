//! Trimming: what stands around a URL, and URLs stuck together.
//!
//! Lists of URLs are often cut out of HTML, XML or text. One sweep over the bytes tells which of
//! the steps have anything to do; most URLs need none.

use std::borrow::Cow;

use crate::settings::Courlan;
use crate::text::is_space;

impl Courlan {
    /// Strips space, markup and leftovers, and takes one URL where several are stuck together.
    ///
    /// Of several, the first one is kept if it is valid and ends where the next one begins, else
    /// the second. Addresses in the Wayback Machine are left whole, those in other archives are
    /// not.
    pub fn scrub_url<'a>(&self, url: &'a str) -> Cow<'a, str> {
        let odd = oddities(url);
        let mut url = if odd == 0 { Cow::Borrowed(url) } else { trimmed(url, odd) };
        let several = protocol_at(&url, 0).and_then(|first| next_protocol(&url, first + 1));
        if several.is_some()
            // The one archive that courlan knows.
            && !url.contains("web.archive.org")
            && let Some((start, end)) = self.one_of_several(&url)
        {
            url = match url {
                Cow::Borrowed(url) => Cow::Borrowed(&url[start..end]),
                Cow::Owned(url) => Cow::Owned(url[start..end].to_owned()),
            };
        }
        if odd & MARKUP != 0
            && let Some(end) = url.bytes().position(|b| matches!(b, b'<' | b'>' | b'"'))
        {
            let cut = url.len() - end;
            shorten(&mut url, cut);
        }
        // A slash behind a bare host goes, others stay.
        if url.ends_with('/') && is_bare_or_double(&url) {
            let cut = url.len() - url.trim_end_matches('/').len();
            shorten(&mut url, cut);
        }
        url
    }

    /// Where the URL to keep begins and ends, when there is more than one.
    fn one_of_several(&self, url: &str) -> Option<(usize, usize)> {
        let first = protocol_at(url, 0)?;
        // The first one, when nothing but the next one ends it.
        let next = next_protocol(url, first + 1)?;
        let plain =
            !url[first..next.0].bytes().any(|b| matches!(b, b'"' | b'>' | b'&' | b'?' | b' '));
        if plain && self.is_valid_url(&url[..next.0]) {
            return Some((0, next.0));
        }
        // Else the second one.
        let body = (next.1 < url.len()).then_some(next)?;
        let after = body.1 + url[body.1..].chars().next().map_or(1, char::len_utf8);
        let end = next_protocol(url, after).map_or(url.len(), |(at, _)| at);
        self.is_valid_url(&url[body.0..end]).then_some((body.0, end))
    }
}

/// Space, controls, or characters that may be space.
const SPACE: u8 = 1;
/// Remains of markup.
const MARKUP: u8 = 2;
/// Ampersands.
const AMPERSAND: u8 = 4;

/// Which kinds of characters there are that need a closer look.
fn oddities(url: &str) -> u8 {
    /// Of every byte the kind that it belongs to.
    static KINDS: [u8; 256] = {
        let mut kinds = [0; 256];
        let mut i = 0;
        while i < 256 {
            kinds[i] = match i as u8 {
                0..=b' ' | 0x80..=0xff => SPACE,
                b'<' | b'>' | b'"' | b'{' => MARKUP,
                b'&' => AMPERSAND,
                _ => 0,
            };
            i += 1;
        }
        kinds
    };
    url.bytes().fold(0, |odd, b| odd | KINDS[usize::from(b)])
}

/// Space, markup and escaped ampersands gone.
fn trimmed(url: &str, odd: u8) -> Cow<'_, str> {
    let mut url = if odd & SPACE != 0 { without_space(url) } else { Cow::Borrowed(url) };
    if odd & MARKUP != 0 {
        if url.starts_with("<![CDATA[") {
            url = Cow::Owned(url.replace("<![CDATA[", "").replace("]]>", ""));
        }
        if let Some(clean) = without_markup(&url) {
            url = Cow::Owned(clean);
        }
    }
    if odd & AMPERSAND != 0 {
        if url.contains("&amp;") {
            url = Cow::Owned(url.replace("&amp;", "&"));
        }
        if url.ends_with("/&") {
            shorten(&mut url, 2);
        }
    }
    url
}

/// Length of `http://` or `https://` at a place.
fn protocol_at(url: &str, at: usize) -> Option<usize> {
    let rest = url.as_bytes().get(at..)?;
    if rest.starts_with(b"http://") {
        Some(7)
    } else if rest.starts_with(b"https://") {
        Some(8)
    } else {
        None
    }
}

/// Start and end of the next `http://` or `https://` from a place on.
fn next_protocol(url: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = url.as_bytes();
    let mut at = from;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memmem::find(rest, b"://")) {
        let colon = at + found;
        for length in [4, 5] {
            if let Some(start) = colon.checked_sub(length)
                && start >= from
                && protocol_at(url, start) == Some(length + 3)
            {
                return Some((start, colon + 3));
            }
        }
        at = colon + 1;
    }
    None
}

/// Cuts bytes off the end, which must be whole characters.
fn shorten(url: &mut Cow<'_, str>, by: usize) {
    let length = url.len() - by;
    match url {
        Cow::Borrowed(url) => *url = &url[..length],
        Cow::Owned(url) => url.truncate(length),
    }
}

/// All space removed, then controls trimmed from both ends.
fn without_space(url: &str) -> Cow<'_, str> {
    // Plain ASCII without space and controls is the rule; one sweep tells.
    if url.bytes().fold(false, |odd, b| odd | (b <= b' ') | (b >= 0x80)) && url.contains(is_space) {
        let tight: String = url.chars().filter(|&c| !is_space(c)).collect();
        return Cow::Owned(tight.trim_matches(|c| c < ' ').to_owned());
    }
    Cow::Borrowed(url.trim_matches(|c| c < ' '))
}

/// Removes `<a>`, `</div>` and the like, and everything in braces.
fn without_markup(url: &str) -> Option<String> {
    let mut out = String::new();
    let (mut kept, mut at) = (0, 0);
    // Behind the last closing brace there is nothing to look for.
    let last_brace = url.rfind('}').unwrap_or(0);
    while let Some(found) = url[at..].find(['<', '{']) {
        at += found;
        let end = match url.as_bytes()[at] {
            b'<' => tag_end(url.as_bytes(), at),
            _ if at < last_brace => brace_end(url, at),
            _ => None,
        };
        match end {
            Some(end) => {
                out.push_str(&url[kept..at]);
                (kept, at) = (end, end);
            }
            None => at += 1,
        }
    }
    if kept == 0 {
        return None;
    }
    out.push_str(&url[kept..]);
    Some(out)
}

/// Where a tag without attributes ends.
fn tag_end(url: &[u8], at: usize) -> Option<usize> {
    let start = at + 1 + usize::from(url.get(at + 1) == Some(&b'/'));
    let letters = url[start..].iter().take(5).take_while(|b| b.is_ascii_lowercase()).count();
    // The expression knows tags of up to four letters.
    (letters <= 4 && url.get(start + letters) == Some(&b'>')).then_some(start + letters + 1)
}

/// Where an expression in braces ends; it has at least one character.
fn brace_end(url: &str, at: usize) -> Option<usize> {
    let first = url[at + 1..].chars().next()?.len_utf8();
    let start = at + 1 + first;
    url[start..].find('}').map(|end| start + end + 1)
}

/// Three slashes in all, so only a host, or another URL inside.
fn is_bare_or_double(url: &str) -> bool {
    let slashes = memchr::memchr_iter(b'/', url.as_bytes()).take(4).count();
    slashes == 3 || url.matches("://").take(2).count() > 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_stands_around_a_url_is_gone() {
        // Results of courlan 1.4.0.
        let cases = [
            (" http://e.org/ ", "http://e.org"),
            // Space inside goes, too.
            ("http://e.org/a b", "http://e.org/ab"),
            ("http://e.org/\u{a0}x", "http://e.org/x"),
            ("\u{200b}http://e.org", "\u{200b}http://e.org"),
            ("<http://e.org/>", ""),
            ("<![CDATA[http://e.org/]]>", "http://e.org"),
            ("http://e.org/?a&amp;b", "http://e.org/?a&b"),
            ("http://e.org/&", "http://e.org"),
            ("http://e.org/\"x", "http://e.org"),
            ("http://e.org//", "http://e.org//"),
            ("http://e.org/a/", "http://e.org/a/"),
            ("http://e.org/{id}/x", "http://e.org//x"),
            ("{x", "{x"),
            ("http://e.org/</a>", "http://e.org"),
            ("http://e.org/<b>x</b>", "http://e.org/x"),
            ("http://e.org/<abcde>", "http://e.org"),
            ("", ""),
        ];
        for (url, expected) in cases {
            assert_eq!(Courlan::default().scrub_url(url), expected, "{url}");
        }
    }

    #[test]
    fn one_of_several_urls_is_kept() {
        let cases = [
            ("http://a.org/http://b.org/", "http://a.org"),
            ("http://a.org/?u=http://b.org/x", "http://b.org/x"),
            ("http://a.orghttp://b.org", "http://a.org"),
            (
                "https://web.archive.org/web/2012/http://b.org/",
                "https://web.archive.org/web/2012/http://b.org",
            ),
        ];
        for (url, expected) in cases {
            assert_eq!(Courlan::default().scrub_url(url), expected, "{url}");
        }
    }

    proptest! {
        #[test]
        fn scrubbing_never_adds_anything(
            url in "(http://|https://|[a-z./?&={}<>\" ]{0,6}|&amp;|é|</?[a-z]{1,5}>){0,8}"
        ) {
            let scrubbed = Courlan::default().scrub_url(&url).into_owned();
            prop_assert!(scrubbed.len() <= url.len());
            prop_assert!(!scrubbed.contains(' '));
            let mut left = url.chars();
            prop_assert!(scrubbed.chars().all(|c| left.any(|other| other == c)), "{}", scrubbed);
        }
    }
}
