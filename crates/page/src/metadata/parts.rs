//! Parts of titles between bars and dashes.

/// Separators between a title and the name of its site. Each begins with a space or with the bar.
const SEPARATORS: &[&str] =
    &[" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " : ", " » ", " « ", " / ", "｜"];
/// Separator behind a site's name that comes first.
pub(super) const COLON: &str = ": ";

/// A part of a title, and the rest without it.
pub(super) type Part<'t> = (&'t str, &'t str);

/// The first and the last part of a title, each with the rest.
pub(super) fn outer_parts(title: &str) -> Option<(Part<'_>, Part<'_>)> {
    let begins = title.char_indices().filter(|(_, c)| matches!(c, ' ' | '｜'));
    let hit = |(at, _): (usize, char)| {
        let separator = SEPARATORS.iter().find(|separator| title[at..].starts_with(**separator));
        separator.map(|separator| (at, separator.len()))
    };
    // The outermost separators; those between them may belong to the title.
    let (at, len) = begins.clone().find_map(hit)?;
    let first = (title[..at].trim(), title[at + len..].trim());
    let (at, len) = begins.rev().find_map(hit)?;
    let last = (title[at + len..].trim(), title[..at].trim());
    Some((first, last))
}

/// Beginnings of titles whose template was filled in without a title.
const BEHIND_NOTHING: &[&str] = &["| ", "- ", "– ", "— ", "· ", "• ", ":: "];

/// The site's name in a title that has nothing before it.
pub(super) fn behind_nothing(title: &str) -> Option<&str> {
    BEHIND_NOTHING.iter().find_map(|separator| title.strip_prefix(separator))
}

/// The words of a text in lower case with single spaces, for comparison.
pub(super) fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut plain = String::with_capacity(text.len());
    for word in words {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    // What a capital becomes may depend on its neighbours: the last sigma of a word is another one.
    if !plain.is_ascii() {
        return plain.to_lowercase();
    }
    plain.make_ascii_lowercase();
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_cut_at_their_outermost_separators() {
        for (title, expected) in [
            ("Fog | Harbour Post", Some((("Fog", "Harbour Post"), ("Harbour Post", "Fog")))),
            ("Fog - News | Post", Some((("Fog", "News | Post"), ("Post", "Fog - News")))),
            ("霧｜港", Some((("霧", "港"), ("港", "霧")))),
            ("Sub-zero", None),
            ("", None),
        ] {
            assert_eq!(outer_parts(title), expected, "{title}");
        }
    }

    #[test]
    fn templates_without_a_title_begin_with_their_separator() {
        for (title, expected) in
            [("| Post", Some("Post")), (":: Post", Some("Post")), ("Post |", None), ("|Post", None)]
        {
            assert_eq!(behind_nothing(title), expected, "{title}");
        }
    }

    #[test]
    fn plain_words_have_no_case_and_no_marks() {
        for (text, expected) in
            [("The Fog, again!", "the fog again"), ("C++", "c"), ("  ", ""), ("Ä-1", "ä 1")]
        {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
