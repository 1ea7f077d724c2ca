//! The quarantine of a corpus, and the bytes around a damage.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use scutch_folder::inputs::named_path;
use scutch_folder::manifest::Manifest;
use scutch_folder::names::QUARANTINE;
use scutch_folder::quarantine::QuarantineLine;
use scutch_folder::{RunError, at};

use super::ReviewError;

/// Bytes shown before and behind the offset of a line.
const BEFORE: u64 = 128;
const BEHIND: usize = 384;
/// Bytes of a line of the dump.
const WIDTH: usize = 16;

/// Lines of a quarantine on one page, and how many there are.
#[derive(Debug)]
pub struct Quarantine {
    /// Numbers, from 0, with the lines.
    pub lines: Vec<(usize, QuarantineLine)>,
    /// Lines that fit the reason.
    pub count: usize,
}

/// Bytes of an archive around an offset.
#[derive(Debug)]
pub struct Damage {
    /// Offset of the first of them.
    pub first: u64,
    /// Place of the offset among them.
    pub marked: usize,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Quarantine {
    /// Reads the lines `page` of a folder (from 1, `size` on each), of one reason if it is not empty.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is none.
    pub fn read(
        folder: &Path,
        reason: &str,
        page: usize,
        size: usize,
    ) -> Result<Self, ReviewError> {
        let (mut lines, mut count) = (Vec::new(), 0);
        let wanted = (page - 1) * size..page.saturating_mul(size);
        each(folder, &mut |number, line| {
            if reason.is_empty() || line.reason == reason {
                // All lines are counted for the number of pages, but only one page is kept.
                if wanted.contains(&count) {
                    lines.push((number, line));
                }
                count += 1;
            }
        })?;
        Ok(Self { lines, count })
    }

    /// A line by its number.
    ///
    /// # Errors
    /// As [`Quarantine::read`].
    pub fn line(folder: &Path, number: usize) -> Result<Option<QuarantineLine>, ReviewError> {
        let mut found = None;
        each(folder, &mut |at, line| {
            if at == number {
                found = Some(line);
            }
        })?;
        Ok(found)
    }
}

fn each(folder: &Path, take: &mut dyn FnMut(usize, QuarantineLine)) -> Result<(), ReviewError> {
    let path = folder.join(QUARANTINE);
    let file = File::open(&path).map_err(at(&path))?;
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(at(&path))?;
        let line = serde_json::from_str(&line);
        take(number, line.map_err(|source| RunError::Manifest { path: path.clone(), source })?);
    }
    Ok(())
}

impl Damage {
    /// Reads the bytes around a line of the quarantine, as the archive has them: of a compressed member
    /// the compressed ones.
    ///
    /// # Errors
    /// When the archive is not where the run found it, or cannot be read.
    pub fn read(manifest: &Manifest, line: &QuarantineLine) -> Result<Self, ReviewError> {
        let failed = |source| ReviewError::Archive { file: line.file.clone(), source };
        let input = manifest.inputs.iter().find(|input| input.name == line.file);
        let path = input.map(|input| named_path(&input.path)).unwrap_or_default();
        let file = File::open(path).map_err(failed)?;
        let first = line.offset.saturating_sub(BEFORE);
        let marked = usize::try_from(line.offset - first).unwrap_or_default();
        let mut bytes = vec![0; marked + BEHIND];
        let mut read = 0;
        // One read may return fewer bytes than were asked for.
        while read < bytes.len() {
            match file.read_at(&mut bytes[read..], first + read as u64).map_err(failed)? {
                0 => break,
                more => read += more,
            }
        }
        bytes.truncate(read);
        Ok(Self { first, marked, bytes })
    }

    /// The dump: offset, bytes in hexadecimal, characters of ASCII; whether the offset of the damage is
    /// in the line.
    pub fn dump(&self) -> Vec<(bool, String)> {
        let line = |(number, bytes): (usize, &[u8])| {
            let start = number * WIDTH;
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let ascii: String = bytes
                .iter()
                .map(|byte| if matches!(byte, b' '..=b'~') { char::from(*byte) } else { '·' })
                .collect();
            let (offset, hex) = (self.first + start as u64, hex.join(" "));
            let is_marked = (start..start + WIDTH).contains(&self.marked);
            (is_marked, format!("{offset:>12}  {hex:<width$}  {ascii}", width = WIDTH * 3 - 1))
        };
        self.bytes.chunks(WIDTH).enumerate().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shown_with_their_offsets() {
        let damage =
            Damage { first: 100, marked: 17, bytes: b"WARC/1.0\r\nab\x00\xff and more".to_vec() };
        let dump = damage.dump();
        assert_eq!(dump.len(), 2);
        assert_eq!(
            dump[0].1,
            "         100  57 41 52 43 2f 31 2e 30 0d 0a 61 62 00 ff 20 61  WARC/1.0··ab·· a"
        );
        assert_eq!((dump[0].0, dump[1].0), (false, true));
        assert!(dump[1].1.ends_with("nd more"), "{}", dump[1].1);
    }
}
