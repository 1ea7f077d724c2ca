//! Selectors for links, made from the names around them.

use std::collections::BTreeSet;

use scutch_page::{Attr, NodeId, Tree};

/// Ancestors of a link that are tried.
const MAX_HEIGHT: usize = 7;
/// Links of a page that are tried.
// Candidates are tried on all pages, so their number decides how long a suggestion takes.
const MAX_LINKS: usize = 120;

/// Selectors, each of which matches at least one of some links.
pub(super) fn selectors_for(tree: &Tree, links: impl Iterator<Item = NodeId>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for link in links.take(MAX_LINKS) {
        let own = names(tree, link);
        let above: Vec<_> =
            tree.ancestors(link).take(MAX_HEIGHT).filter(|id| tree.tag(*id).is_some()).collect();
        for (height, ancestor) in above.iter().enumerate() {
            for name in names(tree, *ancestor).iter().filter(|name| !is_vague(name)) {
                for own in &own {
                    let sign = if height == 0 { " > " } else { " " };
                    all.insert(format!("{name}{sign}{own}"));
                    // The parent of the link tells headings from pictures and comments.
                    if let Some(parent) = above.first().filter(|_| height > 0) {
                        let parent = tree.name(*parent);
                        if !is_vague(parent) {
                            all.insert(format!("{name} {parent} > {own}"));
                        }
                    }
                }
            }
        }
        // A bare `a` matches every link.
        all.extend(own.into_iter().filter(|own| own.len() > 1));
    }
    all
}

/// Simple selectors for an element: its tag, its id, and its tag with each class.
pub(super) fn names(tree: &Tree, id: NodeId) -> Vec<String> {
    let tag = tree.name(id);
    let mut names = vec![tag.to_owned()];
    let own = tree.attr(id, Attr::ID).filter(|id| is_name(id));
    names.extend(own.map(|own| format!("#{own}")));
    let classes = tree.attr(id, Attr::CLASS).unwrap_or_default().split_ascii_whitespace();
    names.extend(classes.filter(|class| is_name(class)).map(|class| format!("{tag}.{class}")));
    names
}

/// Whether a class or id is fit for a selector. Long numbers in it belong to one article, so the
/// next page would not match.
fn is_name(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && digits < 4 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
}

/// Elements that say nothing about their content.
fn is_vague(name: &str) -> bool {
    matches!(name, "div" | "span" | "body" | "html" | "td" | "tr" | "tbody" | "p" | "strong" | "b")
}
