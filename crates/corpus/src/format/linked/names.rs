//! Names of nodes: made from what a node is, so that every run and every shard gives it the same name.
//!
//! A name is a fragment below the persistent identifier of the corpus, where it has one: what stands behind
//! `https://doi.org/10.5281/zenodo.1#author-...` leads to the publication. Else it is one below a UUID of ours (RFC 8141
//! allows fragments of URNs), which needs no domain that somebody would have to own.

use data_encoding::BASE32_NOPAD;
use scutch_folder::config::CorpusMetadata;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use super::iri::iri;

/// What names stand below where the corpus has no identifier: a random UUID, the same for all corpora.
const BASE: &str = "urn:uuid:8f1ce45a-370d-4b62-9d21-6eb054f37a19";

/// What makes the names of the nodes of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Names {
    base: String,
    /// Whether the base is the identifier of the corpus.
    is_own: bool,
}

impl Names {
    /// The names of a corpus, by its description.
    pub(crate) fn new(corpus: Option<&CorpusMetadata>) -> Self {
        let identifier = corpus.and_then(CorpusMetadata::pid);
        let own = identifier.and_then(|identifier| iri(&identifier.url()));
        Self { is_own: own.is_some(), base: own.unwrap_or_else(|| BASE.to_owned()) }
    }

    /// The name of a row as a node, and of the graph about it.
    pub(super) fn row(&self, id: &str) -> String {
        self.of_row("row", id)
    }

    /// The name of a node that one row alone has. The id of the row stands in it as it is: where a record comes
    /// again, its documents are made by writing another id in the place of the first.
    pub(super) fn of_row(&self, kind: &str, id: &str) -> String {
        // Identifiers with a fragment of their own are rare.
        let separator = if self.base.contains('#') { '/' } else { '#' };
        format!("{}{separator}{kind}-{id}", self.base)
    }

    /// The name of a node of a kind, by what tells it from the others of its kind.
    pub(super) fn node(&self, kind: &str, parts: &[&str]) -> String {
        let mut hash = Sha256::new();
        for part in parts {
            // With its length in front, so that parts never run into each other.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        let digest: [u8; 32] = hash.finalize().into();
        self.of_row(kind, &BASE32_NOPAD.encode(&digest[..20]).to_ascii_lowercase())
    }

    /// The name of the corpus itself.
    pub(super) fn corpus(&self, corpus: &CorpusMetadata) -> String {
        match self.is_own {
            true => self.base.clone(),
            false => self.node("corpus", &[&corpus.title, &corpus.date]),
        }
    }
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
    fn names_tell_nodes_apart_by_kind_and_parts() {
        let names = Names::new(None);
        let name = names.node("author", &["a.example", "anna gull"]);
        assert_eq!(name, names.node("author", &["a.example", "anna gull"]));
        assert_eq!(iri(&name).as_ref(), Some(&name));
        assert!(name.starts_with(&format!("{BASE}#author-")), "{name}");
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
