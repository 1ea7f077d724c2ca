//! The WARC format, as little of it as the samples need.

use serde::Serialize;

use super::crawl::Framing;
use super::digest;
use super::gzip;

/// A line of `records.jsonl`: where a record stands and what it is.
#[derive(Serialize)]
pub(crate) struct Listed {
    pub(crate) file: String,
    /// Where the gzip member (in a plain file, the record) begins, in bytes.
    pub(crate) offset: u64,
    /// Its length in bytes; of a plain record with the two line ends that close it.
    pub(crate) length: u64,
    /// Where the record begins within the inflated member.
    pub(crate) inner_offset: u64,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) record_id: String,
    pub(crate) date: String,
    pub(crate) url: Option<String>,
    /// `agree`, `disagree`, `malformed` or `absent`: the declared payload digest; null for records
    /// which have no payload to digest.
    pub(crate) payload_digest: Option<&'static str>,
    /// Whether its bytes were overwritten, so that no reader can return it.
    pub(crate) damaged: bool,
}

/// A record before it has an identifier.
pub(crate) struct Draft {
    pub(crate) kind: &'static str,
    pub(crate) date: String,
    pub(crate) url: Option<String>,
    /// Fields after the first four, in order.
    pub(crate) fields: Vec<(&'static str, String)>,
    pub(crate) block: Vec<u8>,
    pub(crate) payload_digest: Option<&'static str>,
    pub(crate) damaged: bool,
}

/// Writes records one after another.
pub(crate) struct Writer {
    file: String,
    version: String,
    framing: Framing,
    bytes: Vec<u8>,
    listed: Vec<Listed>,
}

impl Writer {
    /// A writer for the named file.
    pub(crate) fn new(file: &str, version: &str, framing: Framing) -> Self {
        let (file, version) = (file.to_owned(), version.to_owned());
        Self { file, version, framing, bytes: Vec::new(), listed: Vec::new() }
    }

    /// Appends a record and returns its identifier.
    pub(crate) fn write(&mut self, draft: Draft) -> String {
        let ordinal = self.listed.len().to_string();
        let id = digest::record_id(&[
            self.file.as_bytes(),
            ordinal.as_bytes(),
            draft.kind.as_bytes(),
            draft.date.as_bytes(),
            draft.url.as_deref().unwrap_or_default().as_bytes(),
            &draft.block,
        ]);
        let record = self.serialise(&draft, &id);
        let start = self.bytes.len() as u64;
        let mut stored =
            if self.framing == Framing::Member { gzip::member(&record) } else { record };
        if draft.damaged {
            overwrite(&mut stored);
        }
        self.bytes.extend_from_slice(&stored);
        self.listed.push(Listed {
            file: self.file.clone(),
            offset: start,
            length: stored.len() as u64,
            inner_offset: 0,
            kind: draft.kind.to_owned(),
            record_id: id.clone(),
            date: draft.date,
            url: draft.url,
            payload_digest: draft.payload_digest,
            damaged: draft.damaged,
        });
        id
    }

    fn serialise(&self, draft: &Draft, id: &str) -> Vec<u8> {
        let mut head = format!(
            "WARC/{}\r\nWARC-Type: {}\r\nWARC-Record-ID: <{id}>\r\nWARC-Date: {}\r\n",
            self.version, draft.kind, draft.date
        );
        if let Some(url) = &draft.url {
            head.push_str(&format!("WARC-Target-URI: {url}\r\n"));
        }
        for (name, value) in &draft.fields {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n", draft.block.len()));
        let mut record = head.into_bytes();
        record.extend_from_slice(&draft.block);
        record.extend_from_slice(b"\r\n\r\n");
        record
    }

    /// The file's bytes and the list of its records.
    pub(crate) fn finish(mut self) -> (Vec<u8>, Vec<Listed>) {
        if self.framing == Framing::Whole {
            self.bytes = gzip::member(&self.bytes);
            for listed in &mut self.listed {
                listed.inner_offset = std::mem::take(&mut listed.offset);
                listed.length = self.bytes.len() as u64;
            }
        }
        (self.bytes, self.listed)
    }
}

/// What a failing disk leaves: forty bytes in the middle with something else in them.
fn overwrite(stored: &mut [u8]) {
    let middle = stored.len() / 2;
    for byte in stored.iter_mut().skip(middle).take(40) {
        *byte = !*byte;
    }
}
