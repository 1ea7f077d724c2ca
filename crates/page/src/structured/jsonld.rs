//! JSON-LD scripts: parsed, and the objects in them, at any depth of `@graph`, arrays and nesting.

use serde_json::Value;

use super::mended::mended;
use crate::{Limits, PageFlag, Tree};

/// Objects looked at in one page.
const OBJECTS: usize = 2000;
/// Types of one object looked at: other objects that refer to it ask for them again.
const TYPES: usize = 20;
/// Objects and lists in all scripts of one page: small ones take some hundred times their bytes in memory.
const BRACKETS: usize = 100_000;
/// Commas in all of them: what stands between two takes at least 32 bytes.
const COMMAS: usize = 200_000;

/// The page's scripts, parsed. What cannot be read is flagged.
pub(crate) fn scripts(tree: &Tree, limits: &Limits, flags: &mut Vec<PageFlag>) -> Vec<Value> {
    let mut values = Vec::new();
    let (mut brackets, mut commas) = (0, 0);
    for script in tree.jsonld().map(str::trim).filter(|script| !script.is_empty()) {
        let count = |signs: &[u8]| script.bytes().filter(|byte| signs.contains(byte)).count();
        let (opened, parted) = (brackets + count(b"{["), commas + count(b","));
        let fits = script.len() <= limits.jsonld_bytes && opened <= BRACKETS && parted <= COMMAS;
        let value = if fits { parse(script) } else { None };
        if fits {
            (brackets, commas) = (opened, parted);
        }
        match value {
            Some(value) => values.push(value),
            None => flags.push(PageFlag::JsonldUnusable),
        }
    }
    values
}

/// What a name in an object takes besides its bytes and its value: the string, and its share of a node that is half full.
const NAME: usize = 48;

/// Bytes that a script takes in memory, nearly: many times those of its text, where it holds many small values.
pub(crate) fn memory(value: &Value) -> usize {
    let own = match value {
        Value::String(text) => text.capacity(),
        Value::Array(list) => list.iter().map(memory).sum(),
        Value::Object(map) => {
            map.iter().map(|(name, value)| NAME + name.len() + memory(value)).sum()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    };
    size_of::<Value>() + own
}

/// Strict JSON, else what pages write instead, at last several objects side by side. The parser itself caps the depth.
fn parse(script: &str) -> Option<Value> {
    let strict = |script: &str| serde_json::from_str(script).ok();
    strict(script).or_else(|| {
        let mended = mended(script);
        strict(&mended).or_else(|| strict(&format!("[{mended}]")))
    })
}

/// Where objects about the page itself are found in others.
const SUBJECTS: &[&str] = &["@graph", "mainEntity", "mainEntityOfPage"];
/// And those about its parts, or what it lists.
const PARTS: &[&str] = &["hasPart", "itemListElement", "breadcrumb"];

/// Properties that hold the text of their object.
pub(crate) const BODIES: &[&str] = &["articleBody", "reviewBody"];

/// The objects of the scripts that are about the page, outer before inner.
pub(crate) fn objects(scripts: &[Value]) -> Vec<&Value> {
    within(scripts, &[SUBJECTS, PARTS].concat())
}

/// Those that are about the page as a whole.
pub(crate) fn subjects(scripts: &[Value]) -> Vec<&Value> {
    within(scripts, SUBJECTS)
}

/// A list of what is still to look at instead of recursion: depth is the page's to choose.
fn within<'v>(scripts: &'v [Value], inside: &[&str]) -> Vec<&'v Value> {
    let mut pending: Vec<&Value> = scripts.iter().rev().collect();
    let mut objects = Vec::new();
    let mut looked = 0;
    while let Some(value) = pending.pop() {
        looked += 1;
        if looked > OBJECTS {
            break;
        }
        match value {
            Value::Array(items) => pending.extend(items.iter().rev()),
            Value::Object(object) => {
                objects.push(value);
                pending.extend(inside.iter().rev().filter_map(|key| object.get(*key)));
            }
            _ => {}
        }
    }
    objects
}

/// The types of an object, without the address of the vocabulary.
pub(crate) fn types(object: &Value) -> impl Iterator<Item = &str> {
    let kinds = match &object["@type"] {
        Value::Array(kinds) => kinds.as_slice(),
        other => std::slice::from_ref(other),
    };
    let kinds = &kinds[..kinds.len().min(TYPES)];
    kinds.iter().filter_map(Value::as_str).map(|t| t.rsplit(['/', ':']).next().unwrap_or(t))
}
