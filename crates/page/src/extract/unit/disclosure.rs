//! Labels of panels: tabs, the heads of accordions, questions above their answers. A label goes
//! where its panel goes, and a short panel goes with the others of its kind.
//!
//! Signs are those of WAI-ARIA (`aria-controls`, `aria-expanded`, the roles `tab` and `tablist`),
//! ids that a control names, labels of check boxes and radio buttons, and `summary`.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Judge;
use super::repeated::looks;
use crate::block::{Block, BlockKind, Container};
use crate::tree::{Attr, NodeId, Tag, Tree};
use crate::{Page, Reason};

/// Attributes with the id of the panel that a label opens (WAI-ARIA; Bootstrap; `label`).
const TARGETS: &[&str] = &["aria-controls", "data-target", "data-bs-target", "data-tab", "for"];
/// Attributes of links that open a panel instead of leading to a section (Bootstrap).
const TOGGLES: &[&str] = &["data-toggle", "data-bs-toggle"];
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
/// Parts of class words of heads that are no buttons.
const HEADS: &[&str] = &[
    "accordion-head",
    "accordion-title",
    "accordion__head",
    "accordion__title",
    "faq-question",
    "faq__question",
    "question-title",
    "toggle-title",
    "collapsible-header",
    "panel-heading",
];
/// Parts of class words of buttons that open what follows.
const OPENERS: &[&str] = &["accordion", "collaps", "toggle", "question", "faq", "expand"];
/// Width of a label, and of a panel that goes with the others.
const LABEL: f32 = 160.0;
/// Least score of a label: buttons of menus open panels, too.
const LEAST: f32 = 0.1;
/// From this share of links on, a block is a link.
const LINKS: f32 = 0.5;
/// Elements around a block that can be its label, and rows of labels.
const LEVELS: usize = 3;
/// Labels of one look, and panels of a row, that are more than a button for more.
const FEWEST: usize = 2;
/// Elements behind a row of labels among which its panels are.
const SIBLINGS: usize = 16;
/// Bytes of a class value that are read.
const CLASS: usize = 200;
/// Nodes within a container that are looked at.
const NODES: usize = 12;

/// The attributes of controls that the page has.
struct Controls {
    /// [`TARGETS`] and [`TOGGLES`].
    targets: Vec<Attr>,
    toggles: Vec<Attr>,
    expanded: Option<Attr>,
    label_for: Option<Attr>,
}

impl Controls {
    fn new(tree: &Tree) -> Self {
        let known =
            |names: &[&str]| names.iter().filter_map(|name| tree.attr_of_name(name)).collect();
        Self {
            targets: known(TARGETS),
            toggles: known(TOGGLES),
            expanded: tree.attr_of_name("aria-expanded"),
            label_for: tree.attr_of_name("for"),
        }
    }

    fn expands(&self, tree: &Tree, id: NodeId) -> bool {
        self.expanded.is_some_and(|name| tree.attr(id, name).is_some())
    }
}

/// Keeps labels of panels that are kept.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    let page = judge.page;
    let controls = Controls::new(page.tree());
    let ids = containers_by_id(page);
    let (mut tabs, mut heads): (Vec<Labelled>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, block) in page.blocks().iter().enumerate() {
        if !can_be_label(judge, at, block) {
            continue;
        }
        let container = &page.containers()[block.container as usize];
        if is_above_panels(judge, at) {
            judge.keep(at..at + 1, Reason::Unit);
        } else if let Some(panel) = opened(judge, at, container, (&ids, &controls)) {
            tabs.push((at, panel));
        } else if is_head(page.tree(), container, &controls) {
            heads.push(at);
        }
    }
    let panels: Vec<Labelled> =
        (0..heads.len()).map(|n| (heads[n], panel(judge, &heads, n))).collect();
    keep_labels(judge, &tabs);
    keep_labels(judge, &panels);
}

/// A label and its panel.
type Labelled = (usize, Range<usize>);

/// What is known of labels that look alike.
#[derive(Default)]
struct Counts<'p> {
    all: usize,
    /// Their panels that are kept.
    kept: usize,
    /// Labels that say what the one before says: "Read more" labels nothing.
    same: usize,
    last: Option<&'p str>,
}

impl Counts<'_> {
    /// Whether the labels go with their panels. One label alone is a button for more of the same.
    fn decide(&self) -> bool {
        self.kept >= FEWEST && self.kept * 2 >= self.all && self.same * 2 < self.all - 1
    }
}

/// Keeps labels that look alike if most of their panels are kept, and short panels with them.
fn keep_labels(judge: &mut Judge<'_, '_>, all: &[Labelled]) {
    if all.len() < FEWEST {
        return;
    }
    let blocks = judge.page.blocks();
    let kept = judge.kept_text();
    let looks = looks(judge.page);
    let look = |at: usize| looks[blocks[at].container as usize];
    let mut counts: FxHashMap<u64, Counts<'_>> = FxHashMap::default();
    for (at, panel) in all {
        let count = counts.entry(look(*at)).or_default();
        let text = Some(&*blocks[*at].text);
        count.all += 1;
        count.kept += usize::from(kept.is_most_of(panel));
        count.same += usize::from(count.last == text);
        count.last = text;
    }
    for (at, panel) in all {
        let goes = counts.get(&look(*at)).is_some_and(Counts::decide);
        if !goes || panel.is_empty() || judge.labels[*at].score < LEAST {
            continue;
        }
        // A panel that says its label itself needs no other.
        if !panel.clone().take(NODES).any(|part| blocks[part].text == blocks[*at].text) {
            judge.keep(*at..*at + 1, Reason::Unit);
        }
        // A long panel has a score of its own to go by, and a link leads on to another page.
        for part in panel.clone().take(NODES) {
            let is_short = judge.around.wordings[part].width < LABEL;
            let is_link = blocks[part].link_density() > LINKS;
            if is_short && !is_link && judge.labels[part].score >= LEAST {
                judge.keep(part..part + 1, Reason::Unit);
            }
        }
    }
}

/// The blocks behind a head: to the end of the element that holds both, or to the next head.
fn panel(judge: &Judge<'_, '_>, heads: &[usize], n: usize) -> Range<usize> {
    let containers = judge.page.containers();
    let mut container = &containers[judge.page.blocks()[heads[n]].container as usize];
    // Wrappers of nothing but the head.
    for _ in 0..LEVELS {
        if container.end as usize > heads[n] + 1 {
            break;
        }
        container = &containers[container.parent as usize];
    }
    let next = heads.get(n + 1).copied().unwrap_or(usize::MAX);
    let first = heads[n] + 1;
    first..(container.end as usize).min(next).max(first)
}

fn can_be_label(judge: &Judge<'_, '_>, at: usize, block: &Block) -> bool {
    block.text.contains(char::is_alphabetic)
        && judge.around.wordings[at].width < LABEL
        && !judge.around.inherited[block.container as usize].within(Tag::Nav)
        && !matches!(block.kind, BlockKind::Code | BlockKind::Cell)
}

/// Containers by the id of their element.
fn containers_by_id(page: &Page) -> FxHashMap<&str, u32> {
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
fn opened(
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

/// Whether an element is the head of what follows: a `summary`, a button that says whether its panel
/// is open, or the label of a check box before it.
fn is_head(tree: &Tree, container: &Container, controls: &Controls) -> bool {
    let node = container.node;
    let own = std::iter::once(node).chain(tree.descendants(node).take(NODES / 2));
    let parent = tree.parent(node).into_iter();
    own.chain(parent).any(|id| match tree.tag(id) {
        Some(Tag::Summary) => true,
        Some(Tag::Button) => controls.expands(tree, id) || has_part(tree, id, OPENERS),
        Some(_) => controls.expands(tree, id) && tree.attr(id, Attr::HREF).is_none(),
        None => false,
    }) || has_part(tree, node, HEADS)
        || controls.label_for.is_some_and(|name| is_beside_box(tree, node, name))
}

/// Whether a class has one of some parts.
fn has_part(tree: &Tree, id: NodeId, parts: &[&str]) -> bool {
    tree.attr(id, Attr::CLASS).is_some_and(|class| {
        let class = class[..class.floor_char_boundary(CLASS)].to_ascii_lowercase();
        parts.iter().any(|part| class.contains(part))
    })
}

/// Whether an element begins with a check box or radio button and the label of it.
fn is_beside_box(tree: &Tree, node: NodeId, label_for: Attr) -> bool {
    let mut elements = tree.descendants(node).take(NODES).filter(|id| tree.tag(*id).is_some());
    let is_box = |id: &NodeId| {
        tree.tag(*id) == Some(Tag::Input)
            && matches!(tree.attr(*id, Attr::TYPE), Some("checkbox" | "radio"))
    };
    let Some(input) = elements.next().filter(is_box) else { return false };
    let id = tree.attr(input, Attr::ID);
    id.is_some()
        && elements
            .any(|label| tree.tag(label) == Some(Tag::Label) && tree.attr(label, label_for) == id)
}

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
fn is_above_panels(judge: &Judge<'_, '_>, at: usize) -> bool {
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
