//! How a block is written: counts over its characters, made in one pass.

/// Width of a character in scripts without spaces, where it is worth about half a word.
const DENSE: f32 = 3.0;

/// Signs that can end a sentence.
const SENTENCE_ENDS: [char; 10] = [
    '.', '!', '?', '\u{2026}', '\u{3002}', '\u{ff01}', '\u{ff1f}', '\u{61f}', '\u{6d4}', '\u{964}',
];

/// Counts over the characters of a block.
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
    /// Counts the characters of a text.
    pub(crate) fn of_text(text: &str) -> Self {
        let mut wording = Self::default();
        let mut stopped = false;
        // Most characters of most texts are small letters and spaces: they take the short way.
        let (mut small, mut spaces) = (0, 0);
        for c in text.chars() {
            if c.is_ascii_lowercase() {
                small += 1;
                stopped = false;
            } else if c == ' ' {
                spaces += 1;
                wording.sentences += u32::from(stopped);
                stopped = false;
            } else {
                stopped = wording.count(c, stopped);
            }
        }
        wording.sentences += u32::from(stopped);
        wording.visible += small;
        wording.width += (small + spaces) as f32;
        let end = text.trim_end_matches(['"', '\'', ')', ']', '\u{201c}', '\u{201d}', '\u{bb}']);
        wording.ends_sentence = end.ends_with(SENTENCE_ENDS);
        wording.ends_colon = end.ends_with([':', '\u{ff1a}']);
        wording
    }

    /// Counts a character. Whether a full stop or the like came last, which ends a sentence only
    /// where white space follows.
    fn count(&mut self, c: char, stopped: bool) -> bool {
        self.width += if is_dense(c) { DENSE } else { 1.0 };
        if c.is_whitespace() {
            self.sentences += u32::from(stopped);
            return false;
        }
        self.visible += 1;
        match c {
            '.' | '!' | '?' | '\u{2026}' => return true,
            // These end a sentence wherever they stand.
            '\u{3002}' | '\u{ff01}' | '\u{ff1f}' | '\u{61f}' | '\u{6d4}' | '\u{964}' => {
                self.sentences += 1;
            }
            // Quotes and brackets may follow the stop.
            '"' | '\'' | ')' | ']' | '\u{201c}' | '\u{201d}' | '\u{2019}' | '\u{bb}' => {
                return stopped;
            }
            ',' | ';' | '\u{3001}' | '\u{ff0c}' | '\u{60c}' => {
                self.commas += 1;
                return stopped;
            }
            _ if c.is_alphabetic() => self.upper += u32::from(c.is_uppercase()),
            _ if c.is_numeric() => self.digits += 1,
            _ => self.symbols += 1,
        }
        false
    }

    /// `count` as a share of the visible characters.
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
            let wording = Wording::of_text(text);
            assert_eq!((wording.sentences, wording.ends_sentence), (sentences, ends), "{text}");
        }
    }

    #[test]
    fn dense_scripts_are_wider() {
        assert!(Wording::of_text("\u{65b0}\u{805e}").width > Wording::of_text("abcd").width);
    }

    #[test]
    fn characters_are_counted_by_what_they_are() {
        let wording = Wording::of_text("Ab, 12: (c)");
        let counts =
            [wording.visible, wording.digits, wording.upper, wording.commas, wording.symbols];
        assert_eq!(counts, [9, 2, 1, 1, 2]);
        assert!((wording.share(wording.digits) - 2.0 / 9.0).abs() < 1e-6);
        assert!(Wording::of_text("Namely:").ends_colon && !Wording::of_text("Namely").ends_colon);
        assert_eq!(Wording::of_text(""), Wording::default());
    }

    #[test]
    fn four_digits_that_begin_like_one_are_a_year() {
        for (text, expected) in [
            ("in 1984", true),
            ("2024", true),
            ("c2019b", true),
            ("1884", false),
            ("20245", false),
            ("12.2019", true),
            ("", false),
        ] {
            assert_eq!(has_year(text), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn text_is_counted_the_same_in_one_piece_or_two(a in "[a-zA-Z0-9,\u{65b0} \
            ]{0,20}", b in "[a-z0-9,\u{65b0} ]{0,20}") {
            let texts = [&a, &b, &[&*a, &*b].concat()];
            let [first, second, both] = texts.map(|text| Wording::of_text(text));
            proptest::prop_assert_eq!(first.visible + second.visible, both.visible);
            proptest::prop_assert_eq!(first.digits + second.digits, both.digits);
            proptest::prop_assert!((first.width + second.width - both.width).abs() < 1e-3);
        }
    }
}
