//! `scutch url dust`.

use std::io::Write;
use std::path::PathBuf;

use scutch_url::dust::learn;
use serde_json::json;

use super::input::{self, Form};
use super::job::text;
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
pub(crate) struct DustArgs {
    /// Files, or `-` for standard input [default: -]; gzip, zstd and xz are undone.
    inputs: Vec<PathBuf>,
    /// Least number of pairs.
    #[arg(long, value_name = "N", default_value_t = 5)]
    min_support: usize,
    /// Least share of pairs with equal digest.
    #[arg(long, value_name = "SHARE", default_value_t = 0.9)]
    min_confidence: f64,
    /// One JSON object per rule.
    #[arg(long)]
    json: bool,
}

/// Runs `scutch url dust`. Exits with 5 when no rule has enough support.
pub(crate) fn run(args: &DustArgs) -> anyhow::Result<Exit> {
    let mut table: Vec<(String, String)> = Vec::new();
    for path in input::named(&args.inputs) {
        input::each(&path, Form::Lines, |_, line| {
            // Lines without a digest prove nothing, and are passed over.
            let pair = text(line).ok().and_then(|line| line.split_once('\t'));
            table.extend(pair.map(|(url, digest)| (url.to_owned(), digest.trim().to_owned())));
            Ok(())
        })?;
    }
    let pairs = table.iter().map(|(url, digest)| (url.as_str(), digest.as_str()));
    let rules = learn(pairs, args.min_support, args.min_confidence);
    let mut out: Box<dyn Write> = match args.json {
        true => Box::new(crate::output::output(None)?),
        false => Box::new(crate::output::text()),
    };
    for rule in &rules {
        let (host, what) = (&rule.host, rule.rewrite.describe());
        let (support, confidence) = (rule.support, rule.confidence);
        if args.json {
            let value = json!({ "host": host, "rule": what, "support": support,
                "confidence": confidence });
            writeln!(out, "{value}")?;
        } else {
            writeln!(out, "{host}\t{what}\t{support}\t{confidence:.3}")?;
        }
    }
    out.flush()?;
    Ok(if rules.is_empty() { Exit::Nothing } else { Exit::Done })
}
