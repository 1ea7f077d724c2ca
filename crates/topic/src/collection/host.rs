//! The captures of one host, folded together in any order.

use scutch_shuffle::Group;
use serde::{Deserialize, Serialize};

use super::observation::CaptureObservation;

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
