//! The captures of a host in canonical order: conversions in the place of their originals, revisits
//! with the content of theirs.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::observation::{CaptureKind, CaptureObservation, NameKey, Names};
use super::timemap::Memento;
use crate::sketch::store::ContentRef;

/// A capture whose content is known, before redirects are followed.
#[derive(Debug, Clone)]
pub(crate) struct Capture {
    pub(crate) memento: Memento,
    /// Where the server redirects to, as written.
    pub(crate) location: Option<String>,
    /// What a revisit refers to, where that is not known.
    pub(crate) unresolved: Option<Names>,
    record_id: Option<NameKey>,
}

/// Contents by the names that revisits refer to them by.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Originals(FxHashMap<NameKey, ContentRef>);

impl Originals {
    /// Adds the content of a name. Of several, the one with the smallest key counts, whatever the
    /// order.
    pub(crate) fn add(&mut self, name: NameKey, content: ContentRef) {
        let known = self.0.entry(name).or_insert(content);
        // Two records may share a name by mistake, as copies with edited headers do.
        if content.key() < known.key() {
            *known = content;
        }
    }

    /// Adds the names of captures, or of these only that are `wanted`.
    pub(crate) fn add_all(
        &mut self,
        captures: &[CaptureObservation],
        wanted: Option<&FxHashSet<NameKey>>,
    ) {
        for capture in captures {
            let Some(content) = capture.content else { continue };
            let names = capture.names.iter().flatten();
            let names = names.filter(|name| wanted.is_none_or(|wanted| wanted.contains(name)));
            names.for_each(|name| self.add(*name, content));
        }
    }

    fn find(&self, names: &Names) -> Option<ContentRef> {
        names.iter().flatten().find_map(|name| self.0.get(name).copied())
    }
}

/// The captures of a host, in an order that depends on nothing but them. `outside` has the
/// originals of other hosts that revisits of this one refer to.
pub(crate) fn settled(observed: Vec<CaptureObservation>, outside: &Originals) -> Vec<Capture> {
    // Names take time and memory, and most hosts have no revisit.
    let mut inside = Originals::default();
    if observed.iter().any(|capture| capture.kind == CaptureKind::Revisit) {
        inside.add_all(&observed, None);
    }
    // Names were taken first: a revisit may refer to a record that a conversion replaced.
    let replaced = replaced(&observed);
    let kept = observed.into_iter().zip(replaced).filter(|(_, replaced)| !replaced);
    let mut captures: Vec<Capture> =
        kept.map(|(capture, _)| settle(capture, &inside, outside)).collect();
    captures.sort_by(canonical);
    captures
}

fn settle(observed: CaptureObservation, inside: &Originals, outside: &Originals) -> Capture {
    let refers_to = observed.refers_to.filter(|_| observed.kind == CaptureKind::Revisit);
    let found = || refers_to.and_then(|names| inside.find(&names).or_else(|| outside.find(&names)));
    let content = observed.content.or_else(found);
    Capture {
        unresolved: refers_to.filter(|_| content.is_none()),
        record_id: observed.names[0],
        location: observed.location,
        memento: Memento {
            uri_m: observed.uri_m,
            url: observed.url,
            unix_ms: observed.unix_ms,
            written: observed.written,
            status: observed.status,
            content,
            redirect: None,
            place: observed.place,
        },
    }
}

/// By time, then content, URL and record id. Only exact copies of a record are told apart by their
/// places.
fn canonical(a: &Capture, b: &Capture) -> Ordering {
    let key = |capture: &Capture| {
        let Memento { unix_ms, content, .. } = &capture.memento;
        // Content before URL: two captures of a second are then in the same order under either
        // grouping.
        (unix_ms.is_none(), *unix_ms, content.map(ContentRef::key))
    };
    let rest = |capture: &Capture| (capture.record_id, capture.memento.place);
    key(a)
        .cmp(&key(b))
        .then_with(|| a.memento.url.cmp(&b.memento.url))
        .then_with(|| rest(a).cmp(&rest(b)))
}

/// Which captures a conversion stands for: a page of frames is followed by its frames on one page,
/// at the same address and second. A conversion that names its original stands for that one.
fn replaced(captures: &[CaptureObservation]) -> Vec<bool> {
    let mut replaced = vec![false; captures.len()];
    let conversions = || captures.iter().filter(|c| c.kind == CaptureKind::Conversion);
    if conversions().next().is_none() {
        return replaced;
    }
    let mut at_moment: FxHashMap<(&str, Option<i64>), Vec<usize>> = FxHashMap::default();
    for conversion in conversions() {
        at_moment.entry((&conversion.url, conversion.unix_ms)).or_default();
    }
    for (at, capture) in captures.iter().enumerate() {
        let candidates = at_moment.get_mut(&(capture.url.as_str(), capture.unix_ms));
        if let Some(candidates) = candidates.filter(|_| capture.kind != CaptureKind::Conversion) {
            candidates.push(at);
        }
    }
    // Conversions with a name come first, so that the others choose among what they leave.
    let mut anonymous = Vec::new();
    for conversion in conversions() {
        let candidates = &at_moment[&(conversion.url.as_str(), conversion.unix_ms)];
        let named = conversion.refers_to.and_then(|names| names[0]);
        let is_named = |at: &&usize| captures[**at].names[0] == named && named.is_some();
        match candidates.iter().find(is_named) {
            Some(at) => replaced[*at] = true,
            None => anonymous.push(candidates),
        }
    }
    for candidates in anonymous {
        // Any rule would do that does not depend on the order of records.
        let free = candidates.iter().filter(|at| !replaced[**at]);
        let last = free.max_by_key(|at| {
            let capture = &captures[**at];
            (capture.content.map(ContentRef::key), capture.names[0], capture.place)
        });
        if let Some(at) = last.copied() {
            replaced[at] = true;
        }
    }
    replaced
}
