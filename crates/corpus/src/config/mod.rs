//! The whole truth of a corpus run, once the command line and the configuration file are read.
//!
//! Everything that can change a byte of `docs/`, `quarantine.jsonl`, `run.json` or `report.html`
//! stands in [`Config`]; jobs, progress and the output path cannot, and do not.

pub(crate) mod dedup;
mod error;
mod extractor;
mod format;
pub(crate) mod mime;
pub(crate) mod rules;
pub mod scope;

use std::path::PathBuf;

use schemars::JsonSchema;
use scutch_archive::Limits as ArchiveLimits;
use scutch_page::{BadLimit, BadThreshold, CharsetRule, ExtractConfig, Limits as PageLimits, Mode};
use scutch_template::{Meaningless, TemplateConfig};
use scutch_topic::PROFILES;
use serde::{Deserialize, Serialize};

pub use self::dedup::DedupConfig;
pub use self::error::ConfigError;
use self::error::meaningless;
pub use self::extractor::Extractor;
pub use self::format::{Format, Layout};
use self::rules::{PortalRules, Rules};
use self::scope::Scope;

/// Most records of a shard, which are lost together when a run is broken off.
const MOST_RECORDS: u32 = 1_000_000;

/// Configuration of a corpus run. All fields have defaults; unknown fields are errors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Files, folders or glob patterns to read, in this order; `-` is standard input.
    pub inputs: Vec<String>,
    /// Formats of the documents.
    pub formats: Vec<Format>,
    /// How documents lie in files, in the formats that leave a choice; without one each has its own way.
    pub layout: Option<Layout>,
    /// A file or a folder with the CoNLL-U of an earlier run as a tagger gave it back, merged into TEI and vertical text.
    pub annotations: Option<PathBuf>,
    /// What fills `text`.
    pub extractor: Extractor,
    /// Further methods, each of which fills a column `text_NAME`.
    pub also_extract: Vec<Extractor>,
    /// How the charset of a page is found.
    pub charset_rule: CharsetRule,
    /// Records per shard: one shard is one part file, and the unit of resumption.
    #[schemars(range(min = 1, max = MOST_RECORDS))]
    pub shard_records: u32,
    /// Seed of everything that samples.
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
    /// Rules for articles of portals: where they fit a page they go before the extractor.
    pub portals: Vec<PortalRules>,
    /// Profile under which `topic_status` and `topic_score` are judged, such as `default`; without
    /// one they stay empty.
    pub topic: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            formats: vec![Format::Parquet],
            layout: None,
            annotations: None,
            extractor: Extractor::Auto,
            also_extract: Vec::new(),
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
        }
    }
}

impl Config {
    /// Reads a configuration file's text.
    ///
    /// # Errors
    /// With line and column where it is not TOML or has unknown or mistyped fields.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        Self::from_toml_or(text, &Self::default().formats)
    }

    /// The same with other formats where the text names none.
    ///
    /// # Errors
    /// As [`from_toml`](Self::from_toml).
    pub fn from_toml_or(text: &str, formats: &[Format]) -> Result<Self, ConfigError> {
        let mut config: Self = toml::from_str(text)?;
        if !toml::from_str::<toml::Table>(text)?.contains_key("formats") {
            config.formats = formats.to_vec();
        }
        config.check()?;
        Ok(config)
    }

    /// The same with all that follows from other choices written out.
    pub(crate) fn settled(&self) -> Self {
        Self { template: self.template.settled(), ..self.clone() }
    }

    /// Writes the whole configuration, defaults included.
    ///
    /// # Errors
    /// When a value has no TOML form.
    pub fn to_toml(&self) -> Result<String, ConfigError> {
        Ok(toml::to_string(&self.settled())?)
    }

    /// The JSON Schema of the configuration file.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Self).to_value()
    }

    /// Whether pages are compared with others of their host, for which all inputs are read twice.
    pub(crate) fn is_joint(&self) -> bool {
        match self.extractor {
            Extractor::Template => true,
            Extractor::Auto => self.extract.mode != Mode::Fast,
            _ => false,
        }
    }

    /// Whether rows depend on other archives than their own.
    pub(crate) fn compares(&self) -> bool {
        self.is_joint() || self.topic.is_some() || !self.portals.is_empty()
    }

    /// True when both would make the same rows of the same record.
    pub fn same_but_inputs(&self, other: &Self) -> bool {
        self.settled() == Self { inputs: self.inputs.clone(), ..other.settled() }
    }

    /// Checks what types cannot.
    ///
    /// # Errors
    /// Names the first field whose value has no meaning.
    pub fn check(&self) -> Result<(), ConfigError> {
        if let Err(fault) = Rules::new(&self.portals) {
            return meaningless("portals", fault, "rules that `scutch portal check` finds sound");
        }
        self.check_formats()?;
        if let Some(name) = self.also_extract.iter().find(|name| name.may_compare()) {
            let name = if *name == Extractor::Auto { "auto" } else { "template" };
            let expected = "name methods, such as `article` or `all-text`";
            return meaningless("also_extract", name, expected);
        }
        self.template.check().map_err(|Meaningless { field, found, expected }| {
            let (field, expected) = (format!("template.{field}"), expected.to_owned());
            ConfigError::Value { field, found, expected }
        })?;
        if let Some(id) = self.archive_id.as_deref().filter(|id| !is_archive_id(id)) {
            return meaningless("archive_id", id, "letters, digits, `-`, `.` and `_` only");
        }
        if let Some(name) = self.topic.as_deref().filter(|name| !PROFILES.contains(name)) {
            let expected = format!("name a profile: {}", PROFILES.join(", "));
            return meaningless("topic", name, expected);
        }
        self.extract.check().map_err(|BadThreshold(found)| {
            let (found, expected) = (found.to_string(), "a number from 0 to 1".to_owned());
            ConfigError::Value { field: "extract.threshold".to_owned(), found, expected }
        })?;
        self.page.check().map_err(|BadLimit { field, found, range }| ConfigError::Value {
            field: format!("page.{field}"),
            found: found.to_string(),
            expected: format!("a number from {} to {}", range.start(), range.end()),
        })?;
        self.scope.check()
    }

    fn check_formats(&self) -> Result<(), ConfigError> {
        if !(1..=MOST_RECORDS).contains(&self.shard_records) {
            let expected = format!("a number from 1 to {MOST_RECORDS}");
            return meaningless("shard_records", self.shard_records.to_string(), expected);
        }
        if self.formats.is_empty() {
            return meaningless("formats", "[]", "name at least one format");
        }
        let takes = |format: &Format| matches!(format, Format::Tei | Format::Vertical);
        match &self.annotations {
            Some(path) if !self.formats.iter().any(takes) => {
                let expected = "merged into the formats `tei` and `vertical` only";
                meaningless("annotations", path.display().to_string(), expected)
            }
            _ => Ok(()),
        }
    }
}

/// Whether it can stand in the `pwid` column as it is.
fn is_archive_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_emitted_reads_back_equal() {
        let mut config = Config { archive_id: Some("example.org".into()), ..Config::default() };
        config.template.method = scutch_template::Method::Occurrence;
        config.template.host_thresholds.insert("a.example".to_owned(), 0.25);
        config.extract.threshold = Some(0.35);
        let text = config.to_toml().expect("writes");
        assert_eq!(Config::from_toml(&text).expect("reads"), config.settled());
        assert!(config.same_but_inputs(&config.settled()));
    }

    #[test]
    fn unknown_fields_are_errors_with_a_line() {
        let error = Config::from_toml("seed = 1\nsede = 2\n").expect_err("unknown field");
        let error = std::error::Error::source(&error).expect("cause").to_string();
        assert!(error.contains("line 2"), "{error}");
        assert!(error.contains("sede"), "{error}");
    }

    #[test]
    fn values_without_meaning_are_named() {
        let error = Config::from_toml("[scope]\nstatuses = [\"20\"]\n").expect_err("bad status");
        assert!(error.to_string().contains("scope.statuses"), "{error}");
        let error = Config::from_toml("[template]\nthreshold = 1.5\n").expect_err("bad number");
        assert!(error.to_string().contains("template.threshold"), "{error}");
        for (text, message) in [
            ("shard_records = 0", "`shard_records` is `0`: a number from 1 to 1000000"),
            ("shard_records = 1000001", "`shard_records` is `1000001`: a number from 1 to 1000000"),
            ("extract.threshold = -0.1", "`extract.threshold` is `-0.1`: a number from 0 to 1"),
            ("page.depth = 15", "`page.depth` is `15`: a number from 16 to 4294967295"),
            (
                "page.nodes = 4294967296",
                "`page.nodes` is `4294967296`: a number from 0 to 4294967295",
            ),
            (
                "scope.mimes = ['Text/HTML']",
                "`scope.mimes` is `Text/HTML`: write types in lower case, without parameters, such as `text/html`",
            ),
            (
                "[template.host_thresholds]\n'a.example' = 2.0",
                "`template.host_thresholds` is `a.example = 2`: numbers from 0 to 1",
            ),
            (
                "[template.host_thresholds]\n'a.example' = 0.2\n'www.a.example' = 0.3",
                "`template.host_thresholds` is `a.example, www.a.example`: one name for each host",
            ),
        ] {
            assert_eq!(Config::from_toml(text).expect_err("no meaning").to_string(), message);
        }
    }
}
