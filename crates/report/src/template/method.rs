//! What labelled the pages.

use maud::{Markup, html};
use scutch_folder::manifest::Manifest;
use scutch_plot::foreign;

use super::super::counters::shares;
use crate::template::census::Census;

/// Characters of the configuration shown; it has a line for each host with a threshold of its own.
const MOST: usize = 20_000;

/// The section: pages by method, and the settings of joint detection.
pub(super) fn body(manifest: &Manifest, census: &Census) -> Markup {
    html! {
        (shares(&census.methods, "Captures by the method that gave their text", "Method", "Captures"))
        h3 { "Choices" }
        @match toml::to_string(&manifest.config.template) {
            Ok(text) => { pre { code { (foreign::lines(&text, MOST)) } } }
            Err(error) => { p.alarm { "They cannot be written as TOML: " (error) } }
        }
    }
}
