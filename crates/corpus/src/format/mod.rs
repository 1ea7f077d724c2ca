//! The formats of a corpus.
//!
//! A format is a pure function of a row and its document. Workers call it; the writers in
//! [`crate::write`] put the pieces into files.

pub(crate) mod annotations;
pub(crate) mod article;
mod conllu;
mod csv;
mod dolma;
mod elastic;
mod emphasis;
mod file_name;
mod json;
pub(crate) mod linked;
mod marks;
mod oscar;
mod pages;
#[cfg(test)]
mod speed;
mod standoff;
mod tei;
pub(crate) mod vertical;

use scutch_folder::config::{Config, Format, Layout};
use scutch_folder::merkle::Hash;
use scutch_folder::reasons::{FORMAT_INVALID, Unmerged};
use scutch_segment::Segmented;

use self::annotations::Annotations;
use self::article::{Article, Invalid, Piece};
pub(crate) use self::file_name::{file_name, file_of, id_of};
pub(crate) use self::standoff::text_digest;
use crate::row::columns;
use crate::row::digest::digest_of_row;
use crate::row::json::JsonLine;
use crate::stages::opened::{Draft, Rejection};

/// How a format writes a document.
#[derive(Clone, Copy)]
enum Write {
    /// The writer converts many rows at once.
    Table,
    /// From the row only.
    Row(fn(&Article<'_>, &JsonLine) -> Vec<u8>),
    /// From the document tree.
    Document(fn(&Article<'_>) -> Result<String, Invalid>),
}

#[rustfmt::skip] // a table reads as a table
fn writer(format: Format) -> Write {
    match format {
        Format::Parquet => Write::Table,
        Format::Jsonl => Write::Row(|_, line| line.bytes().to_vec()),
        Format::Dolma => Write::Row(dolma::line),
        Format::Oscar => Write::Row(oscar::line),
        Format::Elastic => Write::Row(elastic::lines),
        Format::Standoff => Write::Row(standoff::line),
        Format::Csv => Write::Row(csv::record),
        Format::Jsonld => Write::Row(linked::json_ld),
        Format::Nquads => Write::Row(linked::n_quads),
        Format::Tei => Write::Document(tei::tei),
        Format::Markdown => Write::Document(pages::markdown),
        Format::Text => Write::Document(pages::text),
        Format::Html => Write::Document(pages::html),
        Format::Json => Write::Document(json::json),
        Format::Vertical => Write::Document(vertical::vertical),
        Format::Conllu => Write::Document(conllu::conllu),
    }
}

/// The start and the end of a file with many documents.
pub(crate) type Frame = (String, &'static str);

/// The frame of a format.
///
/// # Errors
/// The rule that the start violates.
pub(crate) fn frame(format: Format, config: &Config) -> Result<Frame, Invalid> {
    match format {
        Format::Tei => Ok((tei::corpus_head(config)?, tei::CORPUS_TAIL)),
        Format::Csv => Ok((csv::header(config), "")),
        Format::Jsonld => Ok((linked::json_ld_head(), linked::JSON_LD_TAIL)),
        _ => Ok((String::new(), "")),
    }
}

/// A document in each configured format, in their order.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) pieces: Vec<Piece>,
    /// Whether annotations were merged, if there are any.
    pub(crate) annotated: Option<Result<(), Unmerged>>,
    /// The digest of its row, which does not depend on its id.
    pub(crate) digest: Hash,
}

impl Written {
    /// Writes a document in each configured format.
    ///
    /// # Errors
    /// The rule that the document violates.
    pub(crate) fn new(
        draft: &Draft,
        config: &Config,
        annotations: Option<&Annotations>,
    ) -> Result<Self, Rejection> {
        let Draft { row, facts, document, .. } = draft;
        let segmented = Segmented::new(document, row.language.as_deref());
        let tagged = annotations.map(|annotations| annotations.for_document(&row.id, &segmented));
        // A document without annotations is written plainly and counted.
        let (tagged, annotated) = match tagged {
            Some(Ok(tagged)) => (Some(tagged), Some(Ok(()))),
            Some(Err(why)) => (None, Some(Err(why))),
            None => (None, None),
        };
        let (segmented, tagged) = (&segmented, tagged.as_ref());
        let corpus = config.corpus.as_ref();
        let article = Article { row, facts, document, segmented, tagged, corpus };
        let line = JsonLine::new(row, &columns(config));
        // The first format that refuses ends the document: all formats hold the same documents.
        let piece = |format: &Format| piece(*format, &article, &line, config);
        let pieces = config.formats.iter().map(piece).collect::<Result<_, _>>()?;
        Ok(Self { pieces, annotated, digest: digest_of_row(&line) })
    }
}

fn piece(
    format: Format,
    article: &Article<'_>,
    line: &JsonLine,
    config: &Config,
) -> Result<Piece, Rejection> {
    let bytes = match writer(format) {
        // Parquet stores columns: its writer takes rows and has no use for a piece of one.
        Write::Table => Vec::new(),
        // A file with many documents has one context, in its frame.
        Write::Row(write) if format == Format::Jsonld => {
            linked::json_ld_piece(&write(article, line), format.layout(config.layout))
        }
        Write::Row(write) => write(article, line),
        Write::Document(write) => {
            let mut text = write(article).map_err(|Invalid(rule)| Rejection {
                reason: FORMAT_INVALID,
                sentence: format!("As {} it would break a rule: {rule}.", format.name()),
            })?;
            // A file with many documents has one declaration, in its frame.
            if format == Format::Tei && format.layout(config.layout) != Layout::Shard {
                text.insert_str(0, tei::DECLARATION);
            }
            text.into_bytes()
        }
    };
    Ok(Piece { name: file_name(article.row, format, config.file_names), bytes })
}

#[cfg(test)]
mod tests;
