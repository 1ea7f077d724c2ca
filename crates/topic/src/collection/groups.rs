//! All hosts of a collection, read as often as it takes.

use std::io;

use scutch_shuffle::{
    Evidence, Group, Grouped, Settings, Shuffle, ShuffleError, Store, StoreWriter,
};

use super::host::HostGroup;
use super::observation::CaptureObservation;

/// The captures of each host, whole, in memory or on disk.
pub(super) struct HostGroups(Grouped<HostGroup>);

impl HostGroups {
    /// Takes no more captures.
    pub(super) fn new(shuffle: Shuffle<HostGroup>) -> io::Result<Self> {
        shuffle.finish().map(Self).map_err(io::Error::other)
    }

    /// Shows each host with its captures as observed, in the order of keys.
    pub(super) fn each(
        &self,
        show: &mut dyn FnMut(&str, Vec<CaptureObservation>) -> io::Result<()>,
    ) -> io::Result<()> {
        // The shuffle has errors of its own; `Failed` carries either through it.
        let shown = self.0.for_each(|host, group| {
            show(host, group.captures().map_err(io::Error::other)?).map_err(Failed::Shown)
        });
        shown.map_err(|failed| match failed {
            Failed::Shown(error) => error,
            Failed::Shuffle(error) => io::Error::other(error),
        })
    }
}

/// Why a pass over hosts ended early.
enum Failed {
    Shuffle(ShuffleError),
    Shown(io::Error),
}

impl From<ShuffleError> for Failed {
    fn from(error: ShuffleError) -> Self {
        Self::Shuffle(error)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Shown(error)
    }
}

/// What was shuffled, to be looked up by key.
pub(super) fn stored<T: Group + Evidence>(
    name: &'static str,
    shuffle: Shuffle<T>,
    settings: &Settings,
) -> io::Result<Store<T>> {
    let mut store = StoreWriter::new(name, settings.clone());
    let grouped = shuffle.finish().map_err(io::Error::other)?;
    grouped
        .into_each(|key, value| store.put(key, value))
        .and_then(|()| store.finish())
        .map_err(io::Error::other)
}
