//! The whole configuration of the run.

use maud::{Markup, html};
use scutch_folder::config::Extractor;
use scutch_plot::foreign;

use super::report::Report;

/// Characters of the configuration shown. Lists of inputs can be long, and portals have many rules.
const MOST: usize = 100_000;

/// The section: the whole configuration as TOML, which makes the same corpus again.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let config = &report.manifest.config;
    // Only `scutch template` keeps crosses, so they tell which command repeats the run.
    let is_labelled = config.extractor == Extractor::Template && config.template.crosses;
    let verb = if is_labelled { "template" } else { "corpus" };
    html! {
        p {
            "Everything that can change a byte of this corpus. Saved as a file and given to "
            code { "scutch " (verb) " --config" } ", it repeats the run."
        }
        details {
            summary { "The whole configuration" }
            @match config.to_toml() {
                Ok(text) => { pre { code { (foreign::lines(&text, MOST)) } } }
                Err(error) => { p.alarm { "It cannot be written as TOML: " (error) } }
            }
        }
    }
}
