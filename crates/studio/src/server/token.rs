//! The secret in the address.

use std::fs::File;
use std::io::{self, Read as _};

/// Bytes of randomness: as many as a UUID has, and then some.
const BYTES: usize = 20;

/// A new token: 40 hexadecimal digits from the random numbers of the system.
///
/// # Errors
/// When the system has none.
pub fn token() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ() {
        let tokens = [token().expect("random"), token().expect("random")];
        assert_ne!(tokens[0], tokens[1]);
        assert!(tokens[0].len() == 40 && tokens[0].bytes().all(|b| b.is_ascii_hexdigit()));
    }
}
