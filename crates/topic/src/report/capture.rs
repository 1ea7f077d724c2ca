//! How the page names a capture: its minute, a link to it where there is one, where it is stored.

use std::io;

use maud::{Markup, Render, html};
use scutch_plot::{foreign, minute};

use crate::collection::Collection;
use crate::collection::timemap::{CapturePlace, Memento};
use crate::sketch::excerpt::Excerpt;

/// Where names and texts of captures come from.
#[derive(Clone, Copy)]
pub(super) struct Captures<'a> {
    pub(super) collection: &'a Collection,
    /// Address of a replay that has the captures.
    pub(super) replay: Option<&'a str>,
}

impl Captures<'_> {
    /// A memento as the page names it.
    pub(super) fn name(self, memento: &Memento) -> CaptureName {
        let place = place(&self.collection.files, memento.place);
        let stamp = memento.stamp();
        CaptureName { link: link(memento, &stamp, self.replay), place, stamp }
    }

    /// A memento with its title and first words, which are read from the collection's sketches.
    pub(super) fn shown(self, memento: &Memento) -> io::Result<ShownCapture> {
        Ok(ShownCapture { name: self.name(memento), excerpt: self.collection.excerpt(memento)? })
    }
}

/// A capture as the page names it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CaptureName {
    stamp: String,
    /// Where a browser finds it.
    link: Option<String>,
    /// File and byte.
    place: Option<String>,
}

/// A capture with what a reader recognises it by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ShownCapture {
    pub(super) name: CaptureName,
    excerpt: Excerpt,
}

impl CaptureName {
    /// The minute as text.
    pub(super) fn moment(&self) -> String {
        minute(&self.stamp)
    }
}

/// The minute, with a link where there is one, and where the capture is stored.
impl Render for CaptureName {
    fn render(&self) -> Markup {
        let place = self.place.as_deref().map(foreign::plain);
        html! {
            @match &self.link {
                // The page that is opened must not learn where the reader came from.
                Some(link) => a href=(link) rel="noreferrer" title=[place] { (self.moment()) },
                None => span title=[place] { (self.moment()) },
            }
        }
    }
}

impl ShownCapture {
    /// File and byte, for captures without a link.
    pub(super) fn place(&self) -> Markup {
        let place = self.name.place.as_deref().filter(|_| self.name.link.is_none());
        html! { @if let Some(place) = place { span.place { (foreign::shown(place)) } } }
    }

    /// Title and first words.
    pub(super) fn excerpt(&self) -> Markup {
        let Excerpt { title, opening } = &self.excerpt;
        html! {
            @if title.is_empty() && opening.is_empty() {
                span.none { "no text" }
            } @else {
                @if !title.is_empty() { bdi.title { (foreign::plain(title)) } }
                @if !opening.is_empty() { " " bdi.opening { (foreign::plain(opening)) } }
            }
        }
    }
}

/// File and byte; `None` for an empty page, for which a table of captures names no file.
fn place(files: &[String], place: CapturePlace) -> Option<String> {
    let file = files.get(place.file as usize).filter(|file| !file.is_empty())?;
    Some(format!("{file}, byte {}", place.offset))
}

/// The address of a capture: that of a list, else one below the address of a replay.
fn link(memento: &Memento, stamp: &str, replay: Option<&str>) -> Option<String> {
    let given = memento.uri_m.as_deref().filter(|uri| is_web(uri)).map(str::to_owned);
    let is_dated = stamp.len() == 14 && stamp.bytes().all(|byte| byte.is_ascii_digit());
    given.or_else(|| {
        let replay = replay.filter(|replay| is_dated && is_web(replay))?;
        Some(format!("{}/{stamp}/{}", replay.trim_end_matches('/'), memento.url))
    })
}

/// Whether a browser may follow an address. Lists come from strangers: `javascript:` would run.
fn is_web(uri: &str) -> bool {
    let has = |scheme: &str| {
        uri.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    has("http://") || has("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_those_of_lists_or_of_a_replay() {
        let memento = |uri_m: Option<&str>, url: &str| Memento {
            uri_m: uri_m.map(str::to_owned),
            url: url.to_owned(),
            ..Memento::default()
        };
        let (stamp, replay) = ("20080301120000", Some("http://localhost:8080/coll/"));
        let cases = [
            (Some("https://a.example/web/1/x"), stamp, replay, Some("https://a.example/web/1/x")),
            (Some("javascript:alert(1)"), stamp, None, None),
            (
                Some("from-warc::2008::x"),
                stamp,
                replay,
                Some("http://localhost:8080/coll/20080301120000/http://x.example/"),
            ),
            (None, stamp, None, None),
            (None, "undated", replay, None),
            (None, stamp, Some("javascript:"), None),
        ];
        for (uri_m, stamp, replay, expected) in cases {
            let found = link(&memento(uri_m, "http://x.example/"), stamp, replay);
            assert_eq!(found.as_deref(), expected, "{uri_m:?} {stamp} {replay:?}");
        }
    }

    #[test]
    fn captures_without_a_file_have_no_place() {
        let files = ["a.warc".to_owned(), String::new()];
        for (file, expected) in [(0, Some("a.warc, byte 7")), (1, None), (u32::MAX, None)] {
            let found = place(&files, CapturePlace { file, offset: 7, inner_offset: 0 });
            assert_eq!(found.as_deref(), expected, "{file}");
        }
    }

    #[test]
    fn text_of_captures_is_no_markup() {
        let excerpt = Excerpt { title: "<b>\u{202e}".to_owned(), opening: "<i>".to_owned() };
        let link = Some("http://x/\"><b>".to_owned());
        let stamp = "20080301120000".to_owned();
        let name = CaptureName { stamp, link, place: Some("<u>".to_owned()) };
        let shown = ShownCapture { name, excerpt };
        let page = html! { (shown.name) (shown.place()) (shown.excerpt()) }.into_string();
        assert!(!page.contains("<b>") && !page.contains("<i>") && !page.contains("<u>"), "{page}");
        assert!(page.contains("2008-03-01 12:00") && page.contains("\\u{202e}"), "{page}");
    }
}
