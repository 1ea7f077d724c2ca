//! What a frontier costs: `frontier LOG FILE` adds the URLs of a file, `frontier LOG COUNT` as many
//! made-up ones on a thousandth as many hosts. The log is written anew.
//!
//! Prints CPU seconds of the adds alone, bytes per URL as the frontier counts them, and the most
//! memory the process held, where the system tells them.

use std::path::Path;

use anyhow::Result;
use scutch_url::Url;
use scutch_url::frontier::{Frontier, Settings};

use crate::arguments::Unusable;

pub(crate) const USAGE: &str = "LOG FILE|COUNT";

/// Prints what adding URLs costs.
pub(crate) fn run(arguments: Vec<String>) -> Result<()> {
    let [log, what] = &arguments[..] else { return Err(Unusable.into()) };
    let log = Path::new(log);
    if log.exists() {
        std::fs::remove_file(log)?;
    }
    let mut frontier = Frontier::open(log, Settings::default())?;
    let (adds, seconds) = match what.parse::<u64>() {
        Ok(count) => add(&mut frontier, made(count)),
        Err(_) => {
            let text = std::fs::read_to_string(what)?;
            let urls: Vec<Url> = text.lines().filter_map(|line| Url::parse(line).ok()).collect();
            add(&mut frontier, urls.into_iter())
        }
    };
    frontier.sync()?;
    let each = frontier.memory() as f64 / frontier.len() as f64;
    println!(
        "{adds} adds, {} known, {seconds:.2} s CPU ({:.2} µs an add), {each:.1} bytes per URL in \
         memory, peak {:.0} MB",
        frontier.len(),
        seconds * 1e6 / adds as f64,
        peak_megabytes(),
    );
    Ok(())
}

/// Numbered pages of numbered sites, hosts mixed as a crawl would find them.
fn made(count: u64) -> impl Iterator<Item = Url> {
    let hosts = (count / 1000).max(1);
    (0..count).filter_map(move |n| {
        let host = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % hosts;
        let text = format!("https://site-{host}.example/archive/{}/article-{n}.html", n % 97);
        Url::parse(&text).ok()
    })
}

/// Adds in batches, so that making the URLs is not counted.
fn add(frontier: &mut Frontier, mut urls: impl Iterator<Item = Url>) -> (u64, f64) {
    let (mut adds, mut seconds) = (0, 0.0);
    loop {
        let batch: Vec<Url> = urls.by_ref().take(100_000).collect();
        if batch.is_empty() {
            return (adds, seconds);
        }
        let start = cpu_seconds();
        for url in &batch {
            let _ = frontier.add_url(url, 1, 0);
        }
        seconds += cpu_seconds() - start;
        adds += batch.len() as u64;
    }
}

fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse::<f64>().ok()).map_or(f64::NAN, |n| n / 1e9)
}

fn peak_megabytes() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.map_or(f64::NAN, |kilobytes| kilobytes * 1.024e-3)
}
