//! Any bytes as a package of archives.

use crate::reading;

/// One execution.
pub fn run(data: &[u8]) {
    reading::read(data);
}
