//! Digests of files and folders.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;
use crate::digest::{Digesting, Listing, digest_of, digest_unless, file_digest, files_in};

/// Digests of FIPS 180-2, appendix B, and of nothing.
#[test]
fn digests_are_those_of_the_standard() {
    let vectors = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ];
    let folder = scratch();
    for (text, sha256) in vectors {
        let expected = FileDigest { size: text.len() as u64, sha256: sha256.into() };
        put(folder.path(), "file", text);
        let path = folder.path().join("file");
        assert_eq!(bytes_digest(text.as_bytes()), expected);
        assert_eq!(file_digest(&path).expect("reads"), expected);
        assert_eq!(digest_of(&path).expect("reads"), expected);
        let mut sink = Digesting::new(io::sink());
        io::copy(&mut text.as_bytes(), &mut sink).expect("copies");
        assert_eq!(sink.finish().1, expected);
    }
}

#[test]
fn a_digest_that_nobody_waits_for_is_given_up() {
    let folder = scratch();
    put(folder.path(), "file", "abc");
    let path = folder.path().join("file");
    let open = || fs::File::open(&path).expect("is there");
    assert!(digest_unless(open(), &AtomicBool::new(true)).is_err());
    assert!(digest_unless(open(), &AtomicBool::new(false)).is_ok());
    assert!(file_digest(&folder.path().join("gone")).is_err());
}

/// The digest of a folder is that of the lines `sha256sum` would write, sorted by name.
#[test]
fn a_folder_has_the_digest_of_its_list_of_files() {
    let folder = scratch();
    for (name, text) in [("b.txt", "two"), ("a.txt", "one"), ("c.txt", "")] {
        put(folder.path(), name, text);
    }
    let lines: String = [("a.txt", "one"), ("b.txt", "two"), ("c.txt", "")]
        .map(|(name, text)| format!("{}  {name}\n", bytes_digest(text.as_bytes()).sha256))
        .concat();
    let expected = FileDigest { size: 6, sha256: bytes_digest(lines.as_bytes()).sha256 };
    assert_eq!(digest_of(folder.path()).expect("reads"), expected);
    assert_eq!(files_in(folder.path()).expect("reads"), Some(3));
    assert_eq!(files_in(&folder.path().join("a.txt")).expect("reads"), None);
}

proptest! {
    #[test]
    fn the_order_in_which_files_come_changes_no_digest(
        mut names in prop::collection::btree_set("[a-z]{1,8}", 1..12)
            .prop_map(|names| names.into_iter().collect::<Vec<_>>()),
        turn in any::<prop::sample::Index>(),
    ) {
        let listed = |names: &[String]| {
            let mut listing = Listing::default();
            names.iter().for_each(|name| listing.add(name, &bytes_digest(name.as_bytes())));
            listing.finish()
        };
        let sorted = listed(&names);
        let turn = turn.index(names.len());
        names.rotate_left(turn);
        names.reverse();
        prop_assert_eq!(sorted, listed(&names));
    }

    /// What is written in pieces has the digest of the whole.
    #[test]
    fn pieces_have_the_digest_of_the_whole(pieces in prop::collection::vec(any::<Vec<u8>>(), 0..8)) {
        let mut sink = Digesting::new(Vec::new());
        for piece in &pieces {
            io::Write::write_all(&mut sink, piece).expect("memory");
        }
        let (bytes, digest) = sink.finish();
        prop_assert_eq!(&digest, &bytes_digest(&bytes));
        prop_assert_eq!(bytes, pieces.concat());
    }
}

#[test]
fn digests_of_files_that_cannot_be_read_to_their_end_are_errors() {
    let folder = scratch();
    let mut nothing = String::new();
    assert!(
        fs::File::open(folder.path()).and_then(|mut f| f.read_to_string(&mut nothing)).is_err()
    );
    assert!(file_digest(folder.path()).is_err(), "a folder is no file");
}
