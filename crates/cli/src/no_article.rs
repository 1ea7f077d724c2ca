//! What is said of a crawl that found no article: the cause, and what can be done about it.

use std::fmt;

use scutch_crawl::portal::{Cause, CrawlResult};
use scutch_plot::number::{counted, plural};

use crate::exit::Exit;

/// Causes named on the terminal; `problems.jsonl` has all.
const NAMED: usize = 3;

/// Reasons after which something can be done, and what.
const HINTS: &[(&str, &str)] = &[
    ("uri-private-host", "name the host with --allow-private if it is to be asked"),
    ("robots-disallowed", "--ignore-robots is for sites of one's own"),
    ("robots-unknown", "the same command asks again; --ignore-robots is for sites of one's own"),
    ("fetch-name-not-found", "is the address in the portal file written correctly?"),
    ("not-stored", "without --offline the pages are asked for"),
    ("page-status", "do `url` and the routes of the portal file name pages that exist?"),
    (
        "page-paywall",
        "`paywall = false` under [article] keeps such pages; --cookies sends the login of a subscriber",
    ),
    ("page-no-article", "`is`, `keep` and `drop` under [article] say what an article is"),
];

/// What can be done where all archive pages were read.
const NO_LINKS: &str = "[links] says what an archive page lists; `scutch portal record` and \
    `scutch portal test` try it on a page";

/// A crawl without an article.
#[derive(Debug)]
pub(crate) struct NoArticle {
    causes: Vec<Cause>,
    pages_read: usize,
}

impl NoArticle {
    /// Why a crawl found no article; `None` if it found one.
    pub(crate) fn of(crawled: &CrawlResult) -> Option<Self> {
        let is_empty = crawled.articles.is_empty();
        is_empty.then(|| Self { causes: crawled.causes(), pages_read: crawled.pages_read() })
    }

    /// Without an archive page nothing could be done; with one, nothing was found.
    pub(crate) fn exit(&self) -> Exit {
        if self.pages_read == 0 { Exit::Failed } else { Exit::Nothing }
    }

    /// What can be done about the first cause.
    pub(crate) fn hint(&self) -> Option<&'static str> {
        // Without a cause all pages were read, so it is the rules that found nothing.
        let Some(cause) = self.causes.first() else { return Some(NO_LINKS) };
        HINTS.iter().find(|(id, _)| *id == cause.first.reason).map(|(_, hint)| *hint)
    }
}

impl std::error::Error for NoArticle {}

impl fmt::Display for NoArticle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read = self.pages_read;
        write!(f, "no article was found; archive pages read: {read}")?;
        if self.causes.is_empty() && read > 0 {
            write!(f, "\n  none of them lists an address that can be an article")?;
        }
        for Cause { first, pages } in self.causes.iter().take(NAMED) {
            let (url, sentence, reason) = (&first.url, &first.sentence, &first.reason);
            write!(f, "\n  {url}: {sentence} ({reason})")?;
            // Hundreds of pages may have one cause, and a list of them would hide the others.
            if *pages > 1 {
                write!(f, "; the same of {} more", pages - 1)?;
            }
        }
        let more = self.causes.len().saturating_sub(NAMED);
        if more > 0 {
            let (reasons, are) =
                (counted(more as u64, "further reason"), plural(more as u64, "is", "are"));
            write!(f, "\n  {reasons} {are} in problems.jsonl")?;
        }
        Ok(())
    }
}
