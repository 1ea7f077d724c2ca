//! Small archives for tests, made of records that are as short as the standard allows.

use std::path::Path;

use scutch_folder::inputs::InputFile;

/// A WARC record with its closing lines; `headers` end with a line break each. Identifier and date, which the
/// standard demands, are added where `headers` have none.
pub(crate) fn record(kind: &str, headers: &str, block: &[u8]) -> Vec<u8> {
    let demanded = match headers.contains("WARC-Record-ID") {
        true => "",
        false => "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2019-05-17T10:00:00Z\r\n",
    };
    let length = block.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\n{demanded}{headers}Content-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A response with this page, captured in this second of 2019-05-17, 10:00.
pub(crate) fn response(url: &str, second: u32, html: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
    let headers = format!(
        "WARC-Target-URI: {url}\r\nWARC-Date: 2019-05-17T10:00:{second:02}Z\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-0000000000{second:02}>\r\n"
    );
    record("response", &headers, block.as_bytes())
}

/// A file as the list of inputs has it.
pub(crate) fn input(path: &Path) -> InputFile {
    let size = path.metadata().map_or(0, |metadata| metadata.len());
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    InputFile { path: path.to_owned(), name, size, ..InputFile::default() }
}
