//! Scope filters: which records become rows, each drop with a reason id.

use schemars::JsonSchema;
use scutch_archive::revisit::Unresolved;
use scutch_archive::{PAGES, RecordKind, essence};
use serde::{Deserialize, Serialize};

use crate::config::ConfigError;
use crate::config::error::meaningless;
use crate::config::select::Select;

/// Which records become rows. By default: responses, resources and conversions with status 200 and
/// an HTML type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scope {
    /// Record types that can become rows, in lower case.
    pub record_types: Vec<String>,
    /// Status codes kept: a code (`404`), a class (`3xx`), a range (`200-299`), or `*` for all.
    /// Records without a status (resources) pass.
    pub statuses: Vec<String>,
    /// Media types kept, in lower case, without parameters.
    pub mimes: Vec<String>,
    /// Keep pages whose extracted text is empty.
    pub keep_empty: bool,
    /// Keep records that lost bytes (truncated, checksum wrong) as flagged rows instead of
    /// quarantining them.
    pub keep_damaged: bool,
    /// Keep pages that are no articles by the verdicts of a crawl in the archives, or by `is`,
    /// `is_not`, `keep` and `drop` of a portal file.
    // Only written where it is set: other runs keep the digest of their configuration.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub everything: bool,
    /// Leave out pages that ask machines not to index, keep or learn from them, and pages that reserve
    /// text and data mining.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub respect: bool,
    /// Filters by address, host, time, type of page, language and length.
    #[serde(skip_serializing_if = "Select::is_all")]
    pub select: Select,
}

/// Media type of plain text, which is out of scope by default.
pub const PLAIN_TEXT: &str = "text/plain";

/// A revisit has no body. Its row needs the record it refers to.
const REVISIT: &str = "revisit";

impl Default for Scope {
    fn default() -> Self {
        Self {
            record_types: ["response", "resource", "conversion"].map(str::to_owned).into(),
            statuses: vec!["200".into()],
            mimes: PAGES.map(str::to_owned).into(),
            keep_empty: false,
            keep_damaged: false,
            everything: false,
            respect: false,
            select: Select::default(),
        }
    }
}

/// A filter that drops intact records, with a reason id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filter {
    /// The record type is not among those configured.
    RecordType,
    /// Revisits are not among the configured record types, so none is resolved.
    RevisitUnresolved,
    /// A revisit stands for no capture among the inputs, for this reason.
    Revisit(Unresolved),
    /// The HTTP status is not among those configured.
    Status,
    /// The media type is not among those configured.
    Mime,
    /// The host is not among those selected.
    Host,
    /// No pattern of addresses to include matches.
    UrlNotIncluded,
    /// A pattern of addresses to exclude matches.
    UrlExcluded,
    /// The capture is not of the selected time.
    Period,
    /// No article, by a crawl or by a portal file.
    NotArticle,
    /// Extraction found no text.
    EmptyText,
    /// The type of the page is not among those selected.
    PageType,
    /// The language of the text is not among those selected.
    Language,
    /// The text has fewer words than selected.
    FewWords,
    /// A later page of a multi-page article. Its text is in the row of the first page.
    Continuation,
    /// A robots directive of the page asks machines not to index, keep or learn from it.
    RobotsDirective,
    /// The page reserves text and data mining.
    TdmReserved,
    /// Somebody decided to leave the row out.
    LeftOut,
    /// A list of what must not be in the corpus names it.
    Excluded,
    /// A stand-off corpus that is rebuilt does not have it with this text.
    NotInStandoff,
    /// A duplicate that a copy of the corpus lacks.
    Duplicate,
}

impl Filter {
    /// All filters, in the order they are applied.
    pub fn all() -> impl Iterator<Item = Self> {
        let revisits = Unresolved::ALL.iter().copied().map(Self::Revisit);
        let record = [Self::RecordType, Self::RevisitUnresolved].into_iter().chain(revisits);
        let capture = [Self::Status, Self::Mime];
        let select = [Self::Host, Self::UrlNotIncluded, Self::UrlExcluded, Self::Period];
        let page = [Self::NotArticle, Self::Continuation, Self::EmptyText];
        let afterwards = [Self::NotInStandoff, Self::Duplicate];
        let refused = [Self::Excluded, Self::RobotsDirective, Self::TdmReserved];
        let excluded = [Self::LeftOut].into_iter().chain(refused).chain(afterwards);
        let text = [Self::PageType, Self::Language, Self::FewWords];
        record.chain(capture).chain(select).chain(page).chain(excluded).chain(text)
    }

    /// Whether every run applies the filter, rather than those that ask for it.
    pub fn is_default(self) -> bool {
        use Filter::{FewWords, Host, Language, NotArticle, PageType, Period};
        let asked_for = [Host, Self::UrlNotIncluded, Self::UrlExcluded, Period, NotArticle];
        let afterwards = [Self::LeftOut, Self::Excluded, Self::NotInStandoff, Self::Duplicate];
        let of_text = [PageType, Language, FewWords];
        let refused = [Self::RobotsDirective, Self::TdmReserved];
        let lists = [&asked_for[..], &of_text, &afterwards, &refused];
        !lists.iter().any(|list| list.contains(&self))
    }

    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::RecordType => "record-type",
            Self::RevisitUnresolved => "revisit-unresolved",
            Self::Revisit(why) => why.id(),
            Self::Status => "status",
            Self::Mime => "mime",
            Self::Host => "host",
            Self::UrlNotIncluded => "url-not-included",
            Self::UrlExcluded => "url-excluded",
            Self::Period => "period",
            Self::NotArticle => "not-an-article",
            Self::EmptyText => "empty-text",
            Self::PageType => "page-type",
            Self::Language => "language",
            Self::FewWords => "few-words",
            Self::Continuation => "continuation",
            Self::RobotsDirective => "robots-directive",
            Self::TdmReserved => "tdm-reserved",
            Self::LeftOut => "left-out",
            Self::Excluded => "excluded",
            Self::NotInStandoff => "not-in-standoff",
            Self::Duplicate => "duplicate",
        }
    }

    /// The meaning of the filter, a sentence for reports.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::RecordType => "The record type is not one that becomes a row.",
            Self::RevisitUnresolved => {
                "A revisit record: the capture it refers to is not resolved."
            }
            Self::Revisit(why) => why.sentence(),
            Self::Status => "The HTTP status is out of scope.",
            Self::Mime => "The media type is out of scope.",
            Self::Host => "The host is not among those selected.",
            Self::UrlNotIncluded => "No pattern of addresses to include matches the address.",
            Self::UrlExcluded => "A pattern of addresses to exclude matches the address.",
            Self::Period => "The capture is not of the selected time.",
            Self::NotArticle => {
                "No article, by the verdict of the crawl that stored it or by a portal file."
            }
            Self::EmptyText => "Extraction found no text on the page.",
            Self::PageType => "The type of the page is not among those selected.",
            Self::Language => "The language of the text is not among those selected.",
            Self::FewWords => "The text has fewer words than selected.",
            Self::Continuation => {
                "A later page of an article: its text is in the row of the first."
            }
            Self::RobotsDirective => {
                "The page asks machines not to index, keep or learn from it (`noindex`, `noarchive`, `nocache`, `noai`, `noml`; `--respect`)."
            }
            Self::TdmReserved => {
                "The page reserves text and data mining (`tdm-reservation: 1`; `--respect`)."
            }
            Self::LeftOut => "Somebody decided to leave the row out (`--decisions`).",
            Self::Excluded => {
                "An exclusion list names it (`--exclude-list`), or it was redacted afterwards."
            }
            Self::NotInStandoff => {
                "The stand-off corpus that was rebuilt (`scutch rebuild`) does not have it with this text."
            }
            Self::Duplicate => "A duplicate that was left out afterwards (`scutch dedup --drop`).",
        }
    }
}

impl Scope {
    /// Whether revisits become rows.
    pub fn takes_revisits(&self) -> bool {
        self.by_type(REVISIT).is_none()
    }

    /// Filters by record type. `None` lets the record pass.
    pub fn by_type(&self, name: &str) -> Option<Filter> {
        if self.record_types.iter().any(|t| t == name) {
            None
        } else if name == REVISIT {
            Some(Filter::RevisitUnresolved)
        } else {
            Some(Filter::RecordType)
        }
    }

    /// Filters by status. A record without a status passes.
    pub fn by_status(&self, status: Option<u16>) -> Option<Filter> {
        // Resources and conversions have no HTTP message, so no status could exclude them.
        let status = status?;
        let kept = self.statuses.iter().any(|pattern| status_matches(pattern, status));
        (!kept).then_some(Filter::Status)
    }

    /// Filters by media type (lower case, no parameters).
    pub fn by_mime(&self, mime: Option<&str>) -> Option<Filter> {
        // Without a type, and without bytes that show one, nothing says that it is a page.
        let kept = mime.is_some_and(|mime| self.mimes.iter().any(|m| m == mime));
        (!kept).then_some(Filter::Mime)
    }

    /// Validates what the types cannot express.
    ///
    /// # Errors
    /// Names the first field with a meaningless value.
    pub fn check(&self) -> Result<(), ConfigError> {
        if let Some(bad) = self.statuses.iter().find(|pattern| !is_status_pattern(pattern)) {
            let expected = "write a code (404), a class (3xx), a range (200-299) or `*`";
            return meaningless("scope.statuses", bad, expected);
        }
        let unknown = |name: &&String| !RecordKind::names().any(|known| known == *name);
        if let Some(bad) = self.record_types.iter().find(unknown) {
            let expected = "name types of records, such as `response`";
            return meaningless("scope.record_types", bad, expected);
        }
        // Compared with types as they are read, so that a spelling that never matches is refused.
        let unread = |mime: &&String| essence(mime).as_ref() != Some(*mime);
        if let Some(bad) = self.mimes.iter().find(unread) {
            let expected = "write types in lower case, without parameters, such as `text/html`";
            return meaningless("scope.mimes", bad, expected);
        }
        self.select.check()
    }
}

/// Whether a pattern is valid in [`Scope::statuses`].
pub fn is_status_pattern(pattern: &str) -> bool {
    status_range(pattern).is_some()
}

/// Whether a status matches a pattern.
pub fn status_matches(pattern: &str, status: u16) -> bool {
    status_range(pattern).is_some_and(|(low, high)| (low..=high).contains(&status))
}

/// The lowest and the highest status of a pattern. `None` if it is invalid.
fn status_range(pattern: &str) -> Option<(u16, u16)> {
    // Three digits exactly: `20` is a typing error, not status 20.
    // Digits alone: parsing would also take a sign, as in `+20`.
    let number = |s: &str, digits| {
        let is_number = s.len() == digits && s.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| s.parse::<u16>().ok()).flatten()
    };
    let code = |s: &str| number(s, 3);
    if pattern == "*" {
        return Some((0, u16::MAX));
    }
    if let Some(class) = pattern.strip_suffix("xx") {
        // Some servers send statuses outside of 100 to 599, so all ten classes exist.
        let class = number(class, 1)?;
        return Some((class * 100, class * 100 + 99));
    }
    match pattern.split_once('-') {
        Some((low, high)) => Some((code(low)?, code(high)?)).filter(|(low, high)| low <= high),
        None => code(pattern).map(|c| (c, c)),
    }
}
