//! Full stops that end no sentence, in languages without a table. Languages with a table:
//! `data/abbreviations.tsv`.

/// Abbreviations before names and numbers in several European languages. After others, as `etc.`, a
/// sentence may end.
const ABBREVIATIONS: &[&str] = &[
    "Abb", "Bd", "Dr", "Fr", "Hr", "Jr", "Mag", "Mme", "Mr", "Mrs", "Ms", "Mt", "No", "Nr", "Prof",
    "Rev", "Sr", "Sra", "St", "Str", "bzw", "ca", "cf", "dr", "dra", "ill", "ld", "nr", "pl",
    "prof", "sr", "ul", "vgl", "vs",
];

/// Longer than any abbreviation, in bytes.
const WORD: usize = 64;

/// Whether a sentence ends in an abbreviation or an initial, so that it goes on.
pub(super) fn is_abbreviated(sentence: &str) -> bool {
    // Only full stops are ambiguous: `?` and `!` end a sentence after any word.
    let Some(before) = sentence.trim_end().strip_suffix('.') else { return false };
    // Words are looked at from their ends: an unspaced text would be one long word at each stop.
    let before = &before[before.floor_char_boundary(before.len().saturating_sub(WORD))..];
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let mut letters = word.rsplit('.').next().unwrap_or_default().chars();
    // A single capital letter: `J. R. Tern` is one name.
    let initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    initial || ABBREVIATIONS.contains(&word)
}
