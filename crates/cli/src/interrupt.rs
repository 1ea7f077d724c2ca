//! Signals: the first Ctrl-C asks the run to stop at a shard it can resume from, the second ends it.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Installs the handlers.
pub(crate) fn install() -> anyhow::Result<()> {
    let asked = ASKED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM] {
        // Registered first, so that it sees the flag as it was before this signal.
        flag::register_conditional_shutdown(signal, 130, asked.clone())?;
        flag::register(signal, asked.clone())?;
    }
    // A file-size limit then fails the write instead of killing the process.
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(())
}

/// True once the user asked to stop.
pub(crate) fn asked() -> bool {
    ASKED.get().is_some_and(|asked| asked.load(Ordering::Relaxed))
}
