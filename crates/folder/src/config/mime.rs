//! Reason ids of media types that something other than the `Content-Type` decided.

use scutch_archive::{MediaSource, MediaType};

/// Reason id: the archive's identification replaced a `Content-Type` that says nothing.
pub(crate) const IDENTIFIED: &str = "mime-identified";
/// Reason id: the first bytes replaced a `Content-Type` that says nothing.
pub(crate) const SNIFFED: &str = "mime-sniffed";
/// Reason id: the bytes are of another format than the one they are labelled as.
pub(crate) const OVERRULED: &str = "mime-overruled";

/// The reason id of a media type, unless it is the declared one.
pub fn flag(media_type: &MediaType) -> Option<&'static str> {
    match media_type.source {
        MediaSource::Identified => Some(IDENTIFIED),
        MediaSource::Sniffed => Some(SNIFFED),
        MediaSource::Overruled => Some(OVERRULED),
        MediaSource::Declared => None,
    }
}
