//! The outcome as text.

use super::groups::{Group, Pair};
use super::measure::Measure;
use super::{Outcome, Scored, UNKNOWN};
use crate::verbs::evaluate::lines;

/// Languages with fewer pages are left to JSON and the page.
const FEWEST: usize = 5;

/// The outcome as text for a terminal: groups worth a line, gains, and listed pages.
pub(super) fn render(outcome: &Outcome) -> String {
    let sets = outcome.groups.iter().filter(|group| group.by == "set").count();
    let is_shown = |group: &&Group| match group.by {
        "language" => group.pages >= FEWEST,
        // Of one set the types are those within it.
        "type" => sets > 1,
        _ => true,
    };
    let shown: Vec<&Group> = outcome.groups.iter().filter(is_shown).collect();
    let mut out = scores(&shown);
    if outcome.compared {
        out.push_str("\ngained over the other predictions (* the 95 % interval leaves out 0)\n");
        out.push_str(&gains(&shown));
    }
    for list in outcome.lists.iter().filter(|list| !list.pages.is_empty()) {
        out.push_str(&format!("\n{}\n", list.title));
        let pages = list.pages.iter().map(|at| &outcome.pages[*at]);
        out.push_str(&lines(&pages.map(one).collect::<Vec<_>>()));
    }
    out
}

/// The table of scores. Only the main measure shows its interval: seven would not fit a terminal.
fn scores(groups: &[&Group]) -> String {
    let mut rows = vec![vec!["".into(), "pages".into(), "missing".into(), "hosts".into()]];
    for measure in Measure::ALL {
        rows[0].push(measure.name().to_owned());
        if measure == Measure::Bag {
            rows[0].push("95 % interval".to_owned());
        }
    }
    for group in groups {
        let mut row = named(group);
        row.extend([group.missing.to_string(), group.hosts.to_string()]);
        for (measure, pair) in Measure::ALL.iter().zip(&group.scores) {
            row.push(value(pair.as_ref()));
            if *measure == Measure::Bag {
                let bounds = pair.as_ref().and_then(|pair| pair.own.bounds);
                let of = |(low, high)| format!("{low:.4}-{high:.4}");
                row.push(bounds.map_or_else(|| "-".to_owned(), of));
            }
        }
        rows.push(row);
    }
    lines(&rows)
}

/// Name and size of a group.
fn named(group: &Group) -> Vec<String> {
    let name = match group.by {
        "language" if group.name == UNKNOWN => "language unknown".to_owned(),
        "language" => format!("in {}", group.name),
        "type" => format!("of type {}", group.name),
        _ => group.name.clone(),
    };
    vec![name, group.pages.to_string()]
}

/// A score, or a dash where nothing was scored.
fn value(pair: Option<&Pair>) -> String {
    pair.map_or_else(|| "-".to_owned(), |pair| format!("{:.4}", pair.own.mean))
}

/// The table of gains.
fn gains(groups: &[&Group]) -> String {
    let mut rows = vec![vec!["".into(), "pages".into()]];
    rows[0].extend(Measure::ALL.map(|measure| measure.name().to_owned()));
    for group in groups {
        let mut row = named(group);
        row.extend(group.scores.iter().map(|pair| gain(pair.as_ref())));
        rows.push(row);
    }
    lines(&rows)
}

/// A gain with its interval, and a star where that leaves out 0.
fn gain(pair: Option<&Pair>) -> String {
    let Some(gain) = pair.and_then(|pair| pair.gain) else { return "-".to_owned() };
    let sure = if gain.is_sure() { "*" } else { "" };
    let bounds = gain.bounds.map(|(low, high)| format!(" ({low:+.3}..{high:+.3})"));
    format!("{:+.4}{sure}{}", gain.mean, bounds.unwrap_or_default())
}

/// The line of a listed page.
fn one(page: &Scored) -> Vec<String> {
    let score = |score: Option<f64>| score.map_or_else(String::new, |s| format!("{s:.4}"));
    let mut row = vec![page.gold.set.clone(), page.gold.id.clone(), score(page.scores.main())];
    row.extend(page.other.as_ref().map(|other| score(other.main())));
    row.push(page.gold.url.clone().unwrap_or_default());
    row
}
