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

/// What a whole title says, if it names no page.
pub(super) fn of_title(title: &str) -> Option<Placeholder> {
    PLACEHOLDERS.get(plain(title).as_str()).copied()
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
