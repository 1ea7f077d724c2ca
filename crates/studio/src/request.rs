//! What is asked for when the studio is opened.

use std::path::PathBuf;

use crate::label::Draw;

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
    /// Whether something is asked for that concerns labels only.
    pub(crate) fn is_about_labels(&self) -> bool {
        self.draw != Draw::default() || !self.imports.is_empty()
    }
}
