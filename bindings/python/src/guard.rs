//! Panics as exceptions with a sentence. Nothing is printed.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

thread_local! {
    /// Place and message of the last panic on this thread.
    static LAST_HERE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The last panic on any thread: a thread that died cannot tell of its own.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps place and message of each panic, and prints none.
pub(crate) fn keep_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| format!(" ({place})")).unwrap_or_default();
        let said = format!("{}{place}", message(panic.payload()));
        LAST_HERE.with_borrow_mut(|last| *last = Some(said.clone()));
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(said);
    }));
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// What the last panic of any thread said.
pub(crate) fn last_panic() -> Option<String> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Runs work with Python's lock.
///
/// # Errors
/// A panic, as a `RuntimeError` that names the work, and message and place of the panic.
pub(crate) fn guarded<T>(what: &'static str, work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let said = LAST_HERE.take().unwrap_or_default();
        PyRuntimeError::new_err(format!("{what} failed: a fault in scutch: {said}"))
    })
}

/// Runs work without Python's lock.
///
/// # Errors
/// As [`guarded`].
pub(crate) fn unlocked<T: Send>(
    py: Python<'_>,
    what: &'static str,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| guarded(what, work))
}
