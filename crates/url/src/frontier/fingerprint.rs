//! Fingerprints of URLs, and the set of them with two bits of state each.

use crate::parse::Url;
use crate::profile::{ASP_NAME, Profile, is_asp_name};

/// What a frontier knows of a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// Never seen.
    Unknown,
    /// Waiting.
    Waiting,
    /// Handed out, not yet done.
    HandedOut,
    /// Done, or given up.
    Visited,
}

/// 62 bits that are the same for all spellings that the profile `dedup` folds together.
pub(super) fn fingerprint(url: &Url) -> u64 {
    // The full normal form costs ten times as much and changes few URLs.
    let odd = may_have_session(url.path_and_rest()) || url.query().is_some_and(has_empty_pair);
    if odd
        && let Ok(key) = Profile::Dedup.apply(url.as_str())
        && let Ok(key) = Url::parse(&key)
    {
        return hash_parts(&key);
    }
    hash_parts(url)
}

fn has_empty_pair(query: &str) -> bool {
    query.contains("&&") || query.starts_with('&') || query.ends_with('&')
}

/// Whether a name ends like those of session parameters: `sid`, `cfid`, `session_id`, `token`; or is
/// one of ASP, with any ending.
fn may_have_session(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    memchr::memchr_iter(b'=', bytes).filter(|&at| at >= 3).any(|at| {
        let end = [bytes[at - 3], bytes[at - 2], bytes[at - 1]].map(|b| b.to_ascii_lowercase());
        matches!(&end, b"sid" | b"fid" | b"nid" | b"_id" | b"ken")
            || is_asp_name(&bytes[at.saturating_sub(ASP_NAME)..at])
    })
}

/// Host without `www.`, port, path without slash at the end, parameters in order.
fn hash_parts(url: &Url) -> u64 {
    let host = url.host_without_root();
    let host = match host.strip_prefix("www") {
        Some(rest) => rest
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .strip_prefix('.')
            .filter(|rest| rest.contains('.'))
            .unwrap_or(host),
        None => host,
    };
    let mut hash = fold(0x51_7c_c1_b7_27_22_0a_95, host.as_bytes());
    hash = fold(hash, &url.port().unwrap_or(0).to_le_bytes());
    let path = url.path();
    let end = path.trim_end_matches('/').len();
    hash = fold(hash, &path.as_bytes()[..end]);
    match url.query() {
        None | Some("") => {}
        Some(query) if !query.contains('&') => hash = fold(hash, query.as_bytes()),
        Some(query) => {
            let mut pairs: Vec<&str> = query.split('&').collect();
            // Stable: equal names keep their order, which can matter to the server.
            pairs.sort_by_key(|pair| pair.split('=').next().map(str::to_owned));
            hash = pairs.iter().fold(hash, |hash, pair| fold(hash, pair.as_bytes()));
        }
    }
    // Zero stands for an empty place in the set.
    (hash >> 2).max(1)
}

/// Mixes bytes into a hash, eight at a time, by folded multiplication.
pub(super) fn fold(hash: u64, bytes: &[u8]) -> u64 {
    let mix = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product as u64) ^ (product >> 64) as u64
    };
    let mut hash = mix(hash ^ bytes.len() as u64, 0x9e37_79b9_7f4a_7c15);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = chunk.iter().rev().fold(0, |word, b| word << 8 | u64::from(*b));
        hash = mix(hash ^ word, 0xd6e8_feb8_6659_fd93) ^ hash.rotate_left(29);
    }
    let word = chunks.remainder().iter().rev().fold(0, |word, b| word << 8 | u64::from(*b));
    mix(hash ^ word ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db) ^ hash.rotate_left(17)
}

/// Parts of the set that grow each for themselves, so that growing never needs the space of all.
// A table of a billion URLs would need half its size again while it grows.
const SHARDS: usize = 256;

/// A set of fingerprints with the state of each: 8 bytes a place, at most 7 of 8 places taken.
#[derive(Debug, Clone)]
pub(super) struct Known {
    shards: Vec<Shard>,
    count: usize,
}

#[derive(Debug, Clone, Default)]
struct Shard {
    /// Fingerprint in the upper 62 bits, state in the lower two; zero is empty.
    places: Vec<u64>,
    taken: usize,
}

impl Default for Known {
    fn default() -> Self {
        Known { shards: vec![Shard::default(); SHARDS], count: 0 }
    }
}

impl Known {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Bytes of memory in use.
    pub(super) fn memory(&self) -> usize {
        self.shards.iter().map(|shard| shard.places.capacity() * 8).sum()
    }

    pub(super) fn get(&self, fingerprint: u64) -> Status {
        let shard = &self.shards[shard_of(fingerprint)];
        match shard.find(fingerprint) {
            Ok(place) => state_of(shard.places[place]),
            Err(_) => Status::Unknown,
        }
    }

    /// Sets the state; what it was before.
    pub(super) fn set(&mut self, fingerprint: u64, status: Status) -> Status {
        let shard = &mut self.shards[shard_of(fingerprint)];
        // Before the search: growing moves all places.
        shard.make_room();
        let value = fingerprint << 2 | status as u64;
        match shard.find(fingerprint) {
            Ok(place) => state_of(std::mem::replace(&mut shard.places[place], value)),
            Err(place) => {
                shard.places[place] = value;
                shard.taken += 1;
                self.count += 1;
                Status::Unknown
            }
        }
    }
}

fn shard_of(fingerprint: u64) -> usize {
    (fingerprint >> 54) as usize % SHARDS
}

fn state_of(value: u64) -> Status {
    match value & 3 {
        1 => Status::Waiting,
        2 => Status::HandedOut,
        3 => Status::Visited,
        _ => Status::Unknown,
    }
}

impl Shard {
    /// The place of a fingerprint, or the empty one where it belongs.
    fn find(&self, fingerprint: u64) -> Result<usize, usize> {
        if self.places.is_empty() {
            return Err(0);
        }
        let length = self.places.len() as u64;
        let mut place = ((u128::from(fingerprint << 10) * u128::from(length)) >> 64) as usize;
        loop {
            match self.places[place] {
                0 => return Err(place),
                value if value >> 2 == fingerprint => return Ok(place),
                _ => place = if place + 1 == self.places.len() { 0 } else { place + 1 },
            }
        }
    }

    /// Grows by two thirds when seven of eight places are taken.
    fn make_room(&mut self) {
        if (self.taken + 1) * 8 <= self.places.len() * 7 {
            return;
        }
        // Doubling would leave half of a large table empty.
        let larger = (self.places.len() * 5 / 3).max(16);
        let old = std::mem::replace(&mut self.places, vec![0; larger]);
        for value in old.into_iter().filter(|value| *value != 0) {
            if let Err(place) = self.find(value >> 2) {
                self.places[place] = value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::SESSION_NAMES;

    #[test]
    fn urls_that_differ_in_a_session_are_one() {
        let of = |url: &str| fingerprint(&Url::parse(url).expect("a URL"));
        for name in SESSION_NAMES.into_iter().chain(["aspsessionidaqbsdsrt"]) {
            for name in [name.to_owned(), name.to_uppercase()] {
                let session = format!("{name}=EOHBLBDDPFCLHKPGGKLILNAM");
                let with = of(&format!("http://press.example/a?{session}&b=1"));
                assert_eq!(with, of("http://press.example/a?b=1"), "{name}");
                let in_path = of(&format!("http://press.example/a;{session}?b=1"));
                assert_eq!(in_path, with, "{name}");
            }
        }
    }
}
