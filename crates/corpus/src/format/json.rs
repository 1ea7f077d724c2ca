//! A document as a JSON object: the row without its text, and the blocks.

use scutch_page::BlockKind;
use scutch_page::document::{Frame, Leaf, Mark, Part};
use serde_json::{Map, Value, json};

use crate::format::article::{Article, Invalid};
use crate::row::json::JsonRow;
use crate::row::{COLUMNS, Column};

/// Columns that are not copied: the text is in the blocks, and the other two are objects here.
const APART: &[&str] = &["text", "metadata_json", "schema_json"];

/// The object of a document.
pub(super) fn json(article: &Article<'_>) -> Result<String, Invalid> {
    let row = article.row;
    let copied = COLUMNS.iter().filter(|column| !APART.contains(&column.name));
    // All columns but the texts, so that nothing of the row is lost.
    let columns: Vec<&'static Column> = copied.collect();
    let mut object = match JsonRow(row, &columns).to_value() {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    // As objects, so that readers need not parse JSON inside of JSON.
    object.insert("metadata".to_owned(), json!(row.metadata));
    object.insert("schema".to_owned(), json!(row.schema));
    let document = article.document;
    object.insert("blocks".to_owned(), document.parts.iter().filter_map(part).collect());
    // Most pages have no comments. An empty list in each document would only add bytes.
    if !document.comments.is_empty() {
        object.insert("comments".to_owned(), document.comments.iter().filter_map(part).collect());
    }
    Ok(format!("{}\n", Value::Object(object)))
}

/// A part as JSON; sources are in editions only. Frames are flat, as in the document: `open` and `close` name them.
fn part(part: &Part) -> Option<Value> {
    Some(match part {
        Part::Open(frame) => {
            let mut open = json!({ "open": name(*frame) });
            match frame {
                Frame::Item(Some(number)) => open["number"] = json!(number),
                Frame::List(Some(numbering)) => {
                    open["number"] = json!(numbering.start);
                    open["style"] = json!(numbering.style.name());
                    open["reversed"] = json!(numbering.reversed);
                }
                _ => {}
            }
            open
        }
        Part::Close(frame) => json!({ "close": name(*frame) }),
        Part::Source(_) => return None,
        Part::Leaf(leaf) => block(leaf),
        Part::Table(rows) => {
            let cell = |cell: &scutch_page::document::Cell| {
                let blocks: Vec<Value> = cell.leaves.iter().map(block).collect();
                json!({ "header": cell.header, "blocks": blocks })
            };
            let rows: Vec<Vec<Value>> =
                rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            json!({ "type": "table", "rows": rows })
        }
    })
}

/// The name of a frame.
fn name(frame: Frame) -> &'static str {
    match frame {
        Frame::Quote => "quote",
        Frame::List(_) => "list",
        Frame::Item(_) => "item",
        Frame::Definitions => "definitions",
        Frame::Term => "term",
        Frame::Description => "description",
        Frame::Figure => "figure",
        Frame::Box => "box",
        Frame::Note => "note",
    }
}

/// A block as JSON. Offsets of marks are bytes of the text.
fn block(leaf: &Leaf) -> Value {
    let mut block = json!({ "type": leaf.kind.name(), "text": leaf.text });
    if let BlockKind::Heading(level) = leaf.kind {
        block["level"] = json!(level);
    }
    if let Some(language) = &leaf.language {
        block["language"] = json!(language);
    }
    if !leaf.marks.is_empty() {
        let marks = leaf.marks.iter().map(|marked| {
            let (kind, address) = kind(&marked.mark);
            let mut mark = json!({ "start": marked.start, "end": marked.end, "type": kind });
            if let Some(address) = address {
                mark["address"] = json!(address);
            }
            match &marked.mark {
                Mark::Picture(picture) => {
                    mark["alt"] = json!(picture.alt);
                    if let Some(link) = &picture.link {
                        mark["link"] = json!(link);
                    }
                }
                Mark::Abbreviation(title) => mark["title"] = json!(title),
                Mark::Formula { displayed } => mark["displayed"] = json!(displayed),
                _ => {}
            }
            mark
        });
        block["marks"] = marks.collect();
    }
    block
}

/// The name of a mark and its URL, if it has one.
fn kind(mark: &Mark) -> (&'static str, Option<&str>) {
    match mark {
        Mark::Link(address) => ("link", Some(address)),
        Mark::Strong => ("strong", None),
        Mark::Emphasis => ("emphasis", None),
        Mark::Code => ("code", None),
        Mark::Deleted => ("deleted", None),
        Mark::Sub => ("sub", None),
        Mark::Sup => ("sup", None),
        Mark::Inserted => ("inserted", None),
        Mark::Highlighted => ("highlighted", None),
        Mark::Abbreviation(_) => ("abbreviation", None),
        Mark::Formula { .. } => ("formula", None),
        Mark::Picture(picture) => ("picture", Some(&picture.source)),
        Mark::Media { source, .. } => ("media", Some(source)),
        // Only `Leaf::edited` puts these among the others, for TEI.
        Mark::Editorial(_) => ("editorial", None),
    }
}
