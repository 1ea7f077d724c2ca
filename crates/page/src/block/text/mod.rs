//! The text of a block while it is written: the one place where white space is normalised.
//!
//! Runs of any white space become one space. Controls, soft hyphens and zero-width spaces are
//! dropped. The text is composed (Unicode normalisation form C). A line break in the markup becomes
//! a newline.

mod characters;
pub(super) mod seams;

use self::characters::{Class, class, composed, visible_prefix};
use super::quotes;

/// What separates the text so far from the text to come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Break,
}

/// Marks that hid scripts from old browsers, without white space.
const SCRIPT_MARKS: &[&str] = &[
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
/// Bytes of such a mark with white space in it; longer texts are not compared.
const SCRIPT_MARK_BYTES: usize = 24;

/// Writes the text of one block after another.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
    chars: u32,
    gap: Gap,
    /// The last character was a soft hyphen or the like, where a word may be broken.
    breakable: bool,
    /// End of the last quotation mark that we wrote, in bytes; the page's own marks do not count.
    marked: usize,
    /// Line breaks counted so far, and the bytes they were counted in.
    counted: (u32, usize),
}

impl Writer {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Characters so far.
    pub(super) fn chars(&self) -> u32 {
        self.chars
    }

    /// Bytes so far.
    pub(super) fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// Where the next visible character will be, in bytes.
    pub(super) fn position(&self) -> u32 {
        let gap = usize::from(self.gap != Gap::None && !self.text.is_empty());
        (self.text.len() + gap) as u32
    }

    /// Hands over the text; the writer is empty again.
    pub(super) fn take(&mut self) -> String {
        self.chars = 0;
        self.gap = Gap::None;
        self.marked = 0;
        self.counted = (0, 0);
        std::mem::take(&mut self.text)
    }

    /// Writes a line break. Whether it is the second in a row, which ends a paragraph.
    pub(super) fn line_break(&mut self) -> bool {
        let second = self.gap == Gap::Break && !self.text.is_empty();
        self.gap = Gap::Break;
        second
    }

    /// Writes something that is not text but has width.
    pub(super) fn space(&mut self) {
        // A break is not weakened to a space.
        self.gap = self.gap.max(Gap::Space);
    }

    /// The byte of the first visible character at or after `start`.
    pub(super) fn visible_from(&self, start: u32) -> u32 {
        start + u32::from(self.text.as_bytes().get(start as usize) == Some(&b' '))
    }

    /// Whether `run` begins a word of its own although only tags stand before it.
    pub(super) fn starts_new_word(&self, run: &str) -> bool {
        self.is_open() && seams::starts_new_word(&self.text, run)
    }

    /// Whether neither white space nor a possible word break stands between the text and `run`.
    pub(super) fn touches(&self, run: &str) -> bool {
        let begins = run.chars().next().is_some_and(|first| !first.is_whitespace());
        begins && !self.text.is_empty() && self.is_open()
    }

    /// Whether the next character would be glued to the last one.
    fn is_open(&self) -> bool {
        self.gap == Gap::None && !self.breakable
    }

    /// Whether all of the text is a mark that hid a script from old browsers.
    pub(super) fn is_script_mark(&self) -> bool {
        self.text.len() <= SCRIPT_MARK_BYTES
            && SCRIPT_MARKS.contains(&&*self.text.replace([' ', '\n'], ""))
    }

    /// Whether nothing visible was written; joiners and direction marks alone show nothing.
    pub(super) fn is_invisible(&self) -> bool {
        self.text.chars().all(|c| c == ' ' || ('\u{200c}'..='\u{200f}').contains(&c))
    }

    /// Writes running text.
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

    /// Writes the quotation mark before a quotation.
    pub(super) fn open_quotation(&mut self, mark: &str) {
        self.flow(mark);
        self.marked = self.text.len();
    }

    /// Writes the quotation mark after a quotation. White space before the mark moves behind it.
    pub(super) fn close_quotation(&mut self, mark: &str) {
        let gap = std::mem::take(&mut self.gap);
        self.push(mark);
        self.marked = self.text.len();
        self.gap = gap;
    }

    /// Whether the page itself wrote a quotation mark right before the text to come.
    pub(super) fn is_quoted(&self) -> bool {
        self.gap == Gap::None && self.marked < self.text.len() && quotes::ends_with_one(&self.text)
    }

    /// Writes text whose white space counts.
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

    /// Begins a new line of verbatim text, unless the text is at the beginning of one.
    pub(super) fn verbatim_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.push("\n");
        }
    }

    /// The line of verbatim text that is being written, from 0.
    pub(super) fn line(&mut self) -> u32 {
        // Code can have a number beside each of a million lines: count each byte once.
        let (lines, bytes) = self.counted;
        let more = self.text.bytes().skip(bytes).filter(|byte| *byte == b'\n').count();
        self.counted = (lines + more as u32, self.text.len());
        self.counted.0
    }

    /// Removes white space from the end of verbatim text.
    pub(super) fn trim_end(&mut self) {
        let kept = self.text.trim_end().len();
        self.chars -= self.text[kept..].chars().count() as u32;
        self.text.truncate(kept);
    }

    fn push(&mut self, visible: &str) {
        // Gaps at the beginning of a block are dropped, and those at its end are never written.
        if self.gap != Gap::None && !self.text.is_empty() {
            self.text.push(if self.gap == Gap::Break { '\n' } else { ' ' });
            self.chars += 1;
        }
        self.gap = Gap::None;
        self.breakable = false;
        // Counts the bytes that begin a character: all but 0b10xx_xxxx.
        self.chars += visible.bytes().filter(|b| (*b as i8) >= -0x40).count() as u32;
        self.text.push_str(visible);
    }
}

/// Running text from outside of blocks, normalised like theirs.
pub(crate) fn normalised(text: &str) -> String {
    let mut writer = Writer::default();
    writer.flow(text);
    writer.take()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    #[test]
    fn verbatim_text_keeps_its_white_space_and_loses_controls() {
        let mut writer = Writer::default();
        writer.verbatim("a\n  b\tc\u{0}d\u{ad}");
        writer.verbatim_line();
        writer.verbatim_line();
        assert_eq!(writer.line(), 2);
        writer.verbatim("e\n\n ");
        assert_eq!(writer.line(), 4);
        writer.trim_end();
        let chars = writer.chars();
        let text = writer.take();
        assert_eq!(text, "a\n  b\tcd\ne");
        assert_eq!(chars as usize, text.chars().count());
    }

    #[test]
    fn quotation_marks_keep_their_side_of_the_space() {
        let mut writer = Writer::default();
        writer.flow("She said ");
        writer.open_quotation("\u{201c}");
        writer.flow("yes ");
        assert!(!writer.is_quoted(), "our own mark");
        writer.close_quotation("\u{201d}");
        writer.flow("and left. \"");
        assert!(writer.is_quoted(), "the mark of the page");
        assert_eq!(writer.take(), "She said \u{201c}yes\u{201d} and left. \"");
    }

    #[test]
    fn marks_of_hidden_scripts_are_known_with_white_space() {
        for (text, is_mark) in [
            ("//]]>", true),
            ("/* ]]> */", true),
            ("// <![CDATA[", true),
            ("<!-- //", false),
            ("--> and so on", false),
            ("", false),
        ] {
            let mut writer = Writer::default();
            writer.flow(text);
            assert_eq!(writer.is_script_mark(), is_mark, "{text}");
        }
    }

    proptest! {
        #[test]
        fn normalised_text_is_normal(text in "[a-c \\n\\t\u{a0}\u{ad}\u{7}\u{4e2d}e]{0,40}") {
            let once = normalised(&text);
            prop_assert_eq!(&normalised(&once), &once);
            prop_assert!(!once.contains("  ") && once.trim() == once);
        }

        #[test]
        fn characters_are_counted_however_text_arrives(
            runs in proptest::collection::vec("[ab \\n\u{e9}\u{ad}]{0,6}", 0..8),
        ) {
            let mut writer = Writer::default();
            runs.iter().for_each(|run| writer.flow(run));
            let chars = writer.chars() as usize;
            prop_assert_eq!(chars, writer.take().chars().count());
        }
    }
}
