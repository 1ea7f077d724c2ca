//! `scutch template compare`: what two methods make of the same pages, side by side.

mod counts;
mod page;
mod pieces;
mod read;

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::bail;
use scutch_template::evaluate::GoldPage;

use self::counts::Counts;
use self::pieces::{Piece, compared};
use self::read::{Key, Labels};
use crate::exit::Exit;
use crate::output::{self, guarded};
use crate::talk::Talk;
use crate::verbs::evaluate::{gold_files, lines, nodes_file, read_gold};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A and B are made by `scutch template --nodes` from the same archives, with other methods or choices. \
    Without -o only the summary is printed."
)]
pub(crate) struct CompareArgs {
    /// A folder with nodes.jsonl or nodes.parquet, or such a file.
    a: PathBuf,
    /// The other.
    b: PathBuf,
    /// Ground truth: gold.jsonl or gold.jsonl.gz, or a folder with folders of it; errors are marked.
    #[arg(long, value_name = "FILE")]
    gold: Option<PathBuf>,
    /// Write the pages that differ most side by side, as HTML.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show the captures of this address instead.
    #[arg(long, value_name = "URL", requires = "output")]
    page: Option<String>,
    /// Pages shown.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pages: usize,
}

/// A page that both have.
struct Both {
    key: Key,
    counts: Counts,
}

pub(crate) fn run(args: &CompareArgs, talk: Talk) -> anyhow::Result<Exit> {
    let gold = args.gold.as_deref().map(gold_files).transpose()?.unwrap_or_default();
    let labels = [&args.a, &args.b].map(|path| nodes_file(path));
    guarded(args.output.as_deref(), gold.into_iter().chain(labels))?;
    let mut sides = [Labels::open(&args.a)?, Labels::open(&args.b)?];
    if !sides.iter().all(Labels::have_records) {
        sides.iter_mut().for_each(Labels::forget_records);
    }
    let gold =
        args.gold.as_deref().map(|path| read_gold(path, talk)).transpose()?.unwrap_or_default();
    let gold: HashMap<(&str, &str), &GoldPage> =
        gold.iter().map(|page| ((page.url.as_str(), page.timestamp.as_str()), page)).collect();
    let keys: Vec<Key> = sides[0].keys().filter(|key| sides[1].has(key)).cloned().collect();
    if keys.is_empty() {
        bail!("{} and {} have no page in common", args.a.display(), args.b.display());
    }
    let mut pages = Vec::with_capacity(keys.len());
    for key in keys {
        let counts = Counts::of(&read(&mut sides, &gold, &key)?);
        pages.push(Both { key, counts });
    }
    let text = summary(&sides, &pages, args);
    if let Some(path) = &args.output {
        let shown = chosen(&pages, args)?;
        let mut bodies = Vec::new();
        for both in shown {
            let pieces = read(&mut sides, &gold, &both.key)?;
            bodies.push(page::page(both, &sides, &pieces));
        }
        let document = page::document(&sides, &total(&pages), &bodies);
        output::write(path, document)?;
        talk.say(format_args!("{}: written", path.display()));
    }
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

/// The pieces of a page, with the truth where it is known.
fn read(
    sides: &mut [Labels; 2],
    gold: &HashMap<(&str, &str), &GoldPage>,
    key: &Key,
) -> anyhow::Result<Vec<Piece>> {
    let [a, b] = sides;
    let known = gold.get(&(key.url.as_str(), key.timestamp.as_str()));
    Ok(compared(&a.page(key)?, &b.page(key)?, known.copied()))
}

/// The pages to show: those asked for, or those that differ most.
fn chosen<'p>(pages: &'p [Both], args: &CompareArgs) -> anyhow::Result<Vec<&'p Both>> {
    let Some(url) = &args.page else {
        return Ok(ranked(pages).into_iter().take(args.pages).collect());
    };
    let shown: Vec<&Both> = pages.iter().filter(|both| both.key.url == *url).collect();
    if shown.is_empty() {
        bail!("{url}: no page of that address in both");
    }
    Ok(shown.into_iter().take(args.pages).collect())
}

/// Pages that differ, those with most characters first; only those with known truth where any is known.
fn ranked(pages: &[Both]) -> Vec<&Both> {
    let gold = pages.iter().any(|both| both.counts.known() > 0);
    let asked = |both: &&Both| both.counts.differing() > 0 && (!gold || both.counts.known() > 0);
    let mut ranked: Vec<&Both> = pages.iter().filter(asked).collect();
    ranked.sort_by(|a, b| {
        b.counts.differing().cmp(&a.counts.differing()).then_with(|| a.key.cmp(&b.key))
    });
    ranked
}

fn total(pages: &[Both]) -> Counts {
    let mut total = Counts::default();
    pages.iter().for_each(|both| total += both.counts);
    total
}

fn summary(sides: &[Labels; 2], pages: &[Both], args: &CompareArgs) -> String {
    let total = total(pages);
    let differ = pages.iter().filter(|both| both.counts.differing() > 0).count();
    let most = ranked(pages);
    let only = |side: usize| sides[side].keys().filter(|key| !sides[1 - side].has(key)).count();
    let mut out = format!(
        "A {}\nB {}\n{} pages in both, {} only in A, {} only in B; {} differ\n\n",
        sides[0].name,
        sides[1].name,
        pages.len(),
        only(0),
        only(1),
        differ,
    );
    out.push_str("characters by class in A (rows) and B (columns)\n");
    out.push_str(&lines(&total.pairs_table()));
    out += &format!("{:.1} % alike\n", 100.0 * total.alike());
    if args.gold.is_some() {
        out.push_str("\ncharacters with known truth; what is left open counts as wrong\n");
        out.push_str(&lines(&total.truth_table()));
    }
    if !most.is_empty() {
        let which = if total.known() > 0 { " of those with known truth" } else { "" };
        out += &format!("\npages that differ most{which}\n");
        let mut rows = vec![["characters", "time", "page"].map(str::to_owned).to_vec()];
        for both in most.into_iter().take(args.pages) {
            let Key { url, timestamp, .. } = &both.key;
            rows.push(vec![both.counts.differing().to_string(), timestamp.clone(), url.clone()]);
        }
        out.push_str(&lines(&rows));
    }
    out
}
