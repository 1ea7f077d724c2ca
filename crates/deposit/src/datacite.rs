//! `metadata/datacite.xml`: the record for DataCite, Metadata Schema 4.6.
//!
//! Source of the rules: "DataCite Metadata Schema Documentation 4.6". An identifier that is not assigned yet
//! is `(:tba)`, by its appendix of standard values for unknown information.

use scutch_folder::config::metadata::{Identifier, IdentifierKind, Maker, Organisation, Role};

use crate::licence::spdx;
use crate::media;
use crate::publication::Publication;
use crate::xml::Xml;

/// The name space of version 4, which all its minor versions share.
const NAMESPACE: &str = "http://datacite.org/schema/kernel-4";
/// Where a validator finds the schema of exactly this version.
const SCHEMA: &str =
    "http://datacite.org/schema/kernel-4 https://schema.datacite.org/meta/kernel-4.6/metadata.xsd";

/// The record.
///
/// DataCite demands six properties: identifier, creators, titles, publisher, year and type.
pub(crate) fn render(publication: &Publication<'_>) -> String {
    let metadata = publication.metadata;
    let mut xml = Xml::new();
    xml.open(
        "resource",
        &[
            ("xmlns", NAMESPACE),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
            ("xsi:schemaLocation", SCHEMA),
        ],
    );
    let (doi, other) = match metadata.pid() {
        Some(pid) if pid.kind == IdentifierKind::Doi => (Some(pid), None),
        pid => (None, pid),
    };
    // The element is mandatory, even before a DOI is assigned.
    let doi = doi.as_ref().map_or("(:tba)", |pid| &pid.bare);
    xml.text("identifier", &[("identifierType", "DOI")], doi);
    makers(&mut xml, publication);
    xml.within("titles", &[], |xml| xml.text("title", &[], &metadata.title));
    publisher(&mut xml, publication);
    xml.text("publicationYear", &[], metadata.year());
    xml.text("resourceType", &[("resourceTypeGeneral", "Dataset")], "Text corpus");
    subjects(&mut xml, &metadata.keywords);
    dates(&mut xml, publication);
    // The schema has room for one language only.
    if let [language] = publication.languages()[..] {
        xml.text("language", &[], language);
    }
    alternate_identifier(&mut xml, other.as_ref());
    sizes_and_formats(&mut xml, publication);
    if let Some(edition) = &metadata.edition {
        xml.text("version", &[], edition);
    }
    rights(&mut xml, publication);
    descriptions(&mut xml, publication);
    funders(&mut xml, publication);
    xml.finish()
}

/// Creators, then contributors by what they did.
fn makers(xml: &mut Xml, publication: &Publication<'_>) {
    xml.within("creators", &[], |xml| {
        for maker in publication.metadata.creators() {
            xml.within("creator", &[], |xml| name(xml, "creatorName", maker));
        }
    });
    let others: Vec<_> =
        publication.metadata.makers.iter().filter(|maker| maker.role != Role::Creator).collect();
    if others.is_empty() {
        return;
    }
    xml.within("contributors", &[], |xml| {
        for maker in others {
            // The schema demands a type of every contributor.
            let kind = maker.role.contributor_type().unwrap_or("Other");
            xml.within("contributor", &[("contributorType", kind)], |xml| {
                name(xml, "contributorName", maker);
            });
        }
    });
}

/// The name of a maker, with identifiers and affiliation, in the order that the schema asks for.
fn name(xml: &mut Xml, element: &'static str, maker: &Maker) {
    // Readers of the record use the type to tell family names from names of institutions.
    let kind = if maker.is_person() { "Personal" } else { "Organizational" };
    xml.text(element, &[("nameType", kind)], &maker.name);
    if let Some((family, given)) = maker.family_given().filter(|_| maker.is_person()) {
        xml.text("givenName", &[], given);
        xml.text("familyName", &[], family);
    }
    let schemes = [
        (maker.orcid_url(), "ORCID", "https://orcid.org"),
        (maker.ror_url(), "ROR", "https://ror.org"),
    ];
    for (address, scheme, place) in schemes {
        if let Some(address) = address {
            let scheme = [("nameIdentifierScheme", scheme), ("schemeURI", place)];
            xml.text("nameIdentifier", &scheme, &address);
        }
    }
    if let Some(affiliation) = &maker.affiliation {
        xml.text("affiliation", &[], affiliation);
    }
}

/// The publisher, which is mandatory, with the ROR identifier of an institution.
fn publisher(xml: &mut Xml, publication: &Publication<'_>) {
    let institution = publication.metadata.institution.as_ref();
    let ror = institution.and_then(Organisation::ror_url);
    let name = publication.metadata.publisher();
    match ror {
        Some(ror) => {
            let scheme = [
                ("publisherIdentifier", ror.as_str()),
                ("publisherIdentifierScheme", "ROR"),
                ("schemeURI", "https://ror.org"),
            ];
            xml.text("publisher", &scheme, &name);
        }
        None => xml.text("publisher", &[], &name),
    }
}

/// Key words, if there are any.
fn subjects(xml: &mut Xml, keywords: &[String]) {
    if keywords.is_empty() {
        return;
    }
    xml.within("subjects", &[], |xml| {
        keywords.iter().for_each(|word| xml.text("subject", &[], word));
    });
}

/// A persistent identifier that is no DOI.
fn alternate_identifier(xml: &mut Xml, identifier: Option<&Identifier>) {
    let Some(pid) = identifier else { return };
    xml.within("alternateIdentifiers", &[], |xml| {
        let kind = [("alternateIdentifierType", pid.kind.name())];
        xml.text("alternateIdentifier", &kind, &pid.bare);
    });
}

/// How large the corpus is, and the media types of its files.
fn sizes_and_formats(xml: &mut Xml, publication: &Publication<'_>) {
    xml.within("sizes", &[], |xml| {
        publication.extents().iter().for_each(|extent| xml.text("size", &[], extent));
    });
    xml.within("formats", &[], |xml| {
        let types = media::of_formats(publication.manifest);
        types.into_iter().for_each(|media| xml.text("format", &[], media));
    });
}

/// Publication, the period that the pages are from, and the months of capture.
///
/// Period and capture differ: a page of 2005 may have been captured in 2019.
fn dates(xml: &mut Xml, publication: &Publication<'_>) {
    xml.within("dates", &[], |xml| {
        // The year above is mandatory but coarse: this has the month and the day, where given.
        xml.text("date", &[("dateType", "Issued")], &publication.metadata.date);
        if let Some(period) = publication.period() {
            xml.text("date", &[("dateType", "Coverage")], &period);
        }
        if let Some((first, last)) = publication.captured() {
            // A range by RKMS-ISO8601, as the schema wants it.
            let months = format!("{first}/{last}");
            let what = [("dateType", "Collected"), ("dateInformation", "months of capture")];
            xml.text("date", &what, &months);
        }
    });
}

/// The licence with its SPDX identifier, then conditions of use as sentences.
fn rights(xml: &mut Xml, publication: &Publication<'_>) {
    xml.within("rightsList", &[], |xml| {
        let availability = publication.metadata.availability.as_ref();
        let address = availability.and_then(|of| of.licence_url.as_deref());
        if let Some(address) = address {
            // The text of the element is the name of the licence, else its address.
            let named = availability.and_then(|of| of.licence.as_deref()).unwrap_or(address);
            let id = spdx(address);
            let mut attributes = vec![("rightsURI", address)];
            if let Some(id) = &id {
                attributes.push(("rightsIdentifier", id));
                attributes.push(("rightsIdentifierScheme", "SPDX"));
                attributes.push(("schemeURI", "https://spdx.org/licenses/"));
            }
            xml.text("rights", &attributes, named);
        }
        publication.rights().iter().for_each(|sentence| xml.text("rights", &[], sentence));
    });
}

/// Abstract, methods and extent, each as the type of description that DataCite has for it.
///
/// The schema has no element for a contact: it is a description of type `Other`.
fn descriptions(xml: &mut Xml, publication: &Publication<'_>) {
    xml.within("descriptions", &[], |xml| {
        let text = publication.description().join(" ");
        xml.text("description", &[("descriptionType", "Abstract")], &text);
        xml.text("description", &[("descriptionType", "Methods")], &publication.method());
        let technical = publication.size_sentence();
        xml.text("description", &[("descriptionType", "TechnicalInfo")], &technical);
        if let Some(contact) = &publication.metadata.contact {
            let names: Vec<String> =
                publication.metadata.creators().map(Maker::spoken_name).collect();
            let line = format!("Contact: {contact} ({}).", names.join(", "));
            xml.text("description", &[("descriptionType", "Other")], &line);
        }
    });
}

/// Who paid, with ROR identifier and number of the award where they are known.
fn funders(xml: &mut Xml, publication: &Publication<'_>) {
    // The property is optional: an empty list would only look like a loss.
    if publication.metadata.funders.is_empty() {
        return;
    }
    xml.within("fundingReferences", &[], |xml| {
        for funder in &publication.metadata.funders {
            xml.within("fundingReference", &[], |xml| {
                xml.text("funderName", &[], &funder.name);
                if let Some(ror) = funder.ror_url() {
                    let kind = [("funderIdentifierType", "ROR")];
                    xml.text("funderIdentifier", &kind, &ror);
                }
                if let Some(award) = &funder.award {
                    xml.text("awardNumber", &[], award);
                }
            });
        }
    });
}
