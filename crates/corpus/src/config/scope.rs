//! Scope filters: which records become rows, each drop with a reason id.

use schemars::JsonSchema;
use scutch_archive::RecordKind;
use serde::{Deserialize, Serialize};

use super::mime::PAGES;
use crate::config::error::meaningless;
use crate::config::{ConfigError, mime};

/// Which records become rows. The defaults keep pages: responses, resources and conversions, status
/// 200, HTML.
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
}

/// Media type of plain text, kept by option.
pub const PLAIN_TEXT: &str = "text/plain";

/// The record type that needs resolving.
const REVISIT: &str = "revisit";

impl Default for Scope {
    fn default() -> Self {
        Self {
            record_types: ["response", "resource", "conversion"].map(str::to_owned).into(),
            statuses: vec!["200".into()],
            mimes: PAGES.map(str::to_owned).into(),
            keep_empty: false,
            keep_damaged: false,
        }
    }
}

/// A named filter that puts a sound record out of scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filter {
    /// The record type is not asked for.
    RecordType,
    /// A revisit whose original capture is not resolved.
    RevisitUnresolved,
    /// The HTTP status is not asked for.
    Status,
    /// The media type is not asked for.
    Mime,
    /// Extraction found no text.
    EmptyText,
    /// A later page of an article of several pages.
    Continuation,
}

impl Filter {
    /// Every filter, in the order they are asked.
    pub const ALL: [Self; 6] = [
        Self::RecordType,
        Self::RevisitUnresolved,
        Self::Status,
        Self::Mime,
        Self::Continuation,
        Self::EmptyText,
    ];

    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::RecordType => "record-type",
            Self::RevisitUnresolved => "revisit-unresolved",
            Self::Status => "status",
            Self::Mime => "mime",
            Self::EmptyText => "empty-text",
            Self::Continuation => "continuation",
        }
    }

    /// What the filter means, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::RecordType => "The record type is not one that becomes a row.",
            Self::RevisitUnresolved => {
                "A revisit record: the capture it refers to is not resolved."
            }
            Self::Status => "The HTTP status is out of scope.",
            Self::Mime => "The media type is out of scope.",
            Self::EmptyText => "Extraction found no text on the page.",
            Self::Continuation => {
                "A later page of an article: its text is in the row of the first."
            }
        }
    }
}

impl Scope {
    /// Whether revisits are to become rows.
    pub fn takes_revisits(&self) -> bool {
        self.by_type(REVISIT).is_none()
    }

    /// Decides by record type alone; `None` lets the record pass.
    pub fn by_type(&self, name: &str) -> Option<Filter> {
        if self.record_types.iter().any(|t| t == name) {
            None
        } else if name == REVISIT {
            Some(Filter::RevisitUnresolved)
        } else {
            Some(Filter::RecordType)
        }
    }

    /// Decides by status; a record without one passes.
    pub fn by_status(&self, status: Option<u16>) -> Option<Filter> {
        let status = status?;
        let kept = self.statuses.iter().any(|pattern| status_matches(pattern, status));
        (!kept).then_some(Filter::Status)
    }

    /// Decides by media type (lower case, no parameters).
    pub fn by_mime(&self, mime: Option<&str>) -> Option<Filter> {
        let kept = mime.is_some_and(|mime| self.mimes.iter().any(|m| m == mime));
        (!kept).then_some(Filter::Mime)
    }

    /// Checks what types cannot.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        if let Some(bad) = self.statuses.iter().find(|pattern| !is_status_pattern(pattern)) {
            let expected = "write a code (404), a class (3xx), a range (200-299) or `*`";
            return meaningless("scope.statuses", bad, expected);
        }
        let unknown = |name: &&String| !RecordKind::names().any(|known| known == *name);
        if let Some(bad) = self.record_types.iter().find(unknown) {
            let expected = "name types of records, such as `response`";
            return meaningless("scope.record_types", bad, expected);
        }
        let unread = |mime: &&String| mime::essence(mime).as_ref() != Some(*mime);
        if let Some(bad) = self.mimes.iter().find(unread) {
            let expected = "write types in lower case, without parameters, such as `text/html`";
            return meaningless("scope.mimes", bad, expected);
        }
        Ok(())
    }
}

/// Whether a pattern is one that [`Scope::statuses`] understands.
pub fn is_status_pattern(pattern: &str) -> bool {
    status_range(pattern).is_some()
}

/// Whether a status is one of those that a pattern stands for.
pub fn status_matches(pattern: &str, status: u16) -> bool {
    status_range(pattern).is_some_and(|(low, high)| (low..=high).contains(&status))
}

fn status_range(pattern: &str) -> Option<(u16, u16)> {
    let code = |s: &str| (s.len() == 3).then(|| s.parse::<u16>().ok()).flatten();
    if pattern == "*" {
        return Some((0, u16::MAX));
    }
    if let Some(class) = pattern.strip_suffix("xx") {
        let class = class.parse::<u16>().ok().filter(|c| *c < 10)?;
        return Some((class * 100, class * 100 + 99));
    }
    match pattern.split_once('-') {
        Some((low, high)) => Some((code(low)?, code(high)?)).filter(|(low, high)| low <= high),
        None => code(pattern).map(|c| (c, c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_patterns() {
        let cases = [
            ("200", 200, true),
            ("200", 201, false),
            ("3xx", 301, true),
            ("3xx", 200, false),
            ("200-299", 206, true),
            ("*", 999, true),
        ];
        for (pattern, status, kept) in cases {
            assert_eq!(status_matches(pattern, status), kept, "{pattern} {status}");
        }
        for bad in ["", "20", "2x", "xx", "99xx", "200-", "a-b", "2000", "300-200"] {
            assert_eq!(status_range(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_revisit_is_named_apart_from_other_types() {
        let scope = Scope::default();
        assert_eq!(scope.by_type("response"), None);
        assert_eq!(scope.by_type("revisit"), Some(Filter::RevisitUnresolved));
        assert_eq!(scope.by_type("request"), Some(Filter::RecordType));
    }
}
