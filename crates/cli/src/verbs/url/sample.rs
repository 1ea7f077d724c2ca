//! `scutch url sample`.

use std::io::Write as _;
use std::path::PathBuf;

use scutch_url::Url;
use scutch_url::sample::{Group, Plan, Sampler};

use super::args::InputArgs;
use super::input;
use super::job::text;
use crate::exit::Exit;
use crate::output::{guarded, output};

#[derive(Debug, clap::Args)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Write to a file instead of standard output.
    #[arg(short, long, visible_alias = "outputfile", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Most URLs of a group.
    #[arg(short = 'n', long, value_name = "N")]
    size: usize,
    /// What makes a group.
    #[arg(long, value_enum, default_value_t, value_name = "GROUP")]
    group: By,
    /// Path segments of a prefix.
    #[arg(long, value_name = "N", default_value_t = 1)]
    depth: usize,
    /// Leave out groups with fewer URLs.
    #[arg(long, value_name = "N", default_value_t = 0)]
    min: usize,
    /// Leave out groups with more URLs.
    #[arg(long, value_name = "N")]
    max: Option<usize>,
    /// Seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// What URLs are grouped by before so many of each group are taken.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum By {
    /// All URLs are one group.
    All,
    /// Host and port.
    #[default]
    Host,
    /// Registrable domain.
    Domain,
    /// Year and month in the path.
    Month,
    /// Host and the first path segments.
    Prefix,
}

/// Runs `scutch url sample`. Exits with 5 when nothing was drawn.
pub(crate) fn run(args: &SampleArgs) -> anyhow::Result<Exit> {
    let group = match args.group {
        By::All => Group::All,
        By::Host => Group::Host,
        By::Domain => Group::Domain,
        By::Month => Group::Month,
        By::Prefix => Group::Prefix(args.depth),
    };
    let (size, min, max, seed) = (args.size, args.min, args.max, args.seed);
    let mut sampler = Sampler::new(Plan { group, size, min, max, seed });
    let paths = input::named(&args.input.paths);
    guarded(args.output.as_deref(), &paths)?;
    for path in paths {
        args.input.each(&path, |_, line| {
            // What is no URL belongs to no group; other verbs say what is wrong with it.
            let url = text(line).ok().and_then(|line| Url::parse(line.trim()).ok());
            url.iter().for_each(|url| sampler.offer(url));
            Ok(())
        })?;
    }
    let mut out = output(args.output.as_deref())?;
    let sample = sampler.finish();
    for url in &sample {
        writeln!(out, "{url}")?;
    }
    out.flush()?;
    Ok(if sample.is_empty() { Exit::Nothing } else { Exit::Done })
}
