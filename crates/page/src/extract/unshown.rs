//! Texts that a page holds without showing them: scripts are to draw them, the structured data have them.

use rustc_hash::FxHashSet;
use serde_json::Value;

use super::declared;
use crate::Block;
use crate::metadata::jsonld;

/// Runs of words from which on it is a text.
const RUNS: usize = 12;
/// Share of them that blocks may show: menus and footers say some of it, a text that is shown all.
const SHOWN: f32 = 0.2;
/// Objects that hold answers to a post.
const ANSWERS: &[&str] = &["acceptedAnswer", "suggestedAnswer", "comment"];

/// The texts that the page declares about itself, as markup.
pub(crate) fn markup(structured: &[Value]) -> Option<String> {
    let texts = texts(structured);
    let sections = texts.iter().map(|text| format!("<section>{}</section>", marked_up(text)));
    (!texts.is_empty()).then(|| format!("<article>{}</article>", sections.collect::<String>()))
}

/// Whether a page holds a text without showing it: more than what its blocks say, and they hardly say any of it.
pub(crate) fn is_unshown(declared: &[Block], blocks: &[Block]) -> bool {
    if told(declared) <= told(blocks) {
        return false;
    }
    let unseen = runs(declared);
    let seen = runs(blocks);
    let shown = unseen.intersection(&seen).count();
    unseen.len() >= RUNS && shown as f32 <= SHOWN * unseen.len() as f32
}

/// Characters that are seen and no links.
fn told(blocks: &[Block]) -> u64 {
    let seen = blocks.iter().filter(|block| !block.hidden);
    seen.map(|block| u64::from(block.chars - block.link_chars)).sum()
}

/// Runs of words, those from one block to the next too: cells hold a word or two.
fn runs(blocks: &[Block]) -> FxHashSet<u64> {
    let texts: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    let mut runs = FxHashSet::default();
    declared::runs(&texts.join(" "), |run| {
        runs.insert(run);
    });
    runs
}

/// Declared texts and the answers to them, each once, in the order of the page. Those of its parts and of what it lists are
/// not its own.
fn texts(structured: &[Value]) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut known = FxHashSet::default();
    for object in jsonld::subjects(structured) {
        let own = declared::texts(object);
        let answers = ANSWERS.iter().flat_map(|name| match &object[*name] {
            Value::Array(answers) => answers.as_slice(),
            answer => std::slice::from_ref(answer),
        });
        let answers =
            answers.filter(|_| declared::is_post(object)).filter_map(|a| a["text"].as_str());
        texts.extend(own.chain(answers).filter(|text| known.insert(*text)));
    }
    texts
}

/// Texts are written as markup or as plain lines.
fn marked_up(text: &str) -> String {
    if text.contains("</") || text.contains("<br") {
        return text.to_owned();
    }
    text.lines().map(|line| format!("<p>{line}</p>")).collect()
}

#[cfg(test)]
mod tests {
    use crate::{ExtractConfig, Hints, Limits, Page, PageFlag, extract, render};

    const STORY: &str = "The river rose again on Tuesday night, and by noon the lower bridge was closed to all traffic. \
        Nobody was hurt, said the mayor, but the old mill stands under water, and it will take weeks before the road along the \
        bank can be used once more. The next rain is expected for Friday.";

    fn page(html: &str) -> (Page, String) {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let text = render::text(&page, &extract(&page, &ExtractConfig::default()));
        (page, text)
    }

    fn declaring(object: &str, body: &str) -> String {
        format!(
            "<title>River</title><script type=application/ld+json>{object}</script>\
            <nav><a href=/>Home</a> <a href=/news>News</a></nav><div id=root></div>{body}<footer>The Gazette, 2024</footer>"
        )
    }

    #[test]
    fn a_text_that_only_the_structured_data_have_is_read() {
        let article = format!(r#"{{"@type":"NewsArticle","articleBody":"{STORY}"}}"#);
        let (shown, text) = page(&declaring(&article, ""));
        assert_eq!(text.trim(), STORY);
        assert!(shown.flags().contains(&PageFlag::DeclaredRead));
    }

    #[test]
    fn posts_come_with_their_answers() {
        let thread = format!(
            r#"{{"@type":"QAPage","mainEntity":{{"@type":"Question","text":"<p>{STORY}</p>",
            "acceptedAnswer":{{"@type":"Answer","text":"They should have built the dam that was planned in the last century."}},
            "suggestedAnswer":[{{"@type":"Answer","text":"A dam would only have moved the water to the villages below."}}]}}}}"#
        );
        let (_, text) = page(&declaring(&thread, ""));
        assert!(text.starts_with(STORY), "{text}");
        assert!(text.contains("last century.\n") && text.contains("villages below."), "{text}");
    }

    #[test]
    fn a_text_that_is_shown_is_not_read_again() {
        let article = format!(r#"{{"@type":"NewsArticle","articleBody":"{STORY}"}}"#);
        let story = format!("<p>{STORY}</p>");
        let (shown, text) = page(&declaring(&article, &story));
        assert_eq!(text.matches("lower bridge").count(), 1);
        assert!(!shown.flags().contains(&PageFlag::DeclaredRead));
        // Nor is one beside a longer text of another kind.
        let other = "<p>".to_owned()
            + &"A quite different story of the town is told here at length. ".repeat(20);
        let (shown, _) = page(&declaring(&article, &other));
        assert!(!shown.flags().contains(&PageFlag::DeclaredRead));
    }
}
