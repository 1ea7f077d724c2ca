//! Labelled digests: an algorithm, a colon and a value (ISO 28500, section 5.8).

use std::io;

use data_encoding::{BASE32, BASE32_NOPAD, BASE64, HEXLOWER};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

/// A digest as an archive declares it: `sha1:BASE32`, also in hexadecimal digits, in any case.
///
/// The standard leaves algorithms and encodings open (ISO 28500, section 5.8). These are the ones
/// that writers use.
#[derive(Debug, Clone)]
pub(crate) struct Labelled {
    algorithm: &'static Algorithm,
    value: Vec<u8>,
}

/// Why a declared digest cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LabelError {
    /// It is not an algorithm, a colon and a value.
    #[error("it is not an algorithm, a colon and a value")]
    Form,
    /// The algorithm is not one of those that can be computed.
    #[error("the algorithm is not known")]
    Algorithm,
    /// The value has another length than the algorithm gives, or other digits.
    #[error("the value is none of that algorithm")]
    Value,
}

impl Labelled {
    /// Reads a declaration.
    ///
    /// # Errors
    /// When it names no digest that can be computed.
    pub(crate) fn parse(declared: &str) -> Result<Self, LabelError> {
        let (algorithm, value) = declared.split_once(':').ok_or(LabelError::Form)?;
        let (algorithm, value) = (algorithm.trim(), value.trim());
        if algorithm.is_empty() || value.is_empty() {
            return Err(LabelError::Form);
        }
        // `SHA-1`, `sha1` and `Sha1` all occur.
        let name = algorithm.to_ascii_lowercase().replace('-', "");
        let known = ALGORITHMS.iter().find(|known| known.name == name);
        let algorithm = known.ok_or(LabelError::Algorithm)?;
        let value = value_bytes(value, algorithm.length).ok_or(LabelError::Value)?;
        Ok(Self { algorithm, value })
    }

    /// Takes the bytes that the digest is compared with, piece by piece.
    pub(crate) fn hasher(&self) -> Hasher {
        Hasher((self.algorithm.begin)())
    }

    /// True when the digest is that of the bytes that were written to `hasher`.
    pub(crate) fn agrees(&self, hasher: Hasher) -> bool {
        hasher.0.finish() == self.value
    }

    /// The digest that was computed, written as `declared` writes this one; `None` when they agree.
    pub(super) fn otherwise(&self, hasher: Hasher, declared: &str) -> Option<String> {
        let found = hasher.0.finish();
        let (label, value) = declared.split_once(':')?;
        let differs = found != self.value;
        differs.then(|| format!("{}:{}", label.trim(), encoded_like(value.trim(), &found)))
    }

    /// True when the digest is that of `bytes`.
    pub(super) fn is_of(&self, bytes: &[u8]) -> bool {
        let mut hasher = self.hasher();
        hasher.0.take(bytes);
        self.agrees(hasher)
    }
}

/// A digest being computed. Writing to it never fails.
pub(crate) struct Hasher(Box<dyn Computing>);

impl std::fmt::Debug for Hasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hasher").finish_non_exhaustive()
    }
}

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.take(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An algorithm at work, whichever it is.
trait Computing {
    fn take(&mut self, bytes: &[u8]);
    fn finish(self: Box<Self>) -> Vec<u8>;
}

impl<D: Digest> Computing for D {
    fn take(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        self.finalize().to_vec()
    }
}

#[derive(Debug)]
struct Algorithm {
    /// In lower case, without hyphens.
    name: &'static str,
    /// Bytes of a value.
    length: usize,
    begin: fn() -> Box<dyn Computing>,
}

const ALGORITHMS: &[Algorithm] = &[
    Algorithm { name: "sha1", length: 20, begin: || Box::new(Sha1::new()) },
    Algorithm { name: "sha256", length: 32, begin: || Box::new(Sha256::new()) },
    Algorithm { name: "md5", length: 16, begin: || Box::new(Md5::new()) },
    Algorithm { name: "sha512", length: 64, begin: || Box::new(Sha512::new()) },
    Algorithm { name: "sha384", length: 48, begin: || Box::new(Sha384::new()) },
    Algorithm { name: "sha224", length: 28, begin: || Box::new(Sha224::new()) },
];

/// A value in the encoding of another one of its length.
fn encoded_like(written: &str, value: &[u8]) -> String {
    let padded = written.ends_with('=');
    if written.len() == value.len() * 2 && !padded {
        return HEXLOWER.encode(value);
    }
    if written.len() == value.len().div_ceil(3) * 4 {
        return BASE64.encode(value);
    }
    if padded { BASE32.encode(value) } else { BASE32_NOPAD.encode(value) }
}

/// The standard names no encoding. Hexadecimal digits, base32 and base64 have different lengths, but
/// for md5 in padded base32.
fn value_bytes(value: &str, length: usize) -> Option<Vec<u8>> {
    let padded = value.ends_with('=');
    if value.len() == length * 2 && !padded {
        return HEXLOWER.decode(value.to_ascii_lowercase().as_bytes()).ok();
    }
    if value.len() == length.div_ceil(3) * 4 {
        return BASE64.decode(value.as_bytes()).ok().filter(|bytes| bytes.len() == length);
    }
    // md5 in base32 is padded by some writers and not by others.
    let encoding = if padded { BASE32 } else { BASE32_NOPAD };
    let bytes = encoding.decode(value.to_ascii_uppercase().as_bytes()).ok();
    bytes.filter(|bytes| bytes.len() == length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        use LabelError as E;
        let cases = [
            ("sha1:AIKLJM2V2EOKR4WOIWUWRQTEMUN57P4D", None),
            ("SHA-256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", None),
            ("md5:2QOYZWMPACZAJ2MABGMOZ6CCPY======", None),
            ("md5:2QOYZWMPACZAJ2MABGMOZ6CCPY", None),
            ("md5:d41d8cd98f00b204e9800998ecf8427e", None),
            ("sha1:2jmj7l5rSw0yVb/vlWAYkK/YBwk=", None),
            ("AIKLJM2V2EOKR4WOIWUWRQTEMUN57P4D", Some(E::Form)),
            ("sha1:", Some(E::Form)),
            (":AIKL", Some(E::Form)),
            ("crc32:00000000", Some(E::Algorithm)),
            ("sha1:AB2CD3EF4GH5IJ6KL7MN8OPQ", Some(E::Value)),
            ("md5:d41d8cd98f00b204e9800998ecf8427g", Some(E::Value)),
        ];
        for (declared, expected) in cases {
            assert_eq!(Labelled::parse(declared).err(), expected, "{declared}");
        }
        // The values of nothing.
        for (declared, _) in &cases[1..6] {
            assert!(Labelled::parse(declared).expect("a digest").is_of(b""), "{declared}");
        }
    }

    #[test]
    fn every_algorithm_has_the_length_it_says() {
        for algorithm in ALGORITHMS {
            assert_eq!((algorithm.begin)().finish().len(), algorithm.length, "{}", algorithm.name);
        }
    }

    #[test]
    fn pieces_are_hashed_like_the_whole() {
        let declared = Labelled::parse(&format!("sha1:{}", crate::digest::sha1_base32(b"scutch")))
            .expect("sha1");
        let mut hasher = declared.hasher();
        for piece in [&b"scu"[..], b"", b"tch"] {
            io::Write::write_all(&mut hasher, piece).expect("memory");
        }
        assert!(declared.agrees(hasher));
        assert!(!declared.is_of(b"scutc"));
    }
}
