//! The things that the crate names: persons, organisations, the licence, the program, files.

use scutch_folder::config::CorpusMetadata;
use scutch_folder::config::metadata::{Identifier, Maker};
use scutch_folder::inputs::Content;
use scutch_folder::manifest::{InputEntry, Manifest, OutputEntry};
use serde_json::{Value, json};

use super::{Entity, to};
use crate::citation::PROGRAM;
use crate::media;
use crate::publication::Publication;

/// The program in this version.
pub(super) const PROGRAM_ID: &str = PROGRAM;
/// Whom to ask.
pub(super) const CONTACT: &str = "#contact";

/// Ids of the makers: their ORCID iDs and ROR identifiers, else their numbers.
///
/// Numbers count from one, in the order in which the makers were written.
pub(super) fn maker_ids(metadata: &CorpusMetadata) -> Vec<String> {
    let id = |(number, maker): (usize, &Maker)| {
        let known = maker.orcid_url().or_else(|| maker.ror_url());
        known.unwrap_or_else(|| format!("#maker-{}", number + 1))
    };
    metadata.makers.iter().enumerate().map(id).collect()
}

/// Ids of the funders.
pub(super) fn funder_ids(metadata: &CorpusMetadata) -> Vec<String> {
    let funders = metadata.funders.iter().enumerate();
    let id = |number: usize| format!("#funder-{}", number + 1);
    funders.map(|(number, of)| of.ror_url().unwrap_or_else(|| id(number))).collect()
}

/// Id of the institution that publishes the corpus.
pub(super) fn institution_id(metadata: &CorpusMetadata) -> Option<String> {
    let institution = metadata.institution.as_ref()?;
    Some(institution.ror_url().unwrap_or_else(|| "#institution".to_owned()))
}

/// Persons and organisations, each once: an institution may be a maker or a funder, too.
pub(super) fn agents(metadata: &CorpusMetadata) -> Vec<Value> {
    let mut agents: Vec<Value> = Vec::new();
    let mut add = |agent: Value| {
        // In a crate each `@id` has one entity; the first says most.
        if !agents.iter().any(|known| known["@id"] == agent["@id"]) {
            agents.push(agent);
        }
    };
    let ids = maker_ids(metadata);
    for (number, (id, maker)) in ids.iter().zip(&metadata.makers).enumerate() {
        let affiliation =
            maker.affiliation.as_ref().map(|name| (format!("#affiliation-{}", number + 1), name));
        add(maker_entity(id, maker, affiliation.as_ref().map(|(id, _)| id.as_str())));
        if let Some((id, name)) = affiliation {
            add(organisation(&id, name));
        }
    }
    if let (Some(id), Some(institution)) = (institution_id(metadata), &metadata.institution) {
        add(organisation(&id, &institution.name));
    }
    for (id, funder) in funder_ids(metadata).iter().zip(&metadata.funders) {
        add(organisation(id, &funder.name));
    }
    if let Some(contact) = &metadata.contact {
        let key = if contact.contains("://") { "url" } else { "email" };
        let mut entity = entity(CONTACT, "ContactPoint", "Questions about the corpus");
        entity.insert("contactType".to_owned(), json!("customer service"));
        entity.insert(key.to_owned(), json!(contact));
        add(entity.into());
    }
    agents
}

/// A maker with role, affiliation and the address of an identifier.
fn maker_entity(id: &str, maker: &Maker, affiliation: Option<&str>) -> Value {
    let kind = if maker.is_person() { "Person" } else { "Organization" };
    let mut entity = entity(id, kind, &maker.spoken_name());
    if let Some((family, given)) = maker.family_given().filter(|_| maker.is_person()) {
        entity.insert("familyName".to_owned(), json!(family));
        entity.insert("givenName".to_owned(), json!(given));
    }
    let job = maker.role.responsibility();
    entity.insert("description".to_owned(), json!(format!("Role: {job}")));
    if let Some(affiliation) = affiliation {
        entity.insert("affiliation".to_owned(), to(affiliation));
    }
    // An ORCID or ROR address leads to a page; a number within the crate does not.
    if id.starts_with("https://") {
        entity.insert("url".to_owned(), json!(id));
    }
    entity.into()
}

/// An organisation; its ROR identifier, if it has one, is its id and its address.
fn organisation(id: &str, name: &str) -> Value {
    let mut entity = entity(id, "Organization", name);
    if id.starts_with("https://") {
        entity.insert("url".to_owned(), json!(id));
    }
    entity.into()
}

/// An entity of a type with a name.
fn entity(id: &str, kind: &str, name: &str) -> Entity {
    let pairs = [("@id", id), ("@type", kind), ("name", name)];
    pairs.map(|(key, value)| (key.to_owned(), json!(value))).into_iter().collect()
}

/// The persistent identifier of the corpus.
pub(super) fn identifier(pid: &Identifier) -> Value {
    json!({
        "@id": pid.url(),
        "@type": "PropertyValue",
        "name": format!("{} of the corpus", pid.kind.name()),
        "propertyID": pid.kind.name(),
        "value": pid.bare,
        "url": pid.url(),
    })
}

/// Id of the licence: its address, where it has one.
pub(super) fn licence_id(publication: &Publication<'_>) -> String {
    let availability = publication.metadata.availability.as_ref();
    let address = availability.and_then(|of| of.licence_url.clone());
    address.unwrap_or_else(|| "#licence".to_owned())
}

/// What one may do with the corpus.
///
/// Its description has the conditions in full: the name alone says nothing of the texts.
pub(super) fn licence(publication: &Publication<'_>) -> Value {
    let id = licence_id(publication);
    let availability = publication.metadata.availability.as_ref();
    let name = availability.and_then(|of| of.licence.as_deref()).unwrap_or("Conditions of use");
    let mut entity = entity(&id, "CreativeWork", name);
    entity.insert("description".to_owned(), json!(publication.rights().join(" ")));
    entity.into()
}

/// The program that made the corpus.
pub(super) fn program(publication: &Publication<'_>) -> Value {
    json!({
        "@id": PROGRAM_ID,
        "@type": "SoftwareApplication",
        "name": "scutch",
        "description": "Web archives in, clean and citable text corpora out.",
        "version": publication.version(),
        "softwareVersion": publication.manifest.tool,
        "url": PROGRAM,
    })
}

/// Id of an input. Archives are no part of the crate, so that their paths are no ids in it.
pub(super) fn input_id(number: usize) -> String {
    format!("#input-{}", number + 1)
}

/// An input, with its digest.
pub(super) fn input(number: usize, input: &InputEntry) -> Value {
    let table = matches!(input.content, Content::Table(_));
    let mut entity = entity(&input_id(number), "CreativeWork", &input.name);
    let mut put = |key: &str, value: Value| entity.insert(key.to_owned(), value);
    put("additionalType", json!(if table { "table of pages" } else { "web archive" }));
    if let Some(digest) = &input.digest {
        put("identifier", json!(format!("urn:sha256:{}", digest.sha256)));
        put("size", json!(format!("{} bytes", digest.size)));
    }
    if let Some(why) = &input.unreadable {
        put("description", json!(format!("Could not be read: {why}")));
    }
    entity.into()
}

/// Id of an output: its path, with a slash at the end of folders.
pub(super) fn output_id(output: &OutputEntry) -> String {
    format!("{}{}", output.path, if output.files.is_some() { "/" } else { "" })
}

/// An output: a file with its digest, or a folder of files.
pub(super) fn output(output: &OutputEntry, manifest: &Manifest) -> Value {
    // RO-Crate describes a folder as a `Dataset`.
    let kind = if output.files.is_some() { "Dataset" } else { "File" };
    let mut entity = entity(&output_id(output), kind, &output.path);
    let mut put = |key: &str, value: Value| entity.insert(key.to_owned(), value);
    let digest = &output.digest;
    let format = media::format_of(output, manifest);
    let what = match (format, output.files) {
        (Some(format), Some(files)) => format!(
            "Documents as {}: {files} files of {} bytes together. The sha256 of what `sha256sum *` writes in \
             the folder is {}.",
            format.name(),
            digest.size,
            digest.sha256
        ),
        (Some(format), None) => format!("Documents as {}", format.name()),
        (None, _) => "File that describes the corpus".to_owned(),
    };
    put("description", json!(what));
    if output.files.is_none() {
        // Sizes are texts in the context of RO-Crate.
        put("contentSize", json!(digest.size.to_string()));
        put("sha256", json!(digest.sha256));
        if let Some(media) = media::of_output(output, manifest) {
            put("encodingFormat", json!(media));
        }
    }
    entity.into()
}

/// A file that the manifest does not list while the crate is written.
pub(super) fn beside(name: &str, what: &str) -> Value {
    let mut entity = entity(name, "File", name);
    entity.insert("description".to_owned(), json!(what));
    if let Some(media) = media::media_type(name) {
        entity.insert("encodingFormat".to_owned(), json!(media));
    }
    entity.into()
}
