//! Compiles rules as they are written to rules that can be applied.

use regex::Regex;
use scutch_page::Selector;

use super::template::Template;
use super::{Elements, Replace, Rule, Source, TextFilter};
use crate::file::{Fault, ReplaceFile, RuleFile};
use crate::json::JsonPath;

/// Compiles a selector; `key` is its key in the file.
pub(crate) fn selector(text: &str, key: &str) -> Result<Selector, Fault> {
    let fault = |error: scutch_page::SelectorError| {
        let message = format!("bad selector: {}", error.message);
        Fault::new(message, error.hint).at(error.at).below(key)
    };
    Selector::parse(text).map_err(fault)
}

/// Compiles a regular expression; `key` is its key in the file.
pub(crate) fn regex(text: &str, key: &str) -> Result<Regex, Fault> {
    let fault = |error: regex::Error| {
        // The message shows the expression over several lines; its last line says what is wrong.
        let message = error.to_string();
        let last = message.lines().last().unwrap_or_default();
        let message = format!("bad regular expression: {}", last.trim_start_matches("error: "));
        Fault::new(message, "write it in single quotes, where a backslash stands for itself")
            .below(key)
    };
    Regex::new(text).map_err(fault)
}

/// Compiles a list of regular expressions.
pub(crate) fn regexes(texts: &[String], key: &str) -> Result<Vec<Regex>, Fault> {
    compile_each(texts, key, |text| regex(text, ""))
}

/// Compiles a list of selectors.
pub(crate) fn selectors(texts: &[String], key: &str) -> Result<Vec<Selector>, Fault> {
    compile_each(texts, key, |text| selector(text, ""))
}

/// Checks a list of host names, and returns them as they are written.
pub(crate) fn host_names(names: &[String], key: &str) -> Result<Vec<String>, Fault> {
    compile_each(names, key, |name| match scutch_url::bare_host(name) {
        Some(_) => Ok(name.to_owned()),
        None => {
            let hint = "write example.org: no scheme, no port, no path";
            Err(Fault::new(format!("`{name}` is no name of a host"), hint))
        }
    })
}

fn compile_each<T>(
    texts: &[String],
    key: &str,
    compile: impl Fn(&str) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let locate = |number: usize, mut fault: Fault| {
        // Without the empty key of a list element.
        fault.path.clear();
        fault.number(number).below(key)
    };
    let all = texts.iter().enumerate();
    all.map(|(n, text)| compile(text).map_err(|fault| locate(n, fault))).collect()
}

impl Rule {
    pub(super) fn compile(file: &RuleFile) -> Result<Self, Fault> {
        let pattern =
            |text: &Option<String>, key| text.as_deref().map(|text| regex(text, key)).transpose();
        let template = file.template.as_deref().map(Template::parse).transpose();
        Ok(Self {
            when: pattern(&file.when, "when")?,
            unless: pattern(&file.unless, "unless")?,
            require: optional_selector(file.require.as_deref(), "require")?,
            source: compile_source(file)?,
            capture: match file.within {
                // There, the expression finds the texts in the script: it is a part of the source.
                Some(_) if file.json.is_none() => None,
                _ => pattern(&file.capture, "capture")?,
            },
            template: template.map_err(|fault| fault.below("template"))?,
            replace: compile_replacements(&file.replace)?,
            map: file.map.clone(),
            keep: regexes(&file.keep, "keep")?,
            drop: regexes(&file.drop, "drop")?,
            last: file.last.unwrap_or(false),
            first: file.first,
        })
    }
}

fn optional_selector(text: Option<&str>, key: &str) -> Result<Option<Selector>, Fault> {
    text.map(|text| selector(text, key)).transpose()
}

fn compile_source(file: &RuleFile) -> Result<Source, Fault> {
    let elements = compile_elements(file)?;
    let within = optional_selector(file.within.as_deref(), "within")?;
    if let Some(path) = &file.json {
        let path = JsonPath::parse(path).map_err(|fault| fault.below("json"))?;
        return Ok(Source::Json { within, path, html: elements });
    }
    if let Some(within) = within {
        let hint = "add json = \"...\", or capture = \"...\" for what is no JSON";
        let fault =
            || Fault::new("`within` needs a path into the JSON there", hint).below("within");
        let capture = regex(file.capture.as_deref().ok_or_else(fault)?, "capture")?;
        return Ok(Source::Script { within, capture });
    }
    match elements {
        Some(elements) => Ok(Source::Html(elements)),
        // Such a rule counts the number in the address up.
        None if file.template.is_some() => Ok(Source::Address),
        None => Err(Fault::new(
            "the rule looks nowhere",
            "set `link` or `item` to a selector, or `json` to a path",
        )),
    }
}

fn compile_elements(file: &RuleFile) -> Result<Option<Elements>, Fault> {
    let item = optional_selector(file.item.as_deref(), "item")?;
    let link = optional_selector(file.link.as_deref(), "link")?;
    let current = optional_selector(file.current.as_deref(), "current")?;
    if item.is_none() && link.is_none() {
        return Ok(None);
    }
    let text = file.text.clone().unwrap_or_default();
    let text = TextFilter { is: text.is, contains: text.contains, starts: text.starts };
    let number = file.number.map(|number| (number, current));
    let attr = file.attr.clone().unwrap_or_else(|| "href".to_owned());
    Ok(Some(Elements { item, link, attr, text, number }))
}

fn compile_replacements(all: &[ReplaceFile]) -> Result<Vec<Replace>, Fault> {
    let one = |(n, file): (usize, &ReplaceFile)| {
        let with = file.with.clone();
        let replace = match (&file.text, &file.regex) {
            (Some(text), None) => Ok(Replace::Text(text.clone(), with)),
            (None, Some(pattern)) => regex(pattern, "regex").map(|r| Replace::Regex(r, with)),
            _ => Err(Fault::new("a replacement has either `text` or `regex`", "")),
        };
        replace.map_err(|fault| fault.number(n).below("replace"))
    };
    all.iter().enumerate().map(one).collect()
}
