//! What `scutch dedup` found.

use maud::{Markup, html};

use super::Report;
use super::numbers::thousands;
use crate::folder::duplicates::{DedupCounts, DupKind};

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
        p {
            "A document counts once, as the first kind in this order that it shares with the original of its cluster: \
             texts that stand in the corpus more than once may be counted under another kind."
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
