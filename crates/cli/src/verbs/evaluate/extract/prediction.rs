//! What was made of pages, found by the names of their files.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use anyhow::bail;
use serde_json::Value;

use super::gold::{self, Gold};

/// Predictions by set, where their path names one, and id.
pub(super) struct Predictions {
    rows: HashMap<(Option<String>, String), Value>,
}

impl Predictions {
    /// Reads JSON lines; of several lines for a page the last counts.
    pub(super) fn read(path: &Path, sets: &BTreeSet<String>) -> anyhow::Result<Self> {
        let mut rows = HashMap::new();
        for row in gold::rows(path)? {
            if let Some(key) = key(&row, sets) {
                rows.insert(key, row);
            }
        }
        if rows.is_empty() {
            bail!("{}: no line has `file` or `id`", path.display());
        }
        Ok(Self { rows })
    }

    /// What was made of a page: under its set if paths name it, else under its id alone.
    pub(super) fn of(&self, gold: &Gold) -> Option<&Value> {
        let within = |set: Option<&String>| self.rows.get(&(set.cloned(), gold.id.clone()));
        within(Some(&gold.set)).or_else(|| within(None))
    }
}

/// The last folder of the path that is a set, and the name of the file without its ending.
fn key(row: &Value, sets: &BTreeSet<String>) -> Option<(Option<String>, String)> {
    let named = row["file"].as_str().or_else(|| row["id"].as_str())?;
    let mut parts = named.rsplit(['/', '\\']);
    let name = parts.next()?;
    let name = name.strip_suffix(".html").or_else(|| name.strip_suffix(".htm")).unwrap_or(name);
    let set = parts.find(|part| sets.contains(*part)).map(str::to_owned);
    Some((set, name.to_owned()))
}
