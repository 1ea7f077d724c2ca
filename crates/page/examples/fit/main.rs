//! Fits the weight tables in `data/` to pages whose true text is known.
//!
//! `fit FOLDER [SET...]` reads `FOLDER/SET/gold.jsonl` (`id, url, html_file, text`) and the pages
//! beside it, and prints token F1 per set, each page scored by weights fitted without any page of
//! its host. `--write DATA` fits on all pages and writes the tables to the folder DATA.

mod logistic;
mod truth;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use logistic::{Example, Weights};
use scutch_page::extract;
use truth::Gold;

/// Sets used when none are named.
const SETS: [&str; 4] = ["wcxb", "scrapinghub", "fundus", "cleanportaleval"];
const FOLDS: u64 = 5;

struct Options {
    folder: PathBuf,
    write: Option<PathBuf>,
    sets: Vec<String>,
}

fn main() {
    let Some(options) = options() else {
        eprintln!("usage: fit FOLDER [--write DATA] [SET...]");
        std::process::exit(2);
    };
    let mut pages: Vec<Gold> =
        options.sets.iter().flat_map(|set| truth::read(&options.folder, set)).collect();
    eprintln!(
        "{} pages, {} blocks",
        pages.len(),
        pages.iter().map(|p| p.blocks.len()).sum::<usize>()
    );
    let mut by_set: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    for fold in 0..FOLDS {
        let (_, second) = fit(&mut pages, |page| page.host_hash % FOLDS != fold);
        let threshold = best_threshold(&pages, &second, |page| page.host_hash % FOLDS != fold);
        for page in pages.iter().filter(|p| p.host_hash % FOLDS == fold) {
            let scores = page.scores(&second);
            let held_out = page.f1(&scores, threshold);
            by_set.entry(page.set.clone()).or_default().push((held_out, page.f1_of_best()));
            if let Some(kind) = &page.kind {
                let key = format!("{}.{kind}", page.set);
                by_set.entry(key).or_default().push((held_out, page.f1_of_best()));
            }
        }
    }
    println!("held out by host: set, pages, bag F1, and F1 if every block were labelled right");
    for (set, scores) in &by_set {
        let mean =
            |f: fn(&(f64, f64)) -> f64| scores.iter().map(f).sum::<f64>() / scores.len() as f64;
        println!("{set:24} {:5} {:.3} {:.3}", scores.len(), mean(|s| s.0), mean(|s| s.1));
    }
    let (first, second) = fit(&mut pages, |_| true);
    let threshold = best_threshold(&pages, &second, |_| true);
    let fitted: f64 = pages.iter().map(|p| p.f1(&p.scores(&second), threshold)).sum();
    println!("fitted on all: {:.3} at {threshold:.2}", fitted / pages.len() as f64);
    if let Some(data) = options.write {
        write(&data.join("weights-first.tsv"), &names(false), &first);
        write(&data.join("weights-second.tsv"), &names(true), &second.shifted(threshold));
    }
}

fn options() -> Option<Options> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next()?);
    let (mut write, mut sets) = (None, Vec::new());
    while let Some(arg) = args.next() {
        if arg == "--write" {
            write = Some(PathBuf::from(args.next()?));
        } else {
            sets.push(arg);
        }
    }
    if sets.is_empty() {
        sets = SETS.map(str::to_owned).to_vec();
    }
    Some(Options { folder, write, sets })
}

/// Fits both scores on the pages chosen; leaves the second rows of all pages in them.
fn fit(pages: &mut [Gold], chosen: impl Fn(&Gold) -> bool) -> (Weights, Weights) {
    let train: Vec<Example<'_>> =
        pages.iter().filter(|p| chosen(p)).flat_map(|p| p.examples(&p.first)).collect();
    let first = logistic::fit(&train);
    for page in pages.iter_mut() {
        let scores: Vec<f32> = page.first.iter().map(|row| first.score(row)).collect();
        page.second = extract::measure(&page.page, Some(&scores)).1;
    }
    let train: Vec<Example<'_>> =
        pages.iter().filter(|p| chosen(p)).flat_map(|p| p.examples(&p.second)).collect();
    (first, logistic::fit(&train))
}

fn best_threshold(pages: &[Gold], second: &Weights, chosen: impl Fn(&Gold) -> bool) -> f32 {
    let pages: Vec<(&Gold, Vec<f32>)> =
        pages.iter().filter(|p| chosen(p)).map(|p| (p, p.scores(second))).collect();
    let at = |threshold: f32| -> f64 { pages.iter().map(|(p, s)| p.f1(s, threshold)).sum() };
    let steps = (4..=14).map(|n| n as f32 * 0.05);
    steps.max_by(|a, b| at(*a).total_cmp(&at(*b))).unwrap_or(0.5)
}

fn names(second: bool) -> Vec<String> {
    let empty = scutch_page::Page::parse(b"", &Default::default(), &Default::default());
    extract::measure(&empty, second.then_some(&[])).0
}

fn write(path: &Path, names: &[String], weights: &Weights) {
    let mut table = String::from(
        "# Weights of the linear score, fitted by `cargo run --release -p scutch-page --example fit`.\n\
         # Feature, weight, mean of the feature.\n",
    );
    for (name, (weight, mean)) in names.iter().zip(weights.weights.iter().zip(&weights.means)) {
        table.push_str(&format!("{name}\t{weight:.4}\t{mean:.4}\n"));
    }
    if let Err(error) = std::fs::write(path, table) {
        eprintln!("{}: {error}", path.display());
        std::process::exit(1);
    }
}
