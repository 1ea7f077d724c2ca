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
        // The thresholds are those that the paper prints.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    fn kept(paragraphs: &[(usize, bool)]) -> Vec<bool> {
        let paragraph = |(words, linked): &(usize, bool)| match linked {
            true => format!("<p><a href=x>{}</a>", "word ".repeat(*words)),
            false => format!("<p>{}", "word ".repeat(*words)),
        };
        let html: String = paragraphs.iter().map(paragraph).collect();
        content(&Page::parse(html.as_bytes(), &Hints::default(), &Limits::default()))
    }

    #[test]
    fn the_tree_of_the_paper_decides() {
        for (paragraphs, expected) in [
            (vec![(17, false)], vec![true]),
            (vec![(16, false)], vec![false]),
            // A short block beside a long one is content.
            (vec![(3, false), (16, false)], vec![true, false]),
            (vec![(5, false), (3, false)], vec![false, true]),
            (vec![(4, false), (3, false)], vec![false, false]),
            // Behind a menu a text must be longer.
            (vec![(9, true), (40, false)], vec![false, false]),
            (vec![(9, true), (41, false)], vec![false, true]),
            (vec![(50, true)], vec![false]),
        ] {
            assert_eq!(kept(&paragraphs), expected, "{paragraphs:?}");
        }
    }
}
