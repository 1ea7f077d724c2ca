//! Markdown of whole pages: each page of `cases/markdown`, everything on it kept, against its
//! snapshot.

use scutch_page::{
    Cuts, Document, ExtractConfig, Extraction, Hints, Label, Limits, Page, Reason, render,
};

/// Everything kept: what is tested here is the form.
fn markdown(html: &str) -> String {
    let hints = Hints { url: Some("http://press.example/a/b.html"), ..Hints::default() };
    let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
    let label = Label { content: true, score: 1.0, reason: Reason::Length };
    let extraction = Extraction {
        labels: vec![label; page.blocks().len()],
        contributions: Vec::new(),
        cuts: Cuts::new(),
        script_text: false,
        threshold: None,
        flags: Vec::new(),
        method: "test/1",
        config: ExtractConfig::default(),
    };
    render::markdown(&Document::new(&page, &extraction))
}

#[test]
fn code() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/code.html")));
}

#[test]
fn tables() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/tables.html")));
}

#[test]
fn formulas_code_tables_tasks_and_notes() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/units.html")));
}

#[test]
fn nested_lists() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/lists.html")));
}

#[test]
fn numbered_lists() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/numbers.html")));
}

#[test]
fn formulas() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/formulas.html")));
}

#[test]
fn lists_of_terms() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/definitions.html")));
}

#[test]
fn links_pictures_and_emphasis() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/links.html")));
}

#[test]
fn right_to_left_ruby_and_footnotes() {
    insta::assert_snapshot!(markdown(include_str!("cases/markdown/scripts.html")));
}
