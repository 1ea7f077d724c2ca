//! Controls that name their panel: by its id, as tabs and labels of boxes do.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::Judge;
use super::{LEVELS, NODES};
use crate::Page;
use crate::block::Container;
use crate::tree::{Attr, NodeId, Tree};

/// Attributes with the id of the panel that a label opens (WAI-ARIA; Bootstrap; `label`).
const TARGETS: &[&str] = &["aria-controls", "data-target", "data-bs-target", "data-tab", "for"];
/// Attributes of links that open a panel instead of leading to a section (Bootstrap).
const TOGGLES: &[&str] = &["data-toggle", "data-bs-toggle"];

/// The attributes of controls that the page has.
pub(super) struct Controls {
    /// [`TARGETS`] and [`TOGGLES`].
    targets: Vec<Attr>,
    toggles: Vec<Attr>,
    expanded: Option<Attr>,
    pub(super) label_for: Option<Attr>,
}

impl Controls {
    pub(super) fn new(tree: &Tree) -> Self {
        let known =
            |names: &[&str]| names.iter().filter_map(|name| tree.attr_of_name(name)).collect();
        Self {
            targets: known(TARGETS),
            toggles: known(TOGGLES),
            expanded: tree.attr_of_name("aria-expanded"),
            label_for: tree.attr_of_name("for"),
        }
    }

    /// Whether an element says that what it controls is open or closed.
    pub(super) fn expands(&self, tree: &Tree, id: NodeId) -> bool {
        self.expanded.is_some_and(|name| tree.attr(id, name).is_some())
    }
}

/// Containers by the id of their element.
pub(super) fn containers_by_id(page: &Page) -> FxHashMap<&str, u32> {
    let mut by_id = FxHashMap::default();
    for (at, container) in page.containers().iter().enumerate() {
        if let Some(id) = page.tree().attr(container.node, Attr::ID).filter(|id| !id.is_empty()) {
            // The first element of an id counts.
            by_id.entry(id).or_insert(at as u32);
        }
    }
    by_id
}

/// The blocks of the element behind a label whose id the label names.
pub(super) fn opened(
    judge: &Judge<'_, '_>,
    at: usize,
    container: &Container,
    (ids, controls): (&FxHashMap<&str, u32>, &Controls),
) -> Option<Range<usize>> {
    let tree = judge.page.tree();
    near(tree, container).find_map(|id| {
        targets(tree, id, controls).find_map(|target| {
            let panel = judge.blocks_of(*ids.get(target)?);
            (panel.start > at && !panel.is_empty()).then_some(panel)
        })
    })
}

/// The element of a container, those around it, and those in it.
fn near<'t>(tree: &'t Tree, container: &Container) -> impl Iterator<Item = NodeId> + use<'t> {
    let node = container.node;
    let around = tree.ancestors(node).take(LEVELS - 1);
    std::iter::once(node).chain(around).chain(tree.descendants(node).take(NODES))
}

/// The ids that a control names.
fn targets<'t>(
    tree: &'t Tree,
    id: NodeId,
    controls: &'t Controls,
) -> impl Iterator<Item = &'t str> {
    let named = controls.targets.iter().filter_map(move |name| tree.attr(id, *name));
    let is_toggle = || {
        tree.attr(id, Attr::ROLE) == Some("tab")
            || controls.toggles.iter().any(|name| tree.attr(id, *name).is_some())
    };
    let link = tree.attr(id, Attr::HREF).and_then(|link| link.strip_prefix('#'));
    let link = link.filter(|_| is_toggle());
    named.map(|value| value.trim_start_matches('#')).chain(link).filter(|id| !id.is_empty())
}
