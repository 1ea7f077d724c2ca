//! Who is introduced behind a text: a name alone in its block, and behind it a sentence that begins
//! with that name, as in boxes about the author.

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::frame::Frame;
use super::signed;
use crate::{Block, BlockKind, Extraction, Page, PageType};

/// Origin of the names.
const DETAIL: &str = "biography";
/// Rank: behind all other names.
const RANK: u8 = 66;
/// Last blocks of the content that can hold the name.
const BEFORE_END: usize = 4;
/// Blocks behind the content that can.
const BEHIND_END: usize = 10;
/// Blocks behind the name in which the sentence begins: a profession may stand between.
const BETWEEN: usize = 2;
/// Fewest characters of a block that introduces somebody.
const SENTENCE: u32 = 40;

/// Adds the first person who is introduced behind the text, where no other source names an author.
pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    // Elsewhere a person that is introduced is what the page is about.
    if page.page_type().page_type != PageType::Article || found.best(Field::Author).is_some() {
        return;
    }
    let Some(frame) = Frame::locate(page, extraction) else { return };
    let first = frame.end.saturating_sub(BEFORE_END).max(frame.anchor + 1);
    let last = (frame.end + BEHIND_END).min(page.blocks().len());
    let shown = |at: &usize| !page.blocks()[*at].hidden && page.blocks()[*at].chars > 0;
    let near: Vec<usize> = (first..last).filter(shown).collect();
    let name = near.iter().enumerate().find_map(|(place, at)| {
        let name = page.blocks()[*at].text.trim();
        let behind = &near[place + 1..];
        let introduced = || {
            let blocks = behind.iter().take(BETWEEN).map(|at| &page.blocks()[*at]);
            blocks.into_iter().any(|block| introduces(block, name))
        };
        (signed::is_full(name) && !frame.is_foreign(*at) && introduced()).then_some(name)
    });
    if let Some(name) = name {
        found.push(Field::Author, RANK, Source::Html, DETAIL, name);
    }
}

/// Whether a text begins with a name, or its first part, and goes on in small letters.
fn introduces(block: &Block, name: &str) -> bool {
    if block.kind != BlockKind::Paragraph || block.chars < SENTENCE {
        return false;
    }
    let text = block.text.trim_start();
    let first = name.split(' ').next().unwrap_or(name);
    let rest = text.strip_prefix(name).or_else(|| text.strip_prefix(first));
    let word = rest.and_then(|rest| rest.strip_prefix([' ', ',']));
    word.is_some_and(|rest| rest.trim_start().starts_with(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use crate::{ExtractConfig, Hints, Limits, Page, PageType, TypePrediction, extract};

    const STORY: &str = "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late with \
        everybody who had waited for it. Nobody at the pier could say when the bell had rung last.</p>";

    #[test]
    fn who_is_introduced_behind_a_text_wrote_it() {
        let of = "about ferries, fog and bells for the Harbour Post since 2004.";
        for (name, text, expected) in [
            ("Ada Gull", format!("Ada Gull writes {of}"), Some("Ada Gull")),
            ("Ada Gull", format!("Ada writes {of}"), Some("Ada Gull")),
            ("Ada Gull", format!("Ada Gull, a sailor, writes {of}"), Some("Ada Gull")),
            ("Ada Gull", format!("Bo Reed writes {of}"), None),
            ("Ada Gull", format!("Ada Gull Writes {of}"), None),
            ("Ada Gull", "Ada Gull writes.".to_owned(), None),
            ("The fog", format!("The fog writes {of}"), None),
        ] {
            let html = format!(
                "<h1>The fog lifts</h1><article>{STORY}{STORY}{STORY}</article><div class=box><h4>{name}</h4><p>Reporter</p><p>{text}</p></div>"
            );
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            page.typed_with(|| TypePrediction::sure(PageType::Article));
            let authors = page.metadata(&extract(&page, &ExtractConfig::default())).authors;
            assert_eq!(authors.first().map(String::as_str), expected, "{name}: {text}");
        }
    }
}
