//! Reads every record of FILE and its HTTP header, or checks its block digest:
//! `records FILE http|digest [THREADS]`. What `bench/` times.

use std::path::Path;

use scutch_archive::digest::{self, DigestStatus};
use scutch_archive::{Item, Limits, Reader, parse_http_response};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (file, job) = (arguments.next().expect("FILE"), arguments.next().expect("http or digest"));
    let threads: u64 = arguments.next().map_or(1, |n| n.parse().expect("a number of threads"));
    let path = Path::new(&file);
    let sums = std::thread::scope(|scope| {
        let job = job.as_str();
        let started: Vec<_> =
            (0..threads).map(|part| scope.spawn(move || read(path, job, part, threads))).collect();
        started.into_iter().map(|thread| thread.join().expect("ends")).collect::<Vec<_>>()
    });
    let (records, sum) = sums.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    println!("{records} records, {sum}");
}

fn read(path: &Path, job: &str, part: u64, parts: u64) -> (u64, u64) {
    let limits = Limits::default();
    let mut reader = Reader::open_part(path, part, parts, &limits).expect("an archive");
    let (mut records, mut sum) = (0, 0);
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
    (records, sum)
}
