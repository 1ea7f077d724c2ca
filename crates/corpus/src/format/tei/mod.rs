//! TEI P5: a document with its description, valid by construction.
//!
//! What is written is our own subset of TEI (`schema/tei-scutch.rng` and `.odd`, made from the table in `schema`),
//! checked while it is written: a document that would break a rule is refused with that rule.

mod body;
mod corpus;
mod editorial;
mod header;
mod inline;
#[cfg(test)]
mod odd;
#[cfg(test)]
mod relaxng;
mod schema;
mod table;
mod values;
mod words;
mod xml;

use self::schema::El;
use self::xml::Xml;
use crate::format::article::{Article, Invalid};
use scutch_folder::config::Config;

/// What stands before the first element of a file.
pub(crate) const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
/// The name space, on the outermost element.
const NAMESPACE: &str = " xmlns=\"http://www.tei-c.org/ns/1.0\"";

/// One document as a `TEI` element with its name space.
///
/// # Errors
/// With the rule of the schema that it breaks.
pub(crate) fn tei(article: &Article<'_>) -> Result<String, Invalid> {
    let mut xml = Xml::default();
    xml.open(El::Tei);
    xml.raw(NAMESPACE);
    // With a letter in front: row ids may begin with a digit, XML names may not.
    xml.attribute("xml:id", &format!("d{}", article.row.id));
    xml.line();
    header::header(&mut xml, article);
    xml.line();
    xml.open(El::Text);
    if let Some(language) = article.language() {
        xml.attribute("xml:lang", language);
    }
    xml.open(El::Body);
    // Bodies of figures alone are none; divisions of them are.
    let document = article.document;
    let mut number = 0;
    let mut tagged = article.tagged.map_or(&[][..], |tagged| &tagged.leaves).iter();
    for (kind, parts) in [("article", &document.parts), ("comments", &document.comments)] {
        // The first division is written even if it is empty: `body` requires one.
        if kind == "article" || !parts.is_empty() {
            xml.open(El::Div);
            xml.attribute("type", kind);
            number = body::body(&mut xml, &article.row.id, parts, number, &mut tagged);
            xml.line();
            xml.close();
        }
    }
    for _ in 0..2 {
        xml.line();
        xml.close();
    }
    xml.line();
    xml.close();
    xml.line();
    xml.finish().map_err(Invalid)
}

/// The start of a file with many documents: the header of the corpus.
///
/// # Errors
/// With the rule of the schema that it breaks.
pub(crate) fn corpus_head(config: &Config) -> Result<String, Invalid> {
    let header = match &config.corpus {
        Some(metadata) => corpus::header(metadata, config)?,
        None => PLAIN_HEADER.to_owned(),
    };
    Ok(format!("{DECLARATION}<teiCorpus{NAMESPACE}>\n{header}\n"))
}

/// The header of a corpus of which nobody said anything.
const PLAIN_HEADER: &str = "<teiHeader><fileDesc><titleStmt><title>Web corpus</title></titleStmt><publicationStmt>\
    <publisher>scutch</publisher></publicationStmt><sourceDesc><p>Archived web pages; each document names its \
    source.</p></sourceDesc></fileDesc></teiHeader>";

/// The end of a file with many documents.
pub(crate) const CORPUS_TAIL: &str = "</teiCorpus>\n";

#[cfg(test)]
mod tests;
