//! Says what a WARC file of a run holds: `cargo run --example stored -- FILE`.

use std::path::PathBuf;

use scutch_crawl::Store;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path: PathBuf = std::env::args_os().nth(1).ok_or("name a WARC file")?.into();
    let store = Store::read_only(&path)?;
    println!("{} stored answers", store.len());
    for host in store.hosts() {
        println!("asked {host}");
    }
    Ok(())
}
