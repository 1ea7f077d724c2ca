//! Names of tags and attributes, remembered: most are met again and again.

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
        if self.0.len() < KEPT {
            self.0.insert(written.into(), name.clone());
        }
        name
    }
}
