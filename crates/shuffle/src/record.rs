//! One record of a run: a key and a value.
//!
//! A record is the length of its key and of its value as four little-endian bytes each, the CRC-32
//! of both, the key as UTF-8, and the value as postcard writes it.

use std::path::Path;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::ShuffleError;

/// Bytes before the key.
pub(crate) const HEAD: usize = 12;

/// What stands before each key.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub(crate) key: usize,
    pub(crate) value: usize,
    crc: u32,
}

impl Head {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| {
            let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(bytes))
        };
        Some(Self { key: number(0)? as usize, value: number(4)? as usize, crc: number(8)? })
    }

    /// Bytes of key and value together.
    pub(crate) fn body(self) -> usize {
        self.key + self.value
    }

    /// Key and value of the bytes behind the head, if they are those that were written.
    pub(crate) fn parts(self, body: &[u8]) -> Result<(&str, &[u8]), &'static str> {
        // Before anything is decoded: postcard reads some other value out of most corrupt bytes.
        if crc32fast::hash(body) != self.crc {
            return Err("the checksum does not match");
        }
        let (key, value) = body.split_at_checked(self.key).ok_or("the record is cut off")?;
        Ok((std::str::from_utf8(key).map_err(|_| "the key is not UTF-8")?, value))
    }
}

/// A value that was read and is not decoded yet.
///
/// Runs hold values of many types. What handles bytes alone is compiled once, not once a type.
pub(crate) struct Value {
    pub(crate) bytes: Vec<u8>,
    /// The run that it stands in.
    pub(crate) path: Arc<Path>,
    /// Where its record begins.
    pub(crate) offset: u64,
}

impl Value {
    /// What was written.
    pub(crate) fn decoded<T: DeserializeOwned>(&self) -> Result<T, ShuffleError> {
        postcard::from_bytes(&self.bytes).map_err(|_| self.corrupt())
    }

    fn corrupt(&self) -> ShuffleError {
        let what = "the value cannot be decoded";
        ShuffleError::Corrupt { path: self.path.to_path_buf(), offset: self.offset, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_whole_or_not_at_all() {
        let bytes: Vec<u8> = (1..=HEAD as u8).collect();
        assert!((0..HEAD).all(|end| Head::read(&bytes[..end]).is_none()));
        let head = Head::read(&bytes).expect("whole");
        assert_eq!((head.key, head.value), (0x0403_0201, 0x0807_0605));
        assert_eq!(head.parts(b"other").err(), Some("the checksum does not match"));
    }
}
