//! Readers' comments and reviews, and what is none.

use super::*;

#[test]
fn a_section_about_comments_is_no_readers_comments() {
    let about = "<h2>Comments</h2><p>Whoever keeps the log writes down why a sluice was opened, \
        and not that it was, \
        for the gauge tells that by itself to anyone who can read it.</p>";
    let more = format!("{MIDDLE}{}", MIDDLE.replace("harbour", "river"));
    let (text, _) = read(&article(about, &more));
    holds(&text, &["Whoever keeps the log", "harbour master", "river master"]);
    // At the end of the page they are the readers'.
    let readers = "<div><h2>Comments</h2><p>Ada: I stood on the bridge that night and the water \
        came up to the third \
        step, whatever the paper says about it.</p></div>";
    let (text, _) = read(&article("", readers));
    holds(&text, &["harbour master"]);
    lacks(&text, &["third"]);
    // An id that is made of the heading says what the section is about, not what it is.
    let anchored = "<section id=discussion-of-the-bridge class=level2><h2>Discussion of the \
        bridge</h2><p>The board met on Monday and spoke \
        for two hours about whether the old bridge should be raised or left as it \
        is.</p></section>";
    let (text, _) = read(&article("", anchored));
    holds(&text, &["The board met on Monday"]);
}

#[test]
fn cells_that_count_comments_are_no_comments() {
    let row = |gauge: &str, count: u32| {
        format!("<tr><td>{gauge}</td><td class=comments>{count}</td><td>At noon</td></tr>")
    };
    let table = format!(
        "<table><tr><th>Gauge</th><th class=comments>Letters</th><th>Read</th></tr>{}{}</table>",
        row("The mill", 41),
        row("The bridge", 57)
    );
    let (text, _) = read(&article(&table, ""));
    holds(&text, &["Letters", "41", "57"]);
}

#[test]
fn what_a_comment_quotes_before_the_text_is_still_text() {
    let quoted = &MIDDLE[MIDDLE.rfind("<p>").unwrap()..];
    let comment = format!("<section class=comments id=comments>{quoted}</section>");
    let last =
        "<p>Nobody was hurt, and the ferry sailed at noon as on any other day of the week.</p>";
    let html = article("", last).replacen("<main>", &format!("{comment}<main>"), 1);
    let (text, _) = read(&html);
    assert_eq!(text.matches("opened the sluices at five").count(), 1, "{text}");
}

/// A page of a shop; `reviews` stand below what is on sale.
fn product(reviews: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>Oak walking stick - Stickshop</title><meta \
            property=og:type \
         content=product><script type='application/ld+json'>{{\"@type\":\"Product\",\"name\":\"Oak \
         walking stick\",\
         \"offers\":{{\"@type\":\"Offer\",\"price\":\"39.00\"}}}}</script></head><body \
         class='single-product woocommerce'>\
         <nav><a href=/shop>Shop</a></nav><div class=product><img src=a.jpg><h1>Oak walking \
         stick</h1>\
         <span class=price>$39.00</span><form><input type=number value=1><button>Add to \
         cart</button></form>\
         <div class=description><h2>Description</h2><p>Turned from one piece of oak, oiled twice \
         and left to dry for a \
         month, so that it stands rain and salt alike. The brass tip can be unscrewed and \
         replaced.</p></div>\
         <h2>Specifications</h2><ul><li>Weight: 300 g<li>Length: 92 \
         cm</ul>{reviews}</div></body></html>"
    )
}

#[test]
fn what_customers_say_is_no_part_of_a_product() {
    let review = |name: &str| {
        format!(
            "<div class=review><b>{name}</b><p>{name} here: I have walked the whole coast with \
                this stick, through two \
             winters and a good deal of mud, and would buy it again without a thought.</p></div>"
        )
    };
    let reviews: String = ["Ada", "Bo", "Cy", "Dora"].map(review).concat();
    let html =
        product(&format!("<section id=reviews><h2>Customer reviews</h2>{reviews}</section>"));
    let (text, _) = read(&html);
    holds(&text, &["Turned from one piece of oak"]);
    lacks(&text, &["Ada here", "Dora here"]);
    // Whoever wants them says so.
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let config = ExtractConfig { comments: true, ..ExtractConfig::default() };
    let extraction = extract(&page, &config);
    let told = extraction.labels.iter().filter(|label| label.reason == Reason::Comment);
    assert!(told.count() >= 4, "{extraction:?}");
    // Where somebody writes about a thing, the review is the text.
    let (text, _) = read(&article("<div class=review itemprop=review>", "</div>"));
    holds(&text, &["The wind had turned", "harbour master"]);
}

#[test]
fn more_comments_than_text_are_still_comments() {
    let comment = |number: usize| {
        format!(
            "<li class=comment><b>reader{number}</b><p>Reader {number} saw it otherwise: the water \
                had been rising since \
             noon, the sluices were stuck as they always are, and nobody had looked at the gauge \
             for an hour.</p></li>"
        )
    };
    let comments: String = (0..12).map(comment).collect();
    let html = article("", "").replace(
        "</article>",
        &format!(
            "</article><section id=comments><h2>12 comments</h2><ol>{comments}</ol></section>"
        ),
    );
    let (text, _) = read(&html);
    holds(&text, &["The wind had turned", "harbour master"]);
    lacks(&text, &["saw it otherwise"]);
}
