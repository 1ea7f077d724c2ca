//! What can be typed. What it means is made of it in [`crate::verbs`].

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueEnum};
use scutch_corpus::{Extractor, Format, Layout};
use scutch_page::CharsetRule;
use scutch_template::Method;
use scutch_template::nodes::Markup;
use scutch_topic::PROFILES;

use crate::named::named;
use crate::talk::Talk;
use crate::thesis::ThesisArgs;
use crate::verbs::archive::ArchiveVerb;
use crate::verbs::coverage::CoverageArgs;
use crate::verbs::dedup::DedupArgs;
use crate::verbs::evaluate::EvaluateVerb;
use crate::verbs::fetch::FetchArgs;
use crate::verbs::memento::MementoVerb;
use crate::verbs::network::NOTE as FETCH_NOTE;
use crate::verbs::offtopic::OfftopicArgs;
use crate::verbs::portal::PortalVerb;
use crate::verbs::tags::TagsVerb;
use crate::verbs::template::compare::CompareArgs;
use crate::verbs::template::gold::GoldArgs;
use crate::verbs::template::tune::TuneArgs;
use crate::verbs::url::UrlVerb;

/// Web archives in, clean and citable text corpora out.
#[derive(Debug, Parser)]
#[command(name = "scutch", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 losses (--strict), \
    4 damage found, 5 nothing passed the filters, 130 interrupted (resumable).")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) talk: Talk,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Turn web archives into a corpus folder.
    Corpus(Box<CorpusArgs>),
    /// Find the duplicates of a corpus and mark them.
    Dedup(DedupArgs),
    /// Extract the text of single pages.
    Extract(ExtractArgs),
    /// Find the boilerplate of a web archive's pages jointly.
    Template(Box<TemplateVerb>),
    /// Find mementos that no longer show what their page once showed.
    Offtopic(Box<OfftopicArgs>),
    /// Find and fetch mementos; filter, slice, cluster, order, sample, score and report them.
    #[command(subcommand)]
    Memento(Box<MementoVerb>),
    /// Crawl a site's own archive completely, by declaration.
    #[command(subcommand)]
    Portal(Box<PortalVerb>),
    /// Fetch pages of the web as they are now, along their links, into WARC.
    #[command(after_help = FETCH_NOTE)]
    Fetch(Box<FetchArgs>),
    /// Compare own articles with what web archives have of a site.
    Coverage(Box<CoverageArgs>),
    /// Inventory of the tags of a portal: one decision for all elements of a kind.
    #[command(subcommand)]
    Tags(Box<TagsVerb>),
    /// Render the report of a corpus folder anew.
    Report(ReportArgs),
    /// Derive rows again from the archives and compare.
    Verify(VerifyArgs),
    /// Look into archives, check, mend and index them.
    #[command(subcommand)]
    Archive(Box<ArchiveVerb>),
    /// Score what was made against what is known to be true.
    #[command(subcommand)]
    Evaluate(Box<EvaluateVerb>),
    /// Check, clean, sort out and explain URLs.
    #[command(subcommand)]
    Url(Box<UrlVerb>),
    /// Configuration files.
    #[command(subcommand)]
    Config(ConfigVerb),
}

#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum ConfigVerb {
    /// Print the JSON Schema of configuration files.
    Schema,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "The same command on an unfinished folder goes on where it stopped; on a \
    finished one it changes nothing.")]
pub(crate) struct CorpusArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    pub(crate) inputs: Vec<String>,
    /// The corpus folder to write.
    #[arg(short, long, value_name = "DIR", required_unless_present = "emit_config")]
    pub(crate) output: Option<PathBuf>,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Formats of the documents [default: parquet].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named::<Format>())]
    pub(crate) format: Vec<Format>,
    /// How documents lie in files [default: each format its own way].
    #[arg(long, value_name = "LAYOUT", value_parser = named::<Layout>())]
    pub(crate) layout: Option<Layout>,
    /// CoNLL-U of an earlier run (`--format conllu`) as a tagger gave it back, a file or a folder: merged into `tei`
    /// and `vertical`.
    #[arg(long, value_name = "PATH")]
    pub(crate) annotations: Option<PathBuf>,
    /// Read settings from a TOML file; flags win over it.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print the whole configuration of this run as TOML, and do not run.
    #[arg(long)]
    pub(crate) emit_config: bool,
    /// Replace a corpus of another run in the output folder.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Exit with 3 when records or bytes were lost.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Seed of everything that samples.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Identifier of the archive for citations, such as `archive.org`.
    #[arg(long, value_name = "ID")]
    pub(crate) archive_id: Option<String>,
    /// Records per shard.
    #[arg(long, value_name = "N")]
    pub(crate) shard_records: Option<u32>,
    /// Judge captures as `scutch offtopic` does, under this profile; fills `topic_status` and `topic_score`.
    #[arg(long, value_name = "PROFILE", value_parser = PossibleValuesParser::new(PROFILES))]
    pub(crate) topic: Option<String>,
    #[command(flatten, next_help_heading = "Scope")]
    pub(crate) scope: ScopeArgs,
    #[command(flatten, next_help_heading = "Extraction")]
    pub(crate) extraction: ExtractionArgs,
    /// Portal files whose content rules go before the extractor on pages of their hosts.
    #[arg(long, value_name = "FILE.toml", value_delimiter = ',', help_heading = "Extraction")]
    pub(crate) portal: Vec<PathBuf>,
    /// What fills the column `text` [default: auto].
    #[arg(long, value_name = "NAME", help_heading = "Extraction", value_parser = named::<Extractor>())]
    pub(crate) extractor: Option<Extractor>,
    /// Further methods, each fills a column `text_NAME`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Extraction", value_parser = named::<Extractor>())]
    pub(crate) also_extract: Vec<Extractor>,
    /// How the charset of a page is found [default: weighed].
    #[arg(long, value_name = "RULE", help_heading = "Extraction", value_parser = named::<CharsetRule>())]
    pub(crate) charset_rule: Option<CharsetRule>,
}

/// Which records become rows.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ScopeArgs {
    /// HTTP statuses kept: 404, 3xx, 200-299 [default: 200].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) status: Vec<String>,
    /// Keep every HTTP status.
    #[arg(long, conflicts_with = "status")]
    pub(crate) keep_all_status: bool,
    /// Media types kept [default: text/html,application/xhtml+xml].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) mime: Vec<String>,
    /// Keep text/plain too.
    #[arg(long)]
    pub(crate) plain_text: bool,
    /// Record types that become rows [default: response,resource,conversion].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) record_type: Vec<String>,
    /// Keep pages without extracted text.
    #[arg(long)]
    pub(crate) keep_empty: bool,
    /// Keep records that lost bytes, as flagged rows.
    #[arg(long)]
    pub(crate) keep_damaged: bool,
}

/// How text is extracted from a page; shared by `corpus` and `extract`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ExtractionArgs {
    /// Rather lose text than keep boilerplate.
    #[arg(long, group = "mode")]
    pub(crate) precision: bool,
    /// Rather keep boilerplate than lose text.
    #[arg(long, group = "mode")]
    pub(crate) recall: bool,
    /// Spend less time per page: nothing is compared with other pages of its host.
    #[arg(long, group = "mode")]
    pub(crate) fast: bool,
    /// Keep what readers wrote below the text, and customers of a product.
    #[arg(long)]
    pub(crate) comments: bool,
    /// Leave out tables.
    #[arg(long)]
    pub(crate) no_tables: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExtractArgs {
    /// HTML files, or `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: PageFormat,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the page with coloured blocks and the reason of each label (HTML).
    #[arg(long, conflicts_with = "format")]
    pub(crate) explain: bool,
    /// URL of the page; helps with dates and links.
    #[arg(long, value_name = "URL", conflicts_with = "urls")]
    pub(crate) url: Option<String>,
    /// Tab-separated file: file name, URL.
    #[arg(long, value_name = "FILE.tsv")]
    pub(crate) urls: Option<PathBuf>,
    /// The method.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = named::<Extractor>())]
    pub(crate) extractor: Extractor,
    /// Further methods, each fills a key `text_NAME` of `json` and `jsonl`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "explain", value_parser = named::<Extractor>())]
    pub(crate) also_extract: Vec<Extractor>,
    #[command(flatten)]
    pub(crate) extraction: ExtractionArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// Markdown.
    #[default]
    Markdown,
    /// Plain text, one paragraph per line.
    Text,
    /// One JSON object with text and metadata.
    Json,
    /// One JSON line per file.
    Jsonl,
    /// Clean HTML.
    Html,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TemplateFormat {
    /// JSON lines; those of documents zstd-compressed.
    Jsonl,
    /// Parquet, zstd-compressed.
    Parquet,
}

/// Archives to label, or a tool for what was labelled. An archive named like a tool is written `./compare`.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub(crate) struct TemplateVerb {
    #[command(subcommand)]
    pub(crate) tool: Option<TemplateTool>,
    #[command(flatten)]
    pub(crate) label: TemplateArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TemplateTool {
    /// Show what two methods make of the same pages, side by side.
    Compare(CompareArgs),
    /// Write the labels of a run as ground truth to be corrected by hand.
    Gold(GoldArgs),
    /// Try choices of the published methods on sites with ground truth.
    Tune(TuneArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct TemplateArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true)]
    pub(crate) inputs: Vec<String>,
    /// The folder to write.
    #[arg(short, long, value_name = "DIR", required = true)]
    pub(crate) output: Option<PathBuf>,
    /// Pages worked on at the same time [default: number of processors].
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Replace what another run left in the output folder.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// The method.
    #[arg(long, value_name = "NAME", default_value = "learned", help_heading = "Method", value_parser = named::<Method>())]
    pub(crate) method: Method,
    /// Under `learned`, call nodes undecided whose score is so near the threshold of their page (0 to 0.5).
    #[arg(long, value_name = "WIDTH", help_heading = "Method")]
    pub(crate) undecided: Option<f32>,
    /// Write the labels of all nodes, a row each.
    #[arg(long, help_heading = "Output")]
    pub(crate) nodes: bool,
    /// Formats of documents, pages and nodes.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "jsonl",
        help_heading = "Output"
    )]
    pub(crate) format: Vec<TemplateFormat>,
    /// Write each page with its labels as HTML.
    #[arg(long, value_name = "HOW", help_heading = "Output", value_parser = named::<Markup>())]
    pub(crate) markup: Option<Markup>,
    #[command(flatten, next_help_heading = "Methods of the thesis")]
    pub(crate) thesis: ThesisArgs,
    #[command(flatten, next_help_heading = "Scope")]
    pub(crate) scope: ScopeArgs,
    #[command(flatten, next_help_heading = "Extraction")]
    pub(crate) extraction: ExtractionArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// A finished corpus folder.
    pub(crate) folder: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// A finished corpus folder.
    pub(crate) folder: PathBuf,
    /// Derive only N rows, chosen by seed.
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Seed of the sample.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Where the archives are now, if they have moved since.
    #[arg(long, value_name = "DIR")]
    pub(crate) archives: Vec<PathBuf>,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Print the differences as JSON lines.
    #[arg(long)]
    pub(crate) json: bool,
}
