//! What makes a record conform to the standard, as far as its bytes show it.
//!
//! A step changes one thing, and notes it. What no byte shows is never made up: a record without
//! a readable date is left out, one without a field that its type demands becomes a record of a
//! type that readers pass over.

use super::change::{Change, ChangeReason};
use super::draft::{Draft, VERSION};
use super::{dates, uri};
use crate::record::{Record, RecordKind};

/// Versions that stay as they are.
const KNOWN: [&str; 4] = ["WARC/1.0", "WARC/1.1", "WARC/0.18", "WARC/0.17"];
/// The one field that may stand several times (ISO 28500, section 4).
const MANY: &str = "WARC-Concurrent-To";
/// Prefix of a type that readers pass over.
const EXTENDED: &str = "incomplete-";

/// What to change so that a rule of the standard holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The field that breaks the rule, or that is missing.
    pub field: String,
    /// Whether it is missing.
    pub missing: bool,
}

/// Makes the changes that need no rules beyond those of records in general. False where no date can
/// be read.
pub(super) fn mend(draft: &mut Draft, record: &Record<'_>, is_short: bool) -> bool {
    version(draft);
    kind(draft, record);
    id(draft);
    repeated(draft);
    forbidden(draft);
    if is_short {
        // Digests of a whole block or payload do not hold for a part of it.
        draft.drop_fields(ChangeReason::Truncated, |name, _| is_digest(name));
        draft.change(ChangeReason::Truncated, "WARC-Truncated", "unspecified");
    }
    length(draft, record);
    date(draft, record)
}

pub(super) fn is_digest(name: &str) -> bool {
    name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("WARC-"))
        && name.to_ascii_lowercase().ends_with("-digest")
}

fn version(draft: &mut Draft) {
    if !KNOWN.contains(&draft.version.as_str()) {
        let was = std::mem::replace(&mut draft.version, VERSION.to_owned());
        draft.changes.push(Change::new(ChangeReason::Version, "", &was, VERSION));
    }
}

/// The type that fields and block show, where none is named.
fn kind(draft: &mut Draft, record: &Record<'_>) {
    if !record.kind().name().is_empty() {
        return;
    }
    let media = record.header("Content-Type").unwrap_or_default().to_ascii_lowercase();
    let is_response = media.contains("msgtype=response") || record.block().starts_with(b"HTTP/");
    let has_uri = record.target_uri().is_some();
    let kind = if has_uri && is_response {
        "response"
    } else if has_uri && media.contains("msgtype=request") {
        "request"
    } else if has_uri {
        "resource"
    } else {
        // It demands least.
        "metadata"
    };
    draft.change(ChangeReason::TypeInferred, "WARC-Type", kind);
}

fn id(draft: &mut Draft) {
    let id = draft.get("WARC-Record-ID").unwrap_or_default().to_owned();
    if uri::is_bracketed(&id) {
        return;
    }
    let bare = id.trim_matches(['<', '>', ' ', '\t']);
    if uri::is_absolute(bare) {
        draft.change(ChangeReason::IdBracketed, "WARC-Record-ID", &format!("<{bare}>"));
    } else {
        draft.change(ChangeReason::IdMade, "WARC-Record-ID", "");
    }
}

fn repeated(draft: &mut Draft) {
    let mut seen: Vec<String> = Vec::new();
    draft.drop_fields(ChangeReason::FieldRepeated, |name, _| {
        let name = name.to_ascii_lowercase();
        let of_standard = name.starts_with("warc-") || name.starts_with("content-");
        if !of_standard || name.eq_ignore_ascii_case(MANY) {
            return false;
        }
        let known = seen.contains(&name);
        seen.push(name);
        known
    });
}

/// A warcinfo describes a file, not something on the Web (ISO 28500, section 5.14).
fn forbidden(draft: &mut Draft) {
    if draft.get("WARC-Type").is_some_and(|kind| kind.eq_ignore_ascii_case("warcinfo")) {
        let is_forbidden = |name: &str| name.eq_ignore_ascii_case("WARC-Target-URI");
        draft.drop_fields(ChangeReason::FieldDropped, |name, _| is_forbidden(name));
    }
}

fn length(draft: &mut Draft, record: &Record<'_>) {
    let found = record.extent().block.to_string();
    if draft.get("Content-Length") != Some(found.as_str()) {
        draft.change(ChangeReason::LengthWritten, "Content-Length", &found);
    }
}

/// Dates in a form of the standard are never rewritten.
fn date(draft: &mut Draft, record: &Record<'_>) -> bool {
    if draft.get("WARC-Date").is_some_and(dates::is_w3c) {
        return true;
    }
    let Some((date, from)) = dates::reread(record) else {
        let was = draft.get("WARC-Date").unwrap_or_default().to_owned();
        draft.changes.push(Change::new(ChangeReason::DateUnreadable, "WARC-Date", &was, ""));
        return false;
    };
    let reason = match from {
        dates::ReadFrom::OtherForm => ChangeReason::DateRewritten,
        dates::ReadFrom::Beginning => ChangeReason::DateShortened,
        dates::ReadFrom::HttpDate => ChangeReason::DateFromHttp,
    };
    draft.change(reason, "WARC-Date", &date);
    // Fractions and shorter dates came with 1.1 (ISO 28500:2017, section 5.4).
    if date.len() != "2024-07-15T17:28:00Z".len() {
        newest(draft);
    }
    true
}

/// Version 1.1, which allows more.
fn newest(draft: &mut Draft) {
    if draft.version != VERSION {
        let was = std::mem::replace(&mut draft.version, VERSION.to_owned());
        draft.changes.push(Change::new(ChangeReason::Version, "", &was, VERSION));
    }
}

/// Changes what a rule of the standard objects to. False where nothing can be done.
pub(super) fn answer(draft: &mut Draft, problem: &Problem) -> bool {
    let Problem { field, missing } = problem;
    let value = draft.get(field).map(str::to_owned);
    match value {
        None if *missing => extend(draft),
        None => false,
        // A date of a later version, an id of its own.
        Some(date) if field.eq_ignore_ascii_case("WARC-Date") => {
            let old = draft.version != VERSION && dates::is_w3c(&date);
            newest(draft);
            old
        }
        Some(_) if field.eq_ignore_ascii_case("WARC-Type") => extend(draft),
        Some(uri) if field.eq_ignore_ascii_case("WARC-Target-URI") => uri_again(draft, &uri),
        Some(_) if field.eq_ignore_ascii_case("Content-Length") => false,
        Some(_) => {
            draft.drop_fields(ChangeReason::FieldDropped, |name, _| {
                name.eq_ignore_ascii_case(field)
            });
            true
        }
    }
}

/// A URI that breaks a rule: without brackets, then escaped, then not at all.
fn uri_again(draft: &mut Draft, uri: &str) -> bool {
    let better = uri::escaped(uri.trim().trim_start_matches('<').trim_end_matches('>'));
    if better != uri && uri::is_absolute(&better) {
        draft.change(ChangeReason::UriEncoded, "WARC-Target-URI", &better);
    } else {
        let name = "WARC-Target-URI";
        draft.drop_fields(ChangeReason::FieldDropped, |known, _| known.eq_ignore_ascii_case(name));
    }
    true
}

/// Gives a record that lacks what its type demands a type that readers pass over.
fn extend(draft: &mut Draft) -> bool {
    let kind = draft.get("WARC-Type").unwrap_or_default().trim().to_ascii_lowercase();
    if matches!(RecordKind::from_name(&kind), RecordKind::Other(_)) && kind.starts_with(EXTENDED) {
        return false;
    }
    let kind: String = kind.chars().filter(char::is_ascii_alphanumeric).collect();
    let kind = format!("{EXTENDED}{kind}");
    draft.change(ChangeReason::TypeExtended, "WARC-Type", kind.trim_end_matches('-'));
    true
}
