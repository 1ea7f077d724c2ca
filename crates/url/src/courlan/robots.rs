//! robots.txt rules as CPython's `urllib.robotparser` reads and applies them, for its one agent `*`.
//!
//! First matching line wins, no wildcards. The rules of RFC 9309 live in the crate's room `robots`.

use super::split::{Split, tidy, unsplit};
use super::text::{is_space, push_quoted, unquote};

/// The rules for any agent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PythonRules {
    lines: Vec<(String, bool)>,
    delay: Option<u64>,
}

#[derive(Default)]
struct Entry {
    for_all: bool,
    lines: Vec<(String, bool)>,
    delay: Option<u64>,
}

#[derive(PartialEq)]
enum State {
    Start,
    Agents,
    Rules,
}

impl PythonRules {
    /// Reads a robots.txt file.
    pub fn parse(text: &str) -> PythonRules {
        let mut kept: Option<Entry> = None;
        let mut entry = Entry::default();
        let mut state = State::Start;
        let mut finish = |entry: Entry| {
            if entry.for_all && kept.is_none() {
                kept = Some(entry);
            }
        };
        for line in text.lines() {
            if line.is_empty() && state != State::Start {
                let done = std::mem::take(&mut entry);
                if state == State::Rules {
                    finish(done);
                }
                state = State::Start;
            }
            let line = line.split('#').next().unwrap_or_default().trim_matches(is_space);
            let Some((name, value)) = line.split_once(':') else { continue };
            let name = name.trim_matches(is_space).to_lowercase();
            let value = unquote(value.trim_matches(is_space));
            match name.as_str() {
                "user-agent" => {
                    if state == State::Rules {
                        finish(std::mem::take(&mut entry));
                    }
                    entry.for_all |= value == "*";
                    state = State::Agents;
                }
                "disallow" | "allow" | "crawl-delay" | "request-rate" if state != State::Start => {
                    state = State::Rules;
                    match name.as_str() {
                        "crawl-delay" => entry.delay = delay(&value).or(entry.delay),
                        "request-rate" => {}
                        _ => {
                            let allowed = name == "allow" || value.is_empty();
                            entry.lines.push((pattern(&value), allowed));
                        }
                    }
                }
                _ => {}
            }
        }
        if state == State::Rules {
            finish(entry);
        }
        kept.map(|entry| PythonRules { lines: entry.lines, delay: entry.delay }).unwrap_or_default()
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

fn delay(value: &str) -> Option<u64> {
    if value.bytes().all(|b| b.is_ascii_digit()) { value.parse().ok() } else { None }
}

/// Path, query and fragment, quoted.
fn pattern(url: &str) -> String {
    let tidied = tidy(url);
    let mut rest = String::with_capacity(url.len());
    if let Ok(parts) = Split::of(&tidied) {
        unsplit(&mut rest, "", "", parts.path, parts.query, parts.fragment);
    }
    let mut out = String::with_capacity(rest.len());
    push_quoted(&mut out, &rest, b"/");
    out
}
