//! Working folders of the Off-Topic Memento Toolkit: `timemaps` and `mementos`, each with a table
//! `metadata.csv` of URIs and names of files.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_memento::{Guard, moment, parse, stamp, uri_m_parts};
use scutch_topic::label::csv_fields;
use scutch_topic::{FileCapture, List, Selection};
use serde_json::Value;

use super::{Gathering, SPOOL, bytes_of, lines};

/// Whether a folder is one.
pub(super) fn is_working_folder(folder: &Path) -> bool {
    ["timemaps", "mementos"].iter().all(|part| folder.join(part).join("metadata.csv").is_file())
}

/// Takes in its mementos; what it gives back are its TimeMaps.
pub(super) fn read(folder: &Path, gathering: &mut Gathering<'_>) -> anyhow::Result<Selection> {
    let mut list = List::default();
    for (uri_t, path) in table(&folder.join("timemaps"), gathering)? {
        let shown = path.display().to_string();
        let bytes = bytes_of(&path.with_extension("json"))
            .or_else(|_| bytes_of(&path.with_extension("orig")));
        let timemap = bytes.and_then(|bytes| Ok(parse(&bytes, &Guard::offline())?));
        match timemap {
            Ok(timemap) => {
                let mementos = timemap.mementos.into_iter().map(|m| (m.uri, stamp(m.unix_ms)));
                list.add(&shown, &uri_t, timemap.original.as_deref(), mementos);
            }
            Err(error) => gathering.loss(&shown, "timemap-unreadable", format!("{error:#}.")),
        }
    }
    for (uri_m, path) in table(&folder.join("mementos"), gathering)? {
        let shown = path.display().to_string();
        match bytes_of(&path.with_extension("orig")) {
            Ok(bytes) => memento(&uri_m, &path, &bytes, gathering)?,
            Err(error) => gathering.loss(&shown, "file-unreadable", format!("{error:#}.")),
        }
    }
    Ok(Selection::Listed(list))
}

fn memento(
    uri_m: &str,
    path: &Path,
    bytes: &[u8],
    gathering: &mut Gathering<'_>,
) -> anyhow::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let headers = bytes_of(&path.with_file_name(format!("{name}_headers.json"))).ok();
    let headers = headers.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    let header = |wanted: &str| {
        let fields = headers.as_ref()?.as_object()?;
        fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
    };
    let status = header("http-status");
    let status = status.and_then(|s| s.as_u64().or_else(|| s.as_str()?.parse().ok()));
    let (time, url) = uri_m_parts(uri_m);
    let time = time.or_else(|| {
        let written = header("memento-datetime")?.as_str()?;
        Some(stamp(moment(written)?.unix_ms))
    });
    let time = time.unwrap_or_default();
    let capture = FileCapture {
        uri_m: Some(uri_m.to_owned()),
        url,
        unix_ms: moment(&time).map(|moment| moment.unix_ms),
        written: Some(time),
        status: status.and_then(|status| u16::try_from(status).ok()),
        file: gathering.file(format!("mementos/{name}.orig")),
        content_type: header("content-type").and_then(Value::as_str),
        location: header("location").and_then(Value::as_str),
        bytes,
    };
    gathering.gatherer.file(&capture).context(SPOOL)
}

/// URIs and their files without endings. What a table says never leads out of its folder.
fn table(folder: &Path, gathering: &mut Gathering<'_>) -> anyhow::Result<Vec<(String, PathBuf)>> {
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
                gathering.loss(&shown, "table-line-unreadable", sentence);
            }
        }
    }
    Ok(rows)
}
