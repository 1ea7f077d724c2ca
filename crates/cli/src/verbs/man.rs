//! `scutch man`.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, Command};
use clap_mangen::Man;

use crate::exit::Exit;
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Write the pages of all verbs into this folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints the page of the program, or writes those of all verbs.
pub(crate) fn run(args: &ManArgs, program: Command) -> anyhow::Result<Exit> {
    // Pages name the verbs above them only after this: `scutch-archive-check`.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    match &args.output {
        None => io::stdout().write_all(&rendered(program)?)?,
        Some(folder) => {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            write_all(&program, folder)?;
        }
    }
    Ok(Exit::Done)
}

/// Writes the page of a command and those of the commands below it.
fn write_all(command: &Command, folder: &Path) -> anyhow::Result<()> {
    for below in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        write_all(below, folder)?;
    }
    let man = Man::new(command.clone());
    let path = folder.join(man.get_filename());
    let page = rendered(command.clone())?;
    output::write(&path, page).with_context(|| path.display().to_string())
}

fn rendered(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
