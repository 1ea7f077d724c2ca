//! Forms of values: what a value of a field has to look like, and what is wrong with one that does
//! not.

use crate::date::Precision;
use crate::record::RecordKind;
use crate::standard::grammar::{MediaType, is_number, is_token};
use crate::standard::labelled::{LabelError, Labelled};
use crate::standard::rules::Rule;
use crate::standard::uri::{self, UriFault};
use crate::standard::version::Version;
use crate::standard::w3cdtf;

/// What is wrong with a value: the rule, and in words.
pub(super) type Breach = (Rule, String);
/// No form is asked for.
pub(super) fn any(_: &str, _: Version) -> Option<Breach> {
    None
}

pub(super) fn broken_unless(sound: bool, rule: Rule) -> Option<Breach> {
    (!sound).then(|| (rule, String::new()))
}

/// The id of a record. Brackets belong to it in both versions: in 1.0 as part of every URI.
pub(super) fn id(value: &str, rule: Rule) -> Option<Breach> {
    let Some(uri) = uri::bracketed(value) else {
        return Some((rule, "it has no angle brackets".to_owned()));
    };
    uri::judge(uri).err().map(|fault| (rule, fault.detail()))
}

/// A URI other than an id. The grammar of 1.0 puts every URI in angle brackets, its examples and
/// most writers do not: both are read there.
pub(super) fn target(value: &str, version: Version, rule: Rule) -> Option<Breach> {
    let uri = match uri::bracketed(value) {
        Some(uri) if version == Version::V1_0 => uri,
        Some(_) => return Some((rule, "it has angle brackets".to_owned())),
        None => value,
    };
    match uri::judge(uri).err()? {
        // Crawlers keep such characters as they found them in links.
        fault @ UriFault::Character(_) => Some((Rule::UriCharacters, fault.detail())),
        fault => Some((rule, fault.detail())),
    }
}

pub(super) fn date(value: &str, version: Version) -> Option<Breach> {
    match w3cdtf::precision(value) {
        None => Some((Rule::DateForm, String::new())),
        Some(Precision::Second) => None,
        Some(_) => broken_unless(version > Version::V1_0, Rule::DatePrecision),
    }
}

pub(super) fn record_type(value: &str, _: Version) -> Option<Breach> {
    if !is_token(value) {
        return Some((Rule::TypeForm, String::new()));
    }
    // The block at the head of ARC files is no type of the standard.
    let kind = RecordKind::from_name(value);
    broken_unless(!matches!(kind, RecordKind::Other(_) | RecordKind::Filedesc), Rule::TypeUnknown)
}

pub(super) fn media_type(value: &str, rule: Rule) -> Option<Breach> {
    broken_unless(MediaType::parse(value).is_some(), rule)
}

pub(super) fn digest(value: &str, rule: Rule) -> Option<Breach> {
    let error = Labelled::parse(value).err()?;
    let algorithm = value.split(':').next().unwrap_or_default().trim();
    match error {
        // A word that no label can be is no algorithm that is not known.
        LabelError::Algorithm if is_token(algorithm) => {
            Some((Rule::DigestAlgorithm, String::new()))
        }
        error => Some((rule, error.to_string())),
    }
}

pub(super) fn truncated(value: &str, _: Version) -> Option<Breach> {
    const REASONS: [&str; 4] = ["length", "time", "disconnect", "unspecified"];
    if !is_token(value) {
        return Some((Rule::TruncatedForm, String::new()));
    }
    broken_unless(REASONS.iter().any(|r| r.eq_ignore_ascii_case(value)), Rule::TruncatedReason)
}

pub(super) fn segment_number(value: &str) -> Option<Breach> {
    broken_unless(is_number(value) && value.bytes().any(|b| b != b'0'), Rule::SegmentNumberForm)
}
