//! Files that a person writes: settings, lists, tables. They are regular files of bounded size, and text.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, bail};

/// Bytes of the largest settings file: far more than anybody writes by hand.
const SETTINGS: u64 = 4 << 20;
/// Bytes of the largest list, such as one of stop words, hosts or labels.
const LIST: u64 = 1 << 30;

/// The text of a file of settings.
pub(crate) fn settings(path: &Path) -> anyhow::Result<String> {
    text(path, SETTINGS)
}

/// The text of a list or table.
pub(crate) fn list(path: &Path) -> anyhow::Result<String> {
    text(path, LIST)
}

/// The text of a regular file of at most so many bytes. A pipe would block until somebody writes to
/// it, and a device such as `/dev/zero` never ends.
fn text(path: &Path, most: u64) -> anyhow::Result<String> {
    let shown = || format!("{}: cannot be read", path.display());
    let found = fs::metadata(path).with_context(shown)?;
    if !found.is_file() {
        bail!("{}: no regular file", path.display());
    }
    let mut text = String::new();
    // The size is not believed: a file may grow, and those of `/proc` have none.
    let read = File::open(path)
        .and_then(|file| file.take(most + 1).read_to_string(&mut text))
        .with_context(shown)?;
    if read as u64 > most {
        bail!("{}: larger than {} MiB", path.display(), most >> 20);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_bounded_size_are_read() {
        let dir = tempfile::tempdir().expect("folder");
        let path = dir.path().join("file");
        fs::write(&path, "a = 1\n").expect("file");
        assert_eq!(text(&path, 6).expect("text"), "a = 1\n");
        let error = |path: &Path, most| format!("{:#}", text(path, most).expect_err("refused"));
        assert!(error(&path, 5).contains("larger than"));
        fs::write(&path, b"\xff").expect("file");
        assert!(error(&path, 5).contains("UTF-8"));
        assert!(error(&dir.path().join("none"), 5).contains("none: cannot be read: "));
        assert!(error(dir.path(), 5).contains("no regular file"));
        assert!(error(Path::new("/dev/zero"), 5).contains("/dev/zero: no regular file"));
    }
}
