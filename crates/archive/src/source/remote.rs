//! Bytes behind an address instead of a path, such as objects in a cloud.
//!
//! This crate opens no connection. A program that reads addresses registers what does.

use std::fmt::Debug;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::fault::{Faults, SourceFault};

/// Schemes of addresses. All else is a path.
const SCHEMES: &[&str] = &["s3", "gs", "az", "azure", "abfs", "abfss", "https", "http"];

/// Whether a name is an address.
pub fn is_address(name: &Path) -> bool {
    let Some((scheme, _)) = name.to_str().and_then(|name| name.split_once("://")) else {
        return false;
    };
    SCHEMES.contains(&scheme)
}

/// Bytes behind an address, readable at any offset.
pub trait RemoteBytes: Debug + Send + Sync {
    /// Bytes there are.
    fn size(&self) -> u64;

    /// Fills `buffer` from `offset` on as far as there are bytes; returns how many.
    ///
    /// # Errors
    /// When they cannot be fetched. The sentence names the address.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
}

/// What opens addresses.
pub trait RemoteOpener: Debug + Send + Sync {
    /// Opens an address.
    ///
    /// # Errors
    /// When there is nothing, or it cannot be asked for. The sentence names the address.
    fn open(&self, address: &str) -> io::Result<Arc<dyn RemoteBytes>>;

    /// Says that these ranges of an address will be read, so that they can be fetched beforehand. The
    /// address is not asked for its size then: it ends with the last range.
    fn expect(&self, address: &str, ranges: &[Range<u64>]);
}

static OPENER: OnceLock<Box<dyn RemoteOpener>> = OnceLock::new();

/// Sets what opens addresses, once for the whole process. False if something is set already.
pub fn open_addresses_with(opener: Box<dyn RemoteOpener>) -> bool {
    OPENER.set(opener).is_ok()
}

/// Passes on which ranges of an address will be read. Paths are left alone.
pub fn expect_ranges(name: &Path, ranges: &[Range<u64>]) {
    if let (true, Some(opener), Some(address)) = (is_address(name), OPENER.get(), name.to_str()) {
        opener.expect(address, ranges);
    }
}

/// An open address, and what went wrong with it.
#[derive(Debug)]
pub(super) struct RemoteFile {
    pub(super) bytes: Arc<dyn RemoteBytes>,
    path: PathBuf,
    faults: Faults,
}

impl RemoteFile {
    pub(super) fn open(path: &Path, faults: Faults) -> io::Result<Self> {
        let opener = OPENER.get().ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::Unsupported,
                "an address, and this scutch was built without the feature `remote`",
            )
        })?;
        let bytes = opener.open(path.to_str().unwrap_or_default())?;
        Ok(Self { bytes, path: path.to_owned(), faults })
    }

    pub(super) fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read_at(offset, buffer).map_err(|error| {
            let error = Arc::new(error);
            let source = Arc::clone(&error);
            self.faults.note(&self.path, |path| SourceFault::Unread { path, offset, source });
            super::again(&error)
        })
    }

    pub(super) fn verify(&self) -> Result<(), SourceFault> {
        self.faults.get(&self.path).map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_scheme() {
        for (name, expected) in [
            ("s3://bucket/a.warc.gz", true),
            ("https://a.example/x.warc", true),
            ("file:///a.warc", false),
            ("s3:/bucket", false),
            ("a.warc", false),
            ("dir/https://a", false),
        ] {
            assert_eq!(is_address(Path::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn without_an_opener_an_address_is_an_error() {
        let error = crate::Source::open(Path::new("s3://bucket/a.warc")).expect_err("no opener");
        assert!(error.to_string().contains("without the feature `remote`"), "{error}");
    }
}
