//! Names of nodes: made from what a node is, so that every run and every shard gives it the same name.
//!
//! Below the persistent identifier of the corpus, where it has one: `https://doi.org/10.5281/zenodo.1#author-...`
//! leads to the publication. Else UUIDs of version 8, which RFC 9562 has for names by hashes: `urn:uuid:...` needs
//! no domain that somebody would have to own.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use scutch_folder::config::CorpusMetadata;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use super::iri::iri;

/// Our namespace, a random UUID: other programs may make names from the same parts.
const NAMESPACE: &[u8; 16] = b"\x8f\x1c\xe4\x5a\x37\x0d\x4b\x62\x9d\x21\x6e\xb0\x54\xf3\x7a\x19";

/// What makes the names of the nodes of a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Names {
    /// The address that the persistent identifier leads to.
    base: Option<String>,
}

impl Names {
    /// The names of a corpus, by its description.
    pub(crate) fn new(corpus: Option<&CorpusMetadata>) -> Self {
        let identifier = corpus.and_then(CorpusMetadata::pid);
        Self { base: identifier.and_then(|identifier| iri(&identifier.url())) }
    }

    /// The name of a row as a node, and of the graph about it.
    pub(super) fn row(&self, id: &str) -> String {
        match &self.base {
            // The id is a hash already, and is found again in names.
            Some(base) => below(base, "row", id),
            None => self.node("row", &[id]),
        }
    }

    /// The name of a node of a kind, by what tells it from the others of its kind.
    pub(super) fn node(&self, kind: &str, parts: &[&str]) -> String {
        let mut hash = Sha256::new();
        hash.update(NAMESPACE);
        for part in [kind].iter().chain(parts) {
            // With its length in front, so that parts never run into each other.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        let digest: [u8; 32] = hash.finalize().into();
        match &self.base {
            Some(base) => {
                below(base, kind, &BASE32_NOPAD.encode(&digest[..20]).to_ascii_lowercase())
            }
            None => uuid(&digest),
        }
    }

    /// The name of the corpus itself.
    pub(super) fn corpus(&self, corpus: &CorpusMetadata) -> String {
        let own = || self.node("corpus", &[&corpus.title, &corpus.date]);
        self.base.clone().unwrap_or_else(own)
    }
}

/// A name below an address, which has a fragment only rarely.
fn below(base: &str, kind: &str, local: &str) -> String {
    let separator = if base.contains('#') { '/' } else { '#' };
    format!("{base}{separator}{kind}-{local}")
}

/// A UUID of version 8 by a digest.
fn uuid(digest: &[u8; 32]) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    // Version and variant, RFC 9562, section 5.8.
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = HEXLOWER.encode(&bytes);
    let groups = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    format!("urn:uuid:{}", groups.join("-"))
}

/// A name of a person or column as names are compared: composed, in lower case, with single spaces.
pub(super) fn folded(name: &str) -> String {
    let lower: String = name.nfc().flat_map(char::to_lowercase).collect();
    // Lower case of a composed letter may be decomposed.
    let composed: String = lower.nfc().collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_identifier(identifier: &str) -> Names {
        let text = format!(
            "[corpus]\ntitle = 'T'\ndate = '2026'\nidentifier = '{identifier}'\nmakers = [{{ name = 'A, B' }}]"
        );
        Names::new(Some(&CorpusMetadata::from_toml(&text).expect("metadata")))
    }

    #[test]
    fn names_without_an_identifier_are_uuids_of_version_8() {
        let names = Names::new(None);
        let name = names.node("author", &["a.example", "anna gull"]);
        assert_eq!(name, names.node("author", &["a.example", "anna gull"]));
        let uuid = name.strip_prefix("urn:uuid:").expect("a UUID").as_bytes();
        assert_eq!((uuid.len(), uuid[14], b"89ab".contains(&uuid[19])), (36, b'8', true), "{name}");
        for other in [
            names.node("column", &["a.example", "anna gull"]),
            names.node("author", &["a.examplea", "nna gull"]),
            names.node("author", &["a.example", "anna", "gull"]),
            names.row("a"),
        ] {
            assert_ne!(name, other);
        }
    }

    #[test]
    fn names_stand_below_the_identifier_of_the_corpus() {
        for (identifier, row) in [
            ("10.5281/zenodo.1", "https://doi.org/10.5281/zenodo.1#row-abc"),
            ("https://a.example/c#d", "https://a.example/c#d/row-abc"),
            ("urn:isbn:9780000000000", "urn:isbn:9780000000000#row-abc"),
        ] {
            let names = with_identifier(identifier);
            assert_eq!(names.row("abc"), row);
            let author = names.node("author", &["x"]);
            assert!(
                author.contains("author-") && iri(&author).as_ref() == Some(&author),
                "{author}"
            );
        }
    }

    #[test]
    fn spellings_of_a_name_are_one() {
        let one = ["Zsófia  Keleti", " zso\u{301}fia\u{a0}keleti\n", "ZSÓFIA KELETI"].map(folded);
        assert!(one.iter().all(|name| name == "zsófia keleti"), "{one:?}");
        assert_ne!(folded("Zsofia Keleti"), one[0]);
    }
}
