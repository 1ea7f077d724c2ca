//! What was made of pages, found by the names of their files.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use anyhow::bail;
use serde_json::Value;

use super::gold::Gold;
use crate::talk::Talk;
use crate::verbs::evaluate::json_lines;
use crate::verbs::evaluate::notes::{NO_OBJECT, Notes};

/// Predictions by set, where their path names one, and id.
pub(super) struct Predictions {
    /// By set, where paths name one, and id.
    rows: HashMap<(Option<String>, String), Value>,
}

impl Predictions {
    /// Reads JSON lines; of several lines for a page the first counts.
    pub(super) fn read(path: &Path, golds: &[Gold], talk: Talk) -> anyhow::Result<Self> {
        let sets: BTreeSet<String> = golds.iter().map(|gold| gold.set.clone()).collect();
        let mut rows = HashMap::new();
        let mut notes = Notes::new(path);
        for row in json_lines::rows(path, &mut notes)? {
            let Some(key) = key(&row, &sets) else {
                notes.add(if row.is_object() { NAMELESS } else { NO_OBJECT });
                continue;
            };
            match rows.entry(key) {
                Entry::Occupied(_) => notes.add("left out: the first of its page counts"),
                Entry::Vacant(place) => {
                    notes.strings(&row, &STRINGS);
                    place.insert(row);
                }
            }
        }
        let ids: HashSet<(&str, &str)> = golds.iter().map(|gold| (&*gold.set, &*gold.id)).collect();
        let bare: HashSet<&str> = golds.iter().map(|gold| &*gold.id).collect();
        let is_known = |(set, id): &(Option<String>, String)| match set {
            Some(set) => ids.contains(&(set, id)),
            None => bare.contains(&**id),
        };
        rows.keys().filter(|key| !is_known(key)).for_each(|_| notes.add("left out: not in GOLD"));
        notes.tell(talk);
        if rows.is_empty() {
            bail!("{}: no line has `file` or `id`", path.display());
        }
        Ok(Self { rows })
    }

    /// What was made of a page: under its set if paths name it, else under its id alone.
    pub(super) fn for_page(&self, gold: &Gold) -> Option<&Value> {
        let within = |set: Option<&String>| self.rows.get(&(set.cloned(), gold.id.clone()));
        within(Some(&gold.set)).or_else(|| within(None))
    }
}

/// Note on a line that names no page.
const NAMELESS: &str = "left out: no `file` or `id` that is a string";
/// Fields of predictions that are read as strings.
const STRINGS: [&str; 6] = ["text", "title", "language", "page_type", "date_published", "date"];

/// The last folder of the path that is a set, and the name of the file without its ending.
fn key(row: &Value, sets: &BTreeSet<String>) -> Option<(Option<String>, String)> {
    let named = row["file"].as_str().or_else(|| row["id"].as_str())?;
    let mut parts = named.rsplit(['/', '\\']);
    let name = parts.next()?;
    let name = name.strip_suffix(".html").or_else(|| name.strip_suffix(".htm")).unwrap_or(name);
    // Tools run on whole trees write paths, those run on one set bare names.
    let set = parts.find(|part| sets.contains(*part)).map(str::to_owned);
    Some((set, name.to_owned()))
}
