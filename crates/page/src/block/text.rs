//! The one place where whitespace is normalised.
//!
//! Runs of any white space become one space; controls, soft hyphens and zero-width spaces go;
//! text is composed (NFC). A break in the markup becomes a newline.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

use super::quotes;

/// What separates the text so far from the text to come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Break,
}

/// What names begin with that go on with a capital.
const NAMES: &[&str] = &["Mc", "Mac", "La", "De", "You", "i", "e"];

/// Letters of a word that ends a sentence, rather than an abbreviation.
const WORD: usize = 3;
/// Scripts without spaces between words: Thai, Lao, Burmese, Khmer, and those of East Asia.
const DENSE: &[RangeInclusive<char>] = &[
    '\u{e00}'..='\u{eff}',
    '\u{1000}'..='\u{109f}',
    '\u{1780}'..='\u{17ff}',
    '\u{2e80}'..='\u{3ffff}',
];
/// What hid scripts from old browsers, without white space.
const LEFT_OVER: &[&str] = &[
    "//]]>",
    "//<![CDATA[",
    "]]>",
    "<![CDATA[",
    "/*]]>*/",
    "/*<![CDATA[*/",
    "-->",
    "<!--",
    "//-->",
    "//<!--",
];
const LEFT_OVER_BYTES: usize = 24;

/// The text of a block while it is written.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
    chars: u32,
    gap: Gap,
    /// The last character was one that shows where a word may be broken.
    breakable: bool,
    /// End of the last quotation mark that is not the page's.
    marked: usize,
    /// Line breaks among the first bytes, and how many bytes.
    counted: (u32, usize),
}

impl Writer {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Characters so far.
    pub(super) fn chars(&self) -> u32 {
        self.chars
    }

    /// Where the next visible character will be, in bytes.
    pub(super) fn position(&self) -> u32 {
        let gap = usize::from(self.gap != Gap::None && !self.text.is_empty());
        (self.text.len() + gap) as u32
    }

    /// End of the text so far, in bytes.
    pub(super) fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// The text; the writer is empty again.
    pub(super) fn take(&mut self) -> String {
        self.chars = 0;
        self.gap = Gap::None;
        self.marked = 0;
        self.counted = (0, 0);
        std::mem::take(&mut self.text)
    }

    /// A line break. Whether it is the second in a row, which makes a new paragraph.
    pub(super) fn line_break(&mut self) -> bool {
        let second = self.gap == Gap::Break && !self.text.is_empty();
        self.gap = Gap::Break;
        second
    }

    /// Something that is not text but has width.
    pub(super) fn space(&mut self) {
        self.gap = self.gap.max(Gap::Space);
    }

    /// The place of the character at `start`, or behind it if that is a space.
    pub(super) fn visible_from(&self, start: u32) -> u32 {
        start + u32::from(self.text.as_bytes().get(start as usize) == Some(&b' '))
    }

    /// Whether `run` begins a word of its own although nothing but a tag stands before it: `By` and `Ada` in two elements
    /// that styles set apart. A letter after a word in lower case or a number is capital only there.
    pub(super) fn meets(&self, run: &str) -> bool {
        let is_word = |before: &str| !before.ends_with(char::is_alphanumeric);
        if NAMES.iter().any(|name| self.text.strip_suffix(name).is_some_and(is_word)) {
            return false;
        }
        let (mut before, mut next) = (self.text.chars().rev(), run.chars());
        let (Some(last), Some(first)) = (before.next(), next.next()) else { return false };
        let mut of_word = || before.next().is_some_and(char::is_alphanumeric);
        let mut in_word = || next.next().is_some_and(char::is_lowercase);
        self.gap == Gap::None
            && !self.breakable
            && first.is_uppercase()
            && (last.is_lowercase() && of_word() || last.is_numeric() && in_word())
    }

    /// Whether nothing stands between the text so far and `run`.
    pub(super) fn touches(&self, run: &str) -> bool {
        let begins = run.chars().next().is_some_and(|first| !first.is_whitespace());
        begins && !self.text.is_empty() && self.gap == Gap::None && !self.breakable
    }

    /// Whether a word is at the end and `run` begins with a date or a time.
    pub(super) fn is_before_date(&self, run: &str) -> bool {
        let last = self.text.chars().next_back();
        match begins_with_date(run) {
            Some(Dated::Day) => last.is_some_and(|c| c.is_alphanumeric() || c == ')'),
            // Numbers and single letters are parts of it.
            Some(Dated::Time) => last.is_some_and(|c| c.is_alphabetic() || c == ')'),
            None => false,
        }
    }

    /// Whether a sentence is at the end and `run` begins another.
    pub(super) fn is_before_sentence(&self, run: &str) -> bool {
        self.ends_sentence() && begins_sentence(run)
    }

    /// Whether a word is at the end and `run` begins with one, in scripts with spaces between words.
    pub(super) fn is_before_word(&self, run: &str) -> bool {
        let is_spaced =
            |c: char| c.is_alphanumeric() && !DENSE.iter().any(|dense| dense.contains(&c));
        let last = self.text.chars().next_back();
        last.is_some_and(is_spaced) && run.chars().next().is_some_and(is_spaced)
    }

    /// Whether a word and a full stop or another such sign are at the end.
    fn ends_sentence(&self) -> bool {
        let Some(before) = self.text.strip_suffix(['.', '!', '?']) else { return false };
        before.chars().rev().take(WORD).filter(|c| c.is_lowercase()).count() == WORD
    }

    /// Whether all that stands there was to hide a script from old browsers.
    pub(super) fn is_left_over(&self) -> bool {
        self.text.len() <= LEFT_OVER_BYTES
            && LEFT_OVER.contains(&&*self.text.replace([' ', '\n'], ""))
    }

    /// Whether there is nothing to be seen, as where only a joiner of letters stands.
    pub(super) fn is_unseen(&self) -> bool {
        self.text.chars().all(|c| c == ' ' || ('\u{200c}'..='\u{200f}').contains(&c))
    }

    /// Running text.
    pub(super) fn flow(&mut self, run: &str) {
        let run = composed(run);
        let mut rest = &*run;
        while !rest.is_empty() {
            let (visible, after) = rest.split_at(visible_prefix(rest));
            if !visible.is_empty() {
                self.push(visible);
            }
            let Some(special) = after.chars().next() else { return };
            if class(special) == Class::Space {
                self.space();
            }
            self.breakable = class(special) == Class::Nothing;
            rest = &after[special.len_utf8()..];
        }
    }

    /// A quotation mark at the end of a quotation: white space before it goes behind it.
    pub(super) fn close_quotation(&mut self, mark: &str) {
        let gap = std::mem::take(&mut self.gap);
        self.push(mark);
        self.marked = self.text.len();
        self.gap = gap;
    }

    /// A quotation mark before a quotation.
    pub(super) fn open_quotation(&mut self, mark: &str) {
        self.flow(mark);
        self.marked = self.text.len();
    }

    /// Whether a quotation mark of the page stands right before what comes next.
    pub(super) fn is_quoted(&self) -> bool {
        self.gap == Gap::None && self.marked < self.text.len() && quotes::ends_with_one(&self.text)
    }

    /// Text whose white space counts.
    pub(super) fn verbatim(&mut self, run: &str) {
        self.gap = Gap::None;
        let unwanted = |c: char| {
            let blank = matches!(c, '\n' | '\t') || !c.is_control();
            !blank || class(c) == Class::Nothing
        };
        for part in run.split(unwanted) {
            self.push(part);
        }
    }

    /// Begins a new line of verbatim text, unless one has just begun.
    pub(super) fn verbatim_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.push("\n");
        }
    }

    /// The line of verbatim text that is being written, from 0.
    pub(super) fn line(&mut self) -> u32 {
        let (lines, bytes) = self.counted;
        let more = self.text.bytes().skip(bytes).filter(|byte| *byte == b'\n').count();
        self.counted = (lines + more as u32, self.text.len());
        self.counted.0
    }

    /// Takes white space off the end of verbatim text, all of it if there is nothing else.
    pub(super) fn trim_end(&mut self) {
        let kept = self.text.trim_end().len();
        self.chars -= self.text[kept..].chars().count() as u32;
        self.text.truncate(kept);
    }

    fn push(&mut self, visible: &str) {
        if self.gap != Gap::None && !self.text.is_empty() {
            self.text.push(if self.gap == Gap::Break { '\n' } else { ' ' });
            self.chars += 1;
        }
        self.gap = Gap::None;
        self.breakable = false;
        self.chars += visible.bytes().filter(|b| (*b as i8) >= -0x40).count() as u32;
        self.text.push_str(visible);
    }
}

/// Running text from anywhere, normalised like block text.
pub(crate) fn normalised(text: &str) -> String {
    let mut writer = Writer::default();
    writer.flow(text);
    writer.take()
}

/// What a text begins with.
enum Dated {
    Day,
    Time,
}

/// Whether a text begins with a date that starts with its year, or with the time of a day.
fn begins_with_date(text: &str) -> Option<Dated> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mut behind = text[digits..].chars();
    let sign = behind.next();
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    match (digits, sign) {
        (4, Some('-' | '/' | '\u{5e74}')) if is_digit(behind.next()) => Some(Dated::Day),
        (1 | 2, Some(':')) if is_digit(behind.next()) && is_digit(behind.next()) => {
            Some(Dated::Time)
        }
        _ => None,
    }
}

/// Whether a text begins with a capital and a small letter.
fn begins_sentence(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase)
}

/// Length of the prefix that is already normal: visible characters with single spaces between.
fn visible_prefix(text: &str) -> usize {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if class(c) == Class::Visible {
            end = at + c.len_utf8();
        } else if c != ' ' || at != end || at == 0 {
            break;
        }
    }
    end
}

#[derive(PartialEq, Eq)]
enum Class {
    Visible,
    Space,
    Nothing,
}

fn class(c: char) -> Class {
    match c {
        ' '
        | '\t'
        | '\n'
        | '\r'
        | '\u{c}'
        | '\u{b}'
        | '\u{85}'
        | '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => Class::Space,
        '\0'..='\u{1f}'
        | '\u{7f}'..='\u{9f}'
        | '\u{ad}'
        | '\u{200b}'
        | '\u{2060}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffc}' => Class::Nothing,
        _ => Class::Visible,
    }
}

fn composed(text: &str) -> Cow<'_, str> {
    // Everything below U+0300 is composed.
    if text.bytes().all(|b| b < 0xcc) || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_normalised_once() {
        for (source, expected) in [
            ("  a \n\t b  ", "a b"),
            ("a\u{a0}\u{a0}b\u{3000}c", "a b c"),
            ("zero\u{200b}width soft\u{ad}hyphen", "zerowidth softhyphen"),
            ("bell\u{7} \u{80}", "bell"),
            ("e\u{301}", "\u{e9}"),
            ("\u{4e2d}\u{6587}", "\u{4e2d}\u{6587}"),
        ] {
            assert_eq!(normalised(source), expected);
        }
    }

    #[test]
    fn breaks_are_newlines_and_two_of_them_end_a_paragraph() {
        let mut writer = Writer::default();
        assert!(!writer.line_break());
        writer.flow("a ");
        assert!(!writer.line_break());
        writer.flow(" b");
        assert_eq!(writer.chars(), 3);
        assert!(!writer.line_break());
        writer.flow(" ");
        assert!(writer.line_break());
        assert_eq!(writer.take(), "a\nb");
    }
}
