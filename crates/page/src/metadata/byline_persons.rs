//! The persons of a byline: names, each with what is said of them, joined by words for "and".
//!
//! ```text
//! byline  = person *( joint person )
//! joint   = "and" | "&" | ";" | "|" | line break | ...
//! person  = [ lead ] name *( "," name ) *( "," role | place | agency )
//! ```
//!
//! What stands in brackets, behind a role, and behind a lead of helpers ("Photos by") names no
//! author.

use std::borrow::Cow;

use super::byline_text::{is_preposition, name_at_start};
use super::name_words::is_trade;
use super::names;

/// Most persons of a byline that are read.
const PERSONS: usize = 12;
/// Longest text in brackets that is left out, in bytes.
const BRACKETS_BYTES: usize = 60;
/// Words between persons, in the languages whose word is no part of names.
const JOINTS: &[&str] = &[
    " and ", " & ", " und ", " et ", " och ", " og ", " és ", " with ", " sowie ", " και ", " и ",
];
/// Words for "and" that are also parts of names. Between two full names they join persons.
const SMALL_JOINTS: &[&str] = &[" y ", " e ", " en ", " i ", " a ", " con ", " mit ", " avec "];
/// Characters between persons.
const MARKS: &[char] = &[';', '|', '\n', '、'];
/// Marks at names that lead to notes.
const NOTES: &[char] = &['*', '†', '‡', '§', '¹', '²', '³'];
/// Most letters of an agency's name.
const AGENCY: usize = 6;

/// The names of the authors in the text of a byline. `led`: something says that names begin there.
pub(super) fn names(text: &str, led: bool) -> Vec<String> {
    let text = one_line(&without_brackets(text));
    let mut found: Vec<String> = Vec::new();
    for person in persons(&text).take(PERSONS) {
        // Helpers follow authors; alone they are all that is named.
        if names::lead(person).is_some_and(|(lead, _)| lead.helps()) && !found.is_empty() {
            continue;
        }
        let mut here = of_person(person, led);
        // Behind the first person stand places and sections, too.
        if !found.is_empty() {
            here.retain(|name| (name.contains(' ') || is_han(name)) && !is_trade(name));
        }
        if here.is_empty() {
            break;
        }
        found.extend(here);
        // The word for "and" behind a role is part of it: `Head of Marketing and Sales`.
        if person.rsplit_once(',').is_some_and(|(_, role)| role.contains(" of ")) {
            break;
        }
    }
    found
}

/// The names at the beginning of what is said of a person, or of several with commas between.
fn of_person(person: &str, led: bool) -> Vec<String> {
    if person.split_once(' ').is_some_and(|(word, _)| is_preposition(word)) {
        return Vec::new();
    }
    let whole = name_at_start(person, led);
    let mut found: Vec<String> = Vec::new();
    for part in names::split_names(whole) {
        let name = part.trim_matches(NOTES).trim();
        // The first may be a trade or an agency: they sign, too. A single word behind a whole name
        // begins what is said of the person: `Ada Gull, Privacy and Security Expert`.
        let is_remark = |first: &String| {
            first.contains(' ') && !name.contains(' ') || is_trade(name) || is_agency(name)
        };
        let is_name = names::is_name(name) || names::is_office(name);
        if !is_name || found.first().is_some_and(is_remark) {
            break;
        }
        found.push(name.to_owned());
    }
    found
}

/// Whether a name is Chinese or Japanese: without spaces.
fn is_han(name: &str) -> bool {
    name.chars().all(|c| matches!(c, '\u{3400}'..='\u{9fff}'))
}

/// Whether a text is the short name of an agency or a channel.
fn is_agency(text: &str) -> bool {
    (2..=AGENCY).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The parts of a text between joints.
fn persons(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    let parts = std::iter::from_fn(move || {
        let text = rest?;
        let words = JOINTS.iter().filter_map(|joint| Some((text.find(joint)?, joint.len())));
        let mark =
            text.find(MARKS).map(|at| (at, text[at..].chars().next().map_or(1, char::len_utf8)));
        let small = SMALL_JOINTS.iter().filter_map(|joint| small_joint(text, joint));
        let Some((at, length)) = words.chain(mark).chain(small).min() else { return rest.take() };
        rest = Some(&text[at + length..]);
        Some(&text[..at])
    });
    parts.map(|part| part.trim_matches([' ', ','])).filter(|part| !part.is_empty())
}

/// Place and length of a word for "and" between two full names: `José Ortega y Gasset` is one.
fn small_joint(text: &str, joint: &str) -> Option<(usize, usize)> {
    let at = text.find(joint)?;
    let words = |part: &str| part.split_whitespace().count();
    let before = text[..at].rsplit(',').next().unwrap_or_default();
    let behind = text[at + joint.len()..].split([',', ';', '|', '\n']).next().unwrap_or_default();
    let is_name = |part: &str| words(part) >= 2 && names::is_name(names::without_lead(part));
    let joins = is_name(before) && (is_name(behind) || is_agency(behind.trim()));
    joins.then_some((at, joint.len()))
}

/// The lines of a text, where those that go on with what stands before them are joined to it.
fn one_line(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let word = line.split(' ').next().unwrap_or_default();
        let ends = JOINTS.iter().any(|joint| whole.ends_with(joint.trim_end()));
        let joins = JOINTS.iter().any(|joint| joint.trim() == word.to_lowercase());
        whole.push_str(match (whole.is_empty(), line.starts_with(',')) {
            (true, _) | (_, true) => "",
            _ if joins || ends || whole.ends_with(',') => " ",
            _ => "\n",
        });
        whole.push_str(line);
    }
    whole
}

/// A text without what stands in brackets: places, affiliations, addresses.
fn without_brackets(text: &str) -> Cow<'_, str> {
    if !text.contains(['(', '[']) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(['(', '[']) {
        let close = rest[open..].find([')', ']']).map(|length| open + length);
        let Some(close) = close.filter(|close| close - open <= BRACKETS_BYTES) else { break };
        kept.push_str(rest[..open].trim_end());
        rest = &rest[close + 1..];
        if rest.starts_with(char::is_alphanumeric) {
            kept.push(' ');
        }
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_told_from_what_is_said_of_them() {
        for (text, expected) in [
            ("Ada Gull", &["Ada Gull"][..]),
            ("Ada Gull and Bo Reed", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull, Bo Reed and Cy Cole", &["Ada Gull", "Bo Reed", "Cy Cole"]),
            ("Ada Gull (in Porto) et Bo Reed", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull [Post], Bo Reed", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull, Senior Editor and Bo Reed in Porto", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull\n, Senior Editor\nand\nBo Reed\nin Porto", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull\nBo Reed", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull; Photos by Bo Reed; Edited by Cy Cole", &["Ada Gull"]),
            ("Ada Gull, BBC", &["Ada Gull"]),
            ("Ada Gull avec AFP", &["Ada Gull"]),
            ("Ada Gull, Privacy and Digital Security Expert", &["Ada Gull"]),
            ("Ada Gull, Co-Founder", &["Ada Gull"]),
            ("Ada Gull, Leitender Wirtschaftsredakteur", &["Ada Gull"]),
            ("Ada Gull, Corresponsal en Atenas", &["Ada Gull"]),
            ("the Harbour Post Team", &["the Harbour Post Team"]),
            ("The Editors", &["The Editors"]),
            ("the team", &[]),
            ("记者 王小明 报道", &["王小明"]),
            ("责编：牛镛、岳弘彬", &["牛镛", "岳弘彬"]),
            ("BBC", &["BBC"]),
            ("Ada Gull* and Bo Reed†", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull with Bo Reed", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull in Weather and Tides", &["Ada Gull"]),
            ("Ada Gull Published May 17, 2019", &["Ada Gull"]),
            ("Ada Gull Updated: 17 May 2019 | Weather", &["Ada Gull"]),
            ("Ada Gull aktualisiert am 17.05.2019", &["Ada Gull"]),
            ("José Ortega y Gasset", &["José Ortega y Gasset"]),
            ("Por Ada Gull y Bo Reed", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull e Bo Reed", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull und Bo Reed, Porto", &["Ada Gull", "Bo Reed"]),
            ("Ada Gull Last updated 12 May 2023", &["Ada Gull"]),
            ("Ada Gull Updated 3 hours ago", &["Ada Gull"]),
            ("Ada Gull Photography by Bo Reed", &["Ada Gull"]),
            ("Reporting by Ada Gull; Editing by Bo Reed", &["Ada Gull"]),
            ("记者 王小明 编辑 李四", &["王小明"]),
            ("記者王小明/台北報導", &["王小明"]),
            ("the harbour and the fog", &[]),
            ("", &[]),
        ] {
            assert_eq!(names(text, true), expected, "{text}");
        }
    }

    #[test]
    fn long_brackets_are_no_remarks() {
        for (text, expected) in
            [("Ada (Porto) Gull", "Ada Gull"), ("Ada (Porto", "Ada (Porto"), ("Ada", "Ada")]
        {
            assert_eq!(without_brackets(text), expected, "{text}");
        }
        let long = format!("Ada ({})", "x".repeat(BRACKETS_BYTES));
        assert_eq!(without_brackets(&long), long);
    }

    proptest::proptest! {
        #[test]
        fn names_stand_in_the_text(text in "[A-Za-zé ,;&|\n*]{0,80}") {
            let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
            for name in names(&text, true) {
                proptest::prop_assert!(letters(&text).contains(&letters(&name)), "{name}");
            }
        }
    }
}
