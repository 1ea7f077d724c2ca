//! Checks the URLs of standard input, one a line, as courlan's command line does: the ones it
//! keeps, with their domain, to standard output.
//!
//! `cargo run -p scutch-courlan --example check -- [LANGUAGE] < urls.txt`

use std::io::{self, Write as _};

use scutch_courlan::{Courlan, Options};

fn main() -> io::Result<()> {
    let language = std::env::args().nth(1);
    let options = Options { strict: true, language: language.as_deref(), ..Options::default() };
    let courlan = Courlan::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lines() {
        if let Some((url, domain)) = courlan.check_url(&line?, &options) {
            writeln!(out, "{domain}\t{url}")?;
        }
    }
    Ok(())
}
