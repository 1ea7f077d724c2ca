//! Holdings: archives of anyone that serve as a cache.
//!
//! What they hold of a page is stored again in the file of the run, as a copy, so that this file is
//! whole without them. The newest sound answer with status 200 counts that is what its digests and
//! its length declare. The index grows on disk, not
//! in memory.

mod index;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use scutch_archive::{Damage, Limits, Position, Record, read_record_at};
use scutch_fetch::Exchange;
use scutch_shuffle::{ShuffleError, Store};

use self::index::{Newest, address_key, is_whole_page};
use crate::hop::Hop;
use crate::store::Facts;

/// Why holdings cannot be indexed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HoldingsError {
    /// The index cannot be written or read.
    #[error(transparent)]
    Index(#[from] ShuffleError),
}

/// What an archive gave to the index.
#[derive(Debug, Clone, Default)]
pub struct HeldFile {
    /// The archive.
    pub path: PathBuf,
    /// Pages in it that can be used.
    pub pages: u64,
    /// Places from which nothing could be read. All others are used. Of an archive that cannot be
    /// opened it is the only one.
    pub damages: u64,
    /// The first damage.
    pub first_damage: Option<Damage>,
}

/// Archives with an index of their pages.
#[derive(Clone)]
pub struct Holdings {
    /// Sorted, so that nothing depends on the order in which they were named.
    files: Arc<[PathBuf]>,
    newest: Arc<Store<Newest>>,
}

impl fmt::Debug for Holdings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Holdings").field("files", &self.files).finish_non_exhaustive()
    }
}

/// A page of a holding.
pub(crate) struct HeldPage {
    /// The archive and the offset of the record in it.
    file: PathBuf,
    offset: u64,
    /// Id of the record.
    id: String,
    /// Time of capture, in milliseconds since 1970 UTC.
    pub(crate) unix_ms: i64,
    /// Address of the server; unspecified if the record does not tell.
    address: SocketAddr,
    /// The answer, head and body.
    response: Vec<u8>,
}

impl Holdings {
    /// Reads archives once and indexes their pages. `each` is told what each gave; `stop` says
    /// whether to end early.
    ///
    /// # Errors
    /// When the index cannot be written.
    pub fn index(
        paths: impl IntoIterator<Item = PathBuf>,
        each: &mut dyn FnMut(HeldFile),
        stop: fn() -> bool,
    ) -> Result<Self, HoldingsError> {
        let mut files: Vec<PathBuf> = paths.into_iter().collect();
        files.sort_unstable();
        files.dedup();
        let newest = Arc::new(index::index(&files, each, stop)?);
        Ok(Self { files: files.into(), newest })
    }

    /// What the archives hold of a page. An archive that has changed since it was indexed holds
    /// nothing there.
    pub(crate) fn page(&self, uri: &str) -> Result<Option<HeldPage>, ShuffleError> {
        let Some(key) = address_key(uri) else { return Ok(None) };
        let Some(newest) = self.newest.get(&key)? else { return Ok(None) };
        let Some((at, file)) = newest.place().zip(newest.file().and_then(|f| self.files.get(f)))
        else {
            return Ok(None);
        };
        let Ok(record) = read_record_at(file, at, &Limits::default()) else { return Ok(None) };
        let is_same =
            is_whole_page(&record) && record.target_uri().and_then(address_key) == Some(key);
        Ok(is_same.then(|| HeldPage::of(&record, file.clone(), at)))
    }
}

impl HeldPage {
    fn of(record: &Record<'_>, file: PathBuf, at: Position) -> Self {
        let ip = record.header("WARC-IP-Address").and_then(|ip| ip.trim().parse().ok());
        Self {
            file,
            offset: at.offset,
            id: record.record_id().unwrap_or_default().to_owned(),
            unix_ms: record.date().map_or(0, |date| date.unix_ms),
            address: SocketAddr::new(ip.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)), 0),
            response: record.block().to_vec(),
        }
    }

    /// The archive, as a row shows it.
    pub(crate) fn file(&self) -> String {
        self.file.display().to_string()
    }

    /// The facts that say where the page is from.
    pub(crate) fn facts(&self) -> Facts {
        vec![
            ("holding", self.file()),
            ("holding_offset", self.offset.to_string()),
            ("holding_record_id", self.id.clone()),
        ]
    }

    /// The answer as a capture of an address, without a request.
    pub(crate) fn into_hop(self, uri: &str) -> Hop {
        let capture = Some((uri.to_owned(), self.unix_ms));
        let exchange = Exchange {
            uri: uri.to_owned(),
            address: self.address,
            request: Vec::new(),
            response: self.response,
            rest: None,
            status: 200,
            certificate: None,
        };
        Hop { exchange, capture, is_archive_page: false }
    }
}

#[cfg(test)]
mod tests;
