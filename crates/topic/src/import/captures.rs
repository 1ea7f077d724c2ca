//! Folders of pages with a table `captures.tsv` that says what each file is a capture of: columns
//! `url`, `timestamp` and `page` (a file of the folder; nothing is an empty page), and where they are
//! known `status` and `location`.

use std::path::{Component, Path};

use scutch_memento::parse_date;

use super::{Import, ImportError, bytes_of, lines};
use crate::gather::FileCapture;

/// Name of the table.
const TABLE: &str = "captures.tsv";

/// Whether a folder has a table of captures.
pub fn has_captures(folder: &Path) -> bool {
    folder.join(TABLE).is_file()
}

/// Where the columns stand in the table.
struct Columns {
    url: usize,
    timestamp: usize,
    page: usize,
    status: Option<usize>,
    location: Option<usize>,
}

impl Columns {
    fn read(head: &str, table: &Path) -> Result<Self, ImportError> {
        let names: Vec<&str> = head.split('\t').map(str::trim).collect();
        let place = |wanted: &str| names.iter().position(|name| *name == wanted);
        let needed = |column: &'static str| {
            place(column).ok_or_else(|| ImportError::Column { path: table.to_owned(), column })
        };
        Ok(Self {
            url: needed("url")?,
            timestamp: needed("timestamp")?,
            page: needed("page")?,
            status: place("status"),
            location: place("location"),
        })
    }
}

/// Takes in the captures of a table. A line or file that cannot be read is a loss, not an error.
pub(super) fn read(folder: &Path, import: &mut Import<'_>) -> Result<(), ImportError> {
    let table = folder.join(TABLE);
    let shown = table.display().to_string();
    let bytes = bytes_of(&table)?;
    let mut rows = lines(&bytes);
    let head = rows.next().and_then(|(_, head)| head).unwrap_or_default();
    let columns = Columns::read(head, &table)?;
    for (number, line) in rows {
        // A line that is not UTF-8 has no cells, and is a loss like other broken lines.
        let cells: Vec<&str> = line.unwrap_or_default().split('\t').collect();
        if let Err(fault) = capture(folder, &cells, &columns, import)? {
            import.loss(&shown, fault.reason, format!("Line {number}: {}", fault.sentence));
        }
    }
    Ok(())
}

/// What is wrong with a line.
struct LineFault {
    reason: &'static str,
    sentence: String,
}

/// Takes in the capture of one line.
fn capture(
    folder: &Path,
    cells: &[&str],
    columns: &Columns,
    import: &mut Import<'_>,
) -> Result<Result<(), LineFault>, ImportError> {
    let cell = |at: usize| cells.get(at).map(|cell| cell.trim());
    let (Some(url), Some(stamp), Some(page)) = (
        cell(columns.url).filter(|url| !url.is_empty()),
        cell(columns.timestamp),
        cell(columns.page),
    ) else {
        let sentence = "there is no url, no timestamp or no page in it; it is left out.".to_owned();
        return Ok(Err(LineFault { reason: "table-line-unreadable", sentence }));
    };
    let bytes = match page_bytes(folder, page, import) {
        Ok(bytes) => bytes,
        Err(sentence) => return Ok(Err(LineFault { reason: "file-unreadable", sentence })),
    };
    let unix_ms = parse_date(stamp).map(|moment| moment.unix_ms);
    let written = unix_ms.is_none().then(|| stamp.to_owned());
    let capture = FileCapture {
        url: url.to_owned(),
        unix_ms,
        written: written.clone(),
        status: columns.status.and_then(cell).and_then(|status| status.parse().ok()),
        location: columns.location.and_then(cell).filter(|address| !address.is_empty()),
        file: import.add_file(page.to_owned()),
        bytes: &bytes,
        ..FileCapture::default()
    };
    import.file(&capture)?;
    Ok(written.map_or(Ok(()), |date| Err(unreadable_date(&date))))
}

/// The memento is taken in all the same.
fn unreadable_date(date: &str) -> LineFault {
    let sentence =
        format!("the date {date:?} cannot be read; the memento stands at the end of its TimeMap.");
    LineFault { reason: "date-unreadable", sentence }
}

/// The bytes of a page, none where the table names no file; else what is wrong.
fn page_bytes(folder: &Path, page: &str, import: &mut Import<'_>) -> Result<Vec<u8>, String> {
    if page.is_empty() {
        return Ok(Vec::new());
    }
    // The table may come from anywhere: it must not lead out of its folder.
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_));
    if !Path::new(page).components().all(stays) {
        return Err(format!("{page:?} is no file of this folder; it is left out."));
    }
    import.page(&folder.join(page))
}
