//! What a TEI file says about its text: title, source, dates, rights, language, and the same as
//! Schema.org. All of it is in the row; nothing of the day or the machine is.

use jiff::Timestamp;
use scutch_deposit::Licence;
use scutch_folder::config::metadata::Status;
use serde_json::Value;

use super::corpus;
use super::schema::El;
use super::values::fitting;
use super::xml::Xml;
use crate::format::article::Article;
use crate::row::Row;

/// Writes the `teiHeader` of a document.
pub(super) fn header(xml: &mut Xml, article: &Article<'_>) {
    let row = article.row;
    xml.open(El::TeiHeader);
    xml.line();
    file(xml, article);
    xml.line();
    encoding(xml, article);
    xml.line();
    profile(xml, article);
    if let Some(schema) = &row.schema {
        xml.line();
        xml.element(El::XenoData, &[("type", "application/ld+json")], &schema.to_string());
    }
    xml.line();
    xml.close();
}

/// Writes `fileDesc`: title, extent, rights, source.
fn file(xml: &mut Xml, article: &Article<'_>) {
    let row = article.row;
    xml.open(El::FileDesc);
    xml.open(El::TitleStmt);
    titles(xml, row);
    if let Some(corpus) = article.corpus {
        corpus::responsibilities(xml, corpus);
    }
    xml.close();
    xml.line();
    if let Some(corpus) = article.corpus {
        corpus::edition(xml, corpus);
    }
    xml.open(El::Extent);
    for (unit, count) in [("words", row.n_words), ("characters", row.n_chars)] {
        xml.element(El::Measure, &[("unit", unit), ("quantity", &count.to_string())], "");
    }
    xml.close();
    xml.line();
    let free = article.facts.accessible_for_free;
    match article.corpus {
        Some(corpus) => corpus::publication(xml, corpus, Some(&row.id)),
        None => {
            xml.open(El::PublicationStmt);
            xml.element(El::Publisher, &[], &publisher(row));
            xml.element(El::Idno, &[("type", "scutch")], &row.id);
            rights(xml, row, free);
            xml.close();
        }
    }
    xml.line();
    xml.open(El::SourceDesc);
    // Who publishes the corpus and what the page allows are two statements: the latter is of the source.
    source(xml, row, article.corpus.map(|_| free));
    let later = row.pages.iter().flatten();
    later.zip(2_usize..).for_each(|(page, number)| later_page(xml, row, page, number));
    xml.close();
    xml.close();
}

/// A title is demanded; the address stands for one that is not known.
fn titles(xml: &mut Xml, row: &Row) {
    let title = row.title.as_deref().unwrap_or(&row.url);
    xml.element(El::Title, &[("type", "main")], title);
    if let Some(subtitle) = &row.subtitle {
        xml.element(El::Title, &[("type", "sub")], subtitle);
    }
    for author in &row.authors {
        xml.element(El::Author, &[], author);
    }
}

/// The publisher. TEI requires one, so the site or the host stands in.
fn publisher(row: &Row) -> String {
    let named = row.publisher.clone().or_else(|| row.site.clone());
    named.or_else(|| scutch_url::host(&row.url)).unwrap_or_else(|| row.url.clone())
}

/// Writes `availability`: `free` and `restricted` only for statements whose meaning is known.
fn rights(xml: &mut Xml, row: &Row, accessible_for_free: Option<bool>) {
    xml.open(El::Availability);
    let licence = row.licence.as_deref().and_then(Licence::read);
    let status = match accessible_for_free {
        // A page that declares paid access is not free, whatever licence it names.
        Some(false) => Status::Restricted,
        _ => licence.map_or(Status::Unknown, |licence| licence.status),
    };
    xml.attribute("status", status.name());
    match &row.licence {
        // Only URLs can be targets. Names such as `CC BY` stay text.
        Some(licence) if licence.contains("://") => {
            xml.element(El::Licence, &[("target", licence)], licence);
        }
        Some(licence) => xml.element(El::Licence, &[], licence),
        None => xml.element(El::P, &[], "The page names no licence."),
    }
    xml.close();
}

/// Writes `sourceDesc`: the page and its capture. With `with_rights`, what the page says of them, too: whether it
/// declares free access.
fn source(xml: &mut Xml, row: &Row, with_rights: Option<Option<bool>>) {
    xml.open(El::Bibl);
    titles(xml, row);
    xml.element(El::Publisher, &[], &publisher(row));
    let captured = row.timestamp.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let captured = captured.map(|time| time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
    let dates = [
        ("published", &row.date_published),
        ("modified", &row.date_modified),
        ("captured", &captured),
    ];
    for (kind, date) in dates {
        if let Some(date) = date {
            xml.element(El::Date, &[("type", kind), ("when", date)], date);
        }
    }
    xml.element(El::Ref, &[("target", &row.url)], &row.url);
    let numbers = [
        ("canonical", &row.canonical_url),
        ("pwid", &row.pwid),
        ("warc-record", &row.warc_record_id),
        ("payload", &Some(row.payload_digest.clone())),
    ];
    for (kind, number) in numbers {
        if let Some(number) = number {
            xml.element(El::Idno, &[("type", kind)], number);
        }
    }
    if let Some(free) = with_rights {
        rights(xml, row, free);
    }
    xml.close();
}

/// Writes a later page of the article as a source of its own: its address, when it was captured, its record
/// and the digest of its content.
fn later_page(xml: &mut Xml, row: &Row, page: &Value, number: usize) {
    let text = |key: &str| page[key].as_str();
    xml.open(El::Bibl);
    xml.attribute("n", &number.to_string());
    xml.element(El::Title, &[("type", "main")], row.title.as_deref().unwrap_or(&row.url));
    if let Some(date) = text("warc_date") {
        xml.element(El::Date, &[("type", "captured"), ("when", date)], date);
    }
    if let Some(url) = text("url") {
        xml.element(El::Ref, &[("target", url)], url);
    }
    for (kind, key) in [("warc-record", "warc_record_id"), ("payload", "payload_digest")] {
        if let Some(number) = text(key) {
            xml.element(El::Idno, &[("type", kind)], number);
        }
    }
    xml.close();
}

/// Writes `encodingDesc`: the method that extracted the text.
fn encoding(xml: &mut Xml, article: &Article<'_>) {
    let row = article.row;
    xml.open(El::EncodingDesc);
    if let Some(corpus) = article.corpus {
        corpus::project(xml, &[format!("A document of the corpus: {}", corpus.title)]);
    }
    let charset = row.charset.as_deref().unwrap_or("unknown");
    application(xml, &[format!("Text by {}; charset {charset}.", row.extractor)]);
    xml.close();
}

/// Writes `appInfo`: the program in its version, and what it did.
pub(super) fn application(xml: &mut Xml, how: &[String]) {
    xml.open(El::AppInfo);
    xml.open(El::Application);
    xml.attribute("ident", "scutch");
    xml.attribute("version", env!("CARGO_PKG_VERSION"));
    xml.element(El::Label, &[], "scutch");
    how.iter().for_each(|sentence| xml.element(El::P, &[], sentence));
    xml.close();
    xml.close();
}

/// Writes `profileDesc`: language and keywords.
fn profile(xml: &mut Xml, article: &Article<'_>) {
    let row = article.row;
    xml.open(El::ProfileDesc);
    if let Some(language) = article.language() {
        xml.open(El::LangUsage);
        xml.element(El::Language, &[("ident", language)], language);
        xml.close();
    }
    // As a list of one, so that sections and keywords are written alike.
    let section = row.section.iter().cloned().collect::<Vec<_>>();
    let lists = [("section", &section), ("keywords", &row.keywords)];
    if lists.iter().any(|(_, terms)| !terms.is_empty()) {
        xml.open(El::TextClass);
        for (name, terms) in lists.iter().filter(|(_, terms)| !terms.is_empty()) {
            xml.open(El::Keywords);
            xml.attribute("n", name);
            terms.iter().for_each(|term| xml.element(El::Term, &[], term));
            xml.close();
        }
        xml.close();
    }
    xml.close();
}

/// The tag, where it is one.
fn language(tag: &str) -> Option<&str> {
    fitting(super::schema::Value::Language, tag).is_some().then_some(tag)
}

impl Article<'_> {
    /// The language tag, where the row has one.
    pub(crate) fn language(&self) -> Option<&str> {
        self.row.language.as_deref().and_then(language)
    }
}
