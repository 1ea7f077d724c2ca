//! Decisions about a row, as a person reads them.

use maud::{Markup, html};
use scutch_plot::foreign;
use serde_json::{Map, Value};

use super::cells::{list, text};
use super::review_words::decision;
use crate::review::{Decision, Field};

/// What was decided about a row, beside what the row has.
pub fn decided(standing: &[Decision], row: &Map<String, Value>) -> Markup {
    html! {
        @if standing.is_empty() {
            p.now { "Nothing decided: the row stays as it is." }
        } @else {
            ul.decided {
                @for one in standing {
                    li {
                        strong { (said(one)) }
                        @if one.field != Field::Keep {
                            " instead of " (foreign::shown(&now(row, one.field)))
                        }
                        @if !one.why.is_empty() { ", because " (foreign::shown(&one.why)) }
                        @if !one.by.is_empty() { " (" (foreign::plain(&one.by)) ")" }
                    }
                }
            }
        }
    }
}

/// Decisions in a few words, for tables.
pub(super) fn summary(standing: &[Decision]) -> String {
    standing.iter().map(said).collect::<Vec<_>>().join("; ")
}

fn said(one: &Decision) -> String {
    match (one.field, &one.value) {
        (Field::Keep, Value::Bool(true)) => "keep".to_owned(),
        (Field::Keep, _) => "leave out".to_owned(),
        (field, value) => {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("{} {}", decision(field), foreign::plain(&value))
        }
    }
}

fn now(row: &Map<String, Value>, field: Field) -> String {
    match field {
        Field::Author => list(row, "authors").join(", "),
        other => text(row, other.name()).to_owned(),
    }
}
