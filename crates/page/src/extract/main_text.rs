//! Where most of a page's content is, by the first scores.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::surroundings::Surroundings;

/// From this score on, running text belongs to the main text if it lies in the right place.
const LIKELY: f32 = 0.6;

/// No such block before or after.
const FAR: u32 = u32::MAX;

/// The place of the main text, and the distance of each block from it.
pub(super) struct MainText {
    pub(super) path: u64,
    pub(super) inner: u32,
    pub(super) middle: u32,
    /// Steps from each block back to the last block of the main text, 0 in it.
    before: Vec<u32>,
    /// Steps forward to the next one.
    after: Vec<u32>,
}

impl MainText {
    /// Finds the path and the containers that hold most of the content. `scores` are first scores,
    /// `content` the mass of content in each block.
    pub(super) fn find(around: &Surroundings<'_>, scores: &[f32], content: &[f32]) -> Self {
        let (mut path, mut inner) = (Largest::default(), Largest::default());
        let mut middle = Largest::default();
        for (index, mass) in content.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
            let [own_inner, own_middle, _] = around.levels(index);
            path.add(around.path(index), *mass);
            inner.add(own_inner, *mass);
            middle.add(own_middle, *mass);
        }
        let (path, inner, middle) = (path.key, inner.key, middle.key);
        let is_main = |index: usize| {
            let is_there = around.path(index) == path || around.levels(index)[0] == inner;
            is_there && scores[index] > LIKELY && around.is_running_text(index)
        };
        let is_main: Vec<bool> = (0..content.len()).map(is_main).collect();
        let before = distances(is_main.iter().copied());
        let mut after = distances(is_main.iter().rev().copied());
        after.reverse();
        Self { path, inner, middle, before, after }
    }

    /// Steps from a block to the nearest block of the main text.
    pub(super) fn distance(&self, index: usize) -> u32 {
        self.before[index].min(self.after[index])
    }

    /// Whether the main text ends before a block. The block right behind it may still belong to it.
    pub(super) fn is_behind(&self, index: usize) -> bool {
        self.after[index] == FAR && self.before[index] > 1
    }
}

/// The key with the largest sum.
#[derive(Default)]
struct Largest<K> {
    sums: FxHashMap<K, f32>,
    key: K,
    most: f32,
}

impl<K: Copy + Eq + Hash> Largest<K> {
    fn add(&mut self, key: K, mass: f32) {
        let sum = self.sums.entry(key).or_default();
        *sum += mass;
        // A strict comparison takes the first to reach a sum: the order of the map, which differs
        // between runs, plays no part.
        if *sum > self.most {
            (self.most, self.key) = (*sum, key);
        }
    }
}

/// Steps back to the last position that holds, 0 there.
fn distances(holds: impl Iterator<Item = bool>) -> Vec<u32> {
    let mut distance = FAR;
    let step = |holds: bool| {
        distance = if holds { 0 } else { distance.saturating_add(1) };
        distance
    };
    holds.map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    #[test]
    fn distances_count_steps_from_the_last_hit() {
        let steps = |bits: &[u8]| distances(bits.iter().map(|bit| *bit == 1));
        assert_eq!(steps(&[]), Vec::<u32>::new());
        assert_eq!(steps(&[0, 0]), [FAR, FAR]);
        assert_eq!(steps(&[0, 1, 0, 0, 1, 0]), [FAR, 0, 1, 2, 0, 1]);
    }

    #[test]
    fn the_first_of_equal_sums_is_the_largest() {
        let mut largest = Largest::default();
        for (key, mass, expected) in [(7, 1.0, 7), (3, 1.0, 7), (3, 0.5, 3), (7, 0.5, 3)] {
            largest.add(key, mass);
            assert_eq!(largest.key, expected);
        }
    }

    #[test]
    fn blocks_are_before_within_or_behind_the_main_text() {
        let story =
            "<p>The ferry left ten minutes late, with everybody who had waited on the pier.";
        let html = format!("<div><p>Menu<p>News</div><div>{story}{story}</div><div><p>a<p>b</div>");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let scores = [0.1, 0.1, 0.9, 0.9, 0.1, 0.1];
        let content: Vec<f32> = scores.iter().map(|score| score * score).collect();
        let main = MainText::find(&around, &scores, &content);
        let distances: Vec<u32> = (0..6).map(|at| main.distance(at)).collect();
        assert_eq!(distances, [2, 1, 0, 0, 1, 2]);
        let behind: Vec<bool> = (0..6).map(|at| main.is_behind(at)).collect();
        assert_eq!(behind, [false, false, false, false, false, true]);
    }
}
