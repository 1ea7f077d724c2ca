//! What was answered for an address of a portal.

use scutch_archive::{Limits, parse_http_response};
use scutch_portal::Document;
use scutch_url::Url;

scutch_url::reasons! {
    /// Why a page of a portal is not what was wanted, beyond what the client says.
    pub enum PageReason {
        NotStored = "not-stored", "It is not stored, and without the network it cannot be asked for.";
        Status = "page-status", "The server does not give the page.";
        Elsewhere = "page-elsewhere", "A redirect leads to another site.";
        NotArticle = "page-no-article", "The page is linked from archive pages, but is no article.";
        KnownBad = "page-known-bad", "The address is on the list of those to leave alone.";
    }
}

/// An answer: the last one along the redirects.
#[derive(Debug)]
pub(super) struct Answer {
    /// Where it came from.
    pub(super) url: Url,
    pub(super) status: u16,
    /// The run that asked for it.
    pub(super) run: u32,
    content_type: Option<String>,
    body: Vec<u8>,
}

impl Answer {
    /// Reads a stored or fetched answer; `None` where it is none.
    pub(super) fn read(from: &str, block: &[u8], run: u32) -> Option<Self> {
        let limits = Limits::default();
        let answer = parse_http_response(block, &limits).ok()?;
        Some(Self {
            url: Url::parse(from).ok()?,
            status: answer.status.unwrap_or_default(),
            run,
            content_type: answer.headers.get("Content-Type").map(str::to_owned),
            body: answer.payload(&limits).content.into_owned(),
        })
    }

    /// Whether there is a page.
    pub(super) fn is_page(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether the page can have links in it: text of some kind.
    pub(super) fn is_text(&self) -> bool {
        let binary = ["image/", "audio/", "video/", "font/", "application/pdf", "application/zip"];
        let kind = self.content_type.as_deref().unwrap_or_default().trim_start();
        !binary.iter().any(|binary| kind.starts_with(binary))
    }

    /// The page; nothing of it is read yet.
    pub(super) fn into_document(self) -> Document {
        Document::new(self.url, self.body, self.content_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_documented() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/portal.md");
        let guide = std::fs::read_to_string(path).expect("the user guide");
        for reason in PageReason::ALL {
            let row = format!("| `{}` | {} |", reason.id(), reason.sentence());
            assert!(guide.contains(&row), "docs/src/portal.md lacks: {row}");
        }
    }
}
