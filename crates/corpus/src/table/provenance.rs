//! What a table was made by and of, in the footer of its file.
//!
//! A part that left its folder still says which program, which settings and which archives its rows
//! come from. `run.json` has the digests of these archives.

use std::collections::HashSet;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray as _;
use parquet::file::metadata::{KeyValue, ParquetMetaData};

use scutch_folder::config::Config;
use scutch_folder::manifest::tool;

/// The column that names the archive of a row.
const SOURCE: &str = "warc_file";
/// The start of our keys in a footer.
const PREFIX: &str = "scutch.";

/// The provenance of a table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Provenance {
    tool: String,
    /// [`Config::digest`].
    config: String,
    /// Names of archives, in the order in which they came.
    inputs: Vec<String>,
    seen: HashSet<String>,
}

impl Provenance {
    /// Of a table that this configuration gives.
    pub(crate) fn new(config: &Config) -> Self {
        Self { tool: tool(), config: config.digest(), ..Self::default() }
    }

    /// Adds an archive, if it is new.
    pub(crate) fn add_input(&mut self, name: &str) {
        // Rows of an archive stand together.
        if self.inputs.last().is_none_or(|last| last != name) && self.seen.insert(name.to_owned()) {
            self.inputs.push(name.to_owned());
        }
    }

    /// Adds the archives that rows name, where they name some.
    pub(super) fn add_inputs_of(&mut self, batch: &RecordBatch) {
        let names = batch.column_by_name(SOURCE).and_then(|column| column.as_string_opt::<i32>());
        names.iter().flat_map(|names| names.iter().flatten()).for_each(|name| self.add_input(name));
    }

    /// The entries of the footer.
    pub(super) fn entries(self) -> [KeyValue; 3] {
        let inputs = serde_json::Value::from(self.inputs).to_string();
        let entry = |name: &str, value| KeyValue::new(format!("{PREFIX}{name}"), value);
        [entry("tool", self.tool), entry("config_sha256", self.config), entry("inputs", inputs)]
    }
}

/// Our entries in the footer of a file.
pub(super) fn entries_of(metadata: &ParquetMetaData) -> Vec<KeyValue> {
    let entries = metadata.file_metadata().key_value_metadata().into_iter().flatten();
    entries.filter(|entry| entry.key.starts_with(PREFIX)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_archive_is_named_once_in_its_order() {
        let mut provenance = Provenance::new(&Config::default());
        for name in ["b.warc", "b.warc", "a \"1\".warc", "b.warc"] {
            provenance.add_input(name);
        }
        let entries = provenance.entries();
        let keys = entries.each_ref().map(|entry| entry.key.as_str());
        assert_eq!(keys, ["scutch.tool", "scutch.config_sha256", "scutch.inputs"]);
        assert_eq!(entries[2].value.as_deref(), Some(r#"["b.warc","a \"1\".warc"]"#));
    }
}
