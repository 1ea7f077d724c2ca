//! robots.txt rules as CPython's `urllib.robotparser` reads and applies them, for its one agent
//! `*`.
//!
//! First matching line wins, no wildcards. The rules of RFC 9309 live in the crate's room `robots`.

use crate::split::{Split, tidy};
use crate::text::{is_space, push_quoted, unquote};

/// The rules for any agent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PythonRules {
    lines: Vec<(String, bool)>,
    delay: Option<u64>,
}

/// The lines of one group of agents.
#[derive(Default)]
struct Group {
    for_all: bool,
    lines: Vec<(String, bool)>,
    delay: Option<u64>,
}

/// What CPython's parser has seen of the group in hand.
#[derive(PartialEq, Default)]
enum State {
    #[default]
    Start,
    Agents,
    Rules,
}

/// The parser of CPython, line by line.
#[derive(Default)]
struct Parser {
    /// The group for any agent, once it is complete.
    kept: Option<Group>,
    /// The group in hand.
    group: Group,
    state: State,
}

impl Parser {
    fn line(&mut self, line: &str) {
        // An empty line ends a group only once an agent was named.
        if line.is_empty() && self.state != State::Start {
            self.finish();
            self.state = State::Start;
        }
        let line = line.split('#').next().unwrap_or_default().trim_matches(is_space);
        let Some((name, value)) = line.split_once(':') else { return };
        let name = name.trim_matches(is_space).to_lowercase();
        let value = unquote(value.trim_matches(is_space));
        match name.as_str() {
            "user-agent" => {
                if self.state == State::Rules {
                    self.finish();
                }
                self.group.for_all |= value == "*";
                self.state = State::Agents;
            }
            "disallow" | "allow" | "crawl-delay" | "request-rate" if self.state != State::Start => {
                self.state = State::Rules;
                self.group.add(&name, &value);
            }
            _ => {}
        }
    }

    /// Ends the group in hand. Agents without rules are forgotten.
    fn finish(&mut self) {
        let group = std::mem::take(&mut self.group);
        // CPython keeps the first group for any agent and forgets the others.
        if self.state == State::Rules && group.for_all && self.kept.is_none() {
            self.kept = Some(group);
        }
    }
}

impl Group {
    fn add(&mut self, name: &str, value: &str) {
        match name {
            "crawl-delay" => self.delay = delay(value).or(self.delay),
            "request-rate" => {}
            _ => {
                // `Disallow:` without a path allows all.
                let allowed = name == "allow" || value.is_empty();
                self.lines.push((pattern(value), allowed));
            }
        }
    }
}

impl PythonRules {
    /// Reads a robots.txt file.
    pub fn parse(text: &str) -> PythonRules {
        let mut parser = Parser::default();
        text.lines().for_each(|line| parser.line(line));
        parser.finish();
        let group = parser.kept.unwrap_or_default();
        PythonRules { lines: group.lines, delay: group.delay }
    }

    /// Whether the URL may be fetched.
    pub fn can_fetch(&self, url: &str) -> bool {
        let path = pattern(&unquote(url));
        let path = if path.is_empty() { "/" } else { &path };
        self.lines
            .iter()
            .find(|(start, _)| start == "*" || path.starts_with(start))
            .is_none_or(|(_, allowed)| *allowed)
    }

    /// Seconds between requests.
    pub fn crawl_delay(&self) -> Option<u64> {
        self.delay
    }
}

/// Whole seconds; CPython ignores fractions.
fn delay(value: &str) -> Option<u64> {
    if value.bytes().all(|b| b.is_ascii_digit()) { value.parse().ok() } else { None }
}

/// Path, query and fragment, quoted.
fn pattern(url: &str) -> String {
    let tidied = tidy(url);
    let mut rest = String::with_capacity(url.len());
    if let Ok(parts) = Split::from_tidy(&tidied) {
        parts.without_host().push_to(&mut rest);
    }
    let mut out = String::with_capacity(rest.len());
    push_quoted(&mut out, &rest, b"/");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file, some URLs and whether they may be fetched, the delay: all as CPython 3.11 answers.
    type Case = (&'static str, &'static [(&'static str, bool)], Option<u64>);

    #[test]
    fn rules_are_those_of_cpython() {
        let cases: [Case; 14] = [
            (
                "User-agent: *\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 5",
                // The first line that fits decides.
                &[("/private/x", false), ("/private/open", false), ("/", true), ("/Private", true)],
                Some(5),
            ),
            (
                "User-agent: *\nAllow: /private/open\nDisallow: /private",
                &[("/private/open/x", true), ("/private/x", false)],
                None,
            ),
            ("User-agent: bot\nDisallow: /\n\nUser-agent: *\nDisallow:\n", &[("/x", true)], None),
            ("User-agent: bot\nUser-agent: *\nDisallow: /a", &[("/a", false), ("/b", true)], None),
            // Of two groups for all agents the first one counts.
            (
                "User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b",
                &[("/a", false), ("/b", true)],
                None,
            ),
            ("Disallow: /", &[("/a", true)], None),
            // Wildcards are quoted, so that they never fit.
            ("User-agent: *\nDisallow: *", &[("/a", true)], None),
            ("User-agent: *\nDisallow: /a*b", &[("/axb", true), ("/a*b", false)], None),
            (
                "User-agent: *\nDisallow: /%7Ejoe\nDisallow: /a%2fb",
                &[("/~joe/x", false), ("/a/b", false), ("/a%2Fb", false)],
                None,
            ),
            (
                "User-agent: *\nDisallow: /x?q=1",
                &[("/x?q=1", false), ("/x?q=2", true), ("/x", true)],
                None,
            ),
            (
                "# c\nuser-AGENT :  * \nDISALLOW:/a # why\nCrawl-delay: 2.5\nCrawl-delay: 3",
                &[("/a", false)],
                Some(3),
            ),
            // A blank line ends a group.
            ("User-agent: *\n\nDisallow: /a", &[("/a", true)], None),
            ("User-agent: *\nCrawl-delay: x\nDisallow: /", &[("/a", false), ("", false)], None),
            ("", &[("/a", true)], None),
        ];
        for (text, urls, delay) in cases {
            let rules = PythonRules::parse(text);
            for (path, allowed) in urls {
                assert_eq!(
                    rules.can_fetch(&format!("http://e.org{path}")),
                    *allowed,
                    "{text} {path}"
                );
            }
            assert_eq!(rules.crawl_delay(), delay, "{text}");
        }
    }
}
