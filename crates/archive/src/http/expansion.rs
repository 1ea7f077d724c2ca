//! How far codings may expand a body.

use std::cell::Cell;
use std::io;

use super::HttpFlag;
use super::coding::{self, Decoded, End};
use crate::limits::Limits;
use crate::size::usize_of;

/// Bytes that any body may expand to. More than the longest repetition that a page may have, so that
/// the page of a bomb is recognised as one.
const ALWAYS: u64 = 2 << 20;

/// Bytes that codings may give for each byte stored. Deflate gives at most 1032, and a page that is
/// coded twice has no more than that in all.
const MOST_FOLD: u64 = 1100;

/// Most that the codings of a body may give, for so many bytes stored.
fn most(stored: u64) -> u64 {
    stored.saturating_mul(MOST_FOLD).max(ALWAYS)
}

/// The content of a gzip file, such as the `sitemap.xml.gz` of many sites; `None` if the bytes do not
/// begin as one. A broken file gives what comes before the damage.
///
/// It is cut where it is longer than `limits.payload`, or expands as no honest text does.
pub fn gunzip(file: &[u8], limits: &Limits) -> Option<Vec<u8>> {
    let decode = coding::named("gzip").filter(|_| coding::begins_as("gzip", file))?;
    Some(decode(file, Expansion::new(file.len(), limits).cap()).bytes)
}

/// What the codings of one body may still give, all of them together: each that is nested in another
/// multiplies what it expands to.
#[derive(Debug)]
pub(super) struct Expansion {
    /// Most that a single coding may give.
    each: usize,
    /// What is left for all of them.
    left: usize,
    /// The flag of a body that `left` cuts.
    flag: HttpFlag,
}

impl Expansion {
    /// For a body of so many bytes stored.
    pub(super) fn new(stored: usize, limits: &Limits) -> Self {
        let by_ratio = most(stored as u64);
        let (left, flag) = if by_ratio < limits.payload {
            (by_ratio, HttpFlag::DecompressionBomb)
        } else {
            // The start of a content is asked for by a small cap, whatever is around it.
            (limits.payload.max(ALWAYS), HttpFlag::PayloadTooLarge)
        };
        Self { each: usize_of(limits.payload), left: usize_of(left), flag }
    }

    /// Most that the next coding may give.
    pub(super) fn cap(&self) -> usize {
        self.each.min(self.left)
    }

    /// Whether nothing is left for a further coding.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Counts what a coding gave, and tells what was odd about its end.
    pub(super) fn count(&mut self, decoded: &Decoded) -> Option<HttpFlag> {
        self.left = self.left.saturating_sub(decoded.bytes.len());
        match decoded.end {
            End::Whole => None,
            End::Broken => Some(HttpFlag::EncodingBroken),
            End::Capped if self.is_spent() => Some(self.flag),
            End::Capped => Some(HttpFlag::PayloadTooLarge),
        }
    }
}

/// Counts what comes of a body that is read as a stream.
#[derive(Debug, Default)]
pub(super) struct Meter {
    stored: Cell<u64>,
    made: Cell<u64>,
}

impl Meter {
    /// Counts bytes as they are stored.
    pub(super) fn stored(&self, bytes: usize) {
        self.stored.set(self.stored.get() + bytes as u64);
    }

    /// Counts bytes that one of the codings gave.
    ///
    /// # Errors
    /// When they are too many for what is read so far.
    pub(super) fn made(&self, bytes: usize) -> io::Result<()> {
        self.made.set(self.made.get() + bytes as u64);
        if self.made.get() <= most(self.stored.get()) {
            return Ok(());
        }
        let sentence = "nested codings expand the body more than 1,100 times";
        Err(io::Error::new(io::ErrorKind::FileTooLarge, sentence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;
    const LEAST: usize = 2 * MIB;

    #[test]
    fn what_is_left_depends_on_what_is_stored_and_on_the_cap() {
        use HttpFlag::{DecompressionBomb as Bomb, PayloadTooLarge as Large};
        let cases = [
            (0, 32 * MIB, LEAST, Bomb),
            (500, 32 * MIB, LEAST, Bomb),
            (2000, 32 * MIB, 2_200_000, Bomb),
            (MIB, 32 * MIB, 32 * MIB, Large),
            (usize::MAX, 32 * MIB, 32 * MIB, Large),
            (500, 64, 64, Large),
        ];
        for (stored, payload, cap, flag) in cases {
            let limits = Limits { payload: payload as u64, ..Limits::default() };
            let mut expansion = Expansion::new(stored, &limits);
            assert_eq!(expansion.cap(), cap, "{stored} {payload}");
            let decoded = Decoded { bytes: vec![0; cap], end: End::Capped };
            assert_eq!(expansion.count(&decoded), Some(flag), "{stored} {payload}");
        }
    }

    #[test]
    fn all_codings_share_what_is_left() {
        let mut expansion = Expansion::new(500, &Limits::default());
        let mut give = |bytes, end| {
            let flag = expansion.count(&Decoded { bytes: vec![0; bytes], end });
            (flag, expansion.cap(), expansion.is_spent())
        };
        assert_eq!(give(LEAST - 10, End::Whole), (None, 10, false));
        assert_eq!(give(4, End::Broken), (Some(HttpFlag::EncodingBroken), 6, false));
        assert_eq!(give(6, End::Capped), (Some(HttpFlag::DecompressionBomb), 0, true));
    }

    #[test]
    fn a_gzip_file_is_undone_once_and_within_bounds() {
        let zip = crate::http::payload::tests::gzip;
        let limits = Limits::default();
        let sitemap = b"<urlset><url><loc>/a</loc></url></urlset>";
        assert_eq!(gunzip(sitemap, &limits), None);
        assert_eq!(gunzip(&zip(sitemap), &limits).as_deref(), Some(&sitemap[..]));
        assert_eq!(gunzip(&zip(&zip(sitemap)), &limits), Some(zip(sitemap)));
        let cut = &zip(sitemap)[..30];
        let start = gunzip(cut, &limits).expect("the start");
        assert!(start.len() < sitemap.len() && sitemap.starts_with(&start), "{start:?}");
        let bomb = gunzip(&zip(&vec![b'a'; 8 * MIB]), &limits).expect("its start");
        assert!(bomb.len() >= LEAST && bomb.len() <= 32 * MIB, "{}", bomb.len());
        let small = Limits { payload: 10, ..limits };
        assert_eq!(gunzip(&zip(sitemap), &small).map(|text| text.len()), Some(10));
    }
}
