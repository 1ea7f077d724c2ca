//! The table of numbers on stderr at the end of a run.

use scutch_folder::decisions::DecisionTally;
use scutch_folder::inputs::IndexTally;
use scutch_folder::manifest::Manifest;
use scutch_folder::reasons::sentence;
use scutch_plot::number::thousands;

/// Names of other files in folders, and of unknown rows, that are shown without `-v`.
const OTHERS: usize = 5;

/// The summary table at the end of a run.
pub(crate) fn summary(manifest: &Manifest, verbose: bool) -> String {
    let counts = &manifest.counts;
    let mut lines = vec![
        entry("archive files", manifest.inputs.len() as u64),
        entry("records", counts.records),
        entry("documents", counts.rows),
    ];
    lines.extend(
        counts.out_of_scope.ranked().iter().map(|(id, n)| reason("out of scope", id, *n, verbose)),
    );
    lines.extend(
        counts.quarantined.ranked().iter().map(|(id, n)| reason("quarantined", id, *n, verbose)),
    );
    if manifest.annotations.is_some() {
        lines.push(entry("documents with annotations", counts.annotated));
    }
    let missing = counts.not_annotated.ranked();
    lines.extend(missing.iter().map(|(id, n)| reason("not annotated", id, *n, verbose)));
    if let Some(decisions) = &manifest.decisions {
        lines.extend(of_decisions(decisions, verbose));
    }
    for (id, damage) in &counts.damage {
        lines.push(format!(
            "{:>12}  damaged ranges: {id} ({} bytes)",
            thousands(damage.ranges),
            thousands(damage.bytes)
        ));
    }
    if let Some(index) = manifest.index {
        lines.extend(of_index(index));
    }
    lines.push(entry("words", counts.words));
    // Most folders hold no other files; a line of 0 would only raise questions.
    if manifest.not_archives > 0 {
        lines.push(entry("other files in the folders (not-archive)", manifest.not_archives));
        let shown = if verbose { manifest.other_files.len() } else { OTHERS };
        let names = manifest.other_files.iter().take(shown);
        lines.extend(names.map(|name| format!("{:>14}{}", "", name.escape_debug())));
        let more = manifest.not_archives.saturating_sub(shown as u64);
        if more > 0 {
            let hint = if verbose { "" } else { " (-v)" };
            lines.push(format!("{:>14}and {more} more{hint}", ""));
        }
    }
    lines.join("\n")
}

/// Decisions that were obeyed, and those on rows that are not there.
fn of_decisions(decisions: &DecisionTally, verbose: bool) -> Vec<String> {
    let mut lines = vec![entry("rows with decisions", decisions.rows - decisions.unknown)];
    if decisions.unknown > 0 {
        lines.push(entry("decisions on rows that this run did not make", decisions.unknown));
        let shown = if verbose { decisions.unknown_rows.len() } else { OTHERS };
        let rows = decisions.unknown_rows.iter().take(shown);
        lines.extend(
            rows.map(|row| format!("{:>14}{} (line {})", "", row.id.escape_debug(), row.line)),
        );
    }
    lines
}

/// Rows of an index that lead nowhere.
fn of_index(index: IndexTally) -> impl Iterator<Item = String> {
    let rows = [
        ("rows of the index whose file is no archive among the inputs", index.elsewhere),
        ("rows of the index that lead behind the end of a file", index.behind_end),
    ];
    rows.into_iter().filter(|(_, n)| *n > 0).map(|(label, n)| entry(label, n))
}

/// A number and what it counts.
pub(crate) fn entry(label: &str, n: u64) -> String {
    format!("{:>12}  {label}", thousands(n))
}

/// A line for a reason id; `-v` explains it.
fn reason(outcome: &str, id: &str, n: u64, verbose: bool) -> String {
    let line = entry(&format!("{outcome}: {id}"), n);
    match sentence(id) {
        Some(why) if verbose => format!("{line} - {why}"),
        _ => line,
    }
}
