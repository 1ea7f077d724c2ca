//! Whole gzip members through libdeflate. The one place of this crate with unsafe code.
//!
//! The safe wrapper crate does not say how much input a member used, which is what a file of
//! members needs. Safety rests on three points, each small enough to check here:
//!
//! - The decompressor is allocated once, checked for null, owned by one value, and freed once in
//!   `Drop`. It is used through `&mut self` only, so by one thread at a time; libdeflate keeps no
//!   other state, so moving it to another thread is sound.
//! - Pointers and lengths passed in are those of live slices, and libdeflate reads and writes
//!   within these lengths whatever the input says.
//! - What comes back is two counts. They are used as bounds only after being checked against the
//!   slices.
#![allow(unsafe_code)]

use std::ptr::NonNull;

use libdeflate_sys::{
    libdeflate_alloc_decompressor, libdeflate_decompressor, libdeflate_free_decompressor,
    libdeflate_gzip_decompress_ex, libdeflate_result_LIBDEFLATE_INSUFFICIENT_SPACE as NO_SPACE,
    libdeflate_result_LIBDEFLATE_SUCCESS as SUCCESS,
};

/// What came of inflating a member in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    /// Inflated, and its checksum agrees.
    Done { used: usize, made: usize },
    /// The output does not fit.
    NoSpace,
    /// Damaged, or longer than the input at hand.
    Bad,
}

/// A reusable decompressor.
#[derive(Debug)]
pub(crate) struct Libdeflate(NonNull<libdeflate_decompressor>);

// SAFETY: see the module: the pointer is owned, and only used through `&mut self`.
unsafe impl Send for Libdeflate {}

impl Libdeflate {
    /// `None` when there is no memory for it.
    pub(crate) fn new() -> Option<Self> {
        // SAFETY: takes nothing; null is checked.
        NonNull::new(unsafe { libdeflate_alloc_decompressor() }).map(Self)
    }

    /// Inflates the member at the start of `input` into `out`.
    pub(crate) fn gzip(&mut self, input: &[u8], out: &mut [u8]) -> Whole {
        let (mut used, mut made) = (0, 0);
        // SAFETY: pointers and lengths of live slices, one shared, one exclusive; both counts are
        // live locals.
        let result = unsafe {
            libdeflate_gzip_decompress_ex(
                self.0.as_ptr(),
                input.as_ptr().cast(),
                input.len(),
                out.as_mut_ptr().cast(),
                out.len(),
                &raw mut used,
                &raw mut made,
            )
        };
        match result {
            SUCCESS if used <= input.len() && made <= out.len() => Whole::Done { used, made },
            NO_SPACE => Whole::NoSpace,
            _ => Whole::Bad,
        }
    }
}

impl Drop for Libdeflate {
    fn drop(&mut self) {
        // SAFETY: allocated by libdeflate, freed once.
        unsafe { libdeflate_free_decompressor(self.0.as_ptr()) }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn members_one_after_the_other() {
        let gzip = |bytes: &[u8]| {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            out.write_all(bytes).expect("memory");
            out.finish().expect("memory")
        };
        let (one, two) = (gzip(b"first"), gzip(&[7; 5000]));
        let both = [one.clone(), two.clone()].concat();
        let mut inflate = Libdeflate::new().expect("memory");
        let mut out = vec![0; 100];
        assert_eq!(inflate.gzip(&both, &mut out), Whole::Done { used: one.len(), made: 5 });
        assert_eq!(inflate.gzip(&both[one.len()..], &mut out), Whole::NoSpace);
        out.resize(6000, 0);
        let done = Whole::Done { used: two.len(), made: 5000 };
        assert_eq!(inflate.gzip(&both[one.len()..], &mut out), done);
        assert_eq!(inflate.gzip(&two[..two.len() - 1], &mut out), Whole::Bad);
        assert_eq!(inflate.gzip(b"", &mut []), Whole::Bad);
    }
}
