//! What TEI says of the corpus as a publication: in the header of every document, and in that of a file with
//! many documents.

use scutch_deposit::declared_status;
use scutch_folder::config::metadata::Maker;
use scutch_folder::config::{Config, CorpusMetadata};
use scutch_folder::manifest::tool;

use super::header::application;
use super::schema::El;
use super::xml::Xml;
use crate::format::article::Invalid;

/// Whose the rights in the texts are.
const TEXTS: &str = "Rights in a text are those of the page that it comes from; the description of its source has what the page says.";

/// The `teiHeader` of a file with many documents.
///
/// # Errors
/// With the rule of the schema that it breaks.
pub(super) fn header(corpus: &CorpusMetadata, config: &Config) -> Result<String, Invalid> {
    let mut xml = Xml::default();
    xml.open(El::TeiHeader);
    xml.line();
    xml.open(El::FileDesc);
    xml.open(El::TitleStmt);
    xml.element(El::Title, &[("type", "main")], &corpus.title);
    responsibilities(&mut xml, corpus);
    xml.close();
    xml.line();
    edition(&mut xml, corpus);
    publication(&mut xml, corpus, None);
    xml.line();
    xml.open(El::SourceDesc);
    xml.element(El::P, &[], "Archived web pages; each document names its source.");
    xml.close();
    xml.close();
    xml.line();
    encoding(&mut xml, corpus, config);
    xml.line();
    profile(&mut xml, corpus);
    xml.line();
    xml.close();
    xml.finish().map_err(Invalid)
}

/// Writes who paid for the corpus, and a `respStmt` for each maker.
pub(super) fn responsibilities(xml: &mut Xml, corpus: &CorpusMetadata) {
    for funder in &corpus.funders {
        let address = funder.ror_url().unwrap_or_default();
        let award = funder.award.as_ref().map_or(String::new(), |award| format!(", award {award}"));
        xml.element(El::Funder, &[("ref", &address)], &format!("{}{award}", funder.name));
    }
    for maker in &corpus.makers {
        xml.open(El::RespStmt);
        xml.element(El::Resp, &[], maker.role.responsibility());
        name(xml, maker);
        xml.close();
    }
}

fn name(xml: &mut Xml, maker: &Maker) {
    let address = maker.orcid_url().or_else(|| maker.ror_url()).unwrap_or_default();
    xml.open(if maker.is_person() { El::PersName } else { El::OrgName });
    // Without an address there is no attribute: an empty one is no pointer.
    xml.attribute("ref", &address);
    match maker.family_given().filter(|_| maker.is_person()) {
        Some((family, given)) => {
            xml.element(El::Forename, &[], given);
            xml.text(" ");
            xml.element(El::Surname, &[], family);
        }
        None => xml.text(&maker.name),
    }
    xml.close();
}

/// Writes `editionStmt`, where the edition has a name.
pub(super) fn edition(xml: &mut Xml, corpus: &CorpusMetadata) {
    if let Some(edition) = &corpus.edition {
        xml.open(El::EditionStmt);
        xml.element(El::Edition, &[("n", edition)], edition);
        xml.close();
        xml.line();
    }
}

/// Writes `publicationStmt`: who publishes the corpus and when, its identifiers and that of the document, and
/// what one may do with it.
pub(super) fn publication(xml: &mut Xml, corpus: &CorpusMetadata, document: Option<&str>) {
    xml.open(El::PublicationStmt);
    xml.element(El::Publisher, &[], &corpus.publisher());
    xml.element(El::Date, &[("type", "published"), ("when", &corpus.date)], &corpus.date);
    if let Some(pid) = corpus.pid() {
        xml.element(El::Idno, &[("type", pid.kind.name())], &pid.bare);
    }
    if let Some(id) = document {
        xml.element(El::Idno, &[("type", "scutch")], id);
    }
    let given = corpus.availability.clone().unwrap_or_default();
    xml.open(El::Availability);
    xml.attribute("status", declared_status(&given).name());
    // A licence without a name is called by its address.
    let licence = given.licence.as_ref().or(given.licence_url.as_ref());
    if let Some(licence) = licence {
        let address = given.licence_url.as_deref().unwrap_or_default();
        xml.element(El::Licence, &[("target", address)], licence);
    }
    given.statement.iter().for_each(|sentence| xml.element(El::P, &[], sentence));
    // Said in any case: no licence of a corpus covers what others wrote.
    xml.element(El::P, &[], TEXTS);
    xml.close();
    xml.close();
}

/// Writes `projectDesc`.
pub(super) fn project(xml: &mut Xml, paragraphs: &[String]) {
    xml.open(El::ProjectDesc);
    paragraphs.iter().for_each(|text| xml.element(El::P, &[], text));
    xml.close();
}

/// Writes `encodingDesc`: what the corpus is for, which pages became documents, and how.
fn encoding(xml: &mut Xml, corpus: &CorpusMetadata, config: &Config) {
    xml.open(El::EncodingDesc);
    let description: Vec<String> = corpus.paragraphs().collect();
    if !description.is_empty() {
        project(xml, &description);
    }
    xml.open(El::SamplingDecl);
    let scope = &config.scope;
    let lists = [
        ("types of records", &scope.record_types),
        ("statuses", &scope.statuses),
        ("media types", &scope.mimes),
    ];
    let lists = lists.map(|(what, values)| format!("{what} {}", values.join(", ")));
    let taken = format!("Captures of these kinds became documents: {}.", lists.join("; "));
    xml.element(El::P, &[], &taken);
    let counted =
        "The manifest of the corpus counts what was left out, with its reasons, and what was lost.";
    xml.element(El::P, &[], counted);
    xml.close();
    let how =
        format!("Made by {}; the sha256 of the configuration is {}.", tool(), config.digest());
    application(xml, &[how]);
    xml.close();
}

/// Writes `profileDesc`: the time that the pages are from, and languages.
fn profile(xml: &mut Xml, corpus: &CorpusMetadata) {
    xml.open(El::ProfileDesc);
    if let Some(period) = &corpus.period {
        xml.open(El::Creation);
        let (from, to) = (period.from.as_str(), period.to.as_str());
        let dates = [("type", "covered"), ("from", from), ("to", to)];
        xml.element(El::Date, &dates, &format!("{from} to {to}"));
        xml.close();
    }
    if !corpus.languages.is_empty() {
        xml.open(El::LangUsage);
        for tag in &corpus.languages {
            xml.element(El::Language, &[("ident", tag)], tag);
        }
        xml.close();
    }
    xml.close();
}
