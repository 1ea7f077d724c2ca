//! What can be wrong with archive bytes.

/// Cause of damage or of a fault, with a stable id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs)] // the sentences below say it
pub enum Cause {
    ReadError,
    NotGzip,
    CorruptMember,
    ChecksumMismatch,
    NotARecord,
    HeaderTooLarge,
    HeaderLine,
    HeaderTruncated,
    ContentLength,
    ContentLengthLies,
    RecordTruncated,
    BlockTooLarge,
    DateMalformed,
    DateReduced,
}

impl Cause {
    /// Every cause.
    pub const ALL: &'static [Self] = &[
        Self::ReadError,
        Self::NotGzip,
        Self::CorruptMember,
        Self::ChecksumMismatch,
        Self::NotARecord,
        Self::HeaderTooLarge,
        Self::HeaderLine,
        Self::HeaderTruncated,
        Self::ContentLength,
        Self::ContentLengthLies,
        Self::RecordTruncated,
        Self::BlockTooLarge,
        Self::DateMalformed,
        Self::DateReduced,
    ];

    /// Reason id.
    pub fn id(self) -> &'static str {
        self.text().0
    }

    /// What it means, as a sentence.
    pub fn sentence(self) -> &'static str {
        self.text().1
    }

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::ReadError => ("read-error", "The operating system could not read the file."),
            Self::NotGzip => ("not-gzip", "Bytes between compressed members are no member."),
            Self::CorruptMember => ("corrupt-member", "A compressed member cannot be inflated."),
            Self::ChecksumMismatch => {
                ("checksum-mismatch", "The checksum of a compressed member does not agree.")
            }
            Self::NotARecord => ("not-a-record", "The bytes are no WARC record."),
            Self::HeaderTooLarge => {
                ("record-header-too-large", "The record header exceeds the cap.")
            }
            Self::HeaderLine => ("record-header-line", "A record header line has no colon."),
            Self::HeaderTruncated => {
                ("record-header-truncated", "The file ends inside a record header.")
            }
            Self::ContentLength => {
                ("content-length", "Content-Length is missing or is no number of bytes.")
            }
            Self::ContentLengthLies => {
                ("content-length-lies", "The record does not end where Content-Length says.")
            }
            Self::RecordTruncated => ("record-truncated", "The file ends inside a record block."),
            Self::BlockTooLarge => ("block-too-large", "The record block exceeds the cap."),
            Self::DateMalformed => ("date-malformed", "WARC-Date is missing or is no date."),
            Self::DateReduced => (
                "date-reduced",
                "WARC-Date is less precise than a second; its earliest instant is used.",
            ),
        }
    }
}

/// A byte range no record came out of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Offset in the file.
    pub offset: u64,
    /// Length in the file.
    pub length: u64,
    /// Why.
    pub cause: Cause,
    /// What was found, where that helps.
    pub detail: String,
}

/// How bad a fault of a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Noteworthy only.
    Note,
    /// Wrong, but nothing was lost.
    Repaired,
    /// Bytes of the record are missing or cannot be trusted.
    Lost,
}

/// Something wrong with a record that was delivered all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub cause: Cause,
    /// How bad.
    pub severity: Severity,
    /// What was found, where that helps.
    pub detail: String,
}
