//! Which capture a page is, and which URL it was captured from.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hash::{mixed, text_hash};

/// Identifies a capture. Orders by URL, then time, then record.
///
/// Captures with equal keys must be the same document: one of them is kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key {
    /// The address as archived.
    pub url: String,
    /// Milliseconds since 1970 UTC; 0 if the archive gives no date.
    pub time: i64,
    /// A hash of the document, which tells captures of one URL and time apart.
    pub record: u64,
}

impl Key {
    /// Whether the archive gives a date.
    pub(crate) fn is_dated(&self) -> bool {
        self.time != 0
    }

    /// The hash by which captures of one URL are sampled.
    pub(crate) fn sampling_hash(&self) -> u64 {
        // Time and record, too: captures of one URL must differ, or only one of them would be kept.
        mixed(text_hash(&self.url) ^ mixed(self.time as u64) ^ self.record)
    }
}

/// The SURT key of an address and its hash; orders by the hash. Captures of one page have the same
/// key, whether archived under `http` or `https`. Clones share the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UrlKey {
    hash: u64,
    surt: Arc<str>,
}

impl UrlKey {
    /// The key of an address as archived.
    pub(crate) fn from_url(url: &str) -> Self {
        Self::from_surt(scutch_url::surt(url).into())
    }

    fn from_surt(surt: Arc<str>) -> Self {
        Self { hash: text_hash(&surt), surt }
    }

    /// The hash by which URLs of a host are sampled.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Bytes of its text.
    pub(crate) fn memory(&self) -> usize {
        self.surt.len()
    }
}

impl Serialize for UrlKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.surt.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for UrlKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The hash follows from the text: a damaged file cannot make them disagree.
        Ok(Self::from_surt(String::deserialize(deserializer)?.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_address_have_one_key() {
        let key = UrlKey::from_url("http://a.example/1");
        for url in ["https://a.example/1", "http://a.example:80/1", "https://www.A.example/1#top"] {
            assert_eq!(UrlKey::from_url(url), key, "{url}");
        }
        for url in ["http://a.example/2", "http://a.example/1?page=2", "http://a.example:8080/1"] {
            assert_ne!(UrlKey::from_url(url), key, "{url}");
        }
    }

    #[test]
    fn keys_are_read_back_as_they_were() {
        let keys = ["http://a.example/1", "urn:isbn:1", "", "file:///x"].map(UrlKey::from_url);
        let bytes = postcard::to_allocvec(&keys).expect("written");
        let read: [UrlKey; 4] = postcard::from_bytes(&bytes).expect("read");
        assert_eq!(read, keys);
    }

    #[test]
    fn captures_of_one_url_have_hashes_of_their_own() {
        let key = |time, record| Key { url: "http://a.example/".to_owned(), time, record };
        let mut hashes: Vec<u64> = (0..50)
            .flat_map(|time| (0..50).map(move |record| (time, record)))
            .map(|(time, record)| key(time, record).sampling_hash())
            .collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 2500);
    }
}
