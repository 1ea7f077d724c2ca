//! Calls that a signal interrupts.

use std::io;

/// Calls again as long as a signal interrupts the call (`EINTR`).
///
/// The standard library repeats opening, syncing, `read_exact` and `write_all` by itself. It does
/// not repeat a plain `read`, `rename`, `metadata`, or what makes and removes names.
///
/// # Errors
/// Those of the call, but never [`Interrupted`](io::ErrorKind::Interrupted).
pub fn uninterrupted<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
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
    fn a_call_is_repeated_until_it_ends_without_a_signal() {
        for (signals, kind) in [(0, None), (3, None), (2, Some(io::ErrorKind::StorageFull))] {
            let mut calls = 0;
            let ended = uninterrupted(|| {
                calls += 1;
                match kind {
                    _ if calls <= signals => Err(io::ErrorKind::Interrupted.into()),
                    Some(kind) => Err(kind.into()),
                    None => Ok(calls),
                }
            });
            assert_eq!(calls, signals + 1);
            assert_eq!(
                ended.map_err(|error| Some(error.kind())),
                kind.map_or(Ok(calls), |kind| Err(Some(kind)))
            );
        }
    }
}
