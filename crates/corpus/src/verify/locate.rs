//! Finds the record of a row in the archives again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use scutch_archive::{Item, Limits, Position, Reader, Record};

use super::stored::StoredRow;
use crate::inputs::InputFile;
use crate::manifest::Manifest;
use crate::revisits::Revisits;

/// Reads records by place. Rows come in archive order, so an open reader mostly just goes on; that
/// keeps archives compressed as one piece from being inflated anew for every row.
pub(crate) struct Locator<'a> {
    paths: HashMap<&'a str, PathBuf>,
    limits: &'a Limits,
    open: Option<(String, Reader)>,
    revisits: Option<Revisits>,
    files: Vec<InputFile>,
}

/// Records read past before a reader is opened anew at the place itself.
const READ_PAST: u32 = 200;

impl<'a> Locator<'a> {
    /// `moved` are folders that hold the archives now, if they are not where the run found them.
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
        let files = files.map(|(input, path)| InputFile {
            path: path.clone(),
            name: input.name.clone(),
            size: input.digest.as_ref().map_or(0, |digest| digest.size),
            unreadable: None,
        });
        let files = files.collect();
        let revisits = Revisits::of(found, &manifest.config.scope, limits);
        Self { paths, limits, open: None, revisits, files }
    }

    /// The archive files, where they are now.
    pub(crate) fn files(&self) -> Vec<InputFile> {
        self.files.clone()
    }

    /// The record of a row; a revisit with the payload it stands for.
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
