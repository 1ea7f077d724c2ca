//! Templates of rules: text with placeholders.

use std::collections::BTreeMap;

use regex::Regex;

use crate::file::Fault;

/// A template of a rule.
#[derive(Debug, Clone)]
pub(super) struct Template(Vec<Part>);

#[derive(Debug, Clone)]
enum Part {
    Text(String),
    /// The text that was found.
    Found,
    /// A captured group or a field.
    Named(String),
    /// The address of the page.
    Address,
    /// The address of the page with a number changed: the first group of the expression.
    Counted(i64, Regex),
}

const HINT: &str = "there are {} for what was found, {1} and {name} for groups and fields, {url}, and \
    {url+1:p=(\\d+)}";

impl Template {
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = text[at..].find('{').map(|open| at + open) {
            parts.push(Part::Text(text[at..open].to_owned()));
            let end = closing(text, open)
                .ok_or_else(|| Fault::new("a bracket is not closed", HINT).at(open))?;
            parts.push(parse_placeholder(&text[open + 1..end]).map_err(|fault| fault.at(open))?);
            at = end + 1;
        }
        parts.push(Part::Text(text[at..].to_owned()));
        Ok(Self(parts))
    }

    /// Fills all placeholders; `None` if one has no value.
    pub(super) fn fill(
        &self,
        found: &str,
        named: &BTreeMap<String, String>,
        address: &str,
    ) -> Option<String> {
        let mut filled = String::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Found => filled.push_str(found),
                Part::Named(name) => filled.push_str(named.get(name)?),
                Part::Address => filled.push_str(address),
                Part::Counted(by, number) => filled.push_str(&add_to_number(address, *by, number)?),
            }
        }
        Some(filled)
    }
}

/// The position of the bracket that closes the one at `open`. An expression may contain brackets.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text[open..].char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}

fn parse_placeholder(inside: &str) -> Result<Part, Fault> {
    let Some(rest) = inside.strip_prefix("url") else {
        return Ok(match inside {
            "" => Part::Found,
            name => Part::Named(name.to_owned()),
        });
    };
    if rest.is_empty() {
        return Ok(Part::Address);
    }
    let wrong = || Fault::new(format!("{{{inside}}} means nothing"), HINT);
    let (by, pattern) = rest.split_once(':').ok_or_else(wrong)?;
    let by = by.parse().map_err(|_| wrong())?;
    let pattern = Regex::new(pattern).map_err(|_| wrong())?;
    match pattern.captures_len() {
        // Group 0 is the whole match.
        2 => Ok(Part::Counted(by, pattern)),
        _ => Err(Fault::new("the number in the address is the one group of the expression", HINT)),
    }
}

fn add_to_number(address: &str, by: i64, number: &Regex) -> Option<String> {
    let found = number.captures(address)?.get(1)?;
    let counted: i64 = found.as_str().parse::<i64>().ok()?.checked_add(by)?;
    let (before, behind) = (&address[..found.start()], &address[found.end()..]);
    Some(format!("{before}{counted}{behind}"))
}
