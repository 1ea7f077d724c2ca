//! Fills the columns of a row: sizes, metadata, source.

use scutch_archive::copy::RecordBytes;
use scutch_archive::standard::Blocks;
use scutch_archive::{Capture, Cause, PayloadDigests, digest};
use scutch_folder::config::Config;
use scutch_folder::inputs::Archives;
use scutch_page::{Agreement, Metadata, counts};

use crate::row::{Identity, Row, pwid};
use crate::stages::opened::Draft;

/// Fills the columns about size. `visible` is the number of visible characters of the whole page.
pub(super) fn size(row: &mut Row, visible: usize) {
    let chars = count(row);
    // Rules can take text from scripts, so there may be more text than visible characters.
    row.content_ratio = (visible > 0).then(|| (chars as f32 / visible as f32).min(1.0));
}

/// Counts characters and words of the text. Returns the characters without line breaks.
pub(super) fn count(row: &mut Row) -> usize {
    // Line breaks between blocks are ours, not characters of the page.
    let (all, breaks) = counts::chars_and_lines(&row.text);
    row.n_chars = saturate(all);
    row.n_words = saturate(counts::words(&row.text));
    all - breaks
}

/// Fills the columns about the content of the page.
pub(super) fn describe(row: &mut Row, metadata: &Metadata) {
    row.metadata = Some(metadata.candidates.clone());
    row.title.clone_from(&metadata.title);
    row.site.clone_from(&metadata.site);
    row.language.clone_from(&metadata.language);
    row.language_score = metadata.language_score;
    row.authors.clone_from(&metadata.authors);
    row.keywords.clone_from(&metadata.keywords);
    row.date_published.clone_from(&metadata.date_published);
    row.date_modified.clone_from(&metadata.date_modified);
    row.subtitle.clone_from(&metadata.subtitle);
    row.section.clone_from(&metadata.section);
    row.publisher.clone_from(&metadata.publisher);
    row.licence.clone_from(&metadata.licence);
    row.canonical_url.clone_from(&metadata.canonical_url);
    row.post_id.clone_from(&metadata.post_id);
    row.metadata_conflicts = conflicts(metadata);
}

/// The fields about which sources differ.
pub(super) fn conflicts(metadata: &Metadata) -> Vec<String> {
    let differ = metadata.agreements().filter(|(_, agreement)| *agreement == Agreement::Differ);
    differ.map(|(field, _)| field.to_owned()).collect()
}

/// Fills the columns about the source of the row, and its id.
pub(super) fn locate(
    draft: &mut Draft,
    capture: &Capture<'_>,
    input: usize,
    archives: Archives<'_>,
    config: &Config,
) {
    let record = capture.record;
    let row = &mut draft.row;
    row.url = capture.url.to_owned();
    // For sorting by host and path, as CDX files do.
    row.url_key = scutch_url::surt(capture.url);
    row.timestamp = capture.date.map(|d| d.unix_ms);
    row.warc_date = record.header("WARC-Date").map(str::to_owned);
    row.http_status = capture.status;
    let blocks = || blocks(capture, input, archives);
    let digests = PayloadDigests::of_capture(capture, blocks);
    row.payload_digest = format!("sha256:{}", digests.sha256);
    row.archive_digest = record.header("WARC-Payload-Digest").map(str::to_owned);
    row.digest_status = digests.status.as_str().to_owned();
    row.warc_file.clone_from(&archives.files[input].name);
    let location = record.location();
    row.warc_offset = location.offset;
    row.warc_length = location.length;
    row.inner_offset = location.inner_offset;
    row.warc_record_id = record.record_id().map(str::to_owned);
    if let (Some(archive), Some(time)) = (&config.archive_id, row.timestamp) {
        row.pwid = pwid(archive, time, &row.url);
    }
    add_flags(row, capture);
    // Records without an id occur in ARC files.
    let record_key = row
        .warc_record_id
        .clone()
        .unwrap_or_else(|| format!("sha256:{}", digest::sha256_hex(record.block())));
    draft.identity =
        Identity::new(&row.url, row.warc_date.as_deref().unwrap_or_default(), &record_key);
    row.id = draft.identity.row_id(0);
}

/// Adds the flags of record and payload to those of page and extraction.
fn add_flags(row: &mut Row, capture: &Capture<'_>) {
    let faults = capture.record.faults().iter().map(|f| f.cause.id());
    let payload = capture.payload.flags.iter().map(|f| f.id());
    row.flags.extend(faults.chain(payload).map(str::to_owned));
    // They may agree.
    row.flags.sort_unstable();
    row.flags.dedup();
}

/// Reads the block of a capture again. Not where it stands elsewhere: the payload of a revisit is
/// that of its original, and segments have several blocks.
fn blocks(capture: &Capture<'_>, input: usize, archives: Archives<'_>) -> Option<Box<dyn Blocks>> {
    let record = capture.record;
    let is_resolved = record.faults().iter().any(|fault| fault.cause == Cause::RevisitResolved);
    let is_elsewhere = is_resolved || record.segment().is_some();
    let source = (!is_elsewhere).then(|| archives.source(input).ok()).flatten()?;
    Some(Box::new(RecordBytes::new(source)))
}

/// A count as a column value.
pub(super) fn saturate(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sized(text: &str, visible: usize) -> Row {
        let mut row = Row { text: text.to_owned(), ..Row::default() };
        size(&mut row, visible);
        row
    }

    proptest! {
        #[test]
        fn the_ratio_is_a_share_and_characters_are_those_of_the_text(
            text in "[a-z\u{e4}\u{4e00} \n]{0,60}",
            visible in 0..100_usize,
        ) {
            let row = sized(&text, visible);
            prop_assert_eq!(row.n_chars as usize, text.chars().count());
            prop_assert!(row.content_ratio.is_none_or(|ratio| (0.0..=1.0).contains(&ratio)));
            prop_assert_eq!(row.content_ratio.is_some(), visible > 0);
        }
    }

    #[test]
    fn line_breaks_between_blocks_are_no_characters_of_the_page() {
        for (text, visible, chars, words, ratio) in [
            ("ab\ncd", 8, 5, 2, Some(0.5)),
            ("", 8, 0, 0, Some(0.0)),
            ("", 0, 0, 0, None),
            // Rules may take text from scripts, which nobody sees.
            ("abcd", 2, 4, 1, Some(1.0)),
        ] {
            let row = sized(text, visible);
            assert_eq!((row.n_chars, row.n_words), (chars, words), "{text:?}");
            assert_eq!(row.content_ratio, ratio, "{text:?}");
        }
    }

    #[test]
    fn counts_beyond_the_column_stay_at_its_end() {
        assert_eq!([0, 7, usize::MAX].map(saturate), [0, 7, u32::MAX]);
    }
}
