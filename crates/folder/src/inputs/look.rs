//! What a file is by its bytes.

use std::io;
use std::path::Path;

use scutch_archive::{Sniffed, Source, sniff_source};
use scutch_tables::{TableColumns, TableError, sniff_table};

use super::content::Content;
use super::error::InputError;
use super::list::Lister;

/// What a file is by its bytes.
pub(super) enum Found {
    Empty,
    Other,
    /// A table that lacks what is needed.
    Lacking(TableError),
    Content(Content),
}

impl Found {
    /// What a file holds that was named.
    pub(super) fn content(self, named: &str) -> Result<Content, InputError> {
        match self {
            Self::Empty => Err(InputError::Empty(named.into())),
            Self::Other => Err(InputError::NotArchive(named.into())),
            Self::Lacking(source) => Err(InputError::Table { path: named.into(), source }),
            Self::Content(content) => Ok(content),
        }
    }
}

impl Lister<'_> {
    /// What a file is, and its size. What is an input stays open, as it is read next.
    pub(super) fn look(&self, path: &Path) -> io::Result<(Found, u64)> {
        let source = self.pool.source(path)?;
        let columns = self.input.map(|input| &input.columns);
        let found = found(&source, path, columns);
        if !matches!(found, Ok(Found::Content(_))) {
            self.pool.forget(path);
        }
        // The bytes that a short read left out could make another file of it.
        source.verify().map_err(|fault| io::Error::other(fault.detail()))?;
        Ok((found?, source.len()))
    }
}

/// What an open file is. Without `columns` no table is looked for.
fn found(source: &Source, path: &Path, columns: Option<&TableColumns>) -> io::Result<Found> {
    Ok(match (sniff_source(source, path)?, columns) {
        (Sniffed::Empty, _) => Found::Empty,
        (Sniffed::Archive(_), _) => Found::Content(Content::Archive),
        (Sniffed::NotArchive, None) => Found::Other,
        (Sniffed::NotArchive, Some(columns)) => match sniff_table(source, columns)? {
            None => Found::Other,
            Some(Ok(table)) => Found::Content(Content::Table(table)),
            Some(Err(lacking)) => Found::Lacking(lacking),
        },
    })
}
