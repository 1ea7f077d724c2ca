//! The programming language of code, as the page declares it.

use crate::tree::{Attr, NodeId, Tree};

/// Attributes that name it.
const ATTRIBUTES: &[&str] = &["data-lang", "data-language"];
/// Prefixes of class words that name a language. After the last one the language is a word of its
/// own.
const LANGUAGE_CLASS: &[&str] =
    &["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush:"];
/// Class words before or after the language.
const BESIDE: &[&str] = &["sourceCode", "hljs", "src", "chroma", "prettyprint"];
/// Children of an element that surrounds nothing but the code.
const BESIDE_CODE: usize = 3;
/// Names that highlighters use for code of no known language.
const NO_LANGUAGE: &[&str] = &[
    "default",
    "none",
    "text",
    "plaintext",
    "plain",
    "nohighlight",
    "fallback",
    "notranslate",
    "wrapper",
    "linenums",
    "prettyprinted",
    "copyable",
    "copy",
    "block",
    "code",
];

/// The language of code, where its element, what is in it or what is right around it says so.
pub(super) fn of_code(tree: &Tree, code: NodeId) -> Option<String> {
    // Not all children are counted: a hundred thousand listings may stand side by side.
    let holds_few = |id: &NodeId| tree.children(*id).nth(BESIDE_CODE).is_none();
    let around = tree.ancestors(code).take(3).take_while(holds_few);
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
    // `brush: js` has the language in the next word.
    let Some(found) = words.by_ref().find_map(rest) else { return beside(class) };
    let name = if found.is_empty() { words.next()? } else { found };
    Some(name).filter(|name| is_language(name))
}

/// `sourceCode python` of Pandoc, `hljs rust` of highlight.js, `src src-python` of Org.
fn beside(class: &str) -> Option<&str> {
    let [first, second] = class.split_ascii_whitespace().collect::<Vec<_>>()[..] else {
        return None;
    };
    let name = if BESIDE.contains(&first) {
        second.strip_prefix("src-").unwrap_or(second)
    } else if BESIDE.contains(&second) {
        first
    } else {
        return None;
    };
    Some(name).filter(|name| is_language(name) && !BESIDE.contains(name))
}

fn is_language(name: &str) -> bool {
    !name.is_empty()
        && !NO_LANGUAGE.contains(&name)
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+#-_".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::{language_in_class, of_code};
    use crate::Limits;
    use crate::tree::{Tag, Tree};

    #[test]
    fn codes_beside_each_other_are_not_counted_for_each() {
        // Counting all would take minutes.
        let html = "<pre>a</pre>".repeat(100_000);
        let tree = Tree::parse(&html, &Limits::default(), &mut Vec::new());
        let codes = tree.all().filter(|id| tree.tag(*id) == Some(Tag::Pre));
        assert!(codes.map(|code| of_code(&tree, code)).all(|language| language.is_none()));
    }

    #[test]
    fn classes_name_languages() {
        for (class, language) in [
            ("language-python", Some("python")),
            ("highlight-python3 notranslate", Some("python3")),
            ("highlight-default notranslate", None),
            ("highlight-source-rust", Some("rust")),
            ("sourceCode python", Some("python")),
            ("hljs rust", Some("rust")),
            ("rust hljs", Some("rust")),
            ("src src-sh", Some("sh")),
            ("brush: js; gutter: false", Some("js")),
            ("lang-none", None),
            ("language-fallback", None),
            ("highlight", None),
        ] {
            assert_eq!(language_in_class(class), language, "{class}");
        }
    }
}
