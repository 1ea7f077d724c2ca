//! Groups of options that verbs of `scutch url` embed: a verb has those that it uses.

use std::path::{Path, PathBuf};

use scutch_url::verdict::{Filters, HostList, known_language};

use super::input::{self, Form};
use crate::exit::UsageError;
use crate::verbs::lists::ListArgs;

// Where URLs come from.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Files, or `-` for standard input [default: -]; gzip, zstd and xz are undone.
    #[arg(value_name = "INPUTS")]
    pub(super) paths: Vec<PathBuf>,
    /// What the input holds.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(super) form: Form,
    #[command(flatten)]
    pub(super) lists: ListArgs,
}

impl InputArgs {
    /// Calls `visit` with each URL of an input as bytes and the number of its line or record, from 1.
    ///
    /// # Errors
    /// When the input cannot be read, or a column is named of what has none.
    pub(super) fn each(
        &self,
        path: &Path,
        visit: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match (self.form, self.lists.column.as_deref()) {
            (Form::Lines, column) => input::lists(path, column, visit),
            (form, None) => input::each(path, form, visit),
            (_, Some(column)) => {
                let sentence = format!("--column {column}: of the forms only `lines` has columns");
                Err(UsageError(sentence).into())
            }
        }
    }
}

// Lists in, lines out.
#[derive(Debug, clap::Args)]
pub(crate) struct LineArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Write to a file instead of standard output.
    #[arg(short, long, visible_alias = "outputfile", value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// One JSON object per line.
    #[arg(long)]
    pub(super) json: bool,
    /// Count what was kept and dropped, by reason, on standard error.
    #[arg(long)]
    pub(super) stats: bool,
    /// Write what is dropped to a file: line number, reason, what gave rise to it, line.
    #[arg(short, long, visible_alias = "discardedfile", value_name = "FILE")]
    pub(super) discarded: Option<PathBuf>,
    /// Keep one URL of those with equal keys under this profile.
    #[arg(long, value_name = "PROFILE", num_args = 0..=1, default_missing_value = "dedup")]
    pub(super) dedup: Option<String>,
}

// What a corpus wants.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArgs {
    /// Pages with text only: no services, no platforms, no index pages, no adult pages.
    #[arg(long)]
    pub(super) strict: bool,
    /// Keep pages that list others.
    #[arg(long)]
    pub(super) with_nav: bool,
    /// Keep hosts that not everybody reaches: private addresses, names without a public suffix.
    #[arg(long)]
    private_hosts: bool,
    /// Language wanted (ISO 639-1), as far as URLs name one.
    #[arg(short, long, value_name = "TAG", value_parser = language)]
    pub(super) language: Option<String>,
    /// Hosts and domains never wanted, one per line.
    #[arg(long, value_name = "FILE")]
    deny: Option<PathBuf>,
    /// The only hosts and domains wanted, one per line.
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
}

impl FilterArgs {
    /// The filters. Fails for lists of hosts that cannot be read.
    pub(super) fn read(&self) -> anyhow::Result<Filters> {
        let filters = if self.strict { Filters::strict() } else { Filters::relaxed() };
        let filters = if self.with_nav { filters.with_listings() } else { filters };
        Ok(Filters {
            language: self.language.clone(),
            deny: hosts(self.deny.as_deref())?,
            allow: hosts(self.allow.as_deref())?,
            public_hosts: filters.public_hosts && !self.private_hosts,
            ..filters
        })
    }
}

// User names and passwords in URLs.
#[derive(Debug, clap::Args)]
pub(crate) struct UserinfoArgs {
    /// What to do with user names and passwords in URLs.
    #[arg(long, value_enum, default_value_t, value_name = "POLICY")]
    pub(super) userinfo: Userinfo,
}

/// What to do with user names and passwords.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Userinfo {
    /// They are part of the URL.
    #[default]
    Keep,
    /// They are taken out.
    Remove,
    /// The URL is dropped, with the reason `userinfo`.
    Refuse,
}

// A few URLs a host.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Sample")]
pub(crate) struct HostSampleArgs {
    /// At most so many URLs per host, of those that are kept.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) sample: Option<u64>,
    /// Leave out hosts with fewer URLs.
    #[arg(long, value_name = "N", requires = "sample")]
    pub(super) exclude_min: Option<usize>,
    /// Leave out hosts with more URLs.
    #[arg(long, value_name = "N", requires = "sample")]
    pub(super) exclude_max: Option<usize>,
    /// Seed of the sample.
    #[arg(long, value_name = "N", requires = "sample", default_value_t = 0)]
    pub(super) seed: u64,
}

/// The language of a tag, or why there is none.
fn language(tag: &str) -> Result<String, String> {
    known_language(tag).ok_or_else(|| "no language of ISO 639-1, such as de".to_owned())
}

/// Hosts from a file, one per line.
fn hosts(path: Option<&Path>) -> anyhow::Result<HostList> {
    let Some(path) = path else { return Ok(HostList::default()) };
    let text = crate::settings_file::list(path)?;
    Ok(HostList::from_lines(&text))
}
