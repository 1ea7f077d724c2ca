//! Routes: ways through the archive pages of a portal.

use jiff::civil::Date;
use regex::Regex;
use scutch_page::Selector;
use scutch_url::Url;

use crate::address::{ArchivePages, ArchiveRange};
use crate::document::Document;
use crate::file::{Fault, RouteFile, RouteKind, StopFile};
use crate::rule::{Rules, compile_rules, regexes, selectors};

/// A route through the archive pages.
#[derive(Debug, Clone)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// What its pages are.
    pub kind: RouteKind,
    /// Rules for the articles that a page lists.
    pub links: Rules,
    /// Rules for the next page.
    pub next: Rules,
    /// Where it ends.
    pub stop: Stop,
    templates: ArchivePages,
    pages: Vec<Regex>,
    page_is: Vec<Selector>,
}

/// Where a route or a range of it ends.
///
/// The numbers bound what a site decides: pages, links and lists that only its answers name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// At a page without articles.
    pub empty: bool,
    /// After so many consecutive pages without new articles.
    pub stale: Option<u32>,
    /// In updates, at a page without new articles.
    pub known: bool,
    /// After the page with this address.
    pub last: Option<String>,
    /// After so many pages of a range, or so many that other pages link to.
    pub pages: u32,
    /// After so many pages of the whole route.
    pub total: u32,
    /// At pages that are so many links away from one whose address the file gives.
    pub depth: u32,
    /// After so many addresses that may be articles.
    pub articles: u32,
    /// After so many addresses on one page.
    pub list: u32,
}

/// Addresses of articles that one route may find, where the file sets no other number. A million
/// addresses take some 400 MB.
pub(crate) const ARTICLES: u32 = 1_000_000;

impl Stop {
    fn compile(file: StopFile, kind: RouteKind) -> Self {
        Self {
            // By default, an empty page or one without news ends a range: most archives are dense.
            empty: file.empty.unwrap_or(true),
            stale: file.stale,
            known: file.known.unwrap_or(true),
            last: file.last,
            // Calendars and pagers without end must end somewhere.
            pages: file.pages.unwrap_or(100_000),
            total: file.total.unwrap_or(1_000_000),
            depth: file.depth.unwrap_or(match kind {
                // Each page of a pager leads to the next one.
                RouteKind::Pages => 10_000,
                // The protocol has an index and its sitemaps. Some sites add a level or two.
                RouteKind::Sitemap | RouteKind::Feed => 3,
            }),
            articles: file.articles.unwrap_or(ARTICLES),
            // The sitemap protocol allows 50,000; some sites exceed that.
            list: file.list.unwrap_or(100_000),
        }
    }
}

impl Route {
    /// Compiles a route. `links` and `next` are the rules of the file, for routes without their
    /// own.
    pub(crate) fn compile(
        name: &str,
        file: &RouteFile,
        columns: &[String],
        links: &Rules,
        next: &Rules,
    ) -> Result<Self, Fault> {
        if file.url.is_none() && file.pages.is_empty() && file.page_is.is_empty() {
            let hint = "set `url`, or `pages` or `page_is` where other pages link to them";
            return Err(Fault::new("nothing leads to the pages of this route", hint));
        }
        let kind = file.kind.unwrap_or_default();
        Ok(Self {
            name: name.to_owned(),
            kind,
            links: compile_rules(file.links.as_ref(), "links")?.unwrap_or_else(|| links.clone()),
            next: compile_rules(file.next.as_ref(), "next")?.unwrap_or_else(|| next.clone()),
            stop: Stop::compile(file.stop.clone().unwrap_or_default(), kind),
            templates: ArchivePages::compile(file, columns)?,
            pages: regexes(&file.pages, "pages")?,
            page_is: selectors(&file.page_is, "page_is")?,
        })
    }

    /// Whether its addresses contain dates.
    pub fn is_dated(&self) -> bool {
        self.templates.is_dated()
    }

    /// Whether its newest date comes first.
    pub fn is_new_first(&self) -> bool {
        self.templates.is_new_first()
    }

    /// The ranges of archive pages that the templates give, relative to the first page of the
    /// portal. Ranges of dates without an end end `today`.
    pub fn ranges(&self, base: &Url, today: Date) -> Vec<ArchiveRange> {
        self.templates.ranges(base, today)
    }

    /// Regular expressions for path and query of the addresses that the templates give.
    pub(crate) fn address_forms(&self, base: &Url) -> Vec<String> {
        self.templates.forms(base)
    }

    /// Narrows the range of dates, if there is one.
    pub(crate) fn narrow(&mut self, from: Option<Date>, to: Option<Date>) {
        self.templates.narrow(from, to);
    }

    /// Whether an address belongs to the route; `target` is its path and query.
    pub(crate) fn has_address(&self, target: &str) -> bool {
        self.pages.iter().any(|pages| pages.is_match(target))
    }

    /// Whether a page belongs to the route by its content.
    pub(crate) fn has_page(&self, page: &Document) -> bool {
        self.page_is.iter().any(|selector| page.has(selector))
    }
}
