//! `scutch completions`.

use std::io::{self, Write as _};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::exit::Exit;

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that the script is for.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: CompletionsArgs, mut program: Command) -> anyhow::Result<Exit> {
    let (name, mut script) = (program.get_name().to_owned(), Vec::new());
    // Into memory first: clap panics where the output is closed.
    generate(args.shell, &mut program, name, &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Done)
}
