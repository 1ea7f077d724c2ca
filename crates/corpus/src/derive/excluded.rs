//! Rows that a list, or what their pages ask of machines, keeps out of the corpus.

use scutch_folder::config::scope::Filter;

use super::Deriving;
use crate::row::Row;
use crate::row::named::{Naming, pages};
use crate::stages::opened::Draft;

impl Deriving<'_> {
    /// Whether the list of the configuration names a row, a later page in it, or a copy of its capture.
    pub(super) fn is_excluded(&self, draft: &Draft) -> bool {
        let excluded = &self.evidence.selection.excluded;
        if excluded.is_empty() {
            return false;
        }
        let row = &draft.row;
        // Later pages without a capture are only noted. A list may name them all the same.
        let metadata = row.metadata.as_ref().and_then(|fields| fields.get("pages"));
        let noted = metadata.into_iter().flatten().map(|page| page.value.as_str());
        let naming = Naming {
            exclusion: excluded,
            id: &row.id,
            identity: Some(&draft.identity),
            pwid: row.pwid.as_deref(),
        };
        let own = naming.of_row(
            &row.url_key,
            row.timestamp.map(|ms| ms.div_euclid(1000)),
            [Some(&row.payload_digest), row.archive_digest.as_deref()],
        );
        !own.is_empty() || !pages(excluded, row.pages.iter().flatten(), noted).is_empty()
    }

    /// The filter that drops a row by what its pages ask of machines.
    pub(super) fn refused(&self, row: &Row) -> Option<Filter> {
        let preferences = row.preferences.as_ref().filter(|_| self.config.scope.respect)?;
        let refused = preferences.refuse().then_some(Filter::RobotsDirective);
        refused.or_else(|| preferences.reserve_mining().then_some(Filter::TdmReserved))
    }
}
