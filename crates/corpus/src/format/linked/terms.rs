//! The vocabulary: namespaces, classes, properties and datatypes, as tables.

/// Prefixes with their namespaces.
pub(super) const NAMESPACES: [(&str, &str); 5] = [
    ("dcterms", "http://purl.org/dc/terms/"),
    ("oa", "http://www.w3.org/ns/oa#"),
    ("prov", "http://www.w3.org/ns/prov#"),
    // Not https: the context that Schema.org publishes has this form, too.
    ("schema", "http://schema.org/"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// The address of `rdf:type`.
pub(super) const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// Writes a name with a prefix in full.
pub(super) fn expanded(compact: &str) -> String {
    let (prefix, local) = compact.split_once(':').unwrap_or_default();
    let namespace = NAMESPACES.iter().find(|(known, _)| *known == prefix);
    format!("{}{local}", namespace.map_or("", |(_, namespace)| namespace))
}

/// A datatype, by its name with a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Datatype(pub(super) &'static str);

/// A property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Term {
    Headline,
    AlternativeHeadline,
    Name,
    Url,
    Author,
    Publisher,
    Creator,
    Column,
    DatePublished,
    DateModified,
    InLanguage,
    Keywords,
    Licence,
    Rights,
    WordCount,
    ExampleOfWork,
    PartOf,
    Sha256,
    Digest,
    EncodingFormat,
    Version,
    SoftwareVersion,
    Created,
    Source,
    Kind,
    Similarity,
    GeneratedAtTime,
    SpecializationOf,
    AlternateOf,
    DerivedFrom,
    GeneratedBy,
    Used,
    AssociatedWith,
    QualifiedAssociation,
    Agent,
    Plan,
    HasSource,
    HasSelector,
    RefinedBy,
    Start,
    End,
    HasTarget,
    HasBody,
    MotivatedBy,
    Identifier,
}

/// What stands behind a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    Literal,
    Iri,
}

/// All properties: the key in JSON-LD, the name with a prefix, what stands behind it.
#[rustfmt::skip] // a table reads as a table
const TERMS: [(Term, &str, &str, Range); 45] = [
    (Term::Headline, "headline", "schema:headline", Range::Literal),
    (Term::AlternativeHeadline, "alternativeHeadline", "schema:alternativeHeadline", Range::Literal),
    (Term::Name, "name", "schema:name", Range::Literal),
    (Term::Url, "url", "schema:url", Range::Iri),
    (Term::Author, "author", "schema:author", Range::Iri),
    (Term::Publisher, "publisher", "schema:publisher", Range::Iri),
    (Term::Creator, "creator", "schema:creator", Range::Iri),
    (Term::Column, "articleSection", "schema:articleSection", Range::Literal),
    (Term::DatePublished, "datePublished", "schema:datePublished", Range::Literal),
    (Term::DateModified, "dateModified", "schema:dateModified", Range::Literal),
    (Term::InLanguage, "inLanguage", "schema:inLanguage", Range::Literal),
    (Term::Keywords, "keywords", "schema:keywords", Range::Literal),
    (Term::Licence, "license", "schema:license", Range::Iri),
    (Term::Rights, "rights", "dcterms:rights", Range::Literal),
    (Term::WordCount, "wordCount", "schema:wordCount", Range::Literal),
    (Term::ExampleOfWork, "exampleOfWork", "schema:exampleOfWork", Range::Iri),
    (Term::PartOf, "isPartOf", "schema:isPartOf", Range::Iri),
    (Term::Sha256, "sha256", "schema:sha256", Range::Literal),
    (Term::Digest, "digest", "schema:identifier", Range::Literal),
    (Term::EncodingFormat, "encodingFormat", "schema:encodingFormat", Range::Literal),
    (Term::Version, "version", "schema:version", Range::Literal),
    (Term::SoftwareVersion, "softwareVersion", "schema:softwareVersion", Range::Literal),
    (Term::Created, "created", "dcterms:created", Range::Literal),
    (Term::Source, "source", "dcterms:source", Range::Iri),
    (Term::Kind, "kind", "dcterms:type", Range::Literal),
    (Term::Similarity, "value", "schema:value", Range::Literal),
    (Term::GeneratedAtTime, "generatedAtTime", "prov:generatedAtTime", Range::Literal),
    (Term::SpecializationOf, "specializationOf", "prov:specializationOf", Range::Iri),
    (Term::AlternateOf, "alternateOf", "prov:alternateOf", Range::Iri),
    (Term::DerivedFrom, "wasDerivedFrom", "prov:wasDerivedFrom", Range::Iri),
    (Term::GeneratedBy, "wasGeneratedBy", "prov:wasGeneratedBy", Range::Iri),
    (Term::Used, "used", "prov:used", Range::Iri),
    (Term::AssociatedWith, "wasAssociatedWith", "prov:wasAssociatedWith", Range::Iri),
    (Term::QualifiedAssociation, "qualifiedAssociation", "prov:qualifiedAssociation", Range::Iri),
    (Term::Agent, "agent", "prov:agent", Range::Iri),
    (Term::Plan, "hadPlan", "prov:hadPlan", Range::Iri),
    (Term::HasSource, "hasSource", "oa:hasSource", Range::Iri),
    (Term::HasSelector, "hasSelector", "oa:hasSelector", Range::Iri),
    (Term::RefinedBy, "refinedBy", "oa:refinedBy", Range::Iri),
    (Term::Start, "start", "oa:start", Range::Literal),
    (Term::End, "end", "oa:end", Range::Literal),
    (Term::HasTarget, "hasTarget", "oa:hasTarget", Range::Iri),
    (Term::HasBody, "hasBody", "oa:hasBody", Range::Iri),
    (Term::MotivatedBy, "motivatedBy", "oa:motivatedBy", Range::Iri),
    (Term::Identifier, "identifier", "dcterms:identifier", Range::Literal),
];

impl Term {
    /// The key in JSON-LD.
    pub(super) fn key(self) -> &'static str {
        TERMS[self as usize].1
    }

    /// The address of the property.
    pub(super) fn iri(self) -> String {
        expanded(TERMS[self as usize].2)
    }

    /// Keys, names with a prefix, and whether the value is an IRI: for all properties.
    pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
        TERMS.iter().map(|(_, key, name, range)| (*key, *name, *range == Range::Iri))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_terms_and_says_nothing_twice() {
        for (place, (term, ..)) in TERMS.iter().enumerate() {
            assert_eq!(*term as usize, place, "{term:?}");
        }
        let distinct = |values: Vec<&str>| values.iter().collect::<BTreeSet<_>>().len();
        assert_eq!(distinct(TERMS.map(|term| term.1).to_vec()), TERMS.len());
        assert_eq!(distinct(TERMS.map(|term| term.2).to_vec()), TERMS.len());
    }

    #[test]
    fn names_with_a_prefix_are_written_in_full() {
        assert_eq!(Term::Headline.iri(), "http://schema.org/headline");
        assert_eq!(expanded("xsd:gYear"), "http://www.w3.org/2001/XMLSchema#gYear");
        assert!(Term::all().all(|(_, name, _)| expanded(name).starts_with("http")));
    }
}
