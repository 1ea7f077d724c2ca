//! Texts that a page holds for scripts without showing them: its structured data have them.
//!
//! A page can declare one article several times, once for each search engine. And it can show its
//! beginning. The fullest version is taken, once.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use scutch_url::unescape_closed;
use serde_json::Value;

use crate::Block;
use crate::block::word_runs;
use crate::structured::jsonld::{self, BODIES};
use crate::structured::schema_types;

/// Fewest distinct word runs of a text.
const RUNS: usize = 12;
/// At most this share of the runs may be visible. Menus and footers repeat some of a text, the
/// beginning of a sold article a third; a text that is shown repeats all of it.
const SHOWN: f32 = 0.5;
/// A body with this share of its runs in a fuller one is another version of it.
const VERSION: f32 = 0.7;
/// Properties that hold the answers to a post.
const ANSWERS: &[&str] = &["acceptedAnswer", "suggestedAnswer", "comment"];
/// Strings that only markup contains.
const TAGS: &[&str] = &["</p>", "<p>", "<br", "</div>", "</li>", "</a>", "</h"];

/// The texts that the page declares as its own, as markup: article bodies, and posts with their
/// answers. Descriptions are left out, because they may describe anything. `None` where the texts
/// are not longer than the visible ones.
pub(super) fn markup(structured: &[Value], blocks: &[Block]) -> Option<String> {
    let mut known = FxHashSet::default();
    let mut parts = Vec::new();
    for object in jsonld::subjects(structured) {
        let post =
            jsonld::types(object).filter_map(schema_types::by_name).any(|known| known.is_post);
        if post && let Some(name) = object["name"].as_str().filter(|name| known.insert(*name)) {
            parts.push(Part { markup: format!("<h2>{}</h2>", escaped(name)), is_body: false });
        }
        let own = BODIES.iter().filter_map(|name| Some((object[*name].as_str()?, true)));
        let answers = ANSWERS.iter().flat_map(|name| match &object[*name] {
            // A single answer need not be in a list.
            Value::Array(answers) => answers.as_slice(),
            answer => std::slice::from_ref(answer),
        });
        let posts = std::iter::once(object).chain(answers).filter(|_| post);
        let posts = posts.filter_map(|post| Some((post["text"].as_str()?, false)));
        for (text, is_body) in own.chain(posts).filter(|(text, _)| known.insert(*text)) {
            let markup = format!("<section>{}</section>", marked_up(text));
            parts.push(Part { markup, is_body });
        }
    }
    let markup = without_versions(parts);
    (!markup.is_empty() && markup.chars().count() as u64 > visible_chars(blocks)).then_some(markup)
}

/// A declared text.
struct Part {
    markup: String,
    /// Whether it is the body of an article or a review. Posts may say what others say.
    is_body: bool,
}

/// The texts without bodies that are in a fuller one.
fn without_versions(mut parts: Vec<Part>) -> String {
    let bodies = parts.iter().enumerate().filter(|(_, part)| part.is_body);
    let mut bodies: Vec<(usize, FxHashSet<u64>)> =
        bodies.map(|(at, part)| (at, runs_of_markup(&part.markup))).collect();
    // Of versions with the same words the one with more paragraphs.
    let paragraphs = |at: usize| parts[at].markup.matches("<p").count();
    bodies.sort_by_key(|(at, runs)| (Reverse(runs.len()), Reverse(paragraphs(*at)), *at));
    let mut taken = FxHashSet::default();
    for (at, runs) in bodies {
        let known = runs.intersection(&taken).count();
        if known > 0 && known as f32 >= VERSION * runs.len() as f32 {
            parts[at].markup.clear();
        } else {
            taken.extend(runs);
        }
    }
    parts.iter().map(|part| part.markup.as_str()).collect()
}

/// Word runs of what stands between tags.
fn runs_of_markup(markup: &str) -> FxHashSet<u64> {
    let parts = markup.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let mut runs = FxHashSet::default();
    word_runs(&parts.collect::<Vec<_>>().join(" "), |run| {
        runs.insert(run);
    });
    runs
}

/// A declared text as markup. It can be markup, escaped markup or plain lines.
fn marked_up(text: &str) -> String {
    let is_markup = |text: &str| TAGS.iter().any(|tag| text.contains(tag));
    if is_markup(text) {
        // An unterminated comment would swallow the following sections.
        return text.replace("<!--", "&lt;!--");
    }
    if text.contains("&lt;") {
        let once = unescape_closed(text);
        // Escaped once more: each unescaping makes the text shorter, so this ends.
        if is_markup(&once) {
            return marked_up(&once);
        }
    }
    text.lines().map(|line| format!("<p>{}</p>", escaped(line))).collect()
}

/// Escapes angle brackets only: even in plain text, character references are meant as such.
fn escaped(text: &str) -> String {
    text.replace('<', "&lt;")
}

/// Whether the declared text is script-only: longer than the visible text, and hardly part of it.
pub(super) fn is_script_only(declared: &[Block], blocks: &[Block]) -> bool {
    // A teaser in the structured data of a whole article is no second text.
    if visible_chars(declared) <= visible_chars(blocks) {
        return false;
    }
    let unseen = runs(declared);
    let seen = runs(blocks);
    let shown = unseen.intersection(&seen).count();
    unseen.len() >= RUNS && shown as f32 <= SHOWN * unseen.len() as f32
}

/// Characters of visible text outside links.
fn visible_chars(blocks: &[Block]) -> u64 {
    let seen = blocks.iter().filter(|block| !block.hidden);
    seen.map(|block| u64::from(block.chars - block.link_chars)).sum()
}

/// Word runs of all blocks joined, since table cells hold only a word or two.
fn runs(blocks: &[Block]) -> FxHashSet<u64> {
    let texts: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    let mut runs = FxHashSet::default();
    word_runs(&texts.join(" "), |run| {
        runs.insert(run);
    });
    runs
}

#[cfg(test)]
mod tests {
    use crate::{
        CharsetRule, Document, ExtractConfig, Hints, Limits, Method, Page, PageFlag, render,
    };

    const STORY: &str = "The river rose again on Tuesday night, and by noon the lower bridge was \
        closed to all traffic. \
        Nobody was hurt, said the mayor, but the old mill stands under water, and it will take \
        weeks before the road along the \
        bank can be used once more. The next rain is expected for Friday.";

    fn text_by(method: Method, object: &str, body: &str) -> (String, bool) {
        let html = format!(
            "<title>River</title><script type=application/ld+json>{object}</script>\
            <nav><a href=/>Home</a> <a href=/news>News</a></nav><div \
            id=root></div>{body}<footer>The Gazette, 2024</footer>"
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let extraction = method.extract(&page, &ExtractConfig::default());
        let text = render::text(&page, &extraction);
        let document = render::markdown(&Document::new(&page, &extraction));
        assert_eq!(document.contains("lower bridge"), text.contains("lower bridge"), "{document}");
        (text, extraction.flags.contains(&PageFlag::DeclaredRead))
    }

    fn text(object: &str, body: &str) -> (String, bool) {
        text_by(Method::Page, object, body)
    }

    fn article(body: &str) -> String {
        format!(r#"{{"@type":"NewsArticle","articleBody":"{body}"}}"#)
    }

    #[test]
    fn a_text_that_only_the_structured_data_have_is_read() {
        assert_eq!(text(&article(STORY), ""), (STORY.to_owned(), true));
        // Whatever is not closed in the page, and whatever readers without scripts are told.
        for body in [
            "<!--",
            "<table><tr><td>",
            "<noscript>Please turn on JavaScript.</noscript>",
            "<div class=comments><h3>Comments</h3>",
        ] {
            let (text, read) = text(&article(STORY), body);
            assert!(read && text.ends_with(STORY), "{body}: {text}");
        }
        // Published methods know what is shown.
        assert!(!text_by(Method::AllText, &article(STORY), "").0.contains("bridge"));
    }

    #[test]
    fn the_header_tells_of_the_bytes_of_the_page() {
        let (html, ..) = encoding_rs::WINDOWS_1252.encode(
            "<script type=application/ld+json>{\"@type\":\"Article\",\"articleBody\":\"Die Fähre \
                kam an diesem Morgen \
            später als sonst, und niemand auf der Brücke wusste, warum die Glocke nicht geläutet \
            hatte.\"}</script><p>Menü",
        );
        let http_content_type = Some("text/html; charset=iso-8859-1");
        let charset_rule = CharsetRule::Strict;
        let hints = Hints { http_content_type, charset_rule, ..Hints::default() };
        let page = Page::parse(&html, &hints, &Limits::default());
        let text = render::text(&page, &Method::Page.extract(&page, &ExtractConfig::default()));
        assert!(text.contains("Die Fähre kam an diesem Morgen später"), "{text}");
    }

    #[test]
    fn bodies_are_markup_escaped_markup_or_plain_lines() {
        for body in [
            format!("<p>{STORY}</p><p>if a<b</p><!-- x"),
            format!("&lt;p&gt;{STORY}&lt;/p&gt;&lt;p&gt;if a &amp;lt; b&lt;/p&gt;"),
            format!("&lt;p title=&#34;x>y&#34;&gt;{STORY}&lt;/p&gt;&lt;p&gt;if a&lt;/p&gt;"),
            format!("{STORY}\\nif a<b, c<d>"),
        ] {
            let (text, _) = text(&article(&body), "");
            assert!(text.starts_with(STORY) && text.contains("\nif a"), "{body}: {text}");
        }
    }

    #[test]
    fn posts_come_with_their_answers() {
        let thread = format!(
            r#"{{"@type":"QAPage","mainEntity":{{"@type":"Question","name":"Why does it rise?","text":"<p>{STORY}</p>",
            "acceptedAnswer":{{"@type":"Answer","text":"They should have built the dam."}},
            "suggestedAnswer":[{{"@type":"Answer","text":"A dam would only have moved the water."}}]}}}}"#
        );
        let expected = format!(
            "Why does it rise?\n{STORY}\nThey should have built the dam.\nA dam would only have \
                moved the water."
        );
        let (text, read) = text(&thread, "");
        assert!(text.ends_with(&expected) && read, "{text}");
    }

    #[test]
    fn versions_of_one_article_are_read_once() {
        let marked_up = format!("<p>{}</p>", STORY.replace(". ", ".</p><p>"));
        let lines = STORY.replace(". ", ".\\n");
        for versions in [
            [STORY.to_owned(), marked_up.clone()],
            [marked_up.clone(), STORY.to_owned()],
            [lines, STORY.replace(' ', "  ")],
            [STORY[..160].to_owned(), marked_up],
        ] {
            let [one, other] = versions.map(|body| article(&body));
            let (text, _) = text(&format!("[{one},{other}]"), "");
            assert_eq!(text.matches("the lower bridge").count(), 1, "{text}");
            assert!(text.contains("\nNobody was hurt") && text.contains("for Friday"), "{text}");
        }
        // Two reviews are two texts.
        let review = |body: &str| format!(r#"{{"@type":"Review","reviewBody":"{body}"}}"#);
        let other = "A good stick, turned from one piece of oak, and light in the hand.";
        let (two, _) = text(&format!("[{},{}]", review(STORY), review(other)), "");
        assert!(two.contains("lower bridge") && two.contains("one piece of oak"), "{two}");
    }

    #[test]
    fn the_beginning_that_a_page_shows_of_a_text_is_not_said_twice() {
        let paragraphs: Vec<&str> = STORY.split_inclusive(". ").collect();
        let shown = format!("<h1>River</h1><p>{}</p><p>Subscribe.</p>", paragraphs[0].trim());
        for body in [STORY.to_owned(), paragraphs.join("</p><p>")] {
            let (text, read) = text(&article(&body), &shown);
            assert_eq!((text.matches("lower bridge").count(), read), (1, true), "{text}");
            assert!(text.ends_with("for Friday."), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_shown_is_not_read_again() {
        let (shown, read) = text(&article(STORY), &format!("<p>{STORY}</p>"));
        assert_eq!((shown.matches("lower bridge").count(), read), (1, false));
        // Nor is one beside a longer text of another kind, a part of the page, or what is
        // described.
        let other = "<p>A quite different story of the town is told here at length. ".repeat(20);
        assert!(!text(&article(STORY), &other).1);
        let part = format!(r#"{{"@type":"WebPage","hasPart":{}}}"#, article(STORY));
        assert!(!text(&part, "").1);
        let product = format!(r#"{{"@type":"Product","description":"{STORY}"}}"#);
        assert!(!text(&product, "").1);
    }
}
