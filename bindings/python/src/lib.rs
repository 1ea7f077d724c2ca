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
mod page;
mod urls;

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

#[pymodule]
fn _scutch(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    page::register(module)?;
    urls::register(module)?;
    courlan::register(module)?;
    archive::register(module)
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
