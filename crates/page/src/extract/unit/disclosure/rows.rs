//! Rows of labels, behind which their panels stand: tabs above what they open.

use super::super::Judge;
use super::{FEWEST, LEVELS, has_part};
use crate::block::Container;
use crate::tree::{Attr, NodeId, Tree};

/// Class words of rows of labels: MkDocs, Bootstrap, jQuery UI, Docusaurus, W3Schools and others.
const ROWS: &[&str] = &[
    "tabbed-labels",
    "nav-tabs",
    "nav-pills",
    "ui-tabs-nav",
    "tab",
    "tabs",
    "tab-list",
    "tablist",
    "tabs__list",
    "tabs-list",
    "tabs-nav",
    "tab-nav",
    "tabs__nav",
    "tab-labels",
    "tab-buttons",
    "tab-bar",
    "tabs-menu",
    "tabs-header",
    "tab-header",
];
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

/// Whether a block is in a row of labels, right behind which panels stand that are kept.
pub(super) fn is_above_panels(judge: &Judge<'_, '_>, at: usize) -> bool {
    let tree = judge.page.tree();
    let containers = judge.page.containers();
    let mut row = judge.page.blocks()[at].container as usize;
    for _ in 0..LEVELS {
        let Container { node, parent, end, .. } = containers[row];
        let is_row = tree.attr(node, Attr::ROLE) == Some("tablist")
            || tree.classes(node).any(|word| ROWS.contains(&word));
        if is_row {
            let behind = containers[parent as usize].end;
            let next = judge.kept_after(end as usize - 1);
            // Panels lie in the element that holds the row.
            return stands_before_panels(tree, node)
                && next.is_some_and(|next| next < behind as usize);
        }
        row = parent as usize;
    }
    false
}
