//! The sketch of a content: numbers from which every measure and all evidence are computed.
//!
//! Sketches are small where pages are large: a page is parsed once, then only its sketch is read.

pub(crate) mod blocks;
pub(crate) mod config;
pub(crate) mod evidence;
pub(crate) mod excerpt;
pub(crate) mod lexicon;
pub(crate) mod shown;
pub(crate) mod sketcher;
pub(crate) mod store;
mod vocabulary;

use scutch_template::Signature;
use serde::{Deserialize, Serialize};

use crate::text::terms::Terms;
use evidence::Evidence;
use excerpt::Excerpt;
use shown::Shown;

/// What a capture holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Content {
    /// A page with words.
    Words,
    /// A page, or nothing, without a word.
    Empty,
    /// No page: a picture, a script, a PDF file.
    NotPage,
}

/// What is kept of one content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sketch {
    /// What the capture holds.
    pub content: Content,
    /// Bytes of the content, after transfer and content coding are undone.
    pub bytes: u64,
    /// Tokens, repeats counted.
    pub words: u64,
    /// The tokens with their counts.
    pub terms: Terms,
    /// The tokens as text, with their counts, sorted.
    pub spelled: Vec<(String, u32)>,
    /// Simhash of the raw content.
    pub simhash_raw: u64,
    /// Simhash of the token counts.
    pub simhash_tf: u64,
    /// Spamsum of the raw content.
    pub spamsum: String,
    /// Hashes of the first tokens in their order.
    pub sequence: Vec<u32>,
    /// Smallest hashes of the runs of tokens.
    pub runs: Vec<u64>,
    /// Signature of the structure of the page.
    #[serde(with = "structure")]
    pub structure: Option<Signature>,
    /// Evidence besides the words, where asked for.
    pub evidence: Evidence,
    /// Title and first words, where asked for.
    pub excerpt: Excerpt,
    /// What the page shows and says of itself, where asked for.
    pub shown: Option<Shown>,
}

impl Sketch {
    /// Number of the text: equal for equal tokens with equal counts.
    pub(crate) fn text_number(&self) -> u64 {
        self.terms.iter().fold(self.words, |sum, (term, count)| {
            // A sum, so that the order of tokens does not matter.
            sum.wrapping_add((term ^ u64::from(count)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        })
    }
}

/// Signatures as their numbers.
mod structure {
    use scutch_template::{PERMUTATIONS, Signature};
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(
        signature: &Option<Signature>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        signature.as_ref().map(|signature| signature.numbers().to_vec()).serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Signature>, D::Error> {
        let Some(numbers) = Option::<Vec<u32>>::deserialize(from)? else { return Ok(None) };
        let numbers = <[u32; PERMUTATIONS]>::try_from(numbers);
        let wrong = |_| D::Error::custom("a signature of another length");
        numbers.map(Signature::from_numbers).map(Some).map_err(wrong)
    }
}
