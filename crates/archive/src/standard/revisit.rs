//! Revisits and their profiles (ISO 28500, section 6.7).

use super::finding::Finding;
use super::rules::Rule;
use super::uri;
use super::version::Version;
use crate::record::{Record, RecordKind};

/// What URIs of the standard's profiles begin with; a version and the name follow.
const PROFILES: &str = "http://netpreserve.org/warc/";
const IDENTICAL: &str = "identical-payload-digest";
const NOT_MODIFIED: &str = "server-not-modified";

/// Judges a revisit.
pub(super) fn judge(record: &Record<'_>, version: Version, findings: &mut Vec<Finding>) {
    if *record.kind() != RecordKind::Revisit {
        return;
    }
    if !names_original(record) {
        let detail = "there is neither WARC-Refers-To nor WARC-Refers-To-Target-URI with a date";
        findings.push(Finding::new(Rule::RevisitOriginal).detailed(detail));
    }
    let written = record.header("WARC-Profile").unwrap_or_default();
    let profile = uri::bracketed(written).unwrap_or(written);
    // What is no URI is named by the rule of its form.
    if uri::judge(profile).is_err() {
        return;
    }
    let found = |rule| Finding::of_field(rule, "WARC-Profile", written);
    let parts = profile.strip_prefix(PROFILES).and_then(|rest| rest.split_once("/revisit/"));
    let Some((of_version, name)) = parts.filter(|(_, n)| [IDENTICAL, NOT_MODIFIED].contains(n))
    else {
        findings.push(found(Rule::ProfileUnknown));
        return;
    };
    if of_version != version.number() && record.version() != format!("WARC/{of_version}") {
        findings.push(found(Rule::ProfileVersion));
    }
    if name == IDENTICAL {
        identical(record, findings);
    }
}

/// A revisit whose payload has the digest of an earlier one.
fn identical(record: &Record<'_>, findings: &mut Vec<Finding>) {
    if record.header("WARC-Payload-Digest").is_none_or(str::is_empty) {
        findings.push(Finding::new(Rule::RevisitDigest).detailed("WARC-Payload-Digest is missing"));
    }
    // A record without a block leaves out nothing that a reader could miss.
    let truncated =
        record.header("WARC-Truncated").is_some_and(|v| v.eq_ignore_ascii_case("length"));
    if !truncated && !record.block().is_empty() {
        let detail = "there is a block, but no WARC-Truncated: length";
        findings.push(Finding::new(Rule::RevisitTruncated).detailed(detail));
    }
}

/// True when the record says which one it is like.
fn names_original(record: &Record<'_>) -> bool {
    let has = |name| record.header(name).is_some_and(|value| !value.is_empty());
    has("WARC-Refers-To") || (has("WARC-Refers-To-Target-URI") && has("WARC-Refers-To-Date"))
}
