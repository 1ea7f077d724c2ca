//! What `scutch dedup` found.

use maud::{Markup, html};

use super::Report;
use super::numbers::thousands;
use crate::dedup::{DedupCounts, DupKind};

pub(super) fn body(report: &Report<'_>) -> Markup {
    html! {
        @match &report.manifest.dedup {
            None => p.nothing { "Not sought: " code { "scutch dedup" } " finds and marks duplicates." },
            Some(found) => (table(found)),
        }
    }
}

fn table(found: &DedupCounts) -> Markup {
    let config = &found.config;
    html! {
        p {
            (thousands(found.clusters)) " clusters, the largest of " (thousands(found.largest))
            " documents; " (thousands(found.versioned)) " addresses were captured more than once; "
            (thousands(found.repeated_paragraphs)) " of " (thousands(found.paragraphs))
            " paragraphs stand in an earlier document. Near-duplicates share at least "
            (config.threshold) " of their shingles of " (config.shingle) " words; candidates by "
            (config.bands) " bands of " (config.band_rows) " minima, seed " (config.seed) "."
        }
        table {
            caption { "Documents marked as duplicates" }
            thead { tr { th scope="col" { "Kind" } th.n scope="col" { "Documents" } } }
            tbody {
                @for kind in DupKind::ALL {
                    @if let Some(count) = found.marked.get(kind.name()) {
                        tr { th scope="row" { (kind.name()) } td.n { (thousands(*count)) } }
                    }
                }
            }
        }
    }
}
