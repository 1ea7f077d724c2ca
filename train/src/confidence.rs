//! Counts which candidates for metadata are right on pages with known metadata: `confidence
//! PAGES [--write FILE]`.
//!
//! PAGES holds folders SET with `gold.jsonl` (`title`, `author`, `date`, `categories`, `tags`, `topics`) and
//! `html/ID.html`. Prints how well the shares of other hosts foretell which candidates are right; FILE gets the table
//! of shares. Values are compared as in `bench/metadata.py`, each by itself: one name of several is right, too, and so is
//! a month without a day.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use scutch_learn::fold_of;
use scutch_page::{ExtractConfig, Hints, Limits, Page, extract};
use serde_json::Value;

use crate::arguments::{Unusable, take_option};

pub(crate) const USAGE: &str = "PAGES [--write FILE]";

/// The sets that were made to measure, not put out by other tools.
const SETS: &[&str] = &["trafilatura", "wcxb", "fundus", "htmldate"];
const FOLDS: usize = 5;
/// Candidates that a kind needs to have a share of its own.
const LEAST: u32 = 10;
/// So many candidates like those of the kind that holds it are added to each kind.
const ADDED: f64 = 10.0;

/// Whether a value is right by the truth.
type Equal = fn(&str, &str) -> bool;

/// Fields, the names of the truth about them, and how a value is compared with it.
const FIELDS: &[(&str, &[&str], Equal)] = &[
    ("title", &["title"], |value, gold| words(value) == words(gold)),
    ("authors", &["author"], is_author),
    ("date_published", &["date"], |value, gold| gold.starts_with(value.get(..10).unwrap_or(value))),
    ("section", &["categories"], is_listed),
    ("keywords", &["tags", "topics"], is_listed),
];

/// A candidate whose truth is known.
struct Judged {
    set: &'static str,
    fold: usize,
    kind: String,
    right: bool,
    /// It is what the page gets.
    first: bool,
}

/// Prints how well shares predict, and writes the table of them.
pub(crate) fn run(mut arguments: Vec<String>) -> Result<()> {
    let write = take_option(&mut arguments, "--write")?;
    let [pages] = &arguments[..] else { return Err(Unusable.into()) };
    let mut judged = Vec::new();
    for set in SETS {
        let folder = Path::new(pages).join(set);
        let gold = folder.join("gold.jsonl");
        let gold = fs::read_to_string(&gold).with_context(|| gold.display().to_string())?;
        for line in gold.lines() {
            // Python writes NaN for no date.
            let gold: Value = serde_json::from_str(&line.replace(": NaN", ": null"))?;
            judge(set, &folder, &gold, &mut judged)?;
        }
    }
    report(&judged);
    if let Some(file) = write {
        fs::write(file, table(&counts(judged.iter())))?;
    }
    Ok(())
}

fn judge(set: &'static str, folder: &Path, gold: &Value, judged: &mut Vec<Judged>) -> Result<()> {
    let text = |name: &str| gold[name].as_str().filter(|text| !text.is_empty());
    let (file, url) = (text("html_file").unwrap_or_default(), text("url"));
    let bytes = fs::read(folder.join(file))?;
    let page = Page::parse(&bytes, &Hints { url, ..Hints::default() }, &Limits::default());
    let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
    let host = url.and_then(scutch_url::host).unwrap_or_else(|| file.to_owned());
    let fold = fold_of(host.trim_start_matches("www."), FOLDS);
    for (field, names, is_right) in FIELDS {
        let listed = |name: &&str| match &gold[*name] {
            Value::Array(items) => {
                Some(items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(";"))
            }
            other => other.as_str().map(str::to_owned),
        };
        let truth = names.iter().filter_map(listed).find(|truth| !truth.is_empty());
        let Some(truth) = truth else { continue };
        for (place, (candidate, kind)) in metadata.kinds(field).enumerate() {
            let right = is_right(&candidate.value, &truth);
            judged.push(Judged { set, fold, kind, right, first: place == 0 });
        }
    }
    Ok(())
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// One of the authors, or all of them; what is in brackets is none of a name.
fn is_author(value: &str, gold: &str) -> bool {
    let value: BTreeSet<String> = words(value).into_iter().collect();
    let mut depth = 0;
    let bare: String = gold
        .chars()
        .filter(|c| {
            depth += i32::from(*c == '(');
            let inside = depth > 0;
            depth -= i32::from(*c == ')' && inside);
            !inside
        })
        .collect();
    let parts =
        [" and ", " und ", " et ", " y "].iter().fold(bare.clone(), |a, b| a.replace(b, ";"));
    let names = parts.split([';', ',', '|', '/', '&']).chain([bare.as_str()]);
    names.map(|name| words(name).into_iter().collect::<BTreeSet<_>>()).any(|name| {
        let shared = name.intersection(&value).count();
        shared * 10 >= name.union(&value).count() * 6 && shared > 0
    })
}

fn is_listed(value: &str, gold: &str) -> bool {
    let value = words(value);
    gold.split([';', ',']).map(words).any(|item| !item.is_empty() && item == value)
}

/// Right ones and all of each kind, and of those that hold it.
type Counts = BTreeMap<String, (u32, u32)>;

fn counts<'j>(judged: impl Iterator<Item = &'j Judged>) -> Counts {
    let mut counts = Counts::new();
    for Judged { kind, right, .. } in judged {
        let ends = kind.match_indices('\t').map(|(end, _)| end).chain([kind.len()]);
        for end in ends {
            let (of, all) = counts.entry(kind[..end].to_owned()).or_default();
            *of += u32::from(*right);
            *all += 1;
        }
    }
    counts
}

/// The share of a kind, drawn to that of the kind that holds it; where there are too few, that of the latter.
fn share(kind: &str, counts: &Counts) -> f64 {
    let (right, all) = counts.get(kind).copied().unwrap_or_default();
    let Some((outer, _)) = kind.rsplit_once('\t') else {
        return f64::from(right) / f64::from(all.max(1));
    };
    let outer = share(outer, counts);
    if all < LEAST { outer } else { (f64::from(right) + ADDED * outer) / (f64::from(all) + ADDED) }
}

fn table(counts: &Counts) -> String {
    let mut rows = String::from(
        "# How sure a candidate for metadata is: share, right ones, all, and the kind: field, whether the value is the chosen one, what the other\n\
         # sources say, source, place. Made by `cargo run --release -p scutch-train -- confidence PAGES --write FILE`: counts of the\n\
         # sets trafilatura, wcxb, fundus and htmldate; to each kind ten candidates like those of the kind that holds it are added.\n",
    );
    let outer = |kind: &str| kind.rsplit_once('\t').is_none();
    for (kind, (right, all)) in
        counts.iter().filter(|(kind, (_, all))| *all >= LEAST || outer(kind))
    {
        let _ = writeln!(rows, "{:.3}\t{right}\t{all}\t{kind}", share(kind, counts));
    }
    rows
}

/// What was foretold of candidates, and how many were right.
#[derive(Default)]
struct Told {
    all: u32,
    right: u32,
    told: f64,
    /// Squared errors.
    error: f64,
}

impl Told {
    fn add(&mut self, right: bool, told: f64) {
        let truth = f64::from(u8::from(right));
        self.all += 1;
        self.right += u32::from(right);
        self.told += told;
        self.error += (told - truth).powi(2);
    }

    /// Beside the score what the best constant would have had, which nobody knows before.
    fn row(&self, name: &str) {
        let mean = |sum: f64| sum / f64::from(self.all);
        let (told, right, error) = (mean(self.told), mean(f64::from(self.right)), mean(self.error));
        let constant = right * (1.0 - right);
        println!("| {name} | {} | {told:.3} | {right:.3} | {error:.3} | {constant:.3} |", self.all);
    }
}

/// Ends of the classes of foretold shares.
const CLASSES: &[f64] = &[0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 1.01];

fn report(judged: &[Judged]) {
    let mut tables: BTreeMap<(u8, String), Told> = BTreeMap::new();
    for fold in 0..FOLDS {
        let known = counts(judged.iter().filter(|candidate| candidate.fold != fold));
        for candidate in judged.iter().filter(|candidate| candidate.fold == fold) {
            let field = candidate.kind.split('\t').next().unwrap_or_default();
            let told = share(&candidate.kind, &known);
            let class = CLASSES.iter().position(|end| told < *end).unwrap_or_default();
            let from = if class == 0 { 0.0 } else { CLASSES[class - 1] };
            let class = format!("{from:.2} to {:.2}", CLASSES[class].min(1.0));
            let mut rows = vec![(0, field.to_owned()), (2, class.clone())];
            if candidate.first {
                rows.extend([(1, format!("{field}, chosen")), (3, class)]);
                rows.push((4, format!("{field}, {}", candidate.set)));
            }
            for row in rows {
                tables.entry(row).or_default().add(candidate.right, told);
            }
        }
    }
    let names =
        ["all candidates", "chosen values", "foretold", "foretold of chosen values", "sets"];
    for (number, name) in (0..).zip(names) {
        println!(
            "\n| {name} | candidates | foretold | right | Brier score | of the best constant |"
        );
        println!("|---|---:|---:|---:|---:|---:|");
        let rows = tables.iter().filter(|((table, _), _)| *table == number);
        rows.for_each(|((_, name), told)| told.row(name));
    }
}
