//! `metadata/dublin-core.xml`: the record in unqualified Dublin Core, as OAI-PMH carries it (`oai_dc`).
//!
//! Source of the rules: "Open Archives Initiative Protocol for Metadata Harvesting 2.0", and ISO 15836-1 for the
//! fifteen elements.

use scutch_folder::config::metadata::Role;
use scutch_plot::number::counted;

use crate::media;
use crate::publication::Publication;
use crate::xml::Xml;

/// Where a validator finds the schema of `oai_dc`.
const SCHEMA: &str =
    "http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd";

/// The name space of the elements.
pub(crate) const NAMESPACE: &str = "http://purl.org/dc/elements/1.1/";

/// Inputs that are named; catalogues show records whole.
const SOURCES: usize = 100;

/// The record.
pub(crate) fn render(publication: &Publication<'_>) -> String {
    let mut xml = Xml::new();
    xml.open(
        "oai_dc:dc",
        &[
            ("xmlns:oai_dc", "http://www.openarchives.org/OAI/2.0/oai_dc/"),
            ("xmlns:dc", NAMESPACE),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
            ("xsi:schemaLocation", SCHEMA),
        ],
    );
    elements(&mut xml, publication);
    xml.finish()
}

/// The elements of the record, within whatever holds them.
pub(crate) fn elements(xml: &mut Xml, publication: &Publication<'_>) {
    let metadata = publication.metadata;
    xml.text("dc:title", &[], &metadata.title);
    for maker in &metadata.makers {
        // Unqualified elements have no roles: only creators are set apart.
        let element = if maker.role == Role::Creator { "dc:creator" } else { "dc:contributor" };
        xml.text(element, &[], &maker.name);
    }
    metadata.keywords.iter().for_each(|word| xml.text("dc:subject", &[], word));
    publication.description().iter().for_each(|text| xml.text("dc:description", &[], text));
    xml.text("dc:publisher", &[], &publication.metadata.publisher());
    // The fifteen elements have none for funders.
    for funder in &metadata.funders {
        xml.text("dc:contributor", &[], &funder.name);
    }
    xml.text("dc:date", &[], &metadata.date);
    // Terms of the DCMI Type Vocabulary.
    xml.text("dc:type", &[], "Dataset");
    xml.text("dc:type", &[], "Text");
    let types = media::of_formats(publication.manifest);
    types.into_iter().for_each(|media| xml.text("dc:format", &[], media));
    // Dublin Core counts size and duration as format.
    publication.extents().iter().for_each(|extent| xml.text("dc:format", &[], extent));
    if let Some(pid) = metadata.pid() {
        xml.text("dc:identifier", &[], &pid.url());
    }
    let inputs = &publication.manifest.inputs;
    inputs.iter().take(SOURCES).for_each(|input| xml.text("dc:source", &[], &input.name));
    if let Some(more) = inputs.len().checked_sub(SOURCES).filter(|more| *more > 0) {
        let line = format!("{} named in run.json", counted(more as u64, "further input"));
        xml.text("dc:source", &[], &line);
    }
    publication.languages().into_iter().for_each(|tag| xml.text("dc:language", &[], tag));
    if let Some(period) = publication.period() {
        xml.text("dc:coverage", &[], &period);
    }
    let address = metadata.availability.as_ref().and_then(|of| of.licence_url.as_ref());
    address.into_iter().for_each(|address| xml.text("dc:rights", &[], address));
    publication.rights().iter().for_each(|sentence| xml.text("dc:rights", &[], sentence));
}
