//! The fields of the standard: who needs them, who must not have them, and what their values look
//! like (ISO 28500, section 5).

mod forms;
mod table;

use super::finding::Finding;
use super::rules::Rule;
use super::version::Version;
use crate::cause::Cause;
use crate::record::Record;
use table::{CONCURRENT_TO, FIELDS, Field};

/// Fields of extensions that their documents allow to be repeated (warc-specifications,
/// WARC-Protocol and WARC-Cipher-Suite).
const REPEATABLE: [&str; 2] = ["WARC-Protocol", "WARC-Cipher-Suite"];

/// Judges all fields of a record.
pub(super) fn judge(record: &Record<'_>, version: Version, findings: &mut Vec<Finding>) {
    let mut seen = [0_u32; FIELDS.len()];
    let mut extensions = Vec::new();
    for (name, value) in record.headers() {
        let known = FIELDS.iter().position(|field| field.name.eq_ignore_ascii_case(name));
        let Some(at) = known.filter(|at| FIELDS[*at].since <= version) else {
            extensions.push(name);
            continue;
        };
        seen[at] += 1;
        let field = &FIELDS[at];
        if seen[at] == 1 {
            first(field, value, record, version, findings);
        } else if field.name == CONCURRENT_TO {
            malformed(field, value, version, findings);
        } else if seen[at] == 2 && !is_conflict(field, record) {
            findings.push(Finding::of_field(Rule::FieldRepeated, field.name, value));
        }
    }
    for (field, seen) in FIELDS.iter().zip(seen) {
        if seen == 0 && field.since <= version {
            missing(field, record, findings);
        }
    }
    repeated_extensions(extensions, findings);
}

/// The reader has said that lengths differ.
fn is_conflict(field: &Field, record: &Record<'_>) -> bool {
    field.name == "Content-Length"
        && record.faults().iter().any(|fault| fault.cause == Cause::ContentLengthConflict)
}

/// The first field of its name.
fn first(
    field: &Field,
    value: &str,
    record: &Record<'_>,
    version: Version,
    findings: &mut Vec<Finding>,
) {
    if let Some((rule, types)) = field.forbidden
        && types.have(record.kind())
    {
        let detail = format!("the record is of type {}", record.kind().name());
        findings.push(Finding::of_field(rule, field.name, value).detailed(detail));
    }
    // A field without a value says as little as a missing one.
    match value.is_empty() && demanded(field, record).is_some() {
        true => missing(field, record, findings),
        false => malformed(field, value, version, findings),
    }
}

fn demanded(field: &Field, record: &Record<'_>) -> Option<Rule> {
    field.missing.filter(|(_, types)| types.have(record.kind())).map(|(rule, _)| rule)
}

fn missing(field: &Field, record: &Record<'_>, findings: &mut Vec<Finding>) {
    let named = |rule| Finding { field: Some(field.name.to_owned()), ..Finding::new(rule) };
    let found = |rule| named(rule).detailed("it is missing or empty");
    findings.extend(demanded(field, record).map(found));
}

fn malformed(field: &Field, value: &str, version: Version, findings: &mut Vec<Finding>) {
    // Control characters are reported once, by the rule about them.
    if value.bytes().any(|b| b.is_ascii_control() && b != b'\t') {
        return;
    }
    let Some((rule, detail)) = (field.form)(value, version) else { return };
    // Ids of a record may be thousands, and one says what is wrong with them.
    if !findings.iter().any(|found| found.rule == Some(rule) && rule == Rule::ConcurrentToForm) {
        findings.push(Finding::of_field(rule, field.name, value).detailed(detail));
    }
}

fn repeated_extensions(mut names: Vec<&str>, findings: &mut Vec<Finding>) {
    names.retain(|name| !REPEATABLE.iter().any(|known| known.eq_ignore_ascii_case(name)));
    names.sort_by_cached_key(|name| name.to_ascii_lowercase());
    // One of a record's says what is wrong with the others.
    let pair = names.windows(2).find(|pair| pair[0].eq_ignore_ascii_case(pair[1]));
    let found =
        |name| Finding { field: Some(String::from(name)), ..Finding::new(Rule::ExtensionRepeated) };
    findings.extend(pair.map(|pair| found(pair[0]).detailed("it stands there twice")));
}
