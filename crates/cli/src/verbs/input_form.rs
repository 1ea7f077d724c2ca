//! What inputs do not say themselves.

use scutch_folder::config::InputConfig;
use scutch_folder::inputs::STDIN;

use crate::exit::UsageError;

// What inputs do not say themselves.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Inputs")]
pub(crate) struct InputFormArgs {
    /// Name of standard input in rows, such as that of the file it comes from [default: -].
    #[arg(long, value_name = "FILE")]
    name: Option<String>,
    /// Only the records that this index leads to: CDX, or a table (Parquet, CSV, TSV, JSON lines) with a file
    /// name, an offset and a length in each row, such as Common Crawl's columnar index.
    #[arg(long, value_name = "FILE")]
    cdx: Option<String>,
    /// Only rows of the index with URLs that start so. `--host` and `--language` choose among its rows, too.
    #[arg(long, value_name = "PREFIX")]
    url_prefix: Option<String>,
    /// Column of a table of pages that has their addresses [default: url, target_uri or uri].
    #[arg(long, value_name = "NAME")]
    url_column: Option<String>,
    /// Column of a table of pages that has their HTML [default: html, content or body].
    #[arg(long, value_name = "NAME")]
    html_column: Option<String>,
    /// Column of a table of pages that has the times of captures [default: warc_date, timestamp, fetch_time or
    /// crawl_date, if there is one].
    #[arg(long, value_name = "NAME")]
    date_column: Option<String>,
}

impl InputFormArgs {
    /// Refuses a name for standard input where that is no input.
    pub(super) fn check(&self, inputs: &[String]) -> Result<(), UsageError> {
        match &self.name {
            Some(name) if !inputs.iter().any(|input| input == STDIN) => Err(UsageError(format!(
                "--name {name}: names standard input, and `-` is not among the inputs"
            ))),
            _ => Ok(()),
        }
    }

    /// Applies typed values to the configuration.
    pub(crate) fn apply(&self, config: &mut InputConfig) {
        let columns = &mut config.columns;
        for (typed, meant) in [
            (&self.name, &mut config.name),
            (&self.cdx, &mut config.index),
            (&self.url_prefix, &mut config.url_prefix),
            (&self.url_column, &mut columns.url),
            (&self.html_column, &mut columns.html),
            (&self.date_column, &mut columns.date),
        ] {
            // What was not typed stays as the configuration file has it.
            if typed.is_some() {
                meant.clone_from(typed);
            }
        }
    }
}
