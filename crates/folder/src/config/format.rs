//! The formats of a corpus: names, folders, file name extensions and layouts.
//!
//! Configuration and folder need only the names. How a format is written is in `scutch-corpus`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A format of documents.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Parquet, zstd-compressed: `docs/part-NNNNN.parquet`.
    Parquet,
    /// JSON lines, zstd-compressed: `docs/part-NNNNN.jsonl.zst`.
    Jsonl,
    /// JSON lines for the Dolma toolkit.
    Dolma,
    /// JSON lines in the schema of OSCAR 23.01.
    Oscar,
    /// Lines for the bulk interface of Elasticsearch and OpenSearch.
    Elastic,
    /// TEI P5.
    Tei,
    /// Markdown with a head of metadata.
    Markdown,
    /// Plain text.
    Text,
    /// Clean HTML pages.
    Html,
    /// The row and its blocks as one JSON object.
    Json,
    /// Vertical text for NoSketch Engine.
    Vertical,
    /// CoNLL-U: sentences and tokens.
    Conllu,
    /// Stand-off JSON lines, zstd-compressed: identifiers, digests and spans of blocks, without texts.
    Standoff,
    /// CSV for spreadsheets and for people, one record a row.
    Csv,
    /// Linked data as JSON-LD 1.1, with its context.
    Jsonld,
    /// Linked data as RDF 1.1 N-Quads, a named graph for each row.
    Nquads,
}

/// How documents are distributed over files.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// A file for each document, a folder for each shard.
    Document,
    /// A file for each shard.
    Shard,
    /// A zip file for each shard, with a file for each document.
    Zip,
}

/// How the files of documents are named, in layouts with a file for each document.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum FileNames {
    /// The row id.
    #[default]
    Id,
    /// Date, title and row id.
    Readable,
}

impl FileNames {
    /// Whether names are those of a plain run.
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The properties of a format.
struct Facts {
    name: &'static str,
    folder: &'static str,
    extension: &'static str,
    /// The default layout.
    layout: Layout,
    /// Whether the configuration may choose another layout.
    free: bool,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 16] = [
        Self::Parquet,
        Self::Jsonl,
        Self::Dolma,
        Self::Oscar,
        Self::Elastic,
        Self::Tei,
        Self::Markdown,
        Self::Text,
        Self::Html,
        Self::Json,
        Self::Vertical,
        Self::Conllu,
        Self::Standoff,
        Self::Csv,
        Self::Jsonld,
        Self::Nquads,
    ];

    /// The table of formats.
    #[rustfmt::skip] // a table reads as a table
    fn facts(self) -> Facts {
        use Layout::{Document, Shard};
        let rows = |name, folder| Facts { name, folder, extension: "jsonl.zst", layout: Shard, free: false };
        let files = |name, extension, layout| Facts { name, folder: name, extension, layout, free: true };
        match self {
            // Both formats of complete rows share a folder: tools read either from there.
            Self::Parquet => Facts { name: "parquet", folder: "docs", extension: "parquet", layout: Shard, free: false },
            Self::Jsonl => rows("jsonl", "docs"),
            Self::Dolma => rows("dolma", "dolma"),
            Self::Oscar => rows("oscar", "oscar"),
            Self::Elastic => rows("elastic", "elastic"),
            Self::Tei => files("tei", "xml", Document),
            Self::Markdown => files("markdown", "md", Document),
            Self::Text => files("text", "txt", Document),
            Self::Html => files("html", "html", Document),
            Self::Json => files("json", "json", Document),
            Self::Vertical => files("vertical", "vert", Shard),
            Self::Conllu => files("conllu", "conllu", Shard),
            Self::Standoff => rows("standoff", "standoff"),
            // Plain: spreadsheets open no zstd.
            Self::Csv => Facts { name: "csv", folder: "csv", extension: "csv", layout: Shard, free: false },
            Self::Jsonld => files("jsonld", "jsonld", Shard),
            Self::Nquads => files("nquads", "nq", Shard),
        }
    }

    /// The name on the command line and in configuration files.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The folder in the corpus folder.
    pub fn folder(self) -> &'static str {
        self.facts().folder
    }

    /// The file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        self.facts().extension
    }

    /// The layout for a configured choice. Formats without a choice ignore it.
    pub fn layout(self, asked: Option<Layout>) -> Layout {
        let facts = self.facts();
        asked.filter(|_| facts.free).unwrap_or(facts.layout)
    }

    /// The name of the output of a shard in the format's folder: a file, or a folder of files.
    pub fn part(self, shard: u32, asked: Option<Layout>) -> String {
        // Five digits: names sort in the order of shards up to 400 million records.
        match self.layout(asked) {
            Layout::Document => format!("{shard:05}"),
            Layout::Shard => format!("part-{shard:05}.{}", self.extension()),
            Layout::Zip => format!("part-{shard:05}.zip"),
        }
    }

    /// Whether files are compressed with zstd.
    pub fn is_compressed(self) -> bool {
        self.extension().ends_with(".zst")
    }

    /// Whether its files hold complete rows that can be read back.
    pub fn is_of_rows(self) -> bool {
        matches!(self, Self::Parquet | Self::Jsonl)
    }

    /// Whether it needs the document tree and not only the row.
    pub fn is_of_documents(self) -> bool {
        // A format with a choice of layout writes documents; the others write rows. Of a stand-off row
        // the blocks of the document are told.
        self.facts().free || self == Self::Standoff
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_configuration_files() {
        for format in Format::ALL {
            let json = serde_json::to_string(&format).expect("serialises");
            assert_eq!(json, format!("\"{}\"", format.name()));
        }
    }
}
