//! Files of a comparison whose lines are not what they are read as.

use std::path::Path;

use scutch_archive::{Sniffed, sniff};
use scutch_plot::number::{counted, thousands};

use crate::exit::Advised;
use crate::talk::Talk;

/// What a file is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// A list of own articles.
    Own,
    /// An index of an archive.
    Index,
}

/// The error for a file none of whose lines can be read.
fn refusal(file: &Path, what: &str, side: Side) -> Advised {
    let hint = match side {
        Side::Own => "`scutch corpus` makes rows of archives: name the corpus folder",
        Side::Index => "`scutch archive index` makes an index of archives",
    };
    Advised::failed(format!("{}: {what}", file.display()), hint)
}

/// Fails for an archive: its lines may look like those of a list.
pub(super) fn refuse_archive(file: &Path, side: Side) -> Result<(), Advised> {
    // What comes through a pipe can be read once only. A file that cannot be read is named when its lines
    // are.
    let Some(Ok(Sniffed::Archive(_))) = file.is_file().then(|| sniff(file)) else { return Ok(()) };
    let what = match side {
        Side::Own => "an archive, and no list of addresses",
        Side::Index => "an archive, and no index",
    };
    Err(refusal(file, what, side))
}

/// Says how many lines of a file cannot be read; that it is none of them is an error.
pub(super) fn tell(
    file: &Path,
    side: Side,
    [lines, unread]: [usize; 2],
    talk: Talk,
) -> anyhow::Result<()> {
    if unread > 0 && unread == lines {
        let what = match side {
            Side::Own => "no line of it is an address, or JSON with `url`",
            Side::Index => "no line of it is one of an index",
        };
        return Err(refusal(file, what, side).into());
    }
    if unread > 0 {
        let (file, unread) = (file.display(), thousands(unread as u64));
        let lines = counted(lines as u64, "line");
        talk.say(format_args!("{file}: {unread} of {lines} cannot be read"));
    }
    Ok(())
}
