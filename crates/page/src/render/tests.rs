use proptest::prelude::*;

use super::*;
use crate::{Document, ExtractConfig, Hints, Label, Limits, PageFlag, Reason, extract};

fn page(html: &str) -> Page {
    let hints = Hints { url: Some("http://press.example/a/b.html"), ..Hints::default() };
    Page::parse(html.as_bytes(), &hints, &Limits::default())
}

/// Everything kept: what is tested here is the form.
fn all(page: &Page) -> Extraction {
    let label = Label { content: true, score: 1.0, reason: Reason::Length };
    let labels = vec![label; page.blocks().len()];
    let config = ExtractConfig::default();
    Extraction {
        labels,
        unshown: false,
        threshold: None,
        flags: vec![PageFlag::WeakContent],
        method: "test/1",
        config,
    }
}

const FORMS: &str = include_str!("../../tests/cases/forms.html");

#[test]
fn text_of_all_forms() {
    let page = page(FORMS);
    insta::assert_snapshot!(text(&page, &all(&page)));
}

#[test]
fn markdown_of_all_forms() {
    let page = page(FORMS);
    insta::assert_snapshot!(markdown(&Document::new(&page, &all(&page))));
}

#[test]
fn html_of_all_forms() {
    let page = page(FORMS);
    insta::assert_snapshot!(html(&Document::new(&page, &all(&page))));
}

#[test]
fn explanation_of_a_small_page() {
    let page = page(include_str!("../../tests/cases/explained.html"));
    let mut extraction = all(&page);
    for (block, label) in page.blocks().iter().zip(&mut extraction.labels) {
        if block.link_density() > 0.5 {
            *label = Label { content: false, score: 0.1, reason: Reason::LinkDensity };
        }
    }
    insta::assert_snapshot!(explain(&page, &extraction).replace(include_str!("explain.css"), ""));
}

#[test]
fn without_links_and_images_their_text_stays() {
    let page = page("<p>See <a href=x>this</a> <img src=y.png alt=z> there.");
    let mut extraction = all(&page);
    extraction.config.links = false;
    extraction.config.images = false;
    assert_eq!(markdown(&Document::new(&page, &extraction)), "See this there.");
}

proptest! {
    #[test]
    fn nothing_of_the_page_gets_through_unescaped(soup in proptest::collection::vec(
        prop_oneof![
            "[a-z&;.*_#`|\\[\\]]{0,8}",
            "</?(a href='javascript:x'|b|p|script|img src=x onerror=y|li|ol|pre|code|table|td|blockquote|dl|dt|dd|figure|em)>",
            "&lt;script&gt;|\"&gt;|'&gt;|\u{7}|\u{0}",
            ".{0,4}",
        ], 0..60)) {
        let page = page(&soup.concat());
        let every = all(&page);
        for rendered in [html(&Document::new(&page, &every)), explain(&page, &every)] {
            let lower = rendered.to_lowercase();
            prop_assert!(!lower.contains("<script") && !lower.contains("onerror=\""));
            prop_assert!(!lower.contains("javascript:x\""));
        }
        let plain = text(&page, &every);
        prop_assert!(!plain.chars().any(|c| c.is_control() && c != '\n'));
        prop_assert!(!plain.contains("\n\n"));
        markdown(&Document::new(&page, &every));
        let extraction = extract(&page, &ExtractConfig::default());
        let empty = text(&page, &extraction).is_empty();
        prop_assert!(!empty || !extraction.flags.is_empty());
        page.metadata(&extraction);
    }
}

#[test]
fn comments_stand_apart_where_they_are_asked_for() {
    let page = page("<p>The text.<p>Nice!<p>And goes on.");
    let mut extraction = all(&page);
    extraction.labels[1].reason = Reason::Comment;
    let document = Document::new(&page, &extraction);
    assert_eq!(markdown(&document), "The text.\n\nAnd goes on.\n\n---\n\nNice!");
    assert!(
        html(&document)
            .ends_with("<section class=\"comments\">\n<p>Nice!</p>\n</section>\n</article>\n")
    );
}
