//! Profiles: measures with thresholds, the text that is compared, the rule that combines verdicts.
//!
//! The shipped profiles are rows of `data/profiles.tsv`, each with its source.

use crate::judge::model::Model;
use crate::measure::{Measure, Reads};
use crate::sketch::config::{Raw, SketchConfig, Text};
use crate::text::tokens::{Stopwords, Tokenizer};

/// The rule that makes one verdict of those of all measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Combine {
    /// Off-topic if any measure says so.
    #[default]
    Any,
    /// Off-topic if every measure says so.
    All,
    /// Off-topic if the learned combination says so.
    Learned,
}

/// The rule that chooses the anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnchorRule {
    /// The first that can be used.
    #[default]
    First,
    /// The last on-topic memento before the one that is judged.
    PreviousOnTopic,
    /// The one with the smallest sum of distances to all others.
    Medoid,
    /// The one with the most similar mementos.
    Majority,
}

impl Combine {
    /// The name on the command line and in profiles.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::All => "all",
            Self::Learned => "learned",
        }
    }

    /// The rule of this name; `or` and `and` are other names of `any` and `all`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "any" | "or" => Self::Any,
            "all" | "and" => Self::All,
            "learned" => Self::Learned,
            _ => return None,
        })
    }
}

impl AnchorRule {
    /// Every rule.
    pub const ALL: &'static [Self] =
        &[Self::First, Self::PreviousOnTopic, Self::Medoid, Self::Majority];

    /// The name on the command line and in profiles.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::PreviousOnTopic => "previous-on-topic",
            Self::Medoid => "medoid",
            Self::Majority => "majority",
        }
    }

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.name() == name)
    }
}

/// All settings that a verdict depends on.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// The name, with `+` behind it where something was changed.
    pub name: String,
    /// The measures with their thresholds, in the order of [`Measure::ALL`].
    pub measures: Vec<(Measure, f64)>,
    /// The rule that combines their verdicts.
    pub combine: Combine,
    /// The rule that chooses the anchor.
    pub anchor: AnchorRule,
    /// Number of latent topics.
    pub topics: usize,
    /// Skip costly measures for mementos that cheap ones found off-topic.
    pub short_circuit: bool,
    /// What is kept of each content.
    pub sketch: SketchConfig,
    /// The coefficients of the learned combination.
    pub model: Model,
}

/// Names of the profiles, the default first.
pub const PROFILES: &[&str] = &["default", "otmt-paper", "otmt-code", "alnoamany"];

impl Profile {
    /// The name as readers understand it, without the `+`.
    pub fn title(&self) -> String {
        match self.name.strip_suffix('+') {
            Some(name) => format!("{name} with other choices"),
            None => self.name.clone(),
        }
    }

    /// The profile of this name.
    pub fn named(name: &str) -> Option<Self> {
        let name = PROFILES.iter().find(|profile| **profile == name)?;
        let mut profile = Self {
            name: (*name).to_owned(),
            measures: Vec::new(),
            combine: Combine::default(),
            anchor: AnchorRule::default(),
            topics: 10,
            short_circuit: false,
            sketch: SketchConfig::default(),
            model: Model::shipped().clone(),
        };
        for (setting, value) in settings(name) {
            profile.set(setting, value)?;
        }
        profile.ready();
        Some(profile)
    }

    /// The threshold that a profile gives a measure.
    pub fn threshold(name: &str, measure: Measure) -> Option<f64> {
        settings(name).find(|(setting, _)| *setting == measure.name())?.1.parse().ok()
    }

    fn set(&mut self, setting: &str, value: &str) -> Option<()> {
        if let Some(measure) = Measure::named(setting) {
            self.measures.push((measure, value.parse().ok()?));
            return Some(());
        }
        match (setting, value) {
            ("topics", value) => self.topics = value.parse().ok()?,
            ("text", "full") => self.sketch.text = Text::Full,
            ("text", "main") => self.sketch.text = Text::Main,
            ("text", "justext") => self.sketch.text = Text::Justext,
            ("text", "boilerpipe") => self.sketch.text = Text::Boilerpipe,
            ("raw", "printed") => self.sketch.simhash_raw = Some(Raw::Printed),
            ("raw", "characters") => self.sketch.simhash_raw = Some(Raw::Characters),
            ("stem", value) => self.sketch.preprocess.stem = value == "yes",
            ("stopwords", "before" | "after") => {
                self.sketch.preprocess.stopwords = Stopwords::OfLanguage;
                self.sketch.preprocess.stop_after_stem = value == "after";
            }
            ("tokenizer", value) => self.sketch.preprocess.tokenizer = Tokenizer::named(value)?,
            ("anchor", value) => self.anchor = AnchorRule::named(value)?,
            ("combine", value) => self.combine = Combine::named(value)?,
            _ => return None,
        }
        Some(())
    }

    /// Sorts measures and asks for the sketches that they need. Call it after changes.
    pub fn ready(&mut self) {
        for (measure, threshold) in std::mem::take(&mut self.measures) {
            // The first threshold of a doubled measure counts.
            if let Err(at) = self.measures.binary_search_by_key(&measure, |(known, _)| *known) {
                self.measures.insert(at, (measure, threshold));
            }
        }
        let read: Vec<Reads> = self.measures.iter().map(|(m, _)| m.reads()).collect();
        let has = |wanted| read.contains(&wanted);
        // The input of the simhash belongs to the profile even while no measure reads it.
        let raw = self.sketch.simhash_raw.unwrap_or_default();
        self.sketch.simhash_raw = has(Reads::SimhashRaw).then_some(raw);
        self.sketch.simhash_tf = has(Reads::SimhashTf);
        self.sketch.evidence = self.combine == Combine::Learned;
        // These anchor rules compare tokens, whatever the measures read.
        let compares = matches!(self.anchor, AnchorRule::Medoid | AnchorRule::Majority);
        self.sketch.spamsum = has(Reads::Spamsum);
        self.sketch.sequence = has(Reads::Sequence);
        self.sketch.structure = has(Reads::Structure);
        self.sketch.union = has(Reads::Collection);
        self.sketch.terms =
            self.sketch.evidence || compares || has(Reads::Terms) || self.sketch.union;
    }
}

fn settings(profile: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../../data/profiles.tsv").lines().filter(|l| !l.starts_with('#'));
    let rows = lines.filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?, fields.next()?, fields.next()?))
    });
    rows.filter(move |row| row.0 == profile).map(|row| (row.1, row.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_whole() {
        let lines = include_str!("../../data/profiles.tsv").lines().filter(|l| !l.starts_with('#'));
        for line in lines {
            assert_eq!(line.split('\t').count(), 4, "{line}");
        }
    }

    #[test]
    fn every_profile_can_be_read() {
        for name in PROFILES {
            let profile = Profile::named(name).expect(name);
            assert!(profile.measures.len() >= 4, "{name}");
            assert!(profile.measures.is_sorted_by_key(|(measure, _)| *measure));
        }
        assert_eq!(Profile::named("otmt"), None);
    }

    #[test]
    fn thresholds_are_those_of_the_publications() {
        use Measure::{ByteCount, Jaccard, SimhashRaw};
        assert_eq!(Profile::threshold("otmt-paper", ByteCount), Some(-0.39));
        assert_eq!(Profile::threshold("otmt-code", SimhashRaw), Some(38.0));
        assert_eq!(Profile::threshold("alnoamany", Jaccard), Some(0.95));
        assert_eq!(Profile::threshold("alnoamany", Measure::Lsi), None);
        let code = Profile::named("otmt-code").unwrap();
        assert_eq!(code.sketch.simhash_raw, Some(Raw::Printed));
    }
}
