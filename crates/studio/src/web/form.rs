//! The form of a table: search, conditions, columns. Sending it asks for an address.

use maud::{Markup, html};
use scutch_plot::foreign;

use crate::review::{Condition, DERIVED, Operator, Query, Review, encoded};

/// The form; `up` leads to the token.
pub(super) fn form(review: &Review, query: &Query) -> Markup {
    html! {
        form.query action="rows" method="get" role="search" {
            div.line {
                label for="q" { "Search in title and text" }
                input id="q" name="q" type="search" value=(query.words) maxlength="500" autocomplete="off";
                button type="submit" { "Show" }
            }
            // A form sends its own fields only: filters and order must travel along.
            @for condition in &query.conditions {
                input type="hidden" name="where" value=(condition.written());
            }
            @if let Some(sort) = &query.sort {
                input type="hidden" name="sort"
                    value={ @if sort.descending { "-" } (sort.column) };
            }
            (conditions(query))
            details { summary { "Filter by a column" } (condition(review)) }
            (flags(review, query))
            (columns(review, query))
        }
    }
}

/// The conditions that hold, each with a way to drop it.
fn conditions(query: &Query) -> Markup {
    html! {
        @if !query.conditions.is_empty() {
            ul.conditions aria-label="Filters" {
                @for (number, condition) in query.conditions.iter().enumerate() {
                    li {
                        (said(condition)) " "
                        a href={ "rows?" (query.without(number).written()) }
                            aria-label={ "Drop the filter " (said(condition)) } { "drop" }
                    }
                }
            }
        }
    }
}

fn said(condition: &Condition) -> String {
    let Condition { column, operator, value } = condition;
    let value =
        if operator.has_value() { format!(" {}", foreign::plain(value)) } else { String::new() };
    format!("{column} {}{value}", operator.words())
}

/// Fields of one more condition.
fn condition(review: &Review) -> Markup {
    let names = review.columns().iter().map(|column| column.name);
    html! {
        div.line {
            label for="add_column" { "Column" }
            select id="add_column" name="add_column" {
                @for name in names.chain(DERIVED) { option value=(name) { (name) } }
            }
            label.unseen for="add_operator" { "Comparison" }
            select id="add_operator" name="add_operator" {
                @for (_, name, words) in Operator::ALL { option value=(name) { (words) } }
            }
            label.unseen for="add_value" { "Value" }
            input id="add_value" name="add_value" type="text" maxlength="500" autocomplete="off";
            button type="submit" { "Add" }
        }
        p.gloss {
            "Texts compare whatever their case; " code { "from" } " and " code { "up to" }
            " compare dates as far as they are typed: up to 2019 includes all of 2019. Of a long text the first 160
             characters count; search finds all."
        }
    }
}

/// Flags of the corpus, each with its rows.
fn flags(review: &Review, query: &Query) -> Markup {
    let counted = &review.manifest().counts.flags;
    html! {
        @if !counted.0.is_empty() {
            details { summary { "Filter by a flag" }
                ul.flags {
                    @for (flag, count) in counted.ranked() {
                        @let condition = Condition { column: "flags".to_owned(), operator: Operator::Is, value: flag.to_owned() };
                        li {
                            a href={ "rows?" (query.with(condition).written()) } { (flag) }
                            " " span.gloss { (count) " rows of the corpus" }
                        }
                    }
                }
            }
        }
    }
}

/// The columns to show.
fn columns(review: &Review, query: &Query) -> Markup {
    let shown = query.shown(review.columns());
    html! {
        details { summary { "Columns" }
            fieldset.columns {
                legend.unseen { "Columns shown" }
                @for column in review.columns() {
                    @let is_shown = shown.iter().any(|one| one.name == column.name);
                    label title=(column.meaning) {
                        input type="checkbox" name="columns" value=(column.name) checked[is_shown];
                        " " (column.name)
                    }
                }
            }
            button type="submit" { "Show these" }
        }
    }
}

/// The address of rows with some value in a column.
pub(super) fn rows_with(up: &str, column: &str, value: &str) -> String {
    format!("{up}rows?where={}", encoded(&format!("{column}:is:{value}")))
}
