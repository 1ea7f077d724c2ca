//! Measures pages whose true text is known, fits the weights of words and the linear first score, and writes what trees
//! and network of the second learn from.
//!
//! `blocks FOLDER OUT [--write DATA] [SET...]` reads `FOLDER/SET/gold.jsonl` (`id, url, html_file` and
//! `text`, or `with` and `without`: segments that belong to the text or do not) and the pages
//! beside it, and `OUT/fold-N/types.tsv`, the trees of page types of each fold, which `page_types.py --folds OUT` puts there
//! (see `page-types`). OUT gets the rows of features, each measured with page types, weights of words and first scores that were
//! fitted without any page of its host; `block_trees.py OUT --write DATA` and `block_network.py OUT --write DATA` learn from them.
//! `--write DATA` writes the weights fitted on all pages to the folder DATA. OUT also gets the weights of
//! each fold (`fold-N/words.tsv`, `weights-first.tsv`) and the fold of each page, so that `bench/crossval.py` can
//! extract every page with a model that has not seen its host.

mod lexicon;
mod logistic;
mod matching;
mod truth;

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use lexicon::Words;
use logistic::{Example, Weights};
use scutch_page::extract::fitting::{self, Lexicon, Measure, TypeTrees};
use truth::Gold;

use crate::arguments::{Unusable, take_option};
use crate::folds::FOLDS;

pub(crate) const USAGE: &str = "FOLDER OUT [--write DATA] [SET...]";

/// Sets used when none are named.
const SETS: [&str; 7] = [
    "wcxb",
    "scrapinghub",
    "fundus",
    "cleanportaleval",
    "trafilatura",
    "readability",
    "newspaper4k",
];

/// Fits word weights, then first scores, and measures each page by those that do not know it.
pub(crate) fn run(mut arguments: Vec<String>) -> Result<()> {
    let write = take_option(&mut arguments, "--write")?.map(PathBuf::from);
    let [folder, out, named @ ..] = &arguments[..] else { return Err(Unusable.into()) };
    let (folder, out) = (Path::new(folder), Path::new(out));
    let sets = if named.is_empty() { &SETS.map(str::to_owned) } else { named };
    let types = (0..FOLDS).map(|fold| types(&out.join(format!("fold-{fold}/types.tsv"))));
    let types = types.collect::<Result<Vec<TypeTrees>>>()?;
    let mut pages = truth::read(folder, sets);
    let blocks: usize = pages.iter().map(|p| p.blocks.len()).sum();
    eprintln!("{} pages, {blocks} blocks", pages.len());
    for page in &pages {
        let told = fitting::tell_type(&page.page, &types[page.fold as usize]);
        ensure!(told, "{}: its type was predicted by trees that know it", page.file);
    }
    let words = Words::collect(&pages);
    fit_words(&words, &mut pages, out)?;
    fit_first_scores(&mut pages, out)?;
    dump(&pages, out)?;
    if let Some(data) = write {
        fs::write(data.join("words.tsv"), words.fit(&pages, |_| true))?;
        let first = fit(&pages, |_| true);
        fs::write(data.join("weights-first.tsv"), table(&first))?;
    }
    Ok(())
}

/// Writes the word weights of each fold and measures its pages by them.
fn fit_words(words: &Words, pages: &mut [Gold], out: &Path) -> Result<()> {
    for fold in 0..FOLDS {
        let table = words.fit(pages, |page| page.fold != fold);
        let lexicon = Lexicon::read(&table);
        fs::write(out.join(format!("fold-{fold}/words.tsv")), table)?;
        for page in pages.iter_mut().filter(|p| p.fold == fold) {
            page.first = fitting::measure(&page.page, Measure::First(&lexicon)).1;
        }
    }
    Ok(())
}

/// Writes the first scores' weights of each fold and measures its pages by these scores.
fn fit_first_scores(pages: &mut [Gold], out: &Path) -> Result<()> {
    for fold in 0..FOLDS {
        let first = fit(pages, |page| page.fold != fold);
        fs::write(out.join(format!("fold-{fold}/weights-first.tsv")), table(&first))?;
        for page in pages.iter_mut().filter(|p| p.fold == fold) {
            let scores: Vec<f32> = page.first.iter().map(|row| first.score(row)).collect();
            page.second = fitting::measure(&page.page, Measure::Second(&scores)).1;
        }
    }
    Ok(())
}

/// The trees of page types that have not seen the pages of a fold.
fn types(table: &Path) -> Result<TypeTrees> {
    let text = fs::read_to_string(table).with_context(|| {
        let hint = "page types are fitted first: page-types, then page_types.py --folds";
        format!("{} ({hint})", table.display())
    })?;
    Ok(TypeTrees::read(&text))
}

fn fit(pages: &[Gold], chosen: impl Fn(&Gold) -> bool) -> Weights {
    let examples: Vec<Example<'_>> =
        pages.iter().filter(|p| chosen(p)).flat_map(Gold::examples).collect();
    logistic::fit(&examples)
}

/// `rows.f32`: the features, little endian; `blocks.tsv`: page, truth (empty if unknown), tokens,
/// weight; `pages.tsv`: set, kind, fold, tokens of the true text, best F1 possible; `folds.tsv`: set,
/// file, fold.
fn dump(pages: &[Gold], out: &Path) -> Result<()> {
    fs::create_dir_all(out)?;
    let names = [names(false), names(true)].concat();
    fs::write(out.join("names.txt"), names.join("\n"))?;
    let mut rows = BufWriter::new(File::create(out.join("rows.f32"))?);
    let mut blocks = BufWriter::new(File::create(out.join("blocks.tsv"))?);
    let mut table = BufWriter::new(File::create(out.join("pages.tsv"))?);
    let mut folds = BufWriter::new(File::create(out.join("folds.tsv"))?);
    for (number, page) in pages.iter().enumerate() {
        let kind = page.kind.as_deref().unwrap_or("-");
        let (fold, tokens) = (page.fold, page.tokens);
        let best = if page.segments { -1.0 } else { page.f1_of_best() };
        writeln!(table, "{}\t{kind}\t{fold}\t{tokens}\t{best:.4}", page.set)?;
        writeln!(folds, "{}\t{}\t{fold}", page.set, page.file)?;
        let weights = page.weights();
        for index in (0..page.blocks.len()).filter(|i| page.page.blocks()[*i].chars > 0) {
            for value in page.first[index].iter().chain(&page.second[index]) {
                rows.write_all(&value.to_le_bytes())?;
            }
            let truth = page.truth[index].map_or(String::new(), |t| format!("{t:.3}"));
            let (tokens, weight) = (page.blocks[index].len(), weights[index]);
            writeln!(blocks, "{number}\t{truth}\t{tokens}\t{weight:.4}")?;
        }
    }
    rows.flush()?;
    [&mut blocks, &mut table, &mut folds].into_iter().try_for_each(BufWriter::flush)?;
    Ok(())
}

fn names(second: bool) -> Vec<String> {
    let empty = scutch_page::Page::parse(b"", &Default::default(), &Default::default());
    let lexicon = Lexicon::default();
    let measure = if second { Measure::Second(&[]) } else { Measure::First(&lexicon) };
    fitting::measure(&empty, measure).0
}

fn table(weights: &Weights) -> String {
    let mut table = String::from(
        "# Weights of the first score: `cargo run --release -p scutch-train -- blocks`.\n\
         # Feature, weight.\n",
    );
    for (name, weight) in names(false).iter().zip(&weights.weights) {
        table.push_str(&format!("{name}\t{weight:.4}\n"));
    }
    table
}
