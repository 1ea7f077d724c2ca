//! What a rule finds on a page, before it becomes an address.

use std::borrow::Cow;
use std::collections::BTreeMap;

use regex::Regex;
use scutch_page::{Attr, NodeId, Syntax, Tree};
use serde_json::Value;

use super::{Elements, Found, Source, TextFilter, named_groups};
use crate::document::Document;
use crate::json::{find_json, scalar_text};

impl Source {
    pub(super) fn find(&self, page: &Document) -> Vec<Found> {
        match self {
            Self::Address => vec![Found::text(page.url().as_str().to_owned())],
            Self::Html(elements) => elements.find(page.tree()),
            Self::Json { within: None, path, html } => {
                let found = |json| find_in_values(path.values(json), html.as_ref());
                page.json().map(found).unwrap_or_default()
            }
            Self::Json { within: Some(within), path, html } => {
                let tree = page.tree();
                let scripts = within.select(tree, NodeId::DOCUMENT).into_iter();
                let json = scripts.filter_map(|id| find_json(&tree.text_content(id)));
                json.flat_map(|json| find_in_values(path.values(&json), html.as_ref())).collect()
            }
            Self::Script { within, capture } => {
                let tree = page.tree();
                let scripts = within.select(tree, NodeId::DOCUMENT).into_iter();
                scripts.flat_map(|id| find_matches(capture, &tree.text_content(id))).collect()
            }
        }
    }
}

impl Found {
    fn text(text: String) -> Self {
        Self { text, parts: BTreeMap::new() }
    }
}

/// Every match of an expression: its first group, or else all of it, and its named groups.
fn find_matches(capture: &Regex, text: &str) -> Vec<Found> {
    let found = |groups: regex::Captures<'_>| Found {
        text: decode_string(&groups[groups.len().min(2) - 1]),
        parts: named_groups(capture, &groups, decode_string),
    };
    capture.captures_iter(text).map(found).collect()
}

/// The value of a JavaScript string literal. Anything else is returned unchanged.
fn decode_string(text: &str) -> String {
    let is_string = text.starts_with('"');
    is_string.then(|| serde_json::from_str(text).ok()).flatten().unwrap_or_else(|| text.to_owned())
}

fn find_in_values(values: Vec<&Value>, html: Option<&Elements>) -> Vec<Found> {
    let one = |value: &Value| match (scalar_text(value), html) {
        (Some(text), Some(elements)) => {
            let limits = scutch_page::Limits::default();
            elements.find(&Tree::parse_whole(&text, Syntax::Html, &limits, &mut Vec::new()))
        }
        (Some(text), None) => vec![Found::text(text)],
        (None, _) => object_fields(value).into_iter().collect(),
    };
    values.into_iter().flat_map(one).collect()
}

/// The fields of an object, for a template.
fn object_fields(value: &Value) -> Option<Found> {
    let object = value.as_object()?;
    let parts = object.iter().filter_map(|(name, value)| Some((name.clone(), scalar_text(value)?)));
    Some(Found { text: String::new(), parts: parts.collect() })
}

impl Elements {
    fn find(&self, tree: &Tree) -> Vec<Found> {
        let number = match &self.number {
            None => None,
            Some((ahead, current)) => match current_number(tree, current.as_ref()) {
                Some(current) => Some((current + i64::from(*ahead)).to_string()),
                // Without the number of this page, that of the next one is unknown.
                None => return Vec::new(),
            },
        };
        let links: Vec<NodeId> = match (&self.item, &self.link) {
            (None, None) => Vec::new(),
            (Some(only), None) | (None, Some(only)) => only.select(tree, NodeId::DOCUMENT),
            // The first link of each item: further ones lead to authors and comments.
            (Some(item), Some(link)) => {
                let items = item.select(tree, NodeId::DOCUMENT).into_iter();
                items.filter_map(|item| link.first(tree, item)).collect()
            }
        };
        let wanted = links.into_iter().filter(|id| self.is_wanted(tree, *id, number.as_deref()));
        wanted.filter_map(|id| self.value(tree, id)).map(Found::text).collect()
    }

    fn is_wanted(&self, tree: &Tree, id: NodeId, number: Option<&str>) -> bool {
        // The text of every link of a page would take most of the time.
        if number.is_none() && self.text.is_any() {
            return true;
        }
        let text = tree.text_content(id);
        let text = text.trim();
        number.is_none_or(|number| text == number) && self.text.accepts(text)
    }

    fn value(&self, tree: &Tree, id: NodeId) -> Option<String> {
        if self.attr == "text" {
            return Some(tree.text_content(id).trim().to_owned());
        }
        // Few attributes have a number of their own in the tree; others are found by name.
        let value = match Attr::known(&self.attr) {
            Some(known) => tree.attr(id, known).map(Cow::Borrowed),
            None => {
                let mut attrs = tree.attrs(id);
                attrs.find(|(a, _)| tree.attr_name(*a) == self.attr).map(|(_, v)| Cow::Borrowed(v))
            }
        };
        value.map(Cow::into_owned)
    }
}

impl TextFilter {
    fn is_any(&self) -> bool {
        self.is.is_none() && self.contains.is_none() && self.starts.is_none()
    }

    fn accepts(&self, text: &str) -> bool {
        self.is.as_ref().is_none_or(|is| text == is)
            && self.contains.as_ref().is_none_or(|part| text.contains(part))
            && self.starts.as_ref().is_none_or(|start| text.starts_with(start))
    }
}

/// The number of the page according to an element: all its digits.
fn current_number(tree: &Tree, current: Option<&scutch_page::Selector>) -> Option<i64> {
    let id = current?.first(tree, NodeId::DOCUMENT)?;
    let digits: String = tree.text_content(id).chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}
