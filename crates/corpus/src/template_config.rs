//! How joint boilerplate detection works in a run.

use schemars::JsonSchema;
use scutch_template::Method;
use scutch_template::annotate::Comparison;
use scutch_template::diff::Diff;
use serde::{Deserialize, Serialize};

/// What makes labels of the pages beside a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TemplateConfig {
    /// The method.
    pub method: MethodName,
    /// How the methods of the thesis compare the pages of a cross.
    pub compare: ComparisonName,
    /// What finds equal words.
    pub diff: DiffName,
}

/// A method by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MethodName {
    /// Trees that correct the single-page score.
    #[default]
    Learned,
    /// Bit patterns; what they leave open is boilerplate.
    T002,
    /// Bit patterns; what they leave open is content.
    KeepInvalid,
    /// What less than half of the partners have is content.
    Occurrence,
}

/// A comparison by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonName {
    /// The page with each other by itself.
    #[default]
    Star,
    /// Each page of the cross with the next.
    Chain,
}

/// A diff by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiffName {
    /// Rare words first.
    #[default]
    Histogram,
    /// As Python's difflib does it under lxml's html_annotate.
    Difflib,
}

impl MethodName {
    /// The method.
    pub fn meant(self) -> Method {
        match self {
            Self::Learned => Method::Learned,
            Self::T002 => Method::T002,
            Self::KeepInvalid => Method::KeepInvalid,
            Self::Occurrence => Method::Occurrence,
        }
    }
}

impl ComparisonName {
    /// The comparison.
    pub fn meant(self) -> Comparison {
        match self {
            Self::Star => Comparison::Star,
            Self::Chain => Comparison::Chain,
        }
    }
}

impl DiffName {
    /// The diff.
    pub fn meant(self) -> Diff {
        match self {
            Self::Histogram => Diff::Histogram,
            Self::Difflib => Diff::Difflib,
        }
    }
}
