//! How a block is written: counts over its characters, made in one pass.

/// Width of a character in scripts without spaces, where it is worth about half a word.
const DENSE: f32 = 3.0;

/// Counts over the characters of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Wording {
    /// Length in characters; those of dense scripts count as [`DENSE`].
    pub(crate) width: f32,
    /// Characters that are not white space.
    pub(crate) visible: u32,
    pub(crate) digits: u32,
    pub(crate) upper: u32,
    pub(crate) symbols: u32,
    pub(crate) commas: u32,
    /// Number of sentence ends.
    pub(crate) sentences: u32,
    pub(crate) ends_sentence: bool,
    pub(crate) ends_colon: bool,
}

impl Wording {
    pub(crate) fn of(text: &str) -> Self {
        let mut wording = Self::default();
        // A full stop ends a sentence only before white space (`1.2.3`); others always do.
        let mut stopped = false;
        // Lower-case letters and spaces, most of any text, take a short path.
        let (mut plain, mut spaces) = (0, 0);
        for c in text.chars() {
            if c.is_ascii_lowercase() {
                plain += 1;
                stopped = false;
                continue;
            }
            if c == ' ' {
                spaces += 1;
                wording.sentences += u32::from(stopped);
                stopped = false;
                continue;
            }
            wording.width += if is_dense(c) { DENSE } else { 1.0 };
            if c.is_whitespace() {
                wording.sentences += u32::from(stopped);
                stopped = false;
                continue;
            }
            wording.visible += 1;
            match c {
                '.' | '!' | '?' | '\u{2026}' => stopped = true,
                '\u{3002}' | '\u{ff01}' | '\u{ff1f}' | '\u{61f}' | '\u{6d4}' | '\u{964}' => {
                    wording.sentences += 1;
                    stopped = false;
                }
                // Quotes and brackets may follow the stop.
                '"' | '\'' | ')' | ']' | '\u{201c}' | '\u{201d}' | '\u{2019}' | '\u{bb}' => {}
                ',' | ';' | '\u{3001}' | '\u{ff0c}' | '\u{60c}' => wording.commas += 1,
                _ if c.is_alphabetic() => {
                    wording.upper += u32::from(c.is_uppercase());
                    stopped = false;
                }
                _ if c.is_numeric() => {
                    wording.digits += 1;
                    stopped = false;
                }
                _ => {
                    wording.symbols += 1;
                    stopped = false;
                }
            }
        }
        wording.sentences += u32::from(stopped);
        wording.visible += plain;
        wording.width += (plain + spaces) as f32;
        let end = text.trim_end_matches(['"', '\'', ')', ']', '\u{201c}', '\u{201d}', '\u{bb}']);
        wording.ends_sentence = end.ends_with([
            '.', '!', '?', '\u{2026}', '\u{3002}', '\u{ff01}', '\u{ff1f}', '\u{61f}', '\u{6d4}',
            '\u{964}',
        ]);
        wording.ends_colon = end.ends_with([':', '\u{ff1a}']);
        wording
    }

    /// A count as a share of the visible characters.
    pub(crate) fn share(&self, count: u32) -> f32 {
        count as f32 / self.visible.max(1) as f32
    }
}

/// Whether a character belongs to a script that writes a word in one to three characters.
pub(crate) fn is_dense(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether the text holds four digits in a row, and no more, that could be a year.
pub(crate) fn has_year(text: &str) -> bool {
    let mut numbers = text.as_bytes().split(|b| !b.is_ascii_digit());
    numbers.any(|n| n.len() == 4 && (n.starts_with(b"19") || n.starts_with(b"20")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_readers_pause() {
        for (text, sentences, ends) in [
            ("No end", 0, false),
            ("One. Two!", 2, true),
            ("He said \"yes.\" Then left.", 2, true),
            ("Version 1.2.3 of a.b.c", 0, false),
            ("\u{4f60}\u{597d}\u{3002}\u{518d}\u{89c1}\u{3002}", 2, true),
            ("Wait\u{2026} (really?)", 2, true),
        ] {
            let wording = Wording::of(text);
            assert_eq!((wording.sentences, wording.ends_sentence), (sentences, ends), "{text}");
        }
    }

    #[test]
    fn dense_scripts_are_wider() {
        assert!(Wording::of("\u{65b0}\u{805e}").width > Wording::of("abcd").width);
    }
}
