//! Numbers for names that no table knows.

use rustc_hash::FxHashMap;

/// Distinct names one page may have.
const NAMES: usize = 1 << 14;

/// Names to numbers.
#[derive(Debug)]
pub(super) struct Interner {
    first: usize,
    numbers: FxHashMap<Box<str>, u16>,
    pub(super) names: Vec<Box<str>>,
}

impl Interner {
    /// Numbers begin at `first`.
    pub(super) fn new(first: usize) -> Self {
        Self { first, numbers: FxHashMap::default(), names: Vec::new() }
    }

    pub(super) fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        if self.names.len() >= NAMES {
            return None;
        }
        let number = (self.first + self.names.len()) as u16;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        Some(number)
    }
}
