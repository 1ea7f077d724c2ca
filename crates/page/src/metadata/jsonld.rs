//! What JSON-LD says: Schema.org articles and whatever is near them.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::candidate::Source;
use super::field::Field;
use super::found::{Found, OF_ANOTHER};
use super::{raw, rights};
use crate::structured::jsonld::{objects, types};
use crate::structured::schema_types::{self, SchemaType, Tells};

pub(super) fn read(scripts: &[Value], found: &mut Found) {
    let objects = objects(scripts);
    let mut known = Known::default();
    for object in &objects {
        if let Some(Value::String(id)) = object.get("@id") {
            let first = known.entry(id).or_insert(object);
            // One thing can be described in several places; keep a description with a name.
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

/// Objects by `@id`, for references to them.
type Known<'v> = FxHashMap<&'v str, &'v Value>;

fn describe(
    object: &Value,
    known: &Known<'_>,
    kinds: &mut FxHashSet<&'static str>,
    found: &mut Found,
) {
    let telling = types(object).filter_map(schema_types::by_name);
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
    // Of several things of one type the page is the first; the others may be listed on it.
    let of_another = !kinds.insert(kind);
    let weak = weak + u8::from(of_another);
    let behind = if of_another { OF_ANOTHER } else { "" };
    // News agencies write their headline for readers; others write it for search engines.
    let headline = if kind == "NewsArticle" { 10 } else { 13 };
    let properties = [
        (Field::Title, headline, "headline"),
        // Pages list questions that they answer along the way.
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
        // A text is always "part of" its own page, which says nothing.
        if field == Field::PartOf && is_page(value, known) {
            continue;
        }
        let detail = format!("{kind}.{property}{behind}");
        push(field, rank + weak, &detail, value, known, found);
    }
    rights::describe(object, kind, weak, found);
}

/// Whether an object, or the one it refers to, is a page.
fn is_page(object: &Value, known: &Known<'_>) -> bool {
    let other = object.get("@id").and_then(Value::as_str).and_then(|id| known.get(id));
    std::iter::once(object).chain(other.copied()).flat_map(types).any(|kind| kind.ends_with("Page"))
}

/// Adds a string, the name of an object or of the one it refers to, or each item of a list.
fn push(field: Field, rank: u8, detail: &str, value: &Value, known: &Known<'_>, found: &mut Found) {
    match value {
        Value::String(text) => {
            raw::push(field, rank, Source::Jsonld, detail, text, found);
        }
        Value::Bool(value) => {
            raw::push(field, rank, Source::Jsonld, detail, &value.to_string(), found);
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
                raw::push(field, rank, Source::Jsonld, detail, name, found);
            }
        }
        _ => {}
    }
}
