//! One object of a store: ranges of it over the network, with retries, and which version it is.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use object_store::path::Path;
use object_store::{GetOptions, GetRange, ObjectMeta, ObjectStore, ObjectStoreExt as _};
use scutch_archive::{RemoteChange, RemoteVersion};

use crate::failure::Failure;
use crate::network::Network;

/// Attempts in a row that bring little or nothing.
const ATTEMPTS: u32 = 7;
/// Bytes that make an attempt a success, though the connection was cut.
const PROGRESS: usize = 64 << 10;
/// Pause after the first failed attempt; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(100);

/// An object in a store.
#[derive(Debug)]
pub(crate) struct Object {
    store: Arc<dyn ObjectStore>,
    path: Path,
    /// Which version the first answer was of.
    version: Mutex<Option<RemoteVersion>>,
}

impl Object {
    /// An object of which nothing is known yet.
    pub(crate) fn new(store: Arc<dyn ObjectStore>, path: Path) -> Self {
        Self { store, path, version: Mutex::default() }
    }

    /// The version that is read, once something was.
    pub(crate) fn version(&self) -> Option<RemoteVersion> {
        self.version.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks for size and version alone. An object without bytes has no range.
    pub(crate) async fn look(&self, network: &Network) -> io::Result<()> {
        let _permit = network.permit().await?;
        let found = self.store.head(&self.path).await.map_err(Failure::from);
        found.and_then(|found| self.compare(&found)).map_err(|failure| failure.error)
    }

    /// The bytes of a range, as far as the object has them. A cut connection is followed by another that goes
    /// on where it stopped.
    pub(crate) async fn range(&self, network: &Network, range: Range<u64>) -> io::Result<Bytes> {
        let _permit = network.permit().await?;
        // Grows with what comes: an index may ask for more than memory has.
        let mut bytes = Vec::new();
        let (mut failed, mut pause) = (0, PAUSE);
        loop {
            let before = bytes.len();
            let Err(failure) = self.go_on(&range, &mut bytes).await else {
                return Ok(bytes.into());
            };
            if bytes.len() - before >= PROGRESS {
                (failed, pause) = (0, PAUSE);
            }
            failed += 1;
            if failure.is_final || failed == ATTEMPTS {
                return Err(failure.error);
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
    }

    /// Fetches what is missing of a range.
    async fn go_on(&self, range: &Range<u64>, bytes: &mut Vec<u8>) -> Result<(), Failure> {
        let missing = range.start + bytes.len() as u64..range.end;
        let options = GetOptions::new().with_range(Some(GetRange::Bounded(missing.clone())));
        let answer = self.store.get_opts(&self.path, options).await?;
        self.compare(&answer.meta)?;
        // The end of the object, if the range goes over it.
        let end = answer.range.end;
        let mut body = answer.into_stream();
        while let Some(chunk) = body.next().await {
            // A server that sends more than it was asked for is not trusted with the rest.
            let left = usize::try_from(end - range.start).unwrap_or(usize::MAX) - bytes.len();
            let chunk = chunk?;
            bytes.extend_from_slice(&chunk[..chunk.len().min(left)]);
        }
        let came = bytes.len() as u64;
        match range.start + came {
            reached if reached < end => {
                Err(Failure::short(came, range.end - range.start, range.start))
            }
            _ => Ok(()),
        }
    }

    /// Compares an answer with the first one.
    fn compare(&self, answer: &ObjectMeta) -> Result<(), Failure> {
        // Stores that do not know the time say 1970.
        let modified = answer.last_modified.timestamp_nanos_opt().filter(|time| *time > 0);
        let seen = RemoteVersion {
            size: answer.size,
            etag: answer.e_tag.clone(),
            modified_ns: modified.and_then(|time| u128::try_from(time).ok()),
        };
        let mut version = self.version.lock().unwrap_or_else(PoisonError::into_inner);
        match version.as_ref().and_then(|known| seen.change_since(known)) {
            Some(what) => {
                let change = RemoteChange(what);
                Err(Failure::last(io::Error::new(ErrorKind::StaleNetworkFileHandle, change)))
            }
            None => {
                version.get_or_insert(seen);
                Ok(())
            }
        }
    }
}
