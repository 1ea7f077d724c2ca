//! Pictures of the archives.

use std::str::FromStr;

use scutch_archive::capture;
use scutch_folder::inputs::RecordPlace;
use scutch_url::surt;

use super::Source;
use super::opened::MOST_TRIED;

/// First bytes of the formats that browsers draw without running anything, with their media types.
/// (WHATWG MIME Sniffing, section 6.1. SVG is missing on purpose: it is a document with scripts.)
const FORMATS: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
];

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its media type, by its first bytes.
    pub content_type: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The place of a picture in an address: `INPUT-OFFSET-INNER`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureId(pub(super) RecordPlace);

impl std::fmt::Display for PictureId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let RecordPlace { input, offset, inner_offset } = self.0;
        write!(f, "{input}-{offset}-{inner_offset}")
    }
}

impl FromStr for PictureId {
    type Err = ();

    fn from_str(id: &str) -> Result<Self, ()> {
        let parts: Vec<&str> = id.split('-').collect();
        let [input, offset, inner] = parts[..] else { return Err(()) };
        let input = input.parse().map_err(|_| ())?;
        let [offset, inner_offset] = [offset, inner].map(|number| number.parse().map_err(|_| ()));
        Ok(Self(RecordPlace { input, offset: offset?, inner_offset: inner_offset? }))
    }
}

impl Source {
    /// The capture of an address that is a picture, the nearest in time.
    pub fn picture_of(&self, address: &str, unix_ms: i64) -> Option<PictureId> {
        let places = self.nearest(address, unix_ms).into_iter().take(MOST_TRIED).map(PictureId);
        places.into_iter().find(|id| self.read_picture(*id, Some(address)).is_some())
    }

    /// A picture by its place; `None` if there is none.
    pub fn picture(&self, id: PictureId) -> Option<Picture> {
        self.read_picture(id, None)
    }

    /// A picture, if its address is the one that is looked for.
    fn read_picture(&self, id: PictureId, address: Option<&str>) -> Option<Picture> {
        // A place comes from an address that anybody can type.
        self.files.get(id.0.input as usize)?;
        let record = self.record(id.0).ok()?;
        let capture = capture(&record, &self.limits).ok()?;
        // Hashes may agree by chance, addresses do not.
        if address.is_some_and(|address| surt(address) != surt(capture.url)) {
            return None;
        }
        let bytes = capture.payload.content.into_owned();
        Some(Picture { content_type: content_type(&bytes)?, bytes })
    }
}

fn content_type(bytes: &[u8]) -> Option<&'static str> {
    // Bytes 4 to 7 hold the length of the file.
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..14) == Some(b"WEBPVP");
    let known = FORMATS.iter().find(|(first, _)| bytes.starts_with(first));
    known.map(|(_, name)| *name).or(is_webp.then_some("image/webp"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_known_by_their_first_bytes() {
        for (bytes, expected) in [
            (&b"\x89PNG\r\n\x1a\n..."[..], Some("image/png")),
            (b"\xff\xd8\xff\xe0", Some("image/jpeg")),
            (b"GIF89a", Some("image/gif")),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some("image/webp")),
            (b"<svg xmlns='http://www.w3.org/2000/svg'>", None),
            (b"<html>", None),
            (b"RIFF\0\0\0\0WAVE", None),
            (b"", None),
        ] {
            assert_eq!(content_type(bytes), expected);
        }
    }

    #[test]
    fn places_are_written_and_read() {
        let id: PictureId = "3-1200-17".parse().expect("a place");
        assert_eq!(id.to_string(), "3-1200-17");
        for bad in ["", "1-2", "1-2-3-4", "-1-2-3", "x-1-2", "99999999999-1-2"] {
            assert_eq!(bad.parse::<PictureId>(), Err(()), "{bad}");
        }
    }
}
