//! Words that stand where names do: professions, degrees, days, buttons, offices.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Words of the table `name-words.tsv`, each with the kinds of words it is among.
static WORDS: LazyLock<FxHashMap<&'static str, Vec<WordKind>>> = LazyLock::new(|| {
    let rows =
        include_str!("../../data/name-words.tsv").lines().filter(|row| !row.starts_with('#'));
    let mut words: FxHashMap<&str, Vec<WordKind>> = FxHashMap::default();
    for (kind, row) in rows.filter_map(|row| row.split_once('\t')) {
        let kind = match kind {
            "button" => WordKind::Button,
            "day" => WordKind::Day,
            "degree" => WordKind::Degree,
            "office" => WordKind::Office,
            _ => WordKind::Trade,
        };
        row.split(", ").for_each(|word| words.entry(word).or_default().push(kind));
    }
    words
});

/// What a word is that stands where names do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordKind {
    /// On buttons and in counts.
    Button,
    /// A day of the week, or "today" in some language.
    Day,
    /// A group that signs together, such as a newsroom: its last word.
    Office,
    /// A degree or licence behind a name.
    Degree,
    /// A profession behind a name: its first or last word.
    Trade,
}

/// Whether a word in lower case is of a kind.
pub(super) fn is_word(word: &str, kind: WordKind) -> bool {
    WORDS.get(word).is_some_and(|kinds| kinds.contains(&kind))
}

/// Whether a part of a byline states a profession, by its first or last word. "Md. Kamal Hossain" and
/// "J.D. Vance" are names, so that degrees count behind a name only, or alone.
pub(super) fn is_trade(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [Some(first), Some(last)] = [words.first(), words.last()] else { return false };
    let is_name = words.len() > 1 && words.iter().all(|word| word.starts_with(char::is_uppercase));
    let is_first = words.len() == 1 || !is_word(&letters(first).to_lowercase(), WordKind::Degree);
    is_first && states_trade(first, 0) || states_trade(last, if is_name { BEFORE } else { 0 })
}

/// Whether a word is a profession or a degree, or a compound with so many letters `before` one.
fn states_trade(word: &str, before: usize) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let end = word.rsplit('-').next().unwrap_or_default();
    let is_listed = |word: &str| is_word(word, WordKind::Trade) || is_word(word, WordKind::Degree);
    // "Wirtschaftsredakteur" is one word in German.
    let man = word.strip_suffix("in").unwrap_or(&word);
    let fits = |start: &str| start.chars().count() >= before;
    let ends = || COMPOUNDS.iter().any(|trade| man.strip_suffix(trade).is_some_and(fits));
    is_listed(end) || is_listed(&letters(&word)) || ends()
}

/// Fewest letters before the profession in a compound that ends a text of capitalised words:
/// "Leiter" and "Schleiter" are family names, "Ressortleiter" is none.
const BEFORE: usize = 4;

/// The letters and digits of a word.
fn letters(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Ends of German and Scandinavian compounds that state a profession.
const COMPOUNDS: &[&str] =
    &["redakteur", "korrespondent", "leiter", "journalist", "reporter", "redaktör", "redaktør"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trades_stand_first_or_last_and_within_compounds() {
        for (text, expected) in [
            ("Senior Editor", true),
            ("Co-Founder", true),
            ("Leitender Wirtschaftsredakteur", true),
            ("Online-Redakteurin", true),
            ("Gründerin Journelles", true),
            ("Ph.D.", true),
            ("M.D.", true),
            ("MD PhD", true),
            ("Registered RN", true),
            ("Leiter Kommunikation", true),
            ("Politischer Korrespondent", true),
            ("Stellvertretender Ressortleiter", true),
            ("Freie Fotojournalistin", true),
            ("Leiter", true),
            ("Ada Gull", false),
            ("Senior Editor", true),
            ("PhD", true),
            ("Editorial", false),
            // Given and family names that look like degrees and professions.
            ("Md. Kamal Hossain", false),
            ("MD Rahman", false),
            ("J.D. Vance", false),
            ("Felix Leiter", false),
            ("Felix J. Leiter", false),
            ("Jörn Schleiter", false),
            ("", false),
        ] {
            assert_eq!(is_trade(text), expected, "{text}");
        }
    }
}
