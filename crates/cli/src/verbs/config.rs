//! `scutch config`.

use std::io::{self, Write as _};

use clap::Subcommand;
use scutch_corpus::Config;
use serde::Serialize;

use crate::exit::{Exit, UsageError};

#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum ConfigVerb {
    /// Print the JSON Schema of configuration files.
    Schema,
}

pub(crate) fn run(verb: ConfigVerb) -> anyhow::Result<Exit> {
    match verb {
        ConfigVerb::Schema => print_schema(&Config::schema()),
    }
}

/// Refuses what was typed and has no meaning; a file of configuration was checked when it was read.
pub(crate) fn checked(config: &Config) -> Result<(), UsageError> {
    config.check().map_err(|error| UsageError(error.to_string()))
}

/// Prints the JSON Schema of a kind of files.
pub(crate) fn print_schema(schema: &impl Serialize) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, schema).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(Exit::Done)
}
