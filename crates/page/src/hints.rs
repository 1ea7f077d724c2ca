//! Hints: what the caller knows of a page besides its bytes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::PageFlag;

/// What is known of a page besides its bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hints<'a> {
    /// Address of the page.
    pub url: Option<&'a str>,
    /// The HTTP `Content-Type` value as sent.
    pub http_content_type: Option<&'a str>,
    /// The charset that a web archive guessed, as it wrote it.
    pub guessed_charset: Option<&'a str>,
    /// When the page was captured, milliseconds since 1970 UTC.
    pub capture_ms: Option<i64>,
    /// How the charset is found.
    pub charset_rule: CharsetRule,
}

/// How the charset is found.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum CharsetRule {
    /// Labels and bytes weighed against each other; never fails.
    #[default]
    Weighed,
    /// HTTP charset (or UTF-8) and declared charset must both decode; a page that fails is
    /// quarantined.
    ///
    /// The HTTP charset, or UTF-8 without one, and the charset that the document declares must both
    /// decode the bytes without error; the detector is never asked, nor what an archive guessed. A
    /// page that fails is flagged (`charset-http-fails`, `charset-document-fails`,
    /// `charset-label-unknown`). ("Rules of acquisition for mementos and their content", rule on
    /// character sets.)
    Strict,
}

/// Flags of pages that the strict rule refuses.
const REFUSED: [PageFlag; 3] =
    [PageFlag::CharsetHttpFails, PageFlag::CharsetDocumentFails, PageFlag::CharsetLabelUnknown];

impl CharsetRule {
    /// Why the rule refuses a page of these flags; the weighed rule refuses none.
    pub fn refusal(self, flags: &[PageFlag]) -> Option<PageFlag> {
        let refused = flags.iter().find(|flag| REFUSED.contains(flag)).copied();
        refused.filter(|_| self == Self::Strict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_strict_rule_refuses_pages() {
        let flags = [PageFlag::Mojibake, PageFlag::CharsetHttpFails];
        assert_eq!(CharsetRule::Strict.refusal(&flags), Some(PageFlag::CharsetHttpFails));
        assert_eq!(CharsetRule::Strict.refusal(&flags[..1]), None);
        assert_eq!(CharsetRule::Weighed.refusal(&flags), None);
    }

    #[test]
    fn rules_are_configured_by_name() {
        for (name, rule) in [("weighed", CharsetRule::Weighed), ("strict", CharsetRule::Strict)] {
            assert_eq!(serde_json::to_value(rule).expect("JSON"), name);
        }
    }
}
