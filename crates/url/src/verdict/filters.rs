//! What is wanted of URLs.

use super::endpoints::EndpointKind;
use super::hosts::HostList;
use super::words::{FileClass, SegmentKind};

/// Which filters apply. The default is [`Filters::relaxed`].
#[derive(Debug, Clone, PartialEq)]
pub struct Filters {
    /// Longest URL, in bytes, after normalisation.
    pub max_length: usize,
    /// Reject hosts that are IP addresses.
    pub no_ip: bool,
    /// Reject ports other than the default.
    pub no_port: bool,
    /// Reject user names and passwords.
    pub no_userinfo: bool,
    /// Reject hosts that nobody can reach: without a known public suffix (`localhost`, `co.uk`),
    /// of private networks (`192.168.0.1`), or a bare number (`http://1234`).
    pub public_hosts: bool,
    /// Kinds of endpoints that are not wanted.
    pub endpoints: &'static [EndpointKind],
    /// Classes of files that are wanted.
    pub files: Vec<FileClass>,
    /// Kinds of path segments that are not wanted.
    pub segments: &'static [SegmentKind],
    /// Reject index pages below the root that have no query.
    pub no_index: bool,
    /// Reject addresses with unwanted words.
    pub no_unwanted: bool,
    /// Reject crawler traps.
    pub no_traps: bool,
    /// Reject paths with program text, which come from scripts taken for links.
    pub no_script: bool,
    /// Language wanted, as a BCP 47 primary subtag.
    pub language: Option<String>,
    /// Evidence for another language from this score on rejects.
    pub language_score: f32,
    /// Hosts and domains that are never wanted.
    pub deny: HostList,
    /// If not empty, only these hosts and domains are wanted.
    pub allow: HostList,
}

impl Filters {
    /// Keeps whatever may be a page, lists of pages included only on request.
    pub fn relaxed() -> Filters {
        Filters {
            max_length: 2000,
            no_ip: false,
            no_port: false,
            no_userinfo: false,
            public_hosts: true,
            endpoints: EndpointKind::NO_ARTICLES,
            files: vec![FileClass::Page],
            segments: NO_ARTICLES,
            no_index: false,
            no_unwanted: false,
            no_traps: true,
            no_script: true,
            language: None,
            language_score: 0.5,
            deny: HostList::default(),
            allow: HostList::default(),
        }
    }

    /// Keeps pages with text only: no services, no platforms, no index pages, no adult pages.
    pub fn strict() -> Filters {
        Filters {
            max_length: 500,
            segments: SegmentKind::ALL,
            endpoints: EndpointKind::ALL,
            no_index: true,
            no_unwanted: true,
            ..Filters::relaxed()
        }
    }

    /// Keeps lists of pages too, which lead a crawl to more pages.
    pub fn with_listings(self) -> Filters {
        let strict = self.segments.contains(&SegmentKind::Legal);
        Filters {
            segments: if strict { STRICT_NO_PAGES } else { NO_PAGES },
            endpoints: if strict { STRICT_ENDPOINTS } else { EndpointKind::NO_PAGES },
            ..self
        }
    }

    /// Whether pages that list others are kept.
    pub fn keeps_listings(&self) -> bool {
        !self.segments.contains(&SegmentKind::Listing)
    }
}

/// Kinds of segments that no text stands behind, lists apart.
const NO_PAGES: &[SegmentKind] =
    &[SegmentKind::Login, SegmentKind::Feed, SegmentKind::System, SegmentKind::Media];
/// The same for strict filters.
const STRICT_NO_PAGES: &[SegmentKind] = &[
    SegmentKind::Login,
    SegmentKind::Account,
    SegmentKind::Legal,
    SegmentKind::Contact,
    SegmentKind::Feed,
    SegmentKind::System,
    SegmentKind::Media,
];
/// Lists and what no text stands behind.
const NO_ARTICLES: &[SegmentKind] = &[
    SegmentKind::Listing,
    SegmentKind::Subject,
    SegmentKind::Overview,
    SegmentKind::Pager,
    SegmentKind::Archive,
    SegmentKind::Search,
    SegmentKind::Login,
    SegmentKind::Feed,
    SegmentKind::System,
    SegmentKind::Media,
];
/// Endpoints of strict filters that keep lists.
const STRICT_ENDPOINTS: &[EndpointKind] = &[
    EndpointKind::Share,
    EndpointKind::Reply,
    EndpointKind::Edit,
    EndpointKind::Resource,
    EndpointKind::Platform,
];

impl Default for Filters {
    fn default() -> Self {
        Filters::relaxed()
    }
}
