//! The text of later pages behind that of the first.

use std::collections::HashSet;

use scutch_page::document::Part;
use serde_json::{Value, json};

use crate::derive::Draft;

/// Puts a later page behind what there is, without what it repeats of the start of the first, such as title and lead.
pub(crate) fn join(draft: &mut Draft, later: Draft) {
    let row = &mut draft.row;
    let known: HashSet<&str> = row.text.lines().collect();
    let repeated = later.row.text.lines().take_while(|line| known.contains(line)).count();
    let rest: Vec<&str> = later.row.text.lines().skip(repeated).collect();
    let leaf = |part: &Part| match part {
        Part::Leaf(leaf) => known.contains(leaf.text.as_str()),
        _ => false,
    };
    let start = later.document.parts.iter().take_while(|part| leaf(part)).count();
    draft.document.parts.extend(later.document.parts.into_iter().skip(start));
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
    row.flags.extend(later.row.flags);
    row.flags.sort_unstable();
    row.flags.dedup();
}

/// Where a later page is, for the row of the first.
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
    use crate::row::{Identity, Row};

    fn draft(html: &str) -> Draft {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let extraction = scutch_page::Method::AllText.extract(&page, &ExtractConfig::default());
        let row = Row {
            text: render::text(&page, &extraction),
            n_blocks: u32::try_from(page.blocks().len()).expect("few"),
            ..Row::default()
        };
        let document = Document::new(&page, &extraction);
        Draft { row, identity: Identity::new("", "", ""), document }
    }

    #[test]
    fn what_pages_repeat_stands_once() {
        let mut first = draft("<h1>Tides</h1><p>Lead.</p><p>One.</p>");
        join(&mut first, draft("<h1>Tides</h1><p>Lead.</p><p>Two.</p><p>One.</p>"));
        join(&mut first, draft("<h1>Tides</h1>"));
        assert_eq!(first.row.text, "Tides\nLead.\nOne.\nTwo.\nOne.");
        assert_eq!(first.row.n_blocks, 5);
        let leaves = first.document.parts.iter().filter_map(|part| match part {
            Part::Leaf(leaf) => Some(leaf.text.as_str()),
            _ => None,
        });
        assert_eq!(leaves.collect::<Vec<_>>().join("\n"), first.row.text);
    }
}
