//! The programming language of code, as the page tells it.

use crate::tree::{Attr, NodeId, Tree};

/// Attributes that name it.
const ATTRIBUTES: &[&str] = &["data-lang", "data-language"];
/// What stands before the language in a class word; of the last it is a word of its own.
const LANGUAGE_CLASS: &[&str] = &["language-", "lang-", "highlight-source-", "brush:"];

/// The language of code, where its element, what is in it or what is right around it says so.
pub(super) fn of(tree: &Tree, code: NodeId) -> Option<String> {
    let around = tree.ancestors(code).take(2);
    let nodes = std::iter::once(code).chain(tree.children(code)).chain(around);
    let mut named = nodes.filter_map(|id| {
        let mut attrs = tree.attrs(id);
        let told = attrs.find(|(attr, _)| ATTRIBUTES.contains(&tree.attr_name(*attr)));
        let class = || tree.attr(id, Attr::CLASS).and_then(language_in_class);
        told.map(|(_, value)| value).filter(|name| is_language(name)).or_else(class)
    });
    named.next().map(str::to_owned)
}

/// The language of code that a class names.
fn language_in_class(class: &str) -> Option<&str> {
    let mut words = class.split_ascii_whitespace().map(|word| word.trim_end_matches(';'));
    let rest = |word| LANGUAGE_CLASS.iter().find_map(|prefix| str::strip_prefix(word, prefix));
    let found = words.by_ref().find_map(rest)?;
    let name = if found.is_empty() { words.next()? } else { found };
    Some(name).filter(|name| is_language(name))
}

fn is_language(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+#-_".contains(&b))
}
