//! What is wanted of URLs.

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
    /// Reject hosts without registrable domain (`localhost`, `co.uk`).
    pub registrable: bool,
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
            registrable: true,
            files: vec![FileClass::Page],
            segments: &[
                SegmentKind::Listing,
                SegmentKind::Pager,
                SegmentKind::Archive,
                SegmentKind::Search,
                SegmentKind::Feed,
                SegmentKind::System,
                SegmentKind::Media,
            ],
            no_index: false,
            no_unwanted: false,
            no_traps: true,
            language: None,
            language_score: 0.5,
            deny: HostList::default(),
            allow: HostList::default(),
        }
    }

    /// Keeps pages with text only: no services, no index pages, no adult pages.
    pub fn strict() -> Filters {
        Filters {
            max_length: 500,
            segments: SegmentKind::ALL,
            no_index: true,
            no_unwanted: true,
            ..Filters::relaxed()
        }
    }

    /// Keeps lists of pages too, which lead a crawl to more pages.
    pub fn with_listings(self) -> Filters {
        const OTHERS: &[SegmentKind] =
            &[SegmentKind::Feed, SegmentKind::System, SegmentKind::Media];
        const STRICT_OTHERS: &[SegmentKind] = &[
            SegmentKind::Feed,
            SegmentKind::System,
            SegmentKind::Media,
            SegmentKind::Account,
            SegmentKind::Legal,
            SegmentKind::Contact,
        ];
        let strict = self.segments.contains(&SegmentKind::Account);
        Filters { segments: if strict { STRICT_OTHERS } else { OTHERS }, ..self }
    }
}

impl Default for Filters {
    fn default() -> Self {
        Filters::relaxed()
    }
}
