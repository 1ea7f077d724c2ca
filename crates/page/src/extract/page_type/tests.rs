use super::*;
use crate::extract::Models;
use crate::{Hints, Limits};

fn typed(html: &str, url: &str) -> TypePrediction {
    let hints = Hints { url: Some(url), ..Hints::default() };
    Page::parse(html.as_bytes(), &hints, &Limits::default()).page_type()
}

const FILLER: &str = "The river rose again on Tuesday night, and the lower meadows lay under water \
    until noon. Nobody in the village had seen it come so early in the year, or stay for so long.";

fn times(count: usize, one: impl Fn(usize) -> String) -> String {
    (1..=count).map(one).collect()
}

#[test]
fn an_article() {
    let html = format!(
        "<title>The river in spring - The Valley Post</title><meta property=og:type content=article>
        <nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>The river in spring</h1>
        <p>By Ada Miller, 17 May 2019</p>{}</article><footer>All rights reserved</footer>",
        times(9, |_| format!("<p>{FILLER}</p>"))
    );
    let found = typed(&html, "https://a.example/news/2019/05/the-river-in-spring");
    assert_eq!(found.page_type, PageType::Article, "{found:?}");
}

#[test]
fn a_thread() {
    let post = |n: usize| {
        format!(
            "<div class='post'><div class=author><a href='/member.php?u={n}'>walker{n}</a>
            <span>Joined: Mar 2012</span><span>Posts: 3{n}</span></div><div class=postbody>{FILLER}
            </div><a href='#post{n}'>#{n}</a> <a href=/report>Report</a> <a href=/q>Quote</a>
            <a href=/r>Reply</a></div>"
        )
    };
    let html = format!(
        "<title>Is the path flooded? - Walkers Forum</title><meta name=generator content=vBulletin>
        <div class=breadcrumb><a href=/>Forums</a> <a href=/f2>Paths</a></div>
        <h1>Is the path flooded?</h1>{}<div>Similar threads</div>",
        times(8, post)
    );
    let found = typed(&html, "https://a.example/forum/showthread.php?t=4711");
    assert_eq!(found.page_type, PageType::Forum, "{found:?}");
}

#[test]
fn a_product() {
    let html = "<title>Oak walking stick - Stickshop</title><meta property=og:type content=product>
        <script type='application/ld+json'>{\"@type\":\"Product\",\"name\":\"Oak walking stick\",
        \"offers\":{\"@type\":\"Offer\",\"price\":\"39.00\"}}</script>
        <body class='single-product woocommerce'><nav><a href=/shop>Shop</a></nav>
        <div class=product><img src=a.jpg><h1>Oak walking stick</h1><span class=price>$39.00</span>
        <form><input type=number value=1><button>Add to cart</button></form>
        <h2>Description</h2><p>Turned from one piece of oak, oiled twice.</p>
        <h2>Specifications</h2><ul><li>Weight: 300 g<li>Length: 92 cm</ul>
        <h2>Customer reviews</h2><p>Write a review</p></div>";
    let found = typed(html, "https://a.example/product/oak-walking-stick");
    assert_eq!(found.page_type, PageType::Product, "{found:?}");
}

#[test]
fn a_collection() {
    let card = |n: usize| {
        format!(
            "<li class=product><a href=/product/{n}><img src={n}.jpg><h3>Stick {n}</h3></a>
            <span class=price>$3{n}.00</span><button>Add to cart</button></li>"
        )
    };
    let html = format!(
        "<title>Walking sticks - Stickshop</title><body class='tax-product_cat woocommerce'>
        <h1>Walking sticks</h1><form><select></select></form><p>Sort by</p><p>Filter</p>
        <ul class=products>{}</ul><a rel=next href=?p=2>Next</a>",
        times(24, card)
    );
    let found = typed(&html, "https://a.example/product-category/walking-sticks/");
    assert_eq!(found.page_type, PageType::Collection, "{found:?}");
}

#[test]
fn a_listing() {
    let teaser = |n: usize| {
        format!(
            "<article class=teaser><img src={n}.jpg><h2><a href=/news/{n}>What the river left in
            field {n}</a></h2><time>{n} May 2019</time><p>The water is gone, the mud is not.</p>
            <a href=/news/{n}>Read more</a></article>"
        )
    };
    let html = format!(
        "<title>News archive - The Valley Post</title><body class='archive category'><h1>News</h1>
        {}<div><a href=?page=2>Older posts</a> <a rel=next href=?page=2>Next</a></div>",
        times(20, teaser)
    );
    let found = typed(&html, "https://a.example/category/news/");
    assert_eq!(found.page_type, PageType::Listing, "{found:?}");
}

#[test]
fn documentation() {
    let section = |n: usize| {
        format!(
            "<h2 id=s{n}>Parameters {n}<a href='#s{n}'>#</a></h2><p>The <code>level</code> is read
            from <code>gauge.toml</code>.</p><pre><code>let level = gauge.read({n})?;</code></pre>"
        )
    };
    let html = format!(
        "<title>Reading a gauge - Gauge documentation</title><meta name=generator content=Sphinx>
        <nav><a href=index.html>Contents</a> <a href=next.html>Next</a></nav><div class=body>
        <h1>Reading a gauge</h1><p>On this page</p><ul><li><a href='#s1'>Parameters</a></ul>{}
        <p>See also</p></div><a href=/edit>Edit this page</a>",
        times(7, section)
    );
    let found = typed(&html, "https://a.example/docs/stable/reading.html");
    assert_eq!(found.page_type, PageType::Documentation, "{found:?}");
}

#[test]
fn a_service() {
    let offer = |n: usize| {
        format!(
            "<section><img src={n}.svg><h3>Flood survey {n}</h3><p>We measure your ground.</p>
            <a href=/contact>Learn more</a></section>"
        )
    };
    let html = format!(
        "<title>Flood surveys and consulting services - Meadow Ltd</title><body class='page home'>
        <a href='tel:+100'>Call us</a> <a href=/contact>Get a quote</a><h1>Professional flood
        surveys</h1><p>Experts for wet ground.</p><a href=/contact>Book now</a>{}<h2>Why choose us</h2>
        <p>Twenty years.</p><h2>Our services</h2><h2>Testimonials</h2><h2>Frequently asked questions</h2>
        <form><input name=a><input name=b><textarea></textarea><button>Contact us</button></form>",
        times(6, offer)
    );
    let found = typed(&html, "https://a.example/services/");
    assert_eq!(found.page_type, PageType::Service, "{found:?}");
}

#[test]
fn little_text_tells_no_special_type_for_sure() {
    let frame = "<nav><a href=/>Home</a> <a href=/news>News</a></nav>";
    for html in [
        format!("{frame}<article><h1>The river in spring</h1><p>{FILLER}</article>"),
        format!(
            "{frame}<article><h1>Der Fluss im Frühling</h1><p>Der Fluss stieg in der Nacht zum Dienstag, und die
            Wiesen standen bis Mittag unter Wasser. Niemand hatte ihn so früh im Jahr erwartet.</article>"
        ),
        format!("{frame}<article><h1>春の川</h1><p>火曜日の夜、川は再び増水し、低い草地は正午まで水に浸かっていた。</article>"),
        format!("<div><p>{FILLER}</p><p>{FILLER}</p></div>"),
        "<h1>Oak walking stick</h1><img src=a.jpg><p>$39.00<p>Turned from one piece of oak.".to_owned(),
        "<h1>Wanderstock aus Eiche</h1><p>39,00 €<p>Aus einem Stück Eiche gedreht.".to_owned(),
        "<h1>Notes</h1><ul><li><a href=/a>The river<li><a href=/b>The mill</ul>".to_owned(),
        "<h1>À emporter</h1><ul><li>Des bottes<li>Une corde<li>Du pain</ul>".to_owned(),
        "<title>Moved</title><h1>Moved</h1><p>The page is <a href=/x>here</a>.".to_owned(),
        "<p>The river rose again on Tuesday night.".to_owned(),
        "<p>x".to_owned(),
    ] {
        for url in ["", "https://a.example/x"] {
            let found = typed(&html, url);
            let sure = found.page_type != PageType::Article && found.score > 0.5;
            assert!(!sure, "{html} at {url}: {found:?}");
        }
    }
}

#[test]
fn nothing_is_told_of_nothing() {
    for html in ["", "<p></p>"] {
        assert_eq!(typed(html, "https://a.example/news/"), TypePrediction::UNKNOWN, "{html}");
    }
    let text = Page::plain_text(b"A note.", &Hints::default(), &Limits::default());
    assert_eq!(text.page_type(), TypePrediction::UNKNOWN);
}

#[test]
fn unsure_types_are_other() {
    let found = TypePrediction::from_odds([0.0; 7]);
    assert_eq!(found.page_type, PageType::Other);
    assert!((found.score - 1.0 / 7.0).abs() < 1e-6);
    let found = TypePrediction::from_odds([0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0]);
    assert_eq!(found.page_type, PageType::Forum);
    assert!((found.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
}

#[test]
fn every_line_of_the_table_is_read() {
    let lines = include_str!("../../../data/types.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with(['#', 'f']) || line.starts_with("forum"));
    assert_eq!(Models::shipped().types().0.iter().map(Trees::len).sum::<usize>(), lines.count());
}

#[test]
fn a_page_without_its_edits_is_measured_anew() {
    let page = Page::parse(b"<p>x", &Hints::default(), &Limits::default());
    assert_ne!(page.page_type(), TypePrediction::UNKNOWN);
    assert_eq!(page.with_markup("").page_type(), TypePrediction::UNKNOWN);
}
