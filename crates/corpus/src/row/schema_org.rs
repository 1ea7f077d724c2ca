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
    let url = row.canonical_url.as_deref().unwrap_or(&row.url);
    object.insert("url".to_owned(), json!(url));
    let texts = [
        ("headline", &row.title),
        ("alternativeHeadline", &row.subtitle),
        ("description", &metadata.description),
        ("datePublished", &row.date_published),
        ("dateModified", &row.date_modified),
        ("articleSection", &row.section),
        ("inLanguage", &row.language),
        ("license", &row.licence),
        ("image", &metadata.image),
    ];
    for (name, value) in texts {
        if let Some(value) = value {
            object.insert(name.to_owned(), json!(value));
        }
    }
    let things = |kind: &str, names: &[String]| -> Value {
        names.iter().map(|name| json!({ "@type": kind, "name": name })).collect()
    };
    if !row.authors.is_empty() {
        object.insert("author".to_owned(), things("Person", &row.authors));
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
