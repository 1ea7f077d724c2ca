//! What can be typed behind `scutch offtopic`, and what it means.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;
use scutch_topic::{
    AnchorRule, Combine, Grouping, Measure, OutputFormat, PROFILES, Profile, Stopwords, Text,
    Tokenizer,
};

use super::source::SourceArgs;
use crate::exit::UsageError;
use crate::named::known;
use crate::settings_file;
use crate::verbs::memento::acquire::CollectionArgs;
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "The spelling of the Off-Topic Memento Toolkit is understood too: \
    -i warc=a.warc.gz,b.warc.gz -o out.json -tm jaccard=0.80,bytecount=-0.5 -ot csv")]
pub(crate) struct OfftopicArgs {
    #[command(subcommand)]
    pub(super) verb: Option<super::OfftopicVerb>,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// OutputFormat of the output.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(super) format: FormName,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Write a page with a timeline of each TimeMap that went off-topic (HTML).
    #[arg(long, value_name = "FILE.html")]
    pub(super) report: Option<PathBuf>,
    /// Copy the archives without the captures that are off-topic to a new one.
    #[arg(long, value_name = "FILE.warc.gz")]
    pub(super) write_ontopic: Option<PathBuf>,
    /// Keep the mementos of TimeMaps that are named by their address in this file, and go on from it
    /// [default: a temporary file].
    #[arg(long, value_name = "FILE.warc.gz", help_heading = "Network")]
    pub(super) fetched: Option<PathBuf>,
    #[command(flatten)]
    pub(super) network: NetworkArgs,
    #[command(flatten)]
    pub(super) collections: CollectionArgs,
    #[command(flatten)]
    pub(super) judging: JudgingArgs,
}

/// How mementos are judged; shared by all verbs that judge.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Judging")]
pub(crate) struct JudgingArgs {
    /// Measures, thresholds and preprocessing.
    #[arg(long, value_name = "NAME", default_value = PROFILES[0],
        value_parser = known(PROFILES, Profile::named))]
    pub(super) profile: Profile,
    /// Measures, alone or with thresholds: jaccard=0.8,bytecount=-0.5 (or `all`, which are those
    /// of the publications). Any of them beyond its threshold makes a memento off-topic, unless --combine says otherwise.
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) measures: Vec<String>,
    /// How verdicts of measures become one.
    #[arg(long, value_name = "RULE", value_parser = known(combinations(), Combine::named))]
    pub(super) combine: Option<Combine>,
    /// What mementos are compared with.
    #[arg(long, value_name = "RULE",
        value_parser = known(AnchorRule::ALL.iter().map(|rule| rule.name()), AnchorRule::named))]
    pub(super) anchor: Option<AnchorRule>,
    /// Which text is compared.
    #[arg(long, value_enum, value_name = "TEXT")]
    pub(super) text: Option<TextName>,
    /// How it is cut into tokens.
    #[arg(long, value_name = "NAME",
        value_parser = known(Tokenizer::ALL.iter().map(|tokenizer| tokenizer.name()), Tokenizer::named))]
    pub(super) tokenizer: Option<Tokenizer>,
    /// Cut words to their stems.
    #[arg(long, overrides_with = "no_stem")]
    pub(super) stem: bool,
    /// Leave words as they are.
    #[arg(long, overrides_with = "stem")]
    pub(super) no_stem: bool,
    /// Leave out stop words: of the text's language, or the words of FILE.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
        overrides_with = "no_stopwords")]
    pub(super) stopwords: Option<Option<PathBuf>>,
    /// Keep stop words.
    #[arg(long, overrides_with = "stopwords")]
    pub(super) no_stopwords: bool,
    /// Latent topics of the measure lsi [default: 10].
    #[arg(long, value_name = "N", alias = "number-of-topics")]
    pub(super) topics: Option<NonZeroUsize>,
    /// How captures become TimeMaps.
    #[arg(long, value_enum, default_value_t, value_name = "BY")]
    pub(super) group: GroupName,
    /// Cheap measures first; costly ones only for mementos that are not off-topic yet.
    #[arg(long)]
    pub(super) short_circuit: bool,
}

/// How verdicts are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormName {
    /// The OTMT's JSON, with further keys.
    #[default]
    Json,
    /// The OTMT's CSV, with a row per measure.
    Csv,
    /// A JSON object per memento.
    Jsonl,
    /// The table of the gold standard: id, date, URI, label.
    Golddatafile,
}

/// Which text of a page is compared.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum TextName {
    /// All visible text.
    Full,
    /// The main text.
    Main,
    /// What jusText leaves.
    Justext,
    /// What boilerpipe leaves.
    Boilerpipe,
}

/// Which captures are one TimeMap.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum GroupName {
    /// The exact URI.
    #[default]
    Uri,
    /// The SURT key: http and https, www. and none are the same.
    Surt,
}

/// Rules that combine verdicts; `or` and `and` are the names of the OTMT.
fn combinations() -> [PossibleValue; 3] {
    let [any, all, learned] = [Combine::Any, Combine::All, Combine::Learned].map(Combine::name);
    [PossibleValue::new(any).alias("or"), PossibleValue::new(all).alias("and"), learned.into()]
}

impl FormName {
    /// The format of the library.
    pub(super) fn form(self) -> OutputFormat {
        match self {
            Self::Json => OutputFormat::Json,
            Self::Csv => OutputFormat::Csv,
            Self::Jsonl => OutputFormat::Jsonl,
            Self::Golddatafile => OutputFormat::Gold,
        }
    }
}

impl GroupName {
    /// The grouping of the library.
    pub(crate) fn grouping(self) -> Grouping {
        match self {
            Self::Uri => Grouping::Exact,
            Self::Surt => Grouping::Surt,
        }
    }
}

impl JudgingArgs {
    /// How captures become TimeMaps.
    pub(super) fn grouping(&self) -> Grouping {
        self.group.grouping()
    }

    /// The profile with everything that was changed about it.
    pub(super) fn read(&self) -> anyhow::Result<Profile> {
        let mut profile = self.profile.clone();
        if !self.measures.is_empty() {
            profile.measures = self.measures()?;
            // Measures that were typed are alternatives, whatever rule the profile has for its own.
            profile.combine = Combine::Any;
        }
        profile.combine = self.combine.unwrap_or(profile.combine);
        profile.anchor = self.anchor.unwrap_or(profile.anchor);
        let tokenizer = &mut profile.sketch.preprocess.tokenizer;
        *tokenizer = self.tokenizer.unwrap_or(*tokenizer);
        self.change_text(&mut profile)?;
        // Switches on what the chosen measures need of each page, and nothing else.
        profile.ready();
        if profile != self.profile {
            // Results name their profile: a changed one must not pass for the published one.
            profile.name.push('+');
        }
        Ok(profile)
    }

    /// Applies what was typed about text, tokens and topics.
    fn change_text(&self, profile: &mut Profile) -> anyhow::Result<()> {
        match self.text {
            Some(TextName::Full) => profile.sketch.text = Text::Full,
            Some(TextName::Main) => profile.sketch.text = Text::Main,
            Some(TextName::Justext) => profile.sketch.text = Text::Justext,
            Some(TextName::Boilerpipe) => profile.sketch.text = Text::Boilerpipe,
            None => {}
        }
        let preprocess = &mut profile.sketch.preprocess;
        preprocess.stem = (preprocess.stem || self.stem) && !self.no_stem;
        match &self.stopwords {
            // clap lets the later of both flags win, so only one is set here.
            _ if self.no_stopwords => preprocess.stopwords = Stopwords::Keep,
            Some(None) => preprocess.stopwords = Stopwords::OfLanguage,
            Some(Some(file)) => preprocess.stopwords = Stopwords::Listed(words_of(file)?),
            None => {}
        }
        if let Some(topics) = self.topics {
            profile.topics = topics.get();
        }
        profile.short_circuit = self.short_circuit;
        Ok(())
    }

    /// The measures that were typed, with their thresholds.
    fn measures(&self) -> anyhow::Result<Vec<(Measure, f64)>> {
        // Experimental measures are left out: nobody has published a threshold for them.
        if self.measures.iter().any(|name| name == "all") {
            let all = Measure::ALL.iter().map(|measure| Ok((*measure, self.threshold(*measure)?)));
            return all.collect();
        }
        self.measures.iter().map(|item| self.measure(item)).collect()
    }

    /// A measure and its threshold, from `NAME` or `NAME=N`.
    fn measure(&self, item: &str) -> anyhow::Result<(Measure, f64)> {
        let (name, threshold) =
            item.split_once('=').map_or((item, None), |(name, value)| (name, Some(value)));
        let Some(measure) = Measure::named(name.trim()) else {
            let names = |list: &[Measure]| {
                list.iter().map(|measure| measure.name()).collect::<Vec<_>>().join(", ")
            };
            let (known, more) = (names(Measure::ALL), names(Measure::EXPERIMENTAL));
            let sentence =
                format!("{name}: no such measure; there are {known}, and experimental {more}");
            return Err(UsageError(sentence).into());
        };
        let threshold = match threshold {
            None => self.threshold(measure)?,
            Some(value) => {
                // `NaN` parses, but nothing is beyond it.
                value.trim().parse().ok().filter(|t: &f64| t.is_finite()).ok_or_else(|| {
                    UsageError(format!("{item}: the threshold {value:?} is not a number"))
                })?
            }
        };
        Ok((measure, threshold))
    }

    /// The threshold of the profile, or of the publication where the profile has none.
    fn threshold(&self, measure: Measure) -> Result<f64, UsageError> {
        let of = |profile: &str| Profile::threshold(profile, measure);
        let found =
            of(&self.profile.name).or_else(|| of("otmt-paper")).or_else(|| of("collection"));
        found.ok_or_else(|| {
            let middle = (measure.range().0 + measure.range().1) / 2.0;
            UsageError(format!(
                "{measure} is experimental and nobody has published a threshold: give one, as in \
                 {measure}={middle}"
            ))
        })
    }
}

/// The words of a file, in lower case as tokens are.
fn words_of(file: &Path) -> anyhow::Result<rustc_hash::FxHashSet<String>> {
    let text = settings_file::list(file)?;
    Ok(text.split_whitespace().map(str::to_lowercase).collect())
}
