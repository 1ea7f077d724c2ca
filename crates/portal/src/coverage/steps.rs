//! The steps from the lines of an index to addresses of articles.

use std::collections::BTreeMap;

use serde::Serialize;

use super::groups::{OwnArticles, archived_articles};
use super::{CaptureLine, CoverageOptions};
use crate::portal::Portal;
use crate::site::Site;

/// One step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// `status`, `mime`, `date`, `rules`, `spelling`.
    pub name: &'static str,
    /// Addresses before the step.
    pub before: usize,
    /// Captures before the step.
    pub captures_before: usize,
    /// Addresses that the step removed, by reason.
    pub removed: BTreeMap<String, usize>,
    /// Captures that the step removed, by reason. Their addresses may stay with other captures.
    pub captures_removed: BTreeMap<String, usize>,
    /// Addresses after the step.
    pub after: usize,
    /// Captures after the step.
    pub captures_after: usize,
}

/// An address of the index that is no article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Removed {
    /// The address as the index writes it.
    pub url: String,
    /// The step that removed its last capture.
    pub step: &'static str,
    /// Why.
    pub reason: String,
}

/// Why a capture does not pass a test; `None` if it does.
type Test<'a> = &'a dyn Fn(&CaptureLine) -> Option<String>;

type Archived = BTreeMap<String, Vec<CaptureLine>>;

/// Media types of pages.
const PAGES: &[&str] = &["text/html", "application/xhtml+xml"];

/// Removes what is no capture of an article.
pub(super) fn run(
    mut left: Archived,
    options: &CoverageOptions<'_>,
) -> (Vec<Step>, Vec<Removed>, Archived) {
    let mut removed = Vec::new();
    let mut steps = Vec::new();
    let by_capture: [(&'static str, Test<'_>); 3] =
        [("status", &status), ("mime", &mime), ("date", &|capture| date(capture, options))];
    for (name, test) in by_capture {
        steps.push(step(name, &mut left, &mut removed, &|_, capture| test(capture)));
    }
    let rules = |address: &str, _: &CaptureLine| rules(address, options);
    steps.push(step("rules", &mut left, &mut removed, &rules));
    (steps, removed, left)
}

/// Removes the captures that `why` names a reason for, and addresses with their last one.
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
        // The reason of its last capture is that of the address.
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
    // Servers add parameters such as the charset.
    let mime = capture.mime.split(';').next().unwrap_or_default().trim();
    if PAGES.contains(&mime) {
        return None;
    }
    // Revisits have the type of their record in the index, not that of the page.
    if mime == "warc/revisit" {
        return Some("revisit".to_owned());
    }
    let kind = mime.split('/').next().unwrap_or_default();
    Some(if kind.is_empty() || kind == "-" { "no-type".to_owned() } else { kind.to_owned() })
}

fn date(capture: &CaptureLine, options: &CoverageOptions<'_>) -> Option<String> {
    // Digits compare as times do, up to the precision of the bound: `2019` includes all of the
    // year.
    let cut = |bound: &String| capture.time.chars().take(bound.len()).collect::<String>();
    if options.from.as_ref().is_some_and(|from| cut(from) < *from) {
        return Some("before".to_owned());
    }
    options.to.as_ref().filter(|to| cut(to) > **to).map(|_| "after".to_owned())
}

fn rules(address: &str, options: &CoverageOptions<'_>) -> Option<String> {
    let portal = options.portal?;
    let target = Site::target(address);
    if portal.skips(target) {
        return Some("skip".to_owned());
    }
    if let Some(route) = portal.list_of_address(target) {
        return Some(format!("archive.{}", portal.routes[route].name));
    }
    (!portal.article.can_be(target)).then(|| "article".to_owned())
}

/// Joins the addresses of one article: of one spelling, and those that are one otherwise.
pub(super) fn merge_spellings(
    left: Archived,
    own: &OwnArticles,
    portal: Option<&Portal>,
    steps: &mut Vec<Step>,
) -> BTreeMap<String, Vec<String>> {
    let before = left.len();
    let captures = left.values().map(Vec::len).sum();
    let (merged, other_addresses) = archived_articles(left, own, portal);
    // Spellings that were joined with another one.
    let other = before - merged.len() - other_addresses;
    let removed = [("other-spelling", other), ("other-address", other_addresses)];
    let removed = removed.into_iter().filter(|(_, count)| *count > 0);
    steps.push(Step {
        name: "spelling",
        before,
        captures_before: captures,
        removed: removed.map(|(reason, count)| (reason.to_owned(), count)).collect(),
        captures_removed: BTreeMap::new(),
        after: merged.len(),
        captures_after: captures,
    });
    merged
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn capture(time: &str, mime: &str, status: Option<u16>) -> CaptureLine {
        CaptureLine { time: time.to_owned(), mime: mime.to_owned(), status, digest: None }
    }

    #[test]
    fn bounds_count_as_far_as_they_are_written() {
        let bound = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        for (from, to, time, expected) in [
            ("", "", "2019", None),
            ("2019", "2019", "20191231235959", None),
            ("2019", "", "20181231235959", Some("before")),
            ("", "2019", "20200101000000", Some("after")),
            ("201905", "20190601", "20190601235959", None),
            ("", "20190601120000", "20190601120001", Some("after")),
            // A time with fewer digits than the bound.
            ("20190601", "", "2019", Some("before")),
        ] {
            let options = CoverageOptions { from: bound(from), to: bound(to), portal: None };
            let found = date(&capture(time, "text/html", Some(200)), &options);
            assert_eq!(found.as_deref(), expected, "{from}..{to}: {time}");
        }
    }

    #[test]
    fn types_and_statuses_have_their_reasons() {
        for (written, expected) in [
            ("text/html; charset=utf-8", None),
            ("application/xhtml+xml", None),
            ("warc/revisit", Some("revisit")),
            ("text/plain", Some("text")),
            ("-", Some("no-type")),
            ("", Some("no-type")),
            ("; charset=utf-8", Some("no-type")),
        ] {
            assert_eq!(mime(&capture("2019", written, None)).as_deref(), expected, "{written}");
        }
        for (written, expected) in [
            (Some(204), None),
            (Some(302), Some("3xx")),
            (Some(99), Some("0xx")),
            (None, Some("no-status")),
        ] {
            assert_eq!(status(&capture("2019", "", written)).as_deref(), expected, "{written:?}");
        }
    }

    proptest! {
        /// Every address and every capture is accounted for at every step.
        #[test]
        fn what_goes_in_is_left_or_removed(
            lines in prop::collection::vec((0..9_u8, 2017..2021_u16, 0..4_usize, 1..6_u16), 0..40),
        ) {
            let mut archived = Archived::new();
            for (address, year, kind, class) in lines {
                let mime = ["text/html", "image/png", "warc/revisit", "-"][kind];
                let one = capture(&year.to_string(), mime, Some(class * 100));
                archived.entry(format!("http://a.example/{address}")).or_default().push(one);
            }
            let to = Some("2019".to_owned());
            let options = CoverageOptions { to, ..CoverageOptions::default() };
            let (addresses, captures) = (archived.len(), archived.values().map(Vec::len).sum());
            let (steps, removed, left) = run(archived, &options);
            let mut at = (addresses, captures);
            for step in &steps {
                prop_assert_eq!((step.before, step.captures_before), at);
                let gone = |all: &BTreeMap<String, usize>| all.values().sum::<usize>();
                at = (step.after, step.captures_after);
                prop_assert_eq!(step.before, step.after + gone(&step.removed));
                let captures = step.captures_after + gone(&step.captures_removed);
                prop_assert_eq!(step.captures_before, captures);
            }
            prop_assert_eq!(at, (left.len(), left.values().map(Vec::len).sum()));
            prop_assert_eq!(addresses, left.len() + removed.len());
        }
    }
}
