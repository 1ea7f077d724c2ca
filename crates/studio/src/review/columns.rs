//! Columns that are loaded, within a budget of memory.

use std::sync::{Arc, Mutex, PoisonError};

use scutch_corpus::row::{Column, NumberedRows};

use super::{ReviewError, Values};

/// Bytes of columns that are kept; those of one request may need more.
const MOST_BYTES: usize = 128 << 20;

/// A column with its values.
pub type Loaded = (&'static str, Arc<Values>);

/// Columns in memory, those used last at the end.
#[derive(Debug, Default)]
pub struct ColumnCache {
    kept: Mutex<Vec<Loaded>>,
}

impl ColumnCache {
    /// The values of columns, in the order of the names. Columns that are not in memory are loaded
    /// together, in one reading of the corpus.
    ///
    /// # Errors
    /// When the corpus cannot be read.
    pub fn values(
        &self,
        rows: &NumberedRows,
        columns: &[&'static Column],
    ) -> Result<Vec<Arc<Values>>, ReviewError> {
        // Held while reading: a second request for the same columns waits instead of reading again.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_kept = |column: &&&Column| kept.iter().any(|(name, _)| *name == column.name);
        let mut missing: Vec<&'static Column> =
            columns.iter().filter(|column| !is_kept(column)).copied().collect();
        missing.sort_by_key(|column| column.name);
        missing.dedup_by_key(|column| column.name);
        kept.extend(load(rows, &missing)?);
        let mut found = Vec::with_capacity(columns.len());
        for column in columns {
            let Some(at) = kept.iter().position(|(name, _)| *name == column.name) else { continue };
            // Moved to the end: the front then holds what was not used for longest.
            let loaded = kept.remove(at);
            found.push(loaded.1.clone());
            kept.push(loaded);
        }
        drop_oldest(&mut kept, columns.len());
        Ok(found)
    }
}

fn load(rows: &NumberedRows, columns: &[&'static Column]) -> Result<Vec<Loaded>, ReviewError> {
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let mut values: Vec<Values> = columns.iter().map(|column| Values::of_column(column)).collect();
    rows.cells(0..rows.len(), &names, &mut |_, at, cell| values[at].push(cell))?;
    Ok(columns.iter().zip(values).map(|(column, values)| (column.name, Arc::new(values))).collect())
}

/// Keeps to the budget, and all of the last `used` ones.
fn drop_oldest(kept: &mut Vec<Loaded>, used: usize) {
    let mut bytes: usize = kept.iter().map(|(_, values)| values.bytes()).sum();
    // Columns in use stay, even beyond the budget: the request still needs them.
    while bytes > MOST_BYTES && kept.len() > used {
        bytes -= kept.remove(0).1.bytes();
    }
}
