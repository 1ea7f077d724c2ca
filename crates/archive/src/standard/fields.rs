//! The fields of the standard: who needs them, who must not have them, and what their values look
//! like (ISO 28500, section 5).

use super::finding::Finding;
use super::grammar::{MediaType, is_address, is_number, is_text_or_quoted, is_token};
use super::labelled::{LabelError, Labelled};
use super::rules::Rule;
use super::uri::{self, UriFault};
use super::version::Version;
use super::w3cdtf;
use crate::cause::Cause;
use crate::date::Precision;
use crate::record::{Record, RecordKind};

/// A field of the standard.
struct Field {
    name: &'static str,
    /// The rule that demands it, and of which types.
    missing: Option<(Rule, Types)>,
    /// The rule that forbids it, and to which types.
    forbidden: Option<(Rule, Types)>,
    /// The version that defines it first.
    since: Version,
    form: Form,
}

/// Which records a rule is about.
#[derive(Clone, Copy)]
enum Types {
    All,
    /// Those of these types.
    Of(&'static [RecordKind]),
    /// All others that the standard knows.
    OtherThan(&'static [RecordKind]),
}

/// What is wrong with a value: the rule, and in words.
type Breach = (Rule, String);
/// What the values of a field look like.
type Form = fn(&str, Version) -> Option<Breach>;

use RecordKind as K;

const PLAIN: Field =
    Field { name: "", missing: None, forbidden: None, since: Version::V1_0, form: any };

/// All fields, in the order of the sections.
const FIELDS: &[Field] = &[
    Field {
        name: "WARC-Record-ID",
        missing: Some((Rule::RecordIdMissing, Types::All)),
        form: |value, _| id(value, Rule::RecordIdForm),
        ..PLAIN
    },
    // The reader judges it, because it needs it.
    Field { name: "Content-Length", ..PLAIN },
    Field {
        name: "WARC-Date",
        missing: Some((Rule::DateMissing, Types::All)),
        form: date,
        ..PLAIN
    },
    Field {
        name: "WARC-Type",
        missing: Some((Rule::TypeMissing, Types::All)),
        form: record_type,
        ..PLAIN
    },
    Field { name: "Content-Type", form: |v, _| media_type(v, Rule::ContentTypeForm), ..PLAIN },
    Field {
        name: CONCURRENT_TO,
        forbidden: Some((
            Rule::ConcurrentToForbidden,
            Types::Of(&[K::Warcinfo, K::Conversion, K::Continuation]),
        )),
        form: |value, _| id(value, Rule::ConcurrentToForm),
        ..PLAIN
    },
    Field { name: "WARC-Block-Digest", form: |v, _| digest(v, Rule::BlockDigestForm), ..PLAIN },
    Field {
        name: "WARC-Payload-Digest",
        forbidden: Some((Rule::PayloadDigestForbidden, Types::Of(&[K::Warcinfo, K::Metadata]))),
        form: |value, _| digest(value, Rule::PayloadDigestForm),
        ..PLAIN
    },
    Field {
        name: "WARC-IP-Address",
        forbidden: Some((
            Rule::IpAddressForbidden,
            Types::Of(&[K::Warcinfo, K::Conversion, K::Continuation]),
        )),
        form: |value, _| broken_unless(is_address(value), Rule::IpAddressForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Refers-To",
        forbidden: Some((
            Rule::RefersToForbidden,
            Types::OtherThan(&[K::Metadata, K::Revisit, K::Conversion]),
        )),
        form: |value, _| id(value, Rule::RefersToForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Refers-To-Target-URI",
        forbidden: Some((Rule::RefersToTargetUriForbidden, Types::OtherThan(&[K::Revisit]))),
        since: Version::V1_1,
        form: |value, version| target(value, version, Rule::RefersToTargetUriForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Refers-To-Date",
        forbidden: Some((Rule::RefersToDateForbidden, Types::OtherThan(&[K::Revisit]))),
        since: Version::V1_1,
        form: |v, _| broken_unless(w3cdtf::precision(v).is_some(), Rule::RefersToDateForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Target-URI",
        missing: Some((Rule::TargetUriMissing, Types::OtherThan(&[K::Warcinfo, K::Metadata]))),
        forbidden: Some((Rule::TargetUriForbidden, Types::Of(&[K::Warcinfo]))),
        form: |value, version| target(value, version, Rule::TargetUriForm),
        ..PLAIN
    },
    Field { name: "WARC-Truncated", form: truncated, ..PLAIN },
    Field {
        name: "WARC-Warcinfo-ID",
        forbidden: Some((Rule::WarcinfoIdForbidden, Types::Of(&[K::Warcinfo]))),
        form: |value, _| id(value, Rule::WarcinfoIdForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Filename",
        forbidden: Some((Rule::FilenameForbidden, Types::OtherThan(&[K::Warcinfo]))),
        form: |value, _| broken_unless(is_text_or_quoted(value), Rule::FilenameForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Profile",
        missing: Some((Rule::ProfileMissing, Types::Of(&[K::Revisit]))),
        forbidden: Some((Rule::ProfileForbidden, Types::OtherThan(&[K::Revisit]))),
        form: |value, version| target(value, version, Rule::ProfileForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Identified-Payload-Type",
        forbidden: Some((Rule::PayloadTypeForbidden, Types::Of(&[K::Warcinfo, K::Metadata]))),
        form: |value, _| media_type(value, Rule::PayloadTypeForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Segment-Number",
        missing: Some((Rule::SegmentNumberMissing, Types::Of(&[K::Continuation]))),
        form: |value, _| segment_number(value),
        ..PLAIN
    },
    Field {
        name: "WARC-Segment-Origin-ID",
        missing: Some((Rule::SegmentOriginMissing, Types::Of(&[K::Continuation]))),
        forbidden: Some((Rule::SegmentOriginForbidden, Types::OtherThan(&[K::Continuation]))),
        form: |value, _| id(value, Rule::SegmentOriginForm),
        ..PLAIN
    },
    Field {
        name: "WARC-Segment-Total-Length",
        forbidden: Some((Rule::SegmentTotalForbidden, Types::OtherThan(&[K::Continuation]))),
        form: |value, _| broken_unless(is_number(value), Rule::SegmentTotalForm),
        ..PLAIN
    },
];

/// The one field of the standard that may be repeated (section 5.7).
const CONCURRENT_TO: &str = "WARC-Concurrent-To";
/// Fields of extensions that their documents allow to be repeated (warc-specifications, WARC-Protocol
/// and WARC-Cipher-Suite).
const REPEATABLE: [&str; 2] = ["WARC-Protocol", "WARC-Cipher-Suite"];

impl Types {
    fn have(self, kind: &RecordKind) -> bool {
        match self {
            Self::All => true,
            Self::Of(kinds) => kinds.contains(kind),
            // Extensions say themselves what fields their types have.
            Self::OtherThan(kinds) => !kinds.contains(kind) && !matches!(kind, K::Other(_)),
        }
    }
}

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
        findings.push(Finding::of_field(rule, field.name, value));
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
    let found = |rule| Finding { field: Some(field.name.to_owned()), ..Finding::new(rule) };
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
    findings.extend(pair.map(|pair| found(pair[0])));
}

fn any(_: &str, _: Version) -> Option<Breach> {
    None
}

fn broken_unless(sound: bool, rule: Rule) -> Option<Breach> {
    (!sound).then(|| (rule, String::new()))
}

/// The id of a record. Brackets belong to it in both versions: in 1.0 as part of every URI.
fn id(value: &str, rule: Rule) -> Option<Breach> {
    let Some(uri) = uri::bracketed(value) else {
        return Some((rule, "it has no angle brackets".to_owned()));
    };
    uri::judge(uri).err().map(|fault| (rule, fault.detail()))
}

/// A URI other than an id. The grammar of 1.0 puts every URI in angle brackets, its examples and
/// most writers do not: both are read there.
fn target(value: &str, version: Version, rule: Rule) -> Option<Breach> {
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

fn date(value: &str, version: Version) -> Option<Breach> {
    match w3cdtf::precision(value) {
        None => Some((Rule::DateForm, String::new())),
        Some(Precision::Second) => None,
        Some(_) => broken_unless(version > Version::V1_0, Rule::DatePrecision),
    }
}

fn record_type(value: &str, _: Version) -> Option<Breach> {
    if !is_token(value) {
        return Some((Rule::TypeForm, String::new()));
    }
    // The block at the head of ARC files is no type of the standard.
    let kind = RecordKind::from_name(value);
    broken_unless(!matches!(kind, K::Other(_) | K::Filedesc), Rule::TypeUnknown)
}

fn media_type(value: &str, rule: Rule) -> Option<Breach> {
    broken_unless(MediaType::parse(value).is_some(), rule)
}

fn digest(value: &str, rule: Rule) -> Option<Breach> {
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

fn truncated(value: &str, _: Version) -> Option<Breach> {
    const REASONS: [&str; 4] = ["length", "time", "disconnect", "unspecified"];
    if !is_token(value) {
        return Some((Rule::TruncatedForm, String::new()));
    }
    broken_unless(REASONS.iter().any(|r| r.eq_ignore_ascii_case(value)), Rule::TruncatedReason)
}

fn segment_number(value: &str) -> Option<Breach> {
    broken_unless(is_number(value) && value.bytes().any(|b| b != b'0'), Rule::SegmentNumberForm)
}
