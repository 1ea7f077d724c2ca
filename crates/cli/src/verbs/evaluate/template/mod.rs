//! `scutch evaluate template`: labels of nodes against ground truth.

mod json;
mod met;
mod read;
mod report;
mod scored;
mod table;
mod thesis;

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::bail;
use scutch_template::evaluate::GoldPage;

pub(crate) use self::met::Met;
pub(crate) use self::read::{gold as read_gold, gold_files, name_by, nodes_file, nodes_lines};
use self::scored::Scored;
use crate::exit::Exit;
use crate::output::{self, guarded};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "GOLD has a line per page with `site`, `url`, `timestamp` and `text_nodes` (`text`, `label`: \
    content, boilerplate, ignore). PRED has a line per node with `url`, `timestamp`, `text`, `class`, `cross`, \
    `method`, as `scutch template --nodes` writes it."
)]
pub(crate) struct TemplateArgs {
    /// gold.jsonl or gold.jsonl.gz, or a folder with folders of it.
    gold: PathBuf,
    /// nodes.jsonl or nodes.parquet, or a folder with one; others are compared with the first.
    #[arg(required = true)]
    pred: Vec<PathBuf>,
    /// The tables of the thesis instead of others, or with --json and in the page besides them; needs the labels of t001
    /// among PRED.
    #[arg(long, value_name = "NAME")]
    table: Option<Tables>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Write a page with all tables and the worst pages.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Worst pages listed.
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
    /// Samples of sites that an interval is made from.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(100..))]
    rounds: u32,
    /// Seed of the samples.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Tables {
    /// Tables 4.2, A and D.1 to D.4, and figure 4.3.
    Thesis,
}

/// What labels of the pages of a site are worth.
pub(crate) struct SiteScore {
    pub(crate) site: String,
    /// Mean over pages.
    pub(crate) bag_f1: f64,
    /// Pages with ground truth.
    pub(crate) pages: usize,
    /// Those of them without a cross.
    pub(crate) alone: usize,
}

/// Bag F1 of the labels in a folder by site, mean over the pages of the site; pages that are not there count as empty,
/// sites of which none is are left out.
pub(crate) fn site_scores(folder: &Path, gold: &[GoldPage]) -> anyhow::Result<Vec<SiteScore>> {
    let scored = Scored::new(gold, &read::predictions(folder, gold)?);
    let there: HashSet<&str> =
        scored.pages.iter().filter(|page| !page.missing).map(|page| page.site.as_str()).collect();
    if there.is_empty() {
        bail!("none of the pages with ground truth is in the inputs");
    }
    let sites = scored.sites.iter().filter(|site| there.contains(site.name.as_str()));
    let sites = sites.map(|site| SiteScore {
        site: site.name.clone(),
        bag_f1: site.bag_f1,
        pages: site.pages,
        alone: site.alone,
    });
    Ok(sites.collect())
}

/// Names runs of one method, of whatever version, by their folders, too.
fn entitle(all: &mut [Scored], paths: &[PathBuf]) {
    let method = |scored: &Scored| thesis::stem(&scored.name).unwrap_or(&scored.name).to_owned();
    let methods: Vec<String> = all.iter().map(method).collect();
    for (at, (scored, path)) in all.iter_mut().zip(paths).enumerate() {
        if methods.iter().filter(|method| **method == methods[at]).count() > 1 {
            scored.title = format!("{} ({})", scored.name, path.display());
        }
    }
}

/// Says of how many pages some nodes are not aligned only because it would have cost too much work.
fn tell_capped(scored: &Scored, path: &Path, talk: Talk) {
    let count = scored.pages.iter().filter(|page| page.score.capped).count();
    if count > 0 {
        let (noun, file) = (if count == 1 { "page" } else { "pages" }, nodes_file(path));
        let what = "whose words repeat so much that they were not compared to the end; the rest is unaligned";
        talk.say(format_args!("note: {}: {count} {noun} {what}", file.display()));
    }
}

pub(crate) fn run(args: &TemplateArgs, talk: Talk) -> anyhow::Result<Exit> {
    let predictions = args.pred.iter().map(|path| nodes_file(path));
    guarded(args.output.as_deref(), gold_files(&args.gold)?.into_iter().chain(predictions))?;
    let gold = read::gold(&args.gold, talk)?;
    let mut all: Vec<Scored> = Vec::new();
    for path in &args.pred {
        let predictions = read::predictions(path, &gold)?;
        predictions.notes.tell(talk);
        let scored = Scored::new(&gold, &predictions);
        tell_capped(&scored, path, talk);
        if scored.pages.iter().all(|page| page.missing) {
            bail!("{}: none of the pages of {}", path.display(), args.gold.display());
        }
        all.push(scored);
    }
    entitle(&mut all, &args.pred);
    let tables = match args.table {
        Some(Tables::Thesis) => thesis::tables(&gold, &all)?,
        None => Vec::new(),
    };
    if let Some(path) = &args.output {
        let title = format!("Labels of nodes against {}", args.gold.display());
        let page = report::render(&title, &gold, &all, &tables, args);
        output::write(path, page)?;
        talk.say(format_args!("{}: written", path.display()));
    }
    let text = match (args.json, args.table) {
        (true, _) => format!("{}\n", json::object(&all, &tables, args)),
        (false, Some(Tables::Thesis)) => thesis::text(&tables),
        (false, None) => table::render(&gold, &all, args),
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}
