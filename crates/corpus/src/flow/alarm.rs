//! The alarm of a reading that does not know what crawls decided.

use std::sync::atomic::{AtomicBool, Ordering};

use scutch_folder::inputs::InputFile;

use super::{Fed, Watch};

/// Stops a reading that meets the first verdict of a crawl: what came before it may have to go.
pub(crate) struct Alarm<'a> {
    watch: &'a dyn Watch,
    /// Whether verdicts are unknown so far.
    is_armed: bool,
    rings: AtomicBool,
}

impl<'a> Alarm<'a> {
    /// An alarm around a watch; it rings only if it is armed.
    pub(crate) fn new(watch: &'a dyn Watch, is_armed: bool) -> Self {
        Self { watch, is_armed, rings: AtomicBool::new(false) }
    }

    /// Looks at what was read.
    pub(crate) fn hear(&self, fed: &Fed) {
        if self.is_armed && fed.is_verdict() {
            self.rings.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a verdict was met.
    pub(crate) fn has_rung(&self) -> bool {
        self.rings.load(Ordering::Relaxed)
    }
}

impl Watch for Alarm<'_> {
    fn started(&self, files: &[InputFile], resumed_shards: u32) {
        self.watch.started(files, resumed_shards);
    }

    fn begins(&self, what: &'static str) {
        self.watch.begins(what);
    }

    fn reading(&self, input: usize, bytes: u64) {
        self.watch.reading(input, bytes);
    }

    fn written(&self, records: u64, rows: u64) {
        self.watch.written(records, rows);
    }

    fn interrupted(&self) -> bool {
        self.has_rung() || self.watch.interrupted()
    }
}
