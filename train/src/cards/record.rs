//! The record of a fit: digests of the tables it made, its settings, and the figures it printed.

use anyhow::{Context as _, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use super::models::Model;
use super::settings::settings;
use super::{read, repository};

/// What is known of the fit of a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// Files and their sha256.
    pub(super) tables: Vec<(String, String)>,
    /// Sources and a constant of each.
    pub(super) settings: Vec<(String, String)>,
    /// Lines that the fit printed.
    pub(super) figures: Vec<String>,
}

impl Record {
    /// The record of a fit that was just made and printed these texts. The first paragraph of each
    /// counts: further ones are about other forms of the same pages.
    pub(super) fn of_fit(model: &Model, printed: &[String]) -> Result<Self> {
        let mut record = Self::default();
        for file in model.tables {
            let bytes =
                std::fs::read(repository().join(file)).with_context(|| (*file).to_owned())?;
            record.tables.push(((*file).to_owned(), HEXLOWER.encode(&Sha256::digest(&bytes))));
        }
        for file in model.programs {
            let found = settings(&read(file)?);
            record.settings.extend(found.into_iter().map(|one| ((*file).to_owned(), one)));
        }
        for text in printed {
            let lines = text.lines().take_while(|line| !line.is_empty());
            record.figures.extend(lines.map(|line| line.trim_end().replace('\t', "  ")));
        }
        Ok(record)
    }

    /// The record in the repository.
    pub(super) fn stored(model: &Model) -> Result<Self> {
        Ok(Self::read(&read(&model.record())?))
    }

    /// Reads a table as [`Self::table`] makes it.
    pub(super) fn read(table: &str) -> Self {
        let mut record = Self::default();
        for line in table.lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["table", file, digest] => record.tables.push((file.into(), digest.into())),
                ["setting", file, setting] => record.settings.push((file.into(), setting.into())),
                ["figure", figure] => record.figures.push(figure.into()),
                _ => {}
            }
        }
        record
    }

    pub(super) fn table(&self) -> String {
        let mut text = String::from("# A fit, recorded by `scutch-train card`; not by hand.\n");
        for (file, digest) in &self.tables {
            text.push_str(&format!("table\t{file}\t{digest}\n"));
        }
        for (file, setting) in &self.settings {
            text.push_str(&format!("setting\t{file}\t{setting}\n"));
        }
        for figure in &self.figures {
            text.push_str(&format!("figure\t{figure}\n"));
        }
        text
    }
}
