//! The index of the pages with their labels, in pages of a bounded number of entries.

use std::fs;
use std::path::{Path, PathBuf};

use maud::{Markup, html};
use scutch_folder::{RunError, at};
use scutch_plot::number::{counted, share, thousands};
use scutch_plot::{Page, Section, Table, foreign, minute};
use scutch_template::compared::Characters;

/// Entries of a page of the index.
const MOST: usize = 500;

/// A page with its labels.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The id of its row, which names its file.
    pub(super) id: String,
    pub(super) url: String,
    /// 14 digits; empty if the archive does not say.
    pub(super) timestamp: String,
    pub(super) method: String,
    pub(super) is_joint: bool,
    pub(super) characters: Characters,
    /// Style sheets that it links.
    pub(super) linked: u64,
    /// Those of them that are in the archives.
    pub(super) found: u64,
}

impl Entry {
    /// How many of its style sheets are there, in words.
    pub(super) fn sheets(&self) -> String {
        match self.linked {
            0 => "no style sheet linked".to_owned(),
            linked => {
                let all = counted(linked, "linked style sheet");
                format!("{} of {all} in the archives", thousands(self.found))
            }
        }
    }
}

/// Writes the index while the pages are written.
pub(super) struct Index {
    folder: PathBuf,
    tool: String,
    /// Entries of the page that is not written yet, and its number from 1.
    entries: Vec<Entry>,
    number: u64,
}

impl Index {
    /// An index in a folder.
    pub(super) fn new(folder: &Path, tool: &str) -> Self {
        Self { folder: folder.to_owned(), tool: tool.to_owned(), entries: Vec::new(), number: 1 }
    }

    /// Adds a page.
    pub(super) fn add(&mut self, entry: Entry) -> Result<(), RunError> {
        // Only now it is known that a page follows, which the full one links.
        if self.entries.len() == MOST {
            self.write(true)?;
            self.entries.clear();
            self.number += 1;
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Writes the last page.
    pub(super) fn finish(self) -> Result<(), RunError> {
        self.write(false)
    }

    fn write(&self, has_next: bool) -> Result<(), RunError> {
        let path = self.folder.join(name(self.number));
        fs::write(&path, self.page(has_next)).map_err(at(&path))
    }

    fn page(&self, has_next: bool) -> String {
        let first = (self.number - 1) * MOST as u64;
        let last = first + self.entries.len() as u64;
        let body = html! { (self.table()) (self.neighbours(has_next)) };
        Page {
            tool: &self.tool,
            kind: "Pages with their labels",
            title: match self.entries.len() {
                0 => "No page with labels".to_owned(),
                _ => format!("Pages {} to {}", thousands(first + 1), thousands(last)),
            },
            lede: html! {
                "Each page is shown as it was archived, coloured by what is content and what is \
                 boilerplate. Nothing is loaded."
            },
            notes: html! { p { a href="../template.html" { "Template report" } } },
            sections: vec![Section::new("pages", "Pages", body)],
            footer: html! { "In the order of the rows of the corpus." },
            ..Page::default()
        }
        .into_string()
    }

    fn table(&self) -> Table {
        let mut table = Table::new("Pages by their address")
            .text("Page")
            .text("Archived")
            .text("Labelled")
            .numbers(&["Content", "Style sheets"]);
        for entry in &self.entries {
            let sum = entry.characters.sum();
            let content = match sum {
                0 => "–".to_owned(),
                _ => share(entry.characters.content, sum),
            };
            let cells = [
                minute(&entry.timestamp),
                if entry.is_joint { "jointly" } else { "alone" }.to_owned(),
                content,
                format!("{} of {}", entry.found, entry.linked),
            ];
            let link = html! { a href={ (entry.id) ".html" } { (foreign::shown(&entry.url)) } };
            table.keyed(link, cells);
        }
        table
    }

    fn neighbours(&self, has_next: bool) -> Markup {
        html! {
            p {
                @if self.number > 1 { a href=(name(self.number - 1)) { "Previous pages" } " " }
                @if has_next { a href=(name(self.number + 1)) { "Next pages" } }
            }
        }
    }
}

/// The file of a page of the index.
fn name(number: u64) -> String {
    if number == 1 { "index.html".to_owned() } else { format!("index-{number}.html") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: usize) -> Entry {
        Entry {
            id: format!("id{number}"),
            url: format!("http://a.example/{number}<b>"),
            timestamp: "20190517103000".to_owned(),
            method: "template/1".to_owned(),
            is_joint: true,
            characters: Characters { content: 1, boilerplate: 3, invalid: 0 },
            linked: 2,
            found: 1,
        }
    }

    #[test]
    fn long_indexes_are_parted_and_lead_to_every_page() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut index = Index::new(folder.path(), "demo 1");
        for number in 0..MOST + 2 {
            index.add(entry(number)).expect("adds");
        }
        index.finish().expect("writes");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a page");
        let (first, second) = (read("index.html"), read("index-2.html"));
        assert!(first.contains("id0.html") && first.contains("id499.html"));
        assert!(second.contains("id501.html") && !second.contains("id499.html"));
        assert!(first.contains("index-2.html") && !first.contains("Previous"));
        assert!(second.contains("\"index.html\"") && !second.contains("Next"));
        assert!(first.contains("25.0%") && first.contains("1 of 2") && !first.contains("<b>"));
    }

    #[test]
    fn an_index_of_no_page_is_a_page() {
        let folder = tempfile::tempdir().expect("a folder");
        Index::new(folder.path(), "demo 1").finish().expect("writes");
        let page = fs::read_to_string(folder.path().join("index.html")).expect("a page");
        assert!(page.contains("No page with labels"), "{page}");
    }
}
