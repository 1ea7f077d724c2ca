//! `scutch dedup DIR`: duplicates found and marked; with `--drop`, a copy without them.

use std::path::PathBuf;

use scutch_corpus::dedup::{dedup_together, drop_duplicates};
use scutch_folder::config::DedupConfig;
use scutch_folder::duplicates::DupKind;
use scutch_folder::manifest::read_manifest;
use scutch_folder::names::LABELS;

use super::corpora::distinct;
use super::examples;
use super::summary::entry;
use crate::exit::{Exit, UsageError};
use crate::named::named;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("Marks are in the columns dup_of, dup_kind and dup_similarity; nothing is deleted. \
    clusters.jsonl lists the clusters, paragraphs.jsonl the paragraphs that are also in earlier documents, versions.jsonl \
    the addresses captured more than once.\n\n{}", examples::DEDUP)
)]
pub(crate) struct DedupArgs {
    /// The corpus folder; several are searched as one, and each is marked.
    #[arg(required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// Share of shingles from which texts are near-duplicates [default: 0.8].
    #[arg(long, value_name = "SHARE")]
    pub(crate) threshold: Option<f32>,
    /// Words of one shingle [default: 5].
    #[arg(long, value_name = "N")]
    pub(crate) shingle: Option<u32>,
    /// Bands of a signature [default: 20].
    #[arg(long, value_name = "N")]
    pub(crate) bands: Option<u32>,
    /// Minima in one band [default: 6].
    #[arg(long, value_name = "N")]
    pub(crate) band_rows: Option<u32>,
    /// Characters from which a paragraph is looked up [default: 60].
    #[arg(long, value_name = "N")]
    pub(crate) paragraph_chars: Option<u32>,
    /// Seed of the random orders.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Copy the documents but duplicates of these kinds; marks that are there already are used, unless
    /// another setting is named.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', requires = "output",
        value_parser = named::<DupKind>())]
    pub(crate) drop: Vec<DupKind>,
    /// The new folder for the copy.
    #[arg(short, long, value_name = "DIR", requires = "drop")]
    pub(crate) output: Option<PathBuf>,
}

/// Runs `scutch dedup`: searches and marks, and with `--drop` copies what is left.
pub(crate) fn run(args: &DedupArgs, talk: Talk) -> anyhow::Result<Exit> {
    let Some(output) = &args.output else {
        let config = config(args)?;
        distinct(&args.folders)?;
        search(args, &config, talk)?;
        return Ok(Exit::Done);
    };
    let [folder] = &*args.folders else {
        let why = "--drop copies one corpus: search all of them first, then copy each";
        return Err(UsageError(why.to_owned()).into());
    };
    // Searching is the costly part: a copy uses the marks that are there, unless something else was typed.
    let marked = read_manifest(folder)?.dedup.map(|found| found.config);
    let config = match &marked {
        Some(marked) if !is_typed(args) => marked.clone(),
        _ => config(args)?,
    };
    if marked.as_ref() != Some(&config) {
        search(args, &config, talk)?;
    } else if !is_typed(args) && config != DedupConfig::default() {
        let DedupConfig { threshold, shingle, .. } = config;
        talk.say(format_args!(
            "marks that are there are used: threshold {threshold}, shingles of {shingle} words"
        ));
    }
    let dropped = drop_duplicates(folder, &args.drop, output)?;
    talk.say(entry("documents kept", dropped.kept));
    for (kind, count) in &dropped.dropped {
        talk.say(entry(&format!("left out: {kind}"), *count));
    }
    for name in dropped.left_behind.iter().filter(|name| LABELS.contains(&name.as_str())) {
        talk.say(format_args!(
            "not copied: {name}, which is about all rows; `scutch template` makes it"
        ));
    }
    Ok(Exit::Done)
}

/// Finds duplicates, marks them in the folders, and says how many there are.
fn search(args: &DedupArgs, config: &DedupConfig, talk: Talk) -> anyhow::Result<()> {
    let found = dedup_together(&args.folders, config)?;
    talk.say(entry("documents", found.rows));
    for (kind, count) in &found.marked {
        talk.say(entry(&format!("duplicates: {kind}"), *count));
    }
    talk.say(entry("clusters", found.clusters));
    talk.say(entry("addresses captured more than once", found.versioned));
    talk.say(entry("paragraphs that are also in earlier documents", found.repeated_paragraphs));
    Ok(())
}

/// Whether a setting of the search was typed: then all others are the defaults that the help names.
fn is_typed(args: &DedupArgs) -> bool {
    args.threshold.is_some()
        || args.seed.is_some()
        || [args.shingle, args.bands, args.band_rows, args.paragraph_chars]
            .iter()
            .any(Option::is_some)
}

/// The defaults, and what was typed over them. Fails for values that MinHash cannot work with.
fn config(args: &DedupArgs) -> anyhow::Result<DedupConfig> {
    let default = DedupConfig::default();
    let config = DedupConfig {
        shingle: args.shingle.unwrap_or(default.shingle),
        bands: args.bands.unwrap_or(default.bands),
        band_rows: args.band_rows.unwrap_or(default.band_rows),
        threshold: args.threshold.unwrap_or(default.threshold),
        paragraph_chars: args.paragraph_chars.unwrap_or(default.paragraph_chars),
        seed: args.seed.unwrap_or(default.seed),
        ..default
    };
    config.check().map_err(UsageError)?;
    Ok(config)
}
