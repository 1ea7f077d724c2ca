//! Digests of blocks and payloads, and the verdict on those an archive declares.

use std::io::{self, Read};

use data_encoding::{BASE32, BASE32_NOPAD, HEXLOWER};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use crate::writer::read_some;

/// A declared digest against the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestStatus {
    /// The digest is that of the bytes.
    Agree,
    /// It is not.
    Disagree,
    /// None was declared.
    Absent,
    /// The declaration cannot be read, or names an algorithm we do not know.
    Malformed,
    /// Memory holds the start of the bytes only, and they could not be read again.
    Unchecked,
}

impl DigestStatus {
    /// The word used in rows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Disagree => "disagree",
            Self::Absent => "absent",
            Self::Malformed => "malformed",
            Self::Unchecked => "unchecked",
        }
    }
}

/// Compares a declared digest (`sha1:BASE32`, also hex; sha1, sha256, sha512, md5) with byte
/// sequences any of which it may be meant for.
pub fn verdict(declared: Option<&str>, candidates: &[&[u8]]) -> DigestStatus {
    let Some(declared) = declared.map(str::trim) else { return DigestStatus::Absent };
    // ISO 28500, section 5.8: the algorithm is part of a digest.
    let labelled = declared.contains(':').then(|| Declared::parse(declared)).flatten();
    let Some(declared) = labelled.filter(Declared::is_readable) else {
        return DigestStatus::Malformed;
    };
    let mut last = None;
    for bytes in candidates {
        // Most candidates are one and the same bytes.
        if last.is_some_and(|last: &[u8]| std::ptr::eq(last, *bytes)) {
            continue;
        }
        if declared.agrees(bytes) {
            return DigestStatus::Agree;
        }
        last = Some(bytes);
    }
    DigestStatus::Disagree
}

/// A digest that an archive declares, whatever its spelling: hexadecimal or base32, in upper or lower
/// case, with its algorithm or without. What cannot be read is a word that can only be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Declared {
    algorithm: &'static str,
    value: Value,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Value {
    Bytes(Vec<u8>),
    Word(String),
}

impl Declared {
    /// Reads a declaration. `None` for an empty one.
    pub fn parse(declared: &str) -> Option<Self> {
        let declared = declared.trim();
        if declared.is_empty() {
            return None;
        }
        let word = || Self { algorithm: "", value: Value::Word(declared.to_ascii_lowercase()) };
        let read = |algorithm: &'static Algorithm, value| {
            let bytes = value_bytes(value, algorithm.length)?;
            Some(Self { algorithm: algorithm.name, value: Value::Bytes(bytes) })
        };
        let found = match declared.split_once(':') {
            Some((name, value)) => Algorithm::named(name).and_then(|a| read(a, value.trim())),
            // The length tells; 32 digits are md5 in hexadecimal unless they are sha1 in base32.
            None => ALGORITHMS.iter().find_map(|algorithm| read(algorithm, declared)),
        };
        Some(found.unwrap_or_else(word))
    }

    /// Whether it is a digest by an algorithm that is known.
    pub fn is_readable(&self) -> bool {
        matches!(self.value, Value::Bytes(_))
    }

    /// One spelling for all: algorithm, colon, hexadecimal digits; a word as it is, in lower case.
    pub fn spelling(&self) -> String {
        match &self.value {
            Value::Bytes(bytes) => format!("{}:{}", self.algorithm, HEXLOWER.encode(bytes)),
            Value::Word(word) => word.clone(),
        }
    }

    /// Whether it is the digest of bytes.
    pub fn agrees(&self, bytes: &[u8]) -> bool {
        self.same_of(bytes).as_ref() == Some(self)
    }

    /// Whether no bytes can have both digests.
    pub(crate) fn contradicts(&self, other: &Self) -> bool {
        self.is_readable() && self.algorithm == other.algorithm && self.value != other.value
    }

    /// The digest of bytes by the same algorithm.
    pub(crate) fn same_of(&self, bytes: &[u8]) -> Option<Self> {
        Some(Algorithm::named(self.algorithm)?.of(bytes))
    }

    /// The digests of bytes by all algorithms.
    pub(crate) fn all_of(bytes: &[u8]) -> Vec<Self> {
        ALGORITHMS.iter().map(|algorithm| algorithm.of(bytes)).collect()
    }
}

/// A way to compute digests.
struct Algorithm {
    name: &'static str,
    /// Bytes of a digest.
    length: usize,
    digest: fn(&[u8]) -> Vec<u8>,
}

const ALGORITHMS: &[Algorithm] = &[
    Algorithm { name: "sha1", length: 20, digest: |bytes| Sha1::digest(bytes).to_vec() },
    Algorithm { name: "sha256", length: 32, digest: |bytes| Sha256::digest(bytes).to_vec() },
    Algorithm { name: "sha512", length: 64, digest: |bytes| Sha512::digest(bytes).to_vec() },
    Algorithm { name: "md5", length: 16, digest: |bytes| Md5::digest(bytes).to_vec() },
];

impl Algorithm {
    fn named(name: &str) -> Option<&'static Self> {
        // `SHA-1`, `sha1` and `Sha1` all occur.
        let name = name.trim().to_ascii_lowercase().replace(['-', '_'], "");
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }

    fn of(&self, bytes: &[u8]) -> Declared {
        Declared { algorithm: self.name, value: Value::Bytes((self.digest)(bytes)) }
    }
}

fn value_bytes(value: &str, length: usize) -> Option<Vec<u8>> {
    // Hexadecimal digits and base32 have different lengths for every algorithm, padding left out:
    // md5 in base32 is padded by some writers and not by others.
    let digits = value.trim_end_matches('=');
    if digits.len() == length * 2 {
        return HEXLOWER.decode(digits.to_ascii_lowercase().as_bytes()).ok();
    }
    let bytes = BASE32_NOPAD.decode(digits.to_ascii_uppercase().as_bytes()).ok()?;
    (bytes.len() == length).then_some(bytes)
}

/// sha256 in lower-case hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// sha1 in base32, as archives declare it.
pub fn sha1_base32(bytes: &[u8]) -> String {
    BASE32.encode(&Sha1::digest(bytes))
}

/// As [`sha1_base32`], of bytes that stream by.
///
/// # Errors
/// When they cannot be read.
pub fn sha1_base32_of(bytes: &mut impl Read) -> io::Result<String> {
    let (mut sha1, mut piece) = (Sha1::new(), vec![0; 64 << 10]);
    loop {
        match read_some(bytes, &mut piece)? {
            0 => return Ok(BASE32.encode(&sha1.finalize())),
            n => sha1.update(&piece[..n]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        let bytes: &[u8] = b"scutch";
        for algorithm in ALGORITHMS {
            let value = (algorithm.digest)(bytes);
            let (name, hex) = (algorithm.name, HEXLOWER.encode(&value));
            let digest = algorithm.of(bytes);
            let expected = Some(digest.clone());
            let base32 = BASE32_NOPAD.encode(&value);
            for value in [hex.clone(), hex.to_uppercase(), base32.to_lowercase(), base32] {
                for declared in [
                    format!("{name}:{value}"),
                    format!(" {}: {value} ", name.to_uppercase()),
                    value,
                ] {
                    assert_eq!(Declared::parse(&declared), expected, "{declared}");
                }
            }
            let padded = format!("{name}:{}", BASE32.encode(&value));
            assert_eq!(Declared::parse(&padded), expected, "{padded}");
            assert_eq!(digest.spelling(), format!("{name}:{hex}"));
            assert!(digest.agrees(bytes) && !digest.agrees(b"other"));
            assert!(digest.contradicts(&algorithm.of(b"other")) && !digest.contradicts(&digest));
        }
    }

    #[test]
    fn words_are_no_digests_and_equal_their_like() {
        for word in ["sha1:AAAA", "crc32:00000000", "nonsense", "sha1:"] {
            let read = Declared::parse(word).expect("a word");
            assert!(!read.is_readable() && !read.agrees(b""), "{word}");
            assert_eq!(Some(&read), Declared::parse(&word.to_lowercase()).as_ref());
            assert!(!read.contradicts(&Declared::all_of(b"")[0]));
        }
        assert_eq!(Declared::parse(" "), None);
    }

    #[test]
    fn verdicts() {
        let bytes: &[u8] = b"scutch";
        let base32 = format!("sha1:{}", sha1_base32(bytes));
        let hex = format!("sha256:{}", sha256_hex(bytes).to_uppercase());
        let cases = [
            (Some(base32.as_str()), DigestStatus::Agree),
            (Some(hex.as_str()), DigestStatus::Agree),
            (Some("SHA-1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), DigestStatus::Disagree),
            (Some("sha1:short"), DigestStatus::Malformed),
            (Some("crc32:00000000"), DigestStatus::Malformed),
            (Some("nonsense"), DigestStatus::Malformed),
            (None, DigestStatus::Absent),
        ];
        for (declared, expected) in cases {
            assert_eq!(verdict(declared, &[b"other", bytes]), expected, "{declared:?}");
        }
    }
}
