//! Pages that had nothing to be compared with, and why.

use maud::{Markup, Render as _, html};
use scutch_plot::number::counted;
use scutch_plot::{Shares, Table, day, fold, foreign};
use scutch_template::compared::Alone;

use super::super::counters::shares;
use crate::template::census::{Census, LISTED};

/// The section: pages that were labelled without others, by reason.
pub(super) fn body(census: &Census) -> Markup {
    let alone = census.all.captures - census.all.joint;
    if alone == 0 {
        return html! { p.nothing { "Every page has one." } };
    }
    let mut table =
        Table::new("Pages without a cross").text("Address").text("Reason").numbers(&["Day"]);
    for (url, timestamp, reason) in &census.alone {
        let reason = html! { @if let Some(reason) = reason { code { (reason.id()) } } };
        table.keyed(foreign::shown(url), [reason, html! { (day(timestamp)) }]);
    }
    // The census keeps the first names only; the reasons below count all.
    let summary = match alone > LISTED as u64 {
        true => format!("The first {}", census.alone.len()),
        false => "These pages".to_owned(),
    };
    html! {
        p {
            (counted(alone, "page")) " labelled by themselves: the method of single pages gave their \
             text."
        }
        (Shares {
            whole: u128::from(census.all.captures),
            gloss: &Alone::sentence_of,
            ..shares(&census.reasons, "Pages without a cross by reason", "Reason", "Captures")
        })
        (fold(&summary, &table.render()))
    }
}
