//! `scutch template compare`: what two methods make of the same pages, side by side.

mod page;

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scutch_evaluate::GoldPage;
use scutch_evaluate::compare::{CaptureId, CharacterCounts, LabelFile, Piece, pieces};
use scutch_foreign::escaped_lines;

use super::examples;
use crate::exit::Exit;
use crate::output::{self, guarded};
use crate::talk::Talk;
use crate::verbs::evaluate::{gold_files, lines, nodes_file, nodes_lines, read_gold, titles};

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("A and B are made by `scutch template --nodes` from the same archives, with other methods or choices. \
    Without -o only the summary is printed.\n\n{}", examples::COMPARE)
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
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        requires = "output",
        conflicts_with = "page"
    )]
    pages: usize,
}

/// A page that both runs have.
struct SharedPage {
    key: CaptureId,
    counts: CharacterCounts,
}

/// The labels of one run, and where they are.
struct Side {
    path: PathBuf,
    labels: LabelFile,
}

/// Ground truth by address and time.
type GoldByKey<'g> = HashMap<(&'g str, &'g str), &'g GoldPage>;

impl Side {
    /// Opens a run and indexes its labels by page. Labels stay on disk.
    fn open(path: &Path) -> anyhow::Result<Self> {
        let path = nodes_file(path)?;
        let name = || path.display().to_string();
        let file = nodes_lines(&path).with_context(|| {
            format!("{}: cannot be read (`scutch template --nodes` writes such files)", name())
        })?;
        let labels = LabelFile::open(file).with_context(name)?;
        if labels.is_empty() {
            bail!("{}: no label of a node", name());
        }
        Ok(Self { path, labels })
    }
}

/// Both runs, and their titles.
struct Sides([Side; 2], Vec<String>);

impl Sides {
    /// Opens both runs.
    fn open(args: &CompareArgs) -> anyhow::Result<Self> {
        let mut sides = [Side::open(&args.a)?, Side::open(&args.b)?];
        // Records identify captures only where both runs name them.
        if !sides.iter().all(|side| side.labels.have_records()) {
            sides.iter_mut().for_each(|side| side.labels.forget_records());
        }
        let names = [0, 1].map(|side| sides[side].labels.name.as_str());
        let titles = titles(&names, &[args.a.clone(), args.b.clone()])?;
        Ok(Self(sides, titles))
    }

    /// The methods of both runs, and what differs in their settings where they have one method.
    fn names(&self) -> [&str; 2] {
        [0, 1].map(|side| self.1[side].as_str())
    }

    /// The captures of shared.
    fn shared(&self) -> Vec<CaptureId> {
        let [a, b] = &self.0;
        a.labels.keys().filter(|key| b.labels.has(key)).cloned().collect()
    }

    /// How many captures only one of them has.
    fn only(&self, side: usize) -> usize {
        let (own, other) = (&self.0[side].labels, &self.0[1 - side].labels);
        own.keys().filter(|key| !other.has(key)).count()
    }

    /// The pieces of a page, with the truth where it is known.
    fn pieces(&mut self, gold: &GoldByKey<'_>, key: &CaptureId) -> anyhow::Result<Vec<Piece>> {
        let known = gold.get(&(key.url.as_str(), key.timestamp.as_str())).copied();
        let [a, b] = &mut self.0;
        let runs = |side: &mut Side| {
            let page = side.labels.page(key);
            let name = || format!("{}, {} of {}", side.path.display(), key.url, key.timestamp);
            page.with_context(name)
        };
        Ok(pieces(&runs(a)?, &runs(b)?, known))
    }
}

/// Runs `scutch template compare`. Fails when the runs share no page.
pub(crate) fn run(args: &CompareArgs, talk: Talk) -> anyhow::Result<Exit> {
    let gold = args.gold.as_deref().map(gold_files).transpose()?.unwrap_or_default();
    let labels = [nodes_file(&args.a)?, nodes_file(&args.b)?];
    guarded(args.output.as_deref(), gold.into_iter().chain(labels))?;
    let mut sides = Sides::open(args)?;
    let gold = args
        .gold
        .as_deref()
        .map(|path| read_gold(path, &[], talk))
        .transpose()?
        .unwrap_or_default();
    let gold: GoldByKey<'_> =
        gold.iter().map(|page| ((page.url.as_str(), page.timestamp.as_str()), page)).collect();
    let mut pages = Vec::new();
    // Counts of all pages first, pieces of the shown ones again later: pieces of all would fill the
    // memory.
    for key in sides.shared() {
        let counts = CharacterCounts::from_pieces(&sides.pieces(&gold, &key)?);
        pages.push(SharedPage { key, counts });
    }
    if pages.is_empty() {
        bail!("{} and {} have no page in common", args.a.display(), args.b.display());
    }
    let text = summary(&sides, &pages, args);
    if let Some(path) = &args.output {
        let mut bodies = Vec::new();
        for shared in chosen(&pages, args)? {
            let pieces = sides.pieces(&gold, &shared.key)?;
            bodies.push(page::page(shared, sides.names(), &pieces));
        }
        output::write(path, page::document(sides.names(), &total(&pages), &bodies))?;
        talk.say(format_args!("{}: written", path.display()));
    }
    io::stdout().lock().write_all(escaped_lines(&text).as_bytes())?;
    Ok(Exit::Done)
}

/// The pages to show: the captures of `--page`, or the pages that differ most.
fn chosen<'p>(pages: &'p [SharedPage], args: &CompareArgs) -> anyhow::Result<Vec<&'p SharedPage>> {
    let Some(url) = &args.page else {
        return Ok(ranked(pages).into_iter().take(args.pages).collect());
    };
    let shown: Vec<&SharedPage> = pages.iter().filter(|shared| shared.key.url == *url).collect();
    if shown.is_empty() {
        bail!("{url}: no page of that address in both");
    }
    Ok(shown.into_iter().take(args.pages).collect())
}

/// Pages that differ, the most different first. Where any page has known truth, only such pages.
fn ranked(pages: &[SharedPage]) -> Vec<&SharedPage> {
    // Truth is rare; a page with it says which side is wrong, and is worth more.
    let gold = pages.iter().any(|shared| shared.counts.known() > 0);
    let asked = |shared: &&SharedPage| {
        shared.counts.differing() > 0 && (!gold || shared.counts.known() > 0)
    };
    let mut ranked: Vec<&SharedPage> = pages.iter().filter(asked).collect();
    ranked.sort_by(|a, b| {
        b.counts.differing().cmp(&a.counts.differing()).then_with(|| a.key.cmp(&b.key))
    });
    ranked
}

/// Counts over all pages.
fn total(pages: &[SharedPage]) -> CharacterCounts {
    let mut total = CharacterCounts::default();
    pages.iter().for_each(|shared| total += shared.counts);
    total
}

/// The comparison as text.
fn summary(sides: &Sides, pages: &[SharedPage], args: &CompareArgs) -> String {
    let total = total(pages);
    let differ = pages.iter().filter(|shared| shared.counts.differing() > 0).count();
    let [a, b] = sides.names();
    let mut out = format!(
        "A {a}\nB {b}\n{} pages in both, {} only in A, {} only in B; {differ} differ\n\n",
        pages.len(),
        sides.only(0),
        sides.only(1),
    );
    out.push_str("characters by class in A (rows) and B (columns)\n");
    out.push_str(&lines(&total.pairs_table()));
    out += &format!("{:.1} % alike\n", 100.0 * total.alike());
    if args.gold.is_some() {
        out.push_str("\ncharacters with known truth; what is left open counts as wrong\n");
        out.push_str(&lines(&total.truth_table()));
    }
    out + &most_different(pages, args.pages)
}

/// The pages that differ most, as lines below a title.
fn most_different(pages: &[SharedPage], most: usize) -> String {
    let ranked = ranked(pages);
    if ranked.is_empty() {
        return String::new();
    }
    let which = if total(pages).known() > 0 { " of those with known truth" } else { "" };
    let mut rows = vec![["characters", "time", "page"].map(str::to_owned).to_vec()];
    for shared in ranked.into_iter().take(most) {
        let CaptureId { url, timestamp, .. } = &shared.key;
        rows.push(vec![shared.counts.differing().to_string(), timestamp.clone(), url.clone()]);
    }
    format!("\npages that differ most{which}\n{}", lines(&rows))
}
