//! Selectors of one element: a tag, classes and ids.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;

/// Ids, classes or tags that one selector may name.
const NAMES: u8 = 4;

/// How many ids, classes and tags a selector names (CSS Selectors Level 4, 17).
pub(super) type Specificity = (u8, u8, u8);

/// A selector of one element.
pub(super) struct Compound {
    /// Its first class or id.
    pub(super) key: u64,
    /// Everything that it names.
    pub(super) names: Box<[u64]>,
    pub(super) specificity: Specificity,
}

impl Compound {
    /// Reads a selector. `None` for one of several elements, of a state, or without class and id:
    /// whether it matches depends on more than one element, or it would match most of the page.
    pub(super) fn parse(selector: &str) -> Option<Self> {
        let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let (mut key, mut names, mut specificity) = (None, Vec::new(), (0_u8, 0_u8, 0_u8));
        for (sign, name) in parts(selector) {
            let (ids, classes, tags) = &mut specificity;
            let count = match sign {
                '#' => ids,
                '.' => classes,
                _ => tags,
            };
            // Counted before the test of the name: a selector of a thousand classes is refused
            // early.
            *count += 1;
            let is_name =
                name.starts_with(|c: char| !c.is_ascii_digit()) && name.chars().all(plain);
            if !is_name || *count > NAMES {
                return None;
            }
            let hash = match sign {
                ' ' => name_hash(sign, &name.to_ascii_lowercase()),
                _ => name_hash(sign, name),
            };
            key = key.or((sign != ' ').then_some(hash));
            names.push(hash);
        }
        Some(Self { key: key?, names: names.into_boxed_slice(), specificity })
    }
}

/// A class, id or tag as a number; the sign says which: `.`, `#`, or a space for a tag.
pub(super) fn name_hash(sign: char, name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (sign, name).hash(&mut hasher);
    hasher.finish()
}

/// Tag, classes and ids of a selector with their signs.
fn parts(selector: &str) -> impl Iterator<Item = (char, &str)> {
    const SIGNS: [char; 2] = ['.', '#'];
    let tag = selector.split(SIGNS).next().unwrap_or_default();
    let rest = &selector[tag.len()..];
    let named = rest.match_indices(SIGNS).map(move |(at, sign)| {
        let name = &rest[at + 1..];
        let end = name.find(SIGNS).unwrap_or(name.len());
        (if sign == "#" { '#' } else { '.' }, &name[..end])
    });
    (!tag.is_empty()).then_some((' ', tag)).into_iter().chain(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compound_names_its_parts() {
        let compound = Compound::parse("DIV.menu#top.sub").expect("a compound");
        let expected =
            [(' ', "div"), ('.', "menu"), ('#', "top"), ('.', "sub")].map(|(s, n)| name_hash(s, n));
        assert_eq!(*compound.names, expected);
        assert_eq!((compound.key, compound.specificity), (expected[1], (1, 2, 1)));
    }

    #[test]
    fn selectors_that_need_a_browser_are_refused() {
        for selector in
            ["div", "", "*", ".a .b", ".a>.b", ".a:hover", "[id]", ".1a", ".", ".a.b.c.d.e"]
        {
            assert!(Compound::parse(selector).is_none(), "{selector}");
        }
    }

    #[test]
    fn classes_and_ids_of_one_name_differ() {
        assert_ne!(name_hash('.', "menu"), name_hash('#', "menu"));
        assert_ne!(name_hash('.', "menu"), name_hash(' ', "menu"));
    }
}
