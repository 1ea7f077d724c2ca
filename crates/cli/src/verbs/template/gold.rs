//! `scutch template gold`: labels of a run as ground truth to begin with.

use std::path::PathBuf;

use scutch_corpus::pages::{GoldWritten, write_gold};
use scutch_folder::manifest::{MANIFEST, read_manifest};
use scutch_plot::number::counted;

use super::examples;
use crate::exit::Exit;
use crate::output::{guarded, kept_output};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("A line per page, as `scutch evaluate template` reads it: correct `label` (content, boilerplate, ignore) \
    of each node by hand, and say in `why` who did. What the method left open is `ignore`.\n\n{}", examples::GOLD)
)]
pub(crate) struct GoldArgs {
    /// A folder that `scutch template --nodes` wrote.
    folder: PathBuf,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs `scutch template gold`.
pub(crate) fn run(args: &GoldArgs, talk: Talk) -> anyhow::Result<Exit> {
    let manifest = read_manifest(&args.folder)?;
    // The file must not be one of the run: writing begins before reading ends.
    let read = manifest.outputs.iter().map(|output| args.folder.join(&output.path));
    guarded(args.output.as_deref(), read.chain([args.folder.join(MANIFEST)]))?;
    // Labels may have been corrected by hand since they were written.
    let mut out = kept_output(args.output.as_deref())?;
    let GoldWritten { pages, blank, again } = write_gold(&args.folder, &mut out)?;
    let written = counted(pages, "page");
    talk.say(format_args!("{written} written, {blank} without nodes left out"));
    if again > 0 {
        talk.say(format_args!(
            "note: {again} left out: the first capture of an address and time counts"
        ));
    }
    Ok(if pages == 0 { Exit::Nothing } else { Exit::Done })
}
