//! Revisits as the captures they stand for.
//!
//! Asked for with the record type `revisit`: all inputs are then looked through once for what
//! revisits may refer to, before the first row.

use std::path::PathBuf;

use scutch_archive::revisit::{Originals, Place, Unresolved};
use scutch_archive::{Item, Limits, Position, Record, RecordKind, read_record_at};

use crate::config::scope::Scope;
use crate::inputs::InputFile;

/// The records that revisits may refer to, over all inputs.
#[derive(Debug)]
pub(crate) struct Revisits {
    files: Vec<PathBuf>,
    limits: Limits,
    originals: Originals,
}

impl Revisits {
    /// Looks through `files`; nothing where the scope asks for no revisits.
    pub(crate) fn of(files: &[InputFile], scope: &Scope, limits: &Limits) -> Option<Self> {
        if !scope.takes_revisits() {
            return None;
        }
        let mut originals = Originals::default();
        for (number, file) in (0_u32..).zip(files) {
            // A file that cannot be opened is told where it is read.
            let Ok(mut reader) = file.open(Position::START, limits) else { continue };
            while let Some(item) = reader.next_head() {
                if let Item::Record(record) = item {
                    originals.add(number, &record);
                }
            }
        }
        let files = files.iter().map(|file| file.path.clone()).collect();
        Some(Self { files, limits: limits.clone(), originals })
    }

    /// A revisit with the block of the capture it stands for; other records as they are.
    pub(crate) fn resolved(&self, record: Record<'static>) -> Result<Record<'static>, Unresolved> {
        if *record.kind() != RecordKind::Revisit {
            return Ok(record);
        }
        let original = self.originals.resolve(&record, |place| self.read(place))?;
        Ok(record.with_block_of(original))
    }

    fn read(&self, place: Place) -> Option<Record<'static>> {
        let path = self.files.get(usize::try_from(place.file).ok()?)?;
        let record = read_record_at(path, place.position, &self.limits).ok()?;
        (record.location().position() == place.position).then_some(record)
    }
}
