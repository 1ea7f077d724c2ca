//! Ends of sentences in a line, for languages with rules: those of Unicode (UAX 29) without those
//! behind abbreviations, initials and ordinals, and with those of [`further`].

use std::cell::LazyCell;

use super::language::{Abbreviation, Language};
use super::words::{is_dotted, is_item, is_name, is_roman, is_sign};

/// More bytes than a word and the signs around it have: texts are looked at no farther.
const WINDOW: usize = 64;
/// Digits of numbers that are ordinals; longer ones are years, behind which a sentence may end.
const ORDINAL_DIGITS: usize = 2;
/// Words on both sides of a full stop that ends a sentence before a small letter.
const SMALL_WORDS: usize = 3;

/// Where an end of the Unicode rules ends a sentence of a line: there, farther on, or not at all.
pub(super) fn confirmed(
    line: &str,
    start: usize,
    end: usize,
    language: &Language,
) -> Option<usize> {
    // At the end of a line a sentence ends in any case.
    let tail = &line[end..];
    if tail.trim_start().is_empty() {
        return Some(end);
    }
    // `Oui. » Il`: the mark that closes a quotation may stand behind a space.
    let end = end + closing_behind_space(tail);
    let (head, tail) = (&line[start..end], &line[end..]);
    (!goes_on(head, tail, language)).then_some(end)
}

/// Ends that the Unicode rules do not have, in a sentence of theirs: behind an ellipsis, before the
/// dash that begins the words of another speaker, between two quotations, before a number, before
/// commas that open a quotation, before an inverted mark and a small letter, and before a small
/// letter in texts without capitals.
pub(super) fn further<'s>(
    sentence: &'s str,
    language: &'s Language,
) -> impl Iterator<Item = usize> + use<'s> {
    // Bytes are looked at, not characters: inverted marks, dashes and ellipses begin with the
    // last two.
    let is_mark = |b: u8| matches!(b, b'.' | b',' | b'-' | b'"' | 0xc2 | 0xe2);
    let marks = sentence.bytes().enumerate().filter(move |(_, b)| is_mark(*b));
    let is_small = LazyCell::new(move || !sentence.contains(char::is_uppercase));
    marks.filter_map(move |(at, _)| match sentence[at..].chars().next()? {
        '…' => behind_ellipsis(sentence, at + '…'.len_utf8()),
        '"' => between_quotations(sentence, at),
        '.' => before_number(sentence, at, language)
            .or_else(|| before_small_letter(sentence, at, language).filter(|_| *is_small)),
        ',' => before_low_mark(sentence, at),
        '¿' | '¡' => before_inverted_mark(sentence, at, language),
        dash @ ('–' | '—' | '-') => before_dash(sentence, at, dash, language)
            .or_else(|| before_hyphen(sentence, at, language)),
        _ => None,
    })
}

fn behind_ellipsis(sentence: &str, end: usize) -> Option<usize> {
    let closed = window_behind(&sentence[end..]).trim_start_matches(is_closing);
    let next = closed.trim_start();
    let is_end = next.len() < closed.len() && next.starts_with(char::is_uppercase);
    // Counted from the end of the window, which may be before that of the sentence.
    let window = window_behind(&sentence[end..]).len();
    is_end.then_some(end + window - next.len())
}

/// `... he said." "they say ...`: before a small letter, the Unicode rules see no end.
fn between_quotations(sentence: &str, at: usize) -> Option<usize> {
    let (head, tail) = sentence.split_at(at);
    let before = head.strip_suffix(' ')?.strip_suffix('"')?;
    let is_end = before.ends_with(['.', '?', '!', '…', ':']);
    (is_end && tail[1..].starts_with(char::is_alphanumeric)).then_some(at)
}

/// `Ze wacht. ,,Kom.''`: the Unicode rules take the mark for a comma.
fn before_low_mark(sentence: &str, at: usize) -> Option<usize> {
    let (head, tail) = sentence.split_at(at);
    let quoted = tail.strip_prefix(",,")?.trim_start();
    let is_end = head.strip_suffix(' ')?.ends_with(['.', '?', '!', '…']);
    (is_end && quoted.starts_with(char::is_uppercase)).then_some(at)
}

/// `Esperan. ¿y el barco?`: before a small letter, the Unicode rules see no end.
fn before_inverted_mark(sentence: &str, at: usize, language: &Language) -> Option<usize> {
    let (head, tail) = sentence.split_at(at);
    let before = head.strip_suffix(' ')?.trim_end_matches(is_closing).strip_suffix('.')?;
    let word = last_word(before);
    // `Bueno... ¿y tú?`: dots end nothing. Nor do the numbers of items.
    let is_word = !before.ends_with('.') && word.contains(char::is_alphanumeric);
    // A line that begins with very many signs is not looked through at every mark.
    let begins = before.len() <= WINDOW
        && before.trim_start_matches(|c: char| c.is_whitespace() || is_sign(c)) == word;
    let is_number = word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_item = begins && (is_number || is_item(word));
    let is_abbreviated = is_dotted(word) || is_name(word) || language.abbreviation(word).is_some();
    let is_small = next_word(tail).starts_with(char::is_lowercase);
    (is_word && !is_item && !is_abbreviated && is_small).then_some(at)
}

/// `They wait. 23 boats came.`: behind a word in small letters that is no abbreviation.
fn before_number(sentence: &str, at: usize, language: &Language) -> Option<usize> {
    let (head, tail) = sentence.split_at(at);
    let is_number = tail.strip_prefix(". ")?.starts_with(|c: char| c.is_ascii_digit());
    let word = last_word(head);
    let is_word = || word.chars().all(char::is_lowercase) && word.chars().nth(2).is_some();
    (is_number && is_word() && language.abbreviation(word).is_none()).then_some(at + 2)
}

/// `we waited for it. then it rained.`: a text of somebody who writes no capitals.
fn before_small_letter(sentence: &str, at: usize, language: &Language) -> Option<usize> {
    let (head, tail) = sentence.split_at(at);
    let next = tail.strip_prefix(". ").filter(|next| next.starts_with(char::is_lowercase))?;
    // `salt. pepper. oil.`: a list, or an entry of a dictionary.
    let has_words = |text: &str| text.split(' ').nth(SMALL_WORDS - 1).is_some();
    let is_sentence = has_words(window_before(head)) && has_words(window_behind(next));
    let first = next.split(' ').next()?;
    let word = last_word(head);
    let is_plain = word.chars().all(char::is_lowercase) && word.chars().nth(3).is_some();
    (is_sentence && is_plain && !first.contains('.') && language.abbreviation(word).is_none())
        .then_some(at + 2)
}

/// `They wait. -Who comes?`: the hyphen of somebody who writes no dashes.
fn before_hyphen(sentence: &str, at: usize, language: &Language) -> Option<usize> {
    let (head, tail) = sentence.split_at(at);
    let is_spoken = tail.strip_prefix('-')?.starts_with(char::is_uppercase);
    let is_end = head.strip_suffix(' ')?.ends_with(['.', '?', '!']);
    (is_spoken && is_end && !goes_on(head, tail, language)).then_some(at)
}

fn before_dash(sentence: &str, at: usize, dash: char, language: &Language) -> Option<usize> {
    let (head, tail) = sentence.split_at(at);
    let is_dash = head.ends_with(' ') && tail[dash.len_utf8()..].starts_with([' ', '\u{a0}']);
    let ended = || window_before(head).trim_end().trim_end_matches(is_closing);
    let is_end = is_dash && ended().ends_with(['.', '?', '!', '…']);
    (is_end && next_word(tail).starts_with(char::is_uppercase) && !goes_on(head, tail, language))
        .then_some(at)
}

/// Whether a sentence goes on behind what the Unicode rules take for its end.
fn goes_on(head: &str, tail: &str, language: &Language) -> bool {
    let ended = head.trim_end();
    let next = next_word(tail);
    let closed = ended.trim_end_matches(is_closing);
    if next.starts_with(char::is_lowercase) {
        // `Late? any news?`: only a quotation or a dash carries a question on.
        let is_spaced = ended.len() < head.len();
        let is_plain = is_spaced && closed.len() == ended.len() && ended.ends_with(['?', '!']);
        return !is_plain || tail.trim_start().starts_with(['–', '—', '-']);
    }
    if ended.len() == head.len() && !is_sentence_without_space(closed, tail) {
        return true;
    }
    match closed.strip_suffix('.') {
        Some(before) if closed.len() == ended.len() => stop_goes_on(before, next, language),
        _ => false,
    }
}

/// Whether a sentence goes on behind a full stop.
fn stop_goes_on(before: &str, next: &str, language: &Language) -> bool {
    let word = last_word(before);
    // The number of an item: `1. Salt`, `b. Bread`.
    if word.len() == before.len() && is_item(word) {
        return true;
    }
    let begins = language.is_starter(next);
    match language.abbreviation(word) {
        Some(Abbreviation::Before) => true,
        Some(Abbreviation::Either) => !begins,
        Some(Abbreviation::End) => false,
        None if is_dotted(word) || is_name(word) => !begins,
        None => is_ordinal(word, language) && !begins,
    }
}

/// Whether a sentence ends without a space behind it: `late.Then`, but not `www.Example`.
fn is_sentence_without_space(closed: &str, tail: &str) -> bool {
    let chunk = window_before(closed).rsplit(char::is_whitespace).next().unwrap_or_default();
    // The query of a URL: `/search?Name=`.
    let Some(before) = closed.strip_suffix('.') else { return !chunk.contains('/') };
    let chunk = chunk.trim_end_matches('.');
    let next = next_word(tail);
    let is_word =
        |word: &str| word.chars().nth(1).is_some() && word.chars().skip(1).all(char::is_lowercase);
    !chunk.contains(is_joining)
        && is_word(last_word(before))
        && is_word(next)
        && next.len() > 2
        && !window_behind(tail)
            .split(char::is_whitespace)
            .next()
            .unwrap_or_default()
            .contains(is_joining)
}

/// A sign that addresses and names of files have.
fn is_joining(c: char) -> bool {
    matches!(c, '/' | '@' | '.' | '_' | '\\')
}

/// The length of marks that close something, with the space before and behind them.
fn closing_behind_space(tail: &str) -> usize {
    let window = window_behind(tail);
    let spaced = window.trim_start();
    let rest = spaced.trim_start_matches(|c| is_closing(c) && !matches!(c, '«' | '“'));
    let is_closed = rest.len() < spaced.len() && !rest.starts_with(|c: char| !c.is_whitespace());
    // A straight mark behind a space may open the next sentence.
    if !is_closed || spaced.starts_with('"') {
        return 0;
    }
    window.len() - rest.trim_start().len()
}

/// A mark that closes a quotation or a bracket.
fn is_closing(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '“' | '»' | '«' | '›' | '‹' | ')' | ']' | '}')
}

/// The first word, without the signs before it.
fn next_word(tail: &str) -> &str {
    let window = window_behind(tail).trim_start_matches(|c: char| is_sign(c) || c.is_whitespace());
    let end = window.find(|c: char| c.is_whitespace() || (is_sign(c) && c != '\'' && c != '’'));
    let word = &window[..end.unwrap_or(window.len())];
    // French articles begin sentences together with their apostrophe.
    match word.find('\'') {
        Some(at) => &word[..=at],
        None => word,
    }
}

/// The last word, without signs before it.
fn last_word(before: &str) -> &str {
    let window = window_before(before);
    window
        .rsplit(|c: char| c.is_whitespace() || (is_sign(c) && !matches!(c, '.' | '-')))
        .next()
        .unwrap_or_default()
}

fn window_before(text: &str) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(WINDOW))..]
}

fn window_behind(text: &str) -> &str {
    &text[..text.floor_char_boundary(WINDOW)]
}

/// A number that is an ordinal before a capital letter.
fn is_ordinal(word: &str, language: &Language) -> bool {
    let digits =
        word.bytes().all(|b| b.is_ascii_digit()) && (1..=ORDINAL_DIGITS).contains(&word.len());
    (digits && language.has_capital_nouns) || (language.has_ordinals && is_roman(word))
}
