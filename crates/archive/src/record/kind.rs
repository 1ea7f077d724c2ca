//! Record types.

/// Type of a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// Describes the records that follow.
    Warcinfo,
    /// A server's answer, with its protocol header.
    Response,
    /// A file without protocol header.
    Resource,
    /// What was asked.
    Request,
    /// Something about another record.
    Metadata,
    /// A capture whose content is that of an earlier one.
    Revisit,
    /// A record converted to another format; also the texts of WET files.
    Conversion,
    /// A further segment of a record.
    Continuation,
    /// The version block at the head of an ARC file.
    Filedesc,
    /// Any other, in lower case; empty when the record does not say.
    Other(Box<str>),
}

/// The most frequent first.
const NAMES: &[(&str, RecordKind)] = &[
    ("response", RecordKind::Response),
    ("request", RecordKind::Request),
    ("metadata", RecordKind::Metadata),
    ("revisit", RecordKind::Revisit),
    ("resource", RecordKind::Resource),
    ("conversion", RecordKind::Conversion),
    ("warcinfo", RecordKind::Warcinfo),
    ("continuation", RecordKind::Continuation),
    ("filedesc", RecordKind::Filedesc),
];

impl RecordKind {
    /// The type with this name, in any case.
    pub fn from_name(name: &str) -> Self {
        let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known
            .map_or_else(|| Self::Other(name.to_ascii_lowercase().into()), |(_, kind)| kind.clone())
    }

    /// Names of all types that the standards know.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// The type's name, in lower case.
    pub fn name(&self) -> &str {
        match self {
            Self::Other(name) => name,
            known => NAMES.iter().find(|(_, kind)| kind == known).map_or("", |(name, _)| name),
        }
    }
}
