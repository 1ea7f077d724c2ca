//! The two scores of a block: a linear one from itself, then trees that also see its context.

use std::sync::LazyLock;

use scutch_learn::Trees;

use super::reason::Reason;
use super::tables::tables;
use super::{context, row};

/// One table of weights.
#[derive(Debug)]
struct Model {
    weights: Vec<f32>,
}

/// The score of the block by itself.
static FIRST: LazyLock<Model> = LazyLock::new(|| Model::read(&tables().first, &row::names()));
/// The score of the block with all that is known around it.
static SECOND: LazyLock<Trees> = LazyLock::new(|| {
    let names: Vec<String> = row::names().into_iter().chain(context::names()).collect();
    let group = |feature: usize| match feature.checked_sub(row::COUNT) {
        None => row::reason(feature) as u8,
        Some(feature) => context::reason(feature) as u8,
    };
    Trees::read(&tables().second, &names, group)
});

impl Model {
    /// Reads `name<TAB>weight` lines; features without a line weigh nothing.
    fn read(table: &str, names: &[String]) -> Self {
        let mut model = Self { weights: vec![0.0; names.len()] };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let Some(place) = fields.next().and_then(|name| names.iter().position(|n| n == name))
            else {
                continue;
            };
            model.weights[place] = fields.next().and_then(|f| f.parse().ok()).unwrap_or(0.0);
        }
        model
    }

    fn score(&self, row: &[f32]) -> f32 {
        let sum: f32 = self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// First scores of all blocks.
pub(super) fn first(rows: &[row::Row]) -> Vec<f32> {
    rows.iter().map(|row| FIRST.score(&row.0)).collect()
}

/// The score of a block, and what pulled most towards content and away from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scored {
    pub(super) score: f32,
    towards: Reason,
    away: Reason,
}

impl Scored {
    /// Of a block without text.
    pub(super) const NONE: Self = Self { score: 0.0, towards: Reason::Kind, away: Reason::Kind };

    /// What decided, for one who knows the decision.
    pub(super) fn reason(self, content: bool) -> Reason {
        if content { self.towards } else { self.away }
    }
}

/// How many rows are remembered.
const REMEMBERED: usize = 4;
/// On pages of fewer blocks looking for a row that is alike costs more than it saves.
const MANY: usize = 1000;

type Both = [f32; row::COUNT + context::COUNT];

/// Scores blocks in their context, one after another. On pages that repeat themselves many rows are alike in all that
/// the trees ask; then they are not asked again.
pub(super) struct Judge {
    remembered: usize,
    /// The last rows on which the trees have voted.
    known: Vec<(Both, Scored)>,
    votes: usize,
}

impl Judge {
    /// For a page of so many blocks.
    pub(super) fn new(blocks: usize) -> Self {
        let remembered = if blocks < MANY { 0 } else { REMEMBERED };
        Self { remembered, known: Vec::with_capacity(remembered), votes: 0 }
    }

    /// The score of a block.
    pub(super) fn second(&mut self, first: &row::Row, second: &context::Row) -> Scored {
        let mut row = [0.0; row::COUNT + context::COUNT];
        row[..row::COUNT].copy_from_slice(&first.0);
        row[row::COUNT..].copy_from_slice(&second.0);
        if let Some((_, scored)) = self.known.iter().find(|(known, _)| SECOND.agree(known, &row)) {
            return *scored;
        }
        let scored = vote(&row);
        if self.known.len() < self.remembered {
            self.known.push((row, scored));
        } else if let Some(oldest) = self.known.get_mut(self.votes % REMEMBERED) {
            *oldest = (row, scored);
        }
        self.votes += 1;
        scored
    }
}

fn vote(row: &Both) -> Scored {
    let mut pulls = [0.0; Reason::ALL.len()];
    let score = SECOND.score(row, &mut pulls);
    let (mut most, mut least) = (0, 0);
    for (place, pull) in pulls.iter().enumerate() {
        if *pull > pulls[most] {
            most = place;
        }
        if *pull < pulls[least] {
            least = place;
        }
    }
    Scored { score, towards: Reason::ALL[most], away: Reason::ALL[least] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Lexicon;
    use crate::extract::surroundings::Surroundings;
    use crate::{Hints, Limits, Page};

    /// Votes on a page, and blocks.
    fn votes(html: &str) -> (usize, usize) {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let rows = crate::extract::features::rows(&page, &around, Lexicon::in_use());
        let scores = first(&rows);
        let mut judge = Judge::new(rows.len());
        for (row, context) in rows.iter().zip(context::rows(&page, &around, &scores)) {
            let scored = judge.second(row, &context);
            let mut both = row.0.to_vec();
            both.extend(context.0);
            let alone = vote(&both.try_into().expect("all features"));
            assert_eq!((scored.score, scored.towards), (alone.score, alone.towards));
        }
        (judge.votes, page.blocks().len())
    }

    #[test]
    fn pages_that_repeat_themselves_need_few_votes() {
        for piece in ["<p>x</p>", "<h2>One</h2><p>Two words</p><ul><li>three</ul>"] {
            let (votes, blocks) = votes(&piece.repeat(2000));
            assert!(votes * 5 < blocks, "{votes} of {blocks}: {piece}");
        }
    }
}
