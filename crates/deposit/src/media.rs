//! Media types of the files of a corpus, by their names.

use scutch_folder::config::{Format, Layout};
use scutch_folder::manifest::{Manifest, OutputEntry};

/// Media types by the end of a file name. CoNLL-U and vertical text have none of their own.
const TYPES: &[(&str, &str)] = &[
    (".parquet", "application/vnd.apache.parquet"),
    // What is compressed is no JSON to a reader: the outer type counts.
    (".jsonl.zst", "application/zstd"),
    (".jsonl", "application/x-ndjson"),
    (".json", "application/json"),
    (".jsonld", "application/ld+json"),
    (".nq", "application/n-quads"),
    (".xml", "application/xml"),
    (".md", "text/markdown"),
    (".txt", "text/plain"),
    (".csv", "text/csv"),
    (".html", "text/html"),
    (".vert", "text/plain"),
    (".conllu", "text/plain"),
    (".zip", "application/zip"),
    (".cff", "application/yaml"),
];

/// The media type of a file name.
pub(crate) fn media_type(name: &str) -> Option<&'static str> {
    // `None` for unknown ends: a record without a type is better than one with a wrong type.
    TYPES.iter().find(|(end, _)| name.ends_with(end)).map(|(_, media)| *media)
}

/// The format whose folder an output lies in.
pub(crate) fn format_of(output: &OutputEntry, manifest: &Manifest) -> Option<Format> {
    let (folder, _) = output.path.split_once('/')?;
    let mut formats = manifest.config.formats.iter().copied();
    // Two formats share a folder: the extension tells them apart.
    let is_of = |format: &Format| {
        let is_part = output.files.is_some() || output.path.ends_with(".zip");
        format.folder() == folder && (is_part || output.path.ends_with(format.extension()))
    };
    formats.find(is_of)
}

/// The media type of the documents of an output: of the files in it, where it is a folder.
pub(crate) fn of_output(output: &OutputEntry, manifest: &Manifest) -> Option<&'static str> {
    match format_of(output, manifest) {
        Some(Format::Tei) if !output.path.ends_with(".zip") => Some("application/tei+xml"),
        Some(format) if output.files.is_some() => media_type(&format!(".{}", format.extension())),
        _ => media_type(&output.path),
    }
}

/// Media types of all formats of a corpus, each once, in the order of formats.
pub(crate) fn of_formats(manifest: &Manifest) -> Vec<&'static str> {
    let mut types = Vec::new();
    for format in &manifest.config.formats {
        let media = match (format.layout(manifest.config.layout), format) {
            (Layout::Zip, _) => Some("application/zip"),
            (_, Format::Tei) => Some("application/tei+xml"),
            _ => media_type(&format!(".{}", format.extension())),
        };
        types.extend(media.filter(|media| !types.contains(media)));
    }
    types
}
