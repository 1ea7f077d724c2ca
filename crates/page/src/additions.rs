//! What web archives put into the pages they replay: a data table.
//!
//! Archives deliver pages as archived when asked for the raw form. Pages saved from a browser carry
//! the banners; those are no part of what was archived.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

struct Additions {
    elements: FxHashSet<&'static str>,
    titles: Vec<&'static str>,
}

static TABLE: LazyLock<Additions> = LazyLock::new(|| {
    let rows = include_str!("../data/archive-additions.tsv").lines();
    let rows = rows.filter(|row| !row.starts_with('#')).filter_map(|row| {
        let mut columns = row.split('\t');
        Some((columns.next()?, columns.next()?))
    });
    let (elements, titles): (Vec<_>, Vec<_>) = rows.partition(|(kind, _)| *kind == "element");
    Additions {
        elements: elements.into_iter().map(|(_, id)| id).collect(),
        titles: titles.into_iter().map(|(_, start)| start).collect(),
    }
});

/// Whether an element with this id is an archive's.
pub(crate) fn is_element(id: &str) -> bool {
    id.len() <= 24 && TABLE.elements.contains(id)
}

/// A title without what an archive put before it.
pub(crate) fn without_prefix(title: &str) -> &str {
    let prefix = TABLE.titles.iter().find(|prefix| title.starts_with(**prefix));
    prefix.map_or(title, |prefix| title[prefix.len()..].trim_start())
}

#[cfg(test)]
mod tests {
    use crate::{Document, ExtractConfig, Hints, Limits, Page, PageFlag, extract, render};

    const BODY: &str = "<h1>The fog lifts</h1><p>The fog lifted from the harbour this morning, and the \
        ferry left ten minutes late with everybody who had waited for it on the pier, and \
        <a href=LINK>nobody minded</a> at all, as far as one could see from the shore.</p>";

    fn shown(html: &str, url: &str) -> (String, Option<String>, Vec<PageFlag>) {
        let hints = Hints { url: Some(url), ..Hints::default() };
        let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
        let extraction = extract(&page, &ExtractConfig::default());
        let title = page.metadata(&extraction).title;
        (render::markdown(&Document::new(&page, &extraction)), title, page.flags().to_vec())
    }

    #[test]
    fn the_same_page_replayed_by_several_archives_gives_equal_text() {
        let body = |link: &str| BODY.replace("LINK", link);
        let raw = format!("<title>Fog</title><body>{}", body("/pier"));
        let wayback = format!(
            "<head><script src=/_static/js/bundle-playback.js></script><title>Fog</title>\
             <!-- End Wayback Rewrite JS Include --></head><body><!-- BEGIN WAYBACK TOOLBAR INSERT -->\
             <div id=wm-ipp-base lang=en><div id=wm-ipp><div id=wm-ipp-inside><p>12 captures of this page \
             from 3 May 2009 to 7 June 2019, and a long sentence about the collection.</p></div></div></div>\
             <div id=wm-ipp-print>The Wayback Machine - http://harbour.example/</div>\
             <!-- END WAYBACK TOOLBAR INSERT -->{}</body><!-- FILE ARCHIVED ON 10:00:00 -->",
            body("/web/20190517100000/http://harbour.example/pier")
        );
        let pywb = format!(
            "<head><!-- WB Insert --><script>wbinfo = {{}}</script><!-- End WB Insert --><title>Fog</title>\
             </head><body><div id=_wb_frame_top_banner>This is an archived page of a library</div>{}",
            body("http://pywb.example/coll/20190517100000mp_/http://harbour.example/pier")
        );
        let plain = shown(&raw, "http://harbour.example/");
        assert!(plain.0.contains("[nobody minded](http://harbour.example/pier)"), "{}", plain.0);
        for (html, url) in [
            (&wayback, "http://web.archive.org/web/20190517100000/http://harbour.example/"),
            (&pywb, "http://pywb.example/coll/20190517100000mp_/http://harbour.example/"),
        ] {
            let (text, title, flags) = shown(html, url);
            assert_eq!((&text, &title), (&plain.0, &plain.1));
            assert_eq!(flags, [PageFlag::ArchiveAdditions]);
        }
        assert_eq!(plain.2, []);
    }

    #[test]
    fn titles_lose_the_marks_of_archives() {
        let html = format!("<title>[ARCHIVED CONTENT] Fog</title>{}", BODY.replace("h1", "h2"));
        assert_eq!(shown(&html, "http://harbour.example/").1.as_deref(), Some("Fog"));
    }
}
