//! Formats that are told by their first bytes.

use serde::de::IgnoredAny;

/// Openings of other formats and their media types; `?` stands for any byte (WHATWG MIME Sniffing,
/// section 6, and formats that archives hold besides).
// A magic number of two bytes, such as `BM`, would condemn pages that begin with these letters.
const OPENINGS: &[(&[u8], &str)] = &[
    (b"%PDF-", "application/pdf"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"RIFF????WEBPVP", "image/webp"),
    (b"\0\0\x01\0", "image/x-icon"),
    (b"RIFF????WAVE", "audio/wave"),
    (b"RIFF????AVI ", "video/avi"),
    (b"ID3\x02", "audio/mpeg"),
    (b"ID3\x03", "audio/mpeg"),
    (b"ID3\x04", "audio/mpeg"),
    (b"OggS\0", "application/ogg"),
    (b"????ftyp", "video/mp4"),
    (b"\x1a\x45\xdf\xa3", "video/webm"),
    (b"FLV\x01", "video/x-flv"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"Rar!\x1a\x07", "application/x-rar-compressed"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"BZh91AY&SY", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"\0asm", "application/wasm"),
    (b"WARC/1.", "application/warc"),
];

/// The media type of bytes that cannot be a web page, whatever they are called: files of another
/// format, JSON. What has markup can be one: the text of feeds is extracted like that of pages.
///
/// ```
/// assert_eq!(scutch_archive::other_format(b"%PDF-1.7 ..."), Some("application/pdf"));
/// assert_eq!(scutch_archive::other_format(b"a fragment of <b>text</b>"), None);
/// ```
pub fn other_format(bytes: &[u8]) -> Option<&'static str> {
    opening(bytes).or_else(|| json(bytes))
}

/// The media type of the first of [`OPENINGS`] that bytes begin with.
pub(super) fn opening(bytes: &[u8]) -> Option<&'static str> {
    OPENINGS.iter().find(|(opening, _)| opens(bytes, opening)).map(|(_, media_type)| *media_type)
}

/// Bytes of JSON that are looked at. What is longer is JSON if it is so far: a verb that reads heads
/// of records alone must come to the answer of one that reads them whole.
const JSON: usize = 4 << 10;

fn opens(bytes: &[u8], opening: &[u8]) -> bool {
    bytes.len() >= opening.len()
        && bytes.iter().zip(opening).all(|(byte, expected)| *expected == b'?' || byte == expected)
}

/// Whether bytes may begin a value of JSON that is no word or number.
pub(super) fn may_be_json(start: &[u8]) -> bool {
    let rest = start.strip_prefix(BOM).unwrap_or(start).trim_ascii_start();
    rest.first().is_none_or(|first| matches!(first, b'{' | b'['))
}

fn json(bytes: &[u8]) -> Option<&'static str> {
    let start = &bytes[..bytes.len().min(JSON)];
    if !may_be_json(start) {
        return None;
    }
    let rest = start.strip_prefix(BOM).unwrap_or(start).trim_ascii_start();
    let is_json = match serde_json::from_slice::<IgnoredAny>(rest) {
        Ok(_) => true,
        Err(error) => error.is_eof() && start.len() == JSON && !rest.is_empty(),
    };
    is_json.then_some("application/json")
}

/// The byte order mark of UTF-8.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_told_by_their_bytes() {
        for (bytes, expected) in [
            (&b"GIF89a\x01\0"[..], "image/gif"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
            (b"\0\0\0\x20ftypisom", "video/mp4"),
            (b"WARC/1.1\r\nWARC-Type: response", "application/warc"),
            (b" {\"text\": [\"<p>one\", 2]}\n", "application/json"),
        ] {
            assert_eq!(other_format(bytes), Some(expected));
        }
    }

    #[test]
    fn pages_and_fragments_are_no_other_format() {
        for bytes in [
            &b""[..],
            b"<",
            b"<!-- open",
            b"<?xml version='1.0'?><!DOCTYPE html><html>",
            b"<rss version='2.0'>",
            b"{{ title }}<p>A template",
            b"[1] A footnote",
            b"RIFF is a format",
            b"ID3 is a format",
            b"\xff\xfe<\0h\0t\0m\0l\0",
        ] {
            assert_eq!(other_format(bytes), None, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn json_is_judged_by_its_start() {
        // Deep nesting takes no memory.
        assert_eq!(other_format(&b"[".repeat(1_000_000)), Some("application/json"));
        assert_eq!(other_format(&b"[".repeat(JSON - 1)), None, "cut off");
        let long = format!("{{\"a\": [{}1]}}", "1, ".repeat(10_000));
        for cut in [JSON, JSON + 1, long.len() - 1, long.len()] {
            assert_eq!(other_format(&long.as_bytes()[..cut]), Some("application/json"), "{cut}");
        }
        assert_eq!(other_format(&long.as_bytes()[..JSON - 1]), None, "cut off");
        let page = format!("{{{{ title }}}}<p>{}", "text ".repeat(10_000));
        assert_eq!(other_format(page.as_bytes()), None);
    }
}
