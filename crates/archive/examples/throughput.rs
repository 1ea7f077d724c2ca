//! Reads every record of FILE and its HTTP header, or checks its block digest:
//! `throughput FILE http|digest`. What `bench/` times.

use std::path::Path;

use scutch_archive::digest::{self, DigestStatus};
use scutch_archive::{Item, Limits, Reader, parse_http_response};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (file, job) = (arguments.next().expect("FILE"), arguments.next().expect("http or digest"));
    let limits = Limits::default();
    let mut reader = Reader::open(Path::new(&file), &limits).expect("an archive");
    let (mut records, mut sum) = (0_u64, 0_u64);
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { continue };
        records += 1;
        if job == "digest" {
            let declared = record.header("warc-block-digest");
            let agrees = digest::verdict(declared, &[record.block()]) == DigestStatus::Agree;
            sum += u64::from(agrees);
        } else if let Ok(response) = parse_http_response(record.block(), &limits) {
            sum += u64::from(response.status.unwrap_or(0));
        }
    }
    println!("{records} records, {sum}");
}
