//! Where quotations come from: the address that the page declares, or that of an embedded post.

use std::cell::OnceCell;

use crate::Page;
use crate::page::Addresses;
use crate::tree::{NodeId, Tag, Tree};

/// Attributes of a quotation that hold the address of what is quoted (HTML standard; embedded
/// posts of Instagram, Threads and Mastodon).
const ATTRIBUTES: &[&str] =
    &["cite", "data-instgrm-permalink", "data-text-post-permalink", "data-embed-url"];
/// Classes of embedded posts whose last link leads to the post.
const POSTS: &[&str] = &["twitter-tweet", "twitter-video", "bluesky-embed"];
/// Nodes of an embedded post among which its link is looked for.
const REACH: usize = 512;

/// Finds the sources of the quotations of one page.
pub(super) struct Sources<'p> {
    page: &'p Page,
    /// Of their own, so that sources use up no room for the addresses of links.
    addresses: OnceCell<Addresses<'p>>,
}

impl<'p> Sources<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        Self { page, addresses: OnceCell::new() }
    }

    /// The absolute address of what a quotation quotes.
    pub(super) fn of_quotation(&self, quotation: NodeId) -> Option<String> {
        let tree = self.page.tree();
        let addresses = || self.addresses.get_or_init(|| Addresses::for_page(self.page));
        let declared = ATTRIBUTES.iter().filter_map(|name| tree.attr_named(quotation, name));
        let mut declared = declared.filter_map(|address| addresses().absolute(address));
        let post = || addresses().link(link_of_post(tree, quotation)?);
        // A title in `cite` is read as a relative address: only what is on the web is a source.
        let is_web =
            |address: &String| ["http://", "https://"].iter().any(|s| address.starts_with(s));
        declared.find(is_web).or_else(|| post().filter(is_web))
    }
}

/// The link that leads to an embedded post.
fn link_of_post(tree: &Tree, quotation: NodeId) -> Option<NodeId> {
    let is_post = |class: &str| POSTS.iter().any(|post| class.eq_ignore_ascii_case(post));
    let within = tree.descendants(quotation).take(REACH);
    let links = within.filter(|id| tree.tag(*id) == Some(Tag::A));
    tree.classes(quotation).any(is_post).then(|| links.last())?
}
