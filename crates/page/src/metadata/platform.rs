//! The number of a post in the content management system, which is the same at all its addresses.

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use crate::tree::{Attr, Tag, Tree};

/// Prefixes of class words on `body`, with the system.
const CLASSES: &[(&str, &str)] =
    &[("postid-", "wordpress"), ("page-id-", "wordpress"), ("page-node-", "drupal")];
/// Relation, text before the number, and system of addresses in `link` elements.
const LINKS: &[(&str, &str, &str)] = &[
    ("shortlink", "?p=", "wordpress"),
    ("shortlink", "?page_id=", "wordpress"),
    ("shortlink", "/node/", "drupal"),
    ("alternate", "/wp-json/wp/v2/posts/", "wordpress"),
    ("alternate", "/wp-json/wp/v2/pages/", "wordpress"),
];
/// Longest number, in digits.
const DIGITS: usize = 20;

pub(super) fn read(tree: &Tree, found: &mut Found) {
    for id in tree.all() {
        match tree.tag(id) {
            Some(Tag::Link) => {
                let (rel, href) = (tree.attr(id, Attr::REL), tree.attr(id, Attr::HREF));
                link(rel.unwrap_or_default(), href.unwrap_or_default(), found);
            }
            // Links in the body lead to other posts.
            Some(Tag::Body) => return body(tree.attr(id, Attr::CLASS).unwrap_or_default(), found),
            _ => {}
        }
    }
}

fn link(rel: &str, href: &str, found: &mut Found) {
    for (kind, before, system) in LINKS {
        let number = href.split_once(before).map(|(_, rest)| rest);
        if rel.eq_ignore_ascii_case(kind)
            && let Some(number) = number.filter(|number| is_number(number))
        {
            let value = format!("{system}:{number}");
            found.push(Field::Post, 10, Source::Html, &format!("link@rel={kind}"), &value);
        }
    }
}

fn body(classes: &str, found: &mut Found) {
    for word in classes.split_ascii_whitespace() {
        for (before, system) in CLASSES {
            if let Some(number) = word.strip_prefix(before).filter(|number| is_number(number)) {
                let value = format!("{system}:{number}");
                found.push(Field::Post, 12, Source::Html, "body@class", &value);
            }
        }
    }
}

fn is_number(text: &str) -> bool {
    (1..=DIGITS).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    #[test]
    fn posts_have_numbers_in_class_names_and_links() {
        for (html, expected) in [
            ("<body class='single postid-410'>x", Some("wordpress:410")),
            ("<body class='page-id-7'>x", Some("wordpress:7")),
            ("<body class='page-node-12'>x", Some("drupal:12")),
            ("<link rel=shortlink href='https://a.example/?p=410'><p>x", Some("wordpress:410")),
            ("<link rel=alternate href='/wp-json/wp/v2/posts/9'><p>x", Some("wordpress:9")),
            ("<link rel=shortlink href='/node/5'><p>x", Some("drupal:5")),
            ("<body class='postid-x postid-'>x", None),
            ("<body class='postid-123456789012345678901'>x", None),
            ("<link rel=next href='/?p=410'><p>x", None),
            ("<div class=postid-410>x</div>", None),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let mut found = Found::default();
            read(page.tree(), &mut found);
            assert_eq!(found.best(Field::Post).as_deref(), expected, "{html}");
        }
    }
}
