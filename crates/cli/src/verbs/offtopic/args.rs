//! What can be typed behind `scutch offtopic`, and what it means.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use scutch_topic::{
    AnchorRule, Grouping, OutputFormat, PROFILES, Profile, Stopwords, Text, Tokenizer,
};

use super::super::examples;
use super::rule::RuleArgs;
use super::source::SourceArgs;
use crate::named::known;
use crate::settings_file;
use crate::verbs::memento::acquire::CollectionArgs;
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(mut_arg("timemap", |timemap| timemap.value_name("LIST|URI-T").help("Only the mementos of this \
    list, in its order: a TimeMap, a table of `scutch memento` or of the gold standard, URI-Ms, a corpus \
    folder; repeatable. The mementos of a TimeMap that is named by its address are fetched")))]
#[command(after_help = format!("The spelling of the Off-Topic Memento Toolkit is understood too: \
    -i warc=a.warc.gz,b.warc.gz -o out.json -tm jaccard=0.80,bytecount=-0.5 -ot csv\n\n{}", examples::OFFTOPIC))]
pub(crate) struct OfftopicArgs {
    #[command(subcommand)]
    pub(super) verb: Option<super::OfftopicVerb>,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Form of the output.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(super) format: FormName,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Write a page with a timeline of each TimeMap that went off-topic (HTML).
    #[arg(long, value_name = "FILE.html")]
    pub(super) report: Option<PathBuf>,
    /// Link the captures of the report below this address of a replay, such as
    /// http://localhost:8080/coll; those of a list that gives their URI-Ms are linked there.
    #[arg(long, value_name = "URL", requires = "report", value_parser = web_address)]
    pub(super) replay: Option<String>,
    /// Copy the archives without the captures that are off-topic to a new one.
    #[arg(long, value_name = "FILE.warc.gz")]
    pub(super) write_ontopic: Option<PathBuf>,
    /// Add the simhash of the content of each memento to the output.
    #[arg(long)]
    pub(super) compute_simhashes: bool,
    /// Write the URI-Ms of the mementos that are on-topic to a file, one a line.
    #[arg(long, value_name = "FILE")]
    pub(super) ontopic_file: Option<PathBuf>,
    /// Write the URI-Ms of the mementos that are off-topic to a file, one a line.
    #[arg(long, value_name = "FILE")]
    pub(super) offtopic_file: Option<PathBuf>,
    /// Keep the mementos of TimeMaps that are named by their address in this file, and go on from it
    /// [default: a temporary file].
    #[arg(long, value_name = "FILE.warc.gz", help_heading = "Network")]
    pub(super) fetched: Option<PathBuf>,
    /// Keep what is fetched in this folder, and use it again. A working folder of the OTMT is read in
    /// place of all other inputs.
    #[arg(
        short,
        long,
        value_name = "FOLDER",
        alias = "working-directory",
        short_alias = 'w',
        help_heading = "Network"
    )]
    pub(super) directory: Option<PathBuf>,
    #[command(flatten)]
    pub(super) network: NetworkArgs,
    #[command(flatten)]
    pub(super) collections: CollectionArgs,
    #[command(flatten)]
    pub(super) judging: JudgingArgs,
    #[command(flatten)]
    pub(super) rule: RuleArgs,
}

/// An address of the web, which a page may link.
fn web_address(text: &str) -> Result<String, String> {
    let is_web = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    if is_web { Ok(text.to_owned()) } else { Err("not an http or https address".to_owned()) }
}

// How mementos are judged; shared by all verbs that judge.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Judging")]
pub(crate) struct JudgingArgs {
    /// Measures, thresholds and preprocessing.
    #[arg(long, value_name = "NAME", default_value = PROFILES[0],
        value_parser = known(PROFILES, Profile::named))]
    pub(super) profile: Profile,
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

impl OfftopicArgs {
    /// The profile that judges, which asks for what is to be written besides verdicts.
    pub(super) fn profile(&self) -> anyhow::Result<Profile> {
        let mut profile = self.judging.read(&self.rule)?;
        if self.compute_simhashes {
            // Of what the named profile hashes, whatever measures were typed.
            let raw = self.judging.profile.sketch.simhash_raw.unwrap_or_default();
            profile.sketch.simhash_raw = Some(raw);
        }
        // Kept for the report alone: titles and first words take disk space.
        profile.sketch.excerpt = self.report.is_some();
        Ok(profile)
    }
}

impl JudgingArgs {
    /// How captures become TimeMaps.
    pub(super) fn grouping(&self) -> Grouping {
        self.group.grouping()
    }

    /// The profile with everything that was changed about it, under a rule for verdicts.
    pub(super) fn read(&self, rule: &RuleArgs) -> anyhow::Result<Profile> {
        let mut profile = self.profile.clone();
        rule.apply(&mut profile)?;
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
        Ok(())
    }
}

/// The words of a file, in lower case as tokens are.
fn words_of(file: &Path) -> anyhow::Result<rustc_hash::FxHashSet<String>> {
    let text = settings_file::list(file)?;
    Ok(text.split_whitespace().map(str::to_lowercase).collect())
}
