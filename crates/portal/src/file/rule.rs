//! Rules for addresses as they are written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How addresses are taken out of a page. What is set applies from top to bottom.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RuleFile {
    /// Only on pages whose address matches this regular expression.
    pub when: Option<String>,
    /// Not on pages whose address matches this one.
    pub unless: Option<String>,
    /// Only on pages with an element that matches this selector.
    pub require: Option<String>,
    /// Element whose text is JSON, as a script, with `json`; or whose text is searched by
    /// `capture`.
    pub within: Option<String>,
    /// Path to strings or objects in JSON: `data.items.*.url`; `*` is every element.
    pub json: Option<String>,
    /// Selector of the elements that stand for an article each. With `json`, in strings of HTML.
    pub item: Option<String>,
    /// Selector of the link in an item (the first that matches), or in the page where there is no
    /// `item` (all that match).
    pub link: Option<String>,
    /// Attribute with the address; `href`. `text` is the text of the element.
    pub attr: Option<String>,
    /// Keeps links with this text.
    pub text: Option<TextFile>,
    /// Keeps links whose text is the number of the current page and so many more.
    pub number: Option<i32>,
    /// Selector of the element with the number of the current page, for `number`.
    pub current: Option<String>,
    /// Regular expression over what was found, whose groups the template can use; what does not
    /// match is dropped.
    pub capture: Option<String>,
    /// Text with `{1}`, `{name}` for captured groups or fields of a JSON object, `{url}` for the
    /// page's address, and `{url+1:REGEX}` for a number in it that is counted up.
    pub template: Option<String>,
    /// Replacements in the address, one after the other.
    pub replace: Vec<ReplaceFile>,
    /// Addresses that are others in truth.
    pub map: BTreeMap<String, String>,
    /// A file with more of them, beside the portal file: two addresses a line with a tab between.
    pub map_file: Option<String>,
    /// Keeps addresses that match one of these regular expressions.
    pub keep: Vec<String>,
    /// Drops addresses that match one of these.
    pub drop: Vec<String>,
    /// Keeps the last one only.
    pub last: Option<bool>,
    /// Keeps the first so many.
    pub first: Option<usize>,
}

/// What the text of a link is, white space at its ends aside.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TextFile {
    /// The text.
    pub is: Option<String>,
    /// A part of it.
    pub contains: Option<String>,
    /// Its beginning.
    pub starts: Option<String>,
}

/// A replacement in an address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReplaceFile {
    /// The string that is replaced.
    pub text: Option<String>,
    /// The regular expression that is replaced.
    pub regex: Option<String>,
    /// By what; `$1` is the first group of the regular expression.
    pub with: String,
}
