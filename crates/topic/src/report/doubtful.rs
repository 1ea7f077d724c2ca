//! The list of verdicts that a person most likely judges otherwise.

use std::io;

use maud::{Markup, Render, html};
use rustc_hash::FxHashMap;
use scutch_plot::number::counted;
use scutch_plot::{fold, foreign};

use super::capture::{Captures, ShownCapture};
use super::doubt::Doubt;
use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::profile::Profile;
use crate::judge::verdict::Status;
use crate::sketch::store::ContentRef;

/// Verdicts in the list.
const MOST: usize = 50;
/// Those that stand open.
const OPEN: usize = 10;

/// The verdicts with the most doubt, in this order; of equal doubt in the order of TimeMaps.
#[derive(Default)]
pub(super) struct DoubtList {
    rows: Vec<Row>,
    /// Verdicts with a doubt, in the list or not.
    seen: u64,
}

struct Row {
    doubt: Doubt,
    status: Status,
    url: String,
    capture: ShownCapture,
    /// Captures of this TimeMap with the same content and the same doubt.
    copies: u64,
}

impl DoubtList {
    /// Whether no verdict rests on a number.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Takes in the verdicts of a TimeMap.
    pub(super) fn add(
        &mut self,
        timemap: &TimeMap,
        judged: &Judged,
        profile: &Profile,
        captures: Captures<'_>,
    ) -> io::Result<()> {
        for (index, doubt, copies) in distinct(timemap, judged, profile) {
            self.seen += copies;
            // Behind its equals, so that these stay in the order of TimeMaps.
            let at = self.rows.partition_point(|row| row.doubt.share >= doubt.share);
            // Text is read only for what is listed.
            if at >= MOST {
                continue;
            }
            let memento = &timemap.mementos[index];
            let status = judged.verdicts[index].status;
            let (url, capture) = (memento.url.clone(), captures.shown(memento)?);
            self.rows.insert(at, Row { doubt, status, url, capture, copies });
            self.rows.truncate(MOST);
        }
        Ok(())
    }
}

/// Mementos with their doubt and the number of their copies: a reader judges a content once.
fn distinct(timemap: &TimeMap, judged: &Judged, profile: &Profile) -> Vec<(usize, Doubt, u64)> {
    let mut found: Vec<(usize, Doubt, u64)> = Vec::new();
    let mut numbers: FxHashMap<(Option<u64>, String), usize> = FxHashMap::default();
    let mementos = timemap.mementos.iter().zip(&judged.verdicts).enumerate();
    for (index, (memento, verdict)) in mementos {
        let Some(doubt) = Doubt::about(verdict, profile) else { continue };
        let key = (memento.content.map(ContentRef::key), doubt.evidence.clone());
        let number = *numbers.entry(key).or_insert(found.len());
        match found.get_mut(number) {
            Some(first) => first.2 += 1,
            None => found.push((index, doubt, 1)),
        }
    }
    found
}

impl Render for DoubtList {
    fn render(&self) -> Markup {
        let (open, folded) = self.rows.split_at(self.rows.len().min(OPEN));
        html! {
            p {
                "Those in most doubt first: 100 % is a verdict at the threshold itself, 0 % one at \
                 the end of the scale. Verdicts that rest on no number, such as those on error \
                 pages, are left out."
            }
            (list(open))
            @if !folded.is_empty() {
                (fold(&counted(folded.len() as u64, "further verdict"), &list(folded)))
            }
            @if self.seen > self.listed() {
                p.nothing { (counted(self.seen - self.listed(), "memento")) " with less doubt." }
            }
        }
    }
}

fn list(rows: &[Row]) -> Markup {
    html! { ol.events { @for row in rows { (row) } } }
}

impl DoubtList {
    fn listed(&self) -> u64 {
        self.rows.iter().map(|row| row.copies).sum()
    }
}

impl Render for Row {
    fn render(&self) -> Markup {
        let doubt = format!("{:.0} %", self.doubt.share * 100.0);
        html! {
            li {
                p.event {
                    (self.capture.name) ": " strong { (self.status.name()) } ", doubt " (doubt)
                    span.gloss { "(" (self.doubt.evidence) ")" }
                    @if self.copies > 1 {
                        " " span.gloss { (self.copies) " mementos with this content" }
                    }
                }
                p.event { (self.capture.excerpt()) }
                p.place { (foreign::shown(&self.url)) }
                (self.capture.place())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::timemap::Memento;
    use crate::judge::verdict::Verdict;

    #[test]
    fn copies_stand_in_one_row() {
        let profile = Profile::named("default").expect("a profile");
        let verdict = |probability: f64| Verdict {
            status: Status::On,
            probability: Some(probability),
            content_kept: None,
            scores: Vec::new(),
            reasons: Vec::new(),
            words: 0,
            bytes: 0,
            simhash_raw: 0,
            simhash_tf: 0,
        };
        let verdicts = [0.1, 0.2, 0.1].map(verdict).to_vec();
        let timemap = TimeMap { mementos: vec![Memento::default(); 3], ..TimeMap::default() };
        let found = distinct(&timemap, &Judged { anchor: None, verdicts }, &profile);
        let found: Vec<(usize, u64)> = found.into_iter().map(|(i, _, n)| (i, n)).collect();
        assert_eq!(found, [(0, 2), (1, 1)]);
    }
}
