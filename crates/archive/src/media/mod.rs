//! The media type of what an archive holds: one reading of it for all verbs.
//!
//! The `Content-Type` counts where it says something. Else what the archive identified counts, else
//! what the first bytes look like (WHATWG MIME Sniffing, section 7). Where the bytes are known to be
//! of another format than a page, they win.

mod formats;
mod sniff;

use std::borrow::Cow;

pub use formats::other_format;
pub(crate) use sniff::is_unintelligible;

/// Bytes of a content that decide about its media type.
const START: usize = 4 << 10;

/// Media types of web pages.
pub const PAGES: [&str; 2] = ["text/html", "application/xhtml+xml"];

/// A media type, and what decided on it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MediaType {
    /// Type and subtype in lower case, without parameters. `None`: nobody says, and there is no
    /// content to tell by.
    pub essence: Option<String>,
    /// What it was read from.
    pub source: MediaSource,
}

/// What a media type was read from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MediaSource {
    /// `Content-Type`.
    #[default]
    Declared,
    /// `WARC-Identified-Payload-Type`; in ARC files the header line of the record.
    Identified,
    /// The first bytes, where no type is declared or one that says nothing.
    Sniffed,
    /// The first bytes, which are of another format than the one declared.
    Overruled,
}

impl MediaType {
    /// The media type by what is said of some bytes, and by how they begin. `start` gives as many of
    /// the first bytes as it is asked for, or more, or all; no bytes tell nothing.
    pub fn read<'b>(
        declared: Option<&str>,
        identified: Option<&str>,
        start: impl Fn(usize) -> Cow<'b, [u8]>,
    ) -> Self {
        let said = declared.and_then(essence);
        let meant = |essence: &String| !SAY_NOTHING.contains(&essence.as_str());
        let by_archive = || identified.and_then(essence).filter(meant);
        let known = match said.clone().filter(meant) {
            Some(essence) => Some((essence, MediaSource::Declared)),
            None => by_archive().map(|essence| (essence, MediaSource::Identified)),
        };
        let Some((essence, source)) = known else { return Self::sniffed(said, &start(START)) };
        let other = if PAGES.contains(&essence.as_str()) {
            // Only page types are checked: servers often label PDF and images as HTML, rarely the
            // reverse.
            other_than_page(start)
        } else if declared.is_some_and(|declared| PLAIN_BY_DEFAULT.contains(&declared)) {
            sniff::is_binary(&start(START)).then_some(OCTET_STREAM)
        } else {
            None
        };
        match other {
            Some(other) => Self::new(other, MediaSource::Overruled),
            None => Self { essence: Some(essence), source },
        }
    }

    /// The type by the first bytes. `said` is a type that says nothing.
    fn sniffed(said: Option<String>, start: &[u8]) -> Self {
        // Other than types that are none, this one means a download; only markup is taken for more.
        let is_download = said.as_deref() == Some(OCTET_STREAM);
        match sniff::page(start).or_else(|| sniff::any(start).filter(|_| !is_download)) {
            Some(essence) => Self::new(essence, MediaSource::Sniffed),
            None => Self { essence: said, source: MediaSource::Declared },
        }
    }

    fn new(essence: &str, source: MediaSource) -> Self {
        Self { essence: Some(essence.to_owned()), source }
    }

    /// Whether nobody knows what it is: there is no type, or one that servers write for anything.
    pub fn says_nothing(&self) -> bool {
        self.essence.as_deref().is_none_or(|essence| SAY_NOTHING.contains(&essence))
    }

    /// Whether it is the type of a web page.
    pub fn is_page(&self) -> bool {
        self.essence.as_deref().is_some_and(|essence| PAGES.contains(&essence))
    }
}

/// The format of bytes that are called a page. Most tell by the first of them that they are one.
fn other_than_page<'b>(start: impl Fn(usize) -> Cow<'b, [u8]>) -> Option<&'static str> {
    let first = start(FIRST);
    if formats::may_be_json(&first) {
        other_format(&start(START))
    } else {
        formats::opening(&first)
    }
}

/// Bytes of which most contents need no more.
const FIRST: usize = 64;

const OCTET_STREAM: &str = "application/octet-stream";

/// Types that servers and crawlers write where they know none (WHATWG MIME Sniffing, section 7, and
/// what archives hold besides).
const SAY_NOTHING: &[&str] = &[
    "unknown/unknown",
    "application/unknown",
    "*/*",
    OCTET_STREAM,
    "binary/octet-stream",
    "application/x-unknown",
    "application/x-unknown-content-type",
    "application/x-octet-stream",
    "content/unknown",
    "text/unknown",
    "x-unknown/unknown",
    "unknown/type",
    "httpd/unix-directory",
];

/// What Apache sends for all it does not know (WHATWG MIME Sniffing, section 5.1).
const PLAIN_BY_DEFAULT: [&str; 4] = [
    "text/plain",
    "text/plain; charset=ISO-8859-1",
    "text/plain; charset=iso-8859-1",
    "text/plain; charset=UTF-8",
];

/// Type and subtype of a header in lower case: `Text/HTML; charset=x` becomes `text/html`. `None`
/// for what is no type, such as `html`.
pub fn essence(header: &str) -> Option<String> {
    // Repeated fields arrive joined by commas; the first type that says something counts.
    let mut types = header.split(',').filter_map(one_essence);
    let first = types.next()?;
    let says_nothing = |essence: &String| SAY_NOTHING.contains(&essence.as_str());
    if !says_nothing(&first) {
        return Some(first);
    }
    Some(types.find(|other| !says_nothing(other)).unwrap_or(first))
}

fn one_essence(value: &str) -> Option<String> {
    let value = value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''));
    // Some servers leave out the semicolon before the charset.
    let essence = value.split([';', ' ', '\t']).next()?.to_ascii_lowercase();
    let (kind, subtype) = essence.split_once('/')?;
    (is_token(kind) && is_token(subtype)).then_some(essence)
}

/// Whether a word is a token, of HTTP and of WARC alike (RFC 9110, section 5.6.2; ISO 28500, section 4).
pub(crate) fn is_token(word: &str) -> bool {
    let is_part = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    !word.is_empty() && word.bytes().all(is_part)
}

#[cfg(test)]
mod tests;
