//! Contractions: one token of two words.

use super::signs::{is_apostrophe, plain};
use crate::language::Language;

/// Where the second word of a contraction begins.
pub(crate) fn second_word(form: &str, language: &Language) -> Option<usize> {
    if !language.has_contractions() || !form.contains(is_apostrophe) {
        return None;
    }
    // All that the tables have is ASCII, so a byte of an ending is a character of the form.
    let behind = language.contraction(&plain(form))?;
    let (at, _) = form.char_indices().rev().nth(behind - 1)?;
    form[..at].contains(char::is_alphabetic).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contractions_have_two_words() {
        let english = Language::from_tag("en").expect("English");
        let cases = [
            ("don't", Some("n't")),
            ("DON’T", Some("N’T")),
            ("Gull's", Some("'s")),
            ("dogs'", Some("'")),
            ("'s", None),
            ("O'Brien", None),
            ("n't", None),
            ("word", None),
        ];
        for (form, expected) in cases {
            assert_eq!(second_word(form, english).map(|at| &form[at..]), expected, "{form}");
        }
    }
}
