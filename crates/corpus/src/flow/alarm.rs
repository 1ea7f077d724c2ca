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
    pub(crate) fn inspect(&self, fed: &Fed) {
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
        // A reading ends in the same way; who began it asks which of the two it was.
        self.has_rung() || self.watch.interrupted()
    }
}

#[cfg(test)]
mod tests {
    use scutch_archive::{Item, Limits, Reader};

    use super::*;
    use crate::fixture::{record, response};
    use crate::flow::Unwatched;

    fn fed(bytes: &[u8]) -> Fed {
        let mut reader = Reader::from_bytes(bytes, &Limits::default());
        let Some(Item::Record(record)) = reader.next() else { panic!("a record") };
        Fed::Record { input: 0, record: Box::new(record.into_owned()) }
    }

    #[test]
    fn an_alarm_rings_for_verdicts_and_only_where_it_is_armed() {
        let block = b"crawl-verdict: article\r\nbatch: 1\r\n";
        let verdict = record("metadata", "WARC-Refers-To: <urn:uuid:1>\r\n", block);
        let notes = record("metadata", "", b"fetchTimeMs: 3\r\n");
        // A page may quote a verdict, but gives none.
        let quoted = response("http://a.example/", 1, "crawl-verdict: article");
        for (bytes, is_armed, rings) in [
            (&verdict[..], true, true),
            (&verdict, false, false),
            (&notes, true, false),
            (&quoted, true, false),
        ] {
            let alarm = Alarm::new(&Unwatched, is_armed);
            assert!(!alarm.has_rung() && !alarm.interrupted());
            alarm.inspect(&fed(bytes));
            assert_eq!((alarm.has_rung(), alarm.interrupted()), (rings, rings));
            // Once it has rung, other records do not silence it.
            alarm.inspect(&fed(&notes));
            assert_eq!(alarm.has_rung(), rings);
        }
    }
}
