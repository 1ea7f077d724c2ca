//! The archive files read and the files written, with size and digest.

use maud::{Markup, html};
use scutch_folder::digest::FileDigest;
use scutch_folder::inputs::{IndexTally, STDIN};
use scutch_folder::manifest::InputEntry;
use scutch_plot::foreign;
use scutch_plot::number::{counted, plural, size};

use super::report::Report;

/// Files listed open, and in the fold; what follows is one sum.
const OPEN: usize = 15;
/// Rows of a table that are shown at once; more are folded away.
const FOLDED: usize = 200;
/// Characters of a digest that stand open: enough to tell files apart at a glance.
const SHORT: usize = 12;

/// A file as the page shows it.
struct File<'a> {
    /// What rows and tables call it.
    name: &'a str,
    /// What `sha256sum --check` would open.
    path: &'a str,
    /// Of a folder, how many files it holds.
    files: Option<u64>,
    /// Size and sha256; of a folder, those of the list of its files.
    digest: &'a FileDigest,
}

impl File<'_> {
    /// Whether `sha256sum` reads it by its path: standard input is gone, and it takes no folders.
    fn is_checked(&self) -> bool {
        self.files.is_none() && self.path != STDIN
    }
}

/// The section: archive files with sizes and digests, and what was passed over.
pub(super) fn inputs(report: &Report<'_>) -> Markup {
    let manifest = report.manifest;
    let read = manifest.inputs.iter().filter_map(|input| Some((input, input.digest.as_ref()?)));
    let files: Vec<File<'_>> = read
        .map(|(f, digest)| File { name: &f.name, path: &f.path, files: None, digest })
        .collect();
    let unread: Vec<_> = manifest.inputs.iter().filter(|input| input.digest.is_none()).collect();
    let others = u128::from(manifest.not_archives);
    html! {
        p {
            (counted(files.len() as u64, "archive file")) " of " (all_bytes(&files))
            ", in reading order."
            @if others > 0 {
                " " (counted(others, "other file")) " in the input folders "
                (plural(others, "is no archive and was", "are no archives and were"))
                " passed over."
            }
        }
        @if let Some(index) = manifest.index { (of_index(index)) }
        @if !unread.is_empty() { (unreadable(&unread)) }
        @if !manifest.other_files.is_empty() { (passed_over(&manifest.other_files)) }
        // Last: the list may be long, and what is missing from it must be seen first.
        (listing("Archive files read", &files))
    }
}

/// What an index led to.
fn of_index(index: IndexTally) -> Markup {
    let IndexTally { rows, taken, elsewhere, behind_end } = index;
    html! {
        p {
            "Only records that an index leads to were read: "
            (counted(taken, "row")) " of " (counted(rows, "row")) " of the index."
            @if elsewhere > 0 {
                " " (counted(elsewhere, "row")) " of them " (plural(elsewhere, "leads", "lead"))
                " to files that are no archives among the inputs."
            }
            @if behind_end > 0 {
                " " (counted(behind_end, "row")) " of them " (plural(behind_end, "leads", "lead"))
                " behind the end of a file."
            }
        }
    }
}

/// The files of folders that are no archives, the first of them.
fn passed_over(names: &[String]) -> Markup {
    html! {
        ul {
            @for name in names.iter().take(OPEN) { li { (foreign::shown(name)) } }
            @if names.len() > OPEN { li { code { "run.json" } " lists more." } }
        }
    }
}

/// The inputs that could not be read, the first of them with the reason.
fn unreadable(inputs: &[&InputEntry]) -> Markup {
    html! {
        p { (counted(inputs.len() as u64, "input")) " could not be read:" }
        ul {
            @for input in inputs.iter().take(OPEN) {
                li {
                    (foreign::shown(&input.name)) ": "
                    (foreign::shown(input.unreadable.as_deref().unwrap_or_default()))
                }
            }
            @if inputs.len() > OPEN { li { code { "run.json" } " lists all." } }
        }
    }
}

/// The section: files of the corpus with sizes and digests, and how to open them.
pub(super) fn outputs(report: &Report<'_>) -> Markup {
    let manifest = report.manifest;
    let outputs = manifest.outputs.iter();
    let files: Vec<File<'_>> = outputs
        .map(|f| File { name: &f.path, path: &f.path, files: f.files, digest: &f.digest })
        .collect();
    let folders: Vec<u64> = files.iter().filter_map(|file| file.files).collect();
    // Saturating, as all sums here: a manifest is a file and may hold any number.
    let within = folders.iter().fold(0, |sum: u64, files| sum.saturating_add(*files));
    html! {
        p {
            (counted((files.len() - folders.len()) as u64, "file"))
            @if !folders.is_empty() {
                " and " (counted(folders.len() as u64, "folder")) " of " (counted(within, "file"))
            }
            ", " (all_bytes(&files)) " in "
            (counted(manifest.shards, "shard")) ". URL keys follow the profile "
            code { (foreign::plain(&manifest.url_key_profile)) } "."
        }
        (listing("Files of the corpus", &files))
        (opening(&files))
    }
}

/// Ways to open the formats of `docs/`.
const OPENINGS: [(&str, &str); 2] = [
    (".parquet", "duckdb -c \"SELECT timestamp, url, title FROM 'docs/*.parquet' LIMIT 20\""),
    (".jsonl.zst", "zstd -dc docs/*.jsonl.zst | head -n 1"),
];

/// Commands that open the files of `docs/`, by format.
fn opening(files: &[File<'_>]) -> Markup {
    let written = |ending: &str| files.iter().any(|file| file.path.ends_with(ending));
    html! {
        @for (ending, command) in OPENINGS {
            @if written(ending) {
                p.opening { "To look into the " code { (ending) } " files from this folder:" }
                pre { code { (command) } }
            }
        }
    }
}

/// The size of all files together.
fn all_bytes(files: &[File<'_>]) -> String {
    size(files.iter().fold(0, |sum: u64, file| sum.saturating_add(file.digest.size)))
}

/// A list of files, folded if it is long, with lines for `sha256sum --check`.
fn listing(caption: &str, files: &[File<'_>]) -> Markup {
    // A fold for fewer than four files would take as much space as the files.
    let open = if files.len() < OPEN + 4 { files.len() } else { OPEN };
    let folded = (files.len() - open).min(FOLDED);
    let (shown, rest) = files.split_at(open + folded);
    html! {
        @if files.is_empty() { p.nothing { "None." } }
        @else { (table(caption, &shown[..open])) }
        @if folded > 0 {
            details {
                summary { "The next " (counted(folded as u64, "file")) }
                (table(caption, &shown[open..]))
            }
        }
        @if !rest.is_empty() {
            p {
                (counted(rest.len() as u64, "further file")) " of " (all_bytes(rest)) "; "
                code { "run.json" } " lists all."
            }
        }
        @if shown.iter().any(File::is_checked) {
            details {
                summary { "Full digests, for " code { "sha256sum --check" } }
                pre { code { @for file in shown.iter().filter(|file| file.is_checked()) { (check_line(file)) } } }
            }
        }
    }
}

/// The table of some files: name, size, and the start of the digest.
fn table(caption: &str, files: &[File<'_>]) -> Markup {
    html! {
        table.files {
            caption { span.unseen { (caption) } }
            thead {
                tr {
                    th scope="col" { "Name" }
                    th.n scope="col" { "Size" }
                    th.sha scope="col" { "sha256" }
                }
            }
            tbody {
                @for file in files {
                    @let full = foreign::plain(&file.digest.sha256);
                    @let start: String = full.chars().take(SHORT).collect();
                    @let bytes = counted(file.digest.size, "byte");
                    tr {
                        th scope="row" {
                            (foreign::shown(file.name))
                            @if let Some(files) = file.files { ", a folder of " (counted(files, "file")) }
                        }
                        td.n title=(bytes) { (size(file.digest.size)) }
                        td.sha title=(full) { code { (start) "…" } }
                    }
                }
            }
        }
    }
}

/// The line of a file as `sha256sum` writes it.
fn check_line(file: &File<'_>) -> String {
    // Two spaces, as `sha256sum` writes: one separates, the second stands for the text mode.
    format!("{}  {}\n", foreign::plain(&file.digest.sha256), foreign::path(file.path))
}
