//! Runs that were told to stop and that nobody waited for. Python waits for them before it ends, because
//! they still remove what they keep on disk.

use std::process;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pyo3::prelude::*;

/// How often Python is asked whether somebody pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(10);

/// Threads, each with its process: a fork has the list and not the threads.
static RELEASED: Mutex<Vec<(u32, JoinHandle<()>)>> = Mutex::new(Vec::new());

/// Has Python wait before it ends.
pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let wait = wrap_pyfunction!(wait_for_released, module)?;
    module.py().import("atexit")?.call_method1("register", (wait,)).map(drop)
}

/// Adds the thread of a run.
pub(super) fn add(thread: JoinHandle<()>) {
    let mut released = RELEASED.lock().unwrap_or_else(PoisonError::into_inner);
    released.retain(|(_, thread)| !thread.is_finished());
    released.push((process::id(), thread));
}

/// Waits until they have ended, or somebody presses Ctrl-C.
#[pyfunction]
fn wait_for_released(py: Python<'_>) -> PyResult<()> {
    let mut released =
        std::mem::take(&mut *RELEASED.lock().unwrap_or_else(PoisonError::into_inner));
    released.retain(|(process, _)| *process == process::id());
    while released.iter().any(|(_, thread)| !thread.is_finished()) {
        py.detach(|| thread::sleep(TICK));
        py.check_signals()?;
    }
    Ok(())
}
