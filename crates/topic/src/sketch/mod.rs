//! The sketch of a content: numbers from which every measure and all evidence are computed.
//!
//! Sketches are small where pages are large: a page is parsed once, then only its sketch is read.

pub(crate) mod evidence;
pub(crate) mod lexicon;
pub(crate) mod store;
mod vocabulary;

use rustc_hash::FxHashMap;
use scutch_page::{ExtractConfig, Hints, Limits, Method, Page, render};
use scutch_template::Signature;
use serde::{Deserialize, Serialize};

use crate::measure::simhash::{self, Simhasher};
use crate::measure::{sequence, spamsum};
use crate::sketch::evidence::{Evidence, gather};
use crate::sketch::vocabulary::Vocabulary;
use crate::text::language;
use crate::text::terms::Terms;
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
    fn method(self) -> Method {
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
    /// Caps on the work a page may cost.
    pub limits: Limits,
}

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
}

impl Sketch {
    /// Number of the text: equal for equal tokens with equal counts.
    pub(crate) fn text_number(&self) -> u64 {
        self.terms.iter().fold(self.words, |sum, (term, count)| {
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

/// How the bytes of a capture are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Media {
    /// HTML or XHTML.
    Html,
    /// Plain text.
    Plain,
    /// Neither.
    Other,
}

/// The media type that the server names. Where it names none, the one that the bytes look like.
pub fn media(content_type: Option<&str>, bytes: &[u8]) -> Media {
    let essence = content_type.unwrap_or_default().split(';').next().unwrap_or_default();
    match essence.trim().to_ascii_lowercase().as_str() {
        "text/html" | "application/xhtml+xml" | "application/vnd.wap.xhtml+xml" => Media::Html,
        "text/plain" => Media::Plain,
        // No media type, or one that servers send for anything: markup is taken for a page. An
        // empty body is an empty page, so that it counts as off-topic rather than unknown.
        "" | "unknown/unknown" | "application/octet-stream" | "text/xml" | "application/xml" => {
            let head = bytes.trim_ascii_start();
            if head.is_empty() || head.starts_with(b"<") { Media::Html } else { Media::Other }
        }
        _ => Media::Other,
    }
}

/// Computes sketches. It remembers hashes of words and shingles, which pages share.
#[derive(Debug, Default)]
pub struct Sketcher {
    hasher: Simhasher,
    vocabulary: Vocabulary,
}

impl Sketcher {
    /// The sketch of the content of a capture.
    pub fn sketch(
        &mut self,
        bytes: &[u8],
        media: Media,
        hints: &Hints<'_>,
        config: &SketchConfig,
    ) -> Sketch {
        let mut sketch = self.unread(bytes, config);
        let page = match media {
            Media::Html => Page::parse(bytes, hints, &config.limits),
            Media::Plain => Page::plain_text(bytes, hints, &config.limits),
            Media::Other => return sketch,
        };
        self.read_page(&mut sketch, &page, config);
        sketch
    }

    /// The sketch of a page that is parsed already, with the same hints and limits.
    pub fn sketch_page(&mut self, bytes: &[u8], page: &Page, config: &SketchConfig) -> Sketch {
        let mut sketch = self.unread(bytes, config);
        self.read_page(&mut sketch, page, config);
        sketch
    }

    fn read_page(&mut self, sketch: &mut Sketch, page: &Page, config: &SketchConfig) {
        sketch.structure = config.structure.then(|| Signature::of_structure(page));
        let extraction = config.text.method().extract(page, &ExtractConfig::default());
        let text = render::text(page, &extraction);
        // Detection costs as much as counting: only where something depends on it.
        let by_language = config.evidence || config.preprocess.reads_language();
        let language = by_language.then(|| language::detect(&text)).flatten();
        self.count(sketch, &text, language.map(|(code, _)| code), config);
        sketch.content = if sketch.words == 0 { Content::Empty } else { Content::Words };
        if config.evidence {
            sketch.evidence = gather(page, language);
        }
    }

    /// What needs no page: size and hashes of the bytes.
    fn unread(&mut self, bytes: &[u8], config: &SketchConfig) -> Sketch {
        Sketch {
            content: Content::NotPage,
            bytes: bytes.len() as u64,
            words: 0,
            terms: Terms::default(),
            spelled: Vec::new(),
            simhash_raw: self.raw(bytes, config),
            simhash_tf: 0,
            spamsum: if config.spamsum { spamsum::spamsum(bytes) } else { String::new() },
            sequence: Vec::new(),
            runs: Vec::new(),
            structure: None,
            evidence: Evidence::default(),
        }
    }

    fn count(
        &mut self,
        sketch: &mut Sketch,
        text: &str,
        language: Option<&str>,
        config: &SketchConfig,
    ) {
        let counted = config.terms || config.sequence || config.simhash_tf;
        let vocabulary = &mut self.vocabulary;
        let mut spelled: FxHashMap<Box<str>, u32> = FxHashMap::default();
        vocabulary.begin(config.simhash_tf);
        config.preprocess.run(text, language, |token| {
            sketch.words += 1;
            if counted {
                let id = vocabulary.count(token);
                if config.sequence && sketch.sequence.len() < sequence::MOST {
                    sketch.sequence.push((id >> 32) as u32);
                }
            }
            if config.spelled {
                match spelled.get_mut(token) {
                    Some(count) => *count += 1,
                    None => drop(spelled.insert(token.into(), 1)),
                }
            }
        });
        if config.simhash_tf {
            let votes = vocabulary.page().map(|word| (word.hash, word.count));
            sketch.simhash_tf = simhash::hash_counts(votes);
        }
        if config.terms {
            sketch.terms =
                Terms::new(vocabulary.page().map(|word| (word.id, word.count)).collect());
        }
        if config.spelled {
            sketch.spelled = spelled.into_iter().map(|(word, n)| (word.into(), n)).collect();
            sketch.spelled.sort_unstable();
        }
        if config.sequence {
            sketch.runs = sequence::smallest_runs(&sketch.sequence);
        }
    }

    fn raw(&mut self, bytes: &[u8], config: &SketchConfig) -> u64 {
        match config.simhash_raw {
            None => 0,
            Some(Raw::Printed) => self.hasher.hash_text(&simhash::printed(bytes)),
            Some(Raw::Characters) => match std::str::from_utf8(bytes) {
                Ok(text) => self.hasher.hash_text(text),
                Err(_) => {
                    self.hasher.hash_text(&bytes.iter().map(|b| char::from(*b)).collect::<String>())
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch(html: &str) -> Sketch {
        let config = SketchConfig {
            simhash_raw: Some(Raw::Characters),
            simhash_tf: true,
            terms: true,
            evidence: true,
            ..SketchConfig::default()
        };
        let hints = Hints::default();
        Sketcher::default().sketch(html.as_bytes(), Media::Html, &hints, &config)
    }

    #[test]
    fn words_are_counted() {
        let sketch = sketch("<title>River</title><p>The river rose, the river fell.");
        assert_eq!((sketch.content, sketch.words), (Content::Words, 6));
        assert_eq!(sketch.terms.distinct(), 4);
        assert!(sketch.simhash_raw != 0 && sketch.simhash_tf != 0);
        assert_eq!(sketch.evidence.title_terms.len(), 1);
    }

    #[test]
    fn pages_without_words_are_empty() {
        for html in ["", "<html><body></body></html>", "<p> &nbsp; — </p>"] {
            assert_eq!(sketch(html).content, Content::Empty, "{html}");
        }
    }

    #[test]
    fn what_is_no_page() {
        assert_eq!(media(Some("image/png"), b"<"), Media::Other);
        assert_eq!(media(Some("text/html; charset=x"), b""), Media::Html);
        assert_eq!(media(None, b" <!doctype html>"), Media::Html);
        assert_eq!(media(None, b"%PDF-1.4"), Media::Other);
        assert_eq!(media(None, b""), Media::Html);
    }
}
