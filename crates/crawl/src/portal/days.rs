//! The days that a crawl is for: what an address or a page says of its day.

use jiff::civil::Date;
use scutch_page::{ExtractConfig, extract};
use scutch_portal::{Document, Portal};
use scutch_url::date_in_path;

/// The days that a crawl is for. Without bounds, all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Days {
    /// The first day.
    pub from: Option<Date>,
    /// The last day.
    pub to: Option<Date>,
}

/// Where a date lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Before,
    Within,
    After,
}

impl Days {
    /// Whether all days are asked for.
    pub fn is_all(self) -> bool {
        self.from.is_none() && self.to.is_none()
    }

    /// Where an ISO 8601 date lies. One without a day lies within if one of its days does.
    pub(super) fn place(self, date: &str) -> Place {
        let date = date.get(..DAY.min(date.len())).unwrap_or_default();
        // As far as the date is written: `2020-05` is within from any day of that May.
        let cut = |bound: Date| bound.to_string().get(..date.len()).map(str::to_owned);
        if self.from.and_then(cut).is_some_and(|from| date < from.as_str()) {
            return Place::Before;
        }
        if self.to.and_then(cut).is_some_and(|to| date > to.as_str()) {
            return Place::After;
        }
        Place::Within
    }

    /// Where the date in an address lies; `None` if the address has none.
    pub(super) fn place_of_address(self, address: &str) -> Option<Place> {
        let (year, month, day) = date_in_path(address)?;
        let two = |part: Option<u8>| part.map(|part| format!("-{part:02}")).unwrap_or_default();
        Some(self.place(&format!("{year:04}{}{}", two(month), two(day))))
    }

    /// Where the date of publication lies that a page tells; `None` if it tells none.
    pub(super) fn place_of_page(self, portal: &Portal, document: &Document) -> Option<Place> {
        let page = document.page();
        let config = ExtractConfig::default();
        let mut metadata = page.metadata(&extract(&page, &config));
        // The rules of the portal file know better.
        if let Some(ruled) = portal.content.extract(&page, &|| None, &config) {
            portal.content.describe(&ruled, &page, &mut metadata);
        }
        metadata.date_published.map(|date| self.place(&date))
    }
}

/// Length of a date with its day: `2020-05-17`.
const DAY: usize = 10;

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn dates_lie_where_one_of_their_days_does() {
        let days = Days { from: Some(date(2020, 5, 10)), to: Some(date(2020, 6, 2)) };
        for (text, expected) in [
            ("2020-05-09", Place::Before),
            ("2020-05-10", Place::Within),
            ("2020-06-02T23:59:59+02:00", Place::Within),
            ("2020-06-03", Place::After),
            ("2020-05", Place::Within),
            ("2020-04", Place::Before),
            ("2020", Place::Within),
            ("2021", Place::After),
            ("", Place::Within),
        ] {
            assert_eq!(days.place(text), expected, "{text}");
            assert_eq!(Days::default().place(text), Place::Within, "{text}");
        }
        for (address, expected) in [
            ("http://a.example/2020/05/09/x", Some(Place::Before)),
            ("http://a.example/2020/06/x", Some(Place::Within)),
            ("http://a.example/2020-06-03-x", Some(Place::After)),
            ("http://a.example/x", None),
        ] {
            assert_eq!(days.place_of_address(address), expected, "{address}");
        }
    }

    #[test]
    fn pages_tell_their_day() {
        let days = Days { from: Some(date(2020, 5, 10)), to: None };
        let portal = Portal::load(
            "url = 'http://a.example/'\n[[content]]\nroot = ['article']\nmeta.date_published = { css = '.day' }",
            None,
        );
        let portal = portal.expect("a portal");
        for (html, expected) in [
            (
                "<meta property=article:published_time content=2020-05-09T10:00:00Z><p>x",
                Some(Place::Before),
            ),
            ("<article><p>Text</article><p class=day>2020-05-11", Some(Place::Within)),
            ("<p>Nothing", None),
        ] {
            let url = scutch_url::Url::parse("http://a.example/x").expect("an address");
            let page = Document::new(url, html.as_bytes().to_vec(), None);
            assert_eq!(days.place_of_page(&portal, &page), expected, "{html}");
        }
    }

    #[test]
    fn pages_in_xhtml_tell_their_day() {
        let days = Days { from: Some(date(2020, 5, 10)), to: None };
        let portal = Portal::load("url = 'http://a.example/'", None).expect("a portal");
        // In HTML the title would hold all that follows.
        let markup = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/>\
            <meta property='article:published_time' content='2020-05-09T10:00:00Z'/></head>\
            <body><p>Text</p></body></html>";
        for (content_type, expected) in
            [("application/xhtml+xml", Some(Place::Before)), ("text/html", None)]
        {
            let url = scutch_url::Url::parse("http://a.example/x").expect("an address");
            let page = Document::new(url, markup.into(), Some(content_type.to_owned()));
            assert_eq!(days.place_of_page(&portal, &page), expected, "{content_type}");
        }
    }
}
