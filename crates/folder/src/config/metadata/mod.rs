//! What is said of a corpus as a publication: who made it, where it appears, what one may do with it.
//!
//! Nobody can derive these facts from archives. A person writes them into the block `[corpus]`. They reach
//! the headers of TEI and the records for repositories, and no row.

mod check;
mod identifier;
mod maker;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::check::{address, contact, date, given, identifier, language, line, prose, ror};
pub use self::identifier::{Identifier, IdentifierKind, Orcid, Ror};
pub use self::maker::{Maker, Role};
use super::error::{ConfigError, meaningless};

/// The block `[corpus]`: the corpus as a publication.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorpusMetadata {
    /// Title of the corpus.
    pub title: String,
    /// Date of publication: a year, a month or a day (`2026`, `2026-11`, `2026-11-27`).
    pub date: String,
    /// Name or number of the edition, such as `1.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// What the corpus is, for whom, and how its pages were chosen. Blank lines divide paragraphs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Persistent identifier: a DOI, Handle, ARK or URN, or an address that will last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identifier: Option<String>,
    /// Languages of the corpus as tags of BCP 47. Default: those found in its documents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// Mail address or address of a page, for questions about the corpus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// Words or phrases for its subject.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// Persons and organisations who made it. One or more have the role `creator`.
    pub makers: Vec<Maker>,
    /// The institution that publishes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub institution: Option<Organisation>,
    /// Who paid for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub funders: Vec<Funder>,
    /// What one may do with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub availability: Option<Availability>,
    /// The time that its pages are from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Period>,
}

/// An institution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Organisation {
    /// Its name.
    pub name: String,
    /// Its identifier in the Research Organization Registry, such as `https://ror.org/01jsq2704`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ror: Option<String>,
}

/// Who paid for the corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Funder {
    /// Name of the funder.
    pub name: String,
    /// Identifier in the Research Organization Registry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ror: Option<String>,
    /// Number of the award.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub award: Option<String>,
}

/// Whether one may use the corpus. The words are those of TEI.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Anybody may use and copy it.
    Free,
    /// Some may, under conditions.
    Restricted,
    /// Nobody has said so.
    #[default]
    Unknown,
}

impl Status {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Restricted => "restricted",
            Self::Unknown => "unknown",
        }
    }
}

/// What one may do with the corpus. Rights in its texts remain those of their pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Availability {
    /// Whether one may use it.
    pub status: Status,
    /// Name of the licence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// Address of the licence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence_url: Option<String>,
    /// The conditions in a sentence or two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
}

/// A span of time; both ends are years, months or days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// Its beginning.
    pub from: String,
    /// Its end.
    pub to: String,
}

/// A file with the block and nothing else.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MetadataFile {
    corpus: CorpusMetadata,
}

/// A commented start of a metadata file.
pub const METADATA_START: &str = include_str!("start.toml");

impl CorpusMetadata {
    /// Parses the text of a metadata file: the block `[corpus]` and nothing else.
    ///
    /// # Errors
    /// As [`Config::from_toml`](super::Config::from_toml).
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let MetadataFile { corpus } = toml::from_str(text)?;
        corpus.check()?;
        Ok(corpus)
    }

    /// Validates what the types cannot express.
    ///
    /// # Errors
    /// Names the first field with a meaningless value.
    pub fn check(&self) -> Result<(), ConfigError> {
        line("corpus.title", &self.title)?;
        date("corpus.date", &self.date)?;
        given(&self.edition, |value| line("corpus.edition", value))?;
        given(&self.description, |value| prose("corpus.description", value))?;
        given(&self.identifier, |value| identifier(value))?;
        self.languages.iter().try_for_each(|tag| language(tag))?;
        given(&self.contact, |value| contact(value))?;
        self.keywords.iter().try_for_each(|word| line("corpus.keywords", word))?;
        self.makers.iter().try_for_each(Maker::check)?;
        if !self.makers.iter().any(|maker| maker.role == Role::Creator) {
            // DataCite and the Citation File Format demand one.
            let expected = "name a maker with the role `creator`";
            return meaningless("corpus.makers", "a list without creators", expected);
        }
        given(&self.institution, |institution| {
            line("corpus.institution.name", &institution.name)?;
            ror("corpus.institution.ror", institution.ror.as_deref())
        })?;
        self.funders.iter().try_for_each(|funder| {
            line("corpus.funders.name", &funder.name)?;
            ror("corpus.funders.ror", funder.ror.as_deref())?;
            given(&funder.award, |award| line("corpus.funders.award", award))
        })?;
        given(&self.availability, Availability::check)?;
        given(&self.period, Period::check)
    }

    /// Makers with the role `creator`: those whom a citation names.
    pub fn creators(&self) -> impl Iterator<Item = &Maker> {
        self.makers.iter().filter(|maker| maker.role == Role::Creator)
    }

    /// Who publishes: the institution, else the creators.
    pub fn publisher(&self) -> String {
        match &self.institution {
            Some(institution) => institution.name.clone(),
            None => self.creators().map(Maker::spoken_name).collect::<Vec<_>>().join("; "),
        }
    }

    /// The persistent identifier.
    pub fn pid(&self) -> Option<Identifier> {
        self.identifier.as_deref().and_then(Identifier::parse)
    }

    /// Year of publication, four digits.
    pub fn year(&self) -> &str {
        self.date.split('-').next().unwrap_or_default()
    }

    /// Paragraphs of the description.
    pub fn paragraphs(&self) -> impl Iterator<Item = String> {
        let text = self.description.as_deref().unwrap_or_default();
        let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty());
        paragraphs.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

impl Organisation {
    /// Address of its entry in the registry.
    pub fn ror_url(&self) -> Option<String> {
        identifier::ror_url(self.ror.as_deref())
    }
}

impl Funder {
    /// Address of its entry in the registry.
    pub fn ror_url(&self) -> Option<String> {
        identifier::ror_url(self.ror.as_deref())
    }
}

impl Availability {
    fn check(&self) -> Result<(), ConfigError> {
        given(&self.licence, |value| line("corpus.availability.licence", value))?;
        given(&self.licence_url, |value| address("corpus.availability.licence_url", value))?;
        given(&self.statement, |value| prose("corpus.availability.statement", value))
    }
}

impl Period {
    fn check(&self) -> Result<(), ConfigError> {
        date("corpus.period.from", &self.from)?;
        date("corpus.period.to", &self.to)?;
        // A year stands for its last day as an end: 2019-05 to 2019 is in order.
        if self.to.as_str() < &self.from[..self.from.len().min(self.to.len())] {
            let expected = format!("a time not before `corpus.period.from`, {}", self.from);
            return meaningless("corpus.period.to", &self.to, expected);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
