//! Progress of a run, and the request to stop it.

use scutch_folder::inputs::InputFile;

/// Observes a run, from any thread. No implementation can change a byte of the result.
pub trait Watch: Sync {
    /// The run starts with these files.
    fn started(&self, _files: &[InputFile], _resumed_shards: u32) {}
    /// A reading of the inputs begins, with this purpose. The last one derives the rows.
    fn begins(&self, _what: &'static str) {}
    /// The reader has read `bytes` of input file number `input`.
    fn reading(&self, _input: usize, _bytes: u64) {}
    /// This many records and rows were written since the last call.
    fn written(&self, _records: u64, _rows: u64) {}
    /// Returns true to stop the run at the next batch. Finished shards stay.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}
