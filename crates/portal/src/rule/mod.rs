//! Addresses out of a page, by declaration.

mod compile;
mod find;
mod template;

use std::collections::{BTreeMap, HashSet};

use regex::Regex;
use scutch_page::Selector;

use crate::document::Document;
use crate::file::{Fault, Many, RuleFile};
use crate::json::JsonPath;
pub(crate) use compile::{hosts, regex, regexes, selector, selectors};
use template::Template;

/// Rules in order; the first that finds something counts.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    rules: Vec<Rule>,
    files: Vec<RuleFile>,
}

#[derive(Debug, Clone)]
struct Rule {
    when: Option<Regex>,
    unless: Option<Regex>,
    require: Option<Selector>,
    source: Source,
    capture: Option<Regex>,
    template: Option<Template>,
    replace: Vec<Replace>,
    map: BTreeMap<String, String>,
    keep: Vec<Regex>,
    drop: Vec<Regex>,
    last: bool,
    first: Option<usize>,
}

/// Where what is found comes from.
#[derive(Debug, Clone)]
enum Source {
    /// The address of the page.
    Address,
    /// Elements.
    Html(Elements),
    /// JSON, with elements where its strings are HTML.
    Json { within: Option<Selector>, path: JsonPath, html: Option<Elements> },
    /// Every match of an expression in the text of elements.
    Script { within: Selector, capture: Regex },
}

#[derive(Debug, Clone)]
struct Elements {
    item: Option<Selector>,
    link: Option<Selector>,
    attr: String,
    text: Text,
    number: Option<(i32, Option<Selector>)>,
}

#[derive(Debug, Clone, Default)]
struct Text {
    is: Option<String>,
    contains: Option<String>,
    starts: Option<String>,
}

#[derive(Debug, Clone)]
enum Replace {
    Text(String, String),
    Regex(Regex, String),
}

/// Something found: its text, and named parts that a template can use.
#[derive(Debug, Clone, Default)]
struct Found {
    text: String,
    parts: BTreeMap<String, String>,
}

impl Rules {
    pub(crate) fn compile(file: &Many<RuleFile>) -> Result<Self, Fault> {
        let rules = file.iter().enumerate();
        let rules = rules.map(|(n, rule)| Rule::compile(rule).map_err(|fault| fault.number(n)));
        let rules = rules.collect::<Result<_, _>>()?;
        Ok(Self { rules, files: file.iter().cloned().collect() })
    }

    /// Compiles rules that are known to be good from a portal file.
    ///
    /// # Errors
    /// With what is wrong, as a sentence.
    pub fn new(files: &[RuleFile]) -> Result<Self, String> {
        Self::compile(&Many(files.to_vec())).map_err(|fault| fault.message)
    }

    /// The rules as they are written.
    pub fn files(&self) -> &[RuleFile] {
        &self.files
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Addresses that the page gives, absolute, each once, in the order of the page.
    pub fn addresses(&self, page: &Document) -> Vec<String> {
        let addresses = |rule: &Rule| rule.addresses(page);
        self.rules.iter().map(addresses).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// What all rules together find, the first rule's first.
    pub fn every_address(&self, page: &Document) -> Vec<String> {
        self.rules.iter().flat_map(|rule| rule.addresses(page)).collect()
    }

    /// Texts that the page gives, as they stand there.
    pub fn texts(&self, page: &Document) -> Vec<String> {
        self.rules.iter().map(|rule| rule.texts(page)).find(|f| !f.is_empty()).unwrap_or_default()
    }
}

impl Rule {
    fn applies(&self, page: &Document) -> bool {
        let url = page.url().as_str();
        self.when.as_ref().is_none_or(|when| when.is_match(url))
            && !self.unless.as_ref().is_some_and(|unless| unless.is_match(url))
            && self.require.as_ref().is_none_or(|selector| page.has(selector))
    }

    fn texts(&self, page: &Document) -> Vec<String> {
        if !self.applies(page) {
            return Vec::new();
        }
        let found = self.source.find(page).into_iter();
        found.filter_map(|found| self.written(found, page)).collect()
    }

    /// What was found, through capture and template.
    fn written(&self, mut found: Found, page: &Document) -> Option<String> {
        if let Some(capture) = &self.capture {
            let groups = capture.captures(&found.text)?;
            let parts = parts(capture, &groups, str::to_owned);
            // Without a template, the first group is what is wanted.
            if self.template.is_none()
                && let Some(group) = groups.get(1)
            {
                found.text = group.as_str().to_owned();
            }
            found.parts.extend(parts);
        }
        match &self.template {
            Some(template) => template.fill(&found.text, &found.parts, page.url().as_str()),
            None => Some(found.text),
        }
    }

    fn addresses(&self, page: &Document) -> Vec<String> {
        let mut seen = HashSet::new();
        let found = self.texts(page).into_iter();
        let found = found.filter_map(|text| page.resolve(&text)).filter_map(|url| {
            let mut address = url.into_string();
            for replace in &self.replace {
                address = replace.apply(&address);
            }
            let address = self.map.get(&address).cloned().unwrap_or(address);
            let kept = self.keep.is_empty() || self.keep.iter().any(|keep| keep.is_match(&address));
            let kept = kept && !self.drop.iter().any(|drop| drop.is_match(&address));
            (kept && seen.insert(address.clone())).then_some(address)
        });
        let mut found: Vec<_> = found.collect();
        if self.last {
            found.drain(..found.len().saturating_sub(1));
        }
        found.truncate(self.first.unwrap_or(usize::MAX));
        found
    }
}

/// The groups of a match by number, and by name where they have one.
fn parts(
    capture: &Regex,
    groups: &regex::Captures<'_>,
    read: impl Fn(&str) -> String,
) -> BTreeMap<String, String> {
    let names = capture.capture_names().enumerate();
    let part = |(n, name): (usize, Option<&str>)| {
        let group = read(groups.get(n)?.as_str());
        Some((name.map_or_else(|| n.to_string(), str::to_owned), group))
    };
    names.filter_map(part).collect()
}

impl Replace {
    fn apply(&self, text: &str) -> String {
        match self {
            Self::Text(from, to) => text.replace(from, to),
            Self::Regex(from, to) => from.replace_all(text, to).into_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
