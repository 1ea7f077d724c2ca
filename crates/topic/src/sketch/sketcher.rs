//! From the content of a capture to its sketch.

use rustc_hash::FxHashMap;
use scutch_archive::{Capture, HttpFlag, MediaType};
use scutch_page::{ExtractConfig, Hints, Page, render};
use scutch_template::Signature;

use super::config::{Raw, SketchConfig};
use super::evidence::{Evidence, gather, title};
use super::excerpt::Excerpt;
use super::vocabulary::Vocabulary;
use super::{Content, Sketch, shown};
use crate::measure::simhash::{self, Simhasher};
use crate::measure::{sequence, spamsum};
use crate::text::language;
use crate::text::terms::Terms;

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

impl Media {
    /// How the content of a capture is to be read.
    pub fn of_capture(capture: &Capture<'_>) -> Self {
        let is_coded = capture.payload.flags.contains(&HttpFlag::EncodingLost);
        let is_empty = capture.payload.content.is_empty();
        if is_coded { Self::Other } else { Self::read(&capture.media_type(), is_empty) }
    }

    /// How bytes are to be read, by what a server says of them and by how they begin.
    pub fn of_bytes(content_type: Option<&str>, bytes: &[u8]) -> Self {
        Self::read(&MediaType::read(content_type, None, |_| bytes.into()), bytes.is_empty())
    }

    fn read(media_type: &MediaType, is_empty: bool) -> Self {
        match media_type.essence.as_deref() {
            Some("text/plain") => Self::Plain,
            // A page for telephones, which the corpus leaves out.
            Some("application/vnd.wap.xhtml+xml") => Self::Html,
            Some(_) if media_type.is_page() => Self::Html,
            // An empty body is an empty page, so that it counts as off-topic rather than unknown.
            _ if is_empty && media_type.says_nothing() => Self::Html,
            _ => Self::Other,
        }
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
    pub(crate) fn sketch_page(
        &mut self,
        bytes: &[u8],
        page: &Page,
        config: &SketchConfig,
    ) -> Sketch {
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
        // Stop words count as none: a page of nothing else is empty to every measure.
        sketch.content = if sketch.words == 0 { Content::Empty } else { Content::Words };
        if config.evidence {
            sketch.evidence = gather(page, language);
        }
        if config.excerpt {
            sketch.excerpt = Excerpt::new(page, &title(page.tree()));
        }
        sketch.shown = config.shown.map(|detail| shown::gather(page, &text, detail));
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
            excerpt: Excerpt::default(),
            shown: None,
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
            // Hashing and counting are most of the work; word counts alone need neither.
            if counted {
                let id = vocabulary.count(token);
                if config.sequence && sketch.sequence.len() < sequence::MOST {
                    sketch.sequence.push((id >> 32) as u32);
                }
            }
            if config.spelled {
                match spelled.get_mut(token) {
                    Some(count) => *count += 1,
                    // The key is copied for new words only.
                    None => drop(spelled.insert(token.into(), 1)),
                }
            }
        });
        if config.spelled {
            sketch.spelled = spelled.into_iter().map(|(word, n)| (word.into(), n)).collect();
            // Hash order is not the same in each run.
            sketch.spelled.sort_unstable();
        }
        self.sum_up(sketch, config);
    }

    /// What follows from the counts of the page's words.
    fn sum_up(&self, sketch: &mut Sketch, config: &SketchConfig) {
        let vocabulary = &self.vocabulary;
        if config.simhash_tf {
            let votes = vocabulary.page().map(|word| (word.hash, word.count));
            sketch.simhash_tf = simhash::hash_counts(votes);
        }
        if config.terms {
            sketch.terms =
                Terms::new(vocabulary.page().map(|word| (word.id, word.count)).collect());
        }
        if config.sequence {
            sketch.runs = sequence::smallest_runs(&sketch.sequence);
        }
    }

    fn raw(&mut self, bytes: &[u8], config: &SketchConfig) -> u64 {
        match config.simhash_raw {
            None => 0,
            Some(Raw::Printed) => self.hasher.hash_text(&simhash::printed(bytes)),
            // Latin-1: every byte is a character, whatever the charset.
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
pub(crate) mod tests {
    use super::*;

    /// The sketch of a page, with terms and evidence.
    pub(crate) fn sketch(html: &str) -> Sketch {
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
        assert_eq!(Media::of_bytes(Some("image/png"), b"<"), Media::Other);
        assert_eq!(Media::of_bytes(Some("text/html; charset=x"), b""), Media::Html);
        assert_eq!(Media::of_bytes(None, b" <!doctype html>"), Media::Html);
        assert_eq!(Media::of_bytes(None, b"%PDF-1.4"), Media::Other);
        assert_eq!(Media::of_bytes(None, b""), Media::Html);
    }
}
