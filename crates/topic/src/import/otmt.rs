//! Working folders of the Off-Topic Memento Toolkit (OTMT): the folders `timemaps` and `mementos`,
//! each with a table `metadata.csv` of URIs and file names.

use std::path::{Path, PathBuf};

use scutch_memento::{Guard, cdx_timestamp, parse, parse_date, split_uri_m};
use serde_json::Value;

use super::{Import, ImportError, bytes_of, lines};
use crate::collection::list::{List, Selection};
use crate::evaluate::label::csv_fields;
use crate::gather::FileCapture;

/// Whether a folder is a working folder of the OTMT.
pub fn is_working_folder(folder: &Path) -> bool {
    ["timemaps", "mementos"].iter().all(|part| folder.join(part).join("metadata.csv").is_file())
}

/// Takes in the mementos of a working folder, and returns its TimeMaps.
pub(super) fn read(folder: &Path, import: &mut Import<'_>) -> Result<Selection, ImportError> {
    let mut list = List::default();
    for (uri_t, path) in table(&folder.join("timemaps"), import)? {
        let shown = path.display().to_string();
        // The toolkit keeps its own JSON of a TimeMap beside the one that was served.
        let bytes = import
            .page(&path.with_extension("json"))
            .or_else(|_| import.page(&path.with_extension("orig")));
        let timemap = bytes.and_then(|bytes| {
            let failed = |source| ImportError::TimeMap { path: path.clone(), source };
            let parsed = parse(&bytes, &Guard::offline()).map_err(failed);
            parsed.map_err(|error| format!("{}.", error.in_one_line()))
        });
        match timemap {
            Ok(timemap) => {
                let mementos =
                    timemap.mementos.into_iter().map(|m| (m.uri, cdx_timestamp(m.unix_ms)));
                list.add(&shown, &uri_t, timemap.original.as_deref(), mementos.collect());
            }
            Err(sentence) => import.loss(&shown, "timemap-unreadable", sentence),
        }
    }
    for (uri_m, path) in table(&folder.join("mementos"), import)? {
        let shown = path.display().to_string();
        match import.page(&path.with_extension("orig")) {
            Ok(bytes) => memento(&uri_m, &path, &bytes, import)?,
            Err(sentence) => import.loss(&shown, "file-unreadable", sentence),
        }
    }
    Ok(Selection::Listed(list))
}

fn memento(
    uri_m: &str,
    path: &Path,
    bytes: &[u8],
    import: &mut Import<'_>,
) -> Result<(), ImportError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let headers = import.page(&path.with_file_name(format!("{name}_headers.json"))).ok();
    let headers = headers.and_then(|bytes| String::from_utf8(bytes).ok());
    let headers = headers.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let header = |wanted: &str| {
        let fields = headers.as_ref()?.as_object()?;
        fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
    };
    let status = header("http-status");
    // The status may be text or a number.
    let status = status.and_then(|s| s.as_u64().or_else(|| s.as_str()?.parse().ok()));
    let (time, url) = split_uri_m(uri_m);
    // A URI-M of some archives has no date in it.
    let time = time.or_else(|| {
        let written = header("memento-datetime")?.as_str()?;
        Some(cdx_timestamp(parse_date(written)?.unix_ms))
    });
    let time = time.unwrap_or_default();
    let capture = FileCapture {
        uri_m: Some(uri_m.to_owned()),
        url,
        unix_ms: parse_date(&time).map(|moment| moment.unix_ms),
        written: Some(time),
        status: status.and_then(|status| u16::try_from(status).ok()),
        file: import.add_file(format!("mementos/{name}.orig")),
        content_type: header("content-type").and_then(Value::as_str),
        location: header("location").and_then(Value::as_str),
        bytes,
    };
    import.file(&capture)
}

/// URIs and their files without extensions. Names are alphanumeric only, so that a table never
/// leads out of its folder.
fn table(folder: &Path, import: &mut Import<'_>) -> Result<Vec<(String, PathBuf)>, ImportError> {
    let path = folder.join("metadata.csv");
    let shown = path.display().to_string();
    let bytes = bytes_of(&path)?;
    let mut rows = Vec::new();
    for (number, line) in lines(&bytes) {
        let cells = line.map(csv_fields).unwrap_or_default();
        match &cells[..] {
            [uri, name, ..]
                if !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric()) =>
            {
                rows.push((uri.clone(), folder.join(name)));
            }
            _ => {
                let sentence = format!("Line {number} is no URI with a name of a file.");
                import.loss(&shown, "table-line-unreadable", sentence);
            }
        }
    }
    Ok(rows)
}
