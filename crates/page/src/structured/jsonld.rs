//! JSON-LD scripts: parsed, and the objects in them, at any depth of `@graph`, arrays and nesting.

use serde_json::Value;

use super::mended::mended;
use crate::{Limits, PageFlag, Tree};

/// Most objects of a page that are read.
const OBJECTS: usize = 2000;
/// Most types of an object: each object that refers to it asks for them again.
const TYPES: usize = 20;
/// Most objects and lists in all scripts of a page: small ones take a hundred times their bytes in
/// memory.
const BRACKETS: usize = 100_000;
/// Most commas in all scripts: what stands between two takes at least 32 bytes of memory.
const COMMAS: usize = 200_000;

/// The scripts of a page, parsed. A script that cannot be read sets a flag.
pub(crate) fn scripts(tree: &Tree, limits: &Limits, flags: &mut Vec<PageFlag>) -> Vec<Value> {
    let mut values = Vec::new();
    let (mut brackets, mut commas) = (0, 0);
    for script in tree.jsonld().map(str::trim).filter(|script| !script.is_empty()) {
        let count = |signs: &[u8]| script.bytes().filter(|byte| signs.contains(byte)).count();
        let (opened, parted) = (brackets + count(b"{["), commas + count(b","));
        // Counted before parsing: afterwards the memory would be taken.
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

/// Memory of an object's key besides its bytes: the string, and its share of a half-full node.
const NAME: usize = 48;

/// Approximate bytes that a parsed script occupies: many small values take far more than their
/// text.
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

/// Parses strict JSON, else mends common mistakes. The parser limits the depth itself.
fn parse(script: &str) -> Option<Value> {
    let strict = |script: &str| serde_json::from_str(script).ok();
    strict(script).or_else(|| {
        let mended = mended(script);
        strict(&mended).or_else(|| strict(&format!("[{mended}]")))
    })
}

/// Properties whose objects are also about the page.
const SUBJECTS: &[&str] = &["@graph", "mainEntity", "mainEntityOfPage"];
/// Properties whose objects are about its parts or listed items.
const PARTS: &[&str] = &["hasPart", "itemListElement", "breadcrumb"];

/// Properties that hold the text of their object.
pub(crate) const BODIES: &[&str] = &["articleBody", "reviewBody"];

/// All objects about the page and its parts, outer before inner.
pub(crate) fn objects(scripts: &[Value]) -> Vec<&Value> {
    within(scripts, &[SUBJECTS, PARTS].concat())
}

/// The objects about the page as a whole.
pub(crate) fn subjects(scripts: &[Value]) -> Vec<&Value> {
    within(scripts, SUBJECTS)
}

/// Walks with a stack instead of recursion: the page chooses the depth.
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

/// The types of an object without the vocabulary's address.
pub(crate) fn types(object: &Value) -> impl Iterator<Item = &str> {
    let kinds = match &object["@type"] {
        Value::Array(kinds) => kinds.as_slice(),
        other => std::slice::from_ref(other),
    };
    let kinds = &kinds[..kinds.len().min(TYPES)];
    kinds.iter().filter_map(Value::as_str).map(|t| t.rsplit(['/', ':']).next().unwrap_or(t))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(html: &str) -> (Vec<Value>, Vec<PageFlag>) {
        let (limits, mut flags) = (Limits::default(), Vec::new());
        let tree = Tree::parse(html, &limits, &mut flags);
        let values = scripts(&tree, &limits, &mut flags);
        (values, flags)
    }

    fn script(json: &str) -> String {
        format!("<script type=application/ld+json>{json}</script>")
    }

    #[test]
    fn scripts_are_read_as_pages_write_them() {
        for (json, count, unusable) in [
            ("{\"a\": 1}", 1, false),
            ("", 0, false),
            ("{\"a\": 1,}", 1, false),
            ("{\"a\": 1} {\"b\": 2}", 1, false),
            ("no JSON", 0, true),
            ("{\"a\": ", 0, true),
        ] {
            let (values, flags) = parsed(&script(json));
            assert_eq!(
                (values.len(), flags.contains(&PageFlag::JsonldUnusable)),
                (count, unusable),
                "{json}"
            );
        }
        let (values, _) = parsed(&script("{\"a\": 1} {\"b\": 2}"));
        assert_eq!(values[0].as_array().map(Vec::len), Some(2), "objects side by side");
    }

    #[test]
    fn scripts_of_too_many_values_are_not_read() {
        let many = format!("[{}1]", "1,".repeat(COMMAS + 1));
        let (values, flags) = parsed(&(script(&many) + &script("[1]")));
        assert_eq!((values.len(), flags), (1, vec![PageFlag::JsonldUnusable]));
        let deep = "[".repeat(BRACKETS + 1);
        assert!(parsed(&script(&deep)).0.is_empty());
        // The parser itself refuses what is deep.
        let nested = format!("{}1{}", "[".repeat(500), "]".repeat(500));
        assert!(parsed(&script(&nested)).0.is_empty());
    }

    #[test]
    fn objects_are_found_outer_before_inner() {
        let json = "{\"name\": \"a\", \"@graph\": [{\"name\": \"b\", \"mainEntity\": {\"name\": \
            \"c\"}}, \
            {\"name\": \"d\"}], \"hasPart\": {\"name\": \"e\"}, \"author\": {\"name\": \"f\"}}";
        let (values, _) = parsed(&script(json));
        let names = |objects: Vec<&Value>| -> String {
            objects.iter().filter_map(|object| object["name"].as_str()).collect()
        };
        assert_eq!(names(objects(&values)), "abcde");
        assert_eq!(names(subjects(&values)), "abcd", "without the parts of the page");
    }

    #[test]
    fn no_page_has_more_objects_than_are_looked_at() {
        let list = format!("[{}]", vec!["{}"; OBJECTS * 2].join(","));
        let (values, _) = parsed(&script(&list));
        assert_eq!(objects(&values).len(), OBJECTS - 1, "the list is looked at, too");
    }

    #[test]
    fn types_are_told_without_the_vocabulary() {
        for (json, expected) in [
            ("{\"@type\": \"Article\"}", "Article"),
            ("{\"@type\": \"https://schema.org/Article\"}", "Article"),
            ("{\"@type\": \"schema:Article\"}", "Article"),
            ("{\"@type\": [\"Article\", \"http://schema.org/Report\"]}", "Article Report"),
            ("{\"@type\": 7}", ""),
            ("{}", ""),
        ] {
            let object: Value = serde_json::from_str(json).expect("JSON");
            assert_eq!(types(&object).collect::<Vec<_>>().join(" "), expected, "{json}");
        }
    }

    #[test]
    fn small_values_take_much_memory() {
        let value: Value = serde_json::from_str("{\"a\": [1, \"bc\", null]}").expect("JSON");
        assert!(memory(&value) >= 5 * size_of::<Value>() + NAME + 3, "{}", memory(&value));
    }
}
