//! What an archive shows where a memento was asked for: the page, a frame around it, a page in place
//! of a redirect, or an error page with status 200.

mod frames;
mod table;

use scutch_archive::Limits;
use scutch_fetch::Exchange;
use scutch_page::{Hints, charset};
use scutch_url::links::{Link, LinkKind, links};
use scutch_url::{Memento, Url};

pub(crate) use self::frames::joined;
use self::table::{Kind, signs};
use crate::judge::DATETIME;

/// What an answer with status 200 is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The memento, or what there is of it.
    Page,
    /// The archive says that it has no such memento.
    Gone,
    /// An address to go on with, and what led there.
    Leads(Lead, String),
    /// A page of frames, each to be asked for.
    Frames(Vec<String>),
}

/// What led to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    /// The archive's frame around the memento.
    Around,
    /// The archive's page in place of a redirect.
    Instead,
    /// The page itself, at once.
    Refresh,
}

impl Lead {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Around => "frame",
            Self::Instead => "redirect-page",
            Self::Refresh => "refresh",
        }
    }
}

/// Bytes of a page that are looked at for signs, and that may be a page of frames.
const LOOKED_AT: usize = 256 << 10;

/// A page that goes on by itself after more seconds is one to be read.
const LONGEST_REFRESH: u32 = 10;

/// Frames of one page, at most.
const MOST_FRAMES: usize = 20;

/// An answer, read.
pub(crate) struct Answer {
    url: Url,
    dated: bool,
    html: String,
}

impl Answer {
    /// Reads an answer; `None` where it is no HTML page.
    pub(crate) fn of(hop: &Exchange) -> Option<Self> {
        let answer = hop.answer().filter(|answer| answer.status == Some(200))?;
        let original = |name: &str| answer.headers.get(name).map(str::to_owned);
        let content_type = original("Content-Type");
        if content_type.as_ref().is_some_and(|value| !value.contains("html")) {
            return None;
        }
        let payload = answer.payload(&Limits::default());
        let bytes = &payload.content[..payload.content.len().min(LOOKED_AT)];
        let hints = Hints { http_content_type: content_type.as_deref(), ..Hints::default() };
        let html = charset::decode(bytes, &hints).text.into_owned();
        let dated = answer.headers.get(DATETIME).is_some();
        Some(Self { url: Url::parse(&hop.uri).ok()?, dated, html })
    }

    fn says(&self, kind: Kind) -> bool {
        signs(self.url.host(), kind).any(|sign| self.html.contains(sign))
    }

    /// Whether the archive cannot answer now, and says so with status 200: by its words, or by a page
    /// without any.
    fn is_of_no_use(&self) -> bool {
        !self.dated && (self.html.trim().is_empty() || self.says(Kind::Later))
    }

    /// What the answer is. `raw`: it was asked for as archived, so that nothing in it is the archive's.
    pub(crate) fn shown(&self, raw: bool) -> Shown {
        if !self.dated && self.says(Kind::Gone) {
            return Shown::Gone;
        }
        let links = links(&self.html, &self.url);
        if !(raw && self.dated)
            && let Some((lead, uri)) = self.of_archive(&links)
        {
            return Shown::Leads(lead, uri);
        }
        if let Some(uri) = self.refresh(&links) {
            return Shown::Leads(Lead::Refresh, uri);
        }
        let frames: Vec<String> = self.frames(&links).take(MOST_FRAMES).collect();
        if frames.is_empty() { Shown::Page } else { Shown::Frames(frames) }
    }

    /// Where a page of the archive's own leads.
    fn of_archive(&self, links: &[Link]) -> Option<(Lead, String)> {
        for sign in signs(self.url.host(), Kind::Around) {
            let (element, name) = sign.split_once('#')?;
            let frame = links.iter().find(|link| {
                link.kind == LinkKind::Frame
                    && self.tag(link).is_some_and(|tag| has(tag, element, name))
            });
            if let Some(frame) = frame {
                return Some((Lead::Around, frame.url.as_str().to_owned()));
            }
        }
        let here = Memento::split(self.url.as_str()).map(|memento| memento.uri_r());
        let leads_on = |link: &&Link| {
            let there = Memento::split(link.url.as_str()).map(|memento| memento.uri_r());
            link.url.host() == self.url.host() && there.is_some() && there != here
        };
        let instead = self.says(Kind::Instead).then(|| links.iter().find(leads_on)).flatten()?;
        Some((Lead::Instead, instead.url.as_str().to_owned()))
    }

    /// Where the page goes on to by itself.
    fn refresh(&self, links: &[Link]) -> Option<String> {
        let refreshes = links.iter().filter(|link| link.kind == LinkKind::Refresh);
        let same = |uri: &str| Memento::split(uri).map(|m| scutch_url::surt(&m.uri_r()));
        refreshes
            .filter(|link| self.is_for_all(link) && self.is_soon(link))
            .filter_map(|link| self.in_archive(link))
            .find(|uri| same(uri) != same(self.url.as_str()))
    }

    /// What is only for browsers without scripts leads away from what the others see.
    fn is_for_all(&self, link: &Link) -> bool {
        let before = self.html.get(..link.offset).unwrap_or_default().to_ascii_lowercase();
        before.rfind("<noscript") <= before.rfind("</noscript")
    }

    fn is_soon(&self, link: &Link) -> bool {
        let tag = self.tag(link).unwrap_or_default().to_ascii_lowercase();
        let content = tag.split_once("content").map_or("", |(_, content)| content);
        let seconds = content.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = seconds.find(|c: char| !c.is_ascii_digit()).unwrap_or(seconds.len());
        seconds[..end].parse().is_ok_and(|seconds: u32| seconds <= LONGEST_REFRESH)
    }

    /// The frames of a page that is made of them, in order.
    fn frames(&self, links: &[Link]) -> impl Iterator<Item = String> {
        let is_frame = |link: &&Link| {
            link.kind == LinkKind::Frame
                && self.tag(link).is_some_and(|tag| has_prefix(tag, "<frame"))
        };
        links.iter().filter(is_frame).filter_map(|link| self.in_archive(link))
    }

    /// The tag of a link.
    fn tag(&self, link: &Link) -> Option<&str> {
        let tag = self.html.get(link.offset..)?;
        tag.get(..tag.find('>')?)
    }

    /// The address, in the same archive, of what a page leads to: as it stands where the archive has
    /// rewritten it, else at the same time.
    fn in_archive(&self, link: &Link) -> Option<String> {
        let here = Memento::split(self.url.as_str())?;
        let absolute = link.as_written.contains("://") || link.as_written.starts_with('/');
        let rewritten = Memento::split(link.url.as_str())
            .filter(|there| absolute && there.prefix == here.prefix);
        if let Some(there) = rewritten {
            return Some(Memento { modifier: here.modifier, ..there }.join());
        }
        let original = Url::parse(&here.uri_r()).ok()?.join(&link.as_written).ok()?.into_string();
        Some(Memento { original: &original, ..here }.join())
    }
}

/// Whether an answer is of no use, for the client to ask again.
pub(crate) fn is_of_no_use(hop: &Exchange) -> bool {
    Answer::of(hop).is_some_and(|answer| answer.is_of_no_use())
}

/// Whether a tag is of an element, and has a value among its attributes.
fn has(tag: &str, element: &str, value: &str) -> bool {
    let open = ['<'].into_iter().chain(element.chars()).collect::<String>();
    let inside = |(at, _): (usize, &str)| {
        let before = tag[..at].chars().next_back();
        let after = tag[at + value.len()..].chars().next();
        before.is_some_and(|c| "\"'=".contains(c)) && after.is_none_or(|c| "\"' /".contains(c))
    };
    has_prefix(tag, &open) && tag.match_indices(value).any(inside)
}

fn has_prefix(tag: &str, prefix: &str) -> bool {
    let name_ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    tag.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        && name_ends(&tag[prefix.len()..])
}
