//! Pages that had nothing to be compared with, and why.

use maud::{Markup, html};

use super::super::foreign;
use super::super::numbers::counted;
use super::super::shares::Shares;
use super::day;
use crate::report::template::census::{Census, LISTED};
use crate::row::crosses::Alone;

pub(super) fn body(census: &Census) -> Markup {
    let alone = census.all.captures - census.all.joint;
    if alone == 0 {
        return html! { p.nothing { "Every page has one." } };
    }
    let listed = census.alone.len();
    html! {
        p { (counted(alone, "page")) " labelled by themselves: the method of single pages gave their text." }
        (Shares {
            whole: u128::from(census.all.captures),
            gloss: &Alone::sentence_of,
            ..Shares::of(&census.reasons, "Pages without a cross by reason", "Reason", "Captures")
        }.render())
        details {
            summary {
                @if alone > LISTED as u64 { "The first " (listed) } @else { "These pages" }
            }
            div.scroll { table.template {
                caption { "Pages without a cross" }
                thead { tr {
                    th scope="col" { "Address" } th scope="col" { "Reason" } th.n scope="col" { "Day" }
                } }
                tbody {
                    @for (url, timestamp, reason) in &census.alone {
                        tr {
                            th scope="row" { (foreign::shown(url)) }
                            td { @if let Some(reason) = reason { code { (reason.id()) } } }
                            td.n { (day(timestamp)) }
                        }
                    }
                }
            } }
        }
    }
}
