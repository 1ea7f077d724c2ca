//! What is asked for when the studio is opened.

use std::path::PathBuf;

use crate::error::StudioError;
use crate::label::{Draw, LabelError};
use crate::source::listed;

/// What is opened.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Archives, folders, patterns; or one corpus folder.
    pub inputs: Vec<String>,
    /// Folder of labels and decisions.
    pub labels: PathBuf,
    /// Who labels and decides.
    pub annotator: String,
    /// How pages are drawn.
    pub draw: Draw,
    /// Files of ground truth, each of one more annotator.
    pub imports: Vec<PathBuf>,
}

impl Request {
    /// Whether the inputs are there and the annotator has a name for files. No archive is read beyond
    /// its first bytes.
    ///
    /// # Errors
    /// When an input is missing or no archive, or the name cannot be that of a file.
    pub fn check(&self) -> Result<(), StudioError> {
        check_name(&self.annotator)?;
        listed(&self.inputs)?;
        Ok(())
    }

    /// Whether something is asked for that concerns labels only.
    pub(crate) fn is_about_labels(&self) -> bool {
        self.draw != Draw::default() || !self.imports.is_empty()
    }
}

/// Names of annotators become names of files.
fn check_name(name: &str) -> Result<(), LabelError> {
    // No slash, no dot: names stay in the folder and apart from files of our own.
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-_".contains(&b);
    let is_name = !name.is_empty() && name.len() <= 40 && name.bytes().all(is_plain);
    match is_name && !crate::label::agreement::RESERVED.contains(&name) {
        true => Ok(()),
        false => Err(LabelError::Annotator(name.to_owned())),
    }
}
