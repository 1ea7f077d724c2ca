//! What an element's attributes say about the text in it.

use super::words::{self, Meaning, Meanings};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// What is known of an element from its own tag and attributes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Facts {
    /// Readers never see it: it is for screen readers, or repeats what they see.
    pub(super) unseen: bool,
    /// Out of sight when the page opens, perhaps until something is clicked.
    pub(super) hidden: bool,
    /// What its class, id and role mean.
    pub(super) meanings: Meanings,
    /// It is declared to be the text of the page.
    pub(super) declared: bool,
}

/// Roles and the meaning they share with class words.
const ROLES: &[(&str, Meaning)] = &[
    ("navigation", Meaning::Navigation),
    ("menu", Meaning::Navigation),
    ("menubar", Meaning::Navigation),
    ("tablist", Meaning::Navigation),
    ("banner", Meaning::Header),
    ("contentinfo", Meaning::Footer),
    ("complementary", Meaning::Side),
    ("search", Meaning::Control),
    ("button", Meaning::Control),
    ("dialog", Meaning::Notice),
    ("alertdialog", Meaning::Notice),
    ("alert", Meaning::Notice),
];

/// Values of `itemprop` and `property` under which pages declare their text.
const TEXT_PROPERTIES: &[&str] = &[
    "articleBody",
    "schema:articleBody",
    "reviewBody",
    "text",
    "content:encoded",
    "recipeInstructions",
];

pub(super) fn facts(tree: &Tree, id: NodeId, tag: Tag) -> Facts {
    let mut facts = Facts::default();
    for (name, value) in tree.attrs(id) {
        match name {
            Attr::CLASS => {
                facts.meanings = facts.meanings.or(words::meanings(value));
                facts.unseen |= words::hides(value);
            }
            Attr::ID => facts.meanings = facts.meanings.or(words::meanings(value)),
            Attr::HIDDEN => facts.hidden |= value != "until-found",
            Attr::ARIA_HIDDEN => facts.unseen |= value.trim().eq_ignore_ascii_case("true"),
            Attr::STYLE => facts.hidden |= style_hides(value),
            Attr::ROLE => {
                if let Some((_, meaning)) = ROLES.iter().find(|(role, _)| *role == value) {
                    facts.meanings = facts.meanings.with(*meaning);
                }
            }
            Attr::ITEMPROP | Attr::PROPERTY => facts.declared |= TEXT_PROPERTIES.contains(&value),
            _ => {}
        }
    }
    facts.hidden |= tag == Tag::Dialog && tree.attr(id, Attr::OPEN).is_none();
    facts
}

/// Whether an inline style takes the element out of sight.
fn style_hides(style: &str) -> bool {
    style.split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else { return false };
        let value = value.trim().trim_end_matches("!important").trim_end();
        match property.trim().to_ascii_lowercase().as_str() {
            "display" => value.eq_ignore_ascii_case("none"),
            "visibility" => value.eq_ignore_ascii_case("hidden"),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_styles_hide() {
        for (style, hides) in [
            ("display:none", true),
            ("color:red; DISPLAY : NONE !important", true),
            ("visibility: hidden;", true),
            ("display:block", false),
            ("background:url(display:none)", false),
        ] {
            assert_eq!(style_hides(style), hides, "{style}");
        }
    }
}
