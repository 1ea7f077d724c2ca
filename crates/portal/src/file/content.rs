//! Content rules as they are written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Day;

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
    /// What of the page stands in its scripts and not in its HTML: it is read as if it stood at the
    /// end of the page.
    pub script: Option<ScriptFile>,
    /// Selectors of readers' comments, kept apart.
    pub comments: Vec<String>,
    /// Selectors with what becomes of their elements: `remove`, `unwrap`, `unwrap-all`, the name of
    /// the element they become, or two names: an element, and one in it around all that it holds.
    pub tags: BTreeMap<String, String>,
    /// The same by signature, as `scutch tags` writes them; `PARENT > CHILD` is the child in such a
    /// parent.
    pub table: BTreeMap<String, String>,
    /// Where the page says what, by field: `title`, `authors`, `date_published` and so on.
    pub meta: BTreeMap<String, MetaFile>,
}

/// Where a script holds text of the page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ScriptFile {
    /// Selector of the scripts; `script`.
    pub within: Option<String>,
    /// Path to strings or objects in the JSON there.
    pub json: Option<String>,
    /// Regular expression that finds each text in a script that is no JSON. Groups that are strings
    /// of JavaScript stand for what is in them.
    pub capture: Option<String>,
    /// The HTML of each, with `{1}`, `{name}` for groups or fields.
    pub template: Option<String>,
}

/// Where a page says something about itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MetaFile {
    /// Selector of the elements.
    pub css: Option<String>,
    /// Attribute with the value; their text where it is missing.
    pub attr: Option<String>,
    /// Path to strings in the JSON-LD of the page, instead of a selector.
    pub json: Option<String>,
    /// Regular expression over the address of the page, instead of a selector. Its groups are the
    /// value, as `regex` has it; groups named `year`, `month` and `day` are a date.
    pub address: Option<String>,
    /// Regular expression over it; its groups are the value, with spaces between them, or all of
    /// it.
    pub regex: Option<String>,
    /// How a date is written, as `strptime` has it: `%Y. %B %d., %H:%M`. Without it, dates are read
    /// as they come.
    pub format: Option<String>,
    /// Names of the twelve months for `%B`, where they are not English.
    pub months: Vec<String>,
    /// What separates values.
    pub split: Option<String>,
    /// A value that is the same on all pages.
    pub value: Option<String>,
}
