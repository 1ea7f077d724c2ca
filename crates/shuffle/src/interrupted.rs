//! Calls that a signal interrupts.

use std::io;

/// Calls again as long as a signal interrupts the call (`EINTR`): the standard library does so for
/// opening, reading to the end and writing all, but not for seeking, and not for what makes and
/// removes names.
// Not the function of `scutch-archive`: this crate stands beside it and depends on none of ours.
pub(crate) fn uninterrupted<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            ended => return ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_interrupted_calls_are_repeated() {
        let mut answers = vec![
            Err(io::ErrorKind::StorageFull),
            Ok(7),
            Err(io::ErrorKind::Interrupted),
            Err(io::ErrorKind::Interrupted),
        ];
        let mut call = || uninterrupted(|| answers.pop().expect("asked").map_err(io::Error::from));
        assert_eq!(call().expect("the third answer"), 7);
        assert_eq!(call().expect_err("no signal").kind(), io::ErrorKind::StorageFull);
        assert!(answers.is_empty());
    }
}
