//! `--unreadable`: inputs that cannot be read, or that change while they are read.

use clap::ValueEnum;
use scutch_corpus::Request;
use scutch_folder::inputs::Unreadable;

// The flag of verbs that make a corpus.
#[derive(Debug, clap::Args)]
pub(crate) struct UnreadableArgs {
    /// What becomes of a file that cannot be read to its end, or changes during the run: `fail` ends
    /// the run, `quarantine` goes on without it. The same command tries again.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    unreadable: Choice,
}

/// What was typed.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Choice {
    #[default]
    Fail,
    Quarantine,
}

impl UnreadableArgs {
    /// The request with what was typed.
    pub(crate) fn applied(&self, mut request: Request) -> Request {
        request.unreadable = match self.unreadable {
            Choice::Fail => Unreadable::Fail,
            Choice::Quarantine => Unreadable::Quarantine,
        };
        request
    }
}
