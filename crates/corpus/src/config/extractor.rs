//! Which method fills the column `text`.

use schemars::JsonSchema;
use scutch_page::Method;
use serde::{Deserialize, Serialize};

/// The method that fills the column `text`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Extractor {
    /// The best available for the page: `template` where it has partners, else `page`; under the mode `fast` `page`.
    Auto,
    /// Single-page extraction, learned.
    Page,
    /// Joint evidence of pages of the same host and snapshots of the same page, where there are any.
    Template,
    /// Readability's scoring of containers.
    Article,
    /// jusText: length, links and commonest words of paragraphs.
    Justext,
    /// Boilerpipe's rules on words and links.
    Boilerpipe,
    /// The stretch with most words and fewest tags.
    Bte,
    /// All visible text, boilerplate included.
    AllText,
    /// What any of page, article and boilerpipe takes.
    Union,
    /// What two of page, article and boilerpipe take.
    Agreement,
}

impl Extractor {
    /// Whether pages may be compared for it.
    pub fn may_compare(self) -> bool {
        matches!(self, Self::Auto | Self::Template)
    }

    /// The single-page method behind the name.
    pub fn method(self) -> Method {
        match self {
            Self::Auto | Self::Page | Self::Template => Method::Page,
            Self::Article => Method::Article,
            Self::Justext => Method::Justext,
            Self::Boilerpipe => Method::Boilerpipe,
            Self::Bte => Method::Bte,
            Self::AllText => Method::AllText,
            Self::Union => Method::Union,
            Self::Agreement => Method::Agreement,
        }
    }
}
