//! Units on pages whose scores are given: which blocks are added, and which are left alone.

use super::*;
use crate::{Hints, Limits};

/// The threshold of all pages here.
const THRESHOLD: f32 = 0.5;

/// What of a page is kept after units were decided, by these scores in order.
fn kept(html: &str, scores: &[f32]) -> Vec<String> {
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let texts: Vec<&str> = page.blocks().iter().map(|block| block.text.as_str()).collect();
    assert_eq!(page.blocks().len(), scores.len(), "{texts:?}");
    let label =
        |score: &f32| Label { content: *score >= THRESHOLD, score: *score, reason: Reason::Kind };
    let before: Vec<Label> = scores.iter().map(label).collect();
    let mut labels = before.clone();
    decide(&page, &Surroundings::new(&page), THRESHOLD, &mut labels);
    for (label, before) in labels.iter().zip(&before) {
        let reasons: &[Reason] = match (before.content, label.content) {
            (true, false) => &[Reason::Remnant],
            (false, true) => &[Reason::Unit],
            (false, false) => &[Reason::Kind],
            // Gone with a run, and kept again as the note that a text refers to.
            (true, true) => &[Reason::Kind, Reason::Unit],
        };
        assert!(reasons.contains(&label.reason), "{label:?}");
    }
    let kept = page.blocks().iter().zip(&labels).filter(|(_, label)| label.content);
    kept.map(|(block, _)| block.text.clone()).collect()
}

const SAID: &str =
    "The ferry left ten minutes late, with everybody who had waited for it on the pier.";

#[test]
fn short_values_below_a_colon_are_a_list() {
    let rows = |row: fn(&str, &str) -> String| {
        [("Weight", "300 g"), ("Length", "92 cm"), ("Wood", "oak")].map(|(a, b)| row(a, b)).concat()
    };
    for list in [
        rows(|a, b| format!("<div class=row><div class=label>{a}</div><div>{b}</div></div>")),
        rows(|a, b| format!("<dt>{a}</dt><dd>{b}</dd>")),
        rows(|a, b| format!("<div class=a>{a}</div><div class=b>{b}</div>")),
    ] {
        let page = |before: &str| format!("<p>{before}</p><dl>{list}</dl><p>{SAID}");
        let scores = [0.9, 0.4, 0.6, 0.6, 0.4, 0.5, 0.4, 0.9];
        assert_eq!(kept(&page("It is made so:"), &scores).len(), 8, "{list}");
        // The text goes on behind it.
        assert_eq!(kept(&page("It is made so."), &scores).len(), 8, "{list}");
        // Nothing announces it.
        let alone = [0.1, 0.4, 0.6, 0.6, 0.4, 0.5, 0.4, 0.9];
        assert_eq!(kept(&page("It is made so."), &alone).len(), 4, "{list}");
        // It is hardly content.
        let low = [0.9, 0.1, 0.2, 0.1, 0.2, 0.1, 0.1, 0.9];
        assert_eq!(kept(&page("It is made so:"), &low).len(), 2, "{list}");
    }
}

#[test]
fn cards_below_a_heading_go_with_most_of_them() {
    let card = |title: &str, place: &str| {
        format!(
            "<a class=row href=/x><div class=title>{title}</div><div class=place>{place}</div></a>"
        )
    };
    let cards =
        [("Maker", "Valley"), ("Head", "Remote"), ("Sorter", "Ferry"), ("Driver", "Valley")];
    let cards: String = cards.iter().map(|(title, place)| card(title, place)).collect();
    let html = format!("<section><h2>Open</h2><div class=list>{cards}</div></section>");
    let near = [0.8, 0.49, 0.37, 0.52, 0.45, 0.67, 0.3, 0.46, 0.25];
    assert_eq!(kept(&html, &near).len(), 9);
    // Titles are content, places are far from it.
    let far = [0.8, 0.49, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1];
    assert_eq!(kept(&html, &far).len(), 5);
    // The same word in each is a button.
    let buttons =
        html.replace("Valley", "Apply").replace("Remote", "Apply").replace("Ferry", "Apply");
    assert_eq!(kept(&buttons, &near).len(), 5);
    let none = [0.8, 0.4, 0.4, 0.52, 0.4, 0.4, 0.4, 0.4, 0.4];
    // The one title that is kept is a remnant.
    assert_eq!(kept(&html, &none), ["Open"]);
}

#[test]
fn running_text_is_no_list_of_values() {
    let html = format!("<h2>Ferry</h2><div>{SAID}</div><div>{SAID}</div><div>{SAID}</div>");
    assert_eq!(kept(&html, &[0.9, 0.9, 0.4, 0.4]).len(), 2);
}

#[test]
fn items_of_every_depth_are_one_list() {
    let html =
        format!("<p>In these years:</p><ul><li>Floods<ul><li>1894<li>1902</ul></ul><p>{SAID}");
    assert_eq!(kept(&html, &[0.9, 0.4, 0.6, 0.4, 0.9]).len(), 5);
}

#[test]
fn code_between_texts_is_content() {
    let frame = "<div class=frame><div>sh</div><pre>go</pre></div>";
    let html = format!("<p>{SAID}</p>{frame}<p>{SAID}</p>");
    assert_eq!(kept(&html, &[0.9, 0.1, 0.3, 0.9])[1], "go");
    assert_eq!(kept(&html, &[0.9, 0.1, 0.1, 0.9]).len(), 2, "too unlikely");
    assert_eq!(kept(&html, &[0.1, 0.1, 0.3, 0.1]).len(), 0, "no text around it");
    let last = format!("<p>Ask it:</p>{frame}<aside><p>{SAID}</aside>");
    assert_eq!(kept(&last, &[0.9, 0.1, 0.25, 0.1]).len(), 2, "a colon announces it");
}

#[test]
fn captions_go_with_tables_listings_and_quotations() {
    let table = "<table><caption>Tides</caption><tr><th>a<th>b<tr><td>c<td>d</table>";
    assert_eq!(kept(table, &[0.2, 0.6, 0.6, 0.6, 0.6]).len(), 5);
    assert_eq!(kept(table, &[0.2, 0.3, 0.3, 0.3, 0.3]).len(), 0);
    for inside in ["<pre>go</pre>", "<blockquote><p>Count them twice.</blockquote>"] {
        let figure = format!("<figure>{inside}<figcaption>By Ada</figcaption></figure>");
        assert_eq!(kept(&figure, &[0.6, 0.2]).len(), 2, "{inside}");
        assert_eq!(kept(&figure, &[0.3, 0.2]).len(), 0, "{inside}");
    }
    for figure in [
        "<div class=listingblock><div class=title>By Ada</div><pre>go</pre></div>",
        "<div><p class=caption>By Ada</p><pre>go</pre></div>",
    ] {
        assert_eq!(kept(figure, &[0.2, 0.6]).len(), 2, "{figure}");
    }
    let quote = "<blockquote><p>Count them twice.</p><footer>Ada</footer></blockquote>";
    assert_eq!(kept(quote, &[0.6, 0.2]).len(), 2);
    // Words beside a picture say nothing about its caption.
    let picture = "<figure><p>Share</p><img src=a.jpg><figcaption>By Ada</figcaption></figure>";
    assert_eq!(kept(picture, &[0.6, 0.0, 0.2]).len(), 1);
}

#[test]
fn tables_with_captions_behind_content_are_content() {
    let table =
        |caption: &str| format!("<table>{caption}<tr><td>Year<td>Rods<tr><td>2022<td>2100</table>");
    let figure = format!("<figure><figcaption>Rods</figcaption>{}</figure>", table(""));
    for captioned in [figure, table("<caption>Rods</caption>")] {
        let html = format!("<p>{SAID}</p>{captioned}<p>{SAID}");
        assert_eq!(kept(&html, &[0.9, 0.1, 0.2, 0.1, 0.2, 0.2, 0.1]).len(), 6, "{html}");
        assert_eq!(kept(&html, &[0.9, 0.1, 0.0, 0.0, 0.1, 0.1, 0.1]).len(), 1, "unlikely");
        assert_eq!(
            kept(&html, &[0.1, 0.1, 0.2, 0.1, 0.2, 0.2, 0.1]).len(),
            0,
            "no content before it"
        );
    }
    let bare = format!("<p>{SAID}</p>{}<p>{SAID}", table(""));
    assert_eq!(kept(&bare, &[0.9, 0.2, 0.1, 0.2, 0.2, 0.1]).len(), 1);
}

#[test]
fn cells_around_tables_go_with_them() {
    let inner = "<table><tr><th>a<th>b<tr><td>c<td>d</table>";
    let html = format!("<table><tr><th>Kind<th>Offer<tr><td>White<td>{inner}</table>");
    assert_eq!(kept(&html, &[0.2, 0.3, 0.3, 0.9, 0.9, 0.9, 0.9]).len(), 7);
    let layout = format!("<table><tr><td>Menu<td>Home<tr><td>News<td>{inner}</table>");
    assert_eq!(kept(&layout, &[0.2, 0.3, 0.3, 0.9, 0.9, 0.9, 0.9]).len(), 4);
}

#[test]
fn formulas_go_with_the_text_before_them() {
    let formula = "<math display=block alttext='x^2'><mi>x</mi></math>";
    let html = format!("<p>{SAID}</p><div>{formula}</div><div>(1)</div><p>{SAID}</p>");
    assert_eq!(kept(&html, &[0.9, 0.2, 0.1, 0.9]).len(), 4);
    assert_eq!(kept(&html, &[0.1, 0.2, 0.1, 0.9]).len(), 1);
    let words = format!("<p>{SAID}</p><div>{formula} is what they say</div><p>{SAID}</p>");
    assert_eq!(kept(&words, &[0.9, 0.2, 0.9]).len(), 2);
}

#[test]
fn labels_go_with_their_panels() {
    let twice = |html: &str| format!("<section>{html}{}</section>", html.replace("Cold", "Late"));
    let tabs = "<ul><li><a role=tab href='#a'>Debian</a><li><a role=tab href='#b'>Fedora</a></ul><div \
        id=a><pre>apt</pre></div><div id=b hidden><pre>dnf</pre></div>";
    let sections = tabs.replace("role=tab", "");
    let panes = "<div class=tabbed-block><pre>apt</pre></div>";
    let labels = "<div class=tabbed-labels><label>Debian</label></div>";
    let row = |panes: &str| format!("<div>{labels}<div class=tabbed-content>{panes}</div></div>");
    let details = twice("<details><summary>Cold?</summary><p>Yes.</details>");
    let button = "<div><button aria-expanded=false>Cold?</button><p>Yes.</div>";
    let faq = twice("<div class=faq-question>Cold?</div><div><p>Yes.</div>");
    let boxes = "<div class=t><input type=checkbox id=a><label for=a>Cold?</label><p>Yes.</div><div \
        class=t><input type=checkbox id=b><label for=b>Dogs?</label><p>No.</div>";
    for (html, scores, expected) in [
        (tabs, &[0.2, 0.2, 0.7, 0.7][..], 4),
        // Only one of the panels is content: its label tells it from nothing.
        (tabs, &[0.2, 0.2, 0.7, 0.05], 1),
        // A link to a section is no label of it.
        (&sections, &[0.2, 0.2, 0.7, 0.7], 2),
        (&row(&panes.repeat(2)), &[0.0, 0.7, 0.7], 3),
        (&row(panes), &[0.0, 0.7], 1),
        ("<div><div class=tabs><a href=/a>News</a></div><div><p>Text.</div></div>", &[0.0, 0.7], 1),
        (&details, &[0.3, 0.7, 0.3, 0.7], 4),
        (&details, &[0.3, 0.2, 0.3, 0.2], 0),
        (&twice(button), &[0.3, 0.7, 0.3, 0.7], 4),
        // One alone shows more of the same; those of menus are hardly content.
        (button, &[0.3, 0.7], 1),
        (&twice(button), &[0.01, 0.7, 0.01, 0.7], 2),
        (&faq, &[0.3, 0.7, 0.3, 0.7], 4),
        // The same words each time label nothing.
        (&details.replace("Late", "Cold"), &[0.3, 0.7, 0.3, 0.7], 2),
        (boxes, &[0.3, 0.7, 0.3, 0.7], 4),
        // The panels say it themselves.
        (&details.replace("<p>Yes.", "<h3>Cold?</h3>"), &[0.3, 0.7, 0.3, 0.7], 3),
    ] {
        assert_eq!(kept(html, scores).len(), expected, "{html} {scores:?}");
    }
    let three = boxes.replace(
        "No.</div>",
        "No.</div><div class=t><input type=checkbox id=c><label \
        for=c>Sheep?</label><p>Few.</div>",
    );
    assert_eq!(kept(&three, &[0.3, 0.7, 0.3, 0.7, 0.3, 0.3]).len(), 6);
}

#[test]
fn notes_go_with_the_text_that_refers_to_them() {
    for (note, expected) in [
        ("<ol><li id=n1>Brandt 2003.</ol>", 2),
        ("<aside id=n1><p>Brandt 2003.</aside>", 2),
        ("<p><a name=n1></a>Brandt 2003.", 2),
        ("<p id=n2>Brandt 2003.", 1),
        ("<dl><dt id=n1><dd>Brandt 2003.</dl>", 2),
    ] {
        for reference in [
            "<sup><a href='#n1'>1</a></sup>",
            "<a href='#n1'>[1]</a>",
            "<a role=doc-noteref href='#n1'>*</a>",
        ] {
            let html = format!("<p>{SAID}{reference}</p>{note}");
            assert_eq!(kept(&html, &[0.9, 0.1]).len(), expected, "{html}");
            assert_eq!(kept(&html, &[0.1, 0.1]).len(), 0, "{html}");
        }
        let html = format!("<p>{SAID}<sup><a href='#n1'>1</a></sup></p><div hidden>{note}</div>");
        assert_eq!(kept(&html, &[0.9, 0.1]).len(), 1, "{html}");
        let link = format!("<p>{SAID} <a href='#n1'>More</a></p>{note}");
        assert_eq!(kept(&link, &[0.9, 0.1]).len(), 1, "{link}");
    }
}

#[test]
fn the_deck_stands_below_the_only_title() {
    let page = |class: &str, more: &str| {
        format!("<h1>Ferry</h1><p class='{class}'>Why it is late.</p><p>{SAID}</p>{more}")
    };
    let scores = [0.9, 0.4, 0.9];
    assert_eq!(kept(&page("article__teaser", ""), &scores).len(), 3);
    assert_eq!(kept(&page("standfirst", ""), &scores).len(), 3);
    assert_eq!(kept(&page("teasers", ""), &scores).len(), 2);
    assert_eq!(kept(&page("teaser", "<h1>Tide</h1>"), &[0.9, 0.4, 0.9, 0.9]).len(), 3);
}

#[test]
fn many_labels_of_one_panel_do_not_each_look_at_all_of_it() {
    let labels = |n: usize| {
        let heads = (0..n).map(|at| format!("<button aria-controls=a>Cold {at}?</button>"));
        let parts = (0..n).map(|at| format!("<p>Yes {at}."));
        heads.chain(["<div id=a>".to_owned()]).chain(parts).collect::<String>()
    };
    let html = labels(10_000);
    let scores = [vec![0.3; 10_000], vec![0.7; 10_000]].concat();
    let begin = crate::cpu_clock::cpu_time();
    assert_eq!(kept(&html, &scores).len(), 20_000);
    // Looking at the panel for each of its labels takes minutes.
    assert!((crate::cpu_clock::cpu_time() - begin).as_secs() < 20);
}

proptest::proptest! {
    #[test]
    fn units_never_drop_and_never_panic(
        markup in "(<(p|div|ul|ol|li|dl|dt|dd|pre|table|tr|td|th|caption|figure|figcaption|details|summary|button|h1|h2|sup|math|blockquote)>|</(p|div|ul|ol|dl|pre|table|tr|figure|details|button|h1)>|<a href='#a'>1</a>|<div id=a>|[a-z:]{1,9} ){0,60}",
        score in 0.0_f32..1.0,
    ) {
        let page = Page::parse(markup.as_bytes(), &Hints::default(), &Limits::default());
        let scores: Vec<f32> = (0..page.blocks().len()).map(|at| (score + at as f32 * 0.37) % 1.0).collect();
        kept(&markup, &scores);
    }
}

#[test]
fn a_remnant_of_a_list_goes_with_it() {
    let items = |count: usize| {
        let item = |n: usize| format!("<li><p>What happened on the pier in {n}</p></li>");
        (0..count).map(|n| item(1900 + n)).collect::<String>()
    };
    for (count, expected) in [(12, 2), (5, 3)] {
        let html = format!("<p>{SAID}</p><ul>{}</ul><p>{SAID}</p>", items(count));
        let mut scores = vec![0.1; count + 2];
        (scores[0], scores[1], scores[count + 1]) = (0.9, 0.6, 0.9);
        assert_eq!(kept(&html, &scores).len(), expected, "{count} items");
        // Most of it is content: the rest is left to its scores.
        let most: Vec<f32> = (0..count + 2).map(|at| if at == 2 { 0.1 } else { 0.9 }).collect();
        assert!(kept(&html, &most).len() > count, "{count} items");
    }
}
