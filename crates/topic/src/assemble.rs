//! Captures to TimeMaps: by their originals, or as a list from outside says.

use rustc_hash::FxHashMap;

use crate::collection::{Loss, Memento, Redirect, TimeMap};
use crate::gather::Grouping;
use crate::list::{List, Seeds};

/// A capture, and where it redirects to.
pub(crate) struct Capture {
    pub(crate) memento: Memento,
    /// URI-M, where the capture came with one.
    pub(crate) location: Option<String>,
}

/// Which captures are looked at, and in which order.
#[derive(Debug, Default)]
pub enum Selection {
    /// All of them.
    #[default]
    All,
    /// The mementos of these TimeMaps.
    Listed(List),
    /// The captures of these originals.
    Seeds(Seeds),
}

/// TimeMaps, and what a list asks for that is not there.
#[derive(Default)]
pub(crate) struct Assembled {
    pub(crate) timemaps: Vec<TimeMap>,
    pub(crate) losses: Vec<Loss>,
    /// Captures that the selection does not name.
    pub(crate) left_out: u64,
}

/// Puts captures together.
pub(crate) fn assemble(
    mut captures: Vec<Capture>,
    grouping: Grouping,
    selection: &Selection,
) -> Assembled {
    follow_redirects(&mut captures);
    let mementos = captures.into_iter().map(|capture| capture.memento);
    match selection {
        Selection::All => Assembled { timemaps: by_original(mementos, grouping), ..<_>::default() },
        Selection::Listed(list) => list.assemble(mementos),
        Selection::Seeds(seeds) => {
            let (named, others): (Vec<_>, Vec<_>) =
                mementos.partition(|memento| seeds.names(&memento.url));
            Assembled {
                losses: seeds.missing(&named),
                timemaps: by_original(named.into_iter(), grouping),
                left_out: others.len() as u64,
            }
        }
    }
}

fn by_original(mementos: impl Iterator<Item = Memento>, grouping: Grouping) -> Vec<TimeMap> {
    let mut timemaps: Vec<TimeMap> = Vec::new();
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for memento in mementos {
        let group = match grouping {
            Grouping::Exact => memento.url.clone(),
            Grouping::Surt => scutch_url::surt(&memento.url),
        };
        let place = *places.entry(group).or_insert_with(|| {
            timemaps.push(TimeMap { url: memento.url.clone(), ..TimeMap::default() });
            timemaps.len() - 1
        });
        timemaps[place].mementos.push(memento);
    }
    for timemap in &mut timemaps {
        timemap.mementos.sort_by_key(|m| (m.unix_ms.is_none(), m.unix_ms));
    }
    timemaps
}

/// Redirects that are followed from one capture.
const HOPS: usize = 5;
/// How far in time the capture of a target may be: crawlers follow at once, replay takes the nearest.
const NEAR_MS: u64 = 24 * 60 * 60 * 1000;

/// Gives redirects the page they lead to, where that was captured at about the same time.
fn follow_redirects(captures: &mut [Capture]) {
    let targets: Vec<Option<String>> = captures
        .iter()
        .map(|capture| {
            let url = scutch_url::Url::parse(&capture.memento.url).ok()?;
            Some(url.join(capture.location.as_deref()?).ok()?.as_str().to_owned())
        })
        .collect();
    let mut by_key: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for target in targets.iter().flatten() {
        by_key.entry(scutch_url::surt(target)).or_default();
    }
    if by_key.is_empty() && !captures.iter().any(|capture| capture.memento.is_redirect()) {
        return;
    }
    for (at, capture) in captures.iter().enumerate() {
        if let Some(list) = by_key.get_mut(&scutch_url::surt(&capture.memento.url)) {
            list.push(at);
        }
    }
    for at in 0..captures.len() {
        if !captures[at].memento.is_redirect() {
            continue;
        }
        let landed = landed(captures, &targets, &by_key, at);
        let memento = &captures[at].memento;
        let redirect = match (landed, &targets[at]) {
            (Some(page), _) => Redirect::Followed(captures[page].memento.status),
            (None, Some(target)) if leads_elsewhere(&memento.url, target) => Redirect::Elsewhere,
            (None, _) => Redirect::Lost,
        };
        let sketch = landed.map_or(memento.sketch, |page| captures[page].memento.sketch);
        let memento = &mut captures[at].memento;
        (memento.redirect, memento.sketch) = (Some(redirect), sketch);
    }
}

/// The capture at the end of the redirects that begin at a capture.
fn landed(
    captures: &[Capture],
    targets: &[Option<String>],
    by_key: &FxHashMap<String, Vec<usize>>,
    start: usize,
) -> Option<usize> {
    let begun = captures[start].memento.unix_ms?;
    let mut at = start;
    let mut passed = vec![start];
    for _ in 0..HOPS {
        let candidates = by_key.get(&scutch_url::surt(targets[at].as_ref()?))?;
        let apart = |page: usize| Some(captures[page].memento.unix_ms?.abs_diff(begun));
        let near = |page: &&usize| apart(**page).is_some_and(|apart| apart <= NEAR_MS);
        let next = candidates.iter().filter(|page| !passed.contains(page)).filter(near);
        at = *next
            .min_by_key(|page| (captures[**page].memento.is_redirect(), apart(**page), **page))?;
        if !captures[at].memento.is_redirect() {
            return Some(at);
        }
        passed.push(at);
    }
    None
}

/// Whether a redirect leads to another site, or from a page to the front of its site: what stood at
/// the address is then no longer shown. A move within the site may show the same page.
fn leads_elsewhere(url: &str, target: &str) -> bool {
    let site = |url: &str| Some(scutch_url::site(&scutch_url::host(url)?));
    let is_front = |url: &str| scutch_url::surt(url).ends_with(")/");
    site(url) != site(target) || (is_front(target) && !is_front(url))
}
