//! Numbers of pages: in parts of titles, and in addresses.

use super::parts::plain;

/// Words for "page" in numbered titles, in lower case.
const PAGE: &[&str] = &[
    "page",
    "oldal",
    "seite",
    "página",
    "pagina",
    "strona",
    "sayfa",
    "sida",
    "side",
    "sivu",
    "strana",
    "stránka",
    "страница",
    "стр",
    "сторінка",
];
/// Words for "part" in numbered titles.
const PART: &[&str] = &[
    "part",
    "pt",
    "teil",
    "rész",
    "parte",
    "partie",
    "część",
    "deel",
    "del",
    "osa",
    "часть",
    "частина",
];
/// Longest preposition beside them, in letters.
const PREPOSITION: usize = 3;
/// Most words that number a page: `Page 3 of 12`.
const PAGE_OF: usize = 5;

/// Whether a part of a title only numbers a page or part, or says nothing at all.
pub(super) fn is_number(part: &str) -> bool {
    let words = plain(part);
    let names = |word: &str| PAGE.contains(&word) || PART.contains(&word);
    let counts = |word: &str| word.contains(char::is_numeric);
    // Prepositions: "of", "von", "de".
    let small = |word: &str| word.chars().count() <= PREPOSITION;
    words.split(' ').all(|word| names(word) || counts(word) || small(word))
        && words.split(' ').any(counts)
        && words.split(' ').any(names)
        || !words.contains(char::is_alphabetic)
}

/// Whether a part of a title numbers a page in words. A bare year may be a title.
pub(super) fn is_page_number(part: &str) -> bool {
    is_number(part) && part.contains(char::is_alphabetic)
}

/// The numbers in an address.
pub(super) fn numbers(path: &str) -> Vec<u32> {
    path.split(['/', '?', '&', '=', ';', '-', '.']).filter_map(|part| part.parse().ok()).collect()
}

/// Whether a part of a title numbers a page as one of these numbers of its address does. Some count from 0.
pub(super) fn is_page_of(part: &str, numbers: &[u32]) -> bool {
    let words = plain(part);
    let number = words.split(' ').find_map(|word| word.parse::<u32>().ok());
    let is_in_address =
        |number: u32| numbers.iter().any(|n| *n == number || n.checked_add(1) == Some(number));
    words.split(' ').count() <= PAGE_OF
        && words.split(' ').any(|word| PAGE.contains(&word))
        && number.is_some_and(is_in_address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_number_pages_are_recognised() {
        for (part, number, in_words) in [
            ("Page 3", true, true),
            ("Seite 3 von 12", true, true),
            ("part 2", true, true),
            ("3", true, false),
            ("2019", true, false),
            ("—", true, false),
            ("Page", false, false),
            ("Chapter 3", false, false),
            ("The fog of 1912", false, false),
        ] {
            assert_eq!(is_number(part), number, "{part}");
            assert_eq!(is_page_number(part), in_words, "{part}");
        }
    }
}
