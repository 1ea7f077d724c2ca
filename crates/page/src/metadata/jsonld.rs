//! What JSON-LD says: Schema.org articles and whatever is near them.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::candidate::Source;
use super::field::Field;
use super::found::{Found, OF_ANOTHER};
use super::rights;
use crate::structured::jsonld::{objects, types};
use crate::structured::schema_types::{self, SchemaType, Tells};

/// Reads the objects of all scripts, outer before inner.
pub(super) fn read(scripts: &[Value], found: &mut Found) {
    let objects = objects(scripts);
    let mut reader = Reader { known: known(&objects), kinds: FxHashSet::default(), found };
    for object in objects {
        reader.describe(object);
    }
}

/// Objects by `@id`, for references to them.
type Known<'v> = FxHashMap<&'v str, &'v Value>;

fn known<'v>(objects: &[&'v Value]) -> Known<'v> {
    let mut known = Known::default();
    for object in objects {
        if let Some(Value::String(id)) = object.get("@id") {
            let first = known.entry(id).or_insert(object);
            // One thing can be described in several places; keep a description with a name.
            if first.get("name").is_none() && object.get("name").is_some() {
                *first = object;
            }
        }
    }
    known
}

/// Properties with field and rank. The headline and the name of a page depend on its type.
const PROPERTIES: &[(Field, u8, &str)] = &[
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
/// Added to the rank of what is said about a page or another thing instead of the text.
const OTHER_THING: u8 = 20;
/// Added to the rank of authors that are only things: subjects that ended up in the wrong field.
const NOBODY: u8 = 90;
/// Most items of a list that are read.
const ITEMS: usize = 50;

/// Reads objects one after the other.
struct Reader<'v, 'f> {
    known: Known<'v>,
    /// Types of the objects read so far.
    kinds: FxHashSet<&'static str>,
    found: &'f mut Found,
}

impl Reader<'_, '_> {
    /// Adds what an object says, if one of its types describes a text or a page.
    fn describe(&mut self, object: &Value) {
        let telling = types(object).filter_map(schema_types::by_name);
        let telling = telling.filter(|of_schema| of_schema.tells != Tells::Nothing);
        // Of several types the most telling one names the origin of all values.
        let Some(&SchemaType { name: kind, place, tells, .. }) =
            telling.min_by_key(|of_schema| of_schema.place)
        else {
            if types(object).any(|t| t == "WebSite") {
                self.push(Field::Site, 20, "WebSite.name", &object["name"]);
            }
            return;
        };
        let weak = if tells == Tells::OfOther { OTHER_THING } else { 0 };
        // Of several things of one type the page is the first; the others may be listed on it.
        let of_another = !self.kinds.insert(kind);
        let weak = weak + u8::from(of_another);
        let behind = if of_another { OF_ANOTHER } else { "" };
        // News agencies write their headline for readers; others write it for search engines.
        let headline = if kind == "NewsArticle" { 10 } else { 13 };
        // Pages list questions that they answer along the way.
        let name = if kind == "Question" { 45 } else { 13 };
        let titles = [(Field::Title, headline, "headline"), (Field::Title, name, "name")];
        self.found.push(Field::ContentType, 10 + weak + place, Source::Jsonld, "@type", kind);
        for (field, rank, property) in titles.iter().chain(PROPERTIES) {
            let value = &object[*property];
            // A text is always "part of" its own page, which says nothing.
            if *field == Field::PartOf && self.is_page(value) {
                continue;
            }
            // A paid teaser, or a paid video, says nothing of the page.
            let is_own = tells == Tells::OfText || kind.ends_with("Page");
            if *field == Field::Free && (of_another || !is_own) {
                continue;
            }
            let detail = format!("{kind}.{property}{behind}");
            self.push(*field, rank + weak, &detail, value);
        }
        rights::describe(object, kind, weak, self.found);
    }

    /// Whether an object, or the one it refers to, is a page.
    fn is_page(&self, object: &Value) -> bool {
        let other = object.get("@id").and_then(Value::as_str).and_then(|id| self.known.get(id));
        let mut types = std::iter::once(object).chain(other.copied()).flat_map(types);
        types.any(|kind| kind.ends_with("Page"))
    }

    /// Adds a value, or each item of a list. Some wrap the list in another one; lists in those are
    /// left out, since each level could multiply the items.
    fn push(&mut self, field: Field, rank: u8, detail: &str, value: &Value) {
        let inner = items(value).iter().take(ITEMS).flat_map(|item| items(item).iter().take(ITEMS));
        inner.for_each(|item| self.push_item(field, rank, detail, item));
    }

    /// Adds a string, or the name of an object or of the one it refers to.
    fn push_item(&mut self, field: Field, rank: u8, detail: &str, value: &Value) {
        match value {
            Value::String(text) => self.found.push_raw(field, rank, Source::Jsonld, detail, text),
            Value::Bool(value) => {
                self.found.push_raw(field, rank, Source::Jsonld, detail, &value.to_string());
            }
            Value::Object(object) => {
                let id = object.get("@id").and_then(Value::as_str);
                let named = name(value).or_else(|| name(self.known.get(id?)?));
                let is_nobody = field == Field::Author && types(value).any(|kind| kind == "Thing");
                let weak = if is_nobody { NOBODY } else { 0 };
                for name in named.into_iter().flatten() {
                    self.found.push_raw(field, rank + weak, Source::Jsonld, detail, &name);
                }
            }
            _ => {}
        }
    }
}

/// The items of a list, also of one in an object of its own (`@list`, `@set`); another value is
/// the only item.
fn items(value: &Value) -> &[Value] {
    let wrapped = || ["@list", "@set"].iter().find_map(|key| value.get(key)?.as_array());
    let list = value.as_array().or_else(wrapped);
    list.map_or(std::slice::from_ref(value), Vec::as_slice)
}

/// The names of an object: one string, a list of them where several persons share an object, or the
/// given and the family name of a person.
fn name(object: &Value) -> Option<Vec<Cow<'_, str>>> {
    let text = |property: &str| object.get(property)?.as_str().filter(|text| !text.is_empty());
    let listed = object.get("name").and_then(Value::as_array).into_iter().flatten().take(ITEMS);
    let listed: Vec<Cow<'_, str>> =
        listed.filter_map(|name| name.as_str().map(Cow::Borrowed)).collect();
    let one = || text("name").map(|name| vec![Cow::Borrowed(name)]);
    let parts = || {
        let parts = [text("givenName"), text("additionalName"), text("familyName")];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| vec![Cow::Owned(parts.join(" "))])
    };
    Some(listed).filter(|listed| !listed.is_empty()).or_else(one).or_else(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    fn read_all(script: &str) -> Found {
        let html = format!("<script type=application/ld+json>{script}</script><p>x");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let mut found = Found::default();
        read(page.structured(), &mut found);
        found
    }

    #[test]
    fn properties_are_strings_objects_references_or_lists() {
        for (script, field, expected) in [
            (r#"{"@type":"NewsArticle","headline":"Fog"}"#, Field::Title, &["Fog"][..]),
            (
                r#"{"@type":"NewsArticle","author":{"name":"Ada Gull"}}"#,
                Field::Author,
                &["Ada Gull"],
            ),
            (
                r#"{"@type":"NewsArticle","author":["Ada Gull",{"name":"Bo Reed"},["Cy Cole",["Di Fox"]]]}"#,
                Field::Author,
                &["Ada Gull", "Bo Reed", "Cy Cole"],
            ),
            (
                r#"{"@type":"NewsArticle","author":{"@type":"Person","name":["Ada Gull","Bo Reed"]}}"#,
                Field::Author,
                &["Ada Gull", "Bo Reed"],
            ),
            (
                r#"{"@type":"NewsArticle","author":{"@list":[{"name":"Ada Gull"},"Bo Reed"]}}"#,
                Field::Author,
                &["Ada Gull", "Bo Reed"],
            ),
            (
                r##"[{"@type":"NewsArticle","author":{"@id":"#a"}},{"@id":"#a"},{"@id":"#a","name":"Ada Gull"}]"##,
                Field::Author,
                &["Ada Gull"],
            ),
            (
                r#"{"@type":"NewsArticle","author":{"givenName":"Ada","familyName":"Gull"}}"#,
                Field::Author,
                &["Ada Gull"],
            ),
            (
                r#"{"@type":"Article","author":{"@type":"Thing","name":"Fog"},"creator":"Ada Gull"}"#,
                Field::Author,
                &["Ada Gull", "Fog"],
            ),
            (r#"{"@type":"NewsArticle","isAccessibleForFree":false}"#, Field::Free, &["false"]),
            (r#"{"@type":"WebSite","name":"Harbour Post"}"#, Field::Site, &["Harbour Post"]),
            (r#"{"@type":"Brand","name":"Oak"}"#, Field::Title, &[]),
            (r#"{"@type":"NewsArticle","headline":12}"#, Field::Title, &[]),
        ] {
            let found = read_all(script);
            let values: Vec<String> =
                found.ranked(field).into_iter().map(|candidate| candidate.value.clone()).collect();
            assert_eq!(values, expected, "{script}");
        }
    }

    #[test]
    fn the_first_thing_of_a_type_is_the_page() {
        let found = read_all(
            r#"[{"@type":"NewsArticle","headline":"First"},{"@type":"NewsArticle","headline":"Second"}]"#,
        );
        let details: Vec<&str> = found
            .ranked(Field::Title)
            .into_iter()
            .map(|candidate| candidate.detail.as_str())
            .collect();
        assert_eq!(details, ["NewsArticle.headline", "NewsArticle.headline of another"]);
    }

    #[test]
    fn a_text_is_no_part_of_its_page() {
        for (script, expected) in [
            (r#"{"@type":"NewsArticle","isPartOf":{"@type":"WebPage","name":"Fog"}}"#, None),
            (
                r##"[{"@type":"NewsArticle","isPartOf":{"@id":"#p"}},{"@id":"#p","@type":"WebPage","name":"Fog"}]"##,
                None,
            ),
            (
                r#"{"@type":"NewsArticle","isPartOf":{"@type":"Periodical","name":"Tides"}}"#,
                Some("Tides"),
            ),
        ] {
            assert_eq!(read_all(script).best(Field::PartOf).as_deref(), expected, "{script}");
        }
    }
}
