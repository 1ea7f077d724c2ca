//! Joins the pages of a multi-page article.

use std::collections::HashSet;

use scutch_page::document::{Leaf, Part};
use scutch_page::{Candidate, Source};
use serde_json::{Value, json};

use crate::stages::opened::Draft;

/// Appends a later page, without the lines at its start that repeat the first page, such as title and
/// lead.
pub(crate) fn join(draft: &mut Draft, later: Draft) {
    let row = &mut draft.row;
    // Only lines at the start are dropped: a refrain in the middle belongs to the text.
    let known: HashSet<&str> = row.text.lines().collect();
    let repeated = later.row.text.lines().take_while(|line| known.contains(line)).count();
    let rest: Vec<&str> = later.row.text.lines().skip(repeated).collect();
    let parts = without_repeats(later.document.parts, &draft.document.parts);
    draft.document.parts.extend(parts);
    draft.document.comments.extend(later.document.comments);
    let texts = [row.text.as_str()].into_iter().chain(rest).filter(|text| !text.is_empty());
    row.text = texts.collect::<Vec<_>>().join("\n");
    for (also, later) in row.also.iter_mut().zip(later.row.also) {
        if let (Some(also), Some(later)) = (also, later) {
            also.push('\n');
            also.push_str(&later);
        }
    }
    row.n_blocks += later.row.n_blocks.saturating_sub(u32::try_from(repeated).unwrap_or(u32::MAX));
    if let (Some(preferences), Some(later)) = (&mut row.preferences, later.row.preferences) {
        preferences.merge(later);
    }
    // What is noteworthy about any page is noteworthy about the article.
    row.flags.extend(later.row.flags);
    row.flags.sort_unstable();
    row.flags.dedup();
}

/// The parts of a later page without those at its start that repeat the first page. Pictures and empty
/// frames among them are dropped too.
fn without_repeats(parts: Vec<Part>, first: &[Part]) -> Vec<Part> {
    // By lines, as in the row: one page may have in a paragraph what another has in two.
    let known: HashSet<&str> = first.iter().flat_map(texts).flat_map(str::lines).collect();
    let mut kept: Vec<Part> = Vec::with_capacity(parts.len());
    let mut at_start = true;
    for part in parts {
        // Frames are kept while text is skipped, so that each `Open` has its `Close`.
        let frame = matches!(part, Part::Open(_) | Part::Close(_) | Part::Source(_));
        if matches!(part, Part::Close(_)) {
            kept.pop_if(|last| matches!(last, Part::Source(_)));
        }
        at_start &=
            texts(&part).iter().flat_map(|text| text.lines()).all(|line| known.contains(line));
        match (kept.last(), &part) {
            (Some(Part::Open(_)), Part::Close(_)) => {
                kept.pop();
            }
            _ if at_start && !frame => {}
            _ => kept.push(part),
        }
    }
    kept
}

/// The texts of a part. Pictures have none.
fn texts(part: &Part) -> Vec<&str> {
    let leaves: Vec<&Leaf> = match part {
        Part::Leaf(leaf) => vec![leaf],
        Part::Table(rows) => rows.iter().flatten().flat_map(|cell| &cell.leaves).collect(),
        Part::Open(_) | Part::Close(_) | Part::Source(_) => Vec::new(),
    };
    leaves.into_iter().map(|leaf| leaf.text.as_str()).filter(|text| !text.is_empty()).collect()
}

/// Notes a later page among the metadata of the first: its address, and where it is archived. For
/// corpora without the column `pages_json`, which depends on settings and not on pages.
pub(crate) fn note_page(draft: &mut Draft, later: &Draft) {
    let row = &later.row;
    let place = format!(
        "{} {}+{} {}",
        row.warc_file,
        row.warc_offset,
        row.inner_offset,
        row.warc_record_id.as_deref().unwrap_or_default()
    );
    let page = Candidate::new(row.url.clone(), Source::Crawl, place.trim_end());
    let metadata = draft.row.metadata.get_or_insert_default();
    metadata.entry("pages").or_default().push(page);
}

/// The source of a later page, for the column `pages_json` of the first.
pub(crate) fn evidence(later: &Draft) -> Value {
    let row = &later.row;
    json!({
        "url": row.url,
        "warc_date": row.warc_date,
        "warc_file": row.warc_file,
        "warc_offset": row.warc_offset,
        "inner_offset": row.inner_offset,
        "warc_record_id": row.warc_record_id,
        "payload_digest": row.payload_digest,
    })
}

#[cfg(test)]
mod tests {
    use scutch_page::{Document, ExtractConfig, Hints, Limits, Page, render};

    use super::*;
    use crate::row::{Identity, PageFacts, Row};

    fn draft(html: &str) -> Draft {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let extraction = scutch_page::Method::AllText.extract(&page, &ExtractConfig::default());
        let row = Row {
            text: render::text(&page, &extraction),
            n_blocks: u32::try_from(page.blocks().len()).expect("few"),
            ..Row::default()
        };
        let document = Document::new(&page, &extraction);
        Draft { row, facts: PageFacts::default(), identity: Identity::new("", "", ""), document }
    }

    #[test]
    fn lines_are_compared_whatever_the_paragraphs() {
        let mut first = draft("<p>Tides</p><p>By Ada Gull</p><p>One.</p>");
        join(&mut first, draft("<p>Tides<br>By Ada Gull</p><p>Two.</p>"));
        let leaves: Vec<&str> = first.document.parts.iter().flat_map(texts).collect();
        assert_eq!(leaves.join("\n"), first.row.text);
    }

    #[test]
    fn what_pages_repeat_stands_once() {
        let head = "<h1>Tides</h1><figure><img src=a.png><figcaption>Lead.</figcaption></figure>";
        let mut first = draft(&format!("{head}<p>One.</p>"));
        let list = "<ul><li>Lead.</li><li>Two.</li></ul><p>One.</p>";
        join(&mut first, draft(&format!("{head}{list}")));
        join(&mut first, draft("<h1>Tides</h1>"));
        assert_eq!(first.row.text, "Tides\nLead.\nOne.\nTwo.\nOne.");
        assert_eq!(first.row.n_blocks, 7, "pictures count too");
        let leaves: Vec<&str> = first.document.parts.iter().flat_map(texts).collect();
        assert_eq!(leaves.join("\n"), first.row.text);
        let open = |part: &&Part| matches!(part, Part::Open(_));
        assert_eq!(
            first.document.parts.iter().filter(open).count(),
            3,
            "a figure, a list, an item"
        );
    }
}
