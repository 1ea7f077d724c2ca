//! The file of what a job made of its records, in input order.
//!
//! A zstd stream with a checksum. Each item is its length as four little-endian bytes, and then as
//! postcard writes it.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use scutch_folder::digest::{Digesting, FileDigest};
use scutch_folder::{RunError, at};

use crate::run::item::Item;

/// The name of the file.
pub(super) const ITEMS: &str = "items.zst";
/// Low, because the file is read once and then thrown away.
const LEVEL: i32 = 1;

/// Writes items.
pub(super) struct ItemWriter {
    out: zstd::Encoder<'static, Digesting<File>>,
    items: u64,
}

impl ItemWriter {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let mut out = zstd::Encoder::new(Digesting::new(File::create(path)?), LEVEL)?;
        // Without a checksum, damaged files would decompress to garbage.
        out.include_checksum(true)?;
        Ok(Self { out, items: 0 })
    }

    /// Adds an item in its bytes.
    pub(super) fn push(&mut self, item: &[u8]) -> io::Result<()> {
        let length = u32::try_from(item.len()).map_err(io::Error::other)?;
        self.items += 1;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(item)
    }

    /// Completes the file and syncs it to disk: the number of items, and its digest.
    pub(super) fn finish(self) -> io::Result<(u64, FileDigest)> {
        Ok((self.items, self.out.finish()?.sync()?))
    }
}

/// Hands out the items of a file in order, until `take` answers false. True at the end.
pub(super) fn read_items(
    path: &Path,
    mut take: impl FnMut(Item) -> Result<bool, RunError>,
) -> Result<bool, RunError> {
    let mut input = zstd::Decoder::new(File::open(path).map_err(at(path))?).map_err(at(path))?;
    let mut bytes = Vec::new();
    while next(&mut input, &mut bytes).map_err(at(path))? {
        let item = postcard::from_bytes(&bytes);
        if !take(item.map_err(|error| at(path)(io::Error::other(error)))?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads the bytes of the next item. False at the end of the file.
fn next(input: &mut impl io::Read, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    if input.by_ref().take(4).read_to_end(bytes)? == 0 {
        return Ok(false);
    }
    let length = <[u8; 4]>::try_from(&bytes[..]).map_err(|_| io::ErrorKind::UnexpectedEof)?;
    let length = u64::from(u32::from_le_bytes(length));
    bytes.clear();
    // The length is not believed: a corrupt one must not ask for 4 GiB.
    match input.by_ref().take(length).read_to_end(bytes)? as u64 == length {
        true => Ok(true),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::item::{Made, RecordItem};

    fn item(number: u16) -> Item {
        let made = Made::OutOfScope("mime".repeat(usize::from(number)));
        let record_type = "response".to_owned();
        Item::Record(Box::new(RecordItem { record_type, status: Some(number), mime: None, made }))
    }

    fn read(path: &Path, most: usize) -> Result<(Vec<Item>, bool), RunError> {
        let mut items = Vec::new();
        let ended = read_items(path, |item| {
            items.push(item);
            Ok(items.len() < most)
        })?;
        Ok((items, ended))
    }

    #[test]
    fn items_come_back_in_order_and_a_cut_file_is_an_error() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join(ITEMS);
        let mut writer = ItemWriter::create(&path).expect("created");
        for number in 0..90 {
            let bytes = postcard::to_stdvec(&item(number)).expect("bytes");
            writer.push(&bytes).expect("written");
        }
        let (items, digest) = writer.finish().expect("finished");
        assert_eq!((items, digest.size), (90, std::fs::metadata(&path).expect("there").len()));
        let all: Vec<Item> = (0..90).map(item).collect();
        assert_eq!(read(&path, 1000).expect("read"), (all, true));
        assert!(!read(&path, 7).expect("read").1, "stopped");
        let sound = std::fs::read(&path).expect("read");
        for end in [1, sound.len() / 2, sound.len() - 1] {
            std::fs::write(&path, &sound[..end]).expect("written");
            assert!(read(&path, 1000).is_err(), "{end}");
        }
    }
}
