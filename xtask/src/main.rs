//! Repository chores, run as `cargo xtask <chore>`. One file per chore.
#![forbid(unsafe_code)]

mod data;
mod dist;
mod environment;
mod fuzz;
mod guide;
mod harden;
mod licences;
mod links;
mod root;
mod samples;
mod test;
mod train;
mod wheel;

use std::process::ExitCode;

/// A chore: the word on the command line, what it does, and the function that does it.
type Chore = (&'static str, &'static str, fn(&[String]) -> anyhow::Result<()>);

const CHORES: &[Chore] = &[
    ("samples", "write samples/ anew from xtask/samples-src (--check: compare only)", samples::run),
    ("test", "run every test of the workspace after setting up what they need", test::run),
    ("data", "get the training sets (FOLDER [SET...]; --list, --digest FOLDER)", data::run),
    ("train", "fit the tables of text extraction (PAGES SITES OUT)", train::run),
    (
        "fuzz",
        "run fuzz targets from their seeds (TARGET... --seconds N --jobs N --plain)",
        fuzz::run,
    ),
    (
        "harden",
        "make calls fail, processes die and inputs change (CASE... --faults N --kills N --changes N)",
        harden::run,
    ),
    ("wheel", "make the Python wheel (--portable: for Linux systems from 2014 on)", wheel::run),
    (
        "dist",
        "make the files of a release (--program FILE: pack that one; --sign SSH_KEY)",
        dist::run,
    ),
    (
        "guide",
        "build the guide as a site (--program FILE: whose help and pages it shows)",
        guide::run,
    ),
    ("licences", "check the licence of every dependency against deny.toml", licences::run),
    ("links", "check links, anchors and paths in all Markdown files", links::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((word, rest)) = arguments.split_first() else {
        return usage();
    };
    let Some((_, _, chore)) = CHORES.iter().find(|(name, ..)| name == word) else {
        return usage();
    };
    match chore(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {word}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: cargo xtask <chore>\n");
    for (name, what, _) in CHORES {
        eprintln!("  {name:<10} {what}");
    }
    ExitCode::from(2)
}
