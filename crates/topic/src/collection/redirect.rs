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
        let mut target = first;
        let mut asked = begun;
        for hops in 1..=HOPS {
            if target.host != self.host {
                let answer = answers.0.get(&(target.key.clone(), asked))?;
                let hops = hops - 1 + answer.hops;
                let near = answer.unix_ms.abs_diff(begun) <= NEAR_MS;
                return (hops <= HOPS && near).then_some(Landing { hops, ..*answer });
            }
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
    let none = Answers::default();
    let mut answers: BTreeMap<String, Answers> = BTreeMap::new();
    for Question { target, begun_ms, asker } in &questions.0 {
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
    let redirect = |at: usize| {
        let memento = &captures[at].memento;
        if !memento.is_redirect() {
            return None;
        }
        let landing = chase.landing(at, answers);
        let redirect = match (landing, &chase.targets[at]) {
            (Some(landing), _) => Redirect::Followed(landing.status),
            (None, Some(target)) if leads_elsewhere(&memento.url, &target.url) => {
                Redirect::OtherSite
            }
            (None, _) => Redirect::NotCaptured,
        };
        Some((redirect, landing.map_or(memento.content, |landing| landing.content)))
    };
    let found: Vec<_> = (0..captures.len()).map(redirect).collect();
    for (capture, found) in captures.iter_mut().zip(found) {
        if let Some((redirect, content)) = found {
            (capture.memento.redirect, capture.memento.content) = (Some(redirect), content);
        }
    }
}

/// Whether a redirect leads to another site, or from a page to the front of its site: what stood at
/// the address is then no longer shown. A move within the site may show the same page.
fn leads_elsewhere(url: &str, target: &str) -> bool {
    let site = |url: &str| Some(scutch_url::site(&scutch_url::host(url)?));
    let is_front = |url: &str| scutch_url::surt(url).ends_with(")/");
    site(url) != site(target) || (is_front(target) && !is_front(url))
}
