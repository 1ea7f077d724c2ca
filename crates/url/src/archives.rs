//! URI-Ms: addresses in web archives that carry a time and the address of the original.
//!
//! `https://web.archive.org/web/20120101000000id_/http://example.org/` names the archive (Wayback
//! Machine), the time, how to replay (`id_`, as archived) and the URI-R. Where those stand is a
//! table; anything of the same shape elsewhere is recognised as the work of an unknown pywb.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::domain::is_host_or_below;
use crate::parse::Url;

/// One replay system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive {
    /// Short name, stable.
    pub id: &'static str,
    /// Host; hosts below it count too.
    pub host: &'static str,
    /// Path before the time; `*` stands for one segment.
    pub path: &'static str,
    /// Modifier that gives the page as it was archived.
    pub raw: Option<&'static str>,
    /// Name for people.
    pub name: &'static str,
}

/// The table, version 2.
pub fn archives() -> &'static [Archive] {
    static TABLE: LazyLock<Vec<Archive>> = LazyLock::new(|| {
        let lines = include_str!("../data/archives.tsv").lines().filter(|l| !l.starts_with('#'));
        lines.filter_map(archive).collect()
    });
    &TABLE
}

fn archive(line: &'static str) -> Option<Archive> {
    let mut columns = line.split('\t');
    // A line with too few columns is left out; a test sees to it that there is none.
    let (id, host, path) = (columns.next()?, columns.next()?, columns.next()?);
    let raw = columns.next().filter(|raw| *raw != "-");
    Some(Archive { id, host, path, raw, name: columns.next()? })
}

/// The parts of a URI-M. Put together they give it back, byte for byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memento<'a> {
    /// The replay system; `None` when only the shape told.
    pub archive: Option<&'static Archive>,
    /// From the scheme up to the time; of links the scheme may be missing, or the host too.
    pub prefix: &'a str,
    /// Up to 14 digits, as written: `YYYYMMDDhhmmss` or less precise. May be empty or `*` where the
    /// archive is asked for all times. Some archives write `YYYY.MM.DD-hhmmss` or
    /// `YYYY-MMDD-hhmm-ss`; see [`Memento::timestamp`].
    pub time: &'a str,
    /// How to replay, as in `id_`, `im_`, `js_`; empty for the page with the archive's banner.
    pub modifier: &'a str,
    /// The address of the original, as written, without scheme where it was left out.
    pub original: &'a str,
}

/// Shortest time that tells a URI-M where the archive is not known.
const TIME_OF_UNKNOWN: usize = 14;

impl<'a> Memento<'a> {
    /// Takes a URI-M apart; `None` when the URL is none.
    pub fn split(uri_m: &'a str) -> Option<Memento<'a>> {
        Memento::with_host(uri_m, after_scheme(uri_m)?)
    }

    /// Takes the address of a link on a replayed page apart: a URI-M, or what replay systems write
    /// instead of one, `//archive/web/TIME/URI-R` and `/collection/TIME/URI-R`.
    pub fn split_link(link: &'a str) -> Option<Memento<'a>> {
        match after_scheme(link) {
            Some(host_at) => Memento::with_host(link, host_at),
            // Replay systems write the addresses of a page without scheme, so that one copy serves
            // both.
            None if link.starts_with("//") => Memento::with_host(link, 2),
            None if link.starts_with('/') => Memento::split_unknown(link, 0),
            None => None,
        }
    }

    /// The parts of an address whose host begins at a place.
    fn with_host(uri_m: &'a str, host_at: usize) -> Option<Memento<'a>> {
        let host_end = host_at + uri_m[host_at..].find('/')?;
        let host = host_of(&uri_m[host_at..host_end]);
        let path = &uri_m[host_end..];
        let known = archives()
            .iter()
            .filter(|archive| is_archive_host(host, archive.host))
            .filter_map(|archive| Some((archive, path_prefix(path, archive.path)?)))
            .filter_map(|(archive, length)| {
                // A known archive takes a year alone for a time.
                Memento::behind(uri_m, host_end + length, 4).map(|m| (archive, m))
            })
            .next();
        if let Some((archive, memento)) = known {
            return Some(Memento { archive: Some(archive), ..memento });
        }
        Memento::split_unknown(uri_m, host_end)
    }

    /// Time, modifier and original from a place on.
    fn behind(uri_m: &'a str, at: usize, least_digits: usize) -> Option<Memento<'a>> {
        let rest = &uri_m[at..];
        let slash = rest.find('/')?;
        let (stamp, original) = (&rest[..slash], &rest[slash + 1..]);
        let digits = stamp.bytes().take_while(u8::is_ascii_digit).count();
        let (time, modifier) = match stamp {
            // `/web/*/URL` asks for the list of all captures.
            "*" => ("*", ""),
            _ if least_digits < TIME_OF_UNKNOWN && is_punctuated(stamp.as_bytes()) => (stamp, ""),
            _ => stamp.split_at(digits),
        };
        let fine_time = time == "*"
            || (least_digits..=14).contains(&time.len())
            || is_punctuated(time.as_bytes());
        let fine_modifier = modifier.is_empty()
            || matches!(modifier, "*")
            || (modifier.len() == 3
                // Modifiers are two letters and an underscore: `id_`, `im_`, `js_`, `cs_`, `if_`,
                // `mp_`.
                && modifier.ends_with('_')
                && modifier.bytes().take(2).all(|b| b.is_ascii_lowercase()));
        (fine_time && fine_modifier && is_original(original)).then_some(Memento {
            archive: None,
            prefix: &uri_m[..at],
            time,
            modifier,
            original,
        })
    }

    /// Any path segment of 14 digits that is followed by an absolute URL.
    fn split_unknown(uri_m: &'a str, host_end: usize) -> Option<Memento<'a>> {
        // A URI-M in a query or fragment belongs to the page that carries it.
        let end = uri_m.find(['?', '#']).unwrap_or(uri_m.len());
        let slashes = uri_m.get(host_end..end)?.match_indices('/');
        // Collections of pywb stand at most a few folders deep.
        slashes.take(6).find_map(|(slash, _)| {
            let memento = Memento::behind(uri_m, host_end + slash + 1, TIME_OF_UNKNOWN)?;
            is_absolute(memento.original).then_some(memento)
        })
    }

    /// The time in digits alone, whatever stands between them.
    pub fn timestamp(&self) -> Cow<'a, str> {
        match is_punctuated(self.time.as_bytes()) {
            true => Cow::Owned(self.time.replace(['.', '-'], "")),
            false => Cow::Borrowed(self.time),
        }
    }

    /// Puts the parts together again.
    pub fn join(&self) -> String {
        [self.prefix, self.time, self.modifier, "/", self.original].concat()
    }

    /// The URI-M of the page as it was archived, where the archive offers that.
    pub fn raw(&self) -> Option<String> {
        let raw = self.archive?.raw?;
        Some(Memento { modifier: raw, ..*self }.join())
    }

    /// The URI-R, with scheme.
    pub fn uri_r(&self) -> String {
        match after_scheme(self.original) {
            Some(_) => self.original.to_owned(),
            // The page's scheme, which pywb keeps for its own address.
            None if self.original.starts_with("//") => {
                let scheme = after_scheme(self.prefix).map_or("http:", |at| &self.prefix[..at - 2]);
                [scheme, self.original].concat()
            }
            // Some replay systems and clients collapse the slashes of the embedded scheme.
            None => match self.original.split_once(":/") {
                Some((scheme @ ("http" | "https"), rest)) => format!("{scheme}://{rest}"),
                _ => format!("http://{}", self.original),
            },
        }
    }
}

/// Forms of times with points and hyphens: archive.today's and Megalodon's. A `9` is a digit.
const PUNCTUATED: [&[u8]; 2] = [b"9999.99.99-999999", b"9999-9999-9999-99"];

/// Whether a time is written with points or hyphens.
fn is_punctuated(time: &[u8]) -> bool {
    let fits = |(byte, form): (&u8, &u8)| match form {
        b'9' => byte.is_ascii_digit(),
        form => byte == form,
    };
    PUNCTUATED.iter().any(|form| form.len() == time.len() && time.iter().zip(*form).all(fits))
}

/// Whether a parsed URL is a URI-M; quick for the many that are not.
pub(crate) fn is_memento(url: &Url) -> bool {
    let path = url.path().as_bytes();
    let time = memchr::memchr_iter(b'/', path).any(|at| may_be_time(&path[at + 1..]));
    time && Memento::split(url.as_str()).is_some()
}

/// Whether a star or at least four digits, maybe a modifier, a slash and what may be a host follow.
fn may_be_time(rest: &[u8]) -> bool {
    let digits = match rest {
        [b'*', ..] => 1,
        _ if rest.get(..PUNCTUATED[0].len()).is_some_and(is_punctuated) => PUNCTUATED[0].len(),
        [a, b, c, d, ..] if [a, b, c, d].iter().all(|b| b.is_ascii_digit()) => {
            4 + rest[4..].iter().take(11).take_while(|b| b.is_ascii_digit()).count()
        }
        _ => return false,
    };
    let Some(slash) = rest[digits..].iter().take(4).position(|b| *b == b'/') else { return false };
    let original = &rest[digits + slash + 1..];
    original.iter().take_while(|b| **b != b'/').any(|b| matches!(b, b'.' | b':'))
}

fn after_scheme(url: &str) -> Option<usize> {
    let end = url.find("://").filter(|end| *end <= 5)?;
    let scheme = &url[..end];
    // A colon further behind is part of a path, not of a scheme.
    let known = ["http", "https", "ftp"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    known.then_some(end + 3)
}

/// Whether an address names its host and need not be completed.
fn is_absolute(original: &str) -> bool {
    after_scheme(original).is_some() || original.starts_with("//")
}

fn host_of(authority: &str) -> &str {
    let host = &authority[authority.rfind('@').map_or(0, |at| at + 1)..];
    &host[..host.find(':').unwrap_or(host.len())]
}

fn is_archive_host(host: &str, known: &str) -> bool {
    is_host_or_below(host, known) || host.eq_ignore_ascii_case(known)
}

/// Length of the path in front of the time, if it fits.
fn path_prefix(path: &str, pattern: &str) -> Option<usize> {
    let mut at = 0;
    for (i, segment) in pattern.split('/').enumerate() {
        if i > 0 {
            path[at..].starts_with('/').then_some(())?;
            at += 1;
        }
        match segment {
            // The slash before or behind an empty pattern is all there is to match.
            "" => {}
            "*" => {
                let length = path[at..].find('/').filter(|length| *length > 0)?;
                at += length;
            }
            _ => at += path[at..].strip_prefix(segment).map(|_| segment.len())?,
        }
    }
    Some(at)
}

/// What can be the address of an original: an absolute URL, or at least a host.
fn is_original(text: &str) -> bool {
    let host = match after_scheme(text) {
        Some(at) => &text[at..],
        None if text.starts_with("//") => &text[2..],
        // Collapsed slashes of the embedded scheme leave `http:/host`.
        None => text.trim_start_matches("http:/").trim_start_matches("https:/"),
    };
    let host = &host[..host.find(['/', '?', '#']).unwrap_or(host.len())];
    !host.is_empty() && (host.contains(['.', ':']) || after_scheme(text).is_some())
}

#[cfg(test)]
mod tests {
    use super::{Memento, archives};

    #[test]
    fn every_line_is_whole() {
        let lines = include_str!("../data/archives.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(archives().len(), lines.count());
    }

    #[test]
    fn known_and_unknown_systems() {
        let cases = [
            (
                "https://web.archive.org/web/20120101000000id_/http://x.org/y/",
                "wayback",
                "20120101000000",
                "id_",
                "http://x.org/y/",
            ),
            (
                "http://web.archive.org/web/2012/http://x.org/y?a=http://b.org/",
                "wayback",
                "2012",
                "",
                "http://x.org/y?a=http://b.org/",
            ),
            ("https://web.archive.org/web/*/x.org", "wayback", "*", "", "x.org"),
            (
                "http://arquivo.pt/wayback/19961013145650/http://x.org/",
                "arquivo",
                "19961013145650",
                "",
                "http://x.org/",
            ),
            (
                "https://wayback.archive-it.org/1234/20100101000000/http://x.org/",
                "archive-it",
                "20100101000000",
                "",
                "http://x.org/",
            ),
            (
                "https://www.webarchive.org.uk/wayback/archive/20100101000000mp_/http://x.org/",
                "ukwa",
                "20100101000000",
                "mp_",
                "http://x.org/",
            ),
            (
                "https://archive.ph/20200101000000/https://x.org/",
                "archive-ph",
                "20200101000000",
                "",
                "https://x.org/",
            ),
            (
                "https://conifer.rhizome.org/me/coll/20200101000000/https://x.org/",
                "conifer",
                "20200101000000",
                "",
                "https://x.org/",
            ),
            (
                "http://localhost:8080/my-coll/20200101000000/https://x.org/",
                "",
                "20200101000000",
                "",
                "https://x.org/",
            ),
        ];
        for (uri_m, id, time, modifier, original) in cases {
            let memento = Memento::split(uri_m).unwrap_or_else(|| panic!("{uri_m}"));
            assert_eq!(memento.archive.map_or("", |a| a.id), id, "{uri_m}");
            assert_eq!(
                (memento.time, memento.modifier, memento.original),
                (time, modifier, original)
            );
            assert_eq!(memento.join(), uri_m);
        }
        for none in [
            "http://x.org/20120101000000",
            "http://x.org/2012/01/http://y.org/",
            "",
            "https://web.archive.org/about/",
        ] {
            assert_eq!(Memento::split(none), None, "{none}");
        }
    }

    #[test]
    fn raw_and_original() {
        let memento = Memento::split("http://web.archive.org/web/2012/x.org/y").unwrap();
        assert_eq!(memento.raw().as_deref(), Some("http://web.archive.org/web/2012id_/x.org/y"));
        assert_eq!(memento.uri_r(), "http://x.org/y");
        let collapsed = Memento::split("http://web.archive.org/web/2012/http:/x.org/y").unwrap();
        assert_eq!(collapsed.uri_r(), "http://x.org/y");
        let relative = "https://pywb.example/coll/20120101000000///x.org/y";
        assert_eq!(Memento::split(relative).unwrap().uri_r(), "https://x.org/y");
        let mut ids: Vec<&str> = archives().iter().map(|a| a.id).collect();
        ids.dedup();
        assert_eq!(ids.len(), archives().len());
    }

    /// archive.today and Megalodon; elsewhere such a segment is part of a page's own address.
    #[test]
    fn times_with_points_and_hyphens() {
        for (uri_m, id, uri_r) in [
            ("http://archive.ph/2013.07.05-163052/http://x.org/y", "archive-ph", "http://x.org/y"),
            ("https://megalodon.jp/2013-0705-1630-52/x.org/y", "megalodon", "http://x.org/y"),
        ] {
            let memento = Memento::split(uri_m).unwrap_or_else(|| panic!("{uri_m}"));
            assert_eq!(memento.archive.map(|archive| archive.id), Some(id));
            assert_eq!(
                (memento.timestamp().as_ref(), memento.uri_r()),
                ("20130705163052", uri_r.to_owned())
            );
            assert_eq!(memento.join(), uri_m);
            let url = crate::Url::parse(uri_m).expect("an address");
            assert!(super::is_memento(&url), "{uri_m}");
        }
        for none in [
            "http://archive.ph/2013.07.05-16305/http://x.org/",
            "http://archive.ph/2013-07-05-163052/http://x.org/",
            "http://x.org/2013.07.05-163052/http://y.org/",
        ] {
            assert_eq!(Memento::split(none), None, "{none}");
        }
    }

    #[test]
    fn links_of_replayed_pages_may_lack_scheme_and_host() {
        for (link, original) in [
            ("/web/20190517100000/http://x.org/y", "http://x.org/y"),
            ("//web.archive.org/web/2019im_/http://x.org/y.jpg", "http://x.org/y.jpg"),
            ("//web.archive.org/web/20190517100000/x.org", "http://x.org"),
            ("/coll/20190517100000mp_/https://x.org/y?z#a", "https://x.org/y?z#a"),
            ("/coll/20190517100000mp_///x.org/y", "http://x.org/y"),
            ("//pywb.example:8080/coll/20190517100000mp_/http://x.org/", "http://x.org/"),
            ("https://pywb.example/20190517100000/http://x.org/", "http://x.org/"),
        ] {
            let memento = Memento::split_link(link).unwrap_or_else(|| panic!("{link}"));
            assert_eq!((memento.join(), memento.uri_r()), (link.to_owned(), original.to_owned()));
            assert_eq!(Memento::split(link).is_some(), link.starts_with("https:"), "{link}");
        }
        let none = [
            "",
            "/",
            "//",
            "/pier",
            "//x.org/20190517100000/y",
            "/2019/http://x.org/",
            "web/20190517100000/y.org",
        ];
        for none in none {
            assert_eq!(Memento::split_link(none), None, "{none}");
        }
    }
}
