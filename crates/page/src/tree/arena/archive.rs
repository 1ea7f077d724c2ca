//! What a web archive put into the page, or around it.

use rustc_hash::FxHashSet;

use super::links::{Links, NONE};
use crate::additions::{self, Part};
use crate::tree::{NodeKind, Tag};

/// Elements that a web archive has to do with.
#[derive(Debug, Default)]
pub(super) struct ArchiveParts {
    /// Elements that the archive put in.
    additions: FxHashSet<u32>,
    /// Elements that the archive may have put around the page.
    around: FxHashSet<u32>,
    /// The page as archived, in one of them.
    content: Option<u32>,
}

impl ArchiveParts {
    /// Reads the id of an element.
    pub(super) fn read_id(&mut self, element: u32, id: &str) {
        match additions::part(id) {
            Some(Part::Addition) => drop(self.additions.insert(element)),
            Some(Part::Around) => drop(self.around.insert(element)),
            Some(Part::Content) => self.content = self.content.or(Some(element)),
            None => {}
        }
    }

    /// What holds for an element holds for its copy.
    pub(super) fn copy(&mut self, element: u32, copy: u32) {
        if self.contains(element) {
            self.additions.insert(copy);
        }
        if self.around.contains(&element) {
            self.around.insert(copy);
        }
    }

    /// Whether anything was put in.
    pub(super) fn is_empty(&self) -> bool {
        self.additions.is_empty()
    }

    pub(super) fn contains(&self, element: u32) -> bool {
        !self.additions.is_empty() && self.additions.contains(&element)
    }

    /// If the archive put elements around the page, everything beside the page is the archive's.
    pub(super) fn add_surroundings(&mut self, links: &Links) {
        // Without the element for the page there is nothing to be beside.
        let Some(content) = self.content else { return };
        let path = path_to_body(links, content);
        if !path[1..].iter().any(|node| self.around.contains(node)) {
            return;
        }
        self.add_head(links);
        for pair in path.windows(2) {
            let mut child = links.get(pair[1]).first;
            while child != NONE {
                if child != pair[0] {
                    self.additions.insert(child);
                }
                child = links.get(child).next;
            }
        }
    }

    /// In the head of the archive's own page only the title is that of the page as archived.
    fn add_head(&mut self, links: &Links) {
        let of_archive = [Tag::Meta, Tag::Link, Tag::Base].map(NodeKind::Element);
        let in_head =
            |parent| parent != NONE && links.get(parent).kind == NodeKind::Element(Tag::Head);
        for (id, node) in (0..).zip(&links.nodes) {
            if in_head(node.parent) && of_archive.contains(&node.kind) {
                self.additions.insert(id);
            }
        }
    }
}

/// A node and the elements around it, up to the body.
fn path_to_body(links: &Links, node: u32) -> Vec<u32> {
    let is_body = |id: u32| matches!(links.get(id).kind, NodeKind::Element(Tag::Body));
    let parent = |id: &u32| links.parent(*id).filter(|_| !is_body(*id));
    std::iter::successors(Some(node), parent).collect()
}
