//! Rows that somebody decided on.

use scutch_folder::config::scope::Filter;
use scutch_folder::decisions::RowDecision;
use scutch_page::Metadata;

use super::Deriving;
use super::fill::conflicts;
use crate::row::{PageFacts, Row};
use crate::stages::opened::{DecidedCopies, DecidedCopy, Draft, Outcome};

/// Copies of a capture that can be decided on: their ids are tried one by one.
const COPIES: u32 = 64;

impl Deriving<'_> {
    /// What becomes of the copies of a capture that were decided on; `None` if none was. Which copy
    /// a record is shows only when all records before it have become rows.
    pub(super) fn decided(&self, draft: &Draft, metadata: &Metadata) -> Option<Box<DecidedCopies>> {
        let decisions = self.decisions?;
        let copy = |ordinal| {
            let id = draft.identity.row_id(ordinal);
            let outcome = self.outcome_of(decisions.get(&id)?, draft, metadata);
            Some(DecidedCopy { ordinal, id, outcome })
        };
        let copies: Vec<DecidedCopy> = (0..COPIES).filter_map(copy).collect();
        let capture = draft.identity.key();
        (!copies.is_empty()).then(|| Box::new(DecidedCopies { capture, copies }))
    }

    fn outcome_of(&self, decision: &RowDecision, draft: &Draft, metadata: &Metadata) -> Outcome {
        if decision.keep == Some(false) {
            return Outcome::OutOfScope(Filter::LeftOut);
        }
        let (mut draft, mut metadata) = (draft.clone(), metadata.clone());
        for decided in &decision.values {
            metadata.decide(decided.field.metadata(), decided.values.clone(), &decided.by);
        }
        describe(&mut draft.row, &metadata);
        draft.facts = PageFacts::from_metadata(&metadata);
        self.concluded(draft, &metadata)
    }
}

/// Fills the columns that decisions change.
fn describe(row: &mut Row, metadata: &Metadata) {
    // Later pages may be noted there, too.
    let candidates = row.metadata.get_or_insert_default();
    for field in Metadata::DECIDABLE {
        if let Some(found) = metadata.candidates.get(field) {
            candidates.insert(field, found.clone());
        }
    }
    row.title.clone_from(&metadata.title);
    row.authors.clone_from(&metadata.authors);
    row.date_published.clone_from(&metadata.date_published);
    row.metadata_conflicts = conflicts(metadata);
}
