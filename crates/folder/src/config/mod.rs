//! The settings of a corpus run, after the command line and the configuration file were read.
//!
//! [`Config`] holds every setting that can change a byte of `docs/`, `quarantine.jsonl`, `run.json`
//! or `report.html`. Jobs, progress and the output path change nothing, so they are not in it.

mod check;
pub mod dedup;
mod error;
mod extractor;
mod format;
mod input;
pub mod metadata;
pub mod mime;
pub mod rules;
pub mod scope;
pub mod select;

use std::path::PathBuf;

use data_encoding::HEXLOWER;
use schemars::JsonSchema;
use scutch_archive::Limits as ArchiveLimits;
use scutch_page::{CharsetRule, ExtractConfig, Limits as PageLimits, Mode};
use scutch_template::TemplateConfig;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};

pub use self::dedup::DedupConfig;
pub use self::error::ConfigError;
pub use self::extractor::Extractor;
pub use self::format::{FileNames, Format, Layout};
pub use self::input::InputConfig;
pub use self::metadata::CorpusMetadata;
use self::rules::PortalRules;
use self::scope::Scope;
pub use self::select::Select;

/// Configuration of a corpus run. All fields have defaults; unknown fields are errors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Files, folders or glob patterns to read, in this order; `-` is standard input.
    pub inputs: Vec<String>,
    /// What inputs do not say themselves.
    pub input: InputConfig,
    /// Formats of the documents.
    pub formats: Vec<Format>,
    /// Layout of documents in files, for formats with a choice. Default: each format has its own.
    pub layout: Option<Layout>,
    /// How files of documents are named, in layouts with a file for each.
    // Only written where it is set: other runs keep the digest of their configuration.
    #[serde(skip_serializing_if = "FileNames::is_default")]
    pub file_names: FileNames,
    /// Whether CSV begins with a byte order mark, by which some spreadsheets know UTF-8.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub csv_bom: bool,
    /// CoNLL-U of an earlier run after tagging, a file or a folder. Merged into TEI and vertical
    /// text.
    pub annotations: Option<PathBuf>,
    /// Decisions of people on rows, as JSON lines: rows to leave out, and titles, authors, dates and types
    /// of pages in the place of those found.
    // Only written where it is set: other runs keep the digest of their configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<PathBuf>,
    /// sha256 of that file, in lower-case hex. A run writes it into `run.json`, and refuses another file
    /// where it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions_sha256: Option<String>,
    /// What fills `text`.
    pub extractor: Extractor,
    /// Further methods. Each fills a column `text_NAME`.
    pub also_extract: Vec<Extractor>,
    /// Whether rows have a column `markdown`: what the format of that name writes below its head.
    pub markdown: bool,
    /// Whether rows have columns for what pages say of their use by machines: `robots_directives`,
    /// `tdm_reservation`, `tdm_policy`.
    // Only written where it is set: other runs keep the digest of their configuration.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub usage_preferences: bool,
    /// Whether e-mail and IP addresses, telephone numbers, IBANs and card numbers are masked in what rows and
    /// documents hold of the page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mask: bool,
    /// How the charset of a page is found.
    pub charset_rule: CharsetRule,
    /// Records per shard. A shard is one part file per format, and the unit of resumption.
    #[schemars(range(min = 1, max = check::MOST_RECORDS))]
    pub shard_records: u32,
    /// Seed of all sampling.
    pub seed: u64,
    /// Identifier of the archive in citations (`pwid` column), such as `archive.org`.
    pub archive_id: Option<String>,
    /// Which records become rows.
    pub scope: Scope,
    /// Caps on what is read from archives.
    pub archive: ArchiveLimits,
    /// Caps on what is read from one page.
    pub page: PageLimits,
    /// Single-page extraction.
    pub extract: ExtractConfig,
    /// Joint boilerplate detection, where the extractor is `template` or `auto`.
    pub template: TemplateConfig,
    /// Content rules of portals. On pages they match, they replace the extractor.
    pub portals: Vec<PortalRules>,
    /// Profile that judges `topic_status` and `topic_score`, such as `default`. Without a profile
    /// both columns stay empty.
    pub topic: Option<String>,
    /// The corpus as a publication: title, makers, licence. Without it, no records for repositories are
    /// written.
    // Only written where it is set: other runs keep the digest of their configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corpus: Option<CorpusMetadata>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            input: InputConfig::default(),
            formats: vec![Format::Parquet],
            layout: None,
            file_names: FileNames::Id,
            csv_bom: false,
            annotations: None,
            decisions: None,
            decisions_sha256: None,
            extractor: Extractor::Auto,
            also_extract: Vec::new(),
            markdown: false,
            usage_preferences: false,
            mask: false,
            charset_rule: CharsetRule::default(),
            shard_records: 4096,
            seed: 0,
            archive_id: None,
            scope: Scope::default(),
            archive: ArchiveLimits::default(),
            page: PageLimits::default(),
            extract: ExtractConfig::default(),
            template: TemplateConfig::default(),
            portals: Vec::new(),
            topic: None,
            corpus: None,
        }
    }
}

impl Config {
    /// Parses the text of a configuration file.
    ///
    /// # Errors
    /// When the text is not TOML, or a field is unknown or of another type (with line and column),
    /// or a value has no meaning.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        Self::from_toml_or(text, &Self::default().formats)
    }

    /// Like [`from_toml`](Self::from_toml), with other default formats.
    ///
    /// # Errors
    /// As [`from_toml`](Self::from_toml).
    pub fn from_toml_or(text: &str, formats: &[Format]) -> Result<Self, ConfigError> {
        let mut config: Self = toml::from_str(text)?;
        // Serde cannot tell a missing field from its default, so the raw table is asked.
        if !toml::from_str::<toml::Table>(text)?.contains_key("formats") {
            config.formats = formats.to_vec();
        }
        // What the file leaves out may be typed.
        config.check_values()?;
        Ok(config)
    }

    /// Reads a configuration that is part of something else, for `#[serde(deserialize_with)]`. The code
    /// that reads one is large: this way it is compiled once, here.
    ///
    /// # Errors
    /// When it is none.
    pub fn nested<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        Self::from_json(&value.to_string()).map_err(D::Error::custom)
    }

    fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(text.as_bytes())
    }

    /// This configuration with implied settings made explicit.
    pub fn settled(&self) -> Self {
        Self { template: self.template.settled(), ..self.clone() }
    }

    /// Writes the complete configuration as TOML, defaults included.
    ///
    /// # Errors
    /// When a value has no TOML form.
    pub fn to_toml(&self) -> Result<String, ConfigError> {
        Ok(toml::to_string(&self.settled())?)
    }

    /// sha256, in lower-case hex, of the configuration as `run.json` has it, as compact JSON and with
    /// empty `inputs`: equal for equal settings, wherever archives and decisions are. The path of an index is a setting.
    pub fn digest(&self) -> String {
        // Settled first: what a method implies and what a file says out loud are one configuration.
        let settings = Self { inputs: Vec::new(), decisions: None, ..self.settled() };
        // What has no JSON form cannot stand in `run.json` either, and ends the run there.
        HEXLOWER.encode(&Sha256::digest(serde_json::to_vec(&settings).unwrap_or_default()))
    }

    /// The JSON Schema of the configuration file.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Self).to_value()
    }

    /// Whether pages are compared with other pages of their host. Then all inputs are read twice.
    pub fn is_joint(&self) -> bool {
        match self.extractor {
            Extractor::Template => true,
            // The fast mode promises one reading of the inputs.
            Extractor::Auto => self.extract.mode != Mode::Fast,
            _ => false,
        }
    }

    /// Whether rows depend on records of other archives, apart from verdicts of crawls.
    pub fn compares(&self) -> bool {
        self.is_joint() || self.topic.is_some() || !self.portals.is_empty()
    }

    /// Whether documents are needed as trees and not only as rows. For masks they always are: what
    /// they show of a number counts in every format.
    pub fn needs_documents(&self) -> bool {
        self.markdown || self.mask || self.formats.iter().any(|format| format.is_of_documents())
    }

    /// Whether the preferences of pages on their use are read.
    pub fn reads_preferences(&self) -> bool {
        self.usage_preferences || self.scope.respect
    }

    /// Whether both configurations derive the same row from the same record.
    pub fn same_but_inputs(&self, other: &Self) -> bool {
        // Of decisions the digest counts, wherever their file is.
        let (inputs, decisions) = (self.inputs.clone(), self.decisions.clone());
        self.settled() == Self { inputs, decisions, ..other.settled() }
    }
}

#[cfg(test)]
mod tests;
