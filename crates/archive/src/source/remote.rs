//! Bytes behind an address instead of a path, such as objects in a cloud.
//!
//! This crate opens no connection. A program that reads addresses registers what does.

use std::fmt::Debug;
use std::io::{self, ErrorKind};
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

/// What tells that an object still has the bytes it had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteVersion {
    /// Bytes of the object.
    pub size: u64,
    /// Its ETag, if the server sends one.
    pub etag: Option<String>,
    /// Time of the last change in nanoseconds since 1970, if the server says it.
    pub modified_ns: Option<u128>,
}

impl RemoteVersion {
    /// What happened to the object since it had the version `before`, if anything did.
    pub fn change_since(&self, before: &Self) -> Option<&'static str> {
        if self.size < before.size {
            Some("it became shorter")
        } else if self.size > before.size {
            Some("it became longer")
        } else if self.etag.is_some() && before.etag.is_some() {
            (self.etag != before.etag).then_some("it has another ETag")
        } else {
            // Servers behind one address may differ by seconds, so the time alone decides only here.
            (self.modified_ns != before.modified_ns).then_some("it was written to")
        }
    }
}

/// An object is no longer the one that was opened: the inner error of a read that found this out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("changed while it was read: {0}")]
pub struct RemoteChange(pub &'static str);

/// Bytes behind an address, readable at any offset.
pub trait RemoteBytes: Debug + Send + Sync {
    /// Bytes there are. Where only some ranges are expected, they end with the last of them.
    fn size(&self) -> u64;

    /// Which version of the object was read so far. `None` before the first answer.
    fn version(&self) -> Option<RemoteVersion>;

    /// Fills `buffer` from `offset` on as far as there are bytes; returns how many.
    ///
    /// # Errors
    /// When the bytes cannot be fetched, with a sentence that need not name the address; and a
    /// [`RemoteChange`] when the object is another one by now.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
}

/// What opens addresses.
pub trait RemoteOpener: Debug + Send + Sync {
    /// Opens an address. `expected` are the ranges that will be read, in order and apart, if that is
    /// known: they can be fetched beforehand, and nothing is asked for before one is read.
    ///
    /// # Errors
    /// When there is nothing, or it cannot be asked for. The sentence need not name the address.
    fn open(
        &self,
        address: &str,
        expected: Option<&[Range<u64>]>,
    ) -> io::Result<Arc<dyn RemoteBytes>>;
}

/// What is said of an address where nothing opens addresses.
const UNABLE: &str = "an address, which this scutch does not read: it was built without the feature `remote` \
     (`cargo build --release --features remote` has it)";

static OPENER: OnceLock<Box<dyn RemoteOpener>> = OnceLock::new();

/// Sets what opens addresses, once for the whole process. False if something is set already.
pub fn open_addresses_with(opener: Box<dyn RemoteOpener>) -> bool {
    OPENER.set(opener).is_ok()
}

/// An open address, and what went wrong with it.
#[derive(Debug)]
pub(super) struct RemoteFile {
    pub(super) bytes: Arc<dyn RemoteBytes>,
    path: PathBuf,
    faults: Faults,
}

impl RemoteFile {
    pub(super) fn open(
        path: &Path,
        expected: Option<&[Range<u64>]>,
        faults: Faults,
    ) -> io::Result<Self> {
        let opener = OPENER.get().ok_or_else(|| io::Error::new(ErrorKind::Unsupported, UNABLE))?;
        let bytes = opener.open(path.to_str().unwrap_or_default(), expected)?;
        Ok(Self { bytes, path: path.to_owned(), faults })
    }

    pub(super) fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read_at(offset, buffer).map_err(|error| {
            let change = error.get_ref().and_then(|inner| inner.downcast_ref::<RemoteChange>());
            if let Some(RemoteChange(what)) = change.copied() {
                self.faults.note(&self.path, |path| SourceFault::Changed { path, what });
                return error;
            }
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
    fn versions_differ_by_size_then_etag_then_time() {
        let version = |size, etag: &str, modified_ns| RemoteVersion {
            size,
            etag: (!etag.is_empty()).then(|| etag.to_owned()),
            modified_ns,
        };
        let before = version(9, "a", Some(5));
        for (now, expected) in [
            (version(9, "a", Some(5)), None),
            (version(8, "a", Some(5)), Some("it became shorter")),
            (version(10, "b", Some(6)), Some("it became longer")),
            (version(9, "b", Some(5)), Some("it has another ETag")),
            (version(9, "a", Some(6)), None),
            (version(9, "", Some(5)), None),
            (version(9, "", Some(6)), Some("it was written to")),
            (version(9, "", None), Some("it was written to")),
        ] {
            assert_eq!(now.change_since(&before), expected, "{now:?}");
        }
    }

    #[test]
    fn without_an_opener_an_address_is_an_error() {
        let error = crate::Source::open(Path::new("s3://bucket/a.warc")).expect_err("no opener");
        assert!(error.to_string().contains("without the feature `remote`"), "{error}");
    }
}
