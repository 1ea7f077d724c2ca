//! What opens addresses.

use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use scutch_archive::{RemoteBytes, RemoteOpener, open_addresses_with};

use crate::blocks::Whole;
use crate::expected::Expected;
use crate::network::Network;
use crate::plan::Plan;
use crate::selected::Selected;
use crate::spool::Spool;
use crate::stores::Stores;

/// Makes sources of this process open addresses. No connection is made before one is named.
pub fn register() {
    open_addresses_with(Box::new(Remote::default()));
}

/// Opens addresses.
#[derive(Debug, Default)]
pub struct Remote {
    state: Mutex<State>,
    plan: Arc<Plan>,
}

#[derive(Debug, Default)]
struct State {
    /// Made with the first object.
    network: Option<Arc<Network>>,
    /// Gone with the last object that has expected ranges.
    spool: Weak<Spool>,
    stores: Stores,
}

impl Remote {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RemoteOpener for Remote {
    fn open(
        &self,
        address: &str,
        expected: Option<&[Range<u64>]>,
    ) -> io::Result<Arc<dyn RemoteBytes>> {
        let mut state = self.lock();
        let network = state.network()?;
        let object = Arc::new(state.stores.object(address)?);
        let Some(ranges) = expected else {
            // Not while the state is held: others are opened meanwhile.
            drop(state);
            return Ok(Arc::new(Whole::open(network, object)?));
        };
        let ranges = Expected::new(object, state.spool()?, ranges);
        Ok(Arc::new(Selected::new(network, Arc::clone(&self.plan), ranges)))
    }
}

impl State {
    /// The runtime, which is started for the first object.
    fn network(&mut self) -> io::Result<Arc<Network>> {
        if let Some(network) = &self.network {
            return Ok(Arc::clone(network));
        }
        Ok(Arc::clone(self.network.insert(Arc::new(Network::new()?))))
    }

    /// The file for expected ranges.
    fn spool(&mut self) -> io::Result<Arc<Spool>> {
        if let Some(spool) = self.spool.upgrade() {
            return Ok(spool);
        }
        let spool = Arc::new(Spool::new()?);
        self.spool = Arc::downgrade(&spool);
        Ok(spool)
    }
}
