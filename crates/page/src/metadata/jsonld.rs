//! JSON-LD scripts: Schema.org articles and whatever is near them, at any depth of `@graph`, arrays
//! and nesting.

use serde_json::Value;

use super::{Field, Found, Source, meta};

/// Objects looked at in one script.
const OBJECTS: usize = 2000;
/// Bytes of one script.
const BYTES: usize = 4 << 20;

/// Types whose properties describe the page's text, most telling first.
const ARTICLES: &[&str] = &[
    "NewsArticle",
    "Article",
    "BlogPosting",
    "ReportageNewsArticle",
    "OpinionNewsArticle",
    "AnalysisNewsArticle",
    "ReviewNewsArticle",
    "BackgroundNewsArticle",
    "LiveBlogPosting",
    "TechArticle",
    "ScholarlyArticle",
    "DiscussionForumPosting",
    "QAPage",
    "Question",
    "Recipe",
    "Review",
    "Product",
    "VideoObject",
    "WebPage",
    "ItemPage",
];

pub(super) fn read(script: &str, found: &mut Found) {
    let script = script.trim().trim_start_matches("<!--").trim_end_matches("-->").trim();
    let Some(root) = parse(script) else { return };
    // A list of what is still to look at instead of recursion: depth is the page's to choose.
    let mut pending = vec![&root];
    let mut looked = 0;
    while let Some(value) = pending.pop() {
        looked += 1;
        if looked > OBJECTS {
            return;
        }
        match value {
            Value::Array(items) => pending.extend(items.iter().rev()),
            Value::Object(object) => {
                describe(value, found);
                let inside =
                    ["@graph", "mainEntity", "mainEntityOfPage", "hasPart", "itemListElement"];
                pending.extend(inside.iter().rev().filter_map(|key| object.get(*key)));
            }
            _ => {}
        }
    }
}

/// Broken scripts are common: raw line ends inside strings and trailing semicolons are mended.
fn parse(script: &str) -> Option<Value> {
    if script.len() > BYTES {
        return None;
    }
    serde_json::from_str(script).ok().or_else(|| {
        let mended: String = script
            .trim_end_matches(';')
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        serde_json::from_str(&mended).ok()
    })
}

fn describe(object: &Value, found: &mut Found) {
    let Some(place) = types(object).filter_map(|t| ARTICLES.iter().position(|a| *a == t)).min()
    else {
        if types(object).any(|t| t == "WebSite") {
            push(Field::Site, 20, "WebSite.name", &object["name"], found);
        }
        return;
    };
    let kind = ARTICLES[place];
    // Pages and products say less about a text than articles do.
    let weak = if place >= 14 { 20 } else { 0 };
    let properties = [
        (Field::Title, 10, "headline"),
        (Field::Title, 13, "name"),
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
    ];
    for (field, rank, property) in properties {
        push(field, rank + weak, &format!("{kind}.{property}"), &object[property], found);
    }
}

fn types(object: &Value) -> impl Iterator<Item = &str> {
    let kinds = match &object["@type"] {
        Value::Array(kinds) => kinds.as_slice(),
        other => std::slice::from_ref(other),
    };
    kinds.iter().filter_map(Value::as_str).map(|t| t.rsplit(['/', ':']).next().unwrap_or(t))
}

/// A string, an object with a name, or a list of these.
fn push(field: Field, rank: u8, detail: &str, value: &Value, found: &mut Found) {
    match value {
        Value::String(text) => {
            meta::push(field, rank, Source::Jsonld, detail, &unescaped(text), found);
        }
        Value::Array(items) => {
            for item in items.iter().take(50).filter(|item| !item.is_array()) {
                push(field, rank, detail, item, found);
            }
        }
        Value::Object(object) => {
            if let Some(Value::String(name)) = object.get("name") {
                meta::push(field, rank, Source::Jsonld, detail, &unescaped(name), found);
            }
        }
        _ => {}
    }
}

/// Some publishers write HTML entities into JSON.
fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let entities = [
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#039;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    entities.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}
