//! The configuration of extraction.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How extraction weighs errors against each other.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Both kinds of error weigh the same.
    #[default]
    Balanced,
    /// Rather lose content than keep boilerplate.
    Precision,
    /// Rather keep boilerplate than lose content.
    Recall,
    /// As balanced without costlier passes: a corpus compares no pages with one another.
    Fast,
}

/// What happens to the heading that repeats the title.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum OwnHeading {
    /// Scored like any other block.
    #[default]
    Judged,
    /// Kept, if text follows it.
    Keep,
    /// Dropped: the metadata have the title.
    Drop,
}

/// What to extract, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExtractConfig {
    /// How errors weigh. Default balanced.
    pub mode: Mode,
    /// Score from which a block is content, from 0 to 1 [default: that of the mode].
    pub threshold: Option<f32>,
    /// Keep readers' comments, and reviews on pages of products. Default no.
    pub comments: bool,
    /// Keep tables. Default yes.
    pub tables: bool,
    /// Keep the numbers that stand beside lines of code. Default yes.
    pub line_numbers: bool,
    /// What becomes of the heading that says what the page is called. Default judged.
    pub heading: OwnHeading,
    /// Write link targets where the output format has links. Default yes.
    pub links: bool,
    /// Write images where the output format has them. Default yes.
    pub images: bool,
}

impl Default for ExtractConfig {
    fn default() -> Self {
        Self {
            mode: Mode::Balanced,
            threshold: None,
            comments: false,
            tables: true,
            line_numbers: true,
            heading: OwnHeading::default(),
            links: true,
            images: true,
        }
    }
}

/// A threshold that no score can be measured by.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("`threshold` is `{0}`: a number from 0 to 1")]
pub struct BadThreshold(pub f32);

impl ExtractConfig {
    /// Checks what types cannot.
    ///
    /// # Errors
    /// With the threshold, if it is no share.
    pub fn check(&self) -> Result<(), BadThreshold> {
        let bad = self.threshold.filter(|threshold| !(0.0..=1.0).contains(threshold));
        bad.map_or(Ok(()), |threshold| Err(BadThreshold(threshold)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_shares() {
        for (threshold, is_sound) in [
            (None, true),
            (Some(0.0), true),
            (Some(1.0), true),
            (Some(-0.1), false),
            (Some(1.1), false),
            (Some(f32::NAN), false),
        ] {
            let config = ExtractConfig { threshold, ..ExtractConfig::default() };
            assert_eq!(config.check().is_ok(), is_sound, "{threshold:?}");
        }
        let error = BadThreshold(1.5).to_string();
        assert_eq!(error, "`threshold` is `1.5`: a number from 0 to 1");
    }

    #[test]
    fn configurations_name_what_differs_from_the_default() {
        let config = "{\"mode\": \"recall\", \"heading\": \"drop\"}";
        let config: ExtractConfig = serde_json::from_str(config).expect("a configuration");
        let expected = ExtractConfig {
            mode: Mode::Recall,
            heading: OwnHeading::Drop,
            ..ExtractConfig::default()
        };
        assert_eq!(config, expected);
        assert!(serde_json::from_str::<ExtractConfig>("{\"modus\": \"recall\"}").is_err());
        let written = serde_json::to_string(&expected).expect("JSON");
        assert_eq!(serde_json::from_str::<ExtractConfig>(&written).expect("JSON"), expected);
    }
}
