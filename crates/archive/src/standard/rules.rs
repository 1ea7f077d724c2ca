//! The table of rules.

use crate::cause::{Cause, Severity};

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The standard recommends otherwise, or many programs deviate and no reader stumbles.
    Note,
    /// The standard forbids it.
    Error,
    /// Bytes are missing or cannot be vouched for.
    Lost,
}

impl Level {
    /// The level as written in machine-readable output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Error => "error",
            Self::Lost => "lost",
        }
    }
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Note => Self::Note,
            Severity::Repaired => Self::Error,
            Severity::Lost => Self::Lost,
        }
    }
}

macro_rules! rules {
    ($($name:ident = $id:literal, $section:literal, $level:ident, $sentence:literal;)+) => {
        /// A rule of ISO 28500. Sections are those of the edition of 2017 (WARC 1.1); what WARC 1.0
        /// has otherwise is said in the sentence.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $sentence] $name,)+
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Id: it stays what it is.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// Section of ISO 28500:2017.
            pub fn section(self) -> &'static str {
                match self { $(Self::$name => $section,)+ }
            }

            /// What breaking it weighs.
            pub fn level(self) -> Level {
                match self { $(Self::$name => Level::$level,)+ }
            }

            /// The rule as a sentence.
            pub fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)+ }
            }
        }
    };
}

rules! {
    // A record and its header.
    VersionLine = "version-line", "4", Error, "The version line is the version and CR LF.";
    VersionDraft = "version-draft", "4", Note, "The version is 1.0 or 1.1; 0.17 and 0.18 were drafts.";
    ByteOrderMark = "byte-order-mark", "4", Error, "A file begins with a version line.";
    HeaderLineEnd = "header-line-end", "4", Error, "Lines of a header end with CR LF.";
    HeaderLine = "record-header-line", "4", Error, "A header line is a name, a colon and a value.";
    FieldName = "field-name", "4", Error, "The name of a field is a token: ASCII without separators.";
    ControlCharacter = "control-character", "4", Error, "Values have no control characters.";
    HeaderEncoding = "record-header-encoding", "4", Error, "A header is UTF-8.";
    Separator = "record-separator", "4", Error, "A record ends with CR LF CR LF.";
    FieldRepeated = "field-repeated", "5.1", Error, "No field but WARC-Concurrent-To is repeated.";
    ExtensionRepeated = "extension-repeated", "5.1", Note, "Fields of extensions are not repeated.";

    // Mandatory fields.
    RecordIdMissing = "record-id-missing", "5.2", Error, "Every record has WARC-Record-ID.";
    ContentLength = "content-length", "5.3", Lost, "Every record has Content-Length, in digits.";
    ContentLengthConflict = "content-length-conflict", "5.3", Lost, "Content-Length is stated once.";
    ContentLengthLies = "content-length-lies", "5.3", Lost, "Content-Length is the length of the block.";
    DateMissing = "date-missing", "5.4", Error, "Every record has WARC-Date.";
    TypeMissing = "type-missing", "5.5", Error, "Every record has WARC-Type.";
    TargetUriMissing = "target-uri-missing", "5.14", Error, "All types but warcinfo and metadata have WARC-Target-URI.";
    ProfileMissing = "profile-missing", "5.18", Error, "A revisit has WARC-Profile.";
    SegmentNumberMissing = "segment-number-missing", "5.20", Error, "A continuation has WARC-Segment-Number.";
    SegmentOriginMissing = "segment-origin-missing", "5.21", Error, "A continuation has WARC-Segment-Origin-ID.";

    // Fields that some types must not have.
    ConcurrentToForbidden = "concurrent-to-forbidden", "5.7", Error, "Warcinfo, conversion and continuation have no WARC-Concurrent-To.";
    PayloadDigestForbidden = "payload-digest-forbidden", "5.9", Note, "Warcinfo and metadata have no payload and no WARC-Payload-Digest.";
    IpAddressForbidden = "ip-address-forbidden", "5.10", Error, "Warcinfo, conversion and continuation have no WARC-IP-Address.";
    RefersToForbidden = "refers-to-forbidden", "5.11", Error, "Only metadata, revisit and conversion have WARC-Refers-To.";
    RefersToTargetUriForbidden = "refers-to-target-uri-forbidden", "5.12", Error, "Only a revisit has WARC-Refers-To-Target-URI.";
    RefersToDateForbidden = "refers-to-date-forbidden", "5.13", Error, "Only a revisit has WARC-Refers-To-Date.";
    TargetUriForbidden = "target-uri-forbidden", "5.14", Error, "Warcinfo has no WARC-Target-URI.";
    WarcinfoIdForbidden = "warcinfo-id-forbidden", "5.16", Error, "Warcinfo has no WARC-Warcinfo-ID.";
    FilenameForbidden = "filename-forbidden", "5.17", Error, "Only warcinfo has WARC-Filename.";
    ProfileForbidden = "profile-forbidden", "5.18", Note, "WARC-Profile means nothing but on a revisit.";
    PayloadTypeForbidden = "payload-type-forbidden", "5.19", Error, "Warcinfo and metadata have no payload and no WARC-Identified-Payload-Type.";
    SegmentOriginForbidden = "segment-origin-forbidden", "5.21", Error, "Only a continuation has WARC-Segment-Origin-ID.";
    SegmentTotalForbidden = "segment-total-forbidden", "5.22", Error, "Only a continuation has WARC-Segment-Total-Length.";

    // Forms of values.
    RecordIdForm = "record-id-form", "5.2", Error, "WARC-Record-ID is a URI in angle brackets.";
    DateForm = "date-form", "5.4", Error, "WARC-Date is a W3C date in UTC: a day, or a day with T, a time and Z.";
    DatePrecision = "date-precision", "5.4", Error, "In WARC 1.0, WARC-Date is YYYY-MM-DDThh:mm:ssZ.";
    TypeForm = "type-form", "5.5", Error, "WARC-Type is a token.";
    TypeUnknown = "type-unknown", "5.5", Note, "WARC-Type is one of the eight; others belong to extensions.";
    ContentTypeForm = "content-type-form", "5.6", Error, "Content-Type is a media type.";
    ContentTypeMissing = "content-type-missing", "5.6", Note, "A record with a block should have Content-Type.";
    ConcurrentToForm = "concurrent-to-form", "5.7", Error, "WARC-Concurrent-To is a URI in angle brackets.";
    BlockDigestForm = "block-digest-form", "5.8", Error, "WARC-Block-Digest is an algorithm, a colon and a value of that algorithm.";
    PayloadDigestForm = "payload-digest-form", "5.9", Error, "WARC-Payload-Digest is an algorithm, a colon and a value of that algorithm.";
    DigestAlgorithm = "digest-algorithm", "5.8", Note, "A digest of this algorithm was not computed.";
    IpAddressForm = "ip-address-form", "5.10", Error, "WARC-IP-Address is four decimal bytes or an IPv6 address.";
    RefersToForm = "refers-to-form", "5.11", Error, "WARC-Refers-To is a URI in angle brackets.";
    RefersToTargetUriForm = "refers-to-target-uri-form", "5.12", Error, "WARC-Refers-To-Target-URI is a URI.";
    RefersToDateForm = "refers-to-date-form", "5.13", Error, "WARC-Refers-To-Date is a W3C date in UTC.";
    TargetUriForm = "target-uri-form", "5.14", Error, "WARC-Target-URI is a URI, without spaces, and in WARC 1.1 without angle brackets.";
    UriCharacters = "uri-characters", "5.14", Note, "A URI escapes characters other than those of RFC 3986.";
    TruncatedForm = "truncated-form", "5.15", Error, "WARC-Truncated is a token.";
    TruncatedReason = "truncated-reason", "5.15", Note, "WARC-Truncated is length, time, disconnect or unspecified; others belong to extensions.";
    WarcinfoIdForm = "warcinfo-id-form", "5.16", Error, "WARC-Warcinfo-ID is a URI in angle brackets.";
    FilenameForm = "filename-form", "5.17", Error, "WARC-Filename is text, or a quoted string.";
    ProfileForm = "profile-form", "5.18", Error, "WARC-Profile is a URI.";
    PayloadTypeForm = "payload-type-form", "5.19", Error, "WARC-Identified-Payload-Type is a media type.";
    SegmentNumberForm = "segment-number-form", "5.20", Error, "WARC-Segment-Number is a number from 1.";
    SegmentOriginForm = "segment-origin-form", "5.21", Error, "WARC-Segment-Origin-ID is a URI in angle brackets.";
    SegmentTotalForm = "segment-total-form", "5.22", Error, "WARC-Segment-Total-Length is a number.";

    // What the bytes of a block say.
    BlockDigest = "block-digest", "5.8", Error, "WARC-Block-Digest is the digest of the block.";
    PayloadDigest = "payload-digest", "5.9", Error, "WARC-Payload-Digest is the digest of the payload.";
    WarcFields = "warc-fields", "4", Error, "A block of application/warc-fields has only fields.";
    WarcinfoContentType = "warcinfo-content-type", "6.2", Note, "Warcinfo should be application/warc-fields.";
    ResponseContentType = "response-content-type", "6.3.2", Note, "The response to an HTTP request should be application/http; msgtype=response.";
    HttpResponse = "http-response", "6.3.2", Note, "A block of application/http should have a whole response, with its status line.";
    DnsContentType = "dns-content-type", "6.4.4", Error, "A resource of the scheme dns is text/dns.";
    RequestContentType = "request-content-type", "6.5.2", Note, "An HTTP request should be application/http; msgtype=request.";
    HttpRequest = "http-request", "6.5.2", Note, "The block of a request should have a whole HTTP request.";

    // Revisits.
    ProfileVersion = "profile-version", "6.7", Note, "The URI of a profile has the version of the record.";
    ProfileUnknown = "profile-unknown", "6.7.4", Note, "The profile of the revisit is not one of the standard.";
    RevisitDigest = "revisit-digest-missing", "6.7.2", Error, "A revisit by digest has WARC-Payload-Digest.";
    RevisitTruncated = "revisit-truncated", "6.7.2", Note, "A revisit by digest whose block lacks the payload has WARC-Truncated: length.";
    RevisitOriginal = "revisit-original", "6.7", Note, "A revisit should name the record that it is like, by WARC-Refers-To or by URI and date.";

    // Segments.
    SegmentFirst = "segment-first", "7", Error, "The first segment has number 1.";
    SegmentNext = "segment-next", "7", Error, "A continuation has number 2 or higher.";
    SegmentType = "segment-type", "7", Note, "Segments of warcinfo, request, metadata and revisit are not recommended.";
    SegmentFields = "segment-fields", "7", Note, "A continuation should not have optional fields.";

    // Records together.
    RecordIdRepeated = "record-id-repeated", "5.2", Error, "No two records have one WARC-Record-ID.";
    WarcinfoIdTarget = "warcinfo-id-target", "5.16", Error, "WARC-Warcinfo-ID names a warcinfo record.";
    SegmentOriginTarget = "segment-origin-target", "5.21", Error, "WARC-Segment-Origin-ID names the first segment, which is no continuation.";
    SegmentRepeated = "segment-repeated", "7", Error, "No two segments of a record have one number.";
    SegmentTarget = "segment-target", "7", Error, "All segments of a record have one target URI.";
    SegmentTotal = "segment-total", "5.22", Error, "WARC-Segment-Total-Length is the length of all segments together.";
    SegmentLast = "segment-last", "5.22", Note, "The last continuation has WARC-Segment-Total-Length.";

    // Compression.
    SharedMember = "shared-member", "annex D", Note, "Each record is best compressed as a member of its own.";
    SpansMembers = "spans-members", "annex D", Note, "No record is spread over several members.";
}

/// Causes of the reader that break a rule. All others are damage, which section 4 has no name for.
const CAUSES: &[(Cause, Rule)] = &[
    (Cause::ByteOrderMark, Rule::ByteOrderMark),
    (Cause::HeaderLine, Rule::HeaderLine),
    (Cause::HeaderEncoding, Rule::HeaderEncoding),
    (Cause::Separator, Rule::Separator),
    (Cause::ContentLength, Rule::ContentLength),
    (Cause::ContentLengthConflict, Rule::ContentLengthConflict),
    (Cause::ContentLengthLies, Rule::ContentLengthLies),
    (Cause::SharedMember, Rule::SharedMember),
    (Cause::SpansMembers, Rule::SpansMembers),
];

impl Rule {
    /// The rule that a cause breaks.
    pub(super) fn broken_by(cause: Cause) -> Option<Self> {
        CAUSES.iter().find(|(known, _)| *known == cause).map(|(_, rule)| *rule)
    }
}
