//! Sizes and sha256 digests of files and folders, computed while writing or afterwards.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use data_encoding::HEXLOWER;
use scutch_archive::uninterrupted;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Size and sha256 of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDigest {
    /// Size in bytes.
    pub size: u64,
    /// sha256 in lower-case hex.
    pub sha256: String,
}

/// Size and sha256 of a file, read in small pieces.
///
/// # Errors
/// When the file cannot be read.
pub fn file_digest(path: &Path) -> io::Result<FileDigest> {
    digest_unless(File::open(path)?, &AtomicBool::new(false))
}

/// Size and sha256 of all that can be read, with an error as soon as `stopped` is set.
///
/// # Errors
/// When the source cannot be read, or `stopped` was set.
pub fn digest_unless(mut file: impl Read, stopped: &AtomicBool) -> io::Result<FileDigest> {
    let mut sink = Digesting::new(io::sink());
    // Large reads: system calls would cost more than hashing.
    let mut buffer = vec![0; 256 * 1024];
    loop {
        let n = uninterrupted(|| file.read(&mut buffer))?;
        if n == 0 {
            return Ok(sink.finish().1);
        }
        // Checked between pieces: digesting a large archive takes minutes.
        if stopped.load(Ordering::Relaxed) {
            return Err(io::Error::other("the run was stopped"));
        }
        sink.write_all(&buffer[..n])?;
    }
}

/// Size and sha256 of a file or a folder. The digest of a folder is the sha256 of the output of
/// `sha256sum *` in it, so that users can check it without scutch.
///
/// # Errors
/// When a file cannot be read.
pub fn digest_of(path: &Path) -> io::Result<FileDigest> {
    if !is_folder(path)? {
        return file_digest(path);
    }
    // One level: folders of ours have no folders in them.
    let mut listing = Listing::default();
    for entry in entries(path)? {
        let path = entry.path();
        // Names are ours: row ids, dates, letters and digits of titles. All are UTF-8.
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        listing.add(name, &file_digest(&path)?);
    }
    Ok(listing.finish())
}

/// The number of files in a folder. `None` for a file.
///
/// # Errors
/// When the folder cannot be read.
pub fn files_in(path: &Path) -> io::Result<Option<u64>> {
    if !is_folder(path)? {
        return Ok(None);
    }
    Ok(Some(entries(path)?.len() as u64))
}

/// Names of the files in a folder that were written after another file, sorted; none for a file. Times of
/// change are a hint: copies may have others.
///
/// # Errors
/// When the folder or a file cannot be read.
pub fn written_after(path: &Path, earlier: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    if is_folder(path)? {
        let time = uninterrupted(|| fs::metadata(earlier))?.modified()?;
        for entry in entries(path)? {
            if uninterrupted(|| entry.metadata())?.modified()? > time {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
    }
    names.sort();
    Ok(names)
}

fn is_folder(path: &Path) -> io::Result<bool> {
    Ok(uninterrupted(|| fs::metadata(path))?.is_dir())
}

fn entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    // Listed anew after a signal: a listing cannot be continued.
    uninterrupted(|| fs::read_dir(folder)?.collect())
}

/// The digests of the files of a folder. Sorted by name: folders list files in any order.
#[derive(Debug, Default)]
pub struct Listing {
    size: u64,
    files: BTreeMap<String, String>,
}

impl Listing {
    /// Adds a file.
    pub fn add(&mut self, name: &str, digest: &FileDigest) {
        self.size += digest.size;
        self.files.insert(name.to_owned(), digest.sha256.clone());
    }

    /// The size and the digest of all files together.
    pub fn finish(self) -> FileDigest {
        let mut hash = Sha256::new();
        for (name, sha256) in &self.files {
            hash.update(format!("{sha256}  {name}\n"));
        }
        FileDigest { size: self.size, sha256: HEXLOWER.encode(&hash.finalize()) }
    }
}

/// Size and sha256 of a byte string.
pub fn bytes_digest(bytes: &[u8]) -> FileDigest {
    FileDigest { size: bytes.len() as u64, sha256: HEXLOWER.encode(&Sha256::digest(bytes)) }
}

/// A writer that digests what passes through it.
pub struct Digesting<W> {
    inner: W,
    hash: Sha256,
    size: u64,
}

impl<W: Write> Digesting<W> {
    /// Wraps a writer.
    pub fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new(), size: 0 }
    }

    /// The writer, and the digest of what was written.
    pub fn finish(self) -> (W, FileDigest) {
        let sha256 = HEXLOWER.encode(&self.hash.finalize());
        (self.inner, FileDigest { size: self.size, sha256 })
    }
}

impl Digesting<File> {
    /// Syncs the file to disk and returns its digest.
    ///
    /// # Errors
    /// When the file cannot be synced.
    pub fn sync(self) -> io::Result<FileDigest> {
        let (file, digest) = self.finish();
        file.sync_all()?;
        Ok(digest)
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(buf)?;
        self.hash.update(&buf[..n]);
        self.size += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
