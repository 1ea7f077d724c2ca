//! Other posts on the page of one post, recognised by WordPress class names: `body` names the post
//! that the page is (`single-post postid-12`), each element the post it holds (`post-34
//! type-post`).
//!
//! Teasers or whole texts of other posts look like content, and often stand in the middle of it.

use super::excluded::is_text;
use super::surroundings::Surroundings;
use crate::tree::{NodeId, Tag, Tree};
use crate::{Label, Page, Reason};

// Beginnings of class words.
const PAGE_PREFIX: &str = "postid-";
const SINGLE_PREFIX: &str = "single-";
const POST_PREFIX: &str = "post-";
const TYPE_PREFIX: &str = "type-";

/// Drops other posts, if the page's own post has running text.
pub(super) fn leave_out(page: &Page, around: &Surroundings<'_>, labels: &mut [Label]) {
    let tree = page.tree();
    let body = tree.all().find(|id| tree.tag(*id) == Some(Tag::Body));
    let Some(own) = body.and_then(|body| OwnPost::from_body(tree, body)) else { return };
    // For each container, whether the innermost post around it is the page's own. Posts of other
    // types (replies in a forum) belong to the post around them.
    let mut in_own: Vec<Option<bool>> = Vec::with_capacity(page.containers().len());
    for container in page.containers() {
        let above = in_own.get(container.parent as usize).copied().flatten();
        // In a shop, table rows hold the products that a set consists of.
        let is_row = container.tag == Tag::Tr;
        let here = if is_row { None } else { own.is_in(tree, container.node) };
        in_own.push(here.or(above));
    }
    let is_own = |at: usize| in_own[page.blocks()[at].container as usize];
    let has_text =
        |at: usize| labels[at].content && is_own(at) == Some(true) && around.is_running_text(at);
    // Without text of its own the page may be a list that calls itself a post.
    if !(0..labels.len()).any(has_text) {
        return;
    }
    for (at, label) in labels.iter_mut().enumerate() {
        if is_text(label) && is_own(at) == Some(false) {
            *label = Label { content: false, score: label.score, reason: Reason::SetApart };
        }
    }
}

/// The post that a page is about.
struct OwnPost<'p> {
    number: &'p str,
    /// From `single-post`, `single-format-standard`: post types, and words that are none.
    kinds: Vec<&'p str>,
}

impl<'p> OwnPost<'p> {
    fn from_body(tree: &'p Tree, body: NodeId) -> Option<Self> {
        let number = tree.classes(body).find_map(|word| number(word, PAGE_PREFIX))?;
        let kinds =
            tree.classes(body).filter_map(|word| word.strip_prefix(SINGLE_PREFIX)).collect();
        Some(Self { number, kinds })
    }

    /// `Some(true)` for an element with this post, `Some(false)` for another post of its type.
    fn is_in(&self, tree: &Tree, id: NodeId) -> Option<bool> {
        let kind = |word: &str| {
            word.strip_prefix(TYPE_PREFIX).is_some_and(|kind| self.kinds.contains(&kind))
        };
        // The type must match: attachments and menu entries carry post numbers, too.
        let post = tree.classes(id).find_map(|word| number(word, POST_PREFIX))?;
        tree.classes(id).any(kind).then_some(post == self.number)
    }
}

/// The digits behind a prefix, if there is nothing else.
fn number<'w>(word: &'w str, before: &str) -> Option<&'w str> {
    let digits = |number: &&str| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    word.strip_prefix(before).filter(digits)
}

#[cfg(test)]
mod tests {
    use crate::PageType;
    use crate::extract::tests::kept;

    const TEXT: &str = "The ferry left ten minutes late, with everybody who had waited for it on the pier, and two dogs.";
    const OTHER: &str = "Nobody on the island had ever heard of a lighthouse that was painted green, or of its keeper.";

    fn page(body: &str, own: &str, other: &str) -> String {
        let other = format!("<div class='{other}'><p>{OTHER}</div>");
        format!("<body class='{body}'><article class='{own}'><p>{TEXT}{other}</article>{other}")
    }

    #[test]
    fn posts_that_the_page_is_not_are_no_text() {
        let (body, own) = ("single single-post postid-12", "post-12 post type-post tag-pier");
        let html = page(body, own, "teaser post-34 post type-post");
        assert_eq!(kept(&html, PageType::Article), [TEXT]);
        for [body, own, other] in [
            // Answers to a topic; the page of nothing, of several posts; the post itself in other
            // words.
            [body, own, "post-34 type-reply"],
            ["home blog", own, "post-34 type-post"],
            ["single-post postid-x", own, "post-34 type-post"],
            [body, own, "post-12 type-post"],
            [body, own, "post-list type-post"],
        ] {
            assert_eq!(kept(&page(body, own, other), PageType::Article).len(), 2, "{body} {other}");
        }
        // What a product is made of.
        let rows = format!(
            "<tr class='product type-product post-34'><td>{OTHER}<td>12<tr class='type-product post-35'><td>{OTHER}<td>13"
        );
        let grouped = format!(
            "<body class='single-product postid-12'><div class='type-product post-12'><p>{TEXT}<table>{rows}</table></div>"
        );
        assert_eq!(kept(&grouped, PageType::Product).len(), 5);
        // Nothing says which text is its own.
        let html = page(body, "entry", "post-34 type-post");
        assert_eq!(kept(&html, PageType::Article), [TEXT, OTHER]);
        // Its own lies in another.
        let html = format!(
            "<body class='{body}'><div class='post-3 type-post'><p>{OTHER}<div class='{own}'><p>{TEXT}</div></div>"
        );
        assert_eq!(kept(&html, PageType::Article), [TEXT]);
        assert_eq!(kept("", PageType::Article).len(), 0);
    }
}
