//! Versions of the format that have rules of their own.

/// A version of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Version {
    /// ISO 28500:2009, and the drafts before it.
    V1_0,
    /// ISO 28500:2017.
    V1_1,
}

/// The version lines of drafts.
const DRAFTS: [&str; 2] = ["WARC/0.17", "WARC/0.18"];

impl Version {
    /// The version whose rules hold for a record with this version line.
    pub(super) fn of_line(line: &str) -> Self {
        if line == "WARC/1.1" { Self::V1_1 } else { Self::V1_0 }
    }

    /// As URIs of profiles have it.
    pub(super) fn number(self) -> &'static str {
        match self {
            Self::V1_0 => "1.0",
            Self::V1_1 => "1.1",
        }
    }
}

/// True for the version line of a draft.
pub(super) fn is_draft(line: &str) -> bool {
    DRAFTS.contains(&line)
}
