//! Numbers for names that have no constant.

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

    /// The number of a name; `None` for a new name beyond the cap.
    pub(super) fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        // Numbers have 16 bits, and the first are taken by constants.
        if self.names.len() >= NAMES {
            return None;
        }
        let number = (self.first + self.names.len()) as u16;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_numbers_from_the_first_on_up_to_the_cap() {
        let mut names = Interner::new(10);
        assert_eq!(names.number("a"), Some(10));
        assert_eq!(names.number("b"), Some(11));
        assert_eq!(names.number("a"), Some(10));
        for number in 2..NAMES {
            assert!(names.number(&number.to_string()).is_some());
        }
        assert_eq!((names.number("one more"), names.number("b")), (None, Some(11)));
    }
}
