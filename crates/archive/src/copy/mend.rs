//! What makes a record conform to the standard, as far as its bytes show it.
//!
//! A step changes one thing, and notes it. What no byte shows is never made up: a record without
//! a readable date is left out, one without a field that its type demands becomes a record of a
//! type that readers pass over.

use super::change::{Change, ChangeReason};
use super::draft::{Draft, VERSION};
use super::objection::Objection;
use super::{dates, uri};
use crate::record::Record;

/// Versions that stay as they are.
const KNOWN: [&str; 4] = ["WARC/1.0", "WARC/1.1", "WARC/0.18", "WARC/0.17"];
/// The one field that may stand several times (ISO 28500, section 4).
const MANY: &str = "WARC-Concurrent-To";
/// Prefix of a type that readers pass over.
const EXTENDED: &str = "incomplete-";
/// The type that demands least.
const LEAST: &str = "metadata";

/// Makes the changes that need no rules beyond those of records in general. False where no date can
/// be read.
pub(super) fn mend(draft: &mut Draft, record: &Record<'_>, is_short: bool) -> bool {
    version(draft);
    repeated(draft);
    kind(draft, record);
    id(draft);
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
        LEAST
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

/// The first value that has the form of the standard stays, else the first.
fn repeated(draft: &mut Draft) {
    for (name, is_sound) in
        [("WARC-Date", dates::is_w3c as fn(&str) -> bool), ("WARC-Record-ID", uri::is_bracketed)]
    {
        let is_it = |field: &(String, String)| field.0.eq_ignore_ascii_case(name);
        let first = draft.fields.iter().position(is_it);
        let sound = draft.fields.iter().position(|field| is_it(field) && is_sound(&field.1));
        if let (Some(first), Some(sound)) = (first, sound) {
            draft.fields.swap(first, sound);
        }
    }
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
pub(super) fn answer(draft: &mut Draft, objection: &Objection) -> bool {
    let name = match objection {
        Objection::Missing(name) if name.eq_ignore_ascii_case("WARC-Date") => return false,
        Objection::Missing(_) => return extend(draft),
        Objection::Field(name) => name,
        // A header that is a draft is written well already.
        Objection::Written(_) | Objection::Other(_) => return false,
    };
    let Some(value) = draft.get(name).map(str::to_owned) else { return drop_misnamed(draft) };
    match name.to_ascii_lowercase().as_str() {
        "content-length" | "warc-record-id" => false,
        "warc-type" => extend(draft),
        "warc-target-uri" => uri_again(draft, &value),
        "warc-date" => {
            // A date of a later version than that of the record.
            let is_newer = draft.version != VERSION && dates::is_w3c(&value);
            newest(draft);
            is_newer
        }
        // What the standard demands of the scheme dns (ISO 28500, section 6.4.4).
        "content-type" if is_dns(draft) && value != "text/dns" => {
            draft.change(ChangeReason::FieldDropped, "Content-Type", "text/dns");
            true
        }
        _ => {
            draft.drop_fields(ChangeReason::FieldDropped, |known, _| {
                known.eq_ignore_ascii_case(name)
            });
            true
        }
    }
}

/// Leaves out fields whose names are no tokens: findings show such names escaped.
fn drop_misnamed(draft: &mut Draft) -> bool {
    let before = draft.fields.len();
    let is_token = |name: &str| {
        let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        !name.is_empty() && name.bytes().all(token)
    };
    draft.drop_fields(ChangeReason::FieldDropped, |name, _| !is_token(name));
    draft.fields.len() < before
}

fn is_dns(draft: &Draft) -> bool {
    draft.get("WARC-Target-URI").is_some_and(|uri| uri.to_ascii_lowercase().starts_with("dns:"))
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

/// Gives a record that lacks what its type demands another one: one that readers pass over, then
/// one that demands least.
fn extend(draft: &mut Draft) -> bool {
    let kind = draft.get("WARC-Type").unwrap_or_default().trim().to_ascii_lowercase();
    if kind == LEAST {
        return false;
    }
    let is_extended = kind.starts_with(EXTENDED);
    let plain: String = kind.chars().filter(char::is_ascii_alphanumeric).collect();
    let kind = if is_extended || plain.is_empty() {
        LEAST.to_owned()
    } else {
        format!("{EXTENDED}{plain}")
    };
    draft.change(ChangeReason::TypeExtended, "WARC-Type", &kind);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(fields: &[(&str, &str)]) -> Draft {
        let fields = fields.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        Draft { version: "WARC/1.0".to_owned(), fields, changes: Vec::new(), block: None }
    }

    #[test]
    fn objections_are_answered_once_and_then_given_up() {
        let field = |name: &str| Objection::Field(name.to_owned());
        let missing = Objection::Missing("WARC-Target-URI".to_owned());
        let mut record = draft(&[("WARC-Type", "response"), ("WARC-Date", "2020")]);
        for expected in ["incomplete-response", "metadata"] {
            assert!(answer(&mut record, &missing));
            assert_eq!(record.get("WARC-Type"), Some(expected));
        }
        assert!(!answer(&mut record, &missing));
        assert!(answer(&mut record, &field("warc-date")), "the version allows it now");
        assert_eq!((record.version.as_str(), record.get("WARC-Date")), (VERSION, Some("2020")));
        assert!(!answer(&mut record, &field("WARC-Date")));
        let mut record = draft(&[("WARC-Target-URI", "<http://a.example/b c>"), ("X", "y")]);
        assert!(answer(&mut record, &field("WARC-Target-URI")));
        assert_eq!(record.get("WARC-Target-URI"), Some("http://a.example/b%20c"));
        assert!(answer(&mut record, &field("WARC-Target-URI")));
        assert_eq!(record.get("WARC-Target-URI"), None);
        assert!(answer(&mut record, &field("x")) && record.fields.is_empty());
        assert!(!answer(&mut record, &field("x")));
        assert_eq!(record.changes.len(), 3, "{:?}", record.changes);
        let mut record = draft(&[("A\u{a0}B", "1"), ("C", "2")]);
        assert!(answer(&mut record, &field("A\\u{a0}B")));
        assert_eq!(record.fields.len(), 1);
    }

    #[test]
    fn ids_types_and_repetitions_are_mended_by_what_is_there() {
        for (id, expected) in [
            ("<urn:a:1>", "<urn:a:1>"),
            ("urn:a:1", "<urn:a:1>"),
            ("no id", ""),
            ("<<urn:a:1>", "<urn:a:1>"),
        ] {
            let mut record = draft(&[("WARC-Record-ID", id)]);
            super::id(&mut record);
            assert_eq!(record.get("WARC-Record-ID"), Some(expected), "{id}");
            assert_eq!(record.changes.is_empty(), id == expected, "{id}");
        }
        let mut record = draft(&[
            ("A", "1"),
            ("WARC-X", "1"),
            ("warc-x", "2"),
            (MANY, "1"),
            (MANY, "2"),
            ("a", "2"),
        ]);
        repeated(&mut record);
        assert_eq!(record.fields.len(), 5, "{:?}", record.fields);
        assert_eq!(record.changes[0].was, "2");
        let mut record = draft(&[("WARC-Date", "yesterday"), ("warc-date", "2020")]);
        repeated(&mut record);
        assert_eq!((record.get("WARC-Date"), record.changes.len()), (Some("2020"), 1));
    }
}
