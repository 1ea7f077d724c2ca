//! The fields as a table: a row has the rules about a field and the form of its values.

use super::forms::{
    Breach, any, broken_unless, date, digest, id, media_type, record_type, segment_number, target,
    truncated,
};
use crate::record::RecordKind as K;
use crate::standard::grammar::{is_address, is_number, is_text_or_quoted};
use crate::standard::rules::Rule;
use crate::standard::version::Version;
use crate::standard::w3cdtf;

/// A field of the standard.
pub(super) struct Field {
    pub(super) name: &'static str,
    /// The rule that demands it, and of which types.
    pub(super) missing: Option<(Rule, Types)>,
    /// The rule that forbids it, and to which types.
    pub(super) forbidden: Option<(Rule, Types)>,
    /// The version that defines it first.
    pub(super) since: Version,
    pub(super) form: Form,
}

/// Which records a rule is about.
#[derive(Clone, Copy)]
pub(super) enum Types {
    All,
    /// Those of these types.
    Of(&'static [K]),
    /// All others that the standard knows.
    OtherThan(&'static [K]),
}

/// What the values of a field look like.
pub(super) type Form = fn(&str, Version) -> Option<Breach>;

const PLAIN: Field =
    Field { name: "", missing: None, forbidden: None, since: Version::V1_0, form: any };

/// All fields, in the order of the sections.
pub(super) const FIELDS: &[Field] = &[
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
pub(super) const CONCURRENT_TO: &str = "WARC-Concurrent-To";
impl Types {
    /// Whether a rule is about records of a type.
    pub(super) fn have(self, kind: &K) -> bool {
        match self {
            Self::All => true,
            Self::Of(kinds) => kinds.contains(kind),
            // Extensions say themselves what fields their types have.
            Self::OtherThan(kinds) => !kinds.contains(kind) && !matches!(kind, K::Other(_)),
        }
    }
}
