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
    /// The best method available: `template` for pages with partners, else `page`. The mode `fast`
    /// always uses `page`.
    Auto,
    /// Single-page extraction, learned.
    Page,
    /// Joint evidence: pages of the same host and snapshots of the same page, if there are any.
    Template,
    /// Readability's scoring of containers.
    Article,
    /// jusText: length, link density and stop words of paragraphs.
    Justext,
    /// Boilerpipe: rules on words and links of blocks.
    Boilerpipe,
    /// Body text extraction: the span with most words and fewest tags.
    Bte,
    /// All visible text, boilerplate included.
    AllText,
    /// Blocks kept by at least one of page, article and boilerpipe.
    Union,
    /// Blocks kept by at least two of page, article and boilerpipe.
    Agreement,
}

impl Extractor {
    /// Whether the extractor may compare pages.
    pub fn may_compare(self) -> bool {
        // Whether `auto` does compare depends on the mode as well.
        matches!(self, Self::Auto | Self::Template)
    }

    /// The single-page method of this extractor, also used for pages without partners.
    pub fn method(self) -> Method {
        match self {
            // Joint methods judge a page without partners by itself.
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
