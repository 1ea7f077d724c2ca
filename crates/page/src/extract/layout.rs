//! The layout around a block: columns of tables, coloured boxes, cards, form controls.

use super::groups::running_count;
use super::row::scaled_log;
use super::sums::Sum;
use super::surroundings::Surroundings;
use crate::Page;
use crate::block::{Block, BlockKind, Container, SpanKind};
use crate::tree::{Attr, Tag, Tree};

/// The layout of one container.
#[derive(Debug, Clone, Copy, Default)]
struct ContainerLayout {
    /// The innermost table cell around it.
    cell: Option<u32>,
    /// Number of tables around it.
    tables: u8,
    /// Whether the innermost table has only one cell, as pages of the nineties draw boxes.
    lone: bool,
    /// Whether an element around it has its own background and is smaller than half the page.
    coloured: bool,
}

/// The layout of a page, computed once.
pub(super) struct Layout<'p> {
    page: &'p Page,
    places: Vec<ContainerLayout>,
    /// Form controls before each node.
    controls: Vec<u32>,
    /// For each block, how many rules stand before it within its element.
    rules: Vec<i32>,
}

/// The layout around one block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BlockLayout {
    pub(super) cell: Option<Sum>,
    pub(super) tables: f32,
    pub(super) lone_cell: bool,
    pub(super) coloured: bool,
    pub(super) controls_inner: bool,
    pub(super) controls_middle: bool,
    pub(super) pictures_inner: f32,
    pub(super) behind_rule: bool,
    pub(super) first_inside: bool,
    pub(super) last_inside: bool,
}

impl<'p> Layout<'p> {
    pub(super) fn new(page: &'p Page, around: &Surroundings<'_>) -> Self {
        let tree = page.tree();
        Self {
            page,
            places: container_layouts(page, around),
            controls: running_count(tree, |id| is_control(tree, id)),
            rules: rules(page),
        }
    }

    /// The layout around one block.
    pub(super) fn for_block(&self, around: &Surroundings<'_>, index: usize) -> BlockLayout {
        let block = &self.page.blocks()[index];
        let place = self.places[block.container as usize];
        let [inner, middle, _] = around.levels(index);
        let element = &self.page.containers()[inner as usize];
        let inside = element.first as usize..element.end as usize;
        BlockLayout {
            cell: place.cell.map(|cell| around.sum(cell)),
            // Nesting beyond five tables says no more, and features stay below one.
            tables: f32::from(place.tables.min(5)) / 5.0,
            lone_cell: place.lone,
            coloured: place.coloured,
            controls_inner: self.inside(&self.controls, inner) > 0,
            controls_middle: self.inside(&self.controls, middle) > 0,
            pictures_inner: scaled_log(self.inside(&around.groups().counts.pictures, inner) as f32),
            behind_rule: self.rules[index] > 0,
            first_inside: around.before(index, 1).is_none_or(|previous| previous < inside.start),
            last_inside: around.after(index, 1).is_none_or(|next| next >= inside.end),
        }
    }

    fn inside(&self, counts: &[u32], container: u32) -> u32 {
        let node = self.page.containers()[container as usize].node;
        counts[self.page.tree().end(node).0 as usize] - counts[node.0 as usize]
    }
}

/// Whether an element is a visible form control.
fn is_control(tree: &Tree, id: crate::tree::NodeId) -> bool {
    match tree.tag(id) {
        Some(Tag::Textarea | Tag::Select) => true,
        Some(Tag::Input) => {
            // Hidden inputs carry state and are in nearly every form.
            !tree.attr(id, Attr::TYPE).is_some_and(|t| t.eq_ignore_ascii_case("hidden"))
        }
        _ => false,
    }
}

/// The layout of each container. Containers come after those around them, so one pass inherits
/// everything.
fn container_layouts(page: &Page, around: &Surroundings<'_>) -> Vec<ContainerLayout> {
    let containers = page.containers();
    let mut cells = vec![0_u32; containers.len()];
    let mut tables: Vec<u32> = Vec::with_capacity(containers.len());
    for (index, container) in containers.iter().enumerate() {
        let own = if container.tag == Tag::Table {
            index as u32
        } else {
            tables.get(container.parent as usize).copied().unwrap_or(0)
        };
        tables.push(own);
        if matches!(container.tag, Tag::Td | Tag::Th) {
            cells[own as usize] += 1;
        }
    }
    let mut places: Vec<ContainerLayout> = Vec::with_capacity(containers.len());
    for (index, container) in containers.iter().enumerate() {
        let mut place = places.get(container.parent as usize).copied().unwrap_or_default();
        match container.tag {
            Tag::Table => {
                place.tables = place.tables.saturating_add(1);
                place.lone = cells[index] == 1;
            }
            Tag::Td | Tag::Th => place.cell = Some(index as u32),
            _ => {}
        }
        // A table around the whole page is coloured on many sites of the nineties.
        let small = around.sum(index as u32).chars < 0.5 * around.total.chars;
        place.coloured |= small && has_background(page.tree(), container);
        places.push(place);
    }
    places
}

/// Whether a part of a table has a background of its own.
fn has_background(tree: &Tree, container: &Container) -> bool {
    let table = matches!(container.tag, Tag::Table | Tag::Tr | Tag::Td | Tag::Th);
    table && tree.attr_named(container.node, "bgcolor").is_some()
}

/// Rules are containers without blocks. Each counts for all blocks behind it in the same element.
fn rules(page: &Page) -> Vec<i32> {
    let containers = page.containers();
    let mut steps = vec![0; page.blocks().len() + 1];
    for rule in containers.iter().filter(|c| c.tag == Tag::Hr) {
        steps[rule.first as usize] += 1;
        steps[containers[rule.parent as usize].end as usize] -= 1;
    }
    let mut count = 0;
    let count_up = |step: &i32| {
        count += step;
        count
    };
    steps.iter().map(count_up).collect()
}

/// Which links and emphasis begin a block and how far they reach.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LeadingSpans {
    /// The whole text is a link.
    pub(super) linked: bool,
    /// The first line is a link.
    pub(super) linked_line: bool,
    pub(super) strong: bool,
    pub(super) strong_line: bool,
    pub(super) emphasis: bool,
}

/// The links and marks that begin a block.
pub(super) fn leading_spans(block: &Block) -> LeadingSpans {
    let end = block.text.len() as u32;
    let line = block.text.find('\n').map_or(end, |at| at as u32);
    let mut marked = LeadingSpans::default();
    for span in block.spans.iter().filter(|span| span.start == 0) {
        let (whole, first_line) = (span.end == end, span.end >= line && line < end);
        match span.kind {
            SpanKind::Link => {
                marked.linked |= whole;
                marked.linked_line |= first_line && !whole;
            }
            SpanKind::Strong => {
                marked.strong |= whole;
                marked.strong_line |= first_line && !whole;
            }
            SpanKind::Emphasis => marked.emphasis |= whole,
            _ => {}
        }
    }
    marked
}

/// Whether `title` is the linked title of a card and `text` its text.
pub(super) fn is_card(title: &Block, text: &Block) -> bool {
    let linked = title.link_density() > 0.9 && text.link_density() < 0.3;
    let plain = !matches!(text.kind, BlockKind::Heading(_));
    linked && plain && text.chars > title.chars / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    fn laid(html: &str) -> Vec<BlockLayout> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let layout = Layout::new(&page, &around);
        (0..page.blocks().len()).map(|index| layout.for_block(&around, index)).collect()
    }

    #[test]
    fn cells_boxes_and_rules_are_seen() {
        let html = "<table><tr><td><p>one text that is long enough to be half<table><tr>
            <td bgcolor=red>box</table><hr><p>after<td>side<form><input></form></table>";
        let laid = laid(html);
        let seen: Vec<_> = laid.iter().map(|l| (l.lone_cell, l.coloured, l.behind_rule)).collect();
        let plain = (false, false, false);
        assert_eq!(seen, [plain, (true, true, false), (false, false, true), plain]);
        assert_eq!(laid[1].tables, 0.4);
        assert!(laid[3].controls_inner && !laid[1].controls_inner);
    }

    #[test]
    fn marks_lie_on_all_or_the_first_line() {
        let html = "<p><a href=x><b>Title</b></a><br>text</p><p><b>all</b></p><p>no <i>one</i>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let found: Vec<LeadingSpans> = page.blocks().iter().map(leading_spans).collect();
        let none = LeadingSpans::default();
        let expected = [
            LeadingSpans { linked_line: true, strong_line: true, ..none },
            LeadingSpans { strong: true, ..none },
            none,
        ];
        assert_eq!(found, expected);
    }
}
