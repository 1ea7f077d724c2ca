//! Content rules as they are written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::file::Day;

/// Where the article is on pages of one design.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContentFile {
    /// Only pages of this day or later: the day in the address, else that of the capture.
    pub from: Option<Day>,
    /// Only pages of this day or earlier.
    pub to: Option<Day>,
    /// Only pages whose address matches this regular expression.
    pub when: Option<String>,
    /// Only pages with an element that matches this selector.
    pub require: Option<String>,
    /// Selectors of the elements that hold the text; the first that matches counts, with all its
    /// elements.
    pub root: Vec<String>,
    /// Selectors of what is not text, wherever it is.
    pub remove: Vec<String>,
    /// Selectors of readers' comments, kept apart.
    pub comments: Vec<String>,
    /// Selectors with what becomes of their elements: `remove`, `unwrap`, `unwrap-all`, or the name of
    /// the element they become.
    pub tags: BTreeMap<String, String>,
    /// The same by signature, as `scutch tags` writes them.
    pub table: BTreeMap<String, String>,
    /// Where the page says what, by field: `title`, `authors`, `date_published` and so on.
    pub meta: BTreeMap<String, MetaFile>,
}

/// Where a page says something about itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MetaFile {
    /// Selector of the elements.
    pub css: Option<String>,
    /// Attribute with the value; their text where it is missing.
    pub attr: Option<String>,
    /// Regular expression over it; its first group is the value, or all of it.
    pub regex: Option<String>,
    /// What separates values.
    pub split: Option<String>,
    /// A value that is the same on all pages.
    pub value: Option<String>,
}
