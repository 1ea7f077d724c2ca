//! Pages with their true text, and which of their blocks are in it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use scutch_page::{Hints, Limits, Page, extract};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

use crate::logistic::{Example, Weights};

/// Tokens that must agree in a row for a block's text to count as found.
const GRAM: usize = 4;
/// Pages of which less than this share of the true text is in the blocks teach nothing.
const FOUND: f64 = 0.5;

/// A page with its truth.
pub(crate) struct Gold {
    pub(crate) set: String,
    pub(crate) kind: Option<String>,
    pub(crate) host_hash: u64,
    pub(crate) page: Page,
    /// Tokens of each block.
    pub(crate) blocks: Vec<Vec<u64>>,
    /// Share of each block's tokens found in the true text.
    truth: Vec<f32>,
    counts: HashMap<u64, i64>,
    tokens: usize,
    usable: bool,
    pub(crate) first: Vec<Vec<f32>>,
    pub(crate) second: Vec<Vec<f32>>,
}

/// Reads one set; pages without a true text are left out.
pub(crate) fn read(folder: &Path, set: &str) -> Vec<Gold> {
    let folder = folder.join(set);
    let Ok(gold) = fs::read_to_string(folder.join("gold.jsonl")) else {
        eprintln!("{}: no gold.jsonl", folder.display());
        return Vec::new();
    };
    let lines = gold.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter_map(|line| one(&folder, set, &line)).collect()
}

fn one(folder: &Path, set: &str, line: &Value) -> Option<Gold> {
    let text = line["text"].as_str().filter(|t| !t.is_empty())?;
    let url = line["url"].as_str().unwrap_or_default();
    let bytes = fs::read(folder.join(line["html_file"].as_str()?)).ok()?;
    let hints = Hints { url: Some(url), ..Hints::default() };
    let page = Page::parse(&bytes, &hints, &Limits::default());
    let blocks: Vec<Vec<u64>> = page.blocks().iter().map(|b| tokens(&b.text)).collect();
    let gold = tokens(text);
    let truth = found(&blocks, &gold);
    let mut counts = HashMap::new();
    gold.iter().for_each(|t| *counts.entry(*t).or_insert(0) += 1);
    let mut gold_page = Gold {
        set: set.to_owned(),
        kind: line["page_type"].as_str().map(str::to_owned),
        host_hash: hash(host(url)),
        first: extract::measure(&page, None).1,
        second: Vec::new(),
        page,
        blocks,
        truth,
        counts,
        tokens: gold.len(),
        usable: true,
    };
    gold_page.usable = gold_page.f1_of_best() > FOUND;
    Some(gold_page)
}

fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest).trim_start_matches("www.")
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Words in lower case; characters of scripts without spaces one by one.
fn tokens(text: &str) -> Vec<u64> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    for c in text.nfc().filter(|c| *c != '\u{ad}').flat_map(char::to_lowercase) {
        let alone = matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}' | '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}');
        if ((!c.is_alphanumeric() && c != '_') || alone) && !word.is_empty() {
            tokens.push(hash(&word));
            word.clear();
        }
        if alone && c.is_alphanumeric() {
            tokens.push(hash(c.to_string()));
        } else if c.is_alphanumeric() || c == '_' {
            word.push(c);
        }
    }
    if !word.is_empty() {
        tokens.push(hash(&word));
    }
    tokens
}

/// Share of each block's tokens that lie in a run of tokens of the true text; runs may cross the
/// borders of blocks.
fn found(blocks: &[Vec<u64>], gold: &[u64]) -> Vec<f32> {
    let grams: HashSet<&[u64]> = gold.windows(GRAM.min(gold.len().max(1))).collect();
    let stream: Vec<u64> = blocks.iter().flatten().copied().collect();
    let mut covered = vec![false; stream.len()];
    for (start, window) in stream.windows(GRAM.min(gold.len().max(1))).enumerate() {
        if grams.contains(window) {
            covered[start..start + window.len()].fill(true);
        }
    }
    let mut at = 0;
    let share = |block: &Vec<u64>| {
        let range = at..at + block.len();
        at = range.end;
        let hits = covered[range].iter().filter(|c| **c).count();
        hits as f32 / block.len().max(1) as f32
    };
    blocks.iter().map(share).collect()
}

impl Gold {
    pub(crate) fn examples<'a>(&'a self, rows: &'a [Vec<f32>]) -> Vec<Example<'a>> {
        let weights: Vec<f32> = self.blocks.iter().map(|b| (b.len() as f32).sqrt()).collect();
        let sum: f32 = weights.iter().sum();
        let usable = self.usable && sum > 0.0;
        let rows = rows.iter().zip(&self.truth).zip(&weights);
        // Every page counts the same, whatever its length; the factor keeps weights near one.
        let scale = self.blocks.len() as f32 / sum;
        let damp = (200.0 / self.blocks.len().max(1) as f32).min(4.0);
        let examples = rows.filter(|(_, weight)| usable && **weight > 0.0);
        examples
            .map(|((row, truth), weight)| Example {
                row,
                truth: *truth,
                weight: weight * scale * damp,
            })
            .collect()
    }

    pub(crate) fn scores(&self, second: &Weights) -> Vec<f32> {
        self.second.iter().map(|row| second.score(row)).collect()
    }

    /// Token F1 of the blocks that reach the threshold.
    pub(crate) fn f1(&self, scores: &[f32], threshold: f32) -> f64 {
        self.f1_of(|index| scores[index] >= threshold)
    }

    /// Token F1 if every block were labelled right.
    pub(crate) fn f1_of_best(&self) -> f64 {
        self.f1_of(|index| self.truth[index] >= 0.5)
    }

    fn f1_of(&self, kept: impl Fn(usize) -> bool) -> f64 {
        let mut left = self.counts.clone();
        let (mut taken, mut right) = (0_usize, 0_usize);
        let blocks = self.blocks.iter().enumerate().filter(|(index, _)| kept(*index));
        for token in blocks.flat_map(|(_, block)| block) {
            taken += 1;
            if let Some(count) = left.get_mut(token).filter(|count| **count > 0) {
                *count -= 1;
                right += 1;
            }
        }
        if taken + self.tokens == 0 {
            1.0
        } else {
            2.0 * right as f64 / (taken + self.tokens) as f64
        }
    }
}
