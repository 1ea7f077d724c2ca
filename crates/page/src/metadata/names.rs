//! Recognition of people's names and of the words around them.

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::name_words::{WordKind, is_trade, is_word};

/// Leads by their first character, longest first, in lower case.
type Leads = FxHashMap<char, Vec<(&'static str, Lead)>>;

/// What a lead says about the name behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// An author; a space or colon must follow the word.
    Short,
    /// An author.
    Long,
    /// Somebody who helped, named where there is no author.
    Help,
    /// Nobody who worked on the text.
    Aside,
}

impl Lead {
    fn from_kind(kind: &str) -> Self {
        match kind {
            "short" => Self::Short,
            "help" => Self::Help,
            "aside" => Self::Aside,
            _ => Self::Long,
        }
    }

    /// Whether the name is not an author's.
    pub(super) fn helps(self) -> bool {
        matches!(self, Self::Help | Self::Aside)
    }
}

static LEADS: LazyLock<Leads> = LazyLock::new(|| {
    let rows = include_str!("../../data/bylines.tsv").lines().filter(|row| !row.starts_with('#'));
    let mut leads = Leads::default();
    for (kind, words) in rows.filter_map(|row| row.split_once('\t')) {
        for word in words.split(", ") {
            let first = word.chars().next().unwrap_or_default();
            leads.entry(first).or_default().push((word, Lead::from_kind(kind)));
        }
    }
    leads.values_mut().for_each(|words| words.sort_by_key(|(word, _)| Reverse(word.len())));
    leads
});

/// Characters that can follow a short lead.
const BEHIND_SHORT: &[char] = &[' ', ':', '\u{a0}', '\n', '：', '/', '／', '\u{3000}', '・'];
/// Letters without case in scripts with spaces between words: Hebrew, Arabic, Indic scripts,
/// Hangul.
const WITHOUT_CAPITALS: &[RangeInclusive<char>] =
    &['\u{590}'..='\u{6ff}', '\u{900}'..='\u{dff}', '\u{ac00}'..='\u{d7a3}'];

/// Whether a word continues with this character.
fn continues_word(c: char) -> bool {
    let caseless = || WITHOUT_CAPITALS.iter().any(|letters| letters.contains(&c));
    c.is_lowercase() || (c.is_alphanumeric() && caseless())
}

/// The text behind a lead that can introduce an author.
pub(super) fn behind_lead(text: &str) -> Option<&str> {
    lead(text).filter(|(lead, _)| *lead != Lead::Aside).map(|(_, rest)| rest)
}

/// The lead at the beginning of a text, and the text behind it.
pub(super) fn lead(text: &str) -> Option<(Lead, &str)> {
    let first = text.chars().next()?.to_lowercase().next()?;
    LEADS.get(&first)?.iter().find_map(|(lead, kind)| {
        // Lower-casing may change the number of bytes, so characters are compared.
        let start = text.get(..lead.len())?;
        if !start.chars().flat_map(char::to_lowercase).eq(lead.chars()) {
            return None;
        }
        let rest = &text[lead.len()..];
        let ends = match kind {
            Lead::Short => rest.is_empty() || rest.starts_with(BEHIND_SHORT),
            // Not in the middle of a word: "authority" does not begin with "author".
            _ => !rest.starts_with(continues_word),
        };
        ends.then_some((*kind, rest))
    })
}

/// Whether a text is nothing but an unambiguous lead.
pub(super) fn is_lead(text: &str) -> bool {
    let text = text.trim_end_matches([':', ' ']).to_lowercase();
    let says = |lead: &str| lead.trim_end_matches(':') == text;
    LEADS.values().flatten().any(|(lead, kind)| matches!(kind, Lead::Long) && says(lead))
}

/// A name without leads and marks around it.
pub(super) fn without_lead(mut name: &str) -> &str {
    let marks = |c: char| {
        c.is_whitespace()
            || ":：/・\u{2192}\u{bb}|\u{b7}\u{22c5}\u{2022}-\u{2013}\u{2014}=＝•".contains(c)
    };
    loop {
        name = name.trim_matches(marks);
        match behind_lead(name) {
            Some(rest) if !rest.trim_matches(marks).is_empty() => name = rest,
            _ => return name,
        }
    }
}

/// The names in a list such as "A, B and C". Addresses and handles are skipped.
pub(super) fn split_names(value: &str) -> impl Iterator<Item = &str> {
    without_lead(value)
        .split([';', '|', '\n', '、'])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" & "))
        .flat_map(|part| part.split(" und "))
        .flat_map(|part| part.split(" et "))
        .flat_map(|part| {
            // "Last, First" has one comma and single words around it.
            let reversed = part.split(',').count() == 2
                && part.split(',').all(|side| side.split_whitespace().count() == 1);
            if reversed { vec![part] } else { part.split(',').collect() }
        })
        .map(without_lead)
        .filter(|name| !name.is_empty() && !name.contains("://") && !name.starts_with(['@', '/']))
        .filter(|name| name.chars().count() <= 80)
}

/// Removes addresses and professions behind the first name. The first stays: agencies and editors
/// sign, too.
pub(super) fn keep_people(names: &mut Vec<String>) {
    let mut first = true;
    names.retain(|name| std::mem::take(&mut first) || !(is_trade(name) || is_address(name)));
}

/// Whether a name is that of a site or an account.
pub(super) fn is_address(name: &str) -> bool {
    name.contains(['@', '/'])
        || name.contains("www.")
        || (name.contains('.') && !name.contains(' ') && !name.ends_with('.'))
}

/// Whether a text is the name of a group that signs together: `the Harbour Post Team`.
pub(super) fn is_office(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let Some((last, before)) = words.split_last() else { return false };
    let is_office = is_word(&last.to_lowercase(), WordKind::Office);
    let capital = |word: &&&str| word.starts_with(char::is_uppercase);
    let article = |word: &&&str| word.eq_ignore_ascii_case("the");
    let own = before.iter().filter(|word| !article(word));
    // "The team" may be any; "The Editors" are those of the site.
    (2..=5).contains(&words.len())
        && is_office
        && last.starts_with(char::is_uppercase)
        // A site signs by its address, too: "harbour.example Redaktion".
        && own.clone().all(|word| capital(&word) || word.contains('.'))
        && !text.contains(|c: char| c.is_ascii_digit() || "@!?|:".contains(c))
}

/// The name before a title that stands behind it, as in Korean: `김철수 기자`.
pub(super) fn before_title(text: &str) -> Option<&str> {
    if text.is_ascii() {
        return None;
    }
    let rest = TITLES.iter().find_map(|title| text.strip_suffix(title))?;
    // The name of the paper may stand before. Shorter words are kinds of reporters.
    let name = rest.trim_end().rsplit(' ').next().filter(|_| rest.ends_with(' '))?;
    (name.chars().count() == SYLLABLES).then_some(name)
}

/// Titles behind names: reporter, correspondent, leader writer.
const TITLES: &[&str] = &["기자", "특파원", "논설위원"];
/// Syllables of nearly all Korean names.
const SYLLABLES: usize = 3;

/// Whether a single word is no name: months, days, and initials that stand for a picture.
fn is_no_name(word: &str) -> bool {
    let initials = word.chars().count() <= 2 && word.chars().all(|c| c.is_ascii_uppercase());
    initials || is_calendar(word)
}

/// Whether a word is a day of the week or a month.
pub(super) fn is_calendar(word: &str) -> bool {
    let day = word.trim_end_matches(['.', ',']).to_lowercase();
    is_word(&day, WordKind::Day) || super::months::month_of(word, None).is_some()
}

/// Whether a text can be an account name: one word of letters, digits and few marks. Letters alone
/// are enough only where the text is `linked` to somebody.
pub(super) fn is_login(text: &str, linked: bool) -> bool {
    let fits = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    (3..=30).contains(&text.chars().count())
        && text.chars().all(fits)
        && text.contains(char::is_alphabetic)
        && (linked || text.contains(|c: char| !c.is_alphabetic()))
        && !is_no_name(text)
        && !is_word(&text.to_lowercase(), WordKind::Button)
}

/// Whether the text of a profile link can be the member's name. Buttons are none, and a mention is
/// that of somebody else.
pub(super) fn is_member_name(text: &str) -> bool {
    // "The" is in the table of buttons, but also in names of members.
    let is_button = |word: &str| word != "the" && is_word(&word.to_lowercase(), WordKind::Button);
    text.contains(char::is_alphabetic) && !text.starts_with('@') && !text.split(' ').any(is_button)
}

/// Whether a text can be a person's name: few words, most of them capitalised or in a script
/// without case, no digits.
pub(super) fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = text.chars().count() <= 45
        && text.chars().any(char::is_alphabetic)
        && !text.contains(|c: char| c.is_ascii_digit() || "@!?|#<>{}…%$€\"“”，。！？".contains(c));
    let capital = |word: &&&str| !word.starts_with(char::is_lowercase);
    let particle = |word: &str| word.chars().count() <= 3;
    let lead_alone = behind_lead(text).is_some_and(|rest| !rest.contains(char::is_alphabetic));
    let alone = words.len() == 1 && is_no_name(words[0]);
    plain
        && !lead_alone
        && !alone
        && (1..=5).contains(&words.len())
        // Particles ("van der") are lower case, but not most words of a name.
        && words.iter().filter(capital).count() * 2 >= words.len()
        && words.iter().all(|word| capital(&word) || particle(word))
        && !words.iter().any(|word| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            is_word(&word, WordKind::Button)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_found_by_their_first_character() {
        for (text, rest) in [
            ("By Ada", Some(" Ada")),
            ("POSTED BY Ada", Some(" Ada")),
            ("Ada", None),
            ("", None),
            ("Bysshe", None),
            ("文具礼品", None),
            ("文／張三", Some("／張三")),
            ("记者张三", Some("张三")),
            ("كتبت: أسماء نصار", Some(": أسماء نصار")),
            ("كتبنا", None),
        ] {
            assert_eq!(behind_lead(text), rest, "{text}");
        }
        // Few are compared with a text.
        let all: usize = LEADS.values().map(Vec::len).sum();
        let most = LEADS.values().map(Vec::len).max().unwrap_or_default();
        assert!(most * 4 < all, "{most} of {all}");
    }

    #[test]
    fn names_of_people_are_told_from_other_words() {
        for (text, expected) in [
            ("Ada Gull", true),
            ("Ada van der Gull", true),
            ("ADA GULL", true),
            ("Ada M. Gull", true),
            ("أسماء نصار", true),
            ("张三", true),
            ("Ada", true),
            ("ada gull", false),
            ("Ada Gull 2019", false),
            ("Read more", false),
            ("Monday", false),
            ("May", false),
            ("AG", false),
            ("By", false),
            ("Who is Ada Gull?", false),
            ("A Name Of Far Too Many Words", false),
            ("The Editors", false),
            ("", false),
        ] {
            assert_eq!(is_name(text), expected, "{text}");
        }
    }

    #[test]
    fn groups_sign_with_a_name_of_their_own() {
        for (text, expected) in [
            ("The Harbour Post Team", true),
            ("the Harbour Team", true),
            ("Harbour-Post Redaktion", true),
            ("The Editors", true),
            ("harbour.example Redaktion", true),
            ("the team", false),
            ("Team", false),
            ("part of the Team", false),
            ("", false),
        ] {
            assert_eq!(is_office(text), expected, "{text}");
        }
    }

    #[test]
    fn titles_stand_behind_names_in_korean() {
        for (text, expected) in [
            ("김철수 기자", Some("김철수")),
            ("항구일보 김철수 기자", Some("김철수")),
            ("시민 기자", None),
            ("김철수기자", None),
            ("기자", None),
            ("Ada Gull", None),
        ] {
            assert_eq!(before_title(text), expected, "{text}");
        }
    }

    #[test]
    fn lists_of_names_are_split() {
        for (text, expected) in [
            ("By Ada Gull, Bo Reed and Cy Cole", &["Ada Gull", "Bo Reed", "Cy Cole"][..]),
            ("Ada Gull & Bo Reed", &["Ada Gull", "Bo Reed"]),
            ("Von Ada Gull und Bo Reed", &["Ada Gull", "Bo Reed"]),
            ("Gull, Ada", &["Gull, Ada"]),
            ("Ada Gull; @bo; https://a.example", &["Ada Gull"]),
            ("张三、李四", &["张三", "李四"]),
            ("", &[]),
        ] {
            assert_eq!(split_names(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn accounts_and_addresses_are_told() {
        for (text, linked, expected) in [
            ("ada_gull", false, true),
            ("ada17", false, true),
            ("adagull", false, false),
            ("adagull", true, true),
            ("ada gull", true, false),
            ("12345", true, false),
            ("ad", true, false),
            ("login", true, false),
        ] {
            assert_eq!(is_login(text, linked), expected, "{text}");
        }
        for (text, expected) in [
            ("ada@a.example", true),
            ("www.a.example", true),
            ("a.example", true),
            ("Ada Gull", false),
            ("Ada G.", false),
            ("Jr.", false),
        ] {
            assert_eq!(is_address(text), expected, "{text}");
        }
    }

    #[test]
    fn only_the_first_author_may_be_a_trade_or_an_address() {
        let mut names = ["Editor", "Ada Gull", "Reporter", "a.example"].map(str::to_owned).to_vec();
        keep_people(&mut names);
        assert_eq!(names, ["Editor", "Ada Gull"]);
    }

    #[test]
    fn words_of_the_table_are_lower_case_and_there_once() {
        let mut seen = std::collections::HashSet::new();
        let rows = include_str!("../../data/name-words.tsv").lines();
        for row in rows.filter(|row| !row.starts_with('#')) {
            let (kind, words) = row.split_once('\t').expect("a tab");
            assert!(["button", "day", "degree", "office", "trade"].contains(&kind), "{kind}");
            for word in words.split(", ") {
                assert_eq!(word.to_lowercase(), word);
                assert!(seen.insert((kind, word)), "{word} is there twice");
            }
        }
    }
}
