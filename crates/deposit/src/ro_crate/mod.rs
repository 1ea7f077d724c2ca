//! `ro-crate-metadata.json`: the corpus as an RO-Crate 1.2, with its run by the profile Process Run Crate 0.5:
//! inputs, program and outputs of an action.
//!
//! Source of the rules: "RO-Crate Metadata Specification 1.2" and "Process Run Crate 0.5". The action has no
//! `endTime`, which the profile recommends: the record would change from day to day.

mod entities;

use scutch_folder::config::metadata::{CorpusMetadata, Maker, Role};
use scutch_folder::manifest::Manifest;
use scutch_folder::names::{
    CITATION, DATACITE, DATASHEET, DUBLIN_CORE, MANIFEST, METS, REPORT, RO_CRATE,
};
use serde_json::{Map, Value, json};

use self::entities::{agents, input, licence, output, program};
use crate::publication::Publication;

/// Vocabularies: that of RO-Crate, and that of runs, which has `sha256`.
const CONTEXT: [&str; 2] =
    ["https://w3id.org/ro/crate/1.2/context", "https://w3id.org/ro/terms/workflow-run/context"];
/// The version of RO-Crate that the crate conforms to.
const SPECIFICATION: &str = "https://w3id.org/ro/crate/1.2";
/// The profile for runs of a program whose steps are not described.
const PROFILE: &str = "https://w3id.org/ro/wfrun/process/0.5";
/// Id of the run.
const ACTION: &str = "#run";
/// Id of the configuration, one of the objects of the run.
const CONFIGURATION: &str = "#configuration";

/// Files that the manifest does not list while the crate is written: the other records, the manifest itself, and
/// the report.
const BESIDE: [(&str, &str); 7] = [
    (CITATION, "How to cite the corpus"),
    (DATACITE, "The record for DataCite"),
    (DATASHEET, "How the corpus came about, and what it lacks"),
    (DUBLIN_CORE, "The record in Dublin Core"),
    (MANIFEST, "The manifest: configuration, inputs, outputs with digests, counts"),
    (METS, "The record in METS"),
    (REPORT, "The report: what is in the corpus"),
];

/// An object of JSON-LD.
pub(crate) type Entity = Map<String, Value>;

/// The file.
pub(crate) fn render(publication: &Publication<'_>) -> String {
    let manifest = publication.manifest;
    let mut graph: Vec<Value> = vec![descriptor(), root(publication).into(), profile()];
    graph.extend(agents(publication.metadata));
    graph.push(licence(publication));
    graph.extend(publication.metadata.pid().map(|pid| entities::identifier(&pid)));
    graph.push(program(publication));
    graph.push(action(publication).into());
    graph.push(json!({
        "@id": CONFIGURATION,
        "@type": "PropertyValue",
        "name": "sha256 of the configuration",
        "value": manifest.config.digest(),
    }));
    graph.extend(manifest.inputs.iter().enumerate().map(|(number, of)| input(number, of)));
    graph.extend(manifest.outputs.iter().map(|of| output(of, manifest)));
    graph.extend(BESIDE.into_iter().map(|(name, what)| entities::beside(name, what)));
    let text = serde_json::to_string_pretty(&json!({ "@context": CONTEXT, "@graph": graph }));
    // Values of strings and maps always have a text.
    text.unwrap_or_default() + "\n"
}

/// A list of values; one alone stands without a list, as the specification recommends.
fn one_or_many(mut values: Vec<Value>) -> Value {
    if values.len() == 1 { values.remove(0) } else { Value::Array(values) }
}

/// A reference to an entity.
pub(crate) fn to(id: &str) -> Value {
    json!({ "@id": id })
}

/// The entity for this file, which leads a reader to the root.
fn descriptor() -> Value {
    json!({
        "@id": RO_CRATE,
        "@type": "CreativeWork",
        "about": to("./"),
        "conformsTo": to(SPECIFICATION),
    })
}

/// The entity of the profile, which the root conforms to.
fn profile() -> Value {
    json!({
        "@id": PROFILE,
        "@type": ["CreativeWork", "Profile"],
        "name": "Process Run Crate",
        "version": "0.5",
    })
}

/// The corpus.
fn root(publication: &Publication<'_>) -> Entity {
    let metadata = publication.metadata;
    let mut root = Entity::new();
    let mut put = |key: &str, value: Value| root.insert(key.to_owned(), value);
    put("@id", json!("./"));
    put("@type", json!("Dataset"));
    put("conformsTo", to(PROFILE));
    put("name", json!(metadata.title));
    put("description", json!(publication.description().join("\n\n")));
    put("datePublished", json!(metadata.date));
    put("license", to(&entities::licence_id(publication)));
    add_people(&mut root, metadata);
    add_optional(&mut root, publication);
    let mut put = |key: &str, value: Value| root.insert(key.to_owned(), value);
    // The profile wants the root to mention each action.
    put("mentions", to(ACTION));
    put("hasPart", files(publication.manifest).collect());
    root
}

/// Adds who made the corpus, who publishes it, and who paid.
fn add_people(root: &mut Entity, metadata: &CorpusMetadata) {
    let mut put = |key: &str, value: Value| root.insert(key.to_owned(), value);
    let ids = entities::maker_ids(metadata);
    let makers = ids.iter().zip(&metadata.makers);
    let is_creator = |(_, maker): &(&String, &Maker)| maker.role == Role::Creator;
    let (creators, others): (Vec<_>, Vec<_>) = makers.partition(is_creator);
    let creators: Vec<Value> = creators.iter().map(|(id, _)| to(id)).collect();
    put("author", one_or_many(creators.clone()));
    if !others.is_empty() {
        put("contributor", one_or_many(others.iter().map(|(id, _)| to(id)).collect()));
    }
    let publisher = match entities::institution_id(metadata) {
        Some(id) => vec![to(&id)],
        // Without an institution the creators publish.
        None => creators,
    };
    put("publisher", one_or_many(publisher));
    let funders = entities::funder_ids(metadata);
    if !funders.is_empty() {
        put("funder", one_or_many(funders.iter().map(|id| to(id)).collect()));
    }
}

/// Adds the properties that a corpus may lack.
fn add_optional(root: &mut Entity, publication: &Publication<'_>) {
    let metadata = publication.metadata;
    let mut put = |key: &str, value: Value| root.insert(key.to_owned(), value);
    if let Some(pid) = metadata.pid() {
        put("identifier", to(&pid.url()));
    }
    if let Some(edition) = &metadata.edition {
        put("version", json!(edition));
    }
    if !metadata.keywords.is_empty() {
        put("keywords", one_or_many(metadata.keywords.iter().map(|word| json!(word)).collect()));
    }
    if let Some(period) = publication.period() {
        put("temporalCoverage", json!(period));
    }
    let languages = publication.languages();
    if !languages.is_empty() {
        put("inLanguage", one_or_many(languages.iter().map(|tag| json!(tag)).collect()));
    }
    if metadata.contact.is_some() {
        put("contactPoint", to(entities::CONTACT));
    }
}

/// All files of the corpus.
fn files(manifest: &Manifest) -> impl Iterator<Item = Value> {
    let listed = manifest.outputs.iter().map(|output| to(&entities::output_id(output)));
    listed.chain(BESIDE.into_iter().map(|(name, _)| to(name)))
}

/// The run: inputs, program, outputs.
fn action(publication: &Publication<'_>) -> Entity {
    let manifest = publication.manifest;
    let inputs = (0..manifest.inputs.len()).map(|number| to(&entities::input_id(number)));
    let objects: Vec<Value> = inputs.chain([to(CONFIGURATION)]).collect();
    let results: Vec<Value> = files(manifest).collect();
    let ids = entities::maker_ids(publication.metadata);
    let mut makers = ids.iter().zip(&publication.metadata.makers);
    let agent = makers.find(|(_, maker)| maker.role == Role::Creator).map(|(id, _)| to(id));
    let action = json!({
        "@id": ACTION,
        "@type": "CreateAction",
        "name": format!("Making of {}", publication.metadata.title),
        "description": publication.method(),
        "instrument": to(entities::PROGRAM_ID),
        "agent": agent,
        "object": objects,
        "result": results,
        "actionStatus": "http://schema.org/CompletedActionStatus",
    });
    match action {
        Value::Object(action) => action,
        _ => Entity::new(),
    }
}
