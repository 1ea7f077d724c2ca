//! Applies one function to every line of standard input: `lines surt < urls > keys`.
//!
//! The other end of comparisons with reference implementations. `lines stable` prints the lines on
//! which a profile, applied again, gives another result, or on which `crawl` asks a server for
//! something else than a browser would, but for what it lists.

use std::io::{self, BufRead, Write};

use scutch_url::{Crawl, Normal, Profile, Rule, Rules, Url};

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
    // A key is no URL; a URL that courlan refuses stays as it is.
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
        && let Some(what) = unlisted(&url, &normal)
    {
        faults.push(format!("changed {what} without saying so: {}", normal.url));
    }
    faults
}

/// The part of a request that `crawl` changed otherwise than it says.
fn unlisted(url: &Url, normal: &Normal) -> Option<&'static str> {
    let told = |rule: Rule| normal.changes.iter().any(|change| change.rule == rule);
    let Ok(crawled) = Url::parse(&normal.url) else { return Some("everything") };
    let unescaped = told(Rule::Ampersand).then(|| undone(url.as_str()));
    let unescaped = unescaped.and_then(|text| Url::parse(&text).ok());
    let url = unescaped.as_ref().unwrap_or(url);
    let front = |url: &Url| (url.origin(), url.username().to_owned(), url.password().to_owned());
    if front(url) != front(&crawled) {
        return Some("the host");
    }
    // An ampersand can hide behind escapes.
    let escapes = told(Rule::Escapes) || told(Rule::Ampersand);
    let mut path = spelled(url.path(), escapes);
    if told(Rule::Slashes) {
        // What stood behind a scheme keeps its slashes: compare without any.
        path = path.replace('/', "");
    }
    let crawled_path = spelled(crawled.path(), escapes);
    if path != if told(Rule::Slashes) { crawled_path.replace('/', "") } else { crawled_path } {
        return Some("the path");
    }
    let query = |url: &Url| {
        let query = spelled(url.query().unwrap_or_default(), escapes);
        if told(Rule::Ampersand) { undone(&query) } else { query }
    };
    let mut removed = normal
        .changes
        .iter()
        .filter(|change| matches!(change.rule, Rule::Tracker | Rule::EmptyParameter));
    let mut next = removed.next();
    let mut kept = Vec::new();
    let before = query(url);
    for pair in before.split('&') {
        match next {
            Some(change) if spelled(&change.what, escapes) == pair => next = removed.next(),
            _ => kept.push(pair),
        }
    }
    (kept.join("&") != query(&crawled) || next.is_some()).then_some("the query")
}

/// Without the `amp;` of ampersands.
fn undone(text: &str) -> String {
    let mut text = text.to_owned();
    while text.contains("&amp;") {
        text = text.replace("&amp;", "&");
    }
    text
}

/// Escapes of letters, digits and `-._~` undone, those of others in upper case.
fn spelled(text: &str, escapes: bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%').filter(|_| escapes) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let code = rest.get(1..3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(|_| !rest[1..].starts_with('+')) {
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                out.push(char::from(byte));
                rest = &rest[3..];
            }
            Some(_) => {
                out.push_str(&rest[..3].to_ascii_uppercase());
                rest = &rest[3..];
            }
            None => {
                out.push('%');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}
