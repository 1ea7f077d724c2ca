//! What is kept of one capture before TimeMaps are known.

use scutch_archive::revisit::Name;
use serde::{Deserialize, Serialize};

use super::timemap::CapturePlace;
use crate::sketch::store::ContentRef;

/// What a record is to a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CaptureKind {
    /// It holds a content of its own.
    Original,
    /// It refers to the content of another record.
    Revisit,
    /// It holds a content that was made from another record, and stands in its place.
    Conversion,
}

/// A capture as it was observed: facts of its record, and the number of its content.
///
/// A plain value that can be written and read back. It depends on its record and the
/// configuration alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureObservation {
    pub(crate) kind: CaptureKind,
    pub(crate) uri_m: Option<String>,
    pub(crate) url: String,
    pub(crate) unix_ms: Option<i64>,
    pub(crate) written: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) place: CapturePlace,
    pub(crate) content: Option<ContentRef>,
    /// Where the server redirects to, as written.
    // Kept as written: the target is computed from it only if the capture is a redirect.
    pub(crate) location: Option<String>,
    /// Record id, URI with date, payload digest.
    pub(crate) names: Names,
    /// The same of the record that a revisit or a conversion refers to.
    pub(crate) refers_to: Option<Names>,
}

impl CaptureObservation {
    /// URI-R as archived.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Where the record begins.
    pub fn place(&self) -> CapturePlace {
        self.place
    }

    /// The content; `None` for a revisit.
    pub fn content(&self) -> Option<ContentRef> {
        self.content
    }
}

/// The hash of a name that a record may be referred to by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct NameKey([u8; 8]);

/// Names of a record, in the order in which references are followed.
pub(crate) type Names = [Option<NameKey>; 3];

/// Hashes of names, which take less room.
pub(crate) fn name_keys(names: [Option<Name<'_>>; 3]) -> Names {
    names.map(|name| name.map(|name| NameKey(name.key().to_le_bytes())))
}
