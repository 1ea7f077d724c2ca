//! The fastwarc crate: iterates over the records and parses HTTP headers, or verifies block digests.
use fastwarc::warc::iter::ArchiveIterator;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (file, job) = (arguments.next().expect("FILE"), arguments.next().expect("http or digest"));
    let (mut records, mut sum) = (0_u64, 0_u64);
    let file = std::io::BufReader::with_capacity(1 << 20, std::fs::File::open(file).expect("a file"));
    for record in ArchiveIterator::new(file).with_parse_http(job == "http") {
        let record = record.expect("a record");
        let mut record = record.borrow_mut();
        records += 1;
        if job == "digest" {
            sum += u64::from(record.verify_block_digest(true).expect("a digest"));
        } else if record.is_http() {
            record.parse_http().expect("HTTP");
            sum += u64::from(record.http_headers().and_then(|http| http.status_code()).unwrap_or(0));
        }
    }
    println!("{records} records, {sum}");
}
