//! Facts about a page that are in no column of its own.

use scutch_page::Metadata;

/// Facts that travel with the row but are no columns: counted by the run, or written by one format.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PageFacts {
    /// Metadata fields and whether their sources agree.
    pub(crate) agreements: Vec<(&'static str, &'static str)>,
    /// The type of the page. Readers of the row find it in the column `metadata_json`.
    pub(crate) page_type: Option<String>,
    /// Whether the page declares free access. Readers of the row find it in `schema_json`.
    pub(crate) accessible_for_free: Option<bool>,
}

impl PageFacts {
    /// The facts in the metadata of a page.
    pub(crate) fn from_metadata(metadata: &Metadata) -> Self {
        let agreements = metadata.agreements().map(|(field, agreement)| (field, agreement.name()));
        Self {
            agreements: agreements.collect(),
            page_type: metadata.page_type.clone(),
            accessible_for_free: metadata.accessible_for_free,
        }
    }
}
