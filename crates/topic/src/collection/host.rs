//! The captures of one host, folded together in any order.

use std::io;

use rustc_hash::FxHashMap;
use scutch_shuffle::Group;
use serde::{Deserialize, Serialize};

use super::observation::CaptureObservation;
use crate::sketch::store::SketchStore;

/// Bytes of a chunk from which the next one is begun. One growing buffer would take twice what it
/// holds.
const CHUNK: usize = 64 << 10;

/// What captures are brought together by: the host part of the URL key (SURT).
///
/// Hosts that differ only in `www.` share a key, as they share URL keys. The order of keys is that
/// of URL keys.
pub fn host_key(url: &str) -> String {
    let mut key = scutch_url::surt(url);
    // The bracket stays: `example,a)` sorts before `example,a,b)`, as the URL keys do. An
    // address without a host has none and is a key of its own.
    if let Some(end) = key.find(')') {
        key.truncate(end + 1);
    }
    key
}

/// The captures of a host as observed.
///
/// They stay serialized until the host is concluded: some 130 bytes each, so that a
/// million captures of one host take about 130 MB.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct HostGroup {
    chunks: Vec<Chunk>,
    memory: usize,
}

#[derive(Debug, Clone, Default)]
struct Chunk(Vec<u8>);

impl HostGroup {
    /// Takes in a capture.
    pub fn push(&mut self, observation: &CaptureObservation) {
        // Postcard values follow each other without a separator: each knows where it ends.
        if self.chunks.last().is_none_or(|chunk| chunk.0.len() >= CHUNK) {
            self.chunks.push(Chunk::default());
            self.memory += size_of::<Chunk>();
        }
        let Some(Chunk(chunk)) = self.chunks.last_mut() else { return };
        let before = chunk.capacity();
        // Writing to memory cannot fail, and every field can be serialized.
        if let Ok(chunk_and_capture) = postcard::to_extend(observation, std::mem::take(chunk)) {
            *chunk = chunk_and_capture;
        }
        self.memory += chunk.capacity() - before;
    }

    /// The captures, in the order in which they came.
    ///
    /// # Errors
    /// When the bytes are not those that [`push`](Self::push) wrote.
    pub fn captures(&self) -> Result<Vec<CaptureObservation>, postcard::Error> {
        let mut captures = Vec::new();
        for Chunk(chunk) in &self.chunks {
            let mut rest = &chunk[..];
            while !rest.is_empty() {
                let (capture, after) = postcard::take_from_bytes(rest)?;
                captures.push(capture);
                rest = after;
            }
        }
        Ok(captures)
    }

    /// The same captures, with sketches that stand `base` bytes further on.
    ///
    /// # Errors
    /// As [`captures`](Self::captures).
    pub(crate) fn moved(&self, base: u64) -> Result<Self, postcard::Error> {
        let mut moved = Self::default();
        for mut capture in self.captures()? {
            capture.content = capture.content.map(|content| content.moved(base));
            moved.push(&capture);
        }
        Ok(moved)
    }

    /// The same captures, and the bytes of the sketches that they refer to, each once. They stand
    /// where the captures say once [`Gatherer::add_group`](crate::Gatherer::add_group) has appended
    /// them to a store.
    ///
    /// # Errors
    /// When the store cannot be read, or as [`captures`](Self::captures).
    pub fn with_sketches(&self, store: &SketchStore) -> io::Result<(Self, Vec<u8>)> {
        let (mut alone, mut bytes) = (Self::default(), Vec::new());
        // Captures of an unchanged page refer to one sketch.
        let mut copied: FxHashMap<u64, u64> = FxHashMap::default();
        for mut capture in self.captures().map_err(io::Error::other)? {
            if let Some(content) = capture.content {
                let at = match copied.get(&content.offset()) {
                    Some(at) => *at,
                    None => {
                        let at = bytes.len() as u64;
                        bytes.extend(store.bytes(content)?);
                        copied.insert(content.offset(), at);
                        at
                    }
                };
                capture.content = Some(content.at(at));
            }
            alone.push(&capture);
        }
        Ok((alone, bytes))
    }
}

/// The order of captures does not count: they are sorted when the host is concluded.
impl Group for HostGroup {
    fn merge(&mut self, mut other: Self) {
        // Chunks are not joined: moving them is free, and short ones are rare.
        self.chunks.append(&mut other.chunks);
        self.memory += other.memory;
    }

    fn memory(&self) -> usize {
        self.memory
    }
}

impl Serialize for Chunk {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Chunk {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl serde::de::Visitor<'_> for Bytes {
            type Value = Chunk;
            fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Chunk, E> {
                Ok(Chunk(bytes.to_vec()))
            }
        }
        from.deserialize_bytes(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::collection::observation::CaptureKind;
    use crate::collection::timemap::CapturePlace;

    fn capture(url: &str, offset: u64) -> CaptureObservation {
        CaptureObservation {
            kind: CaptureKind::Original,
            uri_m: None,
            url: url.to_owned(),
            unix_ms: Some(offset as i64),
            written: Some("2019".to_owned()),
            status: Some(200),
            place: CapturePlace { file: 1, offset, inner_offset: 0 },
            content: None,
            location: None,
            names: [None; 4],
            refers_to: None,
        }
    }

    fn group(captures: &[CaptureObservation]) -> HostGroup {
        let mut group = HostGroup::default();
        captures.iter().for_each(|capture| group.push(capture));
        group
    }

    #[test]
    fn hosts_share_a_key_where_their_addresses_sort_together() {
        for (url, expected) in [
            ("http://www.a.example/x?y", "example,a)"),
            ("https://a.example", "example,a)"),
            ("http://b.a.example:8080/", "example,a,b:8080)"),
            ("dns:a.example", "dns:a.example"),
            ("", "-"),
        ] {
            assert_eq!(host_key(url), expected, "{url}");
        }
    }

    #[test]
    fn captures_come_back_from_several_chunks_as_they_came() {
        let long = format!("http://a.example/{}", "x".repeat(1000));
        let captures: Vec<_> = (0..200).map(|offset| capture(&long, offset)).collect();
        let group = group(&captures);
        assert!(group.chunks.len() > 1 && group.memory() >= 200 * long.len());
        assert_eq!(group.captures().expect("our own bytes"), captures);
        let written = postcard::to_stdvec(&group).expect("written");
        let again: HostGroup = postcard::from_bytes(&written).expect("read");
        assert_eq!(again.captures().expect("our own bytes"), captures);
    }

    #[test]
    fn bytes_that_are_cut_off_are_an_error() {
        let mut group = group(&[capture("http://a.example/", 7)]);
        for chunk in &mut group.chunks {
            chunk.0.pop();
        }
        assert!(group.captures().is_err());
    }

    proptest! {
        #[test]
        fn keys_sort_as_the_addresses_do(
            mut urls in prop::collection::vec("http://(www\\.)?[ab]{1,2}(\\.c)?\\.test/[xy]?", 2..8),
        ) {
            urls.sort_by_cached_key(|url| scutch_url::surt(url));
            let keys: Vec<_> = urls.iter().map(|url| host_key(url)).collect();
            prop_assert!(keys.is_sorted(), "{:?}", keys);
        }

        #[test]
        fn parts_hold_what_the_whole_holds(ends in prop::collection::vec(0..9_usize, 0..5)) {
            let mut merged = HostGroup::default();
            let (mut all, mut offset) = (Vec::new(), 0);
            for end in ends {
                let part: Vec<_> =
                    (0..end as u64).map(|n| capture("http://a.example/", offset + n)).collect();
                offset += end as u64;
                merged.merge(group(&part));
                all.extend(part);
            }
            prop_assert_eq!(merged.captures().expect("our own bytes"), all);
        }
    }
}
