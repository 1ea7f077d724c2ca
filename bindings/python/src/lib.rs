//! The compiled half of the Python package `scutch`: values of the libraries as Python objects.
//!
//! No logic of its own: names, defaults and help of the functions are in `python/scutch/`, what they do is in the
//! library crates. Work runs without Python's lock, and a panic becomes a `RuntimeError` (see `guard`).

#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments of functions for Python are made for them alone"
)]

mod archive;
mod courlan;
mod engine;
mod guard;
mod page;
mod program;
mod rows;
mod timemap;
mod urls;

use std::error::Error;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyString;
use scutch_corpus::RunError;

use self::guard::{guarded, unlocked};

#[pymodule]
fn _scutch(module: &Bound<'_, PyModule>) -> PyResult<()> {
    guard::keep_panics();
    scutch_remote::register();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    page::register(module)?;
    urls::register(module)?;
    courlan::register(module)?;
    archive::register(module)?;
    rows::register(module)?;
    engine::register(module)?;
    program::register(module)?;
    timemap::register(module)
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

/// An error with its causes, as the command line says it; where a thread died, with what it said last.
fn sentence(error: &(dyn Error + 'static)) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        said.push_str(": ");
        said.push_str(&next.to_string());
        cause = next.source();
    }
    let died = matches!(error.downcast_ref(), Some(RunError::Worker));
    if let Some(panic) = guard::last_panic().filter(|_| died) {
        said.push_str(": ");
        said.push_str(&panic);
    }
    said
}

/// The exception for a run that failed: `scutch.Error` with the exit code of the command line.
fn failed(py: Python<'_>, error: &(dyn Error + 'static)) -> PyErr {
    let class = py.import("scutch._verbs").and_then(|verbs| verbs.getattr("Error"));
    match class.and_then(|class| class.call1((sentence(error), 1))) {
        Ok(exception) => PyErr::from_value(exception),
        Err(other) => other,
    }
}

/// HTML from Python: text, or bytes in whatever charset they say.
enum Html {
    Text(PyBackedStr),
    /// Text that had lone surrogates, as files read with `surrogateescape` have.
    Mended(String),
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
            Self::Mended(text) => look(&[MARK, text.as_bytes()].concat()),
        }
    }
}

/// Text with a replacement character in the place of each lone surrogate.
fn mended(text: &Bound<'_, PyString>) -> PyResult<String> {
    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut bytes = bytes.extract::<Vec<u8>>()?;
    for at in 0..bytes.len().saturating_sub(2) {
        // Surrogates alone are encoded so; replacement characters have as many bytes.
        if bytes[at] == 0xed && bytes[at + 1] >= 0xa0 {
            bytes[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
        }
    }
    String::from_utf8(bytes).map_err(|error| PyValueError::new_err(error.to_string()))
}

impl<'a, 'py> FromPyObject<'a, 'py> for Html {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<PyBackedStr>() {
            return Ok(Self::Text(text));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return mended(&text).map(Self::Mended);
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
