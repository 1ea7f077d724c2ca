//! Trials of members: a few inflated bytes tell whether a record starts in one.

use crate::member::Decoder;
use crate::record::{arc, start};

/// Inflated bytes of a member that are looked at.
const TRIAL: usize = 512;

/// What the first inflated bytes of a member are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trial {
    /// A record, behind so many blank bytes.
    Record { blank: usize },
    /// Nothing, and the member is sound.
    Empty,
    /// Something that may continue a record.
    Other,
    /// It cannot be inflated.
    Bad,
}

impl Trial {
    /// Inflates the beginning of the member at the start of `input`.
    pub(super) fn run(decoder: &mut Decoder, input: &[u8], last: bool) -> Self {
        let mut out = [0; TRIAL];
        let (made, bad) = decoder.inflate_start(input, last, &mut out);
        // Some writers put the blank lines of a record in front of the next one.
        let text = out[..made].trim_ascii_start();
        let blank = made - text.len();
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        // A line longer than the trial cannot be judged; its beginning must do.
        let cut_line = made == TRIAL && arc::may_start(text);
        if start::is_warc_header(text) || arc::surely_starts(text) || cut_line {
            Self::Record { blank }
        } else if made > 0 {
            Self::Other
        } else if bad {
            Self::Bad
        } else {
            Self::Empty
        }
    }
}
