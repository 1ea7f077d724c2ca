//! From names as written to their numbers.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::known::{CONSTANTS, FREQUENT};
use super::{Name, foreign};

/// Names of up to so many bytes are compared as one number.
/// So many bytes are a `u128`; few names are longer.
const PACKED: usize = 16;
/// Slots of the table of known names: a power of two, well above their number.
const SLOTS: usize = 2048;
/// Names that one document may add.
/// With the known names that is well below what 16 bits number.
const NEW: usize = 1 << 14;

/// The names that all documents share.
pub(super) static KNOWN: LazyLock<Known> = LazyLock::new(Known::new);

/// A table of names with open addressing.
pub(super) struct Known {
    names: Vec<Box<str>>,
    slots: Vec<(u128, u16)>,
    long: FxHashMap<Box<str>, u16>,
}

impl Known {
    fn new() -> Self {
        let slots = vec![(0, 0); SLOTS];
        let mut known = Self { names: Vec::new(), slots, long: FxHashMap::default() };
        CONSTANTS.iter().chain(FREQUENT).for_each(|name| known.add(name));
        let capital = [foreign::SVG_ELEMENTS, foreign::SVG_ATTRIBUTES, foreign::MATHML_ATTRIBUTES];
        for name in capital.into_iter().flatten() {
            known.add(name);
            known.add(&name.to_ascii_lowercase());
        }
        for (written, _, local) in foreign::PREFIXED {
            known.add(written);
            known.add(local);
        }
        known
    }

    fn add(&mut self, name: &str) {
        if self.find(name).is_some() {
            return;
        }
        let number = self.names.len() as u16;
        self.names.push(name.into());
        match packed(name.as_bytes()) {
            Some(key) => {
                let slot = self.slot(key);
                self.slots[slot] = (key, number);
            }
            None => drop(self.long.insert(name.into(), number)),
        }
    }

    /// The slot of a key, or the empty one where it belongs.
    #[inline]
    fn slot(&self, key: u128) -> usize {
        // Probing ends at an empty slot: fewer than half are taken, as a test checks.
        let mut at = hash(key) as usize % SLOTS;
        while self.slots[at].0 != key && self.slots[at].0 != 0 {
            at = (at + 1) % SLOTS;
        }
        at
    }

    #[inline]
    fn find_packed(&self, key: u128) -> Option<Name> {
        let (found, number) = self.slots[self.slot(key)];
        (found == key).then_some(Name(number))
    }

    /// A name with its capitals.
    pub(super) fn find(&self, name: &str) -> Option<Name> {
        match packed(name.as_bytes()) {
            Some(key) => self.find_packed(key),
            None => self.long.get(name).map(|number| Name(*number)),
        }
    }
}

/// Spreads the bits of a key over the lower bits of the result.
#[inline]
fn hash(key: u128) -> u64 {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    let product = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product >> 40 ^ product >> 20
}

/// A short name as a number. `None` for long names and for those with NUL, of which each stands for
/// another character.
#[inline]
fn packed(name: &[u8]) -> Option<u128> {
    if name.len() > PACKED {
        return None;
    }
    let mut key = 0;
    for byte in name {
        if *byte == 0 {
            return None;
        }
        key = key << 8 | u128::from(*byte);
    }
    (key != 0).then_some(key)
}

/// The names of a document: those that all documents share, and its own.
#[derive(Debug, Clone, Default)]
pub struct Names {
    own: Vec<Box<str>>,
    short: FxHashMap<u128, u16>,
    long: FxHashMap<Box<str>, u16>,
}

impl Names {
    /// The name as text.
    pub fn text(&self, name: Name) -> &str {
        let known = &KNOWN.names;
        match known.get(name.index()) {
            Some(text) => text,
            None => self.own.get(name.index() - known.len()).map_or("", |text| text),
        }
    }

    /// The number of a name as the tree has it; `None` if no document shares it and this one has
    /// not met it.
    pub fn find(&self, name: &str) -> Option<Name> {
        let own = || match packed(name.as_bytes()) {
            Some(key) => self.short.get(&key).copied(),
            None => self.long.get(name).copied(),
        };
        KNOWN.find(name).or_else(|| own().map(Name))
    }

    /// The number of a name as it is written in a tag. `None` for a new name beyond the cap.
    #[inline]
    pub(crate) fn written(&mut self, name: &str) -> Option<Name> {
        match in_lower_case(name.as_bytes()) {
            Some(key) => KNOWN.find_packed(key).or_else(|| self.own_short(key)),
            None => self.own_long(name),
        }
    }

    fn own_short(&mut self, key: u128) -> Option<Name> {
        if let Some(number) = self.short.get(&key) {
            return Some(Name(*number));
        }
        // A key is the name itself, with its last byte lowest.
        let bytes = key.to_be_bytes();
        let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
        let name = self.add(std::str::from_utf8(&bytes[start..]).unwrap_or_default())?;
        self.short.insert(key, name.0);
        Some(name)
    }

    #[cold]
    fn own_long(&mut self, name: &str) -> Option<Name> {
        let name = name.replace('\0', "\u{fffd}").to_ascii_lowercase();
        if let Some(found) = self.find(&name) {
            return Some(found);
        }
        let number = self.add(&name)?;
        match packed(name.as_bytes()) {
            Some(key) => drop(self.short.insert(key, number.0)),
            None => drop(self.long.insert(name.into(), number.0)),
        }
        Some(number)
    }

    fn add(&mut self, name: &str) -> Option<Name> {
        if self.own.len() >= NEW {
            return None;
        }
        let number = KNOWN.names.len() + self.own.len();
        self.own.push(name.into());
        Some(Name(number as u16))
    }
}

/// A short name as a number, without its capitals of ASCII.
#[inline]
fn in_lower_case(name: &[u8]) -> Option<u128> {
    if name.len() > PACKED {
        return None;
    }
    let mut key = 0;
    let mut null = false;
    for byte in name {
        null |= *byte == 0;
        key = key << 8 | u128::from(byte.to_ascii_lowercase());
    }
    (key != 0 && !null).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_lower_case_however_many_there_are() {
        let mut names = Names::default();
        for written in ["DIV", "div", "Div"] {
            assert_eq!(names.written(written), Some(Name::DIV));
        }
        for (written, expected) in [
            ("a\0b", "a\u{fffd}b"),
            ("\u{c9}", "\u{c9}"),
            ("X-ABCDEFGHIJKLMNOPQ", "x-abcdefghijklmnopq"),
            ("ClipPath", "clippath"),
            ("x\u{fffd}", "x\u{fffd}"),
            ("X\0", "x\u{fffd}"),
        ] {
            let name = names.written(written).expect("room");
            assert_eq!((names.text(name), names.find(expected)), (expected, Some(name)));
            assert_eq!(names.written(written), Some(name));
        }
        let made = (0..2 * NEW).filter(|n| names.written(&format!("X-{n}")).is_some()).count();
        assert!(made < NEW && made > NEW - 10, "{made}");
        assert_eq!(names.written("x-0").map(|name| names.text(name)), Some("x-0"));
        assert_eq!(names.find("never-met"), None);
    }

    #[test]
    fn known_names_have_one_number_each() {
        assert!(KNOWN.names.len() < SLOTS / 2);
        for (number, name) in KNOWN.names.iter().enumerate() {
            assert_eq!(KNOWN.find(name), Some(Name(number as u16)), "{name}");
        }
        assert_eq!(KNOWN.names[Name::XMP.index()].as_ref(), "xmp");
    }
}
