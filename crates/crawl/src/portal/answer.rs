//! The answer for an address of a portal.

use scutch_archive::{Limits, gunzip, parse_http_response};
use scutch_portal::Document;
use scutch_url::Url;

use crate::store::ResponseRef;

scutch_url::reasons! {
    /// Why there is no page, beyond the reasons of the client and the verdicts on pages.
    pub enum PageReason {
        NotStored = "not-stored", "It is not stored, and without the network it cannot be asked for.";
        TooManyPages = "page-too-many", "The article has more pages than `article.max_pages` allows.";
    }
}

/// The last answer along the redirects.
#[derive(Debug)]
pub(super) struct Answer {
    /// Its URL.
    pub(super) url: Url,
    pub(super) status: u16,
    /// The run that asked for it.
    pub(super) run: u32,
    /// Where it is stored.
    pub(super) response: ResponseRef,
    /// The archive of others that held it, if it was not asked for.
    pub(super) holding: Option<String>,
    content_type: Option<String>,
    body: Vec<u8>,
}

impl Answer {
    /// Parses a stored or fetched answer; `None` if it is no HTTP.
    pub(super) fn parse(from: &str, block: &[u8], run: u32) -> Option<Self> {
        let limits = Limits::default();
        let answer = parse_http_response(block, &limits).ok()?;
        Some(Self {
            url: Url::parse(from).ok()?,
            status: answer.status.unwrap_or_default(),
            run,
            response: ResponseRef::default(),
            holding: None,
            content_type: answer.headers.get("Content-Type").map(str::to_owned),
            body: answer.payload(&limits).content.into_owned(),
        })
    }

    pub(super) fn stored_as(self, response: ResponseRef, holding: Option<String>) -> Self {
        Self { response, holding, ..self }
    }

    /// Whether the server gave a page.
    pub(super) fn is_page(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether the page may have links in it.
    pub(super) fn is_text(&self) -> bool {
        // By exclusion: servers give feeds and pages all kinds of types, or none.
        let binary = ["image/", "audio/", "video/", "font/", "application/pdf", "application/zip"];
        let kind = self.content_type.as_deref().unwrap_or_default().trim_start();
        !binary.iter().any(|binary| kind.starts_with(binary))
    }

    /// The page. Nothing of it is decoded yet.
    pub(super) fn into_document(self) -> Document {
        Document::new(self.url, self.body, self.content_type)
    }

    /// The sitemap or feed. Many sites serve theirs as a gzip file, which is no coding of HTTP
    /// (sitemaps.org).
    pub(super) fn into_listing(self) -> Document {
        match gunzip(&self.body, &Limits::default()) {
            // The type was that of the file around it.
            Some(body) => Document::new(self.url, body, None),
            None => self.into_document(),
        }
    }
}

#[cfg(test)]
mod tests {
    use scutch_portal::PageVerdict;

    use super::*;

    #[test]
    fn every_reason_is_in_the_user_guide() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/portal.md");
        let guide = std::fs::read_to_string(path).expect("the user guide");
        let reasons = PageReason::ALL.iter().map(|reason| (reason.id(), reason.sentence()));
        let verdicts = PageVerdict::ALL.iter().map(|verdict| (verdict.id(), verdict.sentence()));
        for (id, sentence) in reasons.chain(verdicts) {
            let row = format!("| `{id}` | {sentence} |");
            assert!(guide.contains(&row), "docs/src/portal.md lacks: {row}");
        }
    }

    #[test]
    fn answers_are_classified_by_status_and_type() {
        for (head, is_page, is_text) in [
            ("200 OK\r\nContent-Type: text/html\r\n\r\n", true, true),
            ("206 Partial\r\n\r\n", true, true),
            ("200 OK\r\nContent-Type:  image/png\r\n\r\n", true, false),
            ("200 OK\r\nContent-Type: application/pdf\r\n\r\n", true, false),
            ("404 No\r\nContent-Type: text/html\r\n\r\n", false, true),
        ] {
            let block = format!("HTTP/1.1 {head}<p>x");
            let answer = Answer::parse("http://a.example/", block.as_bytes(), 0).expect("HTTP");
            assert_eq!((answer.is_page(), answer.is_text()), (is_page, is_text), "{head}");
        }
        assert!(Answer::parse("no address", b"HTTP/1.1 200 OK\r\n\r\n", 0).is_none());
        assert!(Answer::parse("http://a.example/", b"220 mail", 0).is_none());
    }
}
