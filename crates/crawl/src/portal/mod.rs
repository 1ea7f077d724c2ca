//! Portals into WARC: archive pages by all routes at once, then the articles they list.
//!
//! A crawl is a function of the portal file and the answers that are stored: it always begins at the
//! first page and asks only for what the WARC file lacks. So a crawl that was killed goes on where it
//! was, and a finished one can be run again without the network to the same result. A *run* in search
//! of what is new asks again for the archive pages that can have changed; each page is stored with the
//! number of the run that asked for it.

mod answer;
mod archive;
mod articles;
mod asker;
mod candidate;
mod finds;
mod folder;
mod result;
mod walk;

pub use jiff::civil::Date;

pub use answer::PageReason;
pub use asker::page;
pub use folder::{Folder, FolderError, recorded};
pub use result::{ArticleLine, Crawled, Problem, RouteTally};
pub use walk::{Progress, Terms, crawl};

/// The day of a time, in milliseconds since 1970 UTC.
pub fn date(unix_ms: i64) -> Option<Date> {
    let time = jiff::Timestamp::from_millisecond(unix_ms).ok()?;
    Some(time.to_zoned(jiff::tz::TimeZone::UTC).date())
}
