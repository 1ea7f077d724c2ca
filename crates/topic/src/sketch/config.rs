//! Settings of sketches: which text, how it becomes tokens, and what is kept.

use scutch_page::{Limits, Method};

use super::shown::Detail;
use crate::text::tokens::Preprocess;

/// The text of a page that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Text {
    /// All visible text.
    #[default]
    Full,
    /// The main text, without navigation and the like.
    Main,
    /// The text that jusText leaves.
    Justext,
    /// The text that boilerpipe leaves.
    Boilerpipe,
}

impl Text {
    /// The method that extracts it.
    pub(super) fn method(self) -> Method {
        match self {
            Self::Full => Method::AllText,
            Self::Main => Method::Page,
            Self::Justext => Method::Justext,
            Self::Boilerpipe => Method::Boilerpipe,
        }
    }
}

/// The input of the simhash of raw content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Raw {
    /// The characters of the content. Bytes that are not UTF-8 count as Latin-1.
    #[default]
    Characters,
    /// The bytes as Python prints them: the OTMT's code hashes this text.
    Printed,
}

/// What is kept of each content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SketchConfig {
    /// The text that is compared.
    pub text: Text,
    /// How the text becomes tokens.
    pub preprocess: Preprocess,
    /// Keep the tokens with their counts. Without them only their number is known.
    pub terms: bool,
    /// Compute the simhash of the raw content, from this input.
    pub simhash_raw: Option<Raw>,
    /// Compute the simhash of the token counts.
    pub simhash_tf: bool,
    /// Compute the spamsum of the raw content.
    pub spamsum: bool,
    /// Keep the first tokens in their order, and a sample of their runs.
    pub sequence: bool,
    /// Keep the signature of the structure.
    pub structure: bool,
    /// Keep the tokens as text, with their counts.
    pub spelled: bool,
    /// Count the tokens of the whole collection.
    pub union: bool,
    /// Collect the evidence for the learned combination.
    pub evidence: bool,
    /// Keep title and first words, for a report. No verdict depends on them.
    pub excerpt: bool,
    /// Keep what the page shows and says of itself, with so much detail.
    pub shown: Option<Detail>,
    /// Caps on the work a page may cost.
    pub limits: Limits,
}
