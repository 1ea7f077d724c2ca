//! Rows of labels, behind which their panels stand: tabs above what they open.

use super::super::Judge;
use super::{FEWEST, LEVELS, has_part};
use crate::Page;
use crate::block::{ClassName, Container};
use crate::tree::{Attr, NodeId, Tree};

/// Parts of class words of panels behind a row of labels.
const PANELS: &[&str] = &["tab", "pane"];
/// Elements behind a row of labels among which its panels are.
const SIBLINGS: usize = 16;

/// Whether the elements behind a row of labels, or those in the first of them, are panels.
fn stands_before_panels(tree: &Tree, row: NodeId) -> bool {
    let Some(parent) = tree.parent(row) else { return false };
    let end = tree.end(parent);
    let next = |id: NodeId| Some(tree.end(id)).filter(|next| *next < end);
    let siblings = || std::iter::successors(next(row), |id| next(*id)).take(SIBLINGS);
    let is_panel = |id: &NodeId| {
        tree.tag(*id).is_some()
            && (tree.attr(*id, Attr::ROLE) == Some("tabpanel") || has_part(tree, *id, PANELS))
    };
    let first = siblings().find(|id| tree.tag(*id).is_some());
    let inside = first.into_iter().flat_map(|id| tree.children(id).take(SIBLINGS));
    siblings().filter(is_panel).count() >= FEWEST || inside.filter(is_panel).count() >= FEWEST
}

/// For each container, whether it is a row of labels.
pub(super) fn rows(page: &Page) -> Vec<bool> {
    let is_row = |container: &Container| {
        container.names.has(ClassName::Tabs)
            || page.tree().attr(container.node, Attr::ROLE) == Some("tablist")
    };
    page.containers().iter().map(is_row).collect()
}

/// Whether a block is in a row of labels, right behind which panels stand that are kept.
pub(super) fn is_above_panels(judge: &Judge<'_, '_>, at: usize, rows: &[bool]) -> bool {
    let containers = judge.page.containers();
    let parent = |row: &usize| Some(containers[*row].parent as usize);
    let around = std::iter::successors(Some(judge.page.blocks()[at].container as usize), parent);
    let Some(row) = around.take(LEVELS).find(|row| rows[*row]) else { return false };
    let Container { node, parent, end, .. } = containers[row];
    let behind = containers[parent as usize].end;
    let next = judge.kept_after(end as usize - 1);
    // Panels lie in the element that holds the row.
    stands_before_panels(judge.page.tree(), node) && next.is_some_and(|next| next < behind as usize)
}
