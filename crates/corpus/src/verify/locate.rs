//! Finds the record of a row in the archives.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use scutch_archive::{Item, Limits, Position, Reader, Record};

use crate::folder::manifest::{InputEntry, Manifest};
use crate::inputs::InputFile;
use crate::row::stored::StoredRow;
use crate::stages::revisits::Revisits;

/// Reads records by position. Rows come in archive order, so an open reader mostly just continues.
/// Otherwise an archive compressed as a whole would be decompressed again for every row.
pub(crate) struct Locator<'a> {
    paths: HashMap<&'a str, PathBuf>,
    limits: &'a Limits,
    open: Option<(String, Reader)>,
    revisits: Option<Revisits>,
    files: Vec<InputFile>,
}

/// Records to skip before reopening the file at the position.
const READ_PAST: u32 = 200;

impl<'a> Locator<'a> {
    /// Finds the archives of a manifest, first in the folders `moved`, then at their original paths.
    pub(crate) fn new(manifest: &'a Manifest, moved: &[PathBuf]) -> Self {
        let path = |name: &str, path: &str| {
            let candidates = moved.iter().map(|folder| folder.join(name));
            candidates
                .into_iter()
                .find(|p| p.exists())
                .unwrap_or_else(|| Path::new(path).to_owned())
        };
        let found: Vec<PathBuf> = manifest.inputs.iter().map(|i| path(&i.name, &i.path)).collect();
        let names = manifest.inputs.iter().map(|i| i.name.as_str());
        let paths = names.zip(found.iter().cloned()).collect();
        let limits = &manifest.config.archive;
        let files = manifest.inputs.iter().zip(&found);
        let files: Vec<_> = files.map(|(input, path)| as_read(input, path)).collect();
        let revisits = Revisits::of(&files, &manifest.config.scope, limits);
        Self { paths, limits, open: None, revisits, files }
    }

    /// The archive files at their current paths.
    pub(crate) fn files(&self) -> Vec<InputFile> {
        self.files.clone()
    }

    /// The originals of revisits, if revisits are in scope.
    pub(crate) fn revisits(&self) -> Option<&Revisits> {
        self.revisits.as_ref()
    }

    /// The record of a row. A revisit has the payload of its original.
    pub(crate) fn record(&mut self, row: &StoredRow) -> Result<Record<'static>, String> {
        let record = self.stored(row)?;
        match &self.revisits {
            Some(revisits) => revisits.resolved(record).map_err(|why| why.sentence().to_owned()),
            None => Ok(record),
        }
    }

    fn stored(&mut self, row: &StoredRow) -> Result<Record<'static>, String> {
        if let Some((file, mut reader)) = self.open.take()
            && file == row.warc_file
            && let Some(record) = read_on(&mut reader, row)
        {
            self.open = Some((file, reader));
            return Ok(record);
        }
        let path = self.paths.get(row.warc_file.as_str());
        let path = path.ok_or_else(|| format!("{} is not among the inputs", row.warc_file))?;
        let position = Position { offset: row.offset, inner_offset: row.inner_offset };
        let mut reader = Reader::open_at(path, position, self.limits).map_err(|e| e.to_string())?;
        let record = read_on(&mut reader, row)
            .ok_or_else(|| format!("no record at offset {} of {}", row.offset, path.display()))?;
        self.open = Some((row.warc_file.clone(), reader));
        Ok(record)
    }
}

/// An input as the run saw it. A file that was unreadable then contributed to no row, even if it is
/// readable now.
fn as_read(input: &InputEntry, path: &Path) -> InputFile {
    InputFile {
        path: path.to_owned(),
        name: input.name.clone(),
        size: input.digest.as_ref().map_or(0, |digest| digest.size),
        unreadable: input.unreadable.clone().filter(|_| !input.in_part),
    }
}

fn read_on(reader: &mut Reader, row: &StoredRow) -> Option<Record<'static>> {
    let wanted = (row.offset, row.inner_offset);
    for _ in 0..READ_PAST {
        let here = reader.position();
        if (here.offset, here.inner_offset) > wanted {
            return None;
        }
        if let Item::Record(record) = reader.next()? {
            let location = record.location();
            if (location.offset, location.inner_offset) == wanted {
                return Some(record.into_owned());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_read_then_is_not_read_now() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let mut input = InputEntry {
            name: "a.warc".into(),
            path: path.display().to_string(),
            digest: None,
            unreadable: Some("no permission".into()),
            in_part: false,
        };
        let limits = Limits::default();
        let damage = as_read(&input, path).open(Position::START, &limits).expect_err("left out");
        assert_eq!(damage.detail, "no permission");
        input.in_part = true;
        assert!(as_read(&input, path).open(Position::START, &limits).is_ok());
    }
}
