//! Archived pages that are kept open.

use std::sync::{Arc, Mutex, PoisonError};

use scutch_folder::inputs::RecordPlace;

use crate::nodes::PageNodes;
use crate::shown::{Shown, shown};
use crate::source::{Opened, PageCapture, Source, SourceError};

/// Pages that are kept open: the one that is looked at and its neighbours.
const MOST_OPEN: usize = 4;

/// A page as it is looked at.
#[derive(Debug)]
pub(crate) struct OpenedPage {
    pub(crate) opened: Opened,
    pub(crate) nodes: PageNodes,
    pub(crate) shown: Shown,
}

/// The pages opened last.
#[derive(Debug, Default)]
pub(crate) struct OpenPages(Mutex<Vec<(RecordPlace, Arc<OpenedPage>)>>);

impl OpenPages {
    /// A page, opened or kept open. While a large one is opened, others are answered.
    pub(crate) fn page(
        &self,
        source: &Source,
        capture: &PageCapture,
    ) -> Result<Arc<OpenedPage>, SourceError> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, page)) = kept().iter().find(|(known, _)| *known == capture.place) {
            return Ok(page.clone());
        }
        // Opened without the lock, which other pages need. Two requests may both do the work.
        let opened = source.opened(capture)?;
        let nodes = PageNodes::new(&opened.page);
        let shown = shown(source, capture, &opened, &nodes);
        let page = Arc::new(OpenedPage { opened, nodes, shown });
        let mut kept = kept();
        if kept.len() >= MOST_OPEN {
            kept.remove(0);
        }
        kept.push((capture.place, page.clone()));
        Ok(page)
    }
}
