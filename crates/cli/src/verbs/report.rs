//! `scutch report DIR`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use scutch_corpus::rewrite_report;

use crate::exit::Exit;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// A finished corpus folder.
    folder: PathBuf,
}

pub(crate) fn run(args: &ReportArgs, talk: Talk) -> anyhow::Result<Exit> {
    let page = rewrite_report(&args.folder)?;
    talk.say("Open this page in a browser:");
    writeln!(io::stdout(), "{}", page.display())?;
    Ok(Exit::Done)
}
