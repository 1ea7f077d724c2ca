//! Records of archive files, as Common Crawl serves mementos.

use scutch_archive::{Item, Limits, Reader, RecordKind, WarcWriter};
use serde_json::Value;

use crate::server::{Reply, Server};
use crate::{found, missing, online, rows};

/// How Common Crawl serves mementos: an index names records of archive files.
#[test]
fn records_of_archive_files_are_stored_as_what_they_captured() {
    let mut member = Vec::new();
    let fields = [
        ("WARC-Type", "response"),
        ("WARC-Record-ID", "<urn:x:1>"),
        ("WARC-Date", "2014-01-27T17:12:00Z"),
        ("WARC-Target-URI", "http://x.org/page"),
        ("Content-Type", "application/http;msgtype=response"),
    ];
    let block = b"HTTP/1.1 203 Kept\r\nContent-Type: text/html\r\n\r\n<p>kept";
    WarcWriter::gzip(&mut member).write(&fields, block).expect("memory");
    let file = [vec![b'.'; 100], member.clone(), vec![b'.'; 100]].concat();
    let (first, last) = (100, 100 + member.len() - 1);
    let server = Server::start(move |asked| match asked.target.as_str() {
        index if index.starts_with("/CC-MAIN-2024-10-index?") => {
            let line = |name: &str| {
                let length = last - first + 1;
                format!(
                    "org,x)/page 20140127171200 {{\"url\": \"http://x.org/page\", \"filename\": \
                     \"{name}\", \"offset\": \"{first}\", \"length\": \"{length}\"}}\n"
                )
            };
            found("text/plain", &["whole.gz", "none.gz", "ignored.gz"].map(line).concat())
        }
        "/whole.gz" => {
            assert!(asked.head.contains(&format!("\r\nRange: bytes={first}-{last}\r\n")));
            Reply::Fine(206, Vec::new(), file[first..=last].to_vec())
        }
        "/ignored.gz" => Reply::Fine(200, Vec::new(), file.clone()),
        _ => missing(),
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.warc.gz");
    let uri_t = server.uri("/CC-MAIN-2024-10-index?url=x.org");
    let (rows, problems) = rows(&mut online(&path), &uri_t);
    assert_eq!(problems, [""; 0]);
    let mut outcomes: Vec<_> = rows
        .iter()
        .map(|row| (row["reason"].clone(), row["http_status"].clone(), row["form"].clone()))
        .collect();
    outcomes.sort_by_key(|outcome| format!("{outcome:?}"));
    assert_eq!(
        outcomes,
        [
            (Value::Null, Value::from(203), Value::from("record")),
            (Value::from("memento-gone"), Value::from(404), Value::from("record")),
            (Value::from("memento-not-given"), Value::Null, Value::Null),
        ]
    );
    let mut reader = Reader::open(&path, &Limits::default()).expect("opens");
    let mut captures = Vec::new();
    while let Some(Item::Record(record)) = reader.next() {
        if *record.kind() == RecordKind::Response {
            captures.push((record.target_uri().map(str::to_owned), record.block().to_vec()));
        }
    }
    let gone = captures.iter().filter(|(uri, _)| uri.as_deref() != Some("http://x.org/page"));
    assert!(gone.count() <= 1, "only the 404 of the archive is another answer");
    assert!(captures.contains(&(Some("http://x.org/page".to_owned()), block.to_vec())));
}
