//! Rows without personal data: the one place that all formats have their texts from.

use scutch_page::Metadata;
use scutch_page::mask::Masker;

use super::fill::count;
use crate::stages::opened::Draft;

/// Masks what a row and its document hold of the page, and flags the row. Columns that say which
/// record it is stay as they are. Markdown and `schema_json` are made of what is masked.
pub(super) fn mask(draft: &mut Draft, metadata: &mut Metadata) {
    let Draft { row, document, .. } = draft;
    let texts = [&row.text].into_iter().chain(row.also.iter().flatten());
    let mut masker = Masker::new(document, texts.map(String::as_str));
    for text in [&mut row.text].into_iter().chain(row.also.iter_mut().flatten()) {
        masker.text(text);
    }
    masker.document(document);
    masker.metadata(metadata);
    let values = [
        &mut row.title,
        &mut row.site,
        &mut row.subtitle,
        &mut row.section,
        &mut row.publisher,
        &mut row.licence,
        &mut row.canonical_url,
    ];
    values.into_iter().flatten().for_each(|value| masker.value(value));
    let lists = row.authors.iter_mut().chain(&mut row.keywords);
    lists.for_each(|value| masker.value(value));
    // Later pages may be noted there, too, so these are not those of the metadata.
    row.metadata.iter_mut().for_each(|fields| masker.candidates(fields));
    row.preferences.iter_mut().for_each(|preferences| masker.preferences(preferences));
    row.flags.extend(masker.masked().map(|masked| masked.id().to_owned()));
    row.flags.sort_unstable();
    row.flags.dedup();
    count(row);
}
