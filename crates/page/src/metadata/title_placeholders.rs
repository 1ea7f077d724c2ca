//! Titles that name no page: placeholders of editors, and the names of places in every site.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::parts::plain;

/// What a title says that names no page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placeholder {
    /// Nobody wrote a title.
    NoTitle,
    /// The name of a place that every site has, such as "Home".
    Place,
}

static PLACEHOLDERS: LazyLock<FxHashMap<&'static str, Placeholder>> = LazyLock::new(|| {
    let rows = include_str!("../../data/title-placeholders.tsv").lines();
    let rows = rows.filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t'));
    let kinds = rows.map(|(kind, titles)| match kind {
        "none" => (Placeholder::NoTitle, titles),
        _ => (Placeholder::Place, titles),
    });
    kinds.flat_map(|(kind, titles)| titles.split(", ").map(move |title| (title, kind))).collect()
});

/// Ends of names of files that editors and converters leave as titles.
const FILES: &[&str] = &[
    ".htm", ".html", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".doc", ".docx", ".odt",
    ".rtf", ".pdf", ".txt", ".md", ".qxd", ".indd", ".ppt", ".pptx",
];

/// What a whole title says, if it names no page.
pub(super) fn of_title(title: &str) -> Option<Placeholder> {
    let title = title.trim();
    let small = title.to_ascii_lowercase();
    let is_file = FILES.iter().any(|end| small.ends_with(end));
    let is_address = small.starts_with("http://") || small.starts_with("https://");
    // The name of a file may be that of the page, so that it is better than none.
    let is_place = is_file || is_address && !title.contains(char::is_whitespace);
    let known = PLACEHOLDERS.get(plain(title).as_str()).copied();
    known.or_else(|| is_place.then_some(Placeholder::Place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_whole_titles() {
        for (title, expected) in [
            ("Untitled Document", Some(Placeholder::NoTitle)),
            ("- Untitled -", Some(Placeholder::NoTitle)),
            ("無題ドキュメント", Some(Placeholder::NoTitle)),
            ("Página de inicio", Some(Placeholder::Place)),
            ("Home", Some(Placeholder::Place)),
            ("page2.html", Some(Placeholder::Place)),
            ("Microsoft Word - fog_final.doc", Some(Placeholder::Place)),
            ("https://a.example/fog", Some(Placeholder::Place)),
            ("Home, sweet home", None),
            ("Untitled (Fog), 1987", None),
            ("", None),
        ] {
            assert_eq!(of_title(title), expected, "{title}");
        }
    }

    #[test]
    fn titles_of_the_table_are_plain_and_there_once() {
        let rows = include_str!("../../data/title-placeholders.tsv").lines();
        let rows = rows.filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t'));
        let titles: Vec<&str> = rows.flat_map(|(_, titles)| titles.split(", ")).collect();
        for title in &titles {
            assert_eq!(plain(title), *title);
        }
        assert_eq!(PLACEHOLDERS.len(), titles.len());
    }
}
