//! What a rule finds on a page, before it is made an address.

use std::borrow::Cow;
use std::collections::BTreeMap;

use regex::Regex;
use scutch_page::{Attr, NodeId, Tree};
use serde_json::Value;

use super::{Elements, Found, Source, Text, parts};
use crate::document::Document;
use crate::json;

impl Source {
    pub(super) fn find(&self, page: &Document) -> Vec<Found> {
        match self {
            Self::Address => vec![Found::of(page.url().as_str().to_owned())],
            Self::Html(elements) => elements.find(page.tree()),
            Self::Json { within: None, path, html } => {
                page.json().map(|json| values(path.values(json), html.as_ref())).unwrap_or_default()
            }
            Self::Json { within: Some(within), path, html } => {
                let tree = page.tree();
                let scripts = within.select(tree, NodeId::DOCUMENT).into_iter();
                let found = scripts.filter_map(|id| json::find(&tree.text_content(id)));
                found.flat_map(|json| values(path.values(&json), html.as_ref())).collect()
            }
            Self::Script { within, capture } => {
                let tree = page.tree();
                let scripts = within.select(tree, NodeId::DOCUMENT).into_iter();
                scripts.flat_map(|id| matches(capture, &tree.text_content(id))).collect()
            }
        }
    }
}

impl Found {
    fn of(text: String) -> Self {
        Self { text, parts: BTreeMap::new() }
    }
}

fn matches(capture: &Regex, text: &str) -> Vec<Found> {
    let found = |groups: regex::Captures<'_>| Found {
        text: unquoted(&groups[groups.len().min(2) - 1]),
        parts: parts(capture, &groups, unquoted),
    };
    capture.captures_iter(text).map(found).collect()
}

/// What a string of JavaScript stands for; anything else is itself.
fn unquoted(text: &str) -> String {
    let is_string = text.starts_with('"');
    is_string.then(|| serde_json::from_str(text).ok()).flatten().unwrap_or_else(|| text.to_owned())
}

fn values(values: Vec<&Value>, html: Option<&Elements>) -> Vec<Found> {
    let one = |value: &Value| match (json::text(value), html) {
        (Some(text), Some(elements)) => {
            let limits = scutch_page::Limits::default();
            elements.find(&Tree::parse_whole(&text, &limits, &mut Vec::new()))
        }
        (Some(text), None) => vec![Found::of(text)],
        (None, _) => fields(value).into_iter().collect(),
    };
    values.into_iter().flat_map(one).collect()
}

/// The fields of an object, for a template.
fn fields(value: &Value) -> Option<Found> {
    let object = value.as_object()?;
    let parts = object.iter().filter_map(|(name, value)| Some((name.clone(), json::text(value)?)));
    Some(Found { text: String::new(), parts: parts.collect() })
}

impl Elements {
    fn find(&self, tree: &Tree) -> Vec<Found> {
        let number = match &self.number {
            None => None,
            Some((ahead, current)) => match current_number(tree, current.as_ref()) {
                Some(current) => Some((current + i64::from(*ahead)).to_string()),
                None => return Vec::new(),
            },
        };
        let links: Vec<NodeId> = match (&self.item, &self.link) {
            (None, None) => Vec::new(),
            (Some(only), None) | (None, Some(only)) => only.select(tree, NodeId::DOCUMENT),
            (Some(item), Some(link)) => {
                let items = item.select(tree, NodeId::DOCUMENT).into_iter();
                items.filter_map(|item| link.first(tree, item)).collect()
            }
        };
        let wanted = links.into_iter().filter(|id| self.is_wanted(tree, *id, number.as_deref()));
        wanted.filter_map(|id| self.value(tree, id)).map(Found::of).collect()
    }

    fn is_wanted(&self, tree: &Tree, id: NodeId, number: Option<&str>) -> bool {
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

impl Text {
    fn is_any(&self) -> bool {
        self.is.is_none() && self.contains.is_none() && self.starts.is_none()
    }

    fn accepts(&self, text: &str) -> bool {
        self.is.as_ref().is_none_or(|is| text == is)
            && self.contains.as_ref().is_none_or(|part| text.contains(part))
            && self.starts.as_ref().is_none_or(|start| text.starts_with(start))
    }
}

/// The number of the page, as an element says it.
fn current_number(tree: &Tree, current: Option<&scutch_page::Selector>) -> Option<i64> {
    let id = current?.first(tree, NodeId::DOCUMENT)?;
    let digits: String = tree.text_content(id).chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}
