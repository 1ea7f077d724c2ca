//! The table of rows.

use maud::{Markup, html};
use scutch_corpus::row::{Column, ColumnKind};
use scutch_plot::foreign;
use scutch_plot::number::{counted, thousands};

use super::decided::summary;
use super::form::form;
use super::frame::{Frame, Subject};
use super::review_words::{SPOKEN, TABLE_KEYS};
use crate::review::{DECISION, PAGE, Query, Review, Selection, Sort, TableRow};

/// A page of the table.
#[derive(Debug)]
pub struct TablePage<'a> {
    /// The corpus.
    pub review: &'a Review,
    /// What is shown.
    pub query: &'a Query,
    /// The rows that it selects.
    pub selection: &'a Selection,
    /// The columns shown.
    pub shown: Vec<&'static Column>,
    /// The rows of the page.
    pub rows: Vec<TableRow>,
}

impl TablePage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let spoken = serde_json::to_string(&SPOKEN).unwrap_or_default();
        // A search that failed must not be asked for again and again.
        let is_searching = self
            .selection
            .found
            .as_ref()
            .is_some_and(|found| !found.is_complete && found.failed.is_none());
        let body = html! {
            main id="main" tabindex="-1" data-view="rows" data-words=(spoken) {
                h1 { "Rows" }
                p.lede { (self.lede()) }
                @for note in self.review.notes() { p.alarm { (foreign::plain(note)) } }
                (form(self.review, self.query))
                div id="found" data-searching=[is_searching.then_some("1")] {
                    p role="status" aria-live="polite" id="count" { (self.count()) }
                    @if self.rows.is_empty() { p.nothing { "No row to show." } } @else { (self.table()) }
                    (self.pages())
                }
                p.said id="said" role="status" aria-live="polite" {}
                (super::label::legend("legend", "Keys", TABLE_KEYS, false))
            }
        };
        Frame { subject: Subject::Corpus, up: "", title: "Rows", view: "rows", body }.render()
    }

    fn lede(&self) -> String {
        let folder = foreign::path(&self.review.folder().display().to_string());
        format!("{} in the folder {folder}.", counted(self.review.len() as u64, "row"))
    }

    /// How many rows are found, and of how many this is said.
    fn count(&self) -> String {
        let all = thousands(self.review.len() as u64);
        let count = counted(self.selection.count as u64, "row");
        match &self.selection.found {
            Some(found) if found.failed.is_some() => {
                let why = found.failed.clone().unwrap_or_default();
                format!("Not searched: {}.", foreign::plain(&why))
            }
            Some(found) if !found.is_complete => {
                let searched = thousands(found.searched as u64);
                format!(
                    "{count} so far: {searched} of {all} rows are searched. Their order, too, is that of these."
                )
            }
            _ if self.query.is_plain() => format!("{count}, in the order of the corpus."),
            _ => format!("{count} of {all}."),
        }
    }

    fn table(&self) -> Markup {
        let query = address(self.query);
        html! {
            div.scroll tabindex="0" role="region" aria-label="Table of rows" {
                table.rows {
                    thead { tr {
                        th.n scope="col" { "No." }
                        @for (at, column) in self.shown.iter().enumerate() { (self.head(at, column)) }
                        (self.decision_head())
                    } }
                    tbody {
                        @for row in &self.rows { (self.row(row, &query)) }
                    }
                }
            }
        }
    }

    fn head(&self, at: usize, column: &Column) -> Markup {
        let class = if at > 0 && is_number(column) { "n" } else { "" };
        html! {
            th.(class) scope="col" aria-sort=[self.order(column.name)] title=(column.meaning) {
                a href={ "rows?" (self.query.sorted(column.name).written()) } { (column.name) } (self.arrow(column.name))
            }
        }
    }

    fn decision_head(&self) -> Markup {
        html! {
            th scope="col" aria-sort=[self.order(DECISION)] {
                a href={ "rows?" (self.query.sorted(DECISION).written()) } { (DECISION) } (self.arrow(DECISION))
            }
        }
    }

    fn sort(&self, name: &str) -> Option<&Sort> {
        self.query.sort.as_ref().filter(|sort| sort.column == name)
    }

    fn order(&self, name: &str) -> Option<&'static str> {
        self.sort(name).map(|sort| if sort.descending { "descending" } else { "ascending" })
    }

    fn arrow(&self, name: &str) -> &'static str {
        self.sort(name).map_or("", |sort| if sort.descending { " ↓" } else { " ↑" })
    }

    fn row(&self, row: &TableRow, query: &str) -> Markup {
        let link = format!("row/{}{query}", row.id);
        let mut cells = row.cells.iter().zip(&self.shown);
        let first = cells.next();
        let decided = self.review.decisions().of_row(&row.id);
        // Only with a search: the extract costs a read for each row.
        let around = match self.query.words.is_empty() {
            true => None,
            false => self.review.extract(row.number, &self.query.words),
        };
        html! {
            tr data-id=(row.id) {
                td.n { (thousands(row.number as u64 + 1)) }
                @if let Some((text, _)) = first {
                    th scope="row" {
                        a.open href=(link) { (foreign::shown(text)) }
                        @if let Some([before, word, behind]) = around {
                            p.around { "… " (one_line(&before)) mark { (one_line(&word)) } (one_line(&behind)) " …" }
                        }
                    }
                }
                @for (text, column) in cells {
                    @if text.is_empty() { td.none { "–" } }
                    @else if is_number(column) { td.n { (text) } }
                    @else { td { (foreign::shown(text)) } }
                }
                td.decision { @if decided.is_empty() { "–" } @else { (summary(&decided)) } }
            }
        }
    }

    fn pages(&self) -> Markup {
        let (page, last) = (self.query.page, self.selection.count.div_ceil(PAGE).max(1));
        let to = |page: usize| format!("rows{}", address(&self.query.at(page)));
        html! {
            nav.pages aria-label="Pages of the table" {
                // A page beyond the last one, from an old bookmark, leads back to the last.
                @if page > 1 { a rel="prev" href=(to((page - 1).min(last))) { "Previous" } " " }
                span { "Page " (thousands(page as u64)) " of " (thousands(last as u64)) }
                @if page < last { " " a rel="next" href=(to(page + 1)) { "Next" } }
            }
        }
    }
}

/// The query of an address with its question mark; nothing for all rows as usual.
pub(super) fn address(query: &Query) -> String {
    let written = query.written();
    if written.is_empty() { written } else { format!("?{written}") }
}

fn is_number(column: &Column) -> bool {
    matches!(column.kind, ColumnKind::I32 | ColumnKind::I64 | ColumnKind::F32)
}

/// Foreign text on one line.
fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    if text.is_empty() { text } else { foreign::lines(&text, 200) }
}
