//! What a page shows of a text that its structured data hold as a whole: the beginning of an
//! article that is sold, a lead. The whole text follows the blocks, so that its beginning is a copy.

use rustc_hash::FxHashSet;

use crate::block::{BlockKind, word_runs};
use crate::{Label, Page, Reason};

/// Share of the word runs of a block that the whole text has, from which it is a part of it.
/// Leads end in the middle of a sentence.
const PART: f32 = 0.6;

/// Drops the blocks that are parts of the text for scripts. Headings stay, because it has none.
pub(super) fn leave_out(page: &Page, labels: &mut [Label]) {
    let Some(text) = page.script_text() else { return };
    let mut whole = FxHashSet::default();
    for block in text.blocks() {
        word_runs(&block.text, |run| {
            whole.insert(run);
        });
    }
    for (block, label) in page.blocks().iter().zip(labels) {
        if !label.content || matches!(block.kind, BlockKind::Heading(_)) {
            continue;
        }
        let (mut all, mut known) = (0_u32, 0_u32);
        word_runs(&block.text, |run| {
            all += 1;
            known += u32::from(whole.contains(&run));
        });
        if known > 0 && known as f32 >= PART * all as f32 {
            *label = Label { content: false, score: label.score, reason: Reason::Copy };
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::PageType;
    use crate::extract::tests::kept;

    const LEAD: &str = "The harbour master closed the eastern pier on Monday after divers had \
        found cracks in three of its oldest pillars.";
    const REST: &str = "Ferries to the islands will leave from the fish market until the work is \
        done, which the council expects to take eleven weeks. The pillars were last repaired when \
        the old steamers were taken out of service.";

    fn shown(markup: &str) -> Vec<String> {
        let html = format!(
            r#"<script type=application/ld+json>{{"@type":"NewsArticle","articleBody":"{LEAD} {REST}"}}</script>{markup}"#
        );
        kept(&html, PageType::Article)
    }

    #[test]
    fn parts_of_the_whole_text_are_copies() {
        let cut = &LEAD[..60];
        for (markup, expected) in [
            (format!("<h1>Pier closed</h1><p>{LEAD}"), vec!["Pier closed"]),
            (format!("<p>{cut}\u{2026}"), vec![]),
            (format!("<p>Read it at home.<p>{LEAD}"), vec!["Read it at home."]),
            (format!("<h2>{cut}</h2>"), vec![cut]),
        ] {
            assert_eq!(shown(&markup), expected, "{markup}");
        }
    }
}
