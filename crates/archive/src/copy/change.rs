//! What a copy changes of a record, and why: lines of a log.

scutch_url::reasons! {
    /// Why a record is not written as it is stored.
    pub enum ChangeReason {
        ArcConverted = "arc-converted", "The ARC record is written as a WARC record.";
        Version = "version-written", "The version line is written as WARC/1.1.";
        TypeInferred = "type-inferred",
            "The record has no type; it is written as the type that its fields and its block show.";
        TypeExtended = "type-extended",
            "The record lacks what its type demands, and nothing shows it: it is written as a \
             type that readers pass over.";
        IdMade = "record-id-made",
            "The record has no usable id; one is made from its bytes and its place.";
        IdRepeated = "record-id-repeated",
            "An earlier record has the same id; a new one is made from bytes and place.";
        IdBracketed = "record-id-bracketed", "The id is written in angle brackets.";
        DateRewritten = "date-rewritten",
            "The date is written in the form of the standard; it says the same.";
        DateShortened = "date-shortened",
            "Only the beginning of the date can be read; the rest is left out.";
        DateFromHttp = "date-from-http",
            "The date cannot be read; the server's own date in the record is written.";
        DateUnreadable = "date-unreadable",
            "No date can be read, and the standard demands one.";
        LengthWritten = "length-written", "Content-Length is written as the length that was found.";
        Truncated = "truncated-written",
            "Bytes of the record are missing: it is marked as truncated. Digests of the whole are \
             left out, and the block gets one of what is there.";
        UriEncoded = "uri-encoded", "The URI is written with its illegal characters escaped.";
        Written = "header-written", "The header or the end of the record is written as the standard \
            has it.";
        LineDropped = "header-line-dropped", "A line of the header that is no field is left out.";
        FieldRepeated = "field-repeated",
            "The field may stand once; the first is kept.";
        FieldDropped = "field-dropped",
            "The field breaks a rule of the standard and is left out.";
        LeftOut = "record-left-out",
            "The record breaks rules of the standard that no change mends; it is left out.";
    }
}

/// One change of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Why.
    pub reason: ChangeReason,
    /// The field that changes; empty where it is none.
    pub field: String,
    /// What it said.
    pub was: String,
    /// What is written; empty where nothing is.
    pub is: String,
}

impl Change {
    pub(super) fn new(reason: ChangeReason, field: &str, was: &str, is: &str) -> Self {
        let own = |text: &str| text.to_owned();
        Self { reason, field: own(field), was: own(was), is: own(is) }
    }
}

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Its stored bytes were copied as they lie.
    Stored,
    /// Its bytes were written untouched, into a member of their own.
    Packed,
    /// Its block was written under a header that differs.
    Changed,
    /// It was not written.
    LeftOut,
}
