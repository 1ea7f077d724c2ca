//! What can be wrong with archive bytes: causes, and what they are attached to.

/// How bad a fault of a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Noteworthy only.
    Note,
    /// Wrong, but nothing was lost: the record is believed to be whole.
    Repaired,
    /// Bytes of the record are missing or cannot be vouched for.
    Lost,
}

impl Severity {
    /// The severity as written in machine-readable output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Repaired => "repaired",
            Self::Lost => "lost",
        }
    }
}

/// Something about a record that was delivered all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub cause: Cause,
    /// How bad.
    pub severity: Severity,
    /// Figures and places, where that helps.
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(severity: Severity, cause: Cause, detail: impl Into<String>) -> Self {
        Self { cause, severity, detail: detail.into() }
    }

    pub(crate) fn note(cause: Cause, detail: impl Into<String>) -> Self {
        Self::new(Severity::Note, cause, detail)
    }

    pub(crate) fn lost(cause: Cause, detail: impl Into<String>) -> Self {
        Self::new(Severity::Lost, cause, detail)
    }
}

/// A byte range no record came out of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Offset in the file.
    pub offset: u64,
    /// Length in the file. Where the range lies inside a compressed member, this is the member; 0 for a
    /// row of a table that has no bytes of its own.
    pub length: u64,
    /// Why.
    pub cause: Cause,
    /// Figures and places, where that helps.
    pub detail: String,
}

scutch_url::reasons! {
    /// Cause of damage or of a fault, in the order of the layers: file, member, record.
    pub enum Cause {
        ReadError = "read-error", "The operating system could not read the file.";
        DuplicateEntry = "duplicate-entry",
            "Several entries of the package have the same name, so it cannot be told which one is \
             meant.";
        PackageCorrupt = "package-corrupt", "The directory of the package cannot be read.";
        EntryCompressed = "entry-compressed",
            "An archive in the package is compressed or encrypted by the package, where it should \
             be stored as it is.";
        PackageHash = "package-hash-mismatch",
            "The hash that the package declares for an archive does not agree.";
        PackageDepth = "package-too-deep",
            "The package holds packages in packages, more deeply than is read.";
        BehindEnd = "index-behind-end",
            "An index leads to bytes behind the end of the file.";
        NotARecord = "not-a-record", "The bytes are part of no record.";
        ByteOrderMark = "byte-order-mark", "A byte order mark stands before the first record.";
        MemberTruncated = "member-truncated", "The file ends inside a compressed member.";
        CorruptMember = "corrupt-member", "A compressed member cannot be inflated.";
        ChecksumMismatch = "checksum-mismatch",
            "The checksum of a compressed member does not agree.";
        MemberOverLimit = "member-over-limit",
            "Inflating a compressed member takes more memory than allowed.";
        Dictionary = "dictionary-unusable",
            "The dictionary the file's members need is missing or unusable.";
        SharedMember = "shared-member",
            "Several records share one compressed member: no random access without inflating what \
             stands before.";
        SpansMembers = "spans-members", "The record spans several compressed members.";
        HeaderTooLarge = "record-header-too-large", "The record header exceeds the cap.";
        HeaderTruncated = "record-header-truncated", "The record header is cut off.";
        HeaderMalformed = "record-header-malformed",
            "The record header does not end before the next record starts.";
        HeaderLine = "record-header-line", "A record header line has no colon and is ignored.";
        HeaderEncoding = "record-header-encoding",
            "The record header is not UTF-8; such lines are read as Latin-1.";
        /// It is none of 0.17, 0.18, 1.0, 1.1.
        VersionUnknown = "version-unknown",
            "The format version is not known, so that the record cannot be vouched for.";
        TypeMissing = "type-missing", "The record has no type.";
        ContentLength = "content-length",
            "Content-Length is missing or is no number of bytes; the end of the record was \
             searched.";
        ContentLengthConflict = "content-length-conflict",
            "Content-Length is stated several times with different values.";
        ContentLengthLies = "content-length-lies",
            "The record does not end where Content-Length says.";
        RecordTruncated = "record-truncated", "The file ends inside a record block.";
        BlockTooLarge = "block-too-large", "The record block exceeds the cap.";
        Separator = "record-separator",
            "Stray bytes stand where the record should end with blank lines.";
        DateMalformed = "date-malformed", "The date of the record is missing or is no date.";
        DateReduced = "date-reduced",
            "The date of the record is less precise than a second; its earliest instant is used.";
        SegmentsJoined = "segments-joined",
            "The record was stored in segments, which are joined.";
        SegmentsMissing = "segments-missing",
            "The record is incomplete: not all of its segments are there.";
        RevisitResolved = "revisit-resolved",
            "The record is a revisit; its payload is that of the record it refers to.";
        RowUnreadable = "row-unreadable", "A row of the table holds no page that can be read.";
        RowTooLarge = "row-too-large", "A row of the table exceeds the cap on record blocks.";
        TableRow = "table-row",
            "The page stands in a row of a table: no archive says how it was fetched.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct() {
        let mut ids: Vec<_> = Cause::ALL.iter().map(|c| c.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Cause::ALL.len());
    }
}
