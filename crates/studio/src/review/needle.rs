//! A word that is sought in texts, whatever its case.
//!
//! Lower and upper case of nearly all characters have the same length in UTF-8. Where they have not,
//! the character matches as it was typed only. So a word has one length, and is found from its rarest
//! byte on; in a text with ASCII letters in lower case from its longest run of these.

use std::ops::Range;

use memchr::memmem::Finder;

/// Letters of European texts, the most frequent first: a rare one finds fewer wrong places.
const FREQUENT: &[u8] = b" etanirosdhlucmgfpybwvkxzjq";

/// Bytes of the shortest run that is sought as a whole.
const SHORTEST_RUN: usize = 2;

/// Characters shown before and behind a word that is found.
const AROUND: usize = 60;

/// A word or phrase. A space in it also matches a line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needle {
    letters: Vec<Letter>,
    /// All bytes in either form: most places differ in the first of them.
    forms: Vec<(u8, u8)>,
    /// Place of the byte that is sought first, and its two forms.
    anchor: (usize, u8, u8),
    /// Place of the longest run of ASCII without spaces, and the run in lower case.
    run: (usize, Vec<u8>),
}

/// A character in its two forms, of the same length.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Letter {
    at: usize,
    one: Vec<u8>,
    other: Vec<u8>,
}

impl Needle {
    /// `None` for an empty word.
    pub fn new(word: &str) -> Option<Self> {
        let mut letters = Vec::new();
        let mut length = 0;
        for c in word.chars() {
            let one = c.to_string().into_bytes();
            let other = other_case(c).to_string().into_bytes();
            let other = if other.len() == one.len() { other } else { one.clone() };
            letters.push(Letter { at: length, one, other });
            length += letters.last().map_or(0, |letter| letter.one.len());
        }
        // The scan stops at every anchor, so a rare one saves most comparisons.
        let rarest = letters.iter().min_by_key(|letter| frequency(letter))?;
        // The last byte tells characters apart, the first one only scripts.
        let last = rarest.one.len() - 1;
        let anchor = (rarest.at + last, rarest.one[last], rarest.other[last]);
        let both = |letter: &Letter| {
            letter.one.iter().copied().zip(letter.other.iter().copied()).collect::<Vec<_>>()
        };
        let forms = letters.iter().flat_map(both).collect();
        let run = longest_run(word);
        Some(Self { letters, forms, anchor, run })
    }

    /// The first place of the word in `text`, in bytes.
    pub fn find(&self, text: &[u8]) -> Option<Range<usize>> {
        let (anchor, one, other) = self.anchor;
        let places = memchr::memchr2_iter(one, other, text);
        places.filter_map(|place| place.checked_sub(anchor)).find_map(|start| self.at(text, start))
    }

    /// The place of the word in `text`, if it begins at `start`.
    fn at(&self, text: &[u8], start: usize) -> Option<Range<usize>> {
        let range = start..start + self.forms.len();
        self.is_at(text.get(range.clone())?).then_some(range)
    }

    fn is_at(&self, found: &[u8]) -> bool {
        let mut bytes = found.iter().zip(&self.forms);
        bytes.all(|(byte, (one, other))| byte == one || byte == other) && self.is_spelled(found)
    }

    /// Whether the bytes of each letter are of one form.
    fn is_spelled(&self, found: &[u8]) -> bool {
        self.letters.iter().all(|letter| {
            let bytes = &found[letter.at..letter.at + letter.one.len()];
            bytes == letter.one || bytes == letter.other
        })
    }
}

/// A word that is sought in texts with ASCII letters in lower case.
#[derive(Debug)]
pub(super) struct Sought<'n> {
    needle: &'n Needle,
    /// None where the run of the word is too short to tell places apart.
    finder: Option<Finder<'n>>,
}

impl<'n> Sought<'n> {
    pub(super) fn new(needle: &'n Needle) -> Self {
        let run = &needle.run.1;
        Self { needle, finder: (run.len() >= SHORTEST_RUN).then(|| Finder::new(run)) }
    }

    /// As [`Needle::find`].
    pub(super) fn find(&self, text: &[u8]) -> Option<Range<usize>> {
        let Some(finder) = &self.finder else { return self.needle.find(text) };
        let mut from = 0;
        loop {
            let place = from + finder.find(text.get(from..)?)?;
            let start = place.checked_sub(self.needle.run.0);
            if let Some(found) = start.and_then(|start| self.needle.at(text, start)) {
                return Some(found);
            }
            // Runs may overlap: `aa` in `aaä` begins twice in `aaaä`.
            from = place + 1;
        }
    }
}

/// The place of the first longest run of ASCII without spaces in a word, and the run in lower case. A
/// space has another form that is no letter.
fn longest_run(word: &str) -> (usize, Vec<u8>) {
    let is_part = |byte: &u8| byte.is_ascii() && *byte != b' ';
    let (mut longest, mut start) = (0..0, 0);
    for part in word.as_bytes().chunk_by(|a, b| is_part(a) == is_part(b)) {
        if is_part(&part[0]) && part.len() > longest.len() {
            longest = start..start + part.len();
        }
        start += part.len();
    }
    (longest.start, word.as_bytes()[longest].to_ascii_lowercase())
}

/// The other case of a character, if that is one character.
fn other_case(c: char) -> char {
    if c == ' ' {
        return '\n';
    }
    // Cases must pair one to one: the upper case of `ß` is two letters.
    let single = |mut chars: Box<dyn Iterator<Item = char>>| match (chars.next(), chars.next()) {
        (Some(one), None) if one != c => Some(one),
        _ => None,
    };
    single(Box::new(c.to_lowercase())).or_else(|| single(Box::new(c.to_uppercase()))).unwrap_or(c)
}

/// How frequent a letter is: the higher, the more.
fn frequency(letter: &Letter) -> usize {
    let [byte] = letter.one[..] else { return FREQUENT.len() / 2 };
    let rank = FREQUENT.iter().position(|known| *known == byte.to_ascii_lowercase());
    rank.map_or(0, |rank| FREQUENT.len() - rank)
}

/// The words of a search: in quotes a phrase, else each by itself.
pub(super) fn needles(typed: &str) -> Vec<Needle> {
    let mut words = Vec::new();
    for (number, part) in typed.split('"').enumerate() {
        match number % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }
    words.iter().filter_map(|word| Needle::new(word)).collect()
}

/// The first of the words of a search that a text has: what stands before it, the word, and what stands
/// behind it.
pub(super) fn around(text: &str, typed: &str) -> Option<[String; 3]> {
    let needles = needles(typed);
    // Titles are shown anyway.
    let body = text.find('\n').map_or(0, |end| end + 1);
    let find = |from: usize| {
        let places = needles.iter().filter_map(|needle| needle.find(&text.as_bytes()[from..]));
        places.map(|place| from + place.start..from + place.end).min_by_key(|place| place.start)
    };
    let place = find(body).or_else(|| find(0))?;
    let before: Vec<char> = text.get(..place.start)?.chars().rev().take(AROUND).collect();
    let behind = text.get(place.end..)?.chars().take(AROUND).collect();
    let word = text.get(place)?.to_owned();
    Some([before.into_iter().rev().collect(), word, behind])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_either_case() {
        for (word, text, expected) in [
            ("ferry", "The FERRY left", Some(4..9)),
            ("FÄHRE", "die fähre", Some(4..10)),
            ("übel", "ÜBEL", Some(0..5)),
            ("πλοίο", "ΠΛΟΊΟ", Some(0..10)),
            ("паром", "Паром", Some(0..10)),
            ("low tide", "a low\ntide", Some(2..10)),
            ("İ", "i̇", None),
            ("İ", "x İ", Some(2..4)),
            ("ſ", "s", None),
            ("xyz", "xy", None),
            ("aa", "ba aA", Some(3..5)),
            ("aaä", "aAaÄ", Some(1..5)),
            ("Grüße", "viele GRÜßE", Some(6..13)),
            ("low tide", "tide low\nTIDE", Some(5..13)),
            ("low tide", "tide", None),
            ("q", "", None),
        ] {
            let needle = Needle::new(word).expect("a word");
            assert_eq!(needle.find(text.as_bytes()), expected, "{word} in {text}");
            let lower = text.as_bytes().to_ascii_lowercase();
            let sought = Sought::new(&needle).find(&lower);
            assert_eq!(sought, expected, "{word} in {text}, sought by its run");
        }
        assert_eq!(Needle::new(""), None);
    }

    #[test]
    fn a_word_is_shown_with_what_is_around_it() {
        let text = "Low tides\nThe low TIDE came.";
        for (typed, expected) in [
            ("tide", Some(["Low tides\nThe low ", "TIDE", " came."])),
            ("tides", Some(["Low ", "tides", "\nThe low TIDE came."])),
            ("ferry", None),
        ] {
            let expected = expected.map(|parts| parts.map(str::to_owned));
            assert_eq!(around(text, typed), expected, "{typed}");
        }
    }

    #[test]
    fn quotes_make_phrases() {
        let expected = |words: &[&str]| words.iter().filter_map(|word| Needle::new(word)).collect();
        for (typed, words) in [
            ("low tide", &["low", "tide"][..]),
            ("\"low  tide\" ferry", &["low tide", "ferry"]),
            ("\"low tide", &["low tide"]),
            (" \"\" ", &[]),
        ] {
            let expected: Vec<Needle> = expected(words);
            assert_eq!(needles(typed), expected, "{typed}");
        }
    }
}
