//! Records of a corpus for repositories.
//!
//! A *record* is a file that a repository, a catalogue or a citation manager reads: `CITATION.cff`, DataCite,
//! Dublin Core, METS, RO-Crate, and a datasheet for people. Each is a pure function of `run.json`: of the
//! metadata that a person gave ([`CorpusMetadata`]), and of what the run counted. A corpus without such
//! metadata has no records.
//!
//! [`Licence`] says what statements about rights mean, of a corpus as of a page.
//!
//! [`CorpusMetadata`]: scutch_folder::config::CorpusMetadata
#![forbid(unsafe_code)]

mod citation;
mod datacite;
mod datasheet;
mod dublin_core;
mod licence;
mod media;
mod mets;
mod publication;
mod ro_crate;
mod xml;

use std::fs;
use std::path::Path;

use scutch_folder::manifest::Manifest;
use scutch_folder::names::{
    CITATION, DATACITE, DATASHEET, DUBLIN_CORE, METADATA, METS, RECORDS, RO_CRATE,
};
use scutch_folder::{RunError, at, write_whole};

pub use self::licence::{Licence, declared_status};
use self::publication::Publication;

/// Writes the records of a corpus into its folder and lists them in the manifest. Without metadata of the
/// corpus, nothing is done.
///
/// # Errors
/// When a file cannot be written.
pub fn write_records(root: &Path, manifest: &mut Manifest) -> Result<(), RunError> {
    if manifest.config.corpus.is_none() {
        return Ok(());
    }
    // Records list the other files, and not one another with digests: they could not hold their own.
    manifest.outputs.retain(|output| !RECORDS.contains(&&*output.path));
    let folder = root.join(METADATA);
    // Records are written again when a corpus grows: the folder may be there.
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    for (name, text) in records(manifest) {
        let path = root.join(name);
        write_whole(&path, text.as_bytes()).map_err(at(&path))?;
    }
    manifest.list(root, &RECORDS)
}

/// The records of a corpus with their names, from a manifest that does not list them yet; none for a
/// corpus without metadata.
///
/// Pure: the same manifest has the same records, byte for byte.
fn records(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let Some(publication) = Publication::new(manifest) else { return Vec::new() };
    vec![
        (CITATION, citation::render(&publication)),
        (DATACITE, datacite::render(&publication)),
        (DATASHEET, datasheet::render(&publication)),
        (DUBLIN_CORE, dublin_core::render(&publication)),
        (METS, mets::render(&publication)),
        (RO_CRATE, ro_crate::render(&publication)),
    ]
}

#[cfg(test)]
mod tests;
