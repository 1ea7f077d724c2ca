//! Who made a corpus, and what each of them did.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::error::{ConfigError, meaningless};
use super::check::{given, line, ror};
use super::identifier::Orcid;

/// A person or an organisation that made the corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Maker {
    /// `Family, Given` for persons; for organisations, and persons of one name, the name.
    pub name: String,
    /// What they did. Citations name creators.
    #[serde(default)]
    pub role: Role,
    /// ORCID iD of a person, such as `0000-0002-1825-0097`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orcid: Option<String>,
    /// Identifier of an organisation in the Research Organization Registry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ror: Option<String>,
    /// Where they work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub affiliation: Option<String>,
}

/// What a maker did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Created the corpus.
    #[default]
    Creator,
    /// Edited it.
    Editor,
    /// Collected its pages.
    Collector,
    /// Selected, corrected and described its documents.
    Curator,
    /// Annotated its texts.
    Annotator,
    /// Did research for it.
    Researcher,
    /// Managed its data.
    Manager,
    /// Led the project.
    Leader,
    /// Supervised the work.
    Supervisor,
    /// Contributed otherwise.
    Other,
}

impl Role {
    /// What they did, as a noun phrase for `resp` of TEI.
    pub fn responsibility(self) -> &'static str {
        self.facts().0
    }

    /// The `contributorType` of DataCite. Creators are no contributors there.
    pub fn contributor_type(self) -> Option<&'static str> {
        self.facts().1
    }

    /// The table of roles. DataCite has no word for annotators.
    fn facts(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Creator => ("creation of the corpus", None),
            Self::Editor => ("editing", Some("Editor")),
            Self::Collector => ("collection of the pages", Some("DataCollector")),
            Self::Curator => ("curation of the documents", Some("DataCurator")),
            // DataCite has no type for annotators.
            Self::Annotator => ("annotation of the texts", Some("Other")),
            Self::Researcher => ("research", Some("Researcher")),
            Self::Manager => ("management of the data", Some("DataManager")),
            Self::Leader => ("direction of the project", Some("ProjectLeader")),
            Self::Supervisor => ("supervision", Some("Supervisor")),
            Self::Other => ("contribution", Some("Other")),
        }
    }
}

impl Maker {
    /// Family and given name of a person; `None` where the name has only one part.
    pub fn family_given(&self) -> Option<(&str, &str)> {
        let (family, given) = self.name.split_once(',')?;
        Some((family.trim(), given.trim()))
    }

    /// The name with the given name first.
    pub fn spoken_name(&self) -> String {
        match self.family_given().filter(|_| self.is_person()) {
            Some((family, given)) => format!("{given} {family}"),
            None => self.name.clone(),
        }
    }

    /// Whether it is a person: one with an ORCID iD or with a family name.
    pub fn is_person(&self) -> bool {
        self.ror.is_none() && (self.orcid.is_some() || self.family_given().is_some())
    }

    /// The address of the ORCID iD.
    pub fn orcid_url(&self) -> Option<String> {
        let orcid = self.orcid.as_deref()?;
        Orcid::parse(orcid).ok().map(|orcid| orcid.url())
    }

    /// Address of an organisation's entry in the registry.
    pub fn ror_url(&self) -> Option<String> {
        super::identifier::ror_url(self.ror.as_deref())
    }

    /// Checks names and identifiers.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        // Records have one line for a name: a line break would end it.
        line("corpus.makers.name", &self.name)?;
        // A second comma in a person's name means that several persons share one entry.
        let (family, rest) = self.family_given().unwrap_or((&self.name, "x"));
        if family.is_empty() || rest.is_empty() || (rest.contains(',') && self.ror.is_none()) {
            let expected = "`Family, Given`, or a name without comma; one maker each";
            return meaningless("corpus.makers.name", &self.name, expected);
        }
        given(&self.orcid, |orcid| match Orcid::parse(orcid) {
            Ok(_) => Ok(()),
            Err(expected) => meaningless("corpus.makers.orcid", orcid, expected),
        })?;
        // Records set persons and organisations apart: one maker cannot be both.
        if let (Some(ror), Some(_)) = (&self.ror, &self.orcid) {
            let expected = "given for organisations, and an ORCID iD for persons: not both";
            return meaningless("corpus.makers.ror", ror, expected);
        }
        ror("corpus.makers.ror", self.ror.as_deref())?;
        given(&self.affiliation, |value| line("corpus.makers.affiliation", value))
    }
}
