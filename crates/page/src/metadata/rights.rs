//! Section, licence and picture, as given by elements and structured data.

use std::sync::LazyLock;

use memchr::memmem::Finder;
use serde_json::Value;
use url::Url;

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::section::FILED_UNDER;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Addresses of licences.
const LICENCES: &[&str] = &["creativecommons.org/licenses/", "creativecommons.org/publicdomain/"];
/// What all of them have.
static COMMONS: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("creativecommons.org/"));
/// Properties that hold an object's address, the best first.
const ADDRESSES: &[&str] = &["url", "contentUrl", "@id", "name"];
/// Most licences and pictures of one object that are read.
const VALUES: usize = 20;

/// What may still be read of a page: nested large elements would be read again and again.
pub(super) struct Budget {
    sections: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { sections: 3 }
    }
}

/// Reads the link and the microdata of one element.
pub(super) fn read(tree: &Tree, id: NodeId, tag: Tag, budget: &mut Budget, found: &mut Found) {
    if matches!(tag, Tag::A | Tag::Link) {
        link(tree, id, tag, found);
    }
    if let Some(prop) = tree.attr(id, Attr::ITEMPROP) {
        microdata(tree, id, prop.trim(), budget, found);
    }
}

fn microdata(tree: &Tree, id: NodeId, prop: &str, budget: &mut Budget, found: &mut Found) {
    let address = [Attr::HREF, Attr::CONTENT, Attr::SRC];
    let address = || address.iter().find_map(|attr| tree.attr(id, *attr));
    match prop {
        "license" => {
            let value = address().unwrap_or_default();
            found.push(Field::Licence, 15, Source::Html, "itemprop=license", value);
        }
        "image" => push_picture(30, Source::Html, "itemprop=image", address(), found),
        "articleSection" if budget.sections > 0 => {
            budget.sections -= 1;
            let content = tree.attr(id, Attr::CONTENT).map(str::to_owned);
            let text = content.unwrap_or_else(|| tree.text_content(id));
            found.push(Field::Section, 25, Source::Html, "itemprop=articleSection", &text);
        }
        _ => {}
    }
}

fn link(tree: &Tree, id: NodeId, tag: Tag, found: &mut Found) {
    let Some(href) = tree.attr(id, Attr::HREF) else { return };
    let rel = tree.attr(id, Attr::REL).unwrap_or_default().to_ascii_lowercase();
    let rel = |wanted: &str| rel.split_ascii_whitespace().any(|word| word == wanted);
    // `rel` says it outright; a link to Creative Commons may license a picture only.
    if rel("license") {
        let (rank, detail) =
            if tag == Tag::Link { (10, "link@rel=license") } else { (12, "a@rel=license") };
        found.push(Field::Licence, rank, Source::Html, detail, href);
    } else if tag == Tag::A && is_licence(href) {
        found.push(Field::Licence, 30, Source::Html, "a@href", href);
    }
    if tag == Tag::A && (rel("category") || is_filing_link(tree, id, href)) {
        let detail = FILED_UNDER[usize::from(!rel("category"))];
        found.push_raw(Field::Section, 32, Source::Html, detail, &tree.text_content(id));
    }
    if rel("image_src") {
        push_picture(28, Source::Html, "link@rel=image_src", Some(href), found);
    }
}

/// Parts of addresses of section pages.
const SECTIONS: &[&str] = &["/category/", "/categories/", "/kategorie/", "/rubrik/", "/categorie/"];
/// Words in classes of elements that say where a post is filed.
const FILED: &[&str] = &[
    "cat-links",
    "category",
    "categories",
    "entry-meta",
    "post-meta",
    "postmeta",
    "post-info",
    "entry-footer",
    "posted",
];
/// Words in classes of elements that list all sections of the site.
const MENUS: &[&str] =
    &["menu", "nav", "navbar", "navigation", "widget_categories", "widget-categories", "cat-item"];
/// Elements around a link that can be a menu.
const AROUND: usize = 6;
/// Elements around a link that can say where a post is filed.
const NEAR: usize = 3;

/// Whether an address is that of a licence.
fn is_licence(href: &str) -> bool {
    // The longest common part first: nearly all addresses lack it.
    COMMONS.find(href.as_bytes()).is_some() && LICENCES.iter().any(|part| href.contains(part))
}

/// Whether an address is that of a section: one of its parts is.
fn is_section(href: &str) -> bool {
    let mut parts = memchr::memchr_iter(b'/', href.as_bytes()).map(|at| &href[at..]);
    parts.any(|part| SECTIONS.iter().any(|section| part.starts_with(section)))
}

/// Whether a link says under which section a post is filed.
fn is_filing_link(tree: &Tree, id: NodeId, href: &str) -> bool {
    let has_class =
        |id: NodeId, words: &[&str]| tree.classes(id).any(|class| has_word(class, words));
    let is_menu = |id: NodeId| tree.tag(id) == Some(Tag::Nav) || has_class(id, MENUS);
    // Classes of page-wide elements describe the page, not the link.
    let is_frame =
        |id| matches!(tree.tag(id), Some(Tag::Html | Tag::Body | Tag::Main | Tag::Article));
    is_section(href)
        && tree.ancestors(id).take(NEAR).any(|id| has_class(id, FILED))
        && !tree.ancestors(id).take(AROUND).take_while(|id| !is_frame(*id)).any(is_menu)
}

/// Whether a class such as `post-categories` consists of one of `words` and others.
fn has_word(class: &str, words: &[&str]) -> bool {
    const BETWEEN: &[char] = &['-', '_'];
    let bounded = |text: &str, end: bool| {
        text.is_empty() || if end { text.ends_with(BETWEEN) } else { text.starts_with(BETWEEN) }
    };
    let class = class.to_ascii_lowercase();
    let is_one = |(at, word): (usize, &str)| {
        bounded(&class[..at], true) && bounded(&class[at + word.len()..], false)
    };
    words.iter().any(|word| class.match_indices(word).any(is_one))
}

/// Adds licence and pictures of a JSON-LD object about the page.
pub(super) fn describe(object: &Value, kind: &str, weak: u8, found: &mut Found) {
    let properties = [
        (Field::Licence, 14, "license"),
        (Field::Image, 20, "image"),
        (Field::Image, 35, "thumbnailUrl"),
    ];
    for (field, rank, property) in properties {
        let detail = format!("{kind}.{property}");
        for value in addresses(&object[property]) {
            match field {
                Field::Image => {
                    push_picture(rank + weak, Source::Jsonld, &detail, Some(value), found);
                }
                _ => found.push(field, rank + weak, Source::Jsonld, &detail, value),
            }
        }
    }
}

/// The strings or addresses in a value or list.
fn addresses(value: &Value) -> Vec<&str> {
    let items = match value {
        Value::Array(items) => items.as_slice(),
        other => std::slice::from_ref(other),
    };
    let named = |item| ADDRESSES.iter().find_map(|name| Value::get(item, name)?.as_str());
    // A string is the address itself.
    items.iter().take(VALUES).filter_map(|item| item.as_str().or_else(|| named(item))).collect()
}

/// Adds a picture that has an address of its own.
fn push_picture(rank: u8, source: Source, detail: &str, value: Option<&str>, found: &mut Found) {
    if let Some(value) = value.filter(|value| !value.trim_start().starts_with("data:")) {
        found.push_raw(Field::Image, rank, source, detail, value);
    }
}

/// An address resolved against the base of the page; unchanged without one.
pub(super) fn absolute(address: &str, base: Option<&Url>) -> String {
    let joined = base.and_then(|base| base.join(address).ok());
    joined.map_or_else(|| address.to_owned(), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_are_made_of_words() {
        for (class, words, expected) in [
            ("post-categories", &["categories"][..], true),
            ("Cat-Links", &["cat-links"], true),
            ("widget_categories", &["categories"], true),
            ("subcategories", &["categories"], false),
            ("categoriesx", &["categories"], false),
            ("entry", &["categories", "entry"], true),
            ("", &["entry"], false),
        ] {
            assert_eq!(has_word(class, words), expected, "{class}");
        }
    }

    #[test]
    fn addresses_stand_in_strings_objects_and_lists() {
        for (json, expected) in [
            (r#""a""#, &["a"][..]),
            (r#"{"url":"a","@id":"b"}"#, &["a"]),
            (r#"[{"contentUrl":"a"},"b",{"x":1},3]"#, &["a", "b"]),
            ("null", &[]),
        ] {
            let value: Value = serde_json::from_str(json).expect("JSON");
            assert_eq!(addresses(&value), expected, "{json}");
        }
    }
}
