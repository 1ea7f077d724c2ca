//! What a run of mementos will ask. How many mementos lists name is not known before.

use std::io;

use scutch_fetch::Settings;
use scutch_memento::fill_uri;

use super::wanted::{Lists, Wanted};
use crate::verbs::plan::Plan;

/// The plan for what was named: mementos, and the lists or the TimeGate of each page.
pub(super) fn plan<'s>(
    settings: &'s Settings,
    wanted: &Wanted,
    lists: &Lists,
    gate: Option<&str>,
) -> io::Result<Plan<'s>> {
    let mut plan = Plan::new(settings, "archive");
    for place in 0..wanted.named.len() {
        plan.add(&wanted.named.memento(place)?.uri, 1);
    }
    let pages = wanted.pages.len();
    // One page stands for all: archives differ, and pages do not.
    let patterns: Vec<&str> = match (gate, wanted.pages.is_empty()) {
        (Some(gate), _) => vec![gate],
        (None, is_empty) => lists.all(is_empty).collect(),
    };
    for pattern in patterns {
        plan.more = ", and then the mementos that are listed";
        let uri = fill_uri(pattern, wanted.pages.first().map_or("", String::as_str));
        plan.add(&uri, if pattern.contains("{uri}") { pages } else { 1 });
    }
    Ok(plan)
}
