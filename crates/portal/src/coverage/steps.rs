//! From the lines of an index to addresses of articles, step by step.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{CaptureLine, Terms, normal};
use crate::site::Site;

/// One step of the way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// `status`, `mime`, `date`, `rules`, `spelling`.
    pub name: &'static str,
    /// Addresses before it.
    pub before: usize,
    /// Captures before it.
    pub captures_before: usize,
    /// Addresses that it took away, by reason.
    pub removed: BTreeMap<String, usize>,
    /// Captures that it took away, by reason, those of addresses that stay among them.
    pub captures_removed: BTreeMap<String, usize>,
    /// Addresses behind it.
    pub after: usize,
    /// Captures behind it.
    pub captures_after: usize,
}

/// An address that is no article, or no capture of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Removed {
    /// As the index writes it.
    pub url: String,
    /// The step that took its last capture.
    pub step: &'static str,
    /// Why.
    pub reason: String,
}

/// What a test tells of a capture that does not pass.
type Told<'a> = &'a dyn Fn(&CaptureLine) -> Option<String>;

type Archived = BTreeMap<String, Vec<CaptureLine>>;

/// Media types of pages.
const PAGES: &[&str] = &["text/html", "application/xhtml+xml"];

/// Takes away what is no capture of an article.
pub(super) fn run(mut left: Archived, terms: &Terms<'_>) -> (Vec<Step>, Vec<Removed>, Archived) {
    let mut removed = Vec::new();
    let mut steps = Vec::new();
    let by_capture: [(&'static str, Told<'_>); 3] =
        [("status", &status), ("mime", &mime), ("date", &|capture| date(capture, terms))];
    for (name, why) in by_capture {
        steps.push(step(name, &mut left, &mut removed, &|_, capture| why(capture)));
    }
    let rules = |address: &str, _: &CaptureLine| rules(address, terms);
    steps.push(step("rules", &mut left, &mut removed, &rules));
    (steps, removed, left)
}

fn step(
    name: &'static str,
    left: &mut Archived,
    gone: &mut Vec<Removed>,
    why: &dyn Fn(&str, &CaptureLine) -> Option<String>,
) -> Step {
    let mut step = Step { name, before: left.len(), ..Step::default() };
    left.retain(|address, captures| {
        step.captures_before += captures.len();
        let mut last = None;
        captures.retain(|capture| {
            let Some(reason) = why(address, capture) else { return true };
            *step.captures_removed.entry(reason.clone()).or_default() += 1;
            last = Some(reason);
            false
        });
        step.captures_after += captures.len();
        let Some(reason) = last.filter(|_| captures.is_empty()) else { return true };
        *step.removed.entry(reason.clone()).or_default() += 1;
        gone.push(Removed { url: address.clone(), step: name, reason });
        false
    });
    step.after = left.len();
    step
}

fn status(capture: &CaptureLine) -> Option<String> {
    match capture.status {
        Some(200..=299) => None,
        Some(status) => Some(format!("{}xx", status / 100)),
        None => Some("no-status".to_owned()),
    }
}

fn mime(capture: &CaptureLine) -> Option<String> {
    let mime = capture.mime.split(';').next().unwrap_or_default().trim();
    if PAGES.contains(&mime) {
        return None;
    }
    // Revisits are listed under the type of their record.
    if mime == "warc/revisit" {
        return Some("revisit".to_owned());
    }
    let kind = mime.split('/').next().unwrap_or_default();
    Some(if kind.is_empty() || kind == "-" { "no-type".to_owned() } else { kind.to_owned() })
}

/// Times compare as their digits do, as far as both have some.
fn date(capture: &CaptureLine, terms: &Terms<'_>) -> Option<String> {
    let cut = |bound: &String| capture.time.chars().take(bound.len()).collect::<String>();
    if terms.from.as_ref().is_some_and(|from| cut(from) < *from) {
        return Some("before".to_owned());
    }
    terms.to.as_ref().filter(|to| cut(to) > **to).map(|_| "after".to_owned())
}

fn rules(address: &str, terms: &Terms<'_>) -> Option<String> {
    let portal = terms.portal?;
    let target = Site::target(address);
    if portal.skips(target) {
        return Some("skip".to_owned());
    }
    if let Some(route) = portal.route_of_address(target) {
        return Some(format!("archive.{}", portal.routes[route].name));
    }
    (!portal.article.can_be(target)).then(|| "article".to_owned())
}

/// Brings what is left into one spelling.
pub(super) fn merge(left: Archived, steps: &mut Vec<Step>) -> BTreeMap<String, Vec<String>> {
    let before = left.len();
    let captures = left.values().map(Vec::len).sum();
    let mut merged: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for address in left.into_keys() {
        merged.entry(normal(&address)).or_default().push(address);
    }
    let other = before - merged.len();
    let removed = (other > 0).then(|| ("other-spelling".to_owned(), other));
    steps.push(Step {
        name: "spelling",
        before,
        captures_before: captures,
        removed: removed.into_iter().collect(),
        captures_removed: BTreeMap::new(),
        after: merged.len(),
        captures_after: captures,
    });
    merged
}
