//! The Merkle tree over the rows of a corpus, as RFC 9162 section 2.1 hashes it.
//!
//! Its root is in the manifest: one digest of all rows, whatever the formats. A leaf is a line as
//! `sha256sum` writes them: the digest of a row, two spaces, its id, and a line break.

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// A digest.
pub type Hash = [u8; 32];

/// First byte of what is hashed for a leaf, and for a node.
const LEAF: u8 = 0;
const NODE: u8 = 1;

/// A tree that grows by leaves. It keeps one hash per level.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MerkleTree {
    /// Roots of perfect trees, the largest first, with the number of their leaves.
    perfect: Vec<(u64, Hash)>,
}

impl MerkleTree {
    /// Adds the hash of a leaf.
    pub fn push(&mut self, leaf: Hash) {
        let (mut size, mut hash) = (1, leaf);
        while let Some((_, left)) = self.perfect.pop_if(|(before, _)| *before == size) {
            hash = node(&left, &hash);
            size *= 2;
        }
        self.perfect.push((size, hash));
    }

    /// The root in lower-case hex.
    pub fn root(&self) -> String {
        let mut trees = self.perfect.iter().rev().map(|(_, hash)| *hash);
        let smallest = trees.next().unwrap_or_else(|| Sha256::digest([]).into());
        HEXLOWER.encode(&trees.fold(smallest, |right, left| node(&left, &right)))
    }
}

/// The hash of the leaf of a row.
pub fn row_leaf(row: &Hash, id: &str) -> Hash {
    leaf(format!("{}  {id}\n", HEXLOWER.encode(row)).as_bytes())
}

/// The hash of a leaf with these bytes.
fn leaf(bytes: &[u8]) -> Hash {
    Sha256::new().chain_update([LEAF]).chain_update(bytes).finalize().into()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([NODE]).chain_update(left).chain_update(right).finalize().into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn root(leaves: &[&[u8]]) -> String {
        let mut tree = MerkleTree::default();
        leaves.iter().for_each(|bytes| tree.push(leaf(bytes)));
        tree.root()
    }

    /// The definition of RFC 9162 section 2.1.1, word by word.
    fn defined(leaves: &[Hash]) -> Hash {
        match leaves {
            [] => Sha256::digest([]).into(),
            [one] => *one,
            _ => {
                let mut split = 1;
                while split * 2 < leaves.len() {
                    split *= 2;
                }
                node(&defined(&leaves[..split]), &defined(&leaves[split..]))
            }
        }
    }

    /// Roots of the trees that the implementations of Certificate Transparency are tested with: the first
    /// leaves of eight, from none to all.
    #[test]
    fn roots_are_those_of_certificate_transparency() {
        let leaves: [&[u8]; 8] = [
            b"",
            b"\x00",
            b"\x10",
            b"\x20\x21",
            b"\x30\x31",
            b"\x40\x41\x42\x43",
            b"\x50\x51\x52\x53\x54\x55\x56\x57",
            b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
        ];
        for (count, expected) in [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
            (2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
            (3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
            (5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
            (8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
        ] {
            assert_eq!(root(&leaves[..count]), expected, "{count} leaves");
        }
    }

    proptest! {
        #[test]
        fn a_tree_that_grows_has_the_root_of_the_definition(count in 0..70_u8) {
            let leaves: Vec<Hash> = (0..count).map(|n| leaf(&[n])).collect();
            let mut tree = MerkleTree::default();
            leaves.iter().for_each(|leaf| tree.push(*leaf));
            prop_assert_eq!(tree.root(), HEXLOWER.encode(&defined(&leaves)));
            // A root says the number of rows, too: no row is one of no bytes.
            tree.push(leaf(b""));
            prop_assert_ne!(tree.root(), HEXLOWER.encode(&defined(&leaves)));
        }
    }

    #[test]
    fn a_leaf_is_a_line_of_sha256sum() {
        let digest: Hash = Sha256::digest(b"row").into();
        let line = format!("{}  abc\n", HEXLOWER.encode(&digest));
        assert_eq!(row_leaf(&digest, "abc"), leaf(line.as_bytes()));
    }
}
