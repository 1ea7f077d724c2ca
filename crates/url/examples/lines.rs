//! Applies one function to every line of standard input: `lines surt < urls > keys`.
//!
//! The other end of comparisons with reference implementations.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let apply: fn(&str) -> String = match name.as_str() {
        "surt" => scutch_url::surt,
        "host" => |url| scutch_url::host(url).unwrap_or_default(),
        _ => {
            eprintln!("unknown function {name:?}: surt, host");
            std::process::exit(2);
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", apply(&line?))?;
    }
    out.flush()
}
