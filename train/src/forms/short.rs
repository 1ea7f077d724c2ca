//! A page cut down to a few lines of its content, as short notes and stubs are. Pages with known types are whole
//! pages, so that a page on which there is next to nothing to measure would get whatever type few counts are the
//! sign of; each page is therefore also learnt in this form, which tells its type only where a few lines do.

use scutch_page::block::SpanKind;
use scutch_page::{Cuts, Document, ExtractConfig, Extraction, Label, Page, Reason, Tag, render};

use crate::folds::hash;

/// Lines of content that are left, at most.
const LINES: u64 = 8;
/// Links of the frame that are left, at most.
const LINKS: u64 = 5;
/// Bytes of a page that is cut off, and how many more there may be.
const SHORTEST: usize = 4_000;
const LONGER: u64 = 60_000;
/// What content may stand in.
const BOXES: [&str; 4] = ["article", "main", "div", "section"];

/// The markup of `page`, whose text is known, cut down; the same page always gives the same markup.
pub(crate) fn markup(page: &Page, text: &str, seed: u64) -> String {
    let chance = |what: &str, of: u64| hash((seed, what)) % of;
    let content = render::html(&Document::new(page, &known(page, text)));
    let lines = content.lines().filter(|line| !line.ends_with("article>"));
    let lines: Vec<&str> = lines.take(1 + chance("lines", LINES) as usize).collect();
    let name = BOXES[chance("box", 4) as usize];
    let head = if chance("title", 2) == 0 { title(page) } else { String::new() };
    let frame = frame(page, chance("links", LINKS + 1) as usize);
    let frame = if chance("frame", 2) == 0 { format!("<nav>{frame}</nav>") } else { frame };
    format!("<meta charset=utf-8>{head}{frame}<{name}>{}</{name}>", lines.join("\n"))
}

/// The blocks that stand in a text. No score is asked, so that the trees do not depend on the tables there are.
fn known(page: &Page, text: &str) -> Extraction {
    let text = words(text);
    let labels = page.blocks().iter().map(|block| {
        let content = block.chars > 0 && text.contains(&words(&block.text));
        Label { content, score: 0.0, reason: Reason::Kind }
    });
    Extraction {
        labels: labels.collect(),
        contributions: Vec::new(),
        cuts: Cuts::new(),
        script_text: false,
        threshold: None,
        flags: Vec::new(),
        method: "",
        config: ExtractConfig::default(),
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first bytes of a page, as of a transfer that broke off.
pub(crate) fn beginning(bytes: &[u8], seed: u64) -> &[u8] {
    let end = SHORTEST + (hash((seed, "end")) % LONGER) as usize;
    &bytes[..end.min(bytes.len())]
}

fn title(page: &Page) -> String {
    let tree = page.tree();
    let title = tree.all().find(|id| tree.tag(*id) == Some(Tag::Title));
    title.map_or_else(String::new, |id| format!("<title>{}</title>", plain(&tree.text_content(id))))
}

/// The first links of the page.
fn frame(page: &Page, count: usize) -> String {
    let links = page.blocks().iter().flat_map(|block| {
        let links = block.spans.iter().filter(|span| span.kind == SpanKind::Link);
        links.map(|span| &block.text[span.start as usize..span.end as usize])
    });
    links.take(count).map(|text| format!("<a href=/{}>{}</a> ", hash(text), plain(text))).collect()
}

fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
