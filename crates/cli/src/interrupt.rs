//! Signals. While resumable work runs, the first Ctrl-C asks it to stop at a place from which it can
//! be resumed, and the second ends the program. Elsewhere the first one ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

use crate::exit::Exit;

/// State that the signal handlers share with the program.
struct Flags {
    /// Whether a signal has asked the program to end.
    asked: Arc<AtomicBool>,
    /// Whether the next signal ends the program.
    ends: Arc<AtomicBool>,
}

// Signals belong to the process, so their state does too.
/// Set once, when the handlers are installed.
static FLAGS: OnceLock<Flags> = OnceLock::new();

/// Installs the handlers.
pub(crate) fn install() -> anyhow::Result<()> {
    let flags = FLAGS
        .get_or_init(|| Flags { asked: Arc::default(), ends: Arc::new(AtomicBool::new(true)) });
    for signal in [SIGINT, SIGTERM] {
        // Handlers run in order of registration: this one must see the flag as it was before the signal.
        flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, flags.ends.clone())?;
        flag::register(signal, flags.asked.clone())?;
        flag::register(signal, flags.ends.clone())?;
    }
    // With a handler, a file-size limit fails the write instead of killing the process.
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(())
}

/// True once the user asked to stop.
pub(crate) fn asked() -> bool {
    // Relaxed suffices: the flag guards no other data, and is polled again soon.
    FLAGS.get().is_some_and(|flags| flags.asked.load(Ordering::Relaxed))
}

/// While it lives, somebody polls [`asked`].
#[must_use]
pub(crate) struct Heeded(());

/// Declares that the caller polls [`asked`] from here on, so the first signal must not end the program.
pub(crate) fn heeded() -> Heeded {
    // A signal that came before must not be lost: the next one then ends the program at once.
    ends(asked());
    Heeded(())
}

impl Drop for Heeded {
    fn drop(&mut self) {
        ends(true);
    }
}

/// Sets whether the next signal ends the program. Without handlers, as in unit tests, this does
/// nothing.
fn ends(yes: bool) {
    if let Some(flags) = FLAGS.get() {
        flags.ends.store(yes, Ordering::Relaxed);
    }
}
