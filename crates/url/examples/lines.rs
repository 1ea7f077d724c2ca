//! Applies one function to every line of standard input: `lines surt < urls > keys`.
//!
//! The other end of comparisons with reference implementations. `lines stable` prints the lines on
//! which a profile, applied again, gives another result, or on which `crawl` changes something that
//! it does not list.

use std::io::{self, BufRead, Write};

use scutch_url::{Crawl, Profile, Rules, Url};

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let profile = Profile::from_name(&name);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        match (name.as_str(), profile) {
            (_, Some(profile)) => {
                let result =
                    profile.apply(&line).unwrap_or_else(|error| format!("!{}", error.id()));
                writeln!(out, "{result}")?;
            }
            ("host", _) => writeln!(out, "{}", scutch_url::host(&line).unwrap_or_default())?,
            ("stable", _) => {
                for fault in faults(&line) {
                    writeln!(out, "{fault}\t{line}")?;
                }
            }
            _ => {
                eprintln!("unknown function {name:?}: host, stable, or the name of a profile");
                std::process::exit(2);
            }
        }
    }
    out.flush()
}

fn faults(line: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for profile in [Profile::Whatwg, Profile::Crawl, Profile::Dedup] {
        let Ok(once) = profile.apply(line) else { continue };
        if profile.apply(&once).as_deref() != Ok(&once) {
            faults.push(format!("{} twice: {once}", profile.id()));
        }
    }
    let Ok(url) = Url::parse(line) else { return faults };
    if scutch_url::from_ssurt(&scutch_url::ssurt(&url)).as_ref() != Ok(&url) {
        faults.push("ssurt does not come back".to_owned());
    }
    let unchanged = Crawl { rules: Rules::NONE, ..Crawl::default() }.normalize(line);
    if unchanged.is_ok_and(|normal| normal.url != url.as_str()) {
        faults.push("changed without rules".to_owned());
    }
    if let Ok(normal) = Crawl::default().normalize(line)
        && normal.changes.is_empty()
        && normal.url != url.as_str()
    {
        faults.push(format!("changed without saying so: {}", normal.url));
    }
    faults
}
