//! The program `scutch`. All of it is in the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    scutch::run(std::env::args_os().collect()).into()
}
