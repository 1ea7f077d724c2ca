//! Headings, items and closings of letters that the next sentence follows in one line, with no sign
//! between: `Opening hours This museum is open daily.`

use super::language::{Headings, Opener};
use super::words::is_sign;

/// A longer text is no heading, in bytes.
const HEADING: usize = 300;
/// Words that a sentence behind a heading has at least.
const SENTENCE_WORDS: usize = 4;
/// Words of a heading in capital letters alone; fewer may be a name.
const CAPITAL_WORDS: usize = 3;
/// Words of the closing of a letter, and of the name behind it.
const CLOSING_WORDS: usize = 3;
const NAME_WORDS: usize = 4;

/// Where sentences begin within what the other rules take for one.
pub(super) fn begins(sentence: &str, headings: &Headings) -> Vec<usize> {
    let mut found = Vec::new();
    if !headings.are_known() {
        return found;
    }
    if !ends(sentence) {
        found.extend(behind_closing(sentence, headings));
        return found;
    }
    let mut begin = 0;
    // Bytes are looked at, not characters: most words have a small letter of ASCII.
    let may_begin = |pair: &[u8]| pair[0] == b' ' && !pair[1].is_ascii_lowercase();
    let pairs = sentence.as_bytes().windows(2).enumerate();
    for (space, _) in pairs.filter(|(_, pair)| may_begin(pair)) {
        let (head, tail) = (&sentence[begin..space], &sentence[space + 1..]);
        if tail.starts_with(char::is_uppercase) && is_begin(head, tail, headings) {
            begin = space + 1;
            found.push(begin);
        }
    }
    if found.is_empty() {
        found.extend(before_first_item(sentence));
    }
    found
}

/// Whether a text ends with a mark that ends sentences.
fn ends(sentence: &str) -> bool {
    let is_closing = |c: char| matches!(c, '"' | '\'' | '”' | '’' | '“' | '»' | ')' | ']');
    let text = sentence.trim_end().trim_end_matches(is_closing).trim_end();
    text.ends_with(['.', '?', '!', '…', ':', ';'])
}

/// Whether a sentence begins between a text and one with a capital letter.
fn is_begin(head: &str, tail: &str, headings: &Headings) -> bool {
    let Some(opener) = opener(tail, headings) else { return false };
    if tail.split(' ').filter(|word| !word.is_empty()).nth(SENTENCE_WORDS - 1).is_none() {
        return false;
    }
    if head.ends_with(';') || is_in_capitals(head) {
        return true;
    }
    if is_in_bracket(head) {
        return false;
    }
    if head.ends_with([')', ']']) {
        return ends_with_remark(head) && is_heading(head, headings);
    }
    let word = last_word(head);
    if word.chars().nth(2).is_none() || !word.contains(char::is_alphabetic) {
        return false;
    }
    if headings.is_joint(word) {
        return false;
    }
    let is_small = word.starts_with(char::is_lowercase);
    match opener {
        Opener::Article => is_heading(head, headings),
        _ => {
            let is_content = is_small && word.chars().nth(3).is_some();
            (is_content && !headings.is_of_clause(word)) || is_heading(head, headings)
        }
    }
}

/// The word with a capital letter that a text begins with, if it begins sentences and no title: a
/// word in small letters follows.
fn opener(tail: &str, headings: &Headings) -> Option<Opener> {
    let end = tail.find(|c: char| !c.is_alphabetic())?;
    let (word, behind) = tail.split_at(end);
    let Some(behind) = behind.strip_prefix(' ') else {
        // `L'affaire`: the table has the article with its apostrophe.
        let behind = behind.strip_prefix(['\'', '’'])?;
        let elided = || headings.opener(&format!("{word}'"));
        return behind.starts_with(char::is_lowercase).then(elided)?;
    };
    let opener = headings.opener(word)?;
    let next = first_word(behind);
    let is_small = |word: &str| word.starts_with(char::is_lowercase);
    let is_noun = || is_small(first_word(behind[next.len()..].trim_start_matches(' ')));
    let is_before_noun = opener == Opener::BeforeNoun && !next.is_empty() && is_noun();
    let goes_on = is_small(next) || is_before_noun;
    (goes_on && !headings.is_conjunction(next)).then_some(opener)
}

/// Whether a text may be a heading: it is short, begins with a capital letter, and has no word that
/// stands in sentences.
fn is_heading(head: &str, headings: &Headings) -> bool {
    if head.len() > HEADING || head.contains([':', '"', '“', '”', '„', '«', '»']) {
        return false;
    }
    let text = head.trim_start_matches(|c: char| is_sign(c) || c == ' ');
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_lowercase();
    text.starts_with(char::is_uppercase)
        && !headings.is_of_clause(&first)
        && !words.any(|word| headings.is_of_clause(word))
}

/// Whether a text consists of words in capital letters.
fn is_in_capitals(head: &str) -> bool {
    head.len() <= HEADING
        && head.ends_with(char::is_alphanumeric)
        && !head.contains(char::is_lowercase)
        && head
            .split(' ')
            .filter(|word| word.contains(char::is_uppercase))
            .nth(CAPITAL_WORDS - 1)
            .is_some()
}

/// Whether a bracket is open at the end of a text.
fn is_in_bracket(head: &str) -> bool {
    let near = &head[head.ceil_char_boundary(head.len().saturating_sub(HEADING))..];
    near.rfind(['(', '[', ')', ']']).is_some_and(|at| near[at..].starts_with(['(', '[']))
}

/// Whether a remark in brackets ends a text; a year alone belongs to a reference: `Tern (1998)`.
fn ends_with_remark(head: &str) -> bool {
    let inner = head.get(head.ceil_char_boundary(head.len().saturating_sub(HEADING))..);
    let Some((before, inner)) = inner.and_then(|text| text.rsplit_once(['(', '['])) else {
        return false;
    };
    let digits = inner.bytes().filter(u8::is_ascii_digit).count();
    !before.trim_end().is_empty() && !(digits == 4 && inner.len() <= 6)
}

/// `We stay for two weeks 1) Which bus`: the first item behind a text that has no second.
fn before_first_item(sentence: &str) -> Option<usize> {
    let at = sentence.find(" 1) ")?;
    let head = &sentence[..at];
    let word = last_word(head);
    let is_word = word.chars().nth(2).is_some() && word.chars().all(char::is_lowercase);
    (is_word && !head.contains('(') && !sentence[at..].contains("2)")).then_some(at + 1)
}

/// `Kind regards, Ada Tern`: before the name.
fn behind_closing(sentence: &str, headings: &Headings) -> Option<usize> {
    let (closing, name) = sentence.split_once(", ")?;
    let count = closing.split(' ').take(CLOSING_WORDS + 1).count();
    let mut names = name.split_whitespace();
    let is_name = names.clone().nth(NAME_WORDS).is_none()
        && names.all(|word| word.starts_with(char::is_uppercase));
    (count <= CLOSING_WORDS && is_name && headings.is_closing(last_word(closing)))
        .then_some(closing.len() + 2)
}

/// The word at the end of a text.
fn last_word(text: &str) -> &str {
    let at = text.rfind(|c: char| !c.is_alphanumeric() && c != '-');
    let start = at.map_or(0, |at| text.ceil_char_boundary(at + 1));
    &text[start..]
}

/// The word that a text begins with.
fn first_word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len())]
}
