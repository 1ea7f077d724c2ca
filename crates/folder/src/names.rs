//! The names of all files and folders in a corpus folder.

/// The manifest. It is written last: a folder with a manifest is complete.
pub const MANIFEST: &str = "run.json";
/// The list of rejected records and damaged byte ranges.
pub const QUARANTINE: &str = "quarantine.jsonl";
/// The folder of unfinished files. A complete corpus has none.
pub const PARTIAL: &str = ".partial";
/// The report of the corpus.
pub const REPORT: &str = "report.html";
/// The dataset card: what loaders and people read first.
pub const CARD: &str = "README.md";
/// Start, end and duration of the run.
pub(crate) const TIMING: &str = "timing.json";
/// A page about the duration of steps in [`TIMING`].
pub(crate) const TIMING_PAGE: &str = "timing.html";
/// Clusters of duplicates, one line per member.
pub const CLUSTERS: &str = "clusters.jsonl";
/// Paragraphs that occur in earlier rows, one line per row with such paragraphs.
pub const PARAGRAPHS: &str = "paragraphs.jsonl";
/// URLs with several captures, one line each.
pub const VERSIONS: &str = "versions.jsonl";
/// Duplicates as linked data, in JSON-LD.
pub const DUPLICATES_JSON_LD: &str = "duplicates.jsonld";
/// Duplicates as linked data, in N-Quads.
pub const DUPLICATES_N_QUADS: &str = "duplicates.nq";
/// All tables of a search for duplicates.
pub const DUPLICATES: [&str; 5] =
    [CLUSTERS, PARAGRAPHS, VERSIONS, DUPLICATES_JSON_LD, DUPLICATES_N_QUADS];
/// What was taken out of a finished corpus, one line for each row or line of the quarantine.
pub const TOMBSTONES: &str = "tombstones.jsonl";
/// Work folder of the search for duplicates: keys and shingles on disk.
pub const DEDUP_WORK: &str = ".dedup";
/// The folder of pages with labels in their markup.
pub const MARKUP: &str = "markup";
/// The first page of its index.
pub const MARKUP_INDEX: &str = "markup/index.html";
/// Template groups, one line each.
pub const GROUPS: &str = "groups.jsonl";
/// The captures that each page was compared with, one line per page.
pub const CROSSES: &str = "crosses.jsonl";
/// The report of groups, crosses and classes.
pub const TEMPLATE_REPORT: &str = "template.html";
/// The table of pages with their joint labels, as JSON lines and as Parquet.
pub const PAGES: [&str; 2] = ["pages.jsonl", "pages.parquet"];
/// The table of text nodes with their labels, as JSON lines and as Parquet.
pub const NODES: [&str; 2] = ["nodes.jsonl", "nodes.parquet"];

/// Everything that `scutch template` adds to a corpus folder.
pub const LABELS: [&str; 8] =
    [PAGES[0], PAGES[1], NODES[0], NODES[1], MARKUP, GROUPS, CROSSES, TEMPLATE_REPORT];

/// How the corpus is cited: a file of the Citation File Format.
pub const CITATION: &str = "CITATION.cff";
/// The corpus as an RO-Crate.
pub const RO_CRATE: &str = "ro-crate-metadata.json";
/// The folder of further records for repositories.
pub const METADATA: &str = "metadata";
/// The record for DataCite.
pub const DATACITE: &str = "metadata/datacite.xml";
/// The record in Dublin Core.
pub const DUBLIN_CORE: &str = "metadata/dublin-core.xml";
/// The record in METS.
pub const METS: &str = "metadata/mets.xml";
/// The datasheet: how the corpus came about, and what it lacks.
pub const DATASHEET: &str = "metadata/datasheet.md";

/// All records for repositories, written for corpora whose metadata are given.
pub const RECORDS: [&str; 6] = [CITATION, DATACITE, DATASHEET, DUBLIN_CORE, METS, RO_CRATE];
