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
        // Put again, so that what is asked for outlives the next change of generations.
        self.put(key, Arc::clone(&known), memory);
        Some(known)
    }

    pub(crate) fn put(&mut self, key: String, evidence: Arc<E>, memory: usize) {
        if self.memory + memory > self.half {
            self.old = std::mem::take(&mut self.young);
            self.memory = 0;
        }
        self.memory += memory;
        // Two threads may decode the same evidence and put it twice.
        if let Some((_, before)) = self.young.insert(key, (evidence, memory)) {
            self.memory -= before.min(self.memory);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    impl<E> Cache<E> {
        /// Bytes of all that can be found.
        fn held(&self) -> usize {
            self.young.values().chain(self.old.values()).map(|(_, memory)| memory).sum()
        }
    }

    #[test]
    fn what_is_asked_for_again_stays_and_the_rest_goes() {
        let mut cache = Cache::new(8);
        cache.put("often".to_owned(), Arc::new(0), 1);
        for number in 1..40 {
            cache.put(format!("once-{number}"), Arc::new(number), 1);
            assert_eq!(cache.get("often").as_deref(), Some(&0), "after {number}");
        }
        assert!(cache.get("once-1").is_none());
        assert_eq!(cache.get("once-39").as_deref(), Some(&39));
    }

    #[test]
    fn an_entry_larger_than_the_cache_is_kept_alone() {
        let mut cache = Cache::new(10);
        cache.put("small".to_owned(), Arc::new(1), 3);
        cache.put("huge".to_owned(), Arc::new(2), 1000);
        assert_eq!(cache.get("huge").as_deref(), Some(&2));
        cache.put("next".to_owned(), Arc::new(3), 3);
        cache.put("last".to_owned(), Arc::new(4), 3);
        assert!(cache.get("small").is_none() && cache.held() <= 1006);
    }

    proptest! {
        #[test]
        fn values_are_those_of_their_keys_and_memory_is_bounded(
            steps in proptest::collection::vec((0..12_u8, 0..3_u8), 0..200),
            budget in 6..40_usize,
        ) {
            let mut cache = Cache::new(budget);
            let mut put = BTreeMap::new();
            for (key, kind) in steps {
                let name = key.to_string();
                if kind == 0 {
                    // The same key always has the same evidence and size.
                    let memory = 1 + usize::from(key) % 3;
                    cache.put(name.clone(), Arc::new(key), memory);
                    put.insert(name, key);
                } else if let Some(found) = cache.get(&name) {
                    prop_assert_eq!(put.get(&name), Some(&*found));
                }
                prop_assert!(cache.held() <= budget, "{} of {budget}", cache.held());
            }
        }
    }
}
