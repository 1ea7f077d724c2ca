//! Lists of the URI-Ms that are on-topic, and of those that are off-topic.

use std::io::{self, Write as _};
use std::path::Path;

use scutch_topic::{Judged, Status, TimeMap};

use crate::output::{Output, output};

/// The lists that were asked for.
pub(super) struct UriLists(Vec<(Status, Output)>);

impl UriLists {
    /// No line yet. Fails if a file cannot be made.
    pub(super) fn new(on: Option<&Path>, off: Option<&Path>) -> io::Result<Self> {
        let asked = [(Status::On, on), (Status::Off, off)].into_iter();
        let asked = asked.filter_map(|(status, path)| Some((status, path?)));
        let open = |(status, path)| Ok((status, output(Some(path))?));
        asked.map(open).collect::<io::Result<_>>().map(Self)
    }

    /// Adds the mementos of a TimeMap, in its order.
    pub(super) fn add(&mut self, timemap: &TimeMap, judged: &Judged) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        for (uri_m, verdict) in timemap.memento_uris().iter().zip(&judged.verdicts) {
            for (_, out) in self.0.iter_mut().filter(|(status, _)| *status == verdict.status) {
                writeln!(out, "{uri_m}")?;
            }
        }
        Ok(())
    }

    /// Puts the files in their places; empty ones too.
    pub(super) fn publish(self) -> io::Result<()> {
        self.0.into_iter().try_for_each(|(_, out)| out.publish())
    }
}
