//! A record that is copied: what of it is there, and its bytes as they are stored.

use std::io::{self, Read};

use super::draft::Draft;
use super::identity::Identity;
use super::{RecordBytes, SEPARATOR, convert};
use crate::cause::{Cause, Severity};
use crate::place::Extent;
use crate::record::header::utf8_or_latin1;
use crate::record::{Record, warc};

/// A record to be copied: where its bytes are, and the name of its file for provenance.
#[derive(Debug)]
pub struct Original<'a> {
    /// The record as it was read.
    pub record: &'a Record<'a>,
    /// Its file.
    pub bytes: &'a mut RecordBytes,
    /// Name of the file, as notes of provenance have it.
    pub file: &'a str,
}

impl Original<'_> {
    pub(super) fn is_arc(&self) -> bool {
        self.record.version().starts_with("ARC/")
    }

    /// True where the rest of the separator may lie in the next member.
    pub(super) fn parts_separator(&self) -> bool {
        let extent = self.record.extent();
        let spans = self.record.faults().iter().any(|fault| fault.cause == Cause::SpansMembers);
        (spans || !extent.exact) && SEPARATOR.starts_with(self.record.separator())
    }

    /// Whether every byte of the record is there, and its header says how many.
    pub(super) fn is_whole(&self) -> bool {
        let lengths = self.record.headers().filter(|(name, _)| is_length(name));
        let mut lengths = lengths.map(|(_, value)| value.parse().ok());
        let length = Some(self.record.extent().block);
        !self.is_short() && lengths.next() == Some(length) && lengths.all(|more| more == length)
    }

    /// Whether bytes of the record are missing, or not those that were archived.
    pub(super) fn is_short(&self) -> bool {
        // A version that is not known says nothing of the bytes, nor does the cap on memory.
        let harmless = [Cause::VersionUnknown, Cause::BlockTooLarge];
        let mut faults = self.record.faults().iter();
        faults.any(|fault| fault.severity == Severity::Lost && !harmless.contains(&fault.cause))
    }

    /// The block: from memory where it is all there.
    pub(super) fn block(&mut self) -> io::Result<Box<dyn Read + '_>> {
        let extent = self.record.extent();
        if self.record.block().len() as u64 == extent.block {
            return Ok(Box::new(self.record.block()));
        }
        Ok(Box::new(self.bytes.block(extent)?))
    }

    /// The header as it is stored.
    pub(super) fn header(&mut self) -> io::Result<Vec<u8>> {
        let extent = self.record.extent();
        let mut header = Vec::new();
        self.bytes.record(Extent { block: 0, separator: 0, ..extent })?.read_to_end(&mut header)?;
        Ok(header)
    }

    /// The header to be written: as it is, or that of a conversion.
    pub(super) fn draft(&mut self) -> io::Result<Draft> {
        if !self.is_arc() {
            return Ok(Draft::of(self.record));
        }
        let line = self.header()?;
        Ok(convert::draft(self.record, &utf8_or_latin1(&line), self.file))
    }

    /// Looks at the record that a draft makes of this one.
    pub(super) fn judged<T>(&self, draft: &Draft, judge: impl FnOnce(&Record<'_>) -> T) -> T {
        let header = draft.header();
        let mut fields = Vec::new();
        let faults = warc::header(header.as_bytes(), &mut fields).faults;
        let block = draft.block.as_deref().unwrap_or(self.record.block());
        let length = draft.block.as_ref().map_or(self.record.extent().block, |b| b.len() as u64);
        let extent = Extent { block: length, ..self.record.extent() };
        let record = Record::warc(header.as_str().into(), &fields, block, extent, faults);
        judge(&record.stored_as(header.as_bytes(), SEPARATOR))
    }

    /// Id and block digest; of records with one block, place and file tell them from each other.
    pub(super) fn identity(&mut self, draft: &Draft, salt: u64) -> io::Result<Identity> {
        let at = self.record.location();
        let url = self.record.target_uri().unwrap_or_default();
        let date = self.record.header("WARC-Date").unwrap_or_default();
        let mut name =
            format!("{}\n{url}\n{date}\n{}\n{}\n", self.file, at.offset, at.inner_offset);
        if salt > 0 {
            name.push_str(&salt.to_string());
        }
        match &draft.block {
            Some(block) => Identity::of(&name, block.as_slice()),
            None => Identity::of(&name, self.block()?),
        }
    }
}

fn is_length(name: &str) -> bool {
    name.eq_ignore_ascii_case("Content-Length")
}
