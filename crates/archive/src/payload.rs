//! The digests of a payload, in memory or streamed: no cap on memory decides what they are.

use std::io::{self, Read, Write};

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::capture::Capture;
use crate::cause::Cause;
use crate::digest::{self, DigestStatus};
use crate::http::without_chunks;
use crate::standard::{Blocks, Hasher, Labelled};

/// What is computed of a payload, and what the archive declares of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayloadDigests {
    /// SHA-256 of the body without its transfer codings, in hexadecimal digits.
    pub sha256: String,
    /// The digest that the record declares, against the body with or without its transfer codings:
    /// writers disagree about which of them it is of.
    pub status: DigestStatus,
}

impl PayloadDigests {
    /// The digests of a capture. `blocks` reads the block again where memory holds the start of it
    /// only. Without such a reader, the status is [`DigestStatus::Unchecked`] there, and the
    /// SHA-256 that of the start.
    pub fn of_capture(
        capture: &Capture<'_>,
        blocks: impl FnOnce() -> Option<Box<dyn Blocks>>,
    ) -> Self {
        if capture.record.faults().iter().all(|fault| fault.cause != Cause::BlockTooLarge) {
            return Self::in_memory(capture);
        }
        let streamed = blocks().and_then(|mut blocks| streamed(capture, &mut *blocks).ok());
        streamed.unwrap_or_else(|| {
            let start = Self::in_memory(capture);
            let status = match start.status {
                DigestStatus::Agree | DigestStatus::Disagree => DigestStatus::Unchecked,
                // Nothing of the bytes can change these.
                status => status,
            };
            Self { status, ..start }
        })
    }

    fn in_memory(capture: &Capture<'_>) -> Self {
        let after_transfer = &*capture.payload.after_transfer;
        let declared = capture.record.header("WARC-Payload-Digest");
        Self {
            sha256: digest::sha256_hex(after_transfer),
            status: digest::verdict(declared, &[capture.body, after_transfer]),
        }
    }
}

fn streamed(capture: &Capture<'_>, blocks: &mut dyn Blocks) -> io::Result<PayloadDigests> {
    let declared = capture.record.header("WARC-Payload-Digest");
    let mut as_sent = Digesting::of(declared);
    io::copy(&mut body(capture, blocks)?, &mut as_sent)?;
    let status = as_sent.status(declared);
    let codings = || capture.http.iter().flat_map(|http| http.headers.codings("Transfer-Encoding"));
    let is = |coding: &'static str| move |name: &str| name.eq_ignore_ascii_case(coding);
    // Of transfer codings, chunks alone are met in bodies of this size.
    if codings().any(|name| !is("chunked")(name) && !is("identity")(name)) {
        return Err(io::ErrorKind::Unsupported.into());
    }
    if !codings().any(is("chunked")) {
        return Ok(PayloadDigests { sha256: as_sent.sha256(), status });
    }
    let mut decoded = Digesting::of(declared);
    let copied = io::copy(&mut without_chunks(body(capture, blocks)?), &mut decoded);
    match copied {
        // Chunks that are cut off: what was there, as in memory.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && decoded.bytes > 0 => {}
        // A label that lies: the bytes as they stand.
        Err(error) if is_about_chunks(&error) => {
            return Ok(PayloadDigests { sha256: as_sent.sha256(), status });
        }
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    let status = match status {
        DigestStatus::Disagree => decoded.status(declared),
        status => status,
    };
    Ok(PayloadDigests { sha256: decoded.sha256(), status })
}

/// Whether an error tells that a body is not in chunks; a disk has other ones.
fn is_about_chunks(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
}

/// The body of a capture from its start.
fn body<'b>(capture: &Capture<'_>, blocks: &'b mut dyn Blocks) -> io::Result<Box<dyn Read + 'b>> {
    // It is the end of what memory holds of the block.
    let before = (capture.record.block().len() - capture.body.len()) as u64;
    let mut block = blocks.block(capture.record.extent())?;
    io::copy(&mut block.by_ref().take(before), &mut io::sink())?;
    Ok(block)
}

/// Digests of bytes on their way.
struct Digesting {
    sha256: Sha256,
    /// The declared one; `None` where none can be computed.
    declared: Option<(Labelled, Hasher)>,
    bytes: u64,
}

impl Digesting {
    fn of(declared: Option<&str>) -> Self {
        let declared = declared.and_then(|declared| Labelled::parse(declared.trim()).ok());
        let declared = declared.map(|labelled| {
            let hasher = labelled.hasher();
            (labelled, hasher)
        });
        Self { sha256: Sha256::new(), declared, bytes: 0 }
    }

    /// The verdict on what is declared. It can be asked once.
    fn status(&mut self, declared: Option<&str>) -> DigestStatus {
        // What is no digest is told without bytes.
        let known = digest::verdict(declared, &[]);
        if known != DigestStatus::Disagree {
            return known;
        }
        let agrees = self.declared.take().map(|(labelled, hasher)| labelled.agrees(hasher));
        match agrees {
            Some(true) => DigestStatus::Agree,
            Some(false) => DigestStatus::Disagree,
            None => DigestStatus::Malformed,
        }
    }

    fn sha256(self) -> String {
        HEXLOWER.encode(&self.sha256.finalize())
    }
}

impl Write for Digesting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sha256.update(bytes);
        if let Some((_, hasher)) = &mut self.declared {
            hasher.write_all(bytes)?;
        }
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::copy::RecordBytes;
    use crate::{Item, Limits, Reader, Source, WarcWriter, capture};

    /// The digests of the one record of an archive under a cap on blocks.
    fn digests(archive: &[u8], block: u64, again: bool) -> PayloadDigests {
        let limits = Limits { block, ..Limits::default() };
        let mut reader = Reader::from_bytes(archive, &limits);
        let Some(Item::Record(record)) = reader.next() else { panic!("no record") };
        let capture = capture(&record, &limits).expect("a capture");
        let bytes = || {
            again.then(|| -> Box<dyn Blocks> {
                Box::new(RecordBytes::new(Source::from_bytes(archive)))
            })
        };
        PayloadDigests::of_capture(&capture, bytes)
    }

    fn archive(head: &str, body: &[u8], declared: &str) -> Vec<u8> {
        let block = [format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n").as_bytes(), body].concat();
        let mut fields = vec![
            ("WARC-Type", "response"),
            ("WARC-Record-ID", "<urn:a:1>"),
            ("WARC-Date", "2020-01-01T00:00:00Z"),
            ("WARC-Target-URI", "http://a.example/"),
            ("Content-Type", "application/http;msgtype=response"),
        ];
        if !declared.is_empty() {
            fields.push(("WARC-Payload-Digest", declared));
        }
        let mut writer = WarcWriter::plain(Vec::new());
        writer.write(&fields, &block).expect("memory");
        writer.into_inner()
    }

    #[test]
    fn a_cap_changes_no_digest() {
        use DigestStatus::{Absent, Agree, Disagree, Malformed};
        let text = b"The tide comes in. ".repeat(400);
        let chunked = [b"1db0\r\n", &text[..], b"\r\n0\r\n\r\n"].concat();
        assert_eq!(text.len(), 0x1db0);
        let of = |bytes: &[u8]| format!("sha1:{}", digest::sha1_base32(bytes));
        let (own, start) = (of(&text), of(&text[..500]));
        let chunks = "Transfer-Encoding: Chunked";
        for (head, body, declared, status) in [
            ("A: b", &text, own.as_str(), Agree),
            // The digest of what a cap kept is no digest of the body.
            ("A: b", &text, &start, Disagree),
            ("A: b", &text, "", Absent),
            ("A: b", &text, "sha1:?", Malformed),
            (chunks, &chunked, &own, Agree),
            (chunks, &chunked, &of(&chunked), Agree),
            (chunks, &chunked, &start, Disagree),
            // A label that lies, and chunks that are cut off.
            (chunks, &text, &own, Agree),
            (chunks, &chunked[..4000].to_vec(), &of(&text[..3994]), Agree),
        ] {
            let archive = archive(head, body, declared);
            let whole = digests(&archive, 1 << 20, false);
            assert_eq!(whole.status, status, "{head}: {declared}");
            assert_eq!(digests(&archive, 600, true), whole, "{head}: {declared}");
            // Without the bytes, nothing is condemned and nothing blessed.
            let unread = digests(&archive, 600, false).status;
            let told = matches!(status, Absent | Malformed);
            assert_eq!(unread, if told { status } else { DigestStatus::Unchecked }, "{declared}");
        }
    }

    #[test]
    fn what_other_codings_hide_is_unchecked_over_the_cap() {
        let body = b"The tide comes in. ".repeat(400);
        let declared = format!("sha1:{}", digest::sha1_base32(b"the text behind the coding"));
        let archive = archive("Transfer-Encoding: gzip, chunked", &body, &declared);
        assert_eq!(digests(&archive, 600, true).status, DigestStatus::Unchecked);
    }
}
