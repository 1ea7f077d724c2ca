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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn filled(template: &str, address: &str) -> Option<String> {
        let named = [("1", "one"), ("slug", "fog"), ("", "none")];
        let named = named.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Template::parse(template).expect("a template").fill("found", &named, address)
    }

    #[test]
    fn placeholders_have_their_values_or_nothing_is_made() {
        let address = "https://a.example/list?p=9";
        for (template, expected) in [
            ("", Some("")),
            ("/x", Some("/x")),
            ("{}-{1}-{slug}", Some("found-one-fog")),
            ("{url}#{}", Some("https://a.example/list?p=9#found")),
            ("{url+1:p=(\\d+)}", Some("https://a.example/list?p=10")),
            ("{url-9:p=(\\d{1,3})}", Some("https://a.example/list?p=0")),
            // A name without a value, an expression that is not there, a number that is none.
            ("/{2}", None),
            ("/{ slug }", None),
            ("{url+1:q=(\\d+)}", None),
            ("{url+1:/([a-z]+)}", None),
            ("{url+9223372036854775807:p=(\\d+)}", None),
        ] {
            assert_eq!(filled(template, address).as_deref(), expected, "{template}");
        }
        // A number of more digits than are counted.
        assert_eq!(filled("{url+1:p=(\\d+)}", &format!("/?p={}", "9".repeat(30))), None);
    }

    #[test]
    fn faults_name_the_bracket() {
        for (template, at, message) in [
            ("/é/{x", 4, "not closed"),
            ("{a}{url+1:p=(\\d{2)}", 3, "not closed"),
            ("/{urls}", 1, "means nothing"),
            ("/{url+:(1)}", 1, "means nothing"),
            ("/{url+1:(}", 1, "means nothing"),
            ("{}{url+1:p=\\d+}", 2, "one group"),
            ("{url+1:(p)=(\\d+)}", 0, "one group"),
        ] {
            let fault = Template::parse(template).expect_err(template);
            assert_eq!(fault.at, at, "{template}");
            assert!(fault.message.contains(message), "{template}: {}", fault.message);
        }
    }

    proptest! {
        #[test]
        fn text_stands_for_itself_and_faults_lie_within(text in "[a-z{}:+()é0-9]{0,24}") {
            match Template::parse(&text) {
                Ok(template) if !text.contains('{') => {
                    let filled = template.fill("x", &BTreeMap::new(), "y");
                    prop_assert_eq!(filled.as_deref(), Some(text.as_str()));
                }
                Ok(_) => {}
                Err(fault) => prop_assert!(text[fault.at..].starts_with('{'), "{}", fault.message),
            }
        }
    }
}
