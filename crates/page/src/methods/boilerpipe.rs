//! Boilerpipe's rules on the number of words and the link density of three blocks in a row.

use super::words::words;
use crate::Page;

/// The decision tree of the paper, algorithm 2.
pub(super) fn content(page: &Page) -> Vec<bool> {
    let blocks: Vec<usize> =
        (0..page.blocks().len()).filter(|at| page.blocks()[*at].chars > 0).collect();
    let mut kept = vec![false; page.blocks().len()];
    let measured: Vec<(usize, f32)> = blocks
        .iter()
        .map(|at| (words(&page.blocks()[*at].text).count(), page.blocks()[*at].link_density()))
        .collect();
    for (place, at) in blocks.iter().enumerate() {
        let (count, density) = measured[place];
        let (before, density_before) = match place {
            0 => (0, 0.0),
            _ => measured[place - 1],
        };
        let after = measured.get(place + 1).map_or(0, |(count, _)| *count);
        kept[*at] = density <= 1.0 / 3.0
            && if density_before <= 5.0 / 9.0 {
                count > 16 || after > 15 || before > 4
            } else {
                count > 40 || after > 17
            }
            && !page.blocks()[*at].hidden;
    }
    kept
}
