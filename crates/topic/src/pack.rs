//! Sketches as bytes, for the time between reading and judging. The form never leaves a run.

use crate::evidence::Evidence;
use crate::lexicon::{Hit, Notice};
use crate::sketch::{Content, Sketch};
use crate::terms::Terms;
use scutch_template::{PERMUTATIONS, Signature};

/// A sketch as bytes.
pub(crate) fn pack(sketch: &Sketch) -> Vec<u8> {
    let mut out = Out(Vec::with_capacity(64 + 12 * sketch.terms.distinct()));
    out.number(sketch.content as u64);
    for number in [sketch.bytes, sketch.words, sketch.simhash_raw, sketch.simhash_tf] {
        out.number(number);
    }
    out.number(sketch.terms.distinct() as u64);
    for (term, count) in sketch.terms.iter() {
        out.number(term);
        out.0.extend(count.to_le_bytes());
    }
    out.number(sketch.spelled.len() as u64);
    for (word, count) in &sketch.spelled {
        out.text(word);
        out.0.extend(count.to_le_bytes());
    }
    out.text(&sketch.spamsum);
    out.number(sketch.sequence.len() as u64);
    sketch.sequence.iter().for_each(|token| out.0.extend(token.to_le_bytes()));
    out.numbers(&sketch.runs);
    out.number(u64::from(sketch.structure.is_some()));
    let structure = sketch.structure.iter().flat_map(Signature::numbers);
    structure.for_each(|number| out.0.extend(number.to_le_bytes()));
    let evidence = &sketch.evidence;
    out.text(&evidence.title);
    out.numbers(&evidence.title_terms);
    out.numbers(&evidence.frame);
    out.text(evidence.language.as_deref().unwrap_or_default());
    out.number(u64::from(evidence.refresh));
    out.number(evidence.words);
    out.number(evidence.hits.len() as u64);
    for hit in &evidence.hits {
        out.number(hit.notice as u64);
        for share in [hit.title, hit.block, hit.page] {
            out.number(u64::from(share.to_bits()));
        }
        out.number(u64::from(hit.entries));
        out.number(u64::from(hit.sentences));
    }
    out.0
}

/// The sketch of bytes that [`pack`] made; `None` if they are cut off.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Sketch> {
    let mut rest = In(bytes);
    let content = match rest.number()? {
        0 => Content::Words,
        1 => Content::Empty,
        _ => Content::NotPage,
    };
    let (bytes, words, simhash_raw, simhash_tf) =
        (rest.number()?, rest.number()?, rest.number()?, rest.number()?);
    let count = rest.number()?;
    let mut terms = Vec::new();
    for _ in 0..count {
        terms.push((rest.number()?, u32::from_le_bytes(rest.take()?)));
    }
    let terms = Terms::new(terms);
    let words_spelled = rest.number()?;
    let mut spelled = Vec::new();
    for _ in 0..words_spelled {
        spelled.push((rest.text()?, u32::from_le_bytes(rest.take()?)));
    }
    let spamsum = rest.text()?;
    let tokens = rest.number()?;
    let sequence: Vec<u32> =
        (0..tokens).map(|_| rest.take().map(u32::from_le_bytes)).collect::<Option<_>>()?;
    let runs = rest.numbers()?;
    let structure = if rest.number()? == 1 { Some(rest.signature()?) } else { None };
    let title = rest.text()?;
    let title_terms = rest.numbers()?;
    let frame = rest.numbers()?;
    let language = Some(rest.text()?).filter(|l| !l.is_empty());
    let refresh = rest.number()? == 1;
    let visible = rest.number()?;
    let mut hits = Vec::new();
    for _ in 0..rest.number()? {
        hits.push(rest.hit()?);
    }
    let evidence = Evidence { title, title_terms, frame, language, hits, refresh, words: visible };
    Some(Sketch {
        content,
        bytes,
        words,
        terms,
        spelled,
        simhash_raw,
        simhash_tf,
        spamsum,
        sequence,
        runs,
        structure,
        evidence,
    })
}

struct Out(Vec<u8>);

impl Out {
    fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn numbers(&mut self, numbers: &[u64]) {
        self.number(numbers.len() as u64);
        numbers.iter().for_each(|n| self.number(*n));
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend(text.as_bytes());
    }
}

struct In<'b>(&'b [u8]);

impl In<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn numbers(&mut self) -> Option<Vec<u64>> {
        let count = self.number()?;
        (0..count).map(|_| self.number()).collect()
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn signature(&mut self) -> Option<Signature> {
        let mut numbers = [0; PERMUTATIONS];
        for number in &mut numbers {
            *number = u32::from_le_bytes(self.take()?);
        }
        Some(Signature::from_numbers(numbers))
    }

    fn share(&mut self) -> Option<f32> {
        self.number().and_then(|bits| u32::try_from(bits).ok()).map(f32::from_bits)
    }

    fn hit(&mut self) -> Option<Hit> {
        let notice = *Notice::ALL.get(usize::try_from(self.number()?).ok()?)?;
        Some(Hit {
            notice,
            title: self.share()?,
            block: self.share()?,
            page: self.share()?,
            entries: u16::try_from(self.number()?).ok()?,
            sentences: u16::try_from(self.number()?).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Media, SketchConfig, Sketcher};
    use scutch_page::Hints;

    #[test]
    fn nothing_is_lost() {
        let config = SketchConfig {
            evidence: true,
            simhash_tf: true,
            spamsum: true,
            sequence: true,
            spelled: true,
            structure: true,
            ..SketchConfig::default()
        };
        for html in ["", "<title>404 Not Found</title><h1 class=x>Not Found</h1>"] {
            let hints = Hints::default();
            let sketch = Sketcher::default().sketch(html.as_bytes(), Media::Html, &hints, &config);
            let packed = pack(&sketch);
            assert_eq!(unpack(&packed).as_ref(), Some(&sketch));
            assert_eq!(unpack(&packed[..packed.len() - 1]), None);
        }
    }
}
