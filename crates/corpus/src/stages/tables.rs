//! Groups and evidence of stages as tables in a folder, for jobs that share the work.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scutch_folder::digest::file_digest;
use scutch_folder::shares::KeyedEntry;
use scutch_folder::{RunError, at};
use scutch_shuffle::{Evidence, Settings, Store, StoreWriter};

use crate::table::keyed::{KeyedWriter, read_keyed};

/// All tables that there can be: groups, what belongs to them, and evidence.
pub(crate) const TABLES: [&str; 9] = [
    "captures.parquet",
    "chains.parquet",
    "crawled.parquet",
    "hosts.parquet",
    "later-pages.parquet",
    "originals.parquet",
    "revisits.parquet",
    "sketches.parquet",
    "verdicts.parquet",
];

/// The tables of a folder.
#[derive(Debug, Clone)]
pub(crate) struct Tables {
    folder: PathBuf,
    /// By name of the file.
    pub(crate) entries: BTreeMap<String, KeyedEntry>,
}

impl Tables {
    /// Tables to be written into a folder.
    pub(crate) fn new(folder: &Path) -> Self {
        Self::written(folder, BTreeMap::new())
    }

    /// Tables that are in a folder.
    pub(crate) fn written(folder: &Path, entries: BTreeMap<String, KeyedEntry>) -> Self {
        Self { folder: folder.to_owned(), entries }
    }

    /// Writes a table.
    pub(crate) fn write(
        &mut self,
        stage: &str,
        fill: impl FnOnce(&Path, &mut KeyedWriter) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let name = file_name(stage);
        let path = self.folder.join(&name);
        let mut writer = KeyedWriter::create(&path)?;
        fill(&path, &mut writer)?;
        self.entries.insert(name, writer.finish().map_err(at(&path))?);
        Ok(())
    }

    /// Writes the evidence of a stage.
    pub(super) fn write_store<E: Evidence>(
        &mut self,
        stage: &str,
        store: &Store<E>,
    ) -> Result<(), RunError> {
        self.write(stage, |path, writer| {
            store.for_each(|key, evidence| writer.put(key, evidence).map_err(at(path)))
        })
    }

    /// The evidence of a stage, if there is a table of it.
    pub(super) fn read_store<E: Evidence>(
        &self,
        stage: &'static str,
        settings: Settings,
    ) -> Result<Option<Store<E>>, RunError> {
        let Some(path) = self.path(stage) else { return Ok(None) };
        let mut store = StoreWriter::new(stage, settings);
        read_keyed(&path, |key, evidence| Ok(store.put(key, evidence)?))?;
        Ok(Some(store.finish()?))
    }

    /// The path of a table, if there is one.
    pub(super) fn path(&self, stage: &str) -> Option<PathBuf> {
        let name = file_name(stage);
        self.entries.contains_key(&name).then(|| self.folder.join(name))
    }

    /// The first table that is not as it was written.
    ///
    /// # Errors
    /// When a table cannot be read.
    pub(crate) fn first_changed(&self) -> Result<Option<&str>, RunError> {
        for (name, entry) in &self.entries {
            let path = self.folder.join(name);
            if file_digest(&path).map_err(at(&path))? != entry.digest {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }
}

fn file_name(stage: &str) -> String {
    format!("{stage}.parquet")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::chains::Chains;
    use crate::stages::crawled;
    use crate::stages::stage::Stage as _;

    #[test]
    fn evidence_comes_back_and_changed_tables_are_known() {
        let folder = tempfile::tempdir().expect("folder");
        let mut writer = StoreWriter::new("chains", Settings::default());
        for key in ["a.example", "b.example"] {
            writer.put(key, Chains::default()).expect("stored");
        }
        let mut tables = Tables::new(folder.path());
        tables.write_store("chains", &writer.finish().expect("stored")).expect("written");
        let tables = Tables::written(folder.path(), tables.entries);
        assert_eq!(tables.first_changed().expect("read"), None);
        let read = tables.read_store::<Chains>("chains", Settings::default()).expect("read");
        assert!(read.expect("a table").get("b.example").expect("found").is_some());
        assert!(
            tables.read_store::<Chains>("hosts", Settings::default()).expect("no table").is_none()
        );
        let path = folder.path().join("chains.parquet");
        let mut bytes = std::fs::read(&path).expect("read");
        bytes[9] ^= 1;
        std::fs::write(&path, bytes).expect("written");
        assert_eq!(tables.first_changed().expect("read"), Some("chains.parquet"));
    }

    #[test]
    fn every_stage_has_its_table_in_the_list() {
        let config = scutch_folder::config::Config::default();
        let rules = scutch_folder::config::rules::Rules::default();
        let chains = crate::stages::chains::Continuations { config: &config, rules: &rules };
        let name = |stage: &str| TABLES.contains(&&*file_name(stage));
        assert!(
            name(stage_name(&chains)) && name(stage_name(&crate::stages::originals::Originals))
        );
        assert!(name(crate::stages::hosts::Hosts::NAME) && name(crawled::NAME));
        assert!(TABLES.is_sorted());
    }

    fn stage_name<S: crate::stages::stage::Stage>(_: &S) -> &'static str {
        S::NAME
    }
}
