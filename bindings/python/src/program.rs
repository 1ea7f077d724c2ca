//! The program of the command line, which is in the same file as the module: two programs of its size would make a
//! wheel of twice the size.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::prelude::*;

/// What Rust ends a program with after a panic.
const PANICKED: u8 = 101;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(program, module)?)
}

/// Runs a command line, whose first word is the name of the program; its exit code. For processes that do nothing
/// else: signals are the program's from then on, and panics are printed.
#[pyfunction]
fn program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    drop(std::panic::take_hook());
    py.detach(|| catch_unwind(AssertUnwindSafe(|| scutch::run(words))).unwrap_or(PANICKED))
}
