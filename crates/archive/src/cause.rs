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
    /// Length in the file. Where the range lies inside a compressed member, this is the member.
    pub length: u64,
    /// Why.
    pub cause: Cause,
    /// Figures and places, where that helps.
    pub detail: String,
}

macro_rules! causes {
    ($($(#[doc = $doc:literal])* $name:ident = $id:literal, $sentence:literal;)*) => {
        /// Cause of damage or of a fault, with a stable id.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Cause { $($(#[doc = $doc])* $name,)* }

        impl Cause {
            /// Every cause, in the order of the layers: file, member, record.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Reason id.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// What it means, as a sentence.
            pub fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)* }
            }
        }
    };
}

causes! {
    /// The operating system refused.
    ReadError = "read-error", "The operating system could not read the file.";
    /// Two entries of a package with one name.
    DuplicateEntry = "duplicate-entry", "Several entries of the package have the same name, so it cannot be told which one is meant.";
    /// A package without a usable directory.
    PackageCorrupt = "package-corrupt", "The directory of the package cannot be read.";
    /// An archive in a package that cannot be read in place.
    EntryCompressed = "entry-compressed", "An archive in the package is compressed or encrypted by the package, where it should be stored as it is.";
    /// An archive in a package that is not what the package says.
    PackageHash = "package-hash-mismatch", "The hash that the package declares for an archive does not agree.";
    /// Bytes that are neither record nor member.
    NotARecord = "not-a-record", "The bytes are part of no record.";
    /// A byte order mark before the first record.
    ByteOrderMark = "byte-order-mark", "A byte order mark stands before the first record.";
    /// The file ends inside a member.
    MemberTruncated = "member-truncated", "The file ends inside a compressed member.";
    /// A member that does not inflate.
    CorruptMember = "corrupt-member", "A compressed member cannot be inflated.";
    /// A member that inflates to something else than its checksum says.
    ChecksumMismatch = "checksum-mismatch", "The checksum of a compressed member does not agree.";
    /// A member that asks for too much.
    MemberOverLimit = "member-over-limit", "Inflating a compressed member takes more memory than allowed.";
    /// A dictionary that does not work.
    Dictionary = "dictionary-unusable", "The dictionary the file's members need is missing or unusable.";
    /// Several records in one member.
    SharedMember = "shared-member", "Several records share one compressed member: no random access without inflating what stands before.";
    /// One record in several members.
    SpansMembers = "spans-members", "The record spans several compressed members.";
    /// A header over the limit.
    HeaderTooLarge = "record-header-too-large", "The record header exceeds the cap.";
    /// The file or member ends inside a header.
    HeaderTruncated = "record-header-truncated", "The record header is cut off.";
    /// A header that runs into the next record.
    HeaderMalformed = "record-header-malformed", "The record header does not end before the next record starts.";
    /// A line without a field name.
    HeaderLine = "record-header-line", "A record header line has no colon and is ignored.";
    /// Bytes that are not UTF-8.
    HeaderEncoding = "record-header-encoding", "The record header is not UTF-8; such lines are read as Latin-1.";
    /// A version that is none of 0.17, 0.18, 1.0, 1.1.
    VersionUnknown = "version-unknown", "The format version is not known, so that the record cannot be vouched for.";
    /// No record type.
    TypeMissing = "type-missing", "The record has no type.";
    /// No usable length.
    ContentLength = "content-length", "Content-Length is missing or is no number of bytes; the end of the record was searched.";
    /// Several lengths.
    ContentLengthConflict = "content-length-conflict", "Content-Length is stated several times with different values.";
    /// The next record starts elsewhere.
    ContentLengthLies = "content-length-lies", "The record does not end where Content-Length says.";
    /// The file or member ends inside a block.
    RecordTruncated = "record-truncated", "The file ends inside a record block.";
    /// A block over the limit.
    BlockTooLarge = "block-too-large", "The record block exceeds the cap.";
    /// Stray bytes instead of line ends.
    Separator = "record-separator", "Stray bytes stand where the record should end with blank lines.";
    /// No date, or none that can be read.
    DateMalformed = "date-malformed", "The date of the record is missing or is no date.";
    /// A date less precise than a second.
    DateReduced = "date-reduced", "The date of the record is less precise than a second; its earliest instant is used.";
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
