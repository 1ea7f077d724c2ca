//! Aligns the sentences of a tagger with those of a document.

use std::ops::Range;

use scutch_segment::{Segmented, shown};

use super::conllu;

/// The annotations of a document, aligned with its text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tagged {
    /// The sentences of each leaf, in reading order. Leaves without words have none.
    pub(crate) leaves: Vec<Vec<Sentence>>,
}

/// A sentence. Offsets are bytes in the text of the leaf.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) tokens: Vec<Token>,
    pub(crate) names: Vec<Name>,
}

/// A token. Unknown values are `_`, as in CoNLL-U.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) lemma: String,
    pub(crate) upos: String,
    pub(crate) xpos: String,
    pub(crate) feats: String,
}

/// A named entity: tokens from `first` to before `end`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) kind: String,
}

/// Aligns annotations. `None` if sentences or tokens differ from those of the document.
pub(super) fn align(
    id: &str,
    document: &Segmented<'_>,
    given: Vec<conllu::Sentence<'_>>,
) -> Option<Tagged> {
    let mut given = given.into_iter();
    let mut number = 0;
    let mut tagged = Tagged::default();
    for paragraph in document.every_paragraph() {
        let mut found = Vec::new();
        // Numbered as in the CoNLL-U we wrote: leaves without words have no number.
        number += usize::from(!paragraph.is_empty());
        for (place, own) in paragraph.sentences().enumerate() {
            let sentence = given.next()?;
            let is_next = sentence.id == format!("{id}.p{number}.s{}", place + 1);
            let is_same = sentence.text.is_none_or(|text| text == shown(&own.text()));
            // One different sentence rejects the document: all later ones would get wrong tags.
            if !is_next || !is_same {
                return None;
            }
            found.push(merged(own, sentence)?);
        }
        tagged.leaves.push(found);
    }
    // Sentences left over belong to another text.
    given.next().is_none().then_some(tagged)
}

/// Aligns a sentence.
fn merged(own: scutch_segment::Sentence<'_>, given: conllu::Sentence<'_>) -> Option<Sentence> {
    // A tagger with its own tokenizer cannot be aligned token by token.
    if own.len() != given.tokens.len() {
        return None;
    }
    let names = names(&given.tokens);
    let mut tokens = Vec::with_capacity(own.len());
    for (own, given) in own.tokens().zip(given.tokens) {
        if given.form != shown(own.form) {
            return None;
        }
        let Range { start, end } = own.range();
        let [lemma, upos, xpos, feats] = given.values;
        tokens.push(Token { start, end, lemma, upos, xpos, feats });
    }
    let (start, end) = (tokens.first()?.start, tokens.last()?.end);
    Some(Sentence { start, end, tokens, names })
}

/// Named entities from IOB tags such as `B-PER` and `I-PER`, or IOBES tags with `S-PER` and `E-PER`.
fn names(tokens: &[conllu::Token<'_>]) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some((place, kind)) = token.name.and_then(|tag| tag.split_once('-')) else { continue };
        let goes_on = matches!(place, "I" | "E");
        match names.last_mut() {
            Some(last) if goes_on && last.end == at && last.kind == kind => last.end += 1,
            // Some taggers begin names with `I-` (IOB1), so it may begin a name as well.
            _ => names.push(Name { first: at, end: at + 1, kind: kind.to_owned() }),
        }
    }
    names
}
