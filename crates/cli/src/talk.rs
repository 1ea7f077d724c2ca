//! Messages on stderr: errors with hints, summaries. stdout is for data.

use std::fmt::Display;
use std::io::{self, Write};

use scutch_foreign::escaped_lines;

use crate::hint;
use crate::portal_file::{PortalError, pointed};

/// Place of the common options in help: behind those of every verb.
const LAST: usize = 900;

// How much the program says.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct Talk {
    /// Say nothing but errors.
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = LAST)]
    pub(crate) quiet: bool,
    /// Say more.
    #[arg(short, long, global = true, display_order = LAST)]
    pub(crate) verbose: bool,
    /// When to show a progress bar on stderr.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", display_order = LAST)]
    pub(crate) progress: When,
}

/// When to show a progress bar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum When {
    /// On a terminal.
    #[default]
    Auto,
    /// Also where stderr is a file or a pipe.
    Always,
    /// Not at all.
    Never,
}

impl Talk {
    /// One line for the user, unless quiet.
    pub(crate) fn say(self, line: impl Display) {
        if !self.quiet {
            self::line(line);
        }
    }
}

/// A line on stderr.
pub(crate) fn line(line: impl Display) {
    // One write per line: lines of several programs on one terminal do not mix.
    let _ = Lines.write_all(escaped_lines(&format!("{line}\n")).as_bytes());
}

/// stderr for everyone who writes there. A closed or full stderr ends no run.
pub(crate) struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // There is nobody left to tell about an error of stderr.
        let _ = io::stderr().lock().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Prints an error, and a hint where there is one.
pub(crate) fn error(error: &anyhow::Error) {
    line(format_args!("scutch: {}", in_words(&format!("{error:#}"))));
    // The faulty line comes between the error and its hint, as compilers show it.
    if let Some(error) = error.downcast_ref::<PortalError>() {
        line(pointed(&error.fault));
    }
    if let Some(hint) = hint::of_error(error) {
        line(format_args!("  hint: {hint}"));
    }
}

/// Words of the system, and what a reader of another trade understands.
const OF_THE_SYSTEM: &[(&str, &str)] = &[
    (": cannot be read: No such file or directory (os error 2)", ": no such file or folder"),
    (": cannot be opened: No such file or directory (os error 2)", ": no such file or folder"),
    ("No such file or directory (os error 2)", "no such file or folder"),
    ("Is a directory (os error 21)", "is a folder"),
];

/// A sentence without words of the system.
pub(crate) fn in_words(sentence: &str) -> String {
    let replaced = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
    OF_THE_SYSTEM.iter().fold(sentence.to_owned(), replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_system_are_put_otherwise() {
        for (sentence, expected) in [
            (
                "a: cannot be read: No such file or directory (os error 2)",
                "a: no such file or folder",
            ),
            ("a: No such file or directory (os error 2)", "a: no such file or folder"),
            (
                "a: cannot be opened: Is a directory (os error 21)",
                "a: cannot be opened: is a folder",
            ),
            ("a: File too large (os error 27)", "a: File too large (os error 27)"),
        ] {
            assert_eq!(in_words(sentence), expected);
        }
    }
}
