//! Blocks of all objects, as many as fit.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;

/// Bytes of blocks that are kept, over all objects.
const KEPT: usize = 64 << 20;

/// The number of an object, and that of a block in it.
pub(crate) type BlockId = (u64, u64);

/// The blocks that were used last.
#[derive(Debug, Default)]
pub(crate) struct BlockCache(Mutex<Blocks>);

#[derive(Debug, Default)]
struct Blocks {
    /// Blocks with the number of their last use.
    by_id: BTreeMap<BlockId, (Bytes, u64)>,
    /// Ids by last use.
    by_use: BTreeMap<u64, BlockId>,
    uses: u64,
    bytes: usize,
}

impl BlockCache {
    /// A block, if it is here.
    pub(crate) fn get(&self, id: BlockId) -> Option<Bytes> {
        let mut blocks = self.lock();
        let block = blocks.remove(id)?;
        blocks.put(id, block.clone());
        Some(block)
    }

    /// Keeps a block, in place of those that nobody used for the longest.
    pub(crate) fn put(&self, id: BlockId, block: Bytes) {
        let mut blocks = self.lock();
        blocks.remove(id);
        blocks.put(id, block);
        while blocks.bytes > KEPT && blocks.by_id.len() > 1 {
            let Some((_, oldest)) = blocks.by_use.pop_first() else { return };
            blocks.remove(oldest);
        }
    }

    /// Drops all blocks of an object.
    pub(crate) fn forget(&self, object: u64) {
        let mut blocks = self.lock();
        let ids: Vec<BlockId> =
            blocks.by_id.range((object, 0)..=(object, u64::MAX)).map(|(id, _)| *id).collect();
        for id in ids {
            blocks.remove(id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Blocks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Blocks {
    fn put(&mut self, id: BlockId, block: Bytes) {
        self.uses += 1;
        self.bytes += block.len();
        self.by_use.insert(self.uses, id);
        self.by_id.insert(id, (block, self.uses));
    }

    fn remove(&mut self, id: BlockId) -> Option<Bytes> {
        let (block, last_use) = self.by_id.remove(&id)?;
        self.by_use.remove(&last_use);
        self.bytes -= block.len();
        Some(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_nobody_used_for_the_longest_go_first() {
        let (cache, block) = (BlockCache::default(), Bytes::from(vec![0; KEPT / 4]));
        (0..4).for_each(|number| cache.put((1, number), block.clone()));
        assert!(cache.get((1, 0)).is_some());
        cache.put((2, 0), block.clone());
        let here: Vec<bool> = (0..4).map(|number| cache.get((1, number)).is_some()).collect();
        assert_eq!(here, [true, false, true, true]);
        cache.forget(1);
        assert!(cache.get((1, 0)).is_none() && cache.get((2, 0)).is_some());
        // A block put twice counts once.
        (0..9).for_each(|_| cache.put((2, 0), block.clone()));
        assert!(cache.lock().bytes == block.len());
    }
}
