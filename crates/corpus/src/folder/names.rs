//! The names of all files and folders in a corpus folder.

/// File name of the manifest in a corpus folder. Written last: where it stands, the folder is
/// complete.
pub const MANIFEST: &str = "run.json";
/// File name of the quarantine in a corpus folder.
pub(crate) const QUARANTINE: &str = "quarantine.jsonl";
/// Everything unfinished; gone when the corpus is complete.
pub(crate) const PARTIAL: &str = ".partial";
/// The report of the corpus.
pub(crate) const REPORT: &str = "report.html";
/// When the run was made and how long it took.
pub(crate) const TIMING: &str = "timing.json";
/// The page that shows the steps in [`TIMING`].
pub(crate) const TIMING_PAGE: &str = "timing.html";
/// Clusters, a line for each row that is in one.
pub(crate) const CLUSTERS: &str = "clusters.jsonl";
/// Paragraphs that stand in earlier rows, a line for each row that has some.
pub(crate) const PARAGRAPHS: &str = "paragraphs.jsonl";
/// Addresses that were captured more than once, a line for each.
pub(crate) const VERSIONS: &str = "versions.jsonl";
/// Where keys and shingles wait on disk while duplicates are sought.
pub(crate) const DEDUP_WORK: &str = ".dedup";
/// The folder of the pages with their labels.
pub const MARKUP: &str = "markup";
/// Template groups, a line each.
pub const GROUPS: &str = "groups.jsonl";
/// Which captures each page was compared with, a line for each page.
pub const CROSSES: &str = "crosses.jsonl";
/// The report of groups, crosses and classes.
pub const TEMPLATE_REPORT: &str = "template.html";
/// Pages with what the joint method made of them, as JSON lines and as Parquet.
pub(crate) const PAGES: [&str; 2] = ["pages.jsonl", "pages.parquet"];
/// Nodes of pages with their labels, as JSON lines and as Parquet.
pub(crate) const NODES: [&str; 2] = ["nodes.jsonl", "nodes.parquet"];

/// Everything that `scutch template` adds to a corpus folder.
pub(crate) const LABELS: [&str; 8] =
    [PAGES[0], PAGES[1], NODES[0], NODES[1], MARKUP, GROUPS, CROSSES, TEMPLATE_REPORT];
