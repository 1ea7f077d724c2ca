//! A cache of tag and attribute names: most names occur again and again.

use html5ever::LocalName;
use rustc_hash::FxHashMap;

/// Names remembered; a page with more of them makes each anew.
const KEPT: usize = 1 << 9;

/// Names as they were written, to what they are in lower case.
#[derive(Default)]
pub(super) struct Names(FxHashMap<Box<str>, LocalName>);

impl Names {
    /// A name in lower case, with replacement characters for NUL.
    pub(super) fn get(&mut self, written: &str) -> LocalName {
        if let Some(known) = self.0.get(written) {
            return known.clone();
        }
        let name = LocalName::from(written.replace('\0', "\u{fffd}").to_ascii_lowercase());
        // A hostile page may have a million names.
        if self.0.len() < KEPT {
            self.0.insert(written.into(), name.clone());
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_lower_case_however_many_there_are() {
        let mut names = Names::default();
        for written in ["DIV", "div", "Div"] {
            assert_eq!(&*names.get(written), "div");
        }
        assert_eq!(&*names.get("a\0b"), "a\u{fffd}b");
        assert_eq!(&*names.get("\u{c9}"), "\u{c9}", "only ASCII has lower case here");
        for number in 0..2 * KEPT {
            assert_eq!(*names.get(&format!("X-{number}")), *format!("x-{number}"));
        }
        assert_eq!(names.0.len(), KEPT);
    }
}
