//! Titles in parts: what stands between bars and dashes.

/// What stands between a title and the name of its site.
const SEPARATORS: &[&str] =
    &[" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " : ", " » ", " « ", " / ", "｜"];
/// What stands behind the name of a site that comes first.
pub(super) const COLON: &str = ": ";

pub(super) type Part<'t> = (&'t str, &'t str);

/// The first and the last part with what remains without each.
pub(super) fn outer_parts(title: &str) -> Option<(Part<'_>, Part<'_>)> {
    let hits = |from_end: bool| {
        SEPARATORS.iter().filter_map(move |s| {
            let at = if from_end { title.rfind(s) } else { title.find(s) };
            at.map(|at| (at, s.len()))
        })
    };
    let (at, len) = hits(false).min()?;
    let first = (title[..at].trim(), title[at + len..].trim());
    let (at, len) = hits(true).max()?;
    let last = (title[at + len..].trim(), title[..at].trim());
    Some((first, last))
}

/// What stands before the site's name, where a template was filled in without a title.
const BEHIND_NOTHING: &[&str] = &["| ", "- ", "– ", "— ", "· ", "• ", ":: "];

/// What follows the mark that a title begins with: nothing stands before the site's name.
pub(super) fn behind_nothing(title: &str) -> Option<&str> {
    BEHIND_NOTHING.iter().find_map(|separator| title.strip_prefix(separator))
}

/// Lower-case words, for comparing.
pub(super) fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}
