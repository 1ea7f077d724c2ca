//! `scutch config`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Subcommand;
use scutch_corpus::{SHAPES, read_manifest, registry};
use scutch_folder::RunError;
use scutch_folder::config::metadata::METADATA_START;
use scutch_folder::config::{Config, ConfigError, CorpusMetadata, Format};
use scutch_folder::inputs::InputError;
use serde::Serialize;

use super::examples;
use super::scope::option_of;
use crate::exit::{Advised, Exit, UsageError};
use crate::settings_file;

#[derive(Debug, Clone, Subcommand)]
#[command(defer = true)]
pub(crate) enum ConfigVerb {
    /// Print the JSON Schema of configuration files.
    #[command(after_help = examples::CONFIG)]
    Schema,
    /// Print a commented start of a file for `--corpus-metadata`.
    #[command(after_help = examples::CORPUS_METADATA)]
    CorpusMetadata,
    /// Print the SHACL shapes of linked data (formats `jsonld` and `nquads`), in Turtle.
    #[command(after_help = examples::SHAPES)]
    Shapes,
    /// Print the registry file that NoSketch Engine needs of vertical text (format `vertical`).
    #[command(after_help = examples::REGISTRY)]
    Registry {
        /// A corpus with vertical text: its title, name and columns. Without it, those of any
        /// vertical text without annotations.
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

/// Runs a verb of `scutch config`.
pub(crate) fn run(verb: ConfigVerb) -> anyhow::Result<Exit> {
    match verb {
        ConfigVerb::Schema => print_schema(&Config::schema()),
        ConfigVerb::CorpusMetadata => print_text(METADATA_START),
        ConfigVerb::Shapes => print_text(SHAPES),
        ConfigVerb::Registry { folder } => print_text(&registry_of(folder.as_deref())?),
    }
}

/// The registry file of a corpus, or of any.
fn registry_of(folder: Option<&Path>) -> anyhow::Result<String> {
    const ANY: &str = "corpus";
    let Some(folder) = folder else { return Ok(registry(ANY, ANY, false)) };
    let manifest = read_manifest(folder)?;
    if !manifest.config.formats.contains(&Format::Vertical) {
        bail!("{}: no vertical text; make a corpus with `--format vertical`", folder.display());
    }
    // A folder such as `.` has no name of its own.
    let id = folder.file_name().map_or(ANY.into(), |name| name.to_string_lossy());
    let title = manifest.config.corpus.as_ref().map_or(&*id, |corpus| &corpus.title);
    Ok(registry(title, &id, manifest.counts.annotated > 0))
}

fn print_text(text: &str) -> anyhow::Result<Exit> {
    io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

// Where settings come from and go to, for the verbs that run a corpus.
#[derive(Debug, clap::Args)]
pub(crate) struct ConfigArgs {
    /// Read settings from a TOML file; flags win over it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the whole configuration of this run as TOML, and do not run.
    #[arg(long)]
    pub(crate) emit_config: bool,
}

impl ConfigArgs {
    /// Refuses values that have no meaning. Without a file they were typed, and are named by their
    /// options.
    pub(crate) fn checked(&self, config: &Config) -> Result<(), UsageError> {
        if self.config.is_none() { checked(config) } else { check(config, |field| field) }
    }

    /// The configuration of the file over the defaults. `formats` are the default formats of the verb.
    pub(crate) fn read(&self, formats: &[Format]) -> anyhow::Result<Config> {
        let Some(path) = &self.config else {
            return Ok(Config { formats: formats.to_vec(), ..Config::default() });
        };
        let text = settings_file::settings(path)?;
        // The verb's formats stand in only where the file names none.
        Config::from_toml_or(&text, formats).with_context(|| path.display().to_string())
    }

    /// The error of a run whose inputs may stand in the file; `typed` are those of the command.
    pub(crate) fn explained(&self, error: anyhow::Error, typed: &[String]) -> anyhow::Error {
        let from_file = self.config.is_some() && typed.is_empty();
        match error.downcast_ref() {
            Some(RunError::Input(InputError::Missing(_) | InputError::NoMatch(_))) if from_file => {
                Advised::failed(error.to_string(), RELATIVE).into()
            }
            _ => error,
        }
    }
}

/// The hint for an input of a configuration file that is not there.
const RELATIVE: &str = "inputs of a configuration file are relative to the folder that the command is \
    run in, not to that of the file";

/// The corpus as a publication, from a file of its own.
pub(crate) fn corpus_metadata(path: &Path) -> anyhow::Result<CorpusMetadata> {
    let text = settings_file::settings(path)?;
    CorpusMetadata::from_toml(&text).with_context(|| path.display().to_string())
}

/// Prints the whole configuration of a run.
pub(crate) fn print(config: &Config) -> anyhow::Result<Exit> {
    io::stdout().write_all(config.to_toml()?.as_bytes())?;
    Ok(Exit::Done)
}

/// Refuses a run without inputs.
pub(crate) fn with_inputs(config: Config) -> Result<Config, UsageError> {
    if config.inputs.is_empty() {
        let message = "no input named: give at least one archive file or folder, or `-`";
        return Err(UsageError(message.to_owned()));
    }
    Ok(config)
}

/// Refuses typed values that have no meaning. A configuration file was checked when it was read.
pub(crate) fn checked(config: &Config) -> Result<(), UsageError> {
    check(config, |field| option_of(&field).map_or(field.clone(), str::to_owned))
}

fn check(config: &Config, name: impl Fn(String) -> String) -> Result<(), UsageError> {
    config.check().map_err(|error| {
        let error = match error {
            ConfigError::Value { field, found, expected } => {
                ConfigError::Value { field: name(field), found, expected }
            }
            other => other,
        };
        UsageError(error.to_string())
    })
}

/// Prints the JSON Schema of a kind of files.
pub(crate) fn print_schema(schema: &impl Serialize) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    // As an I/O error a closed pipe is recognised, and is no failure.
    serde_json::to_writer_pretty(&mut out, schema).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(Exit::Done)
}
