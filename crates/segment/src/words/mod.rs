//! Tokens as treebanks of Universal Dependencies have them, for languages with rules.
//!
//! White space separates chunks. Of a chunk, signs are cut off at both ends ([`chunk`]); what is
//! left is cut at signs within it ([`inner`]) and at its clitics ([`clitics`]).

mod address;
mod chunk;
mod clitics;
mod contraction;
mod inner;
mod signs;

use super::language::Language;
use chunk::{Chunk, Place};
pub(super) use chunk::{is_dotted, is_item, is_name, is_roman};
pub(super) use contraction::second_word;
use signs::is_letters;
pub(super) use signs::is_sign;

/// Longer chunks are no words: the Unicode rules cut them, in time that grows with their length
/// alone.
const LONG: usize = 1000;

/// The sentence that is cut into tokens.
pub(super) struct Words<'l> {
    language: &'l Language,
    /// An apostrophe has opened a quotation, so another one may close it.
    is_quoted: bool,
}

/// A chunk that the Unicode rules cut: it has characters of a script without spaces.
pub(super) type Unspaced<'f> = &'f mut dyn FnMut(&str, usize, &mut Vec<u32>);

impl<'l> Words<'l> {
    pub(super) fn new(language: &'l Language) -> Self {
        Self { language, is_quoted: false }
    }

    /// Adds the ends of the tokens of a sentence that begins at `offset`.
    pub(super) fn add(
        &mut self,
        sentence: &str,
        offset: usize,
        ends: &mut Vec<u32>,
        unspaced: Unspaced<'_>,
    ) {
        // Behind the last letter or digit, a full stop ends the sentence.
        let last = sentence.rfind(|c: char| !is_sign(c) && !c.is_whitespace()).unwrap_or(0);
        let mut at = 0;
        for piece in sentence.split(char::is_whitespace) {
            let start = at;
            at += piece.len();
            let behind = sentence[at..].chars().next().map_or(0, char::len_utf8);
            if is_letters(piece) {
                ends.push((offset + at) as u32);
            } else if piece.len() > LONG || piece.contains(signs::is_unspaced) {
                unspaced(piece, offset + start, ends);
            } else if !piece.is_empty() {
                let place = match start {
                    start if start + piece.len() > last => Place::Last,
                    0 => Place::First,
                    _ => Place::Within,
                };
                let chunk = Chunk { text: piece, offset: offset + start, place };
                self.add_chunk(&chunk, ends);
            }
            at += behind;
        }
    }
}
