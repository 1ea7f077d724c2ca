//! The columns of a document row as a table.

use std::collections::BTreeMap;
use std::fmt;

use scutch_folder::config::{Config, Extractor};
use scutch_page::{Candidate, Method, candidates_json};
use scutch_template::compared::Compared;
use serde_json::Value;

use super::{NodeRow, Row};

/// The type of a column. Only types that every reader of Parquet has: Spark, for one, knows no unsigned
/// integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// UTF-8 string.
    Text,
    /// List of UTF-8 strings. Empty rather than null.
    List,
    /// Microseconds since 1970-01-01 UTC.
    Timestamp,
    /// 32-bit float.
    F32,
    /// Signed 32-bit integer.
    I32,
    /// Signed 64-bit integer.
    I64,
    /// True or false.
    Bool,
}

/// A typed value of a text column. The writer that needs text makes JSON of it.
pub trait AsJson: fmt::Debug {
    /// The value as JSON text.
    fn to_json(&self) -> String;
}

impl AsJson for BTreeMap<&'static str, Vec<Candidate>> {
    fn to_json(&self) -> String {
        candidates_json(self)
    }
}

impl AsJson for Value {
    fn to_json(&self) -> String {
        self.to_string()
    }
}

macro_rules! as_json {
    ($($value:ty),*) => {
        $(impl AsJson for $value {
            fn to_json(&self) -> String {
                // Values of rows have string keys and finite numbers, so that writing them does not fail.
                serde_json::to_string(self).unwrap_or_default()
            }
        })*
    };
}

// What few runs ask for. The two above are in every row, and written by optimised crates.
as_json!(Vec<Value>, Compared, Vec<NodeRow>);

/// The value of a column in a row. The variants match [`ColumnKind`], and `Json` is `Text` as well.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs)]
pub enum Cell<'a> {
    Text(Option<&'a str>),
    Json(Option<&'a dyn AsJson>),
    List(&'a [String]),
    Timestamp(Option<i64>),
    F32(Option<f32>),
    I32(Option<i32>),
    I64(Option<i64>),
    Bool(Option<bool>),
}

/// One column of rows of type `R`.
#[derive(Debug, Clone, Copy)]
pub struct Column<R = Row> {
    /// Name in every output format.
    pub name: &'static str,
    /// Type in every output format.
    pub kind: ColumnKind,
    /// Whether values repeat often, so that a dictionary saves space in Parquet.
    pub repeats: bool,
    /// One sentence, for the user guide and the Parquet field metadata.
    pub meaning: &'static str,
    /// Reads the column from a row.
    pub get: fn(&R) -> Cell<'_>,
}

/// A column, as a line of the tables below.
const fn column(
    name: &'static str,
    kind: ColumnKind,
    repeats: bool,
    meaning: &'static str,
    get: fn(&Row) -> Cell<'_>,
) -> Column {
    Column { name, kind, repeats, meaning, get }
}

/// A text that always exists.
fn text(value: &str) -> Cell<'_> {
    Cell::Text(Some(value))
}

/// A typed value.
fn json<T: AsJson>(value: &Option<T>) -> Cell<'_> {
    Cell::Json(value.as_ref().map(|value| value as &dyn AsJson))
}

/// A text that may be missing.
fn maybe(value: &Option<String>) -> Cell<'_> {
    Cell::Text(value.as_deref())
}

/// A count that always exists.
fn count(value: u32) -> Cell<'static> {
    Cell::I64(Some(value.into()))
}

/// An offset or length in a file. No file is longer than an `i64` can say.
fn bytes(value: u64) -> Cell<'static> {
    Cell::I64(i64::try_from(value).ok())
}

/// A time in milliseconds, as dates in archives are read.
fn time(unix_ms: Option<i64>) -> Cell<'static> {
    Cell::Timestamp(unix_ms.and_then(|ms| ms.checked_mul(1000)))
}

use ColumnKind::{F32, I32, I64, List, Text, Timestamp};

/// The columns of every corpus, in order. New columns go to the end: readers may rely on positions.
#[rustfmt::skip] // a table reads as a table
pub const COLUMNS: &[Column] = &[
    column("id", Text, false, "Stable row id: base32 of 20 bytes of sha256 over URL, date as written, record id and ordinal.", |r| text(&r.id)),
    column("url", Text, false, "Target URI as archived.", |r| text(&r.url)),
    column("url_key", Text, false, "SURT key of the URL, the host turned round: com,example)/a (profile and version in run.json).", |r| text(&r.url_key)),
    column("timestamp", Timestamp, false, "Capture time; of a reduced date the earliest instant.", |r| time(r.timestamp)),
    column("warc_date", Text, false, "Capture date as the archive writes it.", |r| maybe(&r.warc_date)),
    column("text", Text, false, "Extracted text, paragraphs separated by one newline.", |r| text(&r.text)),
    column("title", Text, false, "Title of the page.", |r| maybe(&r.title)),
    column("site", Text, true, "Name of the site as the page gives it, else as titles of its host have it; under rules of a portal file, else the `name` there.", |r| maybe(&r.site)),
    column("language", Text, true, "Language, BCP 47.", |r| maybe(&r.language)),
    column("language_score", F32, false, "Confidence of the language detector, 0 to 1.", |r| Cell::F32(r.language_score)),
    column("authors", List, true, "Authors as the page names them.", |r| Cell::List(&r.authors)),
    column("keywords", List, true, "Keywords as the page gives them.", |r| Cell::List(&r.keywords)),
    column("date_published", Text, true, "Publication date, ISO 8601, as precise as the source.", |r| maybe(&r.date_published)),
    column("date_modified", Text, true, "Date of the last change, ISO 8601, as precise as the source.", |r| maybe(&r.date_modified)),
    column("metadata_json", Text, false, "Every metadata candidate with its source and confidence, as JSON.", |r| json(&r.metadata)),
    column("extractor", Text, true, "Method that produced the text, with its version.", |r| text(&r.extractor)),
    column("content_ratio", F32, false, "Characters of text over characters of visible text.", |r| Cell::F32(r.content_ratio)),
    column("n_chars", I64, false, "Characters of text.", |r| count(r.n_chars)),
    column("n_words", I64, false, "Words of text by Unicode segmentation.", |r| count(r.n_words)),
    column("n_blocks", I64, false, "Blocks of the page labelled as content.", |r| count(r.n_blocks)),
    column("template_group", Text, true, "Group of pages with the same template, where computed.", |r| maybe(&r.template_group)),
    column("cross", Text, true, "Neighbours compared with (cur, up, down, prev, next), where computed.", |r| maybe(&r.cross)),
    column("topic_status", Text, true, "on-topic, off-topic or unknown, where asked for.", |r| maybe(&r.topic_status)),
    column("topic_score", F32, false, "Probability of being off-topic, or share of measures that say so.", |r| Cell::F32(r.topic_score)),
    column("dup_of", Text, true, "Row id this row duplicates, where computed.", |r| maybe(&r.dup_of)),
    column("dup_kind", Text, true, "Kind of duplicate, where computed.", |r| maybe(&r.dup_kind)),
    column("dup_similarity", F32, false, "Similarity to the row duplicated, 0 to 1, where computed.", |r| Cell::F32(r.dup_similarity)),
    column("charset", Text, true, "Encoding the bytes were decoded with, WHATWG name.", |r| maybe(&r.charset)),
    column("charset_source", Text, true, "Evidence that settled the encoding: bom, http (the server), archive (guessed by a web archive), meta, utf8, pattern, detector, ascii.", |r| maybe(&r.charset_source)),
    column("http_status", I32, true, "HTTP status code.", |r| Cell::I32(r.http_status.map(i32::from))),
    column("mime", Text, true, "Media type without parameters.", |r| maybe(&r.mime)),
    column("payload_digest", Text, false, "sha256 of the HTTP body after transfer and before content decoding.", |r| text(&r.payload_digest)),
    column("archive_digest", Text, false, "Payload digest the archive declares.", |r| maybe(&r.archive_digest)),
    column("digest_status", Text, true, "Declared digest against payload: agree, disagree, absent, malformed.", |r| text(&r.digest_status)),
    column("warc_file", Text, true, "Archive file, relative to the named input.", |r| text(&r.warc_file)),
    column("warc_offset", I64, false, "Offset of the (compressed) member in bytes.", |r| bytes(r.warc_offset)),
    column("warc_length", I64, false, "Length of the (compressed) member in bytes.", |r| bytes(r.warc_length)),
    column("inner_offset", I64, false, "Offset inside the inflated member, where several records share one.", |r| bytes(r.inner_offset)),
    column("warc_record_id", Text, false, "WARC-Record-ID without brackets.", |r| maybe(&r.warc_record_id)),
    column("pwid", Text, false, "Persistent web identifier URN; needs an archive id.", |r| maybe(&r.pwid)),
    column("flags", List, true, "Reason ids of everything noteworthy about this row.", |r| Cell::List(&r.flags)),
    column("subtitle", Text, false, "Second title of the page.", |r| maybe(&r.subtitle)),
    column("section", Text, true, "Part of the site the page is in.", |r| maybe(&r.section)),
    column("publisher", Text, true, "Publisher as the page names it.", |r| maybe(&r.publisher)),
    column("licence", Text, true, "Licence of the page, an address where the page gives one.", |r| maybe(&r.licence)),
    column("canonical_url", Text, false, "Address the page gives as its own.", |r| maybe(&r.canonical_url)),
    column("post_id", Text, false, "Number of the post in the system that made the page, such as wordpress:410.", |r| maybe(&r.post_id)),
    column("schema_json", Text, false, "The page as a Schema.org object, JSON-LD.", |r| json(&r.schema)),
    column("metadata_conflicts", List, true, "Fields about which sources on the page differ.", |r| Cell::List(&r.metadata_conflicts)),
];

/// The texts of further methods, in the order of [`Method::ALL`].
#[rustfmt::skip]
const ALSO: &[Column; Method::ALL.len()] = &[
    column("text_page", Text, false, "Text by the method `page`.", |r| maybe(&r.also[0])),
    column("text_article", Text, false, "Text by the method `article`.", |r| maybe(&r.also[1])),
    column("text_justext", Text, false, "Text by the method `justext`.", |r| maybe(&r.also[2])),
    column("text_boilerpipe", Text, false, "Text by the method `boilerpipe`.", |r| maybe(&r.also[3])),
    column("text_bte", Text, false, "Text by the method `bte`.", |r| maybe(&r.also[4])),
    column("text_all_text", Text, false, "Text by the method `all-text`.", |r| maybe(&r.also[5])),
    column("text_union", Text, false, "Text that any of the methods asked takes.", |r| maybe(&r.also[6])),
    column("text_agreement", Text, false, "Text that most of the methods asked take.", |r| maybe(&r.also[7])),
];

/// The column for documents as Markdown.
const MARKDOWN: &Column = &column(
    "markdown",
    Text,
    false,
    "The document as Markdown, with headings, lists, tables and links; without a head of metadata.",
    |r| maybe(&r.markdown),
);

/// The columns of joint detection: captures compared with, labels of nodes, labelled markup.
const LABELS: &[Column; 3] = &[
    column(
        "joint_json",
        Text,
        false,
        "Captures compared with, and characters by class, as JSON.",
        |r| json(&r.compared),
    ),
    column("nodes_json", Text, false, "Labels of all nodes, as JSON.", |r| json(&r.nodes)),
    column("markup", Text, false, "The page with its labels, HTML.", |r| maybe(&r.markup)),
];

/// The column for multi-page articles.
const PAGES: &Column = &column(
    "pages_json",
    Text,
    false,
    "Later pages of the article whose text is in this row, with where they are archived, as JSON.",
    |r| json(&r.pages),
);

/// The columns for what pages say of their use by machines.
const PREFERENCES: &[Column; 3] = &[
    column(
        "robots_directives",
        List,
        true,
        "Robots directives for all robots or for scutch, of the page and of the header X-Robots-Tag.",
        |r| Cell::List(r.preferences.as_ref().map_or(&[], |found| &found.directives)),
    ),
    column(
        "tdm_reservation",
        ColumnKind::Bool,
        true,
        "Whether text and data mining is reserved (TDMRep), where page or header say so.",
        |r| Cell::Bool(r.preferences.as_ref().and_then(|found| found.tdm_reservation)),
    ),
    column(
        "tdm_policy",
        Text,
        true,
        "Policy for text and data mining (TDMRep), as page or header write its address.",
        |r| Cell::Text(r.preferences.as_ref().and_then(|found| found.tdm_policy.as_deref())),
    ),
];

/// The configured further methods with their columns, each once, in the order of [`Method::ALL`].
pub fn further(asked: &[Extractor]) -> impl Iterator<Item = (Method, &'static Column)> {
    let is_asked = |method: Method| asked.iter().any(|name| name.method() == method);
    Method::ALL.into_iter().zip(ALSO).filter(move |(method, _)| is_asked(*method))
}

/// The columns of a run: [`COLUMNS`], then one per further method, Markdown, labels, pages, usage
/// preferences.
pub fn columns(config: &Config) -> Vec<&'static Column> {
    let asked = &config.template;
    // In the order of the table of labels above.
    let kept = [asked.crosses, asked.nodes, asked.markup.is_some()];
    let labels = LABELS.iter().zip(kept).filter(|(_, kept)| *kept);
    let further = further(&config.also_extract).map(|(_, column)| column);
    let further = further.chain(config.markdown.then_some(MARKDOWN));
    let further = further.chain(labels.map(|(column, _)| column));
    let further = further.chain(has_pages_column(config).then_some(PAGES));
    let preferences = PREFERENCES.iter().filter(|_| config.usage_preferences);
    COLUMNS.iter().chain(further).chain(preferences).collect()
}

/// Whether rows have the column for multi-page articles. Rules may be there and never match: the
/// column depends on settings only, not on pages.
pub(crate) fn has_pages_column(config: &Config) -> bool {
    config.portals.iter().any(|portal| !portal.next.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_reads_the_type_it_declares() {
        let row = Row::default();
        let also_extract = vec![Extractor::Bte];
        let mut config = Config { also_extract, markdown: true, ..Config::default() };
        (config.template.crosses, config.template.nodes) = (true, true);
        config.usage_preferences = true;
        for column in columns(&config) {
            let kind = match (column.get)(&row) {
                Cell::Text(_) | Cell::Json(_) => Text,
                Cell::List(_) => List,
                Cell::Timestamp(_) => Timestamp,
                Cell::F32(_) => F32,
                Cell::I32(_) => I32,
                Cell::I64(_) => I64,
                Cell::Bool(_) => ColumnKind::Bool,
            };
            assert_eq!(kind, column.kind, "{}", column.name);
        }
    }

    #[test]
    fn names_are_distinct() {
        let further = ALSO.iter().chain(LABELS).chain(PREFERENCES).chain([MARKDOWN, PAGES]);
        let mut names: Vec<_> = COLUMNS.iter().chain(further).map(|c| c.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
