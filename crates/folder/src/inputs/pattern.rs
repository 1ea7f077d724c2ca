//! Patterns with wildcards among the named inputs.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Whether a name has wildcards of `glob`.
pub(super) fn is_pattern(named: &str) -> bool {
    named.contains(['*', '?', '['])
}

/// The files with names that are not UTF-8 and match the last part of a pattern, with any character for
/// the invalid bytes. `glob` skips such files silently.
pub(super) fn unnameable_matches(named: &str) -> Vec<PathBuf> {
    let (folders, last) = named.rsplit_once('/').map_or((".", named), |(folders, last)| {
        if folders.is_empty() { ("/", last) } else { (folders, last) }
    });
    // `**` matches folders, not files.
    let pattern = glob::Pattern::new(last).ok().filter(|_| last != "**");
    let Some(last) = pattern else { return Vec::new() };
    // A final `**` also matches the folder before it, which `glob` does not return.
    let above = folders.strip_suffix("**").map(|above| if above.is_empty() { "." } else { above });
    let folders = [Some(folders), above].into_iter().flatten();
    let folders = folders.filter_map(|folders| glob::glob(folders).ok()).flatten();
    let folders: BTreeSet<PathBuf> = folders.filter_map(Result::ok).collect();
    let folders = folders.into_iter();
    let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let files = entries.filter_map(Result::ok).filter(|entry| {
        let name = entry.file_name();
        name.to_str().is_none() && last.matches(&name.to_string_lossy()) && entry.path().is_file()
    });
    files.map(|entry| entry.path()).collect()
}
