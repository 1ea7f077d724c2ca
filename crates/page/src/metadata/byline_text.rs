//! The names in the text of a byline, without what stands before and behind them.

use super::date_tokens::Habits;
use super::{date_words, months, names, written};

/// Longest byline, in characters.
pub(super) const CHARS: usize = 140;
/// Furthest start of a date in front of a lead, in bytes.
const DATE_STARTS: usize = 40;
/// The text behind a date in front of a lead: `Published May 17, 2019 by Ada Tern`.
pub(super) fn behind_date(text: &str) -> &str {
    if text.len() > 2 * CHARS
        || names::behind_lead(text).is_some_and(|rest| !rest.contains(|c: char| c.is_ascii_digit()))
    {
        return text;
    }
    // The habits of the page do not matter: only the place of the date is needed, not its value.
    let first = written::find(text, Habits::default()).into_iter().next();
    let rest =
        first.filter(|date| date.place.start <= DATE_STARTS).map(|date| &text[date.place.end..]);
    let rest = rest.map(|rest| rest.trim_start_matches(|c: char| !c.is_alphanumeric()));
    rest.filter(|rest| names::behind_lead(rest).is_some()).unwrap_or(text)
}

/// Whether a text is nothing but a byline, as before the date of a post: `by Ada Tern »`.
pub(super) fn is_byline(text: &str) -> bool {
    let text = text.trim();
    let name = names::behind_lead(text).map(|rest| name_at_start(rest, true));
    text.chars().count() <= CHARS && name.is_some_and(names::is_name)
}

/// Words behind a name that start something else: a date, a place.
const OTHER: &[&str] = &[
    " on ", " am ", " in ", " at ", " vom ", " le ", " el ", " il ", " op ", " for ", " für ",
    " is ",
];
/// The same in Chinese: "reports".
const REPORTS: &[&str] = &[" 报道", " 報導", " 報道", " 报导"];

/// Whether a word begins something else than a name.
pub(super) fn is_preposition(word: &str) -> bool {
    OTHER.iter().any(|other| other.trim() == word)
}

/// Start of a label before a colon: `Ada Tern Photo: Bo Reed`. A single word before the label is a
/// name only after a lead, or in Chinese; `Senior Editor: Bo Reed` has none.
fn label(line: &str, led: bool) -> Option<usize> {
    let before = line[..line.find([':', '：'])?].trim_end();
    before.rfind(' ').filter(|at| {
        let mut words = before[..*at].split(' ').filter(|word| word.contains(char::is_alphabetic));
        let is_han = |c: char| matches!(c, '\u{3400}'..='\u{9fff}');
        let first = words.next();
        first.is_some_and(|word| led || word.contains(is_han) || words.next().is_some())
    })
}

/// Start of the words before a date: `Ada Tern Updated 17 May 2019`.
fn dated(line: &str) -> Option<usize> {
    if !line.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let date = written::find(line, Habits::default()).into_iter().next();
    let before = date.and_then(|date| date_words::start_of_lead(&line[..date.place.start]));
    before.filter(|at| *at > 0).or_else(|| date_words::start_of_age(line))
}

/// Start of the words before somebody who helped: `Ada Tern Photography by Bo Reed`.
fn helped(line: &str) -> Option<usize> {
    let starts = line.match_indices([' ', '\u{3000}']).map(|(at, blank)| at + blank.len());
    let mut helpers = starts.filter(|at| {
        // A word alone is as likely part of the name.
        let lead = names::lead(&line[*at..]);
        lead.is_some_and(|(lead, rest)| lead.helps() && rest.contains(char::is_alphabetic))
    });
    helpers.next()
}

/// The beginning of a line that can be a name. `led`: something says that the line begins with one.
pub(super) fn name_at_start(line: &str, led: bool) -> &str {
    const ENDS: &[char] = &[' ', ',', '-', ':', '.', '|'];
    let line = names::without_lead(line);
    // A digit ends the name only at the start of a word: account names end in digits.
    let mut inside = false;
    let other = |c: char| {
        let begins = c.is_ascii_digit() && !inside;
        inside = c.is_alphanumeric() || c == '_';
        begins || "(|\u{b7}\u{22c5}\u{2022}\u{2013}\u{2014}\u{bb}/".contains(c)
    };
    // Whichever comes first ends the name: a mark or digit, a word, a label, words of a date.
    let stop = line.find(other);
    let reports = if line.is_ascii() { &[] } else { REPORTS };
    let word = OTHER.iter().chain(reports).filter_map(|word| line.find(word)).min();
    let ends = stop.into_iter().chain(word).chain(label(line, led)).chain(dated(line));
    let ends = ends.chain(helped(line));
    let end = ends.min().unwrap_or(line.len());
    let mut line = line[..end].trim_end_matches(ENDS);
    // Remove the remains of a date that was cut off.
    while let Some((rest, last)) = line.rsplit_once([' ', ',']) {
        if !is_preposition(last) && months::month_of(last.trim_end_matches('.'), None).is_none() {
            break;
        }
        line = rest.trim_end_matches(ENDS);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_something_else_begins() {
        for (line, led, expected) in [
            ("Ada Gull", true, "Ada Gull"),
            ("By Ada Gull on 17 May 2019", true, "Ada Gull"),
            ("Ada Gull | Weather", true, "Ada Gull"),
            ("Ada Gull, 17 May 2019", true, "Ada Gull"),
            ("Ada Gull May 17, 2019", true, "Ada Gull"),
            ("Ada Gull Photo: Bo Reed", true, "Ada Gull"),
            ("Senior Editor: Bo Reed", false, "Senior Editor: Bo Reed"),
            ("ada_gull17", true, "ada_gull17"),
            ("Ada Gull (Porto)", true, "Ada Gull"),
            ("17 May 2019", true, ""),
            ("", true, ""),
        ] {
            assert_eq!(name_at_start(line, led), expected, "{line}");
        }
    }

    #[test]
    fn a_date_may_stand_before_the_lead() {
        for (text, expected) in [
            ("Published May 17, 2019 by Ada Tern", "by Ada Tern"),
            ("17 May 2019 | By Ada Tern", "By Ada Tern"),
            ("By Ada Tern", "By Ada Tern"),
            ("17 May 2019", "17 May 2019"),
            ("", ""),
        ] {
            assert_eq!(behind_date(text), expected, "{text}");
        }
    }

    #[test]
    fn a_byline_is_nothing_but_a_lead_and_a_name() {
        for (text, expected) in [
            ("by Ada Tern »", true),
            ("Von Ada Tern", true),
            ("Ada Tern", false),
            ("by the harbour", false),
            ("by", false),
            ("", false),
        ] {
            assert_eq!(is_byline(text), expected, "{text}");
        }
    }
}
