//! JSON-LD scripts: Schema.org articles and whatever is near them, at any depth of `@graph`, arrays
//! and nesting.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::mended::mended;
use super::{Field, Found, OF_ANOTHER, Source, meta, rights};
use crate::schema_types::{self, SchemaType, Tells};
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

pub(super) fn read(scripts: &[Value], found: &mut Found) {
    let objects = objects(scripts);
    let mut known = Known::default();
    for object in &objects {
        if let Some(Value::String(id)) = object.get("@id") {
            let first = known.entry(id).or_insert(object);
            // The same thing may be described in several places.
            if first.get("name").is_none() && object.get("name").is_some() {
                *first = object;
            }
        }
    }
    let mut kinds = FxHashSet::default();
    for object in objects {
        describe(object, &known, &mut kinds, found);
    }
}

/// Objects that others refer to, by `@id`.
type Known<'v> = FxHashMap<&'v str, &'v Value>;

fn describe(
    object: &Value,
    known: &Known<'_>,
    kinds: &mut FxHashSet<&'static str>,
    found: &mut Found,
) {
    let telling = types(object).filter_map(schema_types::find);
    let telling = telling.filter(|of_schema| of_schema.tells != Tells::Nothing);
    let Some(&SchemaType { name: kind, place, tells, .. }) =
        telling.min_by_key(|of_schema| of_schema.place)
    else {
        if types(object).any(|t| t == "WebSite") {
            push(Field::Site, 20, "WebSite.name", &object["name"], known, found);
        }
        return;
    };
    let weak = if tells == Tells::OfOther { 20 } else { 0 };
    // Of several things of a kind the page is the first; the others may be listed on it.
    let of_another = !kinds.insert(kind);
    let weak = weak + u8::from(of_another);
    let behind = if of_another { OF_ANOTHER } else { "" };
    // What news agencies publish under is what readers see; others write for search engines.
    let headline = if kind == "NewsArticle" { 10 } else { 13 };
    let properties = [
        (Field::Title, headline, "headline"),
        // Pages list questions that they answer on the way.
        (Field::Title, if kind == "Question" { 45 } else { 13 }, "name"),
        (Field::Author, 10, "author"),
        (Field::Author, 12, "creator"),
        (Field::Published, 10, "datePublished"),
        (Field::Published, 14, "dateCreated"),
        (Field::Published, 14, "uploadDate"),
        (Field::Modified, 10, "dateModified"),
        (Field::Keyword, 10, "keywords"),
        (Field::Language, 25, "inLanguage"),
        (Field::Description, 30, "description"),
        (Field::Site, 25, "publisher"),
        (Field::Section, 10, "articleSection"),
        (Field::Subtitle, 10, "alternativeHeadline"),
        (Field::Publisher, 10, "publisher"),
        (Field::PartOf, 10, "isPartOf"),
        (Field::Free, 10, "isAccessibleForFree"),
    ];
    found.push(Field::ContentType, 10 + weak + place, Source::Jsonld, "@type", kind);
    for (field, rank, property) in properties {
        let value = &object[property];
        // A text is on its page; what that is part of is said of the page.
        if field == Field::PartOf && is_page(value, known) {
            continue;
        }
        let detail = format!("{kind}.{property}{behind}");
        push(field, rank + weak, &detail, value, known, found);
    }
    rights::describe(object, kind, weak, found);
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

/// Whether an object, or the one that it refers to, is a page.
fn is_page(object: &Value, known: &Known<'_>) -> bool {
    let other = object.get("@id").and_then(Value::as_str).and_then(|id| known.get(id));
    std::iter::once(object).chain(other.copied()).flat_map(types).any(|kind| kind.ends_with("Page"))
}

/// A string, an object with a name or with a reference to one, or a list of these.
fn push(field: Field, rank: u8, detail: &str, value: &Value, known: &Known<'_>, found: &mut Found) {
    match value {
        Value::String(text) => {
            meta::push(field, rank, Source::Jsonld, detail, text, found);
        }
        Value::Bool(value) => {
            meta::push(field, rank, Source::Jsonld, detail, &value.to_string(), found);
        }
        Value::Array(items) => {
            for item in items.iter().take(50).filter(|item| !item.is_array()) {
                push(field, rank, detail, item, known, found);
            }
        }
        Value::Object(object) => {
            let id = object.get("@id").and_then(Value::as_str);
            let named = object.get("name").or_else(|| known.get(id?)?.get("name"));
            if let Some(Value::String(name)) = named {
                meta::push(field, rank, Source::Jsonld, detail, name, found);
            }
        }
        _ => {}
    }
}
