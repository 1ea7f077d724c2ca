//! A cache of decoded evidence, bounded in bytes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Two generations: what is asked for moves to the young one, and when that is half of the whole,
/// the old one is forgotten. Cheaper than exact least-recently-used order, and nearly as good.
pub(crate) struct Cache<E> {
    young: FxHashMap<String, (Arc<E>, usize)>,
    old: FxHashMap<String, (Arc<E>, usize)>,
    memory: usize,
    half: usize,
}

impl<E> Cache<E> {
    /// A cache of so many bytes. One entry larger than half of that is kept alone.
    pub(crate) fn new(memory: usize) -> Self {
        Self { young: FxHashMap::default(), old: FxHashMap::default(), memory: 0, half: memory / 2 }
    }

    pub(crate) fn get(&mut self, key: &str) -> Option<Arc<E>> {
        if let Some((known, _)) = self.young.get(key) {
            return Some(Arc::clone(known));
        }
        let (key, (known, memory)) = self.old.remove_entry(key)?;
        self.put(key, Arc::clone(&known), memory);
        Some(known)
    }

    pub(crate) fn put(&mut self, key: String, evidence: Arc<E>, memory: usize) {
        if self.memory + memory > self.half {
            self.old = std::mem::take(&mut self.young);
            self.memory = 0;
        }
        self.memory += memory;
        if let Some((_, before)) = self.young.insert(key, (evidence, memory)) {
            self.memory -= before.min(self.memory);
        }
    }
}
