//! Which page a capture is of, however its address is spelled.

use std::sync::Arc;

use crate::paths::mixed;

/// The SURT key of an address, by its hash first: captures of one page have the same, be it archived under `http` or `https`.
/// Copies share the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UrlKey {
    hash: u64,
    surt: Arc<str>,
}

impl UrlKey {
    /// Of an address as archived.
    pub fn of(url: &str) -> Self {
        let surt: Arc<str> = scutch_url::surt(url).into();
        Self { hash: lot_number(&surt), surt }
    }

    /// The number of the page in lots.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Bytes of its text.
    pub(crate) fn memory(&self) -> usize {
        self.surt.len()
    }
}

/// The number of a text in lots.
pub fn lot_number(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4, |hash, byte| mixed(hash ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_address_have_one_key() {
        let key = UrlKey::of("http://a.example/1");
        for url in ["https://a.example/1", "http://a.example:80/1", "https://www.A.example/1#top"] {
            assert_eq!(UrlKey::of(url), key, "{url}");
        }
        for url in ["http://a.example/2", "http://a.example/1?page=2", "http://a.example:8080/1"] {
            assert_ne!(UrlKey::of(url), key, "{url}");
        }
    }
}
