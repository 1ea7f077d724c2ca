//! Short addresses of web archives, such as `https://perma.cc/AB12-CD34`: the archive is known, the
//! time and the original are not.

use std::sync::LazyLock;

use crate::domain::is_host_or_below;
use crate::parse::Url;

/// A way in which an archive names mementos by ids: a row of `data/citations.tsv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CitationForm {
    /// Short name of the archive, stable.
    pub id: &'static str,
    /// Host; hosts below it count too.
    pub host: &'static str,
    /// Path before the id.
    pub path: &'static str,
    /// Form of the id, as the table describes it.
    pub form: &'static str,
    /// Whether the archive is retired: it takes in nothing more, and may not answer.
    pub is_retired: bool,
    /// Name for people.
    pub name: &'static str,
}

/// A memento that is named by an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Citation<'a> {
    /// Whose id it is.
    pub form: &'static CitationForm,
    /// The id.
    pub id: &'a str,
}

/// The table, version 1.
pub fn citation_forms() -> &'static [CitationForm] {
    static TABLE: LazyLock<Vec<CitationForm>> = LazyLock::new(|| {
        let lines = include_str!("../data/citations.tsv").lines().filter(|l| !l.starts_with('#'));
        lines.filter_map(form).collect()
    });
    &TABLE
}

fn form(line: &'static str) -> Option<CitationForm> {
    let mut columns = line.split('\t');
    // A line with too few columns is left out; a test sees to it that there is none.
    let (id, host, path) = (columns.next()?, columns.next()?, columns.next()?);
    let (form, state, name) = (columns.next()?, columns.next()?, columns.next()?);
    Some(CitationForm { id, host, path, form, is_retired: state == "retired", name })
}

impl<'a> Citation<'a> {
    /// Recognises a short address; `None` when the URL is none.
    pub fn split(url: &'a Url) -> Option<Self> {
        let fits = |form: &&CitationForm| is_host_or_below(url.host(), form.host);
        citation_forms().iter().filter(fits).find_map(|form| {
            let rest = url.path().strip_prefix(form.path)?;
            // A view of the page, such as `/image`, may follow the id.
            let id = rest.split('/').next().unwrap_or(rest);
            has_form(id, form.form).then_some(Self { form, id })
        })
    }
}

/// Whether an id is written in a form.
fn has_form(id: &str, form: &str) -> bool {
    let mut rest = id.bytes().peekable();
    let mut classes = form.bytes().peekable();
    while let Some(class) = classes.next() {
        let repeats = classes.next_if_eq(&b'+').is_some();
        if !rest.next().is_some_and(|byte| is_of(byte, class)) {
            return false;
        }
        while repeats && rest.next_if(|byte| is_of(*byte, class)).is_some() {}
    }
    rest.next().is_none()
}

/// Whether a byte is of a class of the table.
fn is_of(byte: u8, class: u8) -> bool {
    match class {
        b'A' => byte.is_ascii_alphanumeric(),
        b'U' => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        b'9' => byte.is_ascii_digit(),
        class => byte == class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_whole() {
        let lines = include_str!("../data/citations.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(citation_forms().len(), lines.count());
        assert!(citation_forms().iter().any(|form| form.is_retired));
    }

    #[test]
    fn ids_are_told_from_pages_of_the_archive() {
        for (url, expected) in [
            ("https://perma.cc/AB12-CD34", Some(("perma", "AB12-CD34"))),
            ("https://perma.cc/0FYbfBqs3aK", Some(("perma", "0FYbfBqs3aK"))),
            ("http://perma.cc/AB12-CD34?type=image", Some(("perma", "AB12-CD34"))),
            ("http://www.webcitation.org/5ekDHBAVN", Some(("webcite", "5ekDHBAVN"))),
            ("https://archive.ph/AbCd1", Some(("archive-today", "AbCd1"))),
            ("https://archive.is/AbCd1/image", Some(("archive-today", "AbCd1"))),
            (
                "http://www.freezepage.com/1334593424XXVRXXQZPX",
                Some(("freezepage", "1334593424XXVRXXQZPX")),
            ),
            ("http://www.freezepage.com/1334593424", None),
            ("https://perma.cc/about", None),
            ("https://perma.cc/AB12-CD345", None),
            ("https://perma.cc/ab12-cd34", None),
            ("https://archive.ph/faq", None),
            ("https://www.webcitation.org/query.php?url=x", None),
            ("https://a.example/AB12-CD34", None),
        ] {
            let url = Url::parse(url).expect("an address");
            let found = Citation::split(&url).map(|citation| (citation.form.id, citation.id));
            assert_eq!(found, expected, "{}", url.as_str());
        }
    }
}
