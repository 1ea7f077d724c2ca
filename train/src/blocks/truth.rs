//! Pages with their true text, as they are and in other forms.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use scutch_page::{Hints, Limits, Page};
use serde_json::Value;

use super::logistic::Example;
use super::matching::{by_segments, found, tokens, without_copies};
use crate::folds::{FOLDS, fold, hash, host};
use crate::forms::archaic;
use crate::forms::boxes::Stock;

/// Pages of which less than this share of the true text is in the blocks teach nothing.
const FOUND: f64 = 0.5;

/// What a page weighs as it is, and in other forms.
const AS_IT_WAS: f32 = 1.0;
const OLD_SHARE: f32 = 0.5;
const BOXES_SHARE: f32 = 0.4;

/// A page with its truth.
pub(crate) struct Gold {
    pub(crate) set: String,
    pub(crate) file: String,
    pub(crate) kind: Option<String>,
    pub(crate) fold: u64,
    pub(crate) host: u64,
    pub(crate) page: Page,
    /// Tokens of each block.
    pub(crate) blocks: Vec<Vec<u64>>,
    /// Share of each block's tokens found in the true text; None where nothing is known.
    pub(crate) truth: Vec<Option<f32>>,
    counts: HashMap<u64, i64>,
    pub(crate) tokens: usize,
    pub(crate) usable: bool,
    /// Only segments of the text, or of what is not text, are known.
    pub(crate) segments: bool,
    /// What the page weighs in the fit.
    share: f32,
    pub(crate) first: Vec<Vec<f32>>,
    pub(crate) second: Vec<Vec<f32>>,
}

/// Reads the sets; pages without a true text are left out.
pub(crate) fn read(folder: &Path, sets: &[String]) -> Vec<Gold> {
    let mut lines: Vec<(&str, Value)> = Vec::new();
    for set in sets {
        let Ok(gold) = fs::read_to_string(folder.join(set).join("gold.jsonl")) else {
            eprintln!("{}: no {set}/gold.jsonl", folder.display());
            continue;
        };
        lines
            .extend(gold.lines().filter_map(|l| serde_json::from_str(l).ok()).map(|l| (&**set, l)));
    }
    let stocks: Vec<Stock> = (0..FOLDS).map(|fold| stock(&lines, fold)).collect();
    let forms = |(set, line): &(&str, Value)| {
        forms(&folder.join(set), set, line, &stocks[fold(url(line)) as usize])
    };
    lines.iter().flat_map(forms).collect()
}

/// What boxes in pages of a fold are made of: sentences of the same fold, so that the others learn none of them.
fn stock(lines: &[(&str, Value)], of: u64) -> Stock {
    let lines = lines.iter().filter(|(_, line)| fold(url(line)) == of);
    let texts = lines.filter_map(|(_, line)| line["text"].as_str());
    Stock::new(include_str!("../../../crates/page/data/signposts.tsv"), texts)
}

fn url(line: &Value) -> &str {
    line["url"].as_str().unwrap_or_default()
}

/// A page as it is, with boxes set in, and in the old way; nothing if its text is not known. What is set into a thread
/// would be one more post, so threads get no boxes.
fn forms(folder: &Path, set: &str, line: &Value, stock: &Stock) -> Vec<Gold> {
    let Some(known) = Known::from_line(line) else { return Vec::new() };
    let url = url(line);
    let file = line["html_file"].as_str().unwrap_or_default();
    let Ok(bytes) = fs::read(folder.join(file)) else { return Vec::new() };
    let hints = Hints { url: Some(url), ..Hints::default() };
    let seed = hash((set, file));
    let parse = |bytes: &[u8]| Page::parse(bytes, &hints, &Limits::default());
    let page = parse(&bytes);
    let old = archaic::markup(&page, seed);
    let thread = line["page_type"] == "forum";
    let old = if !thread && !seed.is_multiple_of(4) { stock.plant(&old, seed, true) } else { old };
    let planted = match std::str::from_utf8(&bytes) {
        Ok(html) if !thread && seed % 4 < 3 => {
            Some(parse(stock.plant(html, seed, false).as_bytes()))
        }
        _ => None,
    };
    let kind = line["page_type"].as_str().map(str::to_owned);
    let gold = |page, form: &str, share| {
        let place = (format!("{set}{form}"), file.to_owned());
        Gold::new(page, place, kind.clone(), url, &known, share)
    };
    let mut forms = vec![gold(page, "", AS_IT_WAS), gold(parse(old.as_bytes()), "-old", OLD_SHARE)];
    forms.extend(planted.map(|page| gold(page, "-boxes", BOXES_SHARE)));
    forms
}

/// What is known of the text of a page.
struct Known {
    text: Vec<u64>,
    with: Vec<Vec<u64>>,
    without: Vec<Vec<u64>>,
}

impl Known {
    fn from_line(line: &Value) -> Option<Self> {
        let segments = |name: &str| -> Vec<Vec<u64>> {
            let list = line[name].as_array().into_iter().flatten();
            list.filter_map(|s| s.as_str()).map(tokens).filter(|t| !t.is_empty()).collect()
        };
        let text = tokens(line["text"].as_str().unwrap_or_default());
        let known = Self { text, with: segments("with"), without: segments("without") };
        (!known.text.is_empty() || !known.with.is_empty()).then_some(known)
    }
}

impl Gold {
    fn new(
        page: Page,
        (set, file): (String, String),
        kind: Option<String>,
        url: &str,
        known: &Known,
        share: f32,
    ) -> Self {
        let blocks: Vec<Vec<u64>> = page.blocks().iter().map(|b| tokens(&b.text)).collect();
        let segments = known.text.is_empty();
        let truth = if segments {
            blocks.iter().map(|block| by_segments(block, &known.with, &known.without)).collect()
        } else {
            let found = found(&blocks, &known.text);
            without_copies(&blocks, &known.text, &found)
        };
        let mut counts = HashMap::new();
        known.text.iter().for_each(|t| *counts.entry(*t).or_insert(0) += 1);
        let mut gold = Self {
            set,
            file,
            kind,
            fold: fold(url),
            host: host(url),
            first: Vec::new(),
            second: Vec::new(),
            page,
            blocks,
            truth,
            counts,
            tokens: known.text.len(),
            usable: true,
            segments,
            share,
        };
        gold.usable = segments || gold.f1_of_best() > FOUND;
        gold
    }

    /// Whether nothing was set into the page or rewritten.
    pub(crate) fn is_as_it_was(&self) -> bool {
        self.share == AS_IT_WAS
    }

    /// What each block weighs in the fit: long ones more than short ones, every page about the
    /// same, whatever its length.
    pub(crate) fn weights(&self) -> Vec<f32> {
        let roots = self.blocks.iter().map(|b| (b.len() as f32).sqrt());
        let weights: Vec<f32> = roots.zip(&self.truth).map(|(w, t)| t.map_or(0.0, |_| w)).collect();
        let known = weights.iter().filter(|w| **w > 0.0).count() as f32;
        let sum: f32 = weights.iter().sum();
        if !self.usable || sum <= 0.0 {
            return vec![0.0; weights.len()];
        }
        let scale = known / sum * (200.0 / known).min(4.0);
        weights.iter().map(|weight| weight * scale * self.share).collect()
    }

    pub(crate) fn examples(&self) -> Vec<Example<'_>> {
        let rows = self.first.iter().zip(&self.truth).zip(self.weights());
        let known = rows.filter_map(|((row, truth), weight)| truth.map(|t| (row, t, weight)));
        let known = known.filter(|(_, _, weight)| *weight > 0.0);
        known.map(|(row, truth, weight)| Example { row, truth, weight }).collect()
    }

    /// Token F1 if every block were labelled right.
    pub(crate) fn f1_of_best(&self) -> f64 {
        let mut left = self.counts.clone();
        let (mut taken, mut right) = (0_usize, 0_usize);
        let kept = self.blocks.iter().zip(&self.truth).filter(|(_, t)| t.is_some_and(|t| t >= 0.5));
        for token in kept.flat_map(|(block, _)| block) {
            taken += 1;
            if let Some(count) = left.get_mut(token).filter(|count| **count > 0) {
                *count -= 1;
                right += 1;
            }
        }
        2.0 * right as f64 / (taken + self.tokens).max(1) as f64
    }
}
