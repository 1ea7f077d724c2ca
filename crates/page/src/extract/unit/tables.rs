//! Tables with a caption, and tables with tables in their cells.
//!
//! A table is decided as a whole before units are. A small one scores low by itself, but whoever
//! writes a caption means content. Where tables stand in cells only the innermost hold data: the
//! cells around them are ordinary blocks, and go with them.

use std::ops::Range;

use super::Judge;
use crate::Reason;
use crate::block::{BlockKind, Container};
use crate::tree::Tag;

/// Mean score from which a table with a caption is content behind content.
const CAPTIONED: f32 = 0.1;
/// Width of a cell of an outer table.
const CELL: f32 = 150.0;
/// Blocks of a table that is looked at.
const BLOCKS: usize = 2000;

/// Keeps tables with captions behind content, and the cells around tables that are kept.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    let containers = judge.page.containers();
    for container in containers.iter().filter(|container| container.tag == Tag::Table) {
        let range = container.first as usize..container.end as usize;
        if range.len() > BLOCKS {
            continue;
        }
        if is_captioned(judge, container) && is_near_content(judge, &range)
            || surrounds_kept(judge, container, &range)
        {
            judge.keep(range, Reason::Unit);
        }
    }
}

/// Whether a data table has a caption, of its own or of the figure around it.
fn is_captioned(judge: &Judge<'_, '_>, table: &Container) -> bool {
    let blocks = judge.page.blocks();
    let figure = &judge.page.containers()[table.parent as usize];
    let holder = if figure.tag == Tag::Figure { figure } else { table };
    let ends = [holder.first, holder.end.saturating_sub(1)];
    let is_data = |at: u32| blocks[at as usize].cell.is_some_and(|cell| cell.table == table.node);
    table.first < table.end
        && ends.iter().any(|at| blocks[*at as usize].kind == BlockKind::Caption)
        && is_data(table.end - 1)
}

/// Whether a table stands behind content and is not sure to be none.
fn is_near_content(judge: &Judge<'_, '_>, range: &Range<usize>) -> bool {
    let is_caption = |at: &usize| judge.page.blocks()[*at].kind == BlockKind::Caption;
    let cells = range.clone().filter(|at| !is_caption(at));
    let (sum, count) =
        cells.fold((0.0, 0.0), |(sum, count), at| (sum + judge.labels[at].score, count + 1.0));
    // Its caption stands before it, and follows it in turn.
    let mut before = (1..=2).filter_map(|n| judge.around.before(range.start, n));
    let text = before.find(|at| !is_caption(at));
    sum >= count * CAPTIONED && text.is_some_and(|text| judge.labels[text].content)
}

/// Whether a table with a head or caption holds tables most of which is kept, and short cells.
fn surrounds_kept(judge: &Judge<'_, '_>, table: &Container, range: &Range<usize>) -> bool {
    let containers = judge.page.containers();
    let blocks = judge.page.blocks();
    let (mut kept, mut inner, mut headed) = (0, 0, false);
    for at in range.clone().filter(|at| blocks[*at].chars > 0) {
        if judge.around.wordings[at].width >= CELL {
            return false;
        }
        match blocks[at].cell {
            Some(cell) if cell.table != table.node => {
                inner += 1;
                kept += usize::from(judge.labels[at].content);
            }
            Some(_) => return false,
            None => {
                let tag = containers[blocks[at].container as usize].tag;
                headed |= matches!(tag, Tag::Th | Tag::Caption);
            }
        }
    }
    headed && kept * 2 > inner
}
