//! What was copied into a new archive, and what was not, in words.

use std::path::Path;

use scutch_archive::copy::Missing;
use scutch_plot::number::{counted, plural};

use crate::talk::Talk;

/// What a copy did.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) written: u64,
    pub(super) all: u64,
    /// Whether an index led to them.
    pub(super) indexed: bool,
    /// Of those written, records that were not selected.
    pub(super) more: u64,
    /// ARC records that became WARC records, and records that lost bytes.
    pub(super) changed: u64,
    /// Records that cannot be written as WARC.
    pub(super) left_out: u64,
    /// Lines of the index that lead to no record.
    pub(super) lines: u64,
    /// Of these lines, those that name another archive.
    pub(super) of_other_archives: u64,
    pub(super) missing: Missing,
}

impl Counts {
    /// Sums up on stderr.
    pub(crate) fn tell(&self, output: &Path, talk: Talk) {
        let Self { more, changed, left_out, missing, .. } = self;
        talk.say(self.sum(output));
        // Where all lines name other archives, the sum has said so.
        let lines = if self.all_of_other_archives() { 0 } else { self.lines };
        for (count, one, many) in [
            (
                more,
                "of them was not selected and belongs to a record that was",
                "of them were not selected and belong to records that were",
            ),
            (
                changed,
                "of them converted from ARC, or mended because it lost bytes",
                "of them converted from ARC, or mended because they lost bytes",
            ),
            (
                left_out,
                "record left out: it has no date that can be read",
                "records left out: they have no date that can be read",
            ),
            (
                &lines,
                "line of the index leads to no record",
                "lines of the index lead to no record",
            ),
            (
                &missing.originals,
                "revisit refers to a record that is not among those written",
                "revisits refer to a record that is not among those written",
            ),
            (
                &missing.segments,
                "segmented record is incomplete: segments are not among those written",
                "segmented records are incomplete: segments are not among those written",
            ),
            (
                &missing.related,
                "record that others refer to is not among those written",
                "records that others refer to are not among those written",
            ),
        ] {
            if *count > 0 {
                talk.say(format_args!("{count} {}", plural(*count, one, many)));
            }
        }
    }

    /// Whether the index has lines, and all of them name other archives.
    pub(super) fn all_of_other_archives(&self) -> bool {
        self.all == 0 && self.of_other_archives > 0 && self.of_other_archives == self.lines
    }

    /// What was written, of how much. An index leads to some records: the others are not read, nor counted.
    fn sum(&self, output: &Path) -> String {
        let Self { written, all, more, indexed, of_other_archives, .. } = self;
        let shown = output.display();
        if self.all_of_other_archives() {
            let none = match of_other_archives {
                1 => "the record of the index is not".to_owned(),
                many => format!("none of the {many} records of the index is"),
            };
            return format!("{none} in these archives; {shown} is not written");
        }
        let of = if *indexed { " that the index names" } else { "" };
        let records = plural(*all, "record", "records");
        match (*written, *indexed) {
            (0, _) => format!("0 of {all} {records}{of} selected; {shown} is not written"),
            (_, false) => format!("{written} of {all} {records} written to {shown}"),
            (_, true) if *more == 0 => {
                format!("{written} of {all} {records}{of} written to {shown}")
            }
            (_, true) => {
                let selected = written.saturating_sub(*more);
                let records = counted(*written, "record");
                format!("{records} written to {shown}, {selected} of {all}{of}")
            }
        }
    }
}
