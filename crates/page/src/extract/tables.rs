//! The learned tables: those that are shipped, or others, to measure with models that have not seen
//! certain pages.

use std::path::Path;
use std::sync::OnceLock;
use std::{fs, io};

/// The tables as text.
#[derive(Debug)]
pub(super) struct Tables {
    /// Weights of words.
    pub(super) words: String,
    /// Weights of the first score.
    pub(super) first: String,
    /// Trees and network of the second score.
    pub(super) trees: String,
    pub(super) network: String,
    /// Trees that tell the type of a page.
    pub(super) types: String,
}

static TABLES: OnceLock<Tables> = OnceLock::new();

/// The tables in use.
pub(super) fn tables() -> &'static Tables {
    TABLES.get_or_init(|| Tables {
        words: include_str!("../../data/words.tsv").to_owned(),
        first: include_str!("../../data/weights-first.tsv").to_owned(),
        trees: include_str!("../../data/trees.tsv").to_owned(),
        network: include_str!("../../data/network.tsv").to_owned(),
        types: include_str!("../../data/types.tsv").to_owned(),
    })
}

/// Uses the tables of a folder from now on, by the names of those that are shipped; no effect once
/// a page has been scored.
///
/// # Errors
/// When one of them cannot be read.
pub(super) fn use_folder(folder: &Path) -> io::Result<()> {
    let read = |name| {
        let file = folder.join(name);
        fs::read_to_string(&file)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
    };
    let (words, first) = (read("words.tsv")?, read("weights-first.tsv")?);
    let (trees, network) = (read("trees.tsv")?, read("network.tsv")?);
    let tables = Tables { words, first, trees, network, types: read("types.tsv")? };
    TABLES.get_or_init(|| tables);
    Ok(())
}
