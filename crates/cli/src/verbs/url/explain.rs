//! `scutch url explain`.

use std::io::Write as _;

use scutch_url::verdict::Checker;

use super::args::FilterArgs;
use super::job;
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// URLs.
    #[arg(required = true)]
    urls: Vec<String>,
    #[command(flatten)]
    filters: FilterArgs,
}

/// Prints the steps from each URL to its verdict, with an empty line between.
pub(crate) fn run(args: &ExplainArgs) -> anyhow::Result<Exit> {
    let mut out = crate::output::text();
    let mut checker = Checker::new(args.filters.read()?);
    for (number, url) in args.urls.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        // The same limits as for lines: an explanation must not differ from the verdict.
        if let Err(reason) = job::text(url.as_bytes()) {
            writeln!(out, "{:10} {}\n{:10} {reason}", "given", url.escape_debug(), "rejected")?;
            continue;
        }
        for step in checker.explain(url) {
            writeln!(out, "{step}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
