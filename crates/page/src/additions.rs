//! What web archives put into the pages they replay: a data table.
//!
//! Archives deliver pages as archived when asked for the raw form. Pages saved from a browser carry
//! the banners; those are no part of what was archived.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use scutch_url::Memento;

/// What an element is by its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// An archive put it in.
    Addition,
    /// An archive put it around the page as archived.
    Around,
    /// In what is around it: the page as archived; what stands beside it is the archive's.
    Content,
}

const KINDS: &[(&str, Part)] =
    &[("element", Part::Addition), ("around", Part::Around), ("content", Part::Content)];

/// The table, by kind of row.
#[derive(Default)]
struct Additions {
    elements: FxHashMap<&'static str, Part>,
    /// Length of the longest id in bytes.
    longest: usize,
    titles: Vec<&'static str>,
    links: Vec<&'static str>,
    attributes: Vec<&'static str>,
}

static TABLE: LazyLock<Additions> = LazyLock::new(|| {
    let rows = include_str!("../data/archive-additions.tsv").lines();
    let mut table = Additions::default();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let mut columns = row.split('\t');
        let (Some(kind), Some(value)) = (columns.next(), columns.next()) else { continue };
        match KINDS.iter().find(|(name, _)| *name == kind) {
            Some((_, part)) => {
                table.elements.insert(value, *part);
                table.longest = table.longest.max(value.len());
            }
            None if kind == "attribute" => table.attributes.push(value),
            None if kind == "link" => table.links.push(value),
            None => table.titles.push(value),
        }
    }
    table
});

/// What an element with this id is, if an archive has to do with it.
pub(crate) fn part(id: &str) -> Option<Part> {
    let table = &*TABLE;
    // Ids that programs make are long: they need no lookup.
    if id.len() > table.longest {
        return None;
    }
    table.elements.get(id).copied()
}

/// The name an attribute had before an archive put it out of use.
pub(crate) fn attribute(name: &str) -> &str {
    match name.strip_prefix('_') {
        // `_integrity`, for example, was renamed so that browsers do not check rewritten files.
        Some(original) if TABLE.attributes.contains(&name) => original,
        _ => name,
    }
}

/// The address of the original behind one that leads into an archive, in any form in which replayed
/// pages have these.
pub(crate) fn original(address: &str) -> Option<String> {
    // Most archives write the time before the original address.
    let memento = Memento::split_link(address).map(|memento| memento.uri_r());
    memento.or_else(|| without_time(address).map(str::to_owned))
}

/// The original behind an address that an archive put in its place without a time.
fn without_time(address: &str) -> Option<&str> {
    TABLE.links.iter().find_map(|before| {
        let rest = &address[address.find(before)? + before.len()..];
        let (name, original) = rest.split_once('/')?;
        // The name of a collection stands between the prefix and the original address.
        let fits = name.bytes().all(|b| b.is_ascii_alphanumeric()) && original.starts_with("http");
        fits.then_some(original)
    })
}

/// A title without what an archive put before it.
pub(crate) fn without_prefix(title: &str) -> &str {
    let prefix = TABLE.titles.iter().find(|prefix| title.starts_with(**prefix));
    prefix.map_or(title, |prefix| title[prefix.len()..].trim_start())
}

#[cfg(test)]
mod tests {
    use crate::{Document, ExtractConfig, Hints, Limits, Page, PageFlag, extract, render};

    const BODY: &str = "<h1>The fog lifts</h1><p>The fog lifted from the harbour this morning, and \
        the \
        ferry left ten minutes late with everybody who had waited for it on the pier, and \
        <a href=LINK>nobody minded</a> at all, as far as one could see from the shore.</p>";

    fn shown(html: &str, url: &str) -> (String, Option<String>, Vec<PageFlag>) {
        let hints = Hints { url: Some(url), ..Hints::default() };
        let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
        let extraction = extract(&page, &ExtractConfig::default());
        let title = page.metadata(&extraction).title;
        (render::markdown(&Document::new(&page, &extraction)), title, page.flags().to_vec())
    }

    /// A page as the Wayback Machine shows it.
    fn wayback(head: &str, body: &str) -> String {
        format!(
            "<head><script src=/_static/js/bundle-playback.js></script><title>Fog at \
                sea</title>{head}\
             <!-- End Wayback Rewrite JS Include --></head><body><!-- BEGIN WAYBACK TOOLBAR INSERT \
             -->\
             <div id=wm-ipp-base lang=en><div id=wm-ipp><div id=wm-ipp-inside><p>12 captures of \
             this page \
             from 3 May 2009 to 7 June 2019, and a long sentence about the \
             collection.</p></div></div></div>\
             <div id=wm-ipp-print>The Wayback Machine - http://harbour.example/</div>\
             <!-- END WAYBACK TOOLBAR INSERT -->{body}</body><!-- FILE ARCHIVED ON 10:00:00 -->"
        )
    }

    /// A page as pywb shows it.
    fn pywb(head: &str, body: &str) -> String {
        format!(
            "<head><!-- WB Insert --><script>wbinfo = {{}}</script><!-- End WB Insert \
                --><title>Fog at sea</title>{head}\
             </head><body><div id=_wb_frame_top_banner>This is an archived page of a \
             library</div>{body}"
        )
    }

    /// The page with other white space: for each space of its texts, around each tag that begins or
    /// ends a block, and at the ends of texts.
    fn spaced(html: &str, space: &str, around: &str) -> String {
        let mut in_tag = false;
        let spaced = html.chars().map(|c| {
            in_tag = c == '<' || in_tag && c != '>';
            if c == ' ' && !in_tag { space.to_owned() } else { c.to_string() }
        });
        let mut html: String = spaced.collect();
        for tag in ["<h1>", "</h1>", "<p>", "</p>"] {
            html = html.replace(tag, &format!("{around}{tag}{around}"));
        }
        html
    }

    #[test]
    fn the_same_page_replayed_by_several_archives_gives_equal_text() {
        let body = |link: &str| BODY.replace("LINK", link);
        let raw = format!("<title>Fog at sea</title><body>{}", body("/pier"));
        let wayback = wayback("", &body("/web/20190517100000/http://harbour.example/pier"));
        let pywb = pywb(
            "",
            &body("http://pywb.example/coll/20190517100000mp_/http://harbour.example/pier"),
        );
        let plain = shown(&raw, "http://harbour.example/");
        assert!(plain.0.contains("The fog lifted from the harbour this morning"), "{}", plain.0);
        assert!(plain.0.contains("[nobody minded](http://harbour.example/pier)"), "{}", plain.0);
        let spaces = [(" ", ""), ("\r\n", "\r\n"), ("\n\t\t ", "\n\n    "), ("\u{a0}", "\t")];
        let further = [("&nbsp; ", " "), (" &#13;&#10; ", "\u{a0}\r\n"), ("\u{2003}", "\u{c}")];
        for (space, around) in spaces.into_iter().chain(further) {
            let variants = [
                (&raw, "http://harbour.example/"),
                (&wayback, "http://web.archive.org/web/20190517100000/http://harbour.example/"),
                (&pywb, "http://pywb.example/coll/20190517100000mp_/http://harbour.example/"),
            ];
            for (html, url) in variants {
                let told = shown(&spaced(html, space, around), url);
                assert_eq!((&told.0, &told.1), (&plain.0, &plain.1), "{space:?} {around:?} {url}");
                let flags: &[PageFlag] = match *html == raw {
                    true => &[],
                    false => &[PageFlag::ArchiveAdditions],
                };
                assert_eq!(told.2, flags);
            }
        }
    }

    /// Puts head and body of a page together as an archive shows it.
    type Wrap = fn(&str, &str) -> String;

    /// The text of a page with its links, and the addresses in its metadata: chosen ones and all.
    fn with_addresses(
        html: &str,
        url: Option<&str>,
    ) -> (String, [Option<String>; 3], [Vec<String>; 3]) {
        let page =
            Page::parse(html.as_bytes(), &Hints { url, ..Hints::default() }, &Limits::default());
        let extraction = extract(&page, &ExtractConfig::default());
        let metadata = page.metadata(&extraction);
        let addresses = ["canonical_url", "image", "licence"].map(|field| {
            let of_field = metadata.candidates[field].iter();
            of_field.map(|candidate| candidate.value.clone()).collect::<Vec<_>>()
        });
        let chosen = [metadata.canonical_url, metadata.image, metadata.licence];
        (render::markdown(&Document::new(&page, &extraction)), chosen, addresses)
    }

    /// A page whose addresses are all written by `address`.
    fn linking(address: impl Fn(&str) -> String, wrap: Wrap) -> String {
        let [pier, fog, own, terms] = ["pier", "fog.jpg", "fog", "terms"].map(address);
        let head = format!(
            "<link rel=canonical href={own}><meta property=og:image content={fog}>\
             <link rel=license href={terms}>"
        );
        let text = BODY.replace("LINK", &pier);
        wrap(
            &head,
            &format!(
                "{text}<img alt=Fog src={fog}>{}",
                text.replace("h1", "h2").replace("fog", "mist")
            ),
        )
    }

    #[test]
    fn links_are_those_of_the_original_however_an_archive_writes_them() {
        const ORIGINAL: &str = "http://harbour.example/";
        let absolute = |path: &str| format!("{ORIGINAL}{path}");
        let raw = with_addresses(
            &linking(absolute, |head, body| format!("<title>Fog at sea</title>{head}{body}")),
            None,
        );
        assert!(raw.0.contains("![Fog](http://harbour.example/fog.jpg)"), "{}", raw.0);
        let forms: [(&str, Wrap); 9] = [
            ("/web/20190517100000/http://harbour.example/", wayback),
            ("/web/20190517100000im_/http://harbour.example/", wayback),
            ("//web.archive.org/web/20190517100000im_/http://harbour.example/", wayback),
            ("https://web.archive.org/web/2019/http://harbour.example/", wayback),
            ("/coll/20190517100000mp_/http://harbour.example/", pywb),
            ("/coll/20190517100000///harbour.example/", pywb),
            ("//pywb.example/coll/20190517100000mp_/http://harbour.example/", pywb),
            ("http://localhost:8080/coll/20190517100000mp_/http://harbour.example/", pywb),
            ("/o/AbCdE/http://harbour.example/", pywb),
        ];
        for (before, wrap) in forms {
            let html = linking(|path| format!("{before}{path}"), wrap);
            let uri_m = "http://pywb.example/coll/20190517100000mp_/http://harbour.example/";
            for url in [None, Some(ORIGINAL), Some(uri_m)] {
                assert_eq!(with_addresses(&html, url), raw, "{before} {url:?}");
            }
        }
        // A page that no archive showed may have such addresses itself.
        let own = "/web/20190517100000/http://harbour.example/pier";
        let (text, ..) = with_addresses(
            &linking(|_| own.to_owned(), |head, body| format!("{head}{body}")),
            None,
        );
        assert!(text.contains(own), "{text}");
    }

    #[test]
    fn what_stands_beside_the_content_is_left_out() {
        let body = |link: &str| BODY.replace("LINK", link);
        let today = format!(
            "<title>Fog</title><body><center><div id=HEADER><p>Saved from the address of a page on \
                a \
             day, by somebody, with all the sentences that stand there.</p></div><div \
             id=SOLID><div>\
             <div id=CONTENT>{}</div></div><p>Zooming is not part of the page \
             either, and has a sentence too.</p></div></center>",
            body("https://archive.ph/o/AbCdE/http://harbour.example/pier")
        );
        let (text, title, flags) =
            shown(&today, "https://archive.ph/20190517100000/http://harbour.example/");
        let plain = shown(&body("/pier"), "http://harbour.example/").0;
        let paragraph = plain.rsplit("\n\n").next().expect("text");
        assert!(text.ends_with(paragraph) && !text.contains("sentence"), "{text}");
        assert_eq!(
            (title.as_deref(), flags),
            (Some("The fog lifts"), vec![PageFlag::ArchiveAdditions])
        );
        // A page may have such names itself.
        let own = format!("<div id=CONTENT>{}</div><div id=SOLID></div>", body("/pier"));
        assert_eq!(shown(&own, "http://harbour.example/").2, []);
    }

    #[test]
    fn what_an_archive_says_of_its_own_page_is_not_said_of_the_page() {
        let html = format!(
            "<head><title>Fog</title><meta property=og:site_name content=archive.example><meta \
                property=og:title \
             content=Fog><meta property=article:published_time content=2019-05-17><link \
             rel=canonical \
             href=https://archive.example/AbCdE></head><body><div id=SOLID><div \
             id=CONTENT>{}</div></div>",
            BODY.replace("h1", "h2")
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
        assert_eq!(metadata.title.as_deref(), Some("Fog"));
        assert_eq!((metadata.site, metadata.date_published), (None, None));
        assert_eq!(metadata.canonical_url, None);
    }

    #[test]
    fn titles_lose_the_marks_of_archives() {
        let html = format!("<title>[ARCHIVED CONTENT] Fog</title>{}", BODY.replace("h1", "h2"));
        assert_eq!(shown(&html, "http://harbour.example/").1.as_deref(), Some("Fog"));
    }
}
