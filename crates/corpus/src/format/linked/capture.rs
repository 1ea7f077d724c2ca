//! Where a version comes from: the capture, its record in an archive file, and how scutch made the text of it.

use serde_json::Value as Json;

use super::describe::Description;
use super::graph::{Node, Value};
use super::literal::{date, instant};
use super::terms::Term;

/// What is known of a capture: that of the row, or of a later page of its article.
struct Capture<'a> {
    url: &'a str,
    warc_date: Option<&'a str>,
    /// Milliseconds since 1970, where the row has them.
    time: Option<i64>,
    file: &'a str,
    offset: u64,
    /// Bytes of the record's member; unknown of later pages.
    length: Option<u64>,
    inner_offset: u64,
    record_id: Option<&'a str>,
    payload_digest: &'a str,
}

/// Adds captures and derivation to the graph, and links to them to the version.
pub(super) fn derivation(description: &mut Description<'_>, version: Node) -> Node {
    let row = description.row;
    let own = Capture {
        url: &row.url,
        warc_date: row.warc_date.as_deref(),
        time: row.timestamp,
        file: &row.warc_file,
        offset: row.warc_offset,
        length: Some(row.warc_length),
        inner_offset: row.inner_offset,
        record_id: row.warc_record_id.as_deref(),
        payload_digest: &row.payload_digest,
    };
    let node = capture(description, &row.id, &own)
        .text(Term::Digest, row.archive_digest.as_deref().unwrap_or_default())
        .text(Term::EncodingFormat, row.mime.as_deref().unwrap_or_default())
        .text(Term::Identifier, row.pwid.as_deref().unwrap_or_default());
    let mut captures = vec![description.graph.add(node)];
    // The row itself is page 1.
    for (page, number) in row.pages.iter().flatten().zip(2_usize..) {
        let node = capture(description, &format!("{}-{number}", row.id), &later(page));
        captures.push(description.graph.add(node));
    }
    let version = captures.iter().fold(version, |node, name| node.link(Term::DerivedFrom, name));
    let activity = extraction(description, &captures);
    version.link(Term::GeneratedBy, &activity)
}

/// A later page of the article, as the column `pages_json` has it.
fn later(page: &Json) -> Capture<'_> {
    let text = |key: &str| page[key].as_str();
    let number = |key: &str| page[key].as_u64().unwrap_or_default();
    Capture {
        url: text("url").unwrap_or_default(),
        warc_date: text("warc_date"),
        time: None,
        file: text("warc_file").unwrap_or_default(),
        offset: number("warc_offset"),
        length: None,
        inner_offset: number("inner_offset"),
        record_id: text("warc_record_id"),
        payload_digest: text("payload_digest").unwrap_or_default(),
    }
}

/// A capture with its record. `id` is the id of its row, and for later pages their number.
fn capture(description: &mut Description<'_>, id: &str, of: &Capture<'_>) -> Node {
    let time = captured(of);
    // PROV wants an instant: a date that is less precise is none.
    let at = time
        .clone()
        .filter(|time| matches!(time, Value::Typed(_, kind) if kind.0 == "xsd:dateTime"));
    // A digest of another algorithm has no property: an empty text is not written.
    let sha256 = of.payload_digest.strip_prefix("sha256:").unwrap_or_default();
    let record = record(description, id, of);
    Node::new(&description.names.of_row("capture", id), &["schema:MediaObject", "prov:Entity"])
        .address(Term::Url, of.url)
        .maybe(Term::Created, time)
        .maybe(Term::GeneratedAtTime, at)
        .text(Term::Sha256, sha256)
        .link(Term::Source, &record)
}

/// The time of a capture, as precise as the archive has it. ARC files write it as 14 digits.
fn captured(of: &Capture<'_>) -> Option<Value> {
    let as_written = of.warc_date.and_then(date);
    as_written.or_else(|| of.time.and_then(instant))
}

/// The record: bytes of an archive file.
fn record(description: &mut Description<'_>, id: &str, of: &Capture<'_>) -> String {
    let names = &description.names;
    let file = Node::new(&names.node("file", &[of.file]), &["schema:MediaObject", "prov:Entity"]);
    let file = file.text(Term::Name, of.file);
    let record = Node::new(&names.of_row("record", id), &["oa:SpecificResource"])
        .text(Term::Identifier, of.record_id.unwrap_or_default());
    // A member may hold several records: the second selector counts its bytes once they are inflated.
    let outer = (of.offset, of.length.map(|length| of.offset.saturating_add(length)));
    let selector = Node::new(&names.of_row("bytes", id), &["oa:DataPositionSelector"])
        .with(Term::Start, Value::Whole(outer.0))
        .maybe(Term::End, outer.1.map(Value::Whole));
    let inner = (of.inner_offset > 0).then(|| {
        Node::new(&names.of_row("inner-bytes", id), &["oa:DataPositionSelector"])
            .with(Term::Start, Value::Whole(of.inner_offset))
    });
    let graph = &mut description.graph;
    let inner = inner.map(|inner| Value::Iri(graph.add(inner)));
    let selector = graph.add(selector.maybe(Term::RefinedBy, inner));
    let file = graph.add(file);
    graph.add(record.link(Term::HasSource, &file).link(Term::HasSelector, &selector))
}

/// The extraction: scutch made the text of the captures, by a method.
fn extraction(description: &mut Description<'_>, captures: &[String]) -> String {
    let (row, names) = (description.row, &description.names);
    let version = env!("CARGO_PKG_VERSION");
    let tool = Node::new(
        &names.node("tool", &[version]),
        &["schema:SoftwareApplication", "prov:SoftwareAgent"],
    )
    .text(Term::Name, "scutch")
    .text(Term::SoftwareVersion, version);
    let method = Node::new(&names.node("method", &[&row.extractor]), &["prov:Plan"])
        .text(Term::Name, &row.extractor);
    let association =
        Node::new(&names.node("association", &[version, &row.extractor]), &["prov:Association"])
            .link(Term::Agent, &tool.name)
            .link(Term::Plan, &method.name);
    let activity = Node::new(&names.of_row("extraction", &row.id), &["prov:Activity"])
        .link(Term::AssociatedWith, &tool.name)
        .link(Term::QualifiedAssociation, &association.name);
    let activity = captures.iter().fold(activity, |node, name| node.link(Term::Used, name));
    let graph = &mut description.graph;
    for node in [tool, method, association] {
        graph.add(node);
    }
    graph.add(activity)
}
