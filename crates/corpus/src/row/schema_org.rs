//! A row as an object of Schema.org, for the column `schema_json` and the TEI header.

use scutch_page::Metadata;
use serde_json::{Map, Value, json};

use super::Row;

/// The type of a page that declares none.
const PAGE: &str = "WebPage";

/// The row as JSON-LD. Unknown properties are left out.
pub(crate) fn schema_org(row: &Row, metadata: &Metadata) -> Value {
    let mut object = Map::new();
    object.insert("@context".to_owned(), json!("https://schema.org"));
    // The declared type, not the predicted one: this object quotes the page.
    let kind = metadata.content_type.as_deref().unwrap_or(PAGE);
    object.insert("@type".to_owned(), json!(kind));
    // The page's own name for itself, if it has one.
    let url = row.canonical_url.as_deref().unwrap_or(&row.url);
    object.insert("url".to_owned(), json!(url));
    for (name, value) in texts(row, metadata) {
        if let Some(value) = value {
            object.insert(name.to_owned(), json!(value));
        }
    }
    if !row.authors.is_empty() {
        // Rows store names only. Most authors are persons, and guessing organizations would invent facts.
        let person = |name: &String| json!({ "@type": "Person", "name": name });
        object.insert("author".to_owned(), row.authors.iter().map(person).collect());
    }
    if !row.keywords.is_empty() {
        object.insert("keywords".to_owned(), json!(row.keywords));
    }
    // Schema.org requires a publisher for articles. The site is the best guess.
    if let Some(publisher) = row.publisher.as_ref().or(row.site.as_ref()) {
        let publisher = json!({ "@type": "Organization", "name": publisher });
        object.insert("publisher".to_owned(), publisher);
    }
    if let Some(whole) = metadata.part_of.as_ref().or(row.site.as_ref()) {
        object.insert("isPartOf".to_owned(), json!({ "@type": "CreativeWork", "name": whole }));
    }
    if let Some(free) = metadata.accessible_for_free {
        object.insert("isAccessibleForFree".to_owned(), json!(free));
    }
    Value::Object(object)
}

/// Properties with plain text as their value, and the value if the page has one.
fn texts<'a>(row: &'a Row, metadata: &'a Metadata) -> [(&'static str, &'a Option<String>); 9] {
    [
        ("headline", &row.title),
        ("alternativeHeadline", &row.subtitle),
        ("description", &metadata.description),
        ("datePublished", &row.date_published),
        ("dateModified", &row.date_modified),
        ("articleSection", &row.section),
        ("inLanguage", &row.language),
        // Schema.org spells the property the American way, the row the British way.
        ("license", &row.licence),
        ("image", &metadata.image),
    ]
}
