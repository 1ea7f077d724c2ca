//! Words before numbers that say what these are.

use rustc_hash::FxHashSet;

use super::begins;
use super::run::groups;

/// Words before telephone numbers, in lower case.
const TELEPHONE: &[&str] = &[
    "cell",
    "cellulare",
    "fax",
    "faxnummer",
    "fon",
    "gsm",
    "handy",
    "handynummer",
    "hotline",
    "mob",
    "mobil",
    "mobile",
    "mobilnummer",
    "mobiltelefon",
    "m\u{f3}vil",
    "phone",
    "portable",
    "puh",
    "puhelin",
    "tel",
    "telefax",
    "telefon",
    "telefone",
    "telefonnummer",
    "telefono",
    "telephone",
    "telephon",
    "tfno",
    "tlf",
    "t\u{e9}l",
    "t\u{e9}l\u{e9}phone",
    "tel\u{e9}fono",
    "whatsapp",
    "\u{442}\u{435}\u{43b}",
    "\u{442}\u{435}\u{43b}\u{435}\u{444}\u{43e}\u{43d}",
];

/// Words between such a word and its number.
const NUMBER: &[&str] =
    &["n", "no", "nr", "number", "nummer", "numero", "n\u{fa}mero", "num\u{e9}ro"];

/// Words before numbers of books and periodicals.
const BOOK: &[&str] = &["isbn", "issn"];

/// Signs for telephones.
const SIGNS: &str = "\u{260e}\u{260f}\u{2706}\u{1f4de}\u{1f4f1}\u{1f57f}\u{1f4f2}";

/// What may stand between a word and its number; a bar parts cells in plain text.
const BETWEEN: &str = " \u{a0}\u{202f}:.=#-\u{2013}/()|\u{fe0f}\u{b0}\u{ba}";

/// Characters before a number in which its label stands.
const REACH: usize = 32;

/// Fewest and most digits of a number with a label.
const DIGITS: std::ops::RangeInclusive<usize> = 6..=15;

/// What is said of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Telephone,
    Book,
}

/// Whether so many digits can be a number with a label.
pub(super) fn fits(digits: usize) -> bool {
    DIGITS.contains(&digits)
}

/// What the words before a number say of it.
pub(super) fn label(text: &str, at: usize) -> Option<Label> {
    let near = text[..at].char_indices().rev().take(REACH).map(|(place, _)| place).last();
    let mut before = text[near.unwrap_or(at)..at].rsplit('\n').next()?;
    for _ in 0..2 {
        before = before.trim_end_matches(|c| BETWEEN.contains(c));
        if before.ends_with(|c| SIGNS.contains(c)) {
            return Some(Label::Telephone);
        }
        let word: usize =
            before.chars().rev().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
        let (rest, word) = before.split_at(before.len() - word);
        let word = word.to_lowercase();
        let is_one = |words: &[&str]| words.contains(&word.as_str());
        if is_one(TELEPHONE) {
            return Some(Label::Telephone);
        } else if is_one(BOOK) {
            return Some(Label::Book);
        } else if !is_one(NUMBER) {
            return None;
        }
        before = rest;
    }
    None
}

/// Numbers of a document that have a label somewhere, as written.
#[derive(Debug, Default)]
pub(super) struct Labels {
    pub(super) telephones: FxHashSet<String>,
    pub(super) books: FxHashSet<String>,
}

impl Labels {
    /// Adds the numbers of a text that have a label.
    pub(super) fn collect(&mut self, text: &str) {
        let is_first = |b: u8| b.is_ascii_digit() || b == b'+' || b == b'(';
        let mut at = 0;
        while at < text.len() {
            let begins = is_first(text.as_bytes()[at]) && begins(text, at);
            let Some((label, end)) = begins.then(|| labelled(text, at)).flatten() else {
                at += 1;
                continue;
            };
            let numbers = match label {
                Label::Telephone => &mut self.telephones,
                Label::Book => &mut self.books,
            };
            numbers.insert(text[at..end].to_owned());
            at = end;
        }
    }
}

/// The label of the number that begins at a byte, and where the number ends.
fn labelled(text: &str, at: usize) -> Option<(Label, usize)> {
    let groups = groups(text, at);
    let mut digits: usize = groups.iter().map(|group| group.digits.len()).sum();
    let label = (digits >= *DIGITS.start()).then(|| label(text, at)).flatten()?;
    // What stands behind a number may be the next one.
    for group in groups.iter().rev() {
        if fits(digits) {
            return Some((label, group.end));
        }
        digits -= group.digits.len();
    }
    None
}
