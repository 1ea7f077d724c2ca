//! Crawls portals: archive pages by all routes at once, then the articles that they list.
//!
//! A crawl is a function of the portal file and the stored answers. It always begins at the first
//! page and asks only for what the WARC file lacks. So a killed crawl continues where it was, and a
//! complete one gives the same result again without the network.
//!
//! An update (*run* 1, 2, ...) asks again for archive pages that may have changed. Each page is
//! stored with the number of the run that asked for it.

mod answer;
mod archive_page;
mod archive_queue;
mod article_page;
mod articles;
mod asker;
mod bounds;
mod candidates;
mod days;
mod external;
mod folder;
mod missing;
mod plan;
mod ranges;
mod result;
mod verdicts;
mod walk;

pub use jiff::civil::Date;

pub use answer::PageReason;
pub use asker::fetch_page;
pub use bounds::{Bound, RouteEnd};
pub use days::Days;
pub use folder::{Folder, FolderError, open_recorded};
pub use plan::{RoutePlan, plan};
pub use result::{ArticleLine, Cause, CrawlResult, PageProblem, RouteTally};
pub use walk::{CrawlOptions, Progress, crawl};

/// The day of a time in UTC; `unix_ms` is in milliseconds since 1970.
pub fn utc_date(unix_ms: i64) -> Option<Date> {
    let time = jiff::Timestamp::from_millisecond(unix_ms).ok()?;
    Some(time.to_zoned(jiff::tz::TimeZone::UTC).date())
}
