//! `part.json`: the rows of a share of the inputs.

use serde::{Deserialize, Serialize};

use crate::Other;
use crate::decisions::DecidedRows;
use crate::digest::FileDigest;
use crate::inputs::{
    Content, IndexTally, InputFile, Inputs, Share, Span, display_name, named_path,
};
use crate::manifest::InputEntry;
use crate::plan::Plan;

/// `part.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Part {
    /// Version of the marker: [`FORMAT`](super::FORMAT).
    pub format: u64,
    /// The share of the inputs.
    pub shard: Share,
    /// Where it begins and ends.
    pub span: Span,
    /// The run.
    pub plan: Plan,
    /// Whether rows were made by what crawls decided.
    pub crawled: bool,
    /// Number of items in the file beside the marker.
    pub items: u64,
    /// Size and digest of that file.
    pub file: FileDigest,
    /// The files that begin in the share, digested.
    pub digests: Vec<InputEntry>,
    /// The inputs of the run.
    pub inputs: ListedInputs,
    /// The rows that people decided on, in whatever share; `None` where there are no decisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<DecidedRows>,
}

impl Part {
    /// What differs from the share of a run that is asked for.
    pub fn differs_from(&self, plan: &Plan, share: Share) -> Option<Other> {
        plan.differs_from(&self.plan).or_else(|| (self.shard != share).then_some(Other::Shard))
    }

    /// The inputs as they were listed.
    pub fn inputs(&self) -> Inputs {
        let file = |file: &ListedFile| InputFile {
            path: named_path(&file.path),
            name: file.name.clone(),
            size: file.size,
            content: file.content.clone(),
            ..InputFile::default()
        };
        let ListedInputs { files, not_archives, other_files, index } = &self.inputs;
        let (files, other_files) = (files.iter().map(file).collect(), other_files.clone());
        Inputs { files, not_archives: *not_archives, other_files, index: *index }
    }
}

/// The inputs of a run, for the job that writes the corpus: it need not list them.
#[derive(Debug, Serialize, Deserialize)]
pub struct ListedInputs {
    files: Vec<ListedFile>,
    not_archives: u64,
    other_files: Vec<String>,
    index: Option<IndexTally>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ListedFile {
    path: String,
    name: String,
    size: u64,
    #[serde(default, skip_serializing_if = "Content::is_archive")]
    content: Content,
}

impl ListedInputs {
    /// What a run lists.
    pub fn new(inputs: &Inputs) -> Self {
        let file = |file: &InputFile| ListedFile {
            path: display_name(&file.path),
            name: file.name.clone(),
            size: file.size,
            content: file.content.clone(),
        };
        let (files, not_archives) = (inputs.files.iter().map(file).collect(), inputs.not_archives);
        let (other_files, index) = (inputs.other_files.clone(), inputs.index);
        Self { files, not_archives, other_files, index }
    }
}
