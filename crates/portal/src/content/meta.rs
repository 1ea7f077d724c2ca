//! What a page says about itself, where a portal's rules say it stands.

use regex::Regex;
use scutch_page::{Metadata, NodeId, Page, Selector};

use super::MetaFile;
use crate::file::Fault;
use crate::rule::{regex, selector};

#[derive(Debug, Clone)]
pub(super) struct MetaRule {
    field: String,
    css: Option<Selector>,
    attr: Option<String>,
    regex: Option<Regex>,
    split: Option<String>,
    value: Option<String>,
}

impl MetaRule {
    pub(super) fn compile(field: &str, file: &MetaFile) -> Result<Self, Fault> {
        if !Metadata::SETTABLE.contains(&field) {
            let hint = format!("fields are {}", Metadata::SETTABLE.join(", "));
            return Err(Fault::new(format!("there is no field `{field}`"), hint));
        }
        if file.css.is_some() == file.value.is_some() {
            return Err(Fault::new("a field needs `css` or `value`, not both", ""));
        }
        Ok(Self {
            field: field.to_owned(),
            css: file.css.as_deref().map(|text| selector(text, "css")).transpose()?,
            attr: file.attr.clone(),
            regex: file.regex.as_deref().map(|text| regex(text, "regex")).transpose()?,
            split: file.split.clone(),
            value: file.value.clone(),
        })
    }

    pub(super) fn apply(&self, page: &Page, metadata: &mut Metadata) {
        let values = match (&self.css, &self.value) {
            (Some(css), _) => self.found(css, page),
            (None, Some(value)) => vec![value.clone()],
            (None, None) => Vec::new(),
        };
        if !values.is_empty() {
            metadata.set(&self.field, values);
        }
    }

    fn found(&self, css: &Selector, page: &Page) -> Vec<String> {
        let tree = page.tree();
        let mut values: Vec<String> = Vec::new();
        for id in css.select(tree, NodeId::DOCUMENT) {
            let text = match &self.attr {
                None => tree.text_content(id),
                Some(name) => {
                    let mut attrs = tree.attrs(id);
                    let named = attrs.find(|(attr, _)| tree.attr_name(*attr) == name);
                    named.map(|(_, value)| value.to_owned()).unwrap_or_default()
                }
            };
            let parts: Vec<&str> = match &self.split {
                Some(between) => text.split(between.as_str()).collect(),
                None => vec![&text],
            };
            let parts = parts.into_iter().filter_map(|part| self.cut(part));
            values.extend(parts.filter(|value| !value.is_empty()));
        }
        values.dedup();
        values
    }

    fn cut(&self, text: &str) -> Option<String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(regex) = &self.regex else { return Some(text) };
        let groups = regex.captures(&text)?;
        let group = groups.get(1).or_else(|| groups.get(0))?;
        Some(group.as_str().trim().to_owned())
    }
}
