//! One archive file of the inputs, and the list of all.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Component, Path, PathBuf};

use super::content::Content;
use super::error::InputError;
use super::selection::IndexTally;

/// The name of standard input, on the command line and in rows.
pub const STDIN: &str = "-";

/// One file to read: an archive, or a table of pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InputFile {
    /// Where the file is.
    pub path: PathBuf,
    /// Name in rows and reports: the path relative to the named input, with `/` between parts. Files
    /// that share it have as many folders of their paths before it as tell them apart.
    pub name: String,
    /// Size in bytes when listed.
    pub size: u64,
    /// Why it could not be read when it was listed, in the words of the system.
    pub unreadable: Option<String>,
    /// What it holds.
    pub content: Content,
    /// Whether it is a copy of standard input, made for the run.
    pub spool: bool,
}

impl InputFile {
    /// Whether this is standard input, copied to a file for the run.
    pub fn is_spool(&self) -> bool {
        self.spool
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
    /// What the index said that chose among their records, if there is one.
    pub index: Option<IndexTally>,
}

impl Inputs {
    /// Counts files that are no archives, and names the first.
    pub(super) fn pass_over(&mut self, others: &[PathBuf]) {
        self.not_archives += others.len() as u64;
        let room = OTHERS.saturating_sub(self.other_files.len());
        self.other_files.extend(others.iter().take(room).map(|path| display_name(path)));
    }

    /// Fails if a file could not be read when it was listed.
    ///
    /// # Errors
    /// The first such file.
    pub fn all_readable(&self) -> Result<(), InputError> {
        let unread = |file: &InputFile| {
            let source = io::Error::other(file.unreadable.clone()?);
            Some(InputError::Unreadable { path: file.shown_path(), source })
        };
        self.files.iter().find_map(unread).map_or(Ok(()), Err)
    }

    /// Sets the new path of the copy of standard input.
    pub fn move_spool(&mut self, to: &Path) {
        for file in self.files.iter_mut().filter(|file| file.is_spool()) {
            to.clone_into(&mut file.path);
        }
    }
}

/// A path as text. Bytes that are not UTF-8 are escaped as `\\xff`, so that different paths stay
/// different.
pub fn display_name(path: &Path) -> String {
    let spelled = |chunk: std::str::Utf8Chunk<'_>| {
        format!("{}{}", chunk.valid(), chunk.invalid().escape_ascii())
    };
    path.as_os_str().as_bytes().utf8_chunks().map(spelled).collect()
}

/// The path that [`display_name`] spelled. A path that exists as it is spelled has no escapes.
pub fn named_path(name: &str) -> PathBuf {
    let path = PathBuf::from(name);
    if !name.contains("\\x") || path.symlink_metadata().is_ok() {
        return path;
    }
    let (mut bytes, mut rest) = (Vec::with_capacity(name.len()), name);
    while let Some((before, behind)) = rest.split_once("\\x") {
        bytes.extend_from_slice(before.as_bytes());
        let code = behind.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        rest = match code {
            Some(byte) => {
                bytes.push(byte);
                &behind[2..]
            }
            None => {
                bytes.extend_from_slice(b"\\x");
                behind
            }
        };
    }
    bytes.extend_from_slice(rest.as_bytes());
    PathBuf::from(OsString::from_vec(bytes))
}

/// The last `parts` parts of a path, if it has so many. A `.` counts for nothing.
pub(super) fn tail(path: &Path, parts: usize) -> Option<PathBuf> {
    let all: Vec<Component<'_>> =
        path.components().filter(|part| *part != Component::CurDir).collect();
    let first = all.len().checked_sub(parts)?;
    Some(all[first..].iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_paths() {
        let paths: [&[u8]; 5] =
            [b"a.warc", b"in/a\xff.warc", b"\xfe/\xc3\xbc/\xc3", b"C:\\xylo", b"a\\x0g\\x"];
        for path in paths {
            let path = PathBuf::from(OsString::from_vec(path.to_vec()));
            assert_eq!(named_path(&display_name(&path)), path);
        }
        assert_eq!(display_name(&named_path("in/a\\xff.warc")), "in/a\\xff.warc");
    }

    #[test]
    fn a_file_that_is_called_like_an_escape_is_that_file() {
        let dir = tempfile::tempdir().expect("folder");
        let path = dir.path().join("a\\xff.warc");
        std::fs::write(&path, "").expect("file");
        assert_eq!(named_path(&display_name(&path)), path);
    }

    #[test]
    fn tails_of_paths() {
        let cases = [
            ("a.warc", 1, Some("a.warc")),
            ("a.warc", 2, None),
            ("./in/a.warc", 2, Some("in/a.warc")),
            ("./in/a.warc", 3, None),
            ("/m/in/a.warc", 3, Some("m/in/a.warc")),
            ("/m/in/a.warc", 4, Some("/m/in/a.warc")),
            ("../b/a.warc", 3, Some("../b/a.warc")),
        ];
        for (path, parts, expected) in cases {
            assert_eq!(tail(Path::new(path), parts), expected.map(PathBuf::from), "{path}");
        }
    }
}
