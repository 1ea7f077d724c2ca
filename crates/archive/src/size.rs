//! Sizes of archives as sizes in memory.

/// Sizes beyond the address space are as good as its end.
pub(crate) fn usize_of(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
