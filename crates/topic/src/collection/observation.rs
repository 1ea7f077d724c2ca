//! What is kept of one capture before TimeMaps are known.

use scutch_archive::Record;
use scutch_archive::post::Sent;
use scutch_archive::revisit::{Bytes, Name, names, references};
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

    /// Takes what was sent into the URI-R: answers to a form are no captures of one page.
    pub(crate) fn take_sent(&mut self, sent: &Sent) {
        self.url = sent.url(&self.url);
    }
}

/// The hash of a name that a record may be referred to by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct NameKey([u8; 8]);

/// Names of a record, in the order in which references are followed: id, URI with the exact date,
/// URI with date and what is known of the payload, digest.
pub(crate) type Names = [Option<NameKey>; 4];

/// Names of a record that others may refer to it by.
pub(crate) fn names_of(record: &Record<'_>) -> Names {
    let names = names(record);
    let known = |name: &&Name<'_>| matches!(name, Name::At { bytes, .. } if *bytes != Bytes::Any);
    [
        // Conversions have an id, too, though no revisit stands for them.
        key_of(record.record_id().map(Name::Id).as_ref()),
        key_of(names.iter().find(|name| matches!(name, Name::At { bytes: Bytes::Any, .. }))),
        // The last one of several is the one by the second, as most references are.
        key_of(names.iter().rfind(known)),
        key_of(names.iter().find(|name| matches!(name, Name::Digest(_)))),
    ]
}

/// Names by which a record refers to another. With a digest, an original has to have it or to
/// declare none: contents are not read again here.
pub(crate) fn references_of(record: &Record<'_>) -> Names {
    let names = references(record);
    let digest = names.iter().find(|name| matches!(name, Name::Digest(_)));
    let id = key_of(names.iter().find(|name| matches!(name, Name::Id(_))));
    let at = |is: fn(&Bytes) -> bool| {
        key_of(names.iter().rfind(|name| matches!(name, Name::At { bytes, .. } if is(bytes))))
    };
    let exact = names.iter().find(|name| matches!(name, Name::At { bytes: Bytes::Any, .. }));
    match digest {
        Some(_) => {
            let declared = at(|bytes| matches!(bytes, Bytes::Digest(_)));
            let undeclared = at(|bytes| *bytes == Bytes::Undeclared);
            [id, declared, key_of(digest), undeclared]
        }
        None => [id, key_of(exact), at(|bytes| *bytes == Bytes::Any), None],
    }
}

fn key_of(name: Option<&Name<'_>>) -> Option<NameKey> {
    // Hashes of names take less room.
    name.map(|name| NameKey(name.key().to_le_bytes()))
}
