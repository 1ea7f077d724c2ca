//! What a page sets apart from its text by the elements and attributes that HTML has for it.
//!
//! Scores are learned of many pages and doubt what markup says for sure: a dialog, the footer of the page and what it does
//! not want to be quoted are long texts as others are.

use super::surroundings::Surroundings;
use super::{Label, Reason};
use crate::Page;
use crate::block::Container;
use crate::tree::{Attr, Tag, Tree};

/// Roles (WAI-ARIA 1.2) of what lies over a page. `contentinfo` is not among them: specifications have their heads in it.
const ROLES: &[&str] = &["dialog", "alertdialog", "tooltip"];
/// Elements whose footers are theirs, not the page's (HTML, 4.3.8).
const SECTIONS: &[Tag] =
    &[Tag::Article, Tag::Aside, Tag::Blockquote, Tag::Main, Tag::Nav, Tag::Section];
/// On elements that search engines are not to quote.
const NOT_QUOTED: &str = "data-nosnippet";
const MODAL: &str = "aria-modal";

/// Leaves out what is set apart, unless there is no running text besides: some pages are one dialog.
pub(super) fn leave_out(page: &Page, around: &Surroundings<'_>, labels: &mut [Label]) {
    let apart = apart(page);
    let mut blocks = page.blocks().iter().map(|block| block.container as usize).enumerate();
    let is_text = |at: usize| labels[at].content && around.is_running_text(at);
    if !blocks.any(|(at, container)| !apart[container] && is_text(at)) {
        return;
    }
    for (block, label) in page.blocks().iter().zip(labels) {
        if label.content && apart[block.container as usize] {
            *label = Label { content: false, score: label.score, reason: Reason::SetApart };
        }
    }
}

/// Whether each container is set apart, or lies in one that is.
fn apart(page: &Page) -> Vec<bool> {
    let containers = page.containers();
    let mut apart: Vec<bool> = Vec::with_capacity(containers.len());
    let mut sectioned: Vec<bool> = Vec::with_capacity(containers.len());
    for container in containers {
        let above = container.parent as usize;
        let within = |inside: &[bool]| inside.get(above).copied().unwrap_or(false);
        let footer = container.tag == Tag::Footer && !within(&sectioned);
        let own = footer || is_apart(page.tree(), container);
        apart.push(own || within(&apart));
        sectioned.push(SECTIONS.contains(&container.tag) || within(&sectioned));
    }
    apart
}

fn is_apart(tree: &Tree, container: &Container) -> bool {
    if matches!(container.tag, Tag::Nav | Tag::Dialog) {
        return true;
    }
    tree.attrs(container.node).any(|(name, value)| match name {
        Attr::ROLE => ROLES.contains(&value),
        _ => match tree.attr_name(name) {
            NOT_QUOTED => true,
            MODAL => value == "true",
            _ => false,
        },
    })
}

#[cfg(test)]
mod tests {
    use crate::PageType;
    use crate::extract::tests::kept;

    const TEXT: &str =
        "The ferry left ten minutes late, with everybody who had waited for it on the pier.";
    const OTHER: &str =
        "We value your privacy, and so do our 812 partners, who would like to know where you are.";

    #[test]
    fn what_markup_sets_apart_is_no_text() {
        for other in [
            format!("<nav><p>{OTHER}</nav>"),
            format!("<footer><div><p>{OTHER}</div></footer>"),
            format!("<div role=dialog><p>{OTHER}</div>"),
            format!("<div role=alertdialog><p>{OTHER}</div>"),
            format!("<div aria-modal=true><section><p>{OTHER}</section></div>"),
            format!("<dialog open><p>{OTHER}</dialog>"),
            format!("<div role=tooltip>{OTHER}</div>"),
            format!("<section data-nosnippet><p>{OTHER}</section>"),
        ] {
            let page = format!("<article><p>{TEXT}</article>{other}");
            assert_eq!(kept(&page, PageType::Article), [TEXT], "{other}");
            // A page may be nothing else.
            assert_eq!(kept(&other, PageType::Article), [OTHER], "{other}");
            assert_eq!(kept(&format!("<h1>Ferry</h1>{other}"), PageType::Article).len(), 2);
        }
    }

    #[test]
    fn footers_of_sections_and_elements_that_are_no_modal_are_text() {
        for other in [
            format!("<article><footer><p>{OTHER}</footer></article>"),
            format!("<main><div><footer><p>{OTHER}</footer></div></main>"),
            format!("<blockquote><footer><p>{OTHER}</footer></blockquote>"),
            format!("<div aria-modal=false><p>{OTHER}</div>"),
            format!("<div role=contentinfo><p>{OTHER}</div>"),
        ] {
            let page = format!("<p>{TEXT}</p>{other}");
            assert_eq!(kept(&page, PageType::Article), [TEXT, OTHER], "{other}");
        }
    }
}
