//! What a TEI file says about its text: title, source, dates, rights, language, and the same as
//! Schema.org. All of it is in the row; nothing of the day or the machine is.

use jiff::Timestamp;

use super::schema::El;
use super::values::fitting;
use super::xml::Xml;
use crate::format::article::Article;
use crate::row::Row;

/// Part of the addresses of licences under which a text is free.
const FREE_LICENCES: &str = "creativecommons.org/";

/// Writes the `teiHeader` of a document.
pub(super) fn header(xml: &mut Xml, article: &Article<'_>) {
    let row = article.row;
    xml.open(El::TeiHeader);
    xml.line();
    file(xml, article);
    xml.line();
    encoding(xml, row);
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
    xml.close();
    xml.line();
    xml.open(El::Extent);
    for (unit, count) in [("words", row.n_words), ("characters", row.n_chars)] {
        xml.element(El::Measure, &[("unit", unit), ("quantity", &count.to_string())], "");
    }
    xml.close();
    xml.line();
    xml.open(El::PublicationStmt);
    xml.element(El::Publisher, &[], &publisher(row));
    xml.element(El::Idno, &[("type", "scutch")], &row.id);
    rights(xml, row, article.facts.accessible_for_free);
    xml.close();
    xml.line();
    xml.open(El::SourceDesc);
    source(xml, row);
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

/// Writes `availability`. `free` only for licences that are known to be free.
fn rights(xml: &mut Xml, row: &Row, accessible_for_free: Option<bool>) {
    xml.open(El::Availability);
    let free = row.licence.as_deref().is_some_and(|licence| licence.contains(FREE_LICENCES));
    let status = match accessible_for_free {
        // A page that declares paid access is not free, whatever licence it names.
        Some(false) => "restricted",
        _ if free => "free",
        _ => "unknown",
    };
    xml.attribute("status", status);
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

/// Writes `sourceDesc`: the page and its capture.
fn source(xml: &mut Xml, row: &Row) {
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
    xml.close();
}

/// Writes `encodingDesc`: the method that extracted the text.
fn encoding(xml: &mut Xml, row: &Row) {
    xml.open(El::EncodingDesc);
    xml.open(El::AppInfo);
    xml.open(El::Application);
    xml.attribute("ident", "scutch");
    xml.attribute("version", env!("CARGO_PKG_VERSION"));
    xml.element(El::Label, &[], "scutch");
    let charset = row.charset.as_deref().unwrap_or("unknown");
    let how = format!("Text by {}; charset {charset}.", row.extractor);
    xml.element(El::P, &[], &how);
    // `application`, `appInfo` and `encodingDesc`.
    for _ in 0..3 {
        xml.close();
    }
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
