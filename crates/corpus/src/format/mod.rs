//! The formats of a corpus. A format is a pure function of a row and its document; workers run it, and
//! the writers of [`crate::write`] put the pieces where they belong.

pub(crate) mod annotations;
mod conllu;
mod dolma;
mod elastic;
mod json;
mod oscar;
mod pages;
pub(crate) mod rows;
mod segment;
#[cfg(test)]
mod speed;
pub mod tei;
mod vertical;

use schemars::JsonSchema;
use scutch_page::Document;
use serde::{Deserialize, Serialize};

use self::annotations::{Annotations, Tagged, Unused};
use crate::config::Config;
use crate::derive::Rejection;
use crate::row::{Row, columns};

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
    /// JSON lines as Dolma has them.
    Dolma,
    /// JSON lines as OSCAR has them.
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
}

/// How documents lie in files.
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

/// What one needs to know of a format.
struct Facts {
    name: &'static str,
    folder: &'static str,
    extension: &'static str,
    /// The layout where none is asked for.
    layout: Layout,
    /// Whether another layout may be asked for.
    free: bool,
    write: Write,
}

/// How a document becomes a piece of a file.
#[derive(Clone, Copy)]
enum Write {
    /// By the writer, from many rows at once.
    Table,
    /// From the row alone.
    Row(fn(&Article<'_>, &Config) -> Vec<u8>),
    /// From the document.
    Document(fn(&Article<'_>) -> Result<String, Invalid>),
}

/// What a document is written from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Article<'a> {
    pub(crate) row: &'a Row,
    pub(crate) document: &'a Document,
    /// What a tagger says of it.
    pub(crate) tagged: Option<&'a Tagged>,
}

impl Article<'_> {
    /// The language tag, where the row has one.
    pub(crate) fn language(&self) -> Option<&str> {
        self.row.language.as_deref().and_then(tei::language)
    }
}

/// The rule that a document would break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invalid(pub(crate) String);

impl Format {
    /// Every format.
    pub const ALL: [Self; 12] = [
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
    ];

    #[rustfmt::skip] // a table reads as a table
    fn facts(self) -> Facts {
        use Layout::{Document, Shard};
        let lines = |name, folder, write| Facts {
            name, folder, extension: "jsonl.zst", layout: Shard, free: false, write: Write::Row(write),
        };
        let files = |name, extension, layout, write| Facts {
            name, folder: name, extension, layout, free: true, write: Write::Document(write),
        };
        match self {
            Self::Parquet => Facts { name: "parquet", folder: "docs", extension: "parquet", layout: Shard, free: false, write: Write::Table },
            Self::Jsonl => lines("jsonl", "docs", |article, config| rows::line(article.row, &columns(config))),
            Self::Dolma => lines("dolma", "dolma", dolma::line),
            Self::Oscar => lines("oscar", "oscar", oscar::line),
            Self::Elastic => lines("elastic", "elastic", elastic::lines),
            Self::Tei => files("tei", "xml", Document, tei::tei),
            Self::Markdown => files("markdown", "md", Document, pages::markdown),
            Self::Text => files("text", "txt", Document, pages::text),
            Self::Html => files("html", "html", Document, pages::html),
            Self::Json => files("json", "json", Document, json::json),
            Self::Vertical => files("vertical", "vert", Shard, vertical::vertical),
            Self::Conllu => files("conllu", "conllu", Shard, conllu::conllu),
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

    /// The ending of files.
    pub fn extension(self) -> &'static str {
        self.facts().extension
    }

    /// The layout, where `asked` is what the configuration wants.
    pub(crate) fn layout(self, asked: Option<Layout>) -> Layout {
        let facts = self.facts();
        asked.filter(|_| facts.free).unwrap_or(facts.layout)
    }

    /// The name of what a shard leaves in the folder of the format: a file, or a folder of files.
    pub(crate) fn part(self, shard: u32, asked: Option<Layout>) -> String {
        match self.layout(asked) {
            Layout::Document => format!("{shard:05}"),
            Layout::Shard => format!("part-{shard:05}.{}", self.extension()),
            Layout::Zip => format!("part-{shard:05}.zip"),
        }
    }

    /// Whether files are compressed with zstd.
    pub(crate) fn is_compressed(self) -> bool {
        self.extension().ends_with(".zst")
    }

    /// Whether its files hold whole rows, so that one can be read again from them.
    pub(crate) fn is_of_rows(self) -> bool {
        matches!(self, Self::Parquet | Self::Jsonl)
    }

    /// Whether it is written from the document and not from the row alone.
    pub(crate) fn is_of_documents(self) -> bool {
        matches!(self.facts().write, Write::Document(_))
    }

    /// What stands before and after the documents of a file that holds many.
    pub(crate) fn frame(self) -> (String, &'static str) {
        match self {
            Self::Tei => (tei::corpus_head(), tei::CORPUS_TAIL),
            _ => (String::new(), ""),
        }
    }
}

/// Reason id of a document that a format refuses.
pub(crate) const INVALID: &str = "format-invalid";

/// A document in one format.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    /// The name of its file, where it has its own.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// A document in every format asked for, in their order.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) pieces: Vec<Piece>,
    /// Whether annotations were merged, where there are any.
    pub(crate) annotated: Option<Result<(), Unused>>,
}

impl Written {
    /// # Errors
    /// With the rule that the document would break.
    pub(crate) fn new(
        row: &Row,
        document: &Document,
        config: &Config,
        annotations: Option<&Annotations>,
    ) -> Result<Self, Rejection> {
        let tagged = annotations.map(|annotations| annotations.of(&row.id, document));
        let (tagged, annotated) = match tagged {
            Some(Ok(tagged)) => (Some(tagged), Some(Ok(()))),
            Some(Err(why)) => (None, Some(Err(why))),
            None => (None, None),
        };
        let article = Article { row, document, tagged: tagged.as_ref() };
        let piece = |format: &Format| piece(*format, &article, config);
        let pieces = config.formats.iter().map(piece).collect::<Result<_, _>>()?;
        Ok(Self { pieces, annotated })
    }
}

fn piece(format: Format, article: &Article<'_>, config: &Config) -> Result<Piece, Rejection> {
    let facts = format.facts();
    let bytes = match facts.write {
        Write::Table => Vec::new(),
        Write::Row(write) => write(article, config),
        Write::Document(write) => {
            let mut text = write(article).map_err(|Invalid(rule)| Rejection {
                reason: INVALID,
                sentence: format!("As {} it would break a rule: {rule}.", facts.name),
            })?;
            if format == Format::Tei && format.layout(config.layout) != Layout::Shard {
                text.insert_str(0, tei::DECLARATION);
            }
            text.into_bytes()
        }
    };
    Ok(Piece { name: format!("{}.{}", article.row.id, facts.extension), bytes })
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
