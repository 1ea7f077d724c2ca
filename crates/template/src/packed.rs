//! Lists of hashes and numbers as bytes, for `#[serde(with = "packed")]`.
//!
//! Hashes use all their bits. Written as one string of bytes they are smaller than with variable
//! length, and read without a loop over digits.

use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// A value of fixed size in bytes, little-endian.
pub(crate) trait Pack: Sized {
    /// Bytes of one value.
    const SIZE: usize;
    /// Appends the value.
    fn write(&self, out: &mut Vec<u8>);
    /// Reads a value from [`SIZE`](Self::SIZE) bytes.
    fn read(bytes: &[u8]) -> Self;
    /// All values, one after another.
    fn write_all(items: &[Self]) -> Vec<u8>;
    /// Reads values from a multiple of [`SIZE`](Self::SIZE) bytes.
    fn read_all(bytes: &[u8]) -> Vec<Self>;
}

/// Lists of the values, for the body of an implementation of [`Pack`].
///
/// These loops belong to this crate, which is optimised. What serde makes of a list is compiled
/// where it is called, in crates that are not.
macro_rules! lists {
    () => {
        #[inline(never)]
        fn write_all(items: &[Self]) -> Vec<u8> {
            let mut bytes = Vec::with_capacity(items.len() * Self::SIZE);
            items.iter().for_each(|item| item.write(&mut bytes));
            bytes
        }
        #[inline(never)]
        fn read_all(bytes: &[u8]) -> Vec<Self> {
            bytes.chunks_exact(Self::SIZE).map(Self::read).collect()
        }
    };
}
pub(crate) use lists;

macro_rules! pack_numbers {
    ($($number:ty),+) => {$(
        impl Pack for $number {
            const SIZE: usize = size_of::<Self>();
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<Self>()];
                own.copy_from_slice(bytes);
                Self::from_le_bytes(own)
            }
            lists!();
        }
    )+};
}

pack_numbers!(u8, u32, u64, f32);

/// Takes values off the front of some bytes.
pub(crate) fn take<T: Pack>(bytes: &mut &[u8]) -> T {
    let (own, rest) = bytes.split_at(T::SIZE);
    *bytes = rest;
    T::read(own)
}

/// Writes a list as one string of bytes.
pub(crate) fn serialize<T: Pack, S: Serializer>(
    items: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(&T::write_all(items))
}

/// Reads a list back.
pub(crate) fn deserialize<'de, T: Pack, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    // Borrowed if the reader can lend its buffer; the values are copied out anyway.
    deserializer.deserialize_bytes(PackedVisitor(PhantomData))
}

struct PackedVisitor<T>(PhantomData<T>);

impl<T: Pack> Visitor<'_> for PackedVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "a multiple of {} bytes", T::SIZE)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<T>, E> {
        // `read_all` would drop a remainder in silence.
        if !bytes.len().is_multiple_of(T::SIZE) {
            return Err(E::invalid_length(bytes.len(), &self));
        }
        Ok(T::read_all(bytes))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Lists {
        #[serde(with = "super")]
        hashes: Vec<u64>,
        #[serde(with = "super")]
        words: Vec<u32>,
        #[serde(with = "super")]
        bytes: Vec<u8>,
        #[serde(with = "super")]
        scores: Vec<f32>,
    }

    proptest! {
        #[test]
        fn lists_are_read_back_as_they_were(
            hashes: Vec<u64>,
            words: Vec<u32>,
            bytes: Vec<u8>,
            scores in prop::collection::vec(-1.0f32..1.0, 0..9),
        ) {
            let lists = Lists { hashes, words, bytes, scores };
            let written = postcard::to_allocvec(&lists).expect("written");
            prop_assert_eq!(postcard::from_bytes::<Lists>(&written).expect("read"), lists);
        }
    }

    #[test]
    fn a_list_that_was_cut_off_is_an_error() {
        #[derive(Debug, Deserialize)]
        struct Hashes {
            #[serde(with = "super")]
            hashes: Vec<u64>,
        }
        for (bytes, whole) in [(&[0u8][..], true), (&[3, 1, 2, 3], false), (&[8, 1, 2], false)] {
            let read = postcard::from_bytes::<Hashes>(bytes).map(|read| read.hashes);
            assert_eq!(read.is_ok(), whole, "{bytes:?}: {read:?}");
        }
    }
}
