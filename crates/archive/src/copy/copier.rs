//! The copy that is written: records as they lie, packed anew, or changed.

use std::collections::HashSet;
use std::io::{self, Read, Write};

use super::change::{Change, ChangeReason, Outcome};
use super::draft::Draft;
use super::objection::{self, Objection};
use super::original::Original;
use super::pack::Packer;
use super::series::Series;
use super::{SEPARATOR, convert, mend, relations};
use crate::cause::Cause;
use crate::files::Compression;
use crate::member::MemberKind;

/// Rounds in which rules are asked again after changes.
const ROUNDS: usize = 8;

/// Writes copies of records to a file.
#[derive(Debug)]
pub struct Copier<W> {
    packer: Packer<W>,
    /// Hashes of the ids that were written.
    ids: HashSet<u128>,
    series: Series,
}

impl<W: Write> Copier<W> {
    /// A copy into `out`.
    pub fn new(out: W, compression: Compression) -> Self {
        let packer = Packer::new(out, compression);
        Self { packer, ids: HashSet::new(), series: Series::default() }
    }

    /// The output behind the copy.
    pub fn into_inner(self) -> W {
        self.packer.into_inner()
    }

    /// Copies a record as it is. ARC records become WARC records, and records that lost bytes are
    /// mended: others would be read wrongly behind them. A record that cannot be written is left
    /// out.
    ///
    /// # Errors
    /// When the record cannot be read or the copy not be written.
    pub fn copy(&mut self, mut original: Original<'_>) -> io::Result<(Outcome, Vec<Change>)> {
        if !original.is_arc() && original.is_whole() {
            let outcome = self.untouched(&mut original)?;
            return Ok((outcome, Vec::new()));
        }
        let draft = original.draft()?;
        self.changed(original, draft, false)
    }

    /// Copies a record so that the copy breaks no rule of the standard ([`crate::standard`]). A
    /// sound one is copied as it is.
    ///
    /// # Errors
    /// When the record cannot be read or the copy not be written.
    pub fn repair(&mut self, original: Original<'_>) -> io::Result<(Outcome, Vec<Change>)> {
        let mut original = original;
        let mut draft = original.draft()?;
        if !original.is_arc() {
            for objection in objection::of_record(original.record) {
                if let Objection::Written(rule) = objection {
                    draft.changes.push(Change::new(ChangeReason::Written, "", rule, ""));
                }
            }
        }
        self.changed(original, draft, true)
    }

    /// Writes the bytes of a record as they lie.
    fn untouched(&mut self, original: &mut Original<'_>) -> io::Result<Outcome> {
        let extent = original.record.extent();
        let is_plain = self.packer.compression == Compression::None;
        let is_short = extent.separator < SEPARATOR.len() as u64;
        if is_short && (is_plain || original.parts_separator()) {
            // A member ends such a record, and a plain file does not.
            let bytes = original.bytes.header_and_block(extent)?;
            self.packer.packed(bytes.chain(SEPARATOR))?;
            return Ok(Outcome::Packed);
        }
        if extent.exact && self.is_packed_alike(original)? {
            self.packer.stored(original.bytes.source(), extent.location)?;
            return Ok(Outcome::Stored);
        }
        self.packer.packed(original.bytes.record(extent)?)?;
        Ok(Outcome::Packed)
    }

    fn is_packed_alike(&self, original: &mut Original<'_>) -> io::Result<bool> {
        let offset = original.record.location().offset;
        Ok(match (original.bytes.kind_at(offset)?, self.packer.compression) {
            (MemberKind::Gzip, Compression::Gzip) | (MemberKind::Plain, Compression::None) => true,
            // The dictionary stays behind in the other file.
            (MemberKind::Zstd, Compression::Zstd) => !original.bytes.needs_dictionary(offset),
            _ => false,
        })
    }

    /// Changes what has to be changed, and writes the record.
    fn changed(
        &mut self,
        mut original: Original<'_>,
        mut draft: Draft,
        by_rules: bool,
    ) -> io::Result<(Outcome, Vec<Change>)> {
        let is_arc = original.is_arc();
        let dated = if is_arc {
            convert::date(&mut draft, original.record)
        } else {
            mend::mend(&mut draft, original.record, original.is_short())
        };
        if dated {
            self.identify(&mut draft, &mut original)?;
        }
        if is_arc {
            let block = draft.block.as_ref().map(|block| block.len() as u64);
            let length = block.unwrap_or(original.record.extent().block);
            draft.set("Content-Length", &length.to_string());
        }
        let unmended = match dated {
            true if by_rules => self.unmended(&mut draft, &original),
            true => None,
            false => Some("WARC-Date".to_owned()),
        };
        if let Some(why) = unmended {
            draft.changes.push(Change::new(ChangeReason::LeftOut, "", &why, ""));
            return Ok((Outcome::LeftOut, draft.changes));
        }
        if draft.changes.is_empty() {
            return Ok((self.untouched(&mut original)?, Vec::new()));
        }
        if !is_arc {
            drop_lines(&mut draft, &original);
        }
        self.write(&draft, &mut original)?;
        Ok((Outcome::Changed, draft.changes))
    }

    /// Changes a header until no rule objects. Says what one objects to that still does.
    fn unmended(&mut self, draft: &mut Draft, original: &Original<'_>) -> Option<String> {
        let mut last = String::new();
        for _ in 0..ROUNDS {
            let objections = original.judged(draft, objection::of_record);
            if objections.is_empty() {
                let together = original.judged(draft, |record| self.series.objections(record));
                if together.is_empty() {
                    return None;
                }
                for objection in &together {
                    mend::answer(draft, objection);
                }
                continue;
            }
            last = objections.iter().map(Objection::shown).collect::<Vec<_>>().join("; ");
            let answers = objections.iter().filter(|objection| mend::answer(draft, objection));
            if answers.count() == 0 {
                return Some(last);
            }
        }
        Some(last)
    }

    /// Gives a record without an id, or with one that was written before, an id of its own.
    fn identify(&mut self, draft: &mut Draft, original: &mut Original<'_>) -> io::Result<()> {
        let own = draft.get("WARC-Record-ID").unwrap_or_default().to_owned();
        let is_digested = original.is_arc() || original.is_short();
        let repeated = !own.is_empty() && self.ids.contains(&relations::id_key(&own));
        if !own.is_empty() && !repeated && !is_digested {
            self.ids.insert(relations::id_key(&own));
            return Ok(());
        }
        // The salt tells records of equal files from each other.
        let mut salt = 0;
        let identity = loop {
            let identity = original.identity(draft, salt)?;
            if !self.ids.contains(&relations::id_key(&identity.id)) {
                break identity;
            }
            salt += 1;
        };
        if is_digested {
            draft.set("WARC-Block-Digest", &identity.block_digest);
        }
        if own.is_empty() {
            let noted = draft.changes.iter_mut().find(|c| c.reason == ChangeReason::IdMade);
            if let Some(change) = noted {
                change.is.clone_from(&identity.id);
            }
            draft.set("WARC-Record-ID", &identity.id);
        } else if repeated {
            draft.change(ChangeReason::IdRepeated, "WARC-Record-ID", &identity.id);
        }
        let id = draft.get("WARC-Record-ID").unwrap_or_default();
        self.ids.insert(relations::id_key(id));
        Ok(())
    }

    /// Writes the block of a record under another header.
    fn write(&mut self, draft: &Draft, original: &mut Original<'_>) -> io::Result<()> {
        let header = draft.header();
        match &draft.block {
            Some(block) => {
                self.packer.packed(header.as_bytes().chain(block.as_slice()).chain(SEPARATOR))
            }
            None => {
                let block = original.block()?;
                self.packer.packed(header.as_bytes().chain(block).chain(SEPARATOR))
            }
        }
    }
}

/// Notes the lines of a header that are no fields: a header written anew lacks them.
fn drop_lines(draft: &mut Draft, original: &Original<'_>) {
    let mut faults = original.record.faults().iter();
    if let Some(fault) = faults.find(|fault| fault.cause == Cause::HeaderLine) {
        draft.changes.push(Change::new(ChangeReason::LineDropped, "", &fault.detail, ""));
    }
}
