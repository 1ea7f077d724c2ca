//! What a configuration may hold beyond what its types say.

use scutch_page::{BadLimit, BadThreshold};
use scutch_template::Meaningless;
use scutch_topic::PROFILES;

use super::error::meaningless;
use super::input::is_archive_id;
use super::rules::Rules;
use super::{Config, ConfigError, CorpusMetadata, Extractor, Format};

/// Maximum records per shard. An interrupted run loses the shard it was writing, so it is bounded.
pub(super) const MOST_RECORDS: u32 = 1_000_000;

impl Config {
    /// Validates what the types cannot express.
    ///
    /// # Errors
    /// Names the first field with a meaningless value.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.check_values()?;
        if let (Some(digest), None) = (&self.decisions_sha256, &self.decisions) {
            let expected = "the digest of a file: name it (`--decisions`)";
            return meaningless("decisions_sha256", digest, expected);
        }
        match &self.input.url_prefix {
            Some(prefix) if self.input.index.is_none() => {
                let expected = "chooses among the rows of an index: name one (`--cdx`)";
                meaningless("input.url_prefix", prefix, expected)
            }
            _ => Ok(()),
        }
    }

    /// Validates each setting.
    pub(super) fn check_values(&self) -> Result<(), ConfigError> {
        // Compiled here only to check them. Compiling is cheap beside a run.
        if let Err(fault) = Rules::new(&self.portals) {
            return meaningless("portals", fault, "rules that `scutch portal check` finds sound");
        }
        self.check_formats()?;
        self.check_mask()?;
        self.corpus.as_ref().map_or(Ok(()), CorpusMetadata::check)?;
        if let Some(name) = self.also_extract.iter().find(|name| name.may_compare()) {
            // These two compare pages, which further methods cannot: they see one page at a time.
            let name = if *name == Extractor::Auto { "auto" } else { "template" };
            let expected = "name methods, such as `article` or `all-text`";
            return meaningless("also_extract", name, expected);
        }
        // Libraries name their own fields; a user knows them by the section of the file.
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

    /// Markup and nodes are the page as it is: masked texts beside them would protect nobody.
    fn check_mask(&self) -> Result<(), ConfigError> {
        if self.mask && (self.template.nodes || self.template.markup.is_some()) {
            let expected =
                "for rows without labelled nodes and markup (`template.nodes`, `template.markup`)";
            return meaningless("mask", "true", expected);
        }
        Ok(())
    }

    /// Validates the settings of formats and shards.
    fn check_formats(&self) -> Result<(), ConfigError> {
        if !(1..=MOST_RECORDS).contains(&self.shard_records) {
            let expected = format!("a number from 1 to {MOST_RECORDS}");
            return meaningless("shard_records", self.shard_records.to_string(), expected);
        }
        if self.formats.is_empty() {
            return meaningless("formats", "[]", "name at least one format");
        }
        // Other formats have no place for lemmas and parts of speech.
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
