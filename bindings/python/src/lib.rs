//! The compiled half of the Python package `scutch`: values of the libraries as Python objects.
//!
//! No logic of its own: names, defaults and help of the functions are in `python/scutch/`, what they do is in the
//! library crates. Work runs without Python's lock, and a panic becomes a `RuntimeError`.

#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments of functions for Python are made for them alone"
)]

mod archive;
mod courlan;
mod engine;
mod page;
mod rows;
mod timemap;
mod urls;

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

#[pymodule]
fn _scutch(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // A panic becomes an exception with a sentence. Nothing is printed.
    std::panic::set_hook(Box::new(|_| {}));
    scutch_remote::register();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    page::register(module)?;
    urls::register(module)?;
    courlan::register(module)?;
    archive::register(module)?;
    rows::register(module)?;
    engine::register(module)?;
    timemap::register(module)
}

/// Runs work without Python's lock.
///
/// # Errors
/// A panic, as a `RuntimeError` that names the work.
fn unlocked<T: Send>(
    py: Python<'_>,
    what: &'static str,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .map_err(|_| PyRuntimeError::new_err(format!("{what} failed: a fault in scutch")))
}

/// The value of a name.
///
/// # Errors
/// Another name, with those there are.
fn named<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        PyValueError::new_err(format!("{what} {name:?}: one of {}", names.join(", ")))
    })
}

/// An error with its causes, as the command line says it.
fn sentence(error: &dyn Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        said.push_str(": ");
        said.push_str(&next.to_string());
        cause = next.source();
    }
    said
}

/// The exception for a run that failed: `scutch.Error` with the exit code of the command line.
fn failed(py: Python<'_>, error: &dyn Error) -> PyErr {
    let class = py.import("scutch._verbs").and_then(|verbs| verbs.getattr("Error"));
    match class.and_then(|class| class.call1((sentence(error), 1))) {
        Ok(exception) => PyErr::from_value(exception),
        Err(other) => other,
    }
}

/// HTML from Python: text, or bytes in whatever charset they say.
enum Html {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

/// The byte order mark of UTF-8, which goes before all that a page says of its charset.
const MARK: &[u8] = b"\xef\xbb\xbf";

impl Html {
    /// The bytes of the page. Text says of itself that it is UTF-8: what a page declares was of the bytes it came in.
    fn with_bytes<T>(&self, look: impl FnOnce(&[u8]) -> T) -> T {
        match self {
            Self::Bytes(bytes) => look(bytes),
            Self::Text(text) => look(&[MARK, text.as_bytes()].concat()),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Html {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<PyBackedStr>() {
            return Ok(Self::Text(text));
        }
        if let Ok(bytes) = object.extract::<PyBackedBytes>() {
            return Ok(Self::Bytes(bytes));
        }
        // Memory views: their bytes can be reached without a copy from CPython 3.11 on only.
        let bytes =
            object.call_method0("tobytes").and_then(|bytes| bytes.extract().map_err(PyErr::from));
        bytes.map(Self::Bytes).map_err(|_| {
            let found = object.get_type();
            PyTypeError::new_err(format!(
                "HTML is str, bytes, bytearray or memoryview, not {found}"
            ))
        })
    }
}
