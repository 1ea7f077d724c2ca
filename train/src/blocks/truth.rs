//! Pages with their true text, and which of their blocks are in it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use scutch_page::{Hints, Limits, Page};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

use super::logistic::Example;
use crate::folds::{FOLDS, fold, hash, host};
use crate::forms::archaic;
use crate::forms::boxes::Stock;

/// Tokens that must agree in a row for a block's text to count as found.
const GRAM: usize = 4;
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

/// Blocks to each side by which one of several copies is chosen.
const AROUND: usize = 3;

/// Of blocks that say the same no more are known to be text than the true text has of them: those among the most text,
/// the first of equals. The others teach nothing: that a text is taken once is a rule, and what would be learned of them
/// is that what stands twice is no text.
fn without_copies(blocks: &[Vec<u64>], gold: &[u64], found: &[f32]) -> Vec<Option<f32>> {
    let mut groups: HashMap<&[u64], Vec<usize>> = HashMap::new();
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.len() >= GRAM) {
        groups.entry(block).or_default().push(at);
    }
    let mut starts: HashMap<&[u64], Vec<usize>> = HashMap::new();
    for (at, gram) in gold.windows(GRAM).enumerate() {
        starts.entry(gram).or_default().push(at);
    }
    let around = |at: usize| -> f32 {
        let near = at.saturating_sub(AROUND)..(at + AROUND + 1).min(blocks.len());
        let sum: f32 = near.clone().map(|at| found[at] * blocks[at].len() as f32).sum();
        sum / near.map(|at| blocks[at].len() as f32).sum::<f32>().max(1.0)
    };
    let mut truth: Vec<Option<f32>> = found.iter().copied().map(Some).collect();
    for (text, mut group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
        let starts = starts.get(&text[..GRAM]).map(Vec::as_slice).unwrap_or_default();
        let times = times_in(gold, text, starts);
        if times > 0 {
            group.sort_by(|a, b| around(*b).total_cmp(&around(*a)).then(a.cmp(b)));
            group.iter().skip(times).for_each(|at| truth[*at] = None);
        }
    }
    truth
}

/// How often a text holds another that can begin at some places.
fn times_in(gold: &[u64], text: &[u64], starts: &[usize]) -> usize {
    let (mut times, mut end) = (0, 0);
    for start in starts {
        if *start >= end && gold[*start..].starts_with(text) {
            (times, end) = (times + 1, start + text.len());
        }
    }
    times
}

/// Whether the block holds a segment of the text, or one of what is not text.
fn told(block: &[u64], with: &[Vec<u64>], without: &[Vec<u64>]) -> Option<f32> {
    let holds = |segment: &Vec<u64>| block.windows(segment.len()).any(|w| w == segment);
    match (with.iter().any(holds), without.iter().any(holds)) {
        (true, false) => Some(1.0),
        (false, true) => Some(0.0),
        _ => None,
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
            blocks.iter().map(|block| told(block, &known.with, &known.without)).collect()
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
