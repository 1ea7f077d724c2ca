//! One archive file of the inputs, and the list of all.

use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// The name of standard input, on the command line and in rows.
pub const STDIN: &str = "-";

/// One archive file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputFile {
    /// Where the file is.
    pub path: PathBuf,
    /// Name in rows and reports: the path relative to the named input, with `/` between parts.
    pub name: String,
    /// Size in bytes when listed.
    pub size: u64,
    /// Why it could not be read when it was listed, in the words of the system.
    pub unreadable: Option<String>,
}

impl InputFile {
    /// Whether this is standard input, copied to a file for the run.
    pub(crate) fn is_spool(&self) -> bool {
        self.name == STDIN
    }

    /// The path to show to the user.
    pub fn shown_path(&self) -> String {
        if self.is_spool() { STDIN.to_owned() } else { display_name(&self.path) }
    }
}

/// Other files in folders that are named at most.
pub(super) const OTHERS: usize = 1000;

/// The files to read, and how many others were passed over in folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Archive files in reading order, unreadable ones in folders included.
    pub files: Vec<InputFile>,
    /// Other files in folders, links and pipes included.
    pub not_archives: u64,
    /// Paths of the first `OTHERS` of them, in order.
    pub other_files: Vec<String>,
}

impl Inputs {
    /// Counts files that are no archives, and names the first.
    pub(super) fn pass_over(&mut self, others: &[PathBuf]) {
        self.not_archives += others.len() as u64;
        let room = OTHERS.saturating_sub(self.other_files.len());
        self.other_files.extend(others.iter().take(room).map(|path| display_name(path)));
    }

    /// Sets the new path of the copy of standard input.
    pub(crate) fn move_spool(&mut self, to: &Path) {
        for file in self.files.iter_mut().filter(|file| file.is_spool()) {
            to.clone_into(&mut file.path);
        }
    }
}

/// A path as text. Bytes that are not UTF-8 are escaped, so that different paths stay different.
pub(super) fn display_name(path: &Path) -> String {
    let spelled = |chunk: std::str::Utf8Chunk<'_>| {
        format!("{}{}", chunk.valid(), chunk.invalid().escape_ascii())
    };
    path.as_os_str().as_bytes().utf8_chunks().map(spelled).collect()
}
