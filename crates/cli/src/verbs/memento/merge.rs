//! `scutch memento merge`.

use std::path::{Path, PathBuf};

use scutch_plot::number::counted;

use crate::exit::{Exit, UsageError};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// Files that `scutch memento fetch` or `scutch fetch` wrote.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file to write; it must not be there.
    #[arg(short, long, value_name = "OUT.warc.gz")]
    output: PathBuf,
}

/// Runs `scutch memento merge`.
pub(super) fn run(args: &MergeArgs, talk: Talk) -> anyhow::Result<Exit> {
    let ending = |path: &Path| path.extension().map(std::ffi::OsStr::to_owned);
    // Members are copied as they are, so gzip and plain files cannot be mixed.
    if let Some(file) = args.files.iter().find(|file| ending(file) != ending(&args.output)) {
        let sentence = format!(
            "{}: is not stored as {} is to be: their names end differently",
            file.display(),
            args.output.display()
        );
        return Err(UsageError(sentence).into());
    }
    let files: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let merged = scutch_crawl::merge(&files, &args.output)?;
    let (groups, repeated, path) = (merged.groups, merged.repeated, args.output.display());
    let answers = counted(groups as u64, "answer");
    talk.say(format_args!("{answers} in {path}, {repeated} left out: there already"));
    Ok(Exit::Done)
}
