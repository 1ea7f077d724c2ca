//! Cleans a list of URLs: the normal form of each one that a corpus wants, once; on standard error
//! how many were dropped for which reason.
//!
//! `cargo run -p scutch-url --example clean < urls.txt`

use std::collections::{BTreeMap, HashSet};
use std::io;

use scutch_url::Profile;
use scutch_url::verdict::{Checker, Filters};

fn main() -> io::Result<()> {
    let mut checker = Checker::new(Filters::relaxed());
    let mut seen = HashSet::new();
    let mut dropped: BTreeMap<&str, u64> = BTreeMap::new();
    for line in io::stdin().lines() {
        match checker.check(&line?) {
            Ok(url) => {
                // One page has many spellings; the profile `dedup` folds them together.
                let key = Profile::Dedup.apply(url.as_str()).unwrap_or_default();
                if seen.insert(key) {
                    println!("{url}");
                } else {
                    *dropped.entry("duplicate").or_default() += 1;
                }
            }
            Err(rejection) => *dropped.entry(rejection.reason.id()).or_default() += 1,
        }
    }
    for (reason, count) in dropped {
        eprintln!("{count}\t{reason}");
    }
    Ok(())
}
