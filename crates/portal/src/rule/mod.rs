//! Rules find addresses on a page, by declaration.

mod compile;
mod find;
mod template;

use std::collections::{BTreeMap, HashSet};

use regex::Regex;
use scutch_page::Selector;

use crate::document::Document;
use crate::file::{Fault, OneOrMany, RuleFile};
use crate::json::JsonPath;
pub(crate) use compile::{host_names, regex, regexes, selector, selectors};
use template::Template;

/// Rules in order. The first one that finds something counts.
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

/// Where a rule looks.
#[derive(Debug, Clone)]
enum Source {
    /// At the address of the page.
    Address,
    /// At elements.
    Html(Elements),
    /// Into JSON, and at elements if its strings are HTML.
    Json { within: Option<Selector>, path: JsonPath, html: Option<Elements> },
    /// For every match of an expression in the text of elements.
    Script { within: Selector, capture: Regex },
}

#[derive(Debug, Clone)]
struct Elements {
    item: Option<Selector>,
    link: Option<Selector>,
    attr: String,
    text: TextFilter,
    /// What to add to the number of the current page, and the element with that number.
    number: Option<(i32, Option<Selector>)>,
}

#[derive(Debug, Clone, Default)]
struct TextFilter {
    is: Option<String>,
    contains: Option<String>,
    starts: Option<String>,
}

#[derive(Debug, Clone)]
enum Replace {
    Text(String, String),
    Regex(Regex, String),
}

/// A text that was found, and named parts for a template.
#[derive(Debug, Clone, Default)]
struct Found {
    text: String,
    parts: BTreeMap<String, String>,
}

impl Rules {
    /// Compiles rules as they are written.
    pub(crate) fn compile(file: &OneOrMany<RuleFile>) -> Result<Self, Fault> {
        let rules = file.iter().enumerate();
        let rules = rules.map(|(n, rule)| Rule::compile(rule).map_err(|fault| fault.number(n)));
        let rules = rules.collect::<Result<_, _>>()?;
        Ok(Self { rules, files: file.iter().cloned().collect() })
    }

    /// Compiles rules that come from a valid portal file.
    ///
    /// # Errors
    /// With the fault as a sentence.
    pub fn new(files: &[RuleFile]) -> Result<Self, String> {
        Self::compile(&OneOrMany(files.to_vec())).map_err(|fault| fault.message)
    }

    /// The rules as they are written, for the manifest of a run.
    pub fn files(&self) -> &[RuleFile] {
        &self.files
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The addresses that the first rule with a result finds: absolute, each once, in page order.
    pub fn addresses(&self, page: &Document) -> Vec<String> {
        let addresses = |rule: &Rule| rule.addresses(page);
        self.rules.iter().map(addresses).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The addresses that all rules find, those of the first rule first.
    pub fn every_address(&self, page: &Document) -> Vec<String> {
        self.rules.iter().flat_map(|rule| rule.addresses(page)).collect()
    }

    /// The texts that the first rule with a result finds, unchanged.
    pub fn texts(&self, page: &Document) -> Vec<String> {
        self.rules.iter().map(|rule| rule.texts(page)).find(|f| !f.is_empty()).unwrap_or_default()
    }
}

impl Rule {
    /// Whether the conditions of the rule hold for a page.
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
        found.filter_map(|found| self.format(found, page)).collect()
    }

    /// Applies capture and template to what was found.
    fn format(&self, mut found: Found, page: &Document) -> Option<String> {
        if let Some(capture) = &self.capture {
            let groups = capture.captures(&found.text)?;
            let parts = named_groups(capture, &groups, str::to_owned);
            // Without a template, the first group is the result.
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
            // On absolute addresses: rules then do not depend on how a page writes its links.
            for replace in &self.replace {
                address = replace.apply(&address);
            }
            // After the replacements, so that a map names final addresses.
            let address = self.map.get(&address).cloned().unwrap_or(address);
            let kept = self.keep.is_empty() || self.keep.iter().any(|keep| keep.is_match(&address));
            let kept = kept && !self.drop.iter().any(|drop| drop.is_match(&address));
            (kept && seen.insert(address.clone())).then_some(address)
        });
        let mut found: Vec<_> = found.collect();
        // After duplicates are removed: a pager often repeats its last link.
        if self.last {
            found.drain(..found.len().saturating_sub(1));
        }
        found.truncate(self.first.unwrap_or(usize::MAX));
        found
    }
}

/// Compiles the rules under a key of the file, if there are any.
pub(crate) fn compile_rules(
    file: Option<&OneOrMany<RuleFile>>,
    key: &str,
) -> Result<Option<Rules>, Fault> {
    file.map(|file| Rules::compile(file).map_err(|fault| fault.below(key))).transpose()
}

/// The groups of a match, by name or else by number.
fn named_groups(
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
