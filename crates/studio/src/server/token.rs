//! The secret in the address.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Bytes of randomness: as many as a UUID has, and then some.
const BYTES: usize = 20;

/// A new token: 40 hexadecimal digits from the random numbers of the system.
///
/// # Errors
/// When the system has none.
pub fn token() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    // From the system: a seeded generator could be guessed from the time.
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Permissions of others than the owner.
const OTHERS: u32 = 0o077;

/// The token of a file, which is made if it is not there. A file that others can read holds no secret,
/// and a new one replaces it.
///
/// # Errors
/// When the file cannot be read or written, or the system has no random numbers.
pub fn kept_token(path: &Path) -> io::Result<String> {
    let is_token = |text: &String| {
        text.len() == 2 * BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    match File::open(path) {
        Ok(file) if file.metadata()?.mode() & OTHERS == 0 => {
            let mut text = String::new();
            // A token and its line end at most, whatever the file holds.
            file.take(2 * BYTES as u64 + 1).read_to_string(&mut text)?;
            text.truncate(text.trim_end().len());
            if is_token(&text) {
                return Ok(text);
            }
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // Removed first: permissions are those of a new file.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let made = token()?;
    // `create_new` follows no link that somebody put there meanwhile. The mode keeps others out.
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(format!("{made}\n").as_bytes())?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_token_is_kept_unless_others_can_read_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(".me.token");
        let kept = || kept_token(&path).expect("a token");
        let first = kept();
        assert_eq!(kept(), first);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("permissions");
        let second = kept();
        assert_ne!(second, first);
        assert_eq!(fs::metadata(&path).expect("a file").mode() & 0o777, 0o600);
        fs::write(&path, "x".repeat(40)).expect("writes");
        assert!(![first, second, "x".repeat(40)].contains(&kept()));
    }

    #[test]
    fn tokens_differ() {
        let tokens = [token().expect("random"), token().expect("random")];
        assert_ne!(tokens[0], tokens[1]);
        assert!(tokens[0].len() == 40 && tokens[0].bytes().all(|b| b.is_ascii_hexdigit()));
    }
}
