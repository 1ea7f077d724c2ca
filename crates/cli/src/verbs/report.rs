//! `scutch report DIR`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use scutch_folder::inputs::display_name;
use scutch_foreign::escaped;
use scutch_report::rewrite_report;

use crate::exit::Exit;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Finished corpus folders; each gets a report of its own.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
}

/// Runs `scutch report`: renders the page from the counts of the manifest, without reading
/// archives.
pub(crate) fn run(args: &ReportArgs, talk: Talk) -> anyhow::Result<Exit> {
    for (number, folder) in args.folders.iter().enumerate() {
        let page = rewrite_report(folder)?;
        if number == 0 {
            talk.say("Open this page in a browser:");
        }
        // The path alone goes to stdout, so that scripts can open it.
        writeln!(io::stdout(), "{}", escaped(&display_name(&page)))?;
    }
    Ok(Exit::Done)
}
