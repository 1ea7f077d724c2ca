//! The outcome as text.

use std::fmt::Write as _;

use scutch_evaluate::{GoldPage, NUMBERS, NumberRow, Reading, RunScores, Threshold, Unit};
use scutch_plot::number::counted;
use scutch_template::gap;

use super::TemplateArgs;
use crate::verbs::evaluate::lines;

/// The outcome as text for a terminal.
pub(super) fn render(gold: &[GoldPage], all: &[RunScores], args: &TemplateArgs) -> String {
    let mut out = String::new();
    for scored in all {
        let _ = writeln!(out, "{}\n{}", scored.title, facts(scored));
        for reading in readings(scored) {
            let _ = writeln!(out, "\n{}", reading.id());
            out.push_str(&lines(&sites(scored, *reading, Unit::Nodes)));
            let _ = writeln!(out, "\n{}, in tokens", reading.id());
            out.push_str(&lines(&sites(scored, *reading, Unit::Tokens)));
        }
        let _ = writeln!(out, "\nnodes by truth and label");
        out.push_str(&lines(&confusion(scored)));
        let _ = writeln!(out, "\nby cross (cur, up, down, prev, next)");
        out.push_str(&lines(&crosses(scored)));
        if scored.gaps {
            let _ = writeln!(out, "\nby time to the nearest snapshot");
            out.push_str(&lines(&gaps(scored)));
        }
        let _ = writeln!(out, "\nworst pages");
        out.push_str(&lines(&worst(gold, scored, args.worst)));
        out.push('\n');
    }
    // Gains are over the first run: it takes two.
    if all.len() > 1 {
        let _ =
            writeln!(out, "bag F1 gained over {} (* the 95 % interval leaves out 0)", all[0].title);
        out.push_str(&lines(&gains(all, args)));
    }
    if let Some(rows) = thresholds(all) {
        let _ = writeln!(out, "\nby least similarity in crosses");
        out.push_str(&lines(&rows));
    }
    out
}

/// All readings; they are one where a run leaves no node undecided.
pub(super) fn readings(scored: &RunScores) -> &'static [Reading] {
    // Readings differ only in what they do with undecided nodes.
    let undecided = scored.pooled().0.share(2) > 0.0;
    if undecided { &Reading::ALL } else { &Reading::ALL[..1] }
}

/// The facts of a run in a line: pages, sites, and how much could not be scored.
pub(super) fn facts(scored: &RunScores) -> String {
    let (nodes, _) = scored.pooled();
    // A missing page counts as empty, so its number belongs beside the scores.
    let missing = scored.pages.iter().filter(|page| page.missing).count();
    let alone = scored.pages.iter().filter(|page| page.is_alone()).count();
    let percent = |part: f64| format!("{:.1} %", 100.0 * part);
    format!(
        "{} of {}, {missing} missing, {} without a cross, {} of nodes invalid, {} unaligned",
        counted(scored.pages.len() as u64, "page"),
        counted(scored.sites.len() as u64, "site"),
        percent(alone as f64 / scored.pages.len().max(1) as f64),
        percent(nodes.share(2)),
        percent(nodes.share(3)),
    )
}

/// Scores by site, then over all nodes and as a mean of sites.
pub(super) fn sites(scored: &RunScores, reading: Reading, unit: Unit) -> Vec<Vec<String>> {
    let mut rows = vec![vec!["site".to_owned(), "pages".to_owned()]];
    rows[0].extend(NUMBERS.map(str::to_owned).into_iter().take(unit.columns()));
    let mut row = |name: &str, pages: usize, numbers: NumberRow| {
        let mut row = vec![name.to_owned(), pages.to_string()];
        let numbers = numbers.into_iter().take(unit.columns());
        row.extend(numbers.map(shown));
        rows.push(row);
    };
    for site in &scored.sites {
        row(&site.name, site.pages, RunScores::site_row(site, reading, unit));
    }
    // Both, as they answer different questions: large sites weigh more in the one, none in the other.
    let all = if unit == Unit::Nodes { "all nodes" } else { "all tokens" };
    row(all, scored.pages.len(), scored.micro(reading, unit));
    row("mean of sites", scored.pages.len(), scored.macro_mean(reading, unit));
    rows
}

/// A number; a share of nothing is a dash.
fn shown(number: Option<f64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.3}"))
}

/// Nodes by truth and label.
pub(super) fn confusion(scored: &RunScores) -> Vec<Vec<String>> {
    let (nodes, _) = scored.pooled();
    let head = ["", "content", "boilerplate", "invalid", "unaligned"].map(str::to_owned);
    let row = |name: &str, cells: [f64; 4]| {
        std::iter::once(name.to_owned()).chain(cells.map(|n| format!("{n:.0}"))).collect()
    };
    vec![head.to_vec(), row("content", nodes.cells[0]), row("boilerplate", nodes.cells[1])]
}

/// Pages and bag F1 by cross.
pub(super) fn crosses(scored: &RunScores) -> Vec<Vec<String>> {
    let mut rows = vec![["cross", "pages", "bag F1"].map(str::to_owned).to_vec()];
    for (cross, (pages, bag)) in scored.by_cross() {
        rows.push(vec![cross.to_owned(), pages.to_string(), format!("{bag:.3}")]);
    }
    rows
}

/// Pages and bag F1 by time to the nearest snapshot.
pub(super) fn gaps(scored: &RunScores) -> Vec<Vec<String>> {
    let mut rows = vec![["time", "pages", "bag F1"].map(str::to_owned).to_vec()];
    for (gap, (pages, bag)) in scored.by_gap() {
        rows.push(vec![gap_name(gap).to_owned(), pages.to_string(), format!("{bag:.3}")]);
    }
    rows
}

/// The runs of a method that differ in the threshold alone, by threshold. `None` without such runs.
pub(super) fn thresholds(all: &[RunScores]) -> Option<Vec<Vec<String>>> {
    let head = ["method", "threshold", "without a cross", "token F1, decided", "bag F1"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (scored, threshold) in by_threshold(all) {
        let alone = scored.pages.iter().filter(|page| page.is_alone()).count();
        let alone = 100.0 * alone as f64 / scored.pages.len().max(1) as f64;
        let [.., tokens, bag] = scored.macro_mean(Reading::Decided, Unit::Nodes);
        let numbers = [format!("{threshold}"), format!("{alone:.1} %")].into_iter();
        let numbers = numbers.chain([tokens, bag].map(shown));
        rows.push(std::iter::once(scored.name.clone()).chain(numbers).collect());
    }
    (rows.len() > 1).then_some(rows)
}

/// Runs that differ from another run in the threshold alone, by name. Such runs follow each other.
pub(super) fn by_threshold(all: &[RunScores]) -> Vec<(&RunScores, f64)> {
    let known: Vec<(&RunScores, &Threshold)> =
        all.iter().filter_map(|scored| Some((scored, scored.threshold.as_ref()?))).collect();
    let mut varied: Vec<(&RunScores, f64, Option<usize>)> = Vec::new();
    for (scored, threshold) in &known {
        let is_comparable = |(other, its): &&(&RunScores, &Threshold)| {
            other.name == scored.name && its.differs_in_value_only(threshold)
        };
        if known.iter().filter(is_comparable).any(|(_, its)| its.value != threshold.value) {
            let first = known.iter().position(|other| is_comparable(&other));
            varied.push((scored, threshold.value, first));
        }
    }
    // Runs that can be compared stand together, wherever they were named.
    varied.sort_by(|(a, its, first), (b, other, second)| {
        a.name.cmp(&b.name).then(first.cmp(second)).then(its.total_cmp(other))
    });
    varied.into_iter().map(|(scored, threshold, _)| (scored, threshold)).collect()
}

/// The name of a span of time between snapshots.
pub(super) fn gap_name(gap: Option<usize>) -> &'static str {
    gap.and_then(|span| gap::span_names().nth(span)).unwrap_or("no snapshot")
}

/// The pages with the lowest bag F1.
pub(super) fn worst(gold: &[GoldPage], scored: &RunScores, most: usize) -> Vec<Vec<String>> {
    let mut rows = vec![["site", "bag F1", "cross", "time", "page"].map(str::to_owned).to_vec()];
    for at in scored.worst(most) {
        let (page, known) = (&scored.pages[at], &gold[at]);
        let (bag, cross) = (format!("{:.3}", page.score.bag_f1), page.cross.clone());
        let cross = if page.missing { "missing".to_owned() } else { cross };
        rows.push(vec![page.site.clone(), bag, cross, known.timestamp.clone(), known.url.clone()]);
    }
    rows
}

/// Bag F1 of each run less that of the first.
pub(super) fn gains(all: &[RunScores], args: &TemplateArgs) -> Vec<Vec<String>> {
    let mut rows = vec![["", "gain", "95 % interval"].map(str::to_owned).to_vec()];
    for scored in &all[1..] {
        let Some(gain) = scored.gain(&all[0], args.rounds as usize, args.seed) else { continue };
        let interval = gain.bounds.map_or_else(
            || "-".to_owned(),
            |(low, high)| {
                let sure = if low > 0.0 || high < 0.0 { "*" } else { "" };
                format!("{low:+.3} to {high:+.3}{sure}")
            },
        );
        rows.push(vec![scored.title.clone(), format!("{:+.4}", gain.mean), interval]);
    }
    rows
}
