//! Redirects: the page that a redirect led to is judged in its place, where it was captured at
//! about the same time.
//!
//! A redirect within its host is followed among the captures of the host. A redirect to another
//! host is a *question* to that host: which capture stands there at this time? The *answer* goes
//! back to the host of the redirect. A chain may change the host once. A chain with more changes
//! counts as not captured: otherwise the captures of one host would depend on those of all others.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use scutch_shuffle::{Evidence, Group};
use serde::{Deserialize, Serialize};

use super::host::host_key;
use super::settle::Capture;
use super::timemap::Redirect;
use crate::sketch::store::ContentRef;

/// Redirects that are followed from one capture.
const HOPS: u8 = 5;
/// How far in time the capture of a target may be: crawlers follow at once, replay takes the
/// nearest.
const NEAR_MS: u64 = 24 * 60 * 60 * 1000;

/// What a redirect asks another host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Question {
    /// URL key of the target.
    target: String,
    /// When the redirect was captured.
    begun_ms: i64,
    /// Key of the host that asks.
    asker: String,
}

/// The capture at the end of a chain of redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Landing {
    status: Option<u16>,
    content: Option<ContentRef>,
    unix_ms: i64,
    /// Redirects that were followed.
    hops: u8,
}

/// The questions to a host.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Questions(Vec<Question>);

impl Group for Questions {
    fn merge(&mut self, mut other: Self) {
        // Questions may come in any order: answers are looked up by target and time.
        self.0.append(&mut other.0);
    }

    fn memory(&self) -> usize {
        // The length of one target stands for that of all, so that this stays cheap.
        let text = self.0.last().map_or(0, |last| last.target.len() + last.asker.len());
        self.0.len() * (size_of::<Question>() + text)
    }
}

impl Evidence for Questions {
    fn memory(&self) -> usize {
        Group::memory(self)
    }
}

/// The answers to a host, by URL key of the target and time of the redirect.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Answers(BTreeMap<(String, i64), Landing>);

impl Group for Answers {
    /// Equal questions have equal answers.
    fn merge(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    fn memory(&self) -> usize {
        let text = self.0.first_key_value().map_or(0, |((target, _), _)| target.len());
        self.0.len() * (size_of::<((String, i64), Landing)>() + text)
    }
}

impl Evidence for Answers {
    fn memory(&self) -> usize {
        Group::memory(self)
    }
}

/// Where a redirect leads.
struct Target {
    url: String,
    /// URL key.
    key: String,
    host: String,
}

/// The captures of a host with the targets of its redirects.
struct Chase<'a> {
    captures: &'a [Capture],
    host: &'a str,
    targets: Vec<Option<Target>>,
    /// URL key of a target to its captures, in canonical order.
    by_key: FxHashMap<String, Vec<usize>>,
}

impl<'a> Chase<'a> {
    /// `asked` are URL keys that other hosts ask for.
    fn new(host: &'a str, captures: &'a [Capture], asked: impl Iterator<Item = String>) -> Self {
        let targets: Vec<Option<Target>> = captures.iter().map(target).collect();
        let mut by_key: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let inside = targets.iter().flatten().filter(|target| target.host == host);
        for key in inside.map(|target| target.key.clone()).chain(asked) {
            by_key.entry(key).or_default();
        }
        // URL keys of all captures cost time; most hosts have no redirect within.
        if !by_key.is_empty() {
            for (at, capture) in captures.iter().enumerate() {
                if let Some(list) = by_key.get_mut(&scutch_url::surt(&capture.memento.url)) {
                    list.push(at);
                }
            }
        }
        Self { captures, host, targets, by_key }
    }

    /// Follows the redirect of a capture. Without answers, the chain ends where it leaves the host.
    fn landing(&self, start: usize, answers: &Answers) -> Option<Landing> {
        let begun = self.captures[start].memento.unix_ms?;
        self.follow(self.targets[start].as_ref()?, begun, vec![start], answers)
    }

    fn follow(
        &self,
        first: &Target,
        begun: i64,
        mut passed: Vec<usize>,
        answers: &Answers,
    ) -> Option<Landing> {
        // The chain is bounded in hops and in time, so that a circle of redirects ends.
        let mut target = first;
        let mut asked = begun;
        for hops in 1..=HOPS {
            if target.host != self.host {
                let answer = answers.0.get(&(target.key.clone(), asked))?;
                let hops = hops - 1 + answer.hops;
                let near = answer.unix_ms.abs_diff(begun) <= NEAR_MS;
                return (hops <= HOPS && near).then_some(Landing { hops, ..*answer });
            }
            // No capture is passed twice: its redirect would lead here again.
            let at = self.nearest(&target.key, begun, &passed)?;
            let memento = &self.captures[at].memento;
            let unix_ms = memento.unix_ms?;
            if !memento.is_redirect() {
                let (status, content) = (memento.status, memento.content);
                return Some(Landing { status, content, unix_ms, hops });
            }
            passed.push(at);
            (target, asked) = (self.targets[at].as_ref()?, unix_ms);
        }
        None
    }

    /// The capture of a URL key nearest to a time: pages before redirects, of equals the first in
    /// canonical order.
    fn nearest(&self, key: &str, begun: i64, passed: &[usize]) -> Option<usize> {
        let candidates = self.by_key.get(key)?.iter().copied();
        let distance = |at: usize| Some(self.captures[at].memento.unix_ms?.abs_diff(begun));
        candidates
            .filter(|at| !passed.contains(at))
            .filter_map(|at| Some((self.captures[at].memento.is_redirect(), distance(at)?, at)))
            .filter(|(_, distance, _)| *distance <= NEAR_MS)
            .min()
            .map(|(_, _, at)| at)
    }
}

/// The target of a redirect.
fn target(capture: &Capture) -> Option<Target> {
    // Browsers ignore `Location` in other responses, such as 201.
    let location = capture.location.as_deref().filter(|_| capture.memento.is_redirect())?;
    let url = scutch_url::Url::parse(&capture.memento.url).ok()?;
    let url = url.join(location).ok()?.as_str().to_owned();
    let (key, host) = (scutch_url::surt(&url), host_key(&url));
    Some(Target { url, key, host })
}

/// What the redirects of a host ask other hosts, with the keys of these.
pub(crate) fn questions(host: &str, captures: &[Capture]) -> BTreeMap<String, Questions> {
    let mut questions: BTreeMap<String, Questions> = BTreeMap::new();
    for capture in captures {
        let Some(begun_ms) = capture.memento.unix_ms else { continue };
        let Some(target) = target(capture).filter(|target| target.host != host) else { continue };
        let question = Question { target: target.key, begun_ms, asker: host.to_owned() };
        questions.entry(target.host).or_default().0.push(question);
    }
    questions
}

/// What a host answers, by the hosts that ask. Questions without an answer are left out.
pub(crate) fn answers(
    host: &str,
    captures: &[Capture],
    questions: &Questions,
) -> BTreeMap<String, Answers> {
    let asked = questions.0.iter().map(|question| question.target.clone());
    let chase = Chase::new(host, captures, asked);
    // Without answers of further hosts: a chain changes the host once.
    let none = Answers::default();
    let mut answers: BTreeMap<String, Answers> = BTreeMap::new();
    for Question { target, begun_ms, asker } in &questions.0 {
        // The question stands for a redirect of this host that leads to the target.
        let first = Target { url: String::new(), key: target.clone(), host: host.to_owned() };
        if let Some(landing) = chase.follow(&first, *begun_ms, Vec::new(), &none) {
            let of_asker = answers.entry(asker.clone()).or_default();
            of_asker.0.insert((target.clone(), *begun_ms), landing);
        }
    }
    answers
}

/// Gives redirects the page they lead to.
pub(crate) fn follow_redirects(host: &str, captures: &mut [Capture], answers: &Answers) {
    if !captures.iter().any(|capture| capture.memento.is_redirect()) {
        return;
    }
    let chase = Chase::new(host, captures, std::iter::empty());
    let found: Vec<_> = (0..captures.len()).map(|at| resolved(&chase, at, answers)).collect();
    for (capture, found) in captures.iter_mut().zip(found) {
        if let Some((redirect, content)) = found {
            (capture.memento.redirect, capture.memento.content) = (Some(redirect), content);
        }
    }
}

/// Where a redirect leads, and the content that stands for it.
fn resolved(
    chase: &Chase<'_>,
    at: usize,
    answers: &Answers,
) -> Option<(Redirect, Option<ContentRef>)> {
    let memento = &chase.captures[at].memento;
    if !memento.is_redirect() {
        return None;
    }
    let landing = chase.landing(at, answers);
    let redirect = match (landing, &chase.targets[at]) {
        (Some(landing), _) => Redirect::Followed(landing.status),
        (None, Some(target)) if leads_off_site(&memento.url, &target.url) => Redirect::OtherSite,
        (None, _) => Redirect::NotCaptured,
    };
    Some((redirect, landing.map_or(memento.content, |landing| landing.content)))
}

/// Whether a redirect leads to another site, or from a page to the front of its site: what stood at
/// the address is then no longer shown. A move within the site may show the same page.
fn leads_off_site(url: &str, target: &str) -> bool {
    let site = |url: &str| Some(scutch_url::site(&scutch_url::host(url)?));
    let is_front = |url: &str| scutch_url::surt(url).ends_with(")/");
    site(url) != site(target) || (is_front(target) && !is_front(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leaves_the_site() {
        for (url, target, off_site) in [
            ("http://a.example/x", "http://a.example/y", false),
            ("http://a.example/x", "https://www.a.example/x", false),
            ("http://a.example/x", "http://sub.a.example/x", false),
            ("http://a.example/x", "http://a.example/", true),
            ("http://a.example/x", "http://a.example", true),
            ("http://a.example/", "http://www.a.example/", false),
            ("http://a.example/x", "http://b.example/x", true),
            ("http://a.co.uk/x", "http://b.co.uk/x", true),
            ("http://a.example/?q=1", "http://a.example/", true),
        ] {
            assert_eq!(leads_off_site(url, target), off_site, "{url} to {target}");
        }
    }

    #[test]
    fn questions_and_answers_merge_in_any_order_and_survive_being_written() {
        let landing = Landing { status: Some(200), content: None, unix_ms: 7, hops: 1 };
        let answer = |target: &str| Answers([((target.to_owned(), 7), landing)].into());
        let (mut forth, mut back) = (answer("a"), answer("b"));
        forth.merge(answer("b"));
        back.merge(answer("a"));
        // An answer that came twice counts once.
        back.merge(answer("a"));
        assert_eq!(forth.0, back.0);
        let bytes = postcard::to_stdvec(&forth).expect("memory");
        assert_eq!(postcard::from_bytes::<Answers>(&bytes).expect("whole").0, forth.0);
        let question = |target: &str| {
            let (target, asker) = (target.to_owned(), "example,z)".to_owned());
            Questions(vec![Question { target, begun_ms: 7, asker }])
        };
        let mut both = question("a");
        both.merge(question("b"));
        assert_eq!(both.0.len(), 2);
        assert!(Group::memory(&both) > Group::memory(&question("a")));
        assert_eq!(Group::memory(&Questions::default()), 0);
    }
}
