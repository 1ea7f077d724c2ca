//! Opening files.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use super::selected::{SelectedRecords, Stretches};
use super::stream::Stream;
use super::{BYTE_ORDER_MARK, Reader};
use crate::cause::{Cause, Damage};
use crate::limits::Limits;
use crate::member::{MemberKind, zstandard};
use crate::package;
use crate::place::Position;
use crate::record::start;
use crate::source::Source;
use crate::window::Window;

/// A file that cannot be read as an archive at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The operating system refused.
    #[error("{path}: cannot be opened")]
    Io {
        /// The path as given.
        path: PathBuf,
        /// The system's own words.
        source: io::Error,
    },
}

impl OpenError {
    /// The same as a damaged range, for a reader of many files that goes on with the next.
    pub fn into_damage(self) -> Damage {
        match self {
            Self::Io { source, .. } => {
                Damage { offset: 0, length: 0, cause: Cause::ReadError, detail: source.to_string() }
            }
        }
    }
}

impl Reader {
    /// Opens a file at its start.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self, OpenError> {
        Self::open_at(path, Position::START, limits)
    }

    /// Opens a file at a place that [`Reader::position`] or a record's location named. Delivers
    /// what an unbroken read delivers from there on.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn open_at(path: &Path, at: Position, limits: &Limits) -> Result<Self, OpenError> {
        let error = |source| OpenError::Io { path: path.to_owned(), source };
        Ok(Self::from_source(Source::open(path).map_err(error)?, at, limits))
    }

    /// Opens a file to read what starts in one of `parts` stretches of about the same size, so that
    /// several threads share it; together the readers deliver what one does. Only compressed files
    /// are shared: where a member starts shows wherever one looks, and where a record starts among
    /// uncompressed ones does not. The first reader gets all of other files.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn open_part(
        path: &Path,
        part: u64,
        parts: u64,
        limits: &Limits,
    ) -> Result<Self, OpenError> {
        let mut reader = Self::open(path, limits)?;
        let length = reader.file_len();
        // Sizes in 128 bits: length times part may not fit 64.
        let share = |part: u64| {
            u64::try_from(u128::from(length) * u128::from(part) / u128::from(parts.max(1)))
        };
        let mut border = |part: u64| match share(part) {
            Ok(from) if part < parts => reader.next_member(from),
            _ => u64::MAX,
        };
        let (from, stop) = (border(part), border(part + 1));
        reader.stop = stop;
        if part > 0 {
            // The first part reports what is wrong with the package.
            reader.problems.clear();
            reader.at = from.min(length);
            // The other parts of a package belong to the first reader, too.
            reader.parts.clear();
        }
        Ok(reader)
    }

    /// The first offset from `from` on where reading can start again by itself: a compressed member
    /// in which a record seems to start. The end of the file where there is none, and in files of
    /// which the members do not tell where records start: uncompressed files and packages.
    ///
    /// A start that only seems to be one may lie inside a record. Then a reader that
    /// [stops](Self::stop_before) there ends behind it.
    pub fn next_member(&mut self, from: u64) -> u64 {
        if let Some(table) = &mut self.table {
            return table.next_start(from);
        }
        let is_shared = self.stream.compressed && self.parts.is_empty() && self.start == 0;
        match from {
            0 => 0,
            _ if is_shared && self.selected.is_none() => self.stream.next_member(from),
            _ => self.file_len(),
        }
    }

    /// Leaves what starts in members at `offset` or behind it to another reader.
    pub fn stop_before(&mut self, offset: u64) {
        self.stop = offset;
    }

    /// Reads an archive held in memory.
    pub fn from_bytes(bytes: &[u8], limits: &Limits) -> Self {
        Self::from_source(Source::from_bytes(bytes), Position::START, limits)
    }

    /// Reads from a file that is already open, at a place like that of [`Reader::open_at`].
    pub fn from_source(source: Source, at: Position, limits: &Limits) -> Self {
        // Enough for the magic number and the name of the first entry of a package.
        let mut head = [0; 64];
        let n = source.read_at(0, &mut head).unwrap_or_default();
        let package = package::is_package(&source, &head[..n])
            .then(|| package::read(&source, at == Position::START));
        let whole = 0..source.len();
        let (parts, problems) =
            package.map_or((vec![whole], Vec::new()), |p| (p.parts, p.problems));
        let left = parts.into_iter().filter(|part| at.offset < part.end.max(1));
        let mut reader = Self::of_parts(source, Stretches::of_all(left.collect()), limits);
        if at == Position::START {
            reader.problems = problems.into();
        }
        reader.begin_at(at);
        reader
    }

    /// Reads selected records of a file, and no byte of it outside of their ranges. A range behind the end of the
    /// file is damage.
    pub fn from_selected(
        source: Source,
        selected: &SelectedRecords,
        at: Position,
        limits: &Limits,
    ) -> Self {
        let length = source.len();
        let mut reader = Self::of_parts(source, selected.stretches(at.offset, length), limits);
        if at == Position::START {
            let detail = format!("The file ends at byte {length}.");
            reader.problems = (selected.behind(length).iter())
                .map(|range| Damage {
                    offset: range.start,
                    length: range.end - range.start,
                    cause: Cause::BehindEnd,
                    detail: detail.clone(),
                })
                .collect();
        }
        reader.selected = Some(selected.clone());
        reader.begin_at(at);
        reader
    }

    /// A reader of the parts of a file from a place on. It has not begun.
    fn of_parts(source: Source, parts: Stretches, limits: &Limits) -> Self {
        Self {
            stream: Stream::new(Window::new(source)),
            limits: limits.clone(),
            fields: Vec::new(),
            at: 0,
            start: 0,
            byte_order_mark: false,
            heads: super::heads::Heads::default(),
            wasted: 0,
            stop: u64::MAX,
            parts,
            problems: VecDeque::new(),
            selected: None,
            table: None,
        }
    }

    /// Begins at a place in the first part.
    fn begin_at(&mut self, at: Position) {
        if !self.begin_part() {
            self.stream.begin_stretch(0);
        }
        // Positions of another file may lie before the first archive.
        self.at = at.offset.max(self.start);
        if at.inner_offset > 0 {
            self.enter_at(at);
        } else if at.offset == self.start + BYTE_ORDER_MARK.len() as u64 {
            let (head, _) = self.stream.stored(self.start, BYTE_ORDER_MARK.len());
            self.byte_order_mark = head.starts_with(BYTE_ORDER_MARK);
        }
    }

    /// Goes on with the next archive of a package; a file that is none has one part.
    pub(super) fn begin_part(&mut self) -> bool {
        let Some(part) = self.parts.pop() else {
            return false;
        };
        self.stream.begin_stretch(part.end);
        (self.start, self.at) = (part.start, part.start);
        self.look_at_head();
        true
    }

    /// What the first bytes of a file say about all of it. A `.warc.zst` file may start with the
    /// dictionary of its frames.
    fn look_at_head(&mut self) {
        let (head, _) = self.stream.stored(self.start, 64 << 10);
        let compressed = MemberKind::from_magic(head).is_some() || zstandard::is_skippable(head);
        let is_zstd = MemberKind::from_magic(head) == Some(MemberKind::Zstd);
        let mut length = zstandard::dictionary_length(head);
        let is_record = start::is_record(blank_passed(head));
        self.stream.compressed =
            compressed || (!is_record && self.stream.is_compressed_behind_damage(self.start));
        let mut from = self.start;
        // The dictionary stands at the beginning of the file, before all ranges but the first.
        if self.selected.is_some() && is_zstd && from > 0 {
            from = 0;
            let mut first = [0; 16];
            let read = self.stream.window.source().read_at(0, &mut first).unwrap_or_default();
            length = zstandard::dictionary_length(&first[..read]);
        }
        let Some(length) = length else { return };
        let length = length.min(self.file_len()).min(zstandard::LARGEST_DICTIONARY as u64);
        let mut frame = vec![0; usize::try_from(length).unwrap_or_default()];
        let source = self.stream.window.source();
        let read = source.read_at(from, &mut frame).unwrap_or_default();
        if let Some(dictionary) = zstandard::dictionary(&frame[..read]) {
            self.stream.set_dictionary(dictionary);
        }
    }

    /// Begins the member at a place and passes over what is before it there.
    pub(super) fn enter_at(&mut self, at: Position) {
        let (stored, _) = self.stream.stored(at.offset, 64 << 10);
        let Some(kind) = MemberKind::from_magic(stored) else { return };
        self.stream.begin(kind, at.offset);
        let mark = BYTE_ORDER_MARK.len();
        if at.offset == self.start && at.inner_offset == mark as u64 {
            self.stream.reach(self.stream.flow.at + mark);
            self.byte_order_mark = self.stream.flow.unread().starts_with(BYTE_ORDER_MARK);
        }
        self.stream.pass_over(0, at.inner_offset, &mut false);
        if let Some(member) = &mut self.stream.member {
            member.inside = true;
        }
    }
}

/// Bytes without the byte order mark and the padding before them.
fn blank_passed(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let blank = bytes.iter().take_while(|b| matches!(b, 0 | b'\r' | b'\n')).count();
    &bytes[blank..]
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::ops::Range;

    use super::*;
    use crate::Item;

    const RECORDS: usize = 400;

    /// Records that do not compress, so that reading takes more than one look at the disk.
    fn records() -> impl Iterator<Item = Vec<u8>> {
        let mut state = 1_u64;
        (0..RECORDS).map(move |n| {
            let block: Vec<u8> = std::iter::repeat_with(|| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8
            })
            .take(10_000)
            .collect();
            let head = format!(
                "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:n:{n}>\r\n\
                 WARC-Date: 2019-05-17T10:00:00Z\r\nContent-Length: {}\r\n\r\n",
                block.len()
            );
            [head.as_bytes(), &block, b"\r\n\r\n"].concat()
        })
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn only_ranges_are_read_and_each_to_its_end() {
        let plain: Vec<Vec<u8>> = records().take(40).collect();
        let gzipped: Vec<Vec<u8>> = plain.iter().map(|record| gzip(record)).collect();
        for members in [plain, gzipped] {
            let bytes = members.concat();
            let mut end = 0;
            let places: Vec<Range<u64>> = members
                .iter()
                .map(|member| {
                    let start = end;
                    end += member.len() as u64;
                    start..end
                })
                .collect();
            let wanted = [0_usize, 1, 5, 20, 39];
            let ranges =
                [0..places[1].end, places[5].clone(), places[20].clone(), places[39].clone()];
            let read = |at: Position| {
                let (source, limits) = (Source::from_bytes(&bytes), Limits::default());
                let selected = SelectedRecords::in_ranges(ranges.clone());
                let mut reader = Reader::from_selected(source, &selected, at, &limits);
                let mut found = Vec::new();
                while let Some(item) = reader.next() {
                    let Item::Record(record) = item else { panic!("damage") };
                    assert!(record.is_sound());
                    found.push(record.location().offset);
                }
                found
            };
            let expected: Vec<u64> = wanted.map(|n| places[n].start).to_vec();
            assert_eq!(read(Position::START), expected);
            for (n, offset) in expected.iter().enumerate() {
                let at = Position { offset: *offset, inner_offset: 0 };
                assert_eq!(read(at), expected[n..]);
            }
            assert!(read(Position { offset: bytes.len() as u64, inner_offset: 0 }).is_empty());
            // Bytes outside of the ranges do not exist for the reader: they fail.
            let source = Source::failing(&bytes, places[21].start);
            let selected = SelectedRecords::in_ranges(ranges[..3].to_vec());
            let (at, limits) = (Position::START, Limits::default());
            let mut reader = Reader::from_selected(source, &selected, at, &limits);
            let mut sound = 0;
            while let Some(item) = reader.next() {
                assert!(matches!(item, Item::Record(_)), "{item:?}");
                sound += 1;
            }
            assert_eq!(sound, 4);
        }
    }

    #[test]
    fn of_members_with_several_records_the_selected_ones_are_read() {
        let plain: Vec<Vec<u8>> = records().take(6).collect();
        let shared = [gzip(&plain[..3].concat()), gzip(&plain[3..].concat())];
        let (second, end) = (shared[0].len() as u64, shared.concat().len() as u64);
        let inner = |n: usize| plain[..n].concat().len() as u64;
        let third = plain[3].len() as u64;
        for (members, expected) in [
            (vec![(0, vec![inner(1)])], vec![(0, inner(1)), (second, 0)]),
            (
                vec![(0, vec![0, inner(2)]), (second, vec![third])],
                vec![(0, 0), (0, inner(2)), (second, third)],
            ),
            (vec![], vec![(0, 0), (second, 0)]),
        ] {
            let selected = SelectedRecords::in_ranges(std::iter::once(0..end))
                .at(members.into_iter().collect());
            for next in [Reader::next, Reader::next_head] {
                let (source, limits) = (Source::from_bytes(&shared.concat()), Limits::default());
                let mut reader = Reader::from_selected(source, &selected, Position::START, &limits);
                let mut found = Vec::new();
                while let Some(item) = next(&mut reader) {
                    let Item::Record(record) = item else { panic!("damage") };
                    found.push((record.location().offset, record.location().inner_offset));
                }
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn ranges_behind_the_end_are_damage_once() {
        let bytes = records().take(2).collect::<Vec<_>>().concat();
        let end = bytes.len() as u64;
        let selected = SelectedRecords::in_ranges([0..end, end..end + 5, end + 9..end + 10]);
        for (offset, expected) in [(0, vec![(end, 5), (end + 9, 1)]), (1, vec![])] {
            let (at, limits) = (Position { offset, inner_offset: 0 }, Limits::default());
            let mut reader =
                Reader::from_selected(Source::from_bytes(&bytes), &selected, at, &limits);
            let mut found = Vec::new();
            while let Some(item) = reader.next() {
                if let Item::Damage(damage) = item
                    && damage.cause == Cause::BehindEnd
                {
                    found.push((damage.offset, damage.length));
                }
            }
            assert_eq!(found, expected, "{offset}");
        }
    }

    #[test]
    fn what_stands_before_a_failing_place_is_read_and_the_rest_is_damage() {
        let plain: Vec<Vec<u8>> = records().collect();
        let members: Vec<Vec<u8>> = plain.iter().map(|record| gzip(record)).collect();
        let whole = vec![gzip(&plain.concat())];
        for (parts, per_part) in [(plain, 1), (members, 1), (whole, RECORDS)] {
            let bytes = parts.concat();
            for from in [0, 1, bytes.len() / 3, bytes.len() - 20_000, bytes.len() - 1] {
                let source = Source::failing(&bytes, from as u64);
                let mut reader = Reader::from_source(source, Position::START, &Limits::default());
                let (mut sound, mut failed, mut last) = (0, Vec::new(), 0);
                while let Some(item) = reader.next() {
                    match item {
                        Item::Record(record) => sound += usize::from(record.faults().is_empty()),
                        Item::Damage(d) if d.cause == Cause::ReadError => failed.push(d),
                        Item::Damage(damage) => last = last.max(damage.offset + damage.length),
                    }
                }
                let mut end = 0;
                let whole = parts.iter().take_while(|part| {
                    end += part.len();
                    end <= from
                });
                let whole = whole.count() * per_part;
                let near = 2 * usize::from(per_part > 1) * RECORDS;
                assert!((whole..=whole + 1 + near).contains(&sound), "{from}: {sound} of {whole}");
                let [failed] = &failed[..] else { panic!("{from}: {failed:?}") };
                assert_eq!(failed.offset + failed.length, bytes.len() as u64, "{from}");
                assert!(failed.offset <= from as u64 && last <= bytes.len() as u64, "{from}");
                assert!(failed.detail.contains("disk"), "{}", failed.detail);
            }
        }
    }
}
