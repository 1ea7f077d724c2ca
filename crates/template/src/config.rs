//! How joint boilerplate detection works in a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::annotate::Comparison;
use crate::diff::Diff;
use crate::method::Method;

/// What makes labels of the pages beside a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TemplateConfig {
    /// The method.
    pub method: Method,
    /// How the methods of the thesis compare the pages of a cross.
    pub compare: Comparison,
    /// What finds equal words.
    pub diff: Diff,
}
