//! A portal, its routes and its articles as they are written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ContentFile, Day, FileError, OneOrMany, RuleFile};

/// A portal: where its archive pages are, and what is taken from them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PortalFile {
    /// What the portal is called.
    pub name: Option<String>,
    /// The preset this file changes.
    pub preset: Option<String>,
    /// The first page; addresses of archive pages may be relative to it.
    pub url: Option<String>,
    /// Other hosts that links to the same site name; taken as the host of `url`.
    pub hosts: Vec<String>,
    /// Whether the hosts that the first page names as its own are such hosts.
    pub learn_hosts: Option<bool>,
    /// Names that stand for `{column}` in templates, one after the other.
    pub columns: Vec<String>,
    /// Ways through the archive pages, by name.
    pub archive: BTreeMap<String, RouteFile>,
    /// The articles that an archive page lists.
    pub links: Option<OneOrMany<RuleFile>>,
    /// The archive page that comes next.
    pub next: Option<OneOrMany<RuleFile>>,
    /// What is an article.
    pub article: ArticleFile,
    /// What of an article's page is the article: rule sets in order.
    pub content: Vec<ContentFile>,
    /// Addresses never asked for, as regular expressions over path and query.
    pub skip: Vec<String>,
}

/// One way through the archive pages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RouteFile {
    /// Leaves a route of the preset out.
    pub off: Option<bool>,
    /// What the pages are: `pages`, `sitemap`, `feed`.
    pub kind: Option<RouteKind>,
    /// Templates of addresses: `{year}`, `{month}`, `{day}`, `{page}`, `{column}`; `{month:02}`
    /// with two digits, `{month:name}` from `months`; `{next-year}` and so on of the next day.
    pub url: Option<OneOrMany<String>>,
    /// First day, or month, or year, as the template has them.
    pub from: Option<Day>,
    /// Last day; today where it is missing.
    pub to: Option<Day>,
    /// Which end of the range comes first.
    pub order: Option<Order>,
    /// Names of the twelve months.
    pub months: Vec<String>,
    /// Page numbers.
    pub page: Option<PageFile>,
    /// Addresses that belong to this route wherever they are linked, as regular expressions over
    /// path and query.
    pub pages: Vec<String>,
    /// Pages that match one of these selectors belong to this route whatever their address.
    pub page_is: Vec<String>,
    /// The articles that pages of this route list, instead of `links` of the file.
    pub links: Option<OneOrMany<RuleFile>>,
    /// The page that comes next, instead of `next` of the file.
    pub next: Option<OneOrMany<RuleFile>>,
    /// When to stop.
    pub stop: Option<StopFile>,
}

/// What the pages of a route are.
// In the schema under its old name, which editors may refer to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Kind")]
pub enum RouteKind {
    /// Pages with lists of links.
    #[default]
    Pages,
    /// Sitemaps and indexes of sitemaps.
    Sitemap,
    /// RSS and Atom.
    Feed,
}

/// Which end of a range of dates comes first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The oldest first.
    #[default]
    OldFirst,
    /// The newest first.
    NewFirst,
}

/// Page numbers of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PageFile {
    /// Number of the first page; 1.
    pub first: Option<u32>,
    /// Number of the last page; as long as there are articles.
    pub max: Option<u32>,
    /// What is added from page to page; 1.
    pub step: Option<u32>,
    /// Address of the first page where it has no number.
    pub start: Option<String>,
}

/// When a route, or a date of it, has been read to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StopFile {
    /// At a page without articles; true.
    pub empty: Option<bool>,
    /// After so many pages with no article that was not known before; never.
    pub stale: Option<u32>,
    /// In runs that only look for what is new: at an article known from an earlier run; true.
    pub known: Option<bool>,
    /// At this address, which is still read.
    pub last: Option<String>,
    /// After so many pages of a range, or so many that other pages link to; 100,000.
    pub pages: Option<u32>,
    /// After so many pages of the whole route; 1,000,000.
    pub total: Option<u32>,
    /// At pages that are so many links away from one whose address the file gives: 10,000, and 3
    /// for sitemaps and feeds.
    pub depth: Option<u32>,
    /// After so many addresses that may be articles; 1,000,000.
    pub articles: Option<u32>,
    /// After so many addresses on one page; 100,000.
    pub list: Option<u32>,
}

/// Which pages are behind a paywall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected `true`, `false` or a list of selectors")]
pub enum PaywallFile {
    /// All whose structured data say so, or none.
    Marked(bool),
    /// Those that one of these selectors matches.
    Selectors(Vec<String>),
}

/// What is an article.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArticleFile {
    /// A page is an article when one of these selectors matches; without any, every page that is
    /// listed is one.
    pub is: Vec<String>,
    /// And none of these.
    pub is_not: Vec<String>,
    /// Which pages are behind a paywall and so no articles: `false` for none, `true` for all whose
    /// structured data say `isAccessibleForFree: false`, or selectors of which one matches. Without
    /// this key, pages that say so and have next to no text.
    pub paywall: Option<PaywallFile>,
    /// Addresses that can be articles, as regular expressions over path and query.
    pub keep: Vec<String>,
    /// Addresses that cannot.
    pub drop: Vec<String>,
    /// Addresses that are asked for last, and only where the article with the number in their first
    /// group is not known by then, as regular expressions over path and query.
    pub late: Vec<String>,
    /// Whether articles may be on other sites; no.
    pub elsewhere: Option<bool>,
    /// Where the number of the article stands: a rule for text. Pages with the same are one
    /// article.
    pub id: Option<OneOrMany<RuleFile>>,
    /// Other addresses the page gives for itself; all rules count.
    pub alias: Option<OneOrMany<RuleFile>>,
    /// The next page of an article of several pages.
    pub next: Option<OneOrMany<RuleFile>>,
    /// How many further pages an article may have; 1000.
    pub max_pages: Option<u32>,
    /// Articles that an article leads to, as the one before and the one after it; all rules count.
    pub neighbours: Option<OneOrMany<RuleFile>>,
    /// How many addresses neighbours may lead to; 1,000,000.
    pub max_neighbours: Option<u32>,
}

impl PortalFile {
    /// Parses a portal file, without compiling it.
    ///
    /// # Errors
    /// When it is no TOML, or has unknown keys or values of a wrong type.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        toml::from_str(text).map_err(|error| FileError::from_toml(text, &error))
    }
}
