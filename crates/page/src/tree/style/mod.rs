//! What styles hide (`display: none`) and where they keep lines (`white-space: pre`): by class or id
//! in the style sheets within a page, and what an element declares of itself.
//!
//! Only rules whose selector is one compound of tag, classes and ids are read, as a wide screen
//! sees them. Among those that match an element the cascade chooses (CSS Cascading and Inheritance
//! Level 4, 6.1). Selectors of several elements or of states need a browser and are ignored.

mod declarations;
mod media;
mod scan;
mod selector;

use rustc_hash::FxHashMap;

use self::declarations::{display_none, white_space};
pub(crate) use self::declarations::{hides, keeps_lines};
use self::media::at_rule_applies;
pub(super) use self::media::media_matches;
use self::scan::{next_sign, skip_comments, take_block, without_comments};
use self::selector::{Compound, Specificity, name_hash};

/// Rules of one page.
const RULES: usize = 20_000;
/// Rules of one class or id.
const RULES_OF_KEY: usize = 32;
/// Classes of an element that are looked up.
const CLASSES: usize = 16;
/// Names in rules that are compared with those of one element.
const COMPARISONS: usize = 500;
/// Depth of blocks within blocks that are read.
const DEPTH: usize = 16;
/// Approximate bytes of a key with its list in the index of rules.
const KEY_BYTES: usize = 48;

/// What style sheets say of elements.
#[derive(Debug, Clone, Default)]
pub(super) struct Styles {
    /// Which elements are out of sight.
    hidden: Rules,
    /// Which elements keep the lines of the source.
    lines: Rules,
}

/// Rules about one property: each says yes or no of the elements that match.
#[derive(Debug, Clone, Default)]
struct Rules {
    rules: Vec<Rule>,
    /// Indexes into `rules`, by the first class or id of the selector.
    by_key: FxHashMap<u64, Vec<u32>>,
    /// Some rule says yes: if none does, no element needs a lookup.
    any: bool,
}

/// What the rule of one selector says of the elements that match.
#[derive(Debug, Clone)]
struct Rule {
    says: bool,
    important: bool,
    /// Everything that the selector names, as numbers: hostile pages ask for many comparisons.
    names: Box<[u64]>,
    specificity: Specificity,
}

impl Styles {
    /// Adds a style sheet, after those that were added before.
    pub(super) fn add(&mut self, sheet: &str) {
        let mut rest = sheet;
        self.read(&mut rest, 0);
    }

    /// Whether the cascade hides an element of this tag, these classes and this id.
    pub(super) fn hide(&self, tag: &str, class: &str, id: &str) -> bool {
        self.hidden.say(tag, class, id)
    }

    /// Whether the cascade keeps the lines of the source in an element.
    pub(super) fn keep_lines(&self, tag: &str, class: &str, id: &str) -> bool {
        self.lines.say(tag, class, id)
    }

    /// Whether any rule keeps the lines of a source.
    pub(super) fn keeps_any_lines(&self) -> bool {
        self.lines.any
    }

    /// Approximate size in memory, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.hidden.memory() + self.lines.memory()
    }

    /// Reads rules up to the end of the block that they are in.
    fn read(&mut self, rest: &mut &str, depth: usize) {
        loop {
            *rest = skip_comments(rest);
            // A stray bracket outside of blocks is part of the next selector (CSS Syntax Level 3,
            // 5.4.3).
            let ends: &[u8] = match (depth, rest.starts_with('@')) {
                (0, false) => b"{",
                (0, true) => b"{;",
                _ => b"{};",
            };
            let Some(at) = next_sign(rest, ends) else { break };
            let (prelude, sign) = (without_comments(&rest[..at]), rest.as_bytes()[at]);
            *rest = &rest[at + 1..];
            match sign {
                b'}' => return,
                b';' => {}
                _ if prelude.starts_with('@') => {
                    if depth < DEPTH && at_rule_applies(&prelude) {
                        self.read(rest, depth + 1);
                    } else {
                        take_block(rest);
                    }
                }
                _ => {
                    let declarations = take_block(rest);
                    self.rule(&prelude, declarations);
                }
            }
        }
        *rest = "";
    }

    /// Adds what the rule of a list of selectors says.
    fn rule(&mut self, selectors: &str, declarations: &str) {
        if let Some((hides, important)) = display_none(declarations) {
            self.hidden.add(selectors, hides, important);
        }
        if let Some((keeps, important)) = white_space(declarations) {
            self.lines.add(selectors, keeps, important);
        }
    }
}

impl Rules {
    /// What the cascade says of an element of this tag, these classes and this id.
    fn say(&self, tag: &str, class: &str, id: &str) -> bool {
        if !self.any {
            return false;
        }
        let classes = class.split_ascii_whitespace().take(CLASSES);
        let mut own: Vec<u64> = classes.map(|name| name_hash('.', name)).collect();
        own.extend((!id.is_empty()).then(|| name_hash('#', id)));
        let keys = own.len();
        own.push(name_hash(' ', tag));
        let places = own[..keys].iter().filter_map(|key| self.by_key.get(key)).flatten();
        let mut compared = 0;
        let rules = places.map(|at| (*at, &self.rules[*at as usize])).take_while(|(_, rule)| {
            compared += rule.names.len();
            compared <= COMPARISONS
        });
        let matching = rules.filter(|(_, rule)| rule.names.iter().all(|name| own.contains(name)));
        let winner = matching.max_by_key(|(at, rule)| (rule.important, rule.specificity, *at));
        winner.is_some_and(|(_, rule)| rule.says)
    }

    fn memory(&self) -> usize {
        let names: usize = self.rules.iter().map(|rule| size_of_val(&*rule.names)).sum();
        names + self.rules.capacity() * size_of::<Rule>() + self.by_key.len() * KEY_BYTES
    }

    /// Adds the rule of each selector in a list.
    fn add(&mut self, selectors: &str, says: bool, important: bool) {
        let mut open = 0;
        // A comma in the string of an attribute test splits it into two selectors, neither of which
        // is read.
        for selector in selectors.split(',') {
            // A comma within `:not(.a, .b)` does not begin a selector.
            // Brackets that are open at a comma close in a later part.
            let is_part = open > 0;
            open += selector.matches(['(', '[']).count();
            open = open.saturating_sub(selector.matches([')', ']']).count());
            let selector = selector.trim();
            if is_part || self.rules.len() >= RULES {
                continue;
            }
            let Some(Compound { key, names, specificity }) = Compound::parse(selector) else {
                continue;
            };
            let known = self.by_key.entry(key).or_default();
            // Each element of the class would be compared with all of them.
            if known.len() >= RULES_OF_KEY {
                continue;
            }
            known.push(self.rules.len() as u32);
            self.rules.push(Rule { says, important, names, specificity });
            self.any |= says;
        }
    }
}

/// Whether a style sheet can hide anything or keep the lines of a source. Few do, and a search is
/// quicker than reading each rule. If one sheet of a page can, all of them are read: the others may
/// overrule it.
pub(super) fn may_matter(sheet: &str) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(sheet.as_bytes(), word).is_some();
    has(b"none") || has(b"white-space:pre") || has(b"white-space: pre")
}

#[cfg(test)]
mod tests;
