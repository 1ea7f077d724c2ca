//! What a run tells whoever watches it, and how it is asked to stop.

use crate::inputs::InputFile;

/// Watches a run from any thread. Nothing it does changes a byte of the result.
pub trait Watch: Sync {
    /// The run starts over these files.
    fn started(&self, _files: &[InputFile], _resumed_shards: u32) {}
    /// A reading of the inputs begins, to find out `what`. The rows are what the last one finds out.
    fn begins(&self, _what: &'static str) {}
    /// The reader has passed `bytes` of input file number `input`.
    fn reading(&self, _input: usize, _bytes: u64) {}
    /// Records and rows written since the last call.
    fn written(&self, _records: u64, _rows: u64) {}
    /// True asks the run to stop at the next batch; finished shards stay.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Watches nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}
