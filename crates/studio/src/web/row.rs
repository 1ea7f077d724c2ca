//! One row: its archived page, decisions, reasons, candidates of metadata, all columns, its text.

use maud::{Markup, html};
use scutch_corpus::row::Column;
use scutch_folder::reasons;
use scutch_foreign::steers;
use scutch_plot::foreign;
use scutch_plot::number::thousands;
use serde_json::{Map, Value};

use super::cells::{captured, list, prose, text, value};
use super::decided::decided;
use super::form::rows_with;
use super::frame::{Frame, Subject};
use super::review_words::{ROW_KEYS, SPOKEN, decision};
use super::rows::address;
use crate::review::{Decision, Field, Query, Review, page_types};

/// Columns with a part of the page of their own.
const APART: &[&str] = &["text", "flags", "metadata_json"];

/// The view of a row.
#[derive(Debug)]
pub struct RowPage<'a> {
    /// The corpus.
    pub review: &'a Review,
    /// The table that it was opened from.
    pub query: &'a Query,
    /// Its id.
    pub id: String,
    /// Its columns.
    pub row: &'a Map<String, Value>,
    /// Its place in that table, if it is there.
    pub place: Option<usize>,
    /// Rows of that table.
    pub count: usize,
    /// Id of the row before it in the table.
    pub before: Option<String>,
    /// Id of the row behind it.
    pub behind: Option<String>,
    /// What was decided.
    pub decided: Vec<Decision>,
}

impl RowPage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let spoken = serde_json::to_string(&SPOKEN).unwrap_or_default();
        let query = address(&self.query.at(1));
        let to = |id: &Option<String>| id.as_ref().map(|id| format!("{id}{query}"));
        let title = match text(self.row, "title") {
            "" => "Row without a title".to_owned(),
            title => foreign::plain(title),
        };
        let body = html! {
            main.desk.review id="main" tabindex="-1" data-view="row" data-id=(self.id) data-words=(spoken)
                data-before=[to(&self.before)] data-behind=[to(&self.behind)]
                data-table={ "../rows" (address(self.query)) } {
                div.shown {
                    iframe title="The page as archived" tabindex="-1" sandbox="allow-same-origin" loading="lazy"
                        src={ "../archived/" (self.id) } {}
                }
                div.side {
                    h1 { (title) }
                    p.url { bdi { (foreign::plain(text(self.row, "url"))) } " · " span.when { (captured(self.row)) } }
                    (self.way(&to(&self.before), &to(&self.behind)))
                    (self.decide())
                    p.said id="said" role="status" aria-live="polite" {}
                    (super::label::legend("legend", "Keys", ROW_KEYS, false))
                    (reasons_of(self.row))
                    (candidates(self.row))
                    details open { summary { "Text" } div.prose { (prose(text(self.row, "text"))) } }
                    (self.columns())
                }
            }
        };
        Frame { subject: Subject::Corpus, up: "../", title: &title, view: "row", body }.render()
    }

    /// Where the row stands in its table, and the ways on.
    fn way(&self, before: &Option<String>, behind: &Option<String>) -> Markup {
        html! {
            p.around {
                a href={ "../rows" (address(self.query)) } { "Table" } " "
                @if let Some(place) = self.place {
                    span { (thousands(place as u64 + 1)) " of " (thousands(self.count as u64)) } " "
                }
                @if let Some(to) = before { a rel="prev" href=(to) { "Previous row" } " " }
                @if let Some(to) = behind { a rel="next" href=(to) { "Next row" } }
            }
            p.around {
                a id="cross" href={ "../cross/" (self.id) } { "Compared pages" } " · "
                a href=(rows_with("../", "url_key", text(self.row, "url_key"))) { "Captures of this address" }
                @if !text(self.row, "template_group").is_empty() {
                    " · " a href=(rows_with("../", "template_group", text(self.row, "template_group"))) {
                        "Pages of this template"
                    }
                }
            }
        }
    }

    /// The decisions so far, and the fields of one more.
    fn decide(&self) -> Markup {
        html! {
            section.keys id="keys" tabindex="0" aria-label="Decisions" aria-describedby="legend" {
                div id="decided" { (decided(&self.decided, self.row)) }
                div.fields {
                    label for="why" { "Why" }
                    input type="text" id="why" maxlength="1000" autocomplete="off";
                    @for field in Field::ALL.into_iter().skip(1) {
                        label for={ "field-" (field.name()) } { (decision(field)) }
                        (self.input(field))
                    }
                }
                p {
                    button type="button" id="leave-out" { "Leave this row out" } " "
                    button type="button" id="undo" { "Take back the last decision" }
                }
            }
        }
    }

    fn input(&self, field: Field) -> Markup {
        let id = format!("field-{}", field.name());
        let now = match field {
            Field::Author => list(self.row, "authors").join(", "),
            Field::PageType => String::new(),
            other => text(self.row, other.name()).to_owned(),
        };
        let decided = self.decided.iter().find(|one| one.field == field);
        let value = decided.map_or(&*now, |one| one.value.as_str().unwrap_or_default());
        let value: String = value.chars().filter(|c| !steers(*c)).collect();
        html! {
            @if field == Field::PageType {
                select id=(id) data-field=(field.name()) {
                    option value="" selected[value.is_empty()] { "–" }
                    @for kind in page_types() { option value=(kind) selected[value == kind] { (kind) } }
                }
            } @else {
                input type="text" id=(id) data-field=(field.name()) value=(value) maxlength="1000"
                    autocomplete="off" placeholder=[(field == Field::DatePublished).then_some("2019-05-17")];
            }
        }
    }

    fn columns(&self) -> Markup {
        let rest = |column: &&&Column| !APART.contains(&column.name);
        html! {
            details { summary { "All columns" }
                dl.facts {
                    @for column in self.review.columns().iter().filter(rest) {
                        div {
                            dt title=(column.meaning) { (column.name) }
                            dd { (value(self.row.get(column.name))) }
                        }
                    }
                }
            }
        }
    }
}

/// The flags of a row with their sentences.
fn reasons_of(row: &Map<String, Value>) -> Markup {
    let flags = list(row, "flags");
    html! {
        details open { summary { "Reasons" }
            @if flags.is_empty() { p.nothing { "Nothing noteworthy happened to this row." } }
            ul.reasons {
                @for flag in flags {
                    li {
                        a href=(rows_with("../", "flags", flag)) { (flag) } ": "
                        (reasons::sentence(flag).unwrap_or("A reason of another version."))
                    }
                }
            }
        }
    }
}

/// What each source says of each field.
fn candidates(row: &Map<String, Value>) -> Markup {
    let all: Option<Value> = serde_json::from_str(text(row, "metadata_json")).ok();
    let fields = all.as_ref().and_then(Value::as_object);
    let conflicts = list(row, "metadata_conflicts");
    html! {
        details open { summary { "Metadata and its sources" }
            @match fields {
                None => p.nothing { "The corpus has no candidates of this row." },
                Some(fields) => div.scroll tabindex="0" role="region" aria-label="Candidates of metadata" {
                    table {
                        thead { tr {
                            th scope="col" { "Field" } th scope="col" { "Value" } th scope="col" { "Source" }
                            th.n scope="col" { "Confidence" }
                        } }
                        tbody {
                            @for (field, found) in fields {
                                @for one in found.as_array().map_or(&[][..], Vec::as_slice) {
                                    tr {
                                        th scope="row" {
                                            (foreign::shown(field))
                                            @if conflicts.contains(&field.as_str()) { " (sources differ)" }
                                        }
                                        td { (value(one.get("value"))) }
                                        td { (value(one.get("source"))) " " span.gloss { (value(one.get("detail"))) } }
                                        td.n { (value(one.get("confidence"))) }
                                    }
                                }
                            }
                        }
                    }
                },
            }
        }
    }
}
