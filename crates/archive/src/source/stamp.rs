//! What tells that a file still has the bytes it had.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::interrupted::uninterrupted;

/// Identity, size and time of a file: while they are equal, its bytes count as equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    device: u64,
    inode: u64,
    size: u64,
    /// Seconds since 1970, and nanoseconds.
    modified: (i64, i64),
}

impl FileStamp {
    /// The stamp in what the system says of a file.
    pub(crate) fn from_metadata(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
        }
    }

    /// The stamp of the file that has this path now.
    pub(super) fn now(path: &Path) -> io::Result<Self> {
        uninterrupted(|| fs::metadata(path)).map(|metadata| Self::from_metadata(&metadata))
    }

    /// Bytes in the file.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The time of the last change in nanoseconds since 1970; `None` before.
    pub fn modified_ns(&self) -> Option<u128> {
        let (seconds, nanoseconds) = self.modified;
        let seconds = u128::try_from(seconds).ok()?;
        Some(seconds * 1_000_000_000 + u128::try_from(nanoseconds).ok()?)
    }

    /// What happened to the file since it had the stamp `before`, if anything did.
    pub(super) fn change_since(&self, before: &Self) -> Option<&'static str> {
        // In the order in which a change explains the others: a new file has another size, too.
        if (self.device, self.inode) != (before.device, before.inode) {
            Some("another file took its place")
        } else if self.size < before.size {
            Some("it became shorter")
        } else if self.size > before.size {
            Some("it became longer")
        } else if self.modified != before.modified {
            Some("it was written to")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_has_its_sentence() {
        let stamp = FileStamp { device: 1, inode: 2, size: 3, modified: (4, 5) };
        let cases = [
            (stamp, None),
            (FileStamp { inode: 9, size: 9, ..stamp }, Some("another file took its place")),
            (FileStamp { device: 9, ..stamp }, Some("another file took its place")),
            (FileStamp { size: 2, modified: (9, 9), ..stamp }, Some("it became shorter")),
            (FileStamp { size: 4, ..stamp }, Some("it became longer")),
            (FileStamp { modified: (4, 6), ..stamp }, Some("it was written to")),
        ];
        for (now, change) in cases {
            assert_eq!(now.change_since(&stamp), change, "{now:?}");
        }
        assert_eq!(stamp.modified_ns(), Some(4_000_000_005));
        assert_eq!(FileStamp { modified: (-1, 0), ..stamp }.modified_ns(), None);
    }
}
