//! Programs that fit the models of scutch and programs that measure its parts, run as
//! `cargo run --release -p scutch-train -- PROGRAM ...`. One file or folder per program.
//!
//! `cargo xtask train` runs those that fit text extraction in the right order, together with the
//! scripts in `train/python`.
#![allow(clippy::needless_pass_by_value)] // every program takes its arguments the same way
#![forbid(unsafe_code)]

mod arguments;
mod blocks;
mod captures;
mod cards;
mod confidence;
mod folds;
mod forms;
mod joint;
mod language;
mod measure;
mod page_types;
mod topic;

use std::process::ExitCode;

use measure::{extract_folder, frontier, oracle, predict, stages, throughput, tokens};

/// A program: its name, its arguments, what it does, and the function that does it.
type Program = (&'static str, &'static str, &'static str, fn(Vec<String>) -> anyhow::Result<()>);

const FITTING: &[Program] = &[
    ("page-types", page_types::USAGE, "features of pages whose type is known", page_types::run),
    ("blocks", blocks::USAGE, "word weights, first scores and rows of blocks", blocks::run),
    ("confidence", confidence::USAGE, "how often metadata candidates are right", confidence::run),
    ("joint", joint::USAGE, "features of pages beside their partners", joint::run),
    ("language", language::USAGE, "the language model, and how often it is right", language::run),
    ("topic", topic::USAGE, "the learned off-topic combination", topic::run),
    ("card", cards::RECORD_USAGE, "records a fit in the model cards of the guide", cards::record),
    ("cards", cards::USAGE, "the chapter of model cards, compared or written", cards::run),
];

const MEASURING: &[Program] = &[
    ("stages", stages::USAGE, "time of each stage of a page", stages::run),
    ("extract-folder", extract_folder::USAGE, "texts of folders of pages", extract_folder::run),
    ("oracle", oracle::USAGE, "rows and pairs for other programs to agree with", oracle::run),
    ("tokens", tokens::USAGE, "tokens of every memento", tokens::run),
    ("predict", predict::USAGE, "scores of rows on standard input", predict::run),
    ("throughput", throughput::USAGE, "URLs per second on one core", throughput::run),
    ("frontier", frontier::USAGE, "cost of a crawl's frontier", frontier::run),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some((_, usage, _, run)) = programs().find(|(known, ..)| *known == name) else {
        eprint!("{}", overview());
        return ExitCode::from(2);
    };
    match run(arguments.collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<arguments::Unusable>() => {
            eprintln!("usage: {name} {usage}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("{name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn programs() -> impl Iterator<Item = &'static Program> {
    FITTING.iter().chain(MEASURING)
}

/// The list of programs, shown where no known one is named.
fn overview() -> String {
    let mut text = String::from("usage: scutch-train PROGRAM ...\n");
    for (name, usage, what, _) in programs() {
        text.push_str(&format!("\n{name} {usage}\n    {what}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_program_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = programs().map(|(name, ..)| *name).collect();
        assert_eq!(names.len(), programs().count());
    }

    #[test]
    fn programs_refuse_arguments_that_do_not_suffice() {
        // Tokens and stages take any number of files, rows come from standard input.
        for (name, _, _, run) in programs() {
            if !["tokens", "stages", "extract-folder", "predict", "joint", "cards"].contains(name) {
                let error = run(Vec::new()).expect_err(name);
                assert!(error.is::<arguments::Unusable>(), "{name}: {error}");
            }
        }
    }
}
