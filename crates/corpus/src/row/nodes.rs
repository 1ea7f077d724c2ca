//! The label of a text node, for the column `nodes_json` and the table of nodes.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A run of words in a text node, with its label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct NodeRow {
    /// Number of the text node in document order.
    pub(crate) node: usize,
    pub(crate) xpath: Option<String>,
    pub(crate) text: String,
    /// Which pages of the cross have the run, a digit each.
    pub(crate) bits: String,
    /// Which pages the cross has, a digit each.
    pub(crate) cross: String,
    pub(crate) class: Cow<'static, str>,
    /// From 0 (boilerplate) to 1 (content).
    pub(crate) score: f64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) hidden: bool,
    /// Reason id of its block.
    pub(crate) reason: Option<Cow<'static, str>>,
}
