//! One open file serves every way of reading an archive.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use scutch_archive::{
    Format, Item, Limits, Position, Reader, Sniffed, SourcePool, WarcWriter, digest, read_record,
    read_record_at, sniff_source,
};

const RECORDS: u32 = 40;

fn archive(folder: &Path, name: &str, gzip: bool) -> PathBuf {
    let path = folder.join(name);
    let out = File::create(&path).expect("file");
    let mut writer = if gzip { WarcWriter::gzip(out) } else { WarcWriter::plain(out) };
    for number in 0..RECORDS {
        let id = format!("<urn:{name}:{number}>");
        let fields = [
            ("WARC-Type", "resource"),
            ("WARC-Record-ID", &*id),
            ("WARC-Date", "2020-02-02T02:02:02Z"),
        ];
        writer.write(&fields, id.repeat(50).as_bytes()).expect("writes");
    }
    path
}

/// Position, id and block of every record.
fn records(mut reader: Reader) -> Vec<(Position, String, Vec<u8>)> {
    let mut records = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage in a sound archive") };
        let id = record.record_id().expect("an id").to_owned();
        records.push((record.location().position(), id, record.block().to_vec()));
    }
    records
}

#[test]
fn sniffing_reading_looking_up_and_digesting_open_each_archive_once() {
    let dir = tempfile::tempdir().expect("folder");
    let limits = Limits::default();
    let pool = SourcePool::default();
    let paths = [archive(dir.path(), "a.warc.gz", true), archive(dir.path(), "b.warc", false)];
    for path in &paths {
        let source = || pool.source(path).expect("opens");
        assert_eq!(
            sniff_source(&source(), path).expect("readable"),
            Sniffed::Archive(Format::Warc)
        );
        let all = records(Reader::from_source(source(), Position::START, &limits));
        assert_eq!(all, records(Reader::open(path, &limits).expect("opens")));
        assert_eq!(all.len(), RECORDS as usize);
        for (position, _, block) in &all {
            let shared = read_record(source(), *position, &limits).expect("a record");
            let alone = read_record_at(path, *position, &limits).expect("a record");
            assert_eq!(shared.block(), block);
            assert_eq!(alone.block(), block);
        }
        let mut bytes = Vec::new();
        source().reader().read_to_end(&mut bytes).expect("bytes");
        let whole = fs::read(path).expect("bytes");
        assert_eq!(digest::sha256_hex(&bytes), digest::sha256_hex(&whole));
    }
    assert_eq!(pool.opened(), 2);
}

#[test]
fn readers_in_several_threads_do_not_move_each_other() {
    let dir = tempfile::tempdir().expect("folder");
    let path = archive(dir.path(), "a.warc.gz", true);
    let (limits, pool) = (Limits::default(), SourcePool::default());
    let expected = records(Reader::open(&path, &limits).expect("opens"));
    std::thread::scope(|scope| {
        let read = || {
            let source = pool.source(&path).expect("opens");
            assert_eq!(records(Reader::from_source(source, Position::START, &limits)), expected);
        };
        (0..4).for_each(|_| drop(scope.spawn(read)));
    });
    assert_eq!(pool.opened(), 1);
}
