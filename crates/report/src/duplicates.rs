//! What `scutch dedup` found.

use maud::{Markup, html};
use scutch_folder::duplicates::{DedupCounts, DupKind};
use scutch_folder::manifest::DroppedDuplicates;
use scutch_plot::Table;
use scutch_plot::foreign;
use scutch_plot::number::thousands;

use super::report::{Links, Report};

/// The section: duplicates by relation, if they were sought.
pub(super) fn body(report: &Report<'_>) -> Markup {
    html! {
        @if let Some(dropped) = &report.manifest.dropped { (left_out(dropped)) }
        @match &report.manifest.dedup {
            Some(found) => (table(found, report)),
            // What a copy lacks was sought in the corpus that it was made of.
            None if report.manifest.dropped.is_some() => {}
            None => p.nothing {
                "Not sought: " code { "scutch dedup" } " finds and marks duplicates."
            },
        }
    }
}

/// What a copy is without, and how it was found.
fn left_out(dropped: &DroppedDuplicates) -> Markup {
    let config = &dropped.search.config;
    let mut kinds =
        Table::new("Duplicates left out of this copy").text("Kind").numbers(&["Documents"]);
    for (kind, count) in &dropped.kinds {
        kinds.keyed(foreign::shown(kind), [thousands(*count)]);
    }
    html! {
        p {
            "This corpus is a copy without duplicates. Near-duplicates share at least "
            (config.threshold) " of their shingles of " (config.shingle) " words."
        }
        (kinds)
    }
}

/// The table of relations, after sentences with the parameters and the sums.
fn table(found: &DedupCounts, report: &Report<'_>) -> Markup {
    let mut marked =
        Table::new("Documents marked as duplicates").text("Kind").numbers(&["Documents"]);
    // Kinds that marked nothing have no line: which are sought depends on what pages say.
    for kind in DupKind::ALL {
        if let Some(count) = found.marked.get(kind.name()) {
            marked.keyed(kind.name(), [thousands(*count)]);
        }
    }
    html! {
        (sums(found))
        @if !found.corpora.is_empty() {
            p {
                "The counts are those of " (thousands(found.corpora.len() as u64 + 1))
                " corpora together: this one, "
                @for (number, name) in found.corpora.iter().enumerate() {
                    @if number > 0 { ", " }
                    code { (foreign::shown(name)) }
                }
                "."
            }
        }
        p {
            "A document counts once, as the first kind in this order that it shares with the original \
             of its cluster: texts that are in the corpus more than once may be counted under another \
             kind."
        }
        (marked)
        @if let Some(Links { rows_at, .. }) = report.links {
            p {
                "Rows marked as "
                @for (number, kind) in found.marked.keys().enumerate() {
                    @if number > 0 { ", " }
                    a href=(rows_at(&[["dup_kind", "is", kind]])) { (foreign::shown(kind)) }
                }
                "."
            }
        }
    }
}

/// The sums, and the parameters that they depend on.
fn sums(found: &DedupCounts) -> Markup {
    let config = &found.config;
    html! {
        p {
            (thousands(found.clusters)) " clusters, the largest of " (thousands(found.largest))
            " documents; " (thousands(found.versioned)) " addresses were captured more than once; "
            (thousands(found.repeated_paragraphs)) " of " (thousands(found.paragraphs))
            " paragraphs are also in an earlier document. Near-duplicates share at least "
            (config.threshold) " of their shingles of " (config.shingle) " words; candidates by "
            (config.bands) " bands of " (config.band_rows) " minima, seed " (config.seed) "."
        }
    }
}
