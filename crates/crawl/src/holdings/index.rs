//! The newest page of each address in a set of archives.

use std::cmp::Reverse;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

use scutch_archive::digest::{DigestStatus, verdict};
use scutch_archive::{
    Cause, HttpFlag, HttpResponse, Item, Limits, Position, Reader, Record, RecordKind,
    parse_http_response,
};
use scutch_shuffle::{Evidence, Group, Settings, Shuffle, Store, StoreWriter};
use scutch_url::Url;
use serde::{Deserialize, Serialize};

use super::{HeldFile, HoldingsError};

/// Bytes of memory for the index while it grows, and again for the finished one.
const MEMORY: usize = 64 << 20;

/// The newest page of an address, if there is any.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Newest(Option<Place>);

/// Where a page is. The greatest counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Place {
    /// Time of capture, in milliseconds since 1970 UTC.
    unix_ms: i64,
    /// Hash of the record id: of two records of one time always the same one counts.
    id: u64,
    /// Number of the file, and offsets in it. Of copies the first counts.
    file: Reverse<usize>,
    offset: Reverse<u64>,
    inner_offset: Reverse<u64>,
}

impl Newest {
    /// Number of the file.
    pub(super) fn file(&self) -> Option<usize> {
        self.0.as_ref().map(|place| place.file.0)
    }

    /// Where the record is in it.
    pub(super) fn place(&self) -> Option<Position> {
        let place = self.0.as_ref()?;
        Some(Position { offset: place.offset.0, inner_offset: place.inner_offset.0 })
    }
}

impl Group for Newest {
    fn merge(&mut self, other: Self) {
        self.0 = std::mem::take(&mut self.0).max(other.0);
    }

    fn memory(&self) -> usize {
        size_of::<Self>()
    }
}

impl Evidence for Newest {
    fn memory(&self) -> usize {
        size_of::<Self>()
    }
}

/// Indexes files, each of which is read once.
pub(super) fn index(
    files: &[PathBuf],
    each: &mut dyn FnMut(HeldFile),
    stop: fn() -> bool,
) -> Result<Store<Newest>, HoldingsError> {
    let settings = Settings { memory: MEMORY, folder: None };
    let mut shuffle = Shuffle::new("holdings", settings.clone());
    for (number, path) in files.iter().enumerate() {
        let mut held = HeldFile { path: path.clone(), ..HeldFile::default() };
        let mut reader = match Reader::open(path, &Limits::default()) {
            Ok(reader) => reader,
            // One file that may not be read is no reason to do without all others.
            Err(error) => {
                (held.damages, held.first_damage) = (1, Some(error.into_damage()));
                each(held);
                continue;
            }
        };
        while let Some(item) = reader.next() {
            if stop() {
                break;
            }
            match item {
                Item::Record(record) => {
                    let Some((key, newest)) = page(&record, number) else { continue };
                    held.pages += 1;
                    shuffle.add(&key, newest)?;
                }
                Item::Damage(damage) => {
                    held.damages += 1;
                    held.first_damage.get_or_insert(damage);
                }
            }
        }
        each(held);
    }
    let mut writer = StoreWriter::new("holdings-index", settings);
    shuffle.finish()?.into_each(|key, newest| writer.put(key, newest))?;
    Ok(writer.finish()?)
}

/// The key of a record and its place; `None` if it is no page that can be used.
fn page(record: &Record<'_>, file: usize) -> Option<(String, Newest)> {
    if !is_whole_page(record) {
        return None;
    }
    let key = address_key(record.target_uri()?)?;
    let (location, unix_ms) = (record.location(), record.date()?.unix_ms);
    let mut id = DefaultHasher::new();
    record.record_id().unwrap_or_default().hash(&mut id);
    let place = Place {
        unix_ms,
        id: id.finish(),
        file: Reverse(file),
        offset: Reverse(location.offset),
        inner_offset: Reverse(location.inner_offset),
    };
    Some((key, Newest(Some(place))))
}

/// Whether a record holds a whole answer with status 200: no segment, not cut short when it was
/// captured or here, and with the digests and the length that it declares.
pub(super) fn is_whole_page(record: &Record<'_>) -> bool {
    *record.kind() == RecordKind::Response
        && record.is_sound()
        && record.faults().iter().all(|fault| fault.cause != Cause::BlockTooLarge)
        && record.segment().is_none()
        && record.header("WARC-Truncated").is_none()
        && parse_http_response(record.block(), &Limits::default())
            .is_ok_and(|answer| answer.status == Some(200) && is_as_declared(record, &answer))
}

/// What is said of a body that is not all there.
const CUT: &[HttpFlag] = &[HttpFlag::ChunksBroken, HttpFlag::EncodingBroken];

/// Whether a block and its body are what the record and the answer declare of them. A digest that
/// cannot be read declares nothing.
fn is_as_declared(record: &Record<'_>, answer: &HttpResponse<'_>) -> bool {
    let payload = answer.payload(&Limits::default());
    // Crawlers that undo codings leave the length of the coded body, which is shorter.
    let is_short = payload.flags.contains(&HttpFlag::ContentLength)
        && answer.headers.get("Content-Length").and_then(|v| v.parse::<u64>().ok())
            > Some(answer.body.len() as u64);
    // Writers disagree about whether transfer codings are a part of the payload.
    let bodies = [answer.body, &*payload.after_transfer];
    let digests = [
        verdict(record.header("WARC-Block-Digest"), &[record.block()]),
        verdict(record.header("WARC-Payload-Digest"), &bodies),
    ];
    !is_short
        && !payload.flags.iter().any(|flag| CUT.contains(flag))
        && !digests.contains(&DigestStatus::Disagree)
}

/// The address as it is asked for: spelled as URLs are, without a fragment. `None` if it is not of
/// HTTP.
pub(super) fn address_key(uri: &str) -> Option<String> {
    let url = Url::parse(uri).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    Some(url.as_str().split('#').next().unwrap_or_default().to_owned())
}
