//! Everything that can change a row of a corpus, as it is typed.

use std::path::PathBuf;

use scutch_folder::config::{Config, Extractor, FileNames, Format, Layout};
use scutch_folder::exclusion::ExclusionList;
use scutch_page::Mode;
use scutch_topic::PROFILES;

use super::config::{ConfigArgs, corpus_metadata};
use super::extraction::ExtractionArgs;
use super::input_form::InputFormArgs;
use super::scope::{ScopeArgs, TextScopeArgs};
use crate::exit::UsageError;
use crate::named::{named, offered};
use crate::portal_file::content_rules;

// The settings of a corpus; shared by `corpus` and `gather`.
#[derive(Debug, clap::Args)]
pub(crate) struct SettingsArgs {
    /// Formats of the documents [default: parquet].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named::<Format>(), help_heading = "Output")]
    format: Vec<Format>,
    /// How documents lie in files [default: each format its own way].
    #[arg(long, value_name = "LAYOUT", value_parser = named::<Layout>(), help_heading = "Output")]
    layout: Option<Layout>,
    /// How files with one document each are named [default: id].
    #[arg(long, value_name = "NAMES", value_parser = named::<FileNames>(), help_heading = "Output")]
    file_names: Option<FileNames>,
    /// Begin CSV with a byte order mark, for spreadsheets that take UTF-8 for another charset without it.
    #[arg(long, help_heading = "Output")]
    csv_bom: bool,
    /// CoNLL-U of an earlier run (`--format conllu`) as a tagger gave it back, a file or a folder: merged into `tei`
    /// and `vertical`.
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    annotations: Option<PathBuf>,
    /// Decisions of people on rows, as JSON lines: rows to leave out, and other titles, authors, dates and types of
    /// pages.
    #[arg(long, value_name = "FILE", help_heading = "Scope")]
    decisions: Option<PathBuf>,
    /// What must not be in the corpus: addresses, SURT prefixes, digests, row ids or PWIDs, one a line.
    #[arg(long, value_name = "FILE", help_heading = "Scope")]
    exclude_list: Option<PathBuf>,
    /// Leave out pages that ask machines not to index, keep or learn from them (`noindex`, `noarchive`, `noai` and the
    /// like), and pages that reserve text and data mining.
    #[arg(long, help_heading = "Scope")]
    respect: bool,
    /// Title, makers, licence and more of the corpus as a publication (`scutch config corpus-metadata` prints a
    /// start); adds records for repositories.
    #[arg(long, value_name = "FILE.toml", help_heading = "Output")]
    corpus_metadata: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// Seed of everything that samples.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Identifier of the archive for citations, such as `archive.org`.
    #[arg(long, value_name = "ID", help_heading = "Output")]
    archive_id: Option<String>,
    /// Records per shard.
    #[arg(long, value_name = "N", help_heading = "Output")]
    shard_records: Option<u32>,
    #[arg(long, value_name = "PROFILE", help_heading = "Extraction", help = format!("Judge captures as `scutch offtopic` does, under this \
        profile: {}; fills `topic_status` and `topic_score`", PROFILES.join(", ")))]
    topic: Option<String>,
    #[command(flatten, next_help_heading = "Inputs")]
    input: InputFormArgs,
    #[command(flatten, next_help_heading = "Scope")]
    scope: ScopeArgs,
    #[command(flatten, next_help_heading = "Scope")]
    text_scope: TextScopeArgs,
    #[command(flatten, next_help_heading = "Extraction")]
    extraction: ExtractionArgs,
    /// Spend less time per page: nothing is compared with other pages of its host.
    // Other verbs compare in any case, or never.
    #[arg(long, group = "mode", help_heading = "Extraction")]
    fast: bool,
    /// Portal files whose content rules go before the extractor on pages of their hosts.
    #[arg(long, value_name = "FILE.toml", value_delimiter = ',', help_heading = "Extraction")]
    portal: Vec<PathBuf>,
    /// What fills the column `text` [default: auto].
    #[arg(long, value_name = "NAME", help_heading = "Extraction", value_parser = named::<Extractor>())]
    extractor: Option<Extractor>,
    /// Further methods, each fills a column `text_NAME`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Extraction",
        value_parser = offered::<Extractor>(&["auto", "template"]))]
    also_extract: Vec<Extractor>,
    /// Fill a column `markdown`: the document with its headings, lists, tables and links.
    #[arg(long, help_heading = "Extraction")]
    markdown: bool,
    /// Fill columns with what pages say of their use by machines: robots directives, and reservations of text and data
    /// mining.
    #[arg(long, help_heading = "Output")]
    usage_preferences: bool,
    /// Mask e-mail and IP addresses, telephone numbers, IBANs and card numbers in texts, metadata and links of rows.
    #[arg(long, help_heading = "Output")]
    mask: bool,
}

impl SettingsArgs {
    /// The configuration: what was typed wins over the file, and the file over the defaults.
    pub(crate) fn config(&self, inputs: &[String]) -> anyhow::Result<Config> {
        let mut config = self.config.read(&Config::default().formats)?;
        if !inputs.is_empty() {
            config.inputs = inputs.to_vec();
        }
        self.input.apply(&mut config.input);
        self.apply_output(&mut config);
        config.extractor = self.extractor.unwrap_or(config.extractor);
        if !self.also_extract.is_empty() {
            config.also_extract = sorted(&self.also_extract);
        }
        config.markdown |= self.markdown;
        config.usage_preferences |= self.usage_preferences;
        config.mask |= self.mask;
        config.scope.respect |= self.respect;
        config.charset_rule = self.extraction.charset_rule.unwrap_or(config.charset_rule);
        config.seed = self.seed.unwrap_or(config.seed);
        if self.topic.is_some() {
            config.topic.clone_from(&self.topic);
        }
        if !self.portal.is_empty() {
            config.portals =
                self.portal.iter().map(|path| content_rules(path)).collect::<Result<_, _>>()?;
        }
        if let Some(path) = &self.corpus_metadata {
            config.corpus = Some(corpus_metadata(path)?);
        }
        self.scope.apply(&mut config)?;
        self.text_scope.apply(&mut config);
        if let Some(path) = &self.exclude_list {
            let list = ExclusionList::read(path)?;
            // Added to those of the file: a list that is typed must not bring back what the file keeps out.
            config.scope.select.exclude.extend(list.names().map(str::to_owned));
        }
        self.extraction.apply(&mut config.extract);
        if self.fast {
            config.extract.mode = Mode::Fast;
        }
        // Last, because flags and file can contradict each other only once they are merged.
        self.config.checked(&config)?;
        self.check_output(&config)?;
        self.input.check(&config.inputs)?;
        Ok(config)
    }

    /// Refuses flags that no format of the run knows. In a file they stay: its formats may be typed over.
    fn check_output(&self, config: &Config) -> anyhow::Result<()> {
        if self.csv_bom && !config.formats.contains(&Format::Csv) {
            let why = "--csv-bom begins files of one format: take --format csv, too";
            return Err(UsageError(why.to_owned()).into());
        }
        let has_files = |format: &Format| format.layout(config.layout) != Layout::Shard;
        if self.file_names.is_some() && !config.formats.iter().any(has_files) {
            let why = "--file-names names files with one document each: take a format that has them (such as tei), or \
                --layout document";
            return Err(UsageError(why.to_owned()).into());
        }
        Ok(())
    }

    /// How rows are written.
    fn apply_output(&self, config: &mut Config) {
        if !self.format.is_empty() {
            config.formats = sorted(&self.format);
        }
        config.layout = self.layout.or(config.layout);
        config.file_names = self.file_names.unwrap_or(config.file_names);
        config.csv_bom |= self.csv_bom;
        if self.annotations.is_some() {
            config.annotations.clone_from(&self.annotations);
        }
        if self.decisions.is_some() {
            config.decisions.clone_from(&self.decisions);
        }
        config.shard_records = self.shard_records.unwrap_or(config.shard_records);
        if self.archive_id.is_some() {
            config.archive_id.clone_from(&self.archive_id);
        }
    }
}

/// Each value once. The order of formats and methods is no setting: runs that differ in it alone are
/// the same run.
fn sorted<T: Copy + Ord>(typed: &[T]) -> Vec<T> {
    let mut values = typed.to_vec();
    values.sort_unstable();
    values.dedup();
    values
}
