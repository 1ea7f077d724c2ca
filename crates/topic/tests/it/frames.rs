//! Content compared with content: what stands in a site's own frame in the place of a page.

use scutch_topic::Status;

use crate::archives::{Archive, Said, profile};

const FERRY: &str = "https://gazette.example/2019/ferry.html";

/// Articles of a small paper: path, headline, paragraphs.
const ARTICLES: [(&str, &str, [&str; 3]); 4] = [
    (
        "ferry",
        "Night ferry returns to the outer islands",
        [
            "After eleven years without a connection after dark, the night ferry to the outer islands \
         sails again from the first of May, the harbour board decided on Tuesday evening.",
            "The old vessel was sold when fuel became dear. Its successor runs on batteries that are \
         charged at the northern pier while lorries roll off, and carries sixty passengers.",
            "Fishermen had asked for the boat because their children reach the school too late. The \
         board expects losses in the first winter and has set aside money for three of them.",
        ],
    ),
    (
        "orchard",
        "Old apple trees find new owners",
        [
            "Forty owners have signed leases for the neglected orchard above the chapel, where some \
         of the trees were planted by monks before the railway came to the valley.",
            "Each of them prunes ten trees and keeps half of the harvest. The other half is pressed \
         by the parish, which sells the juice at the market to pay for new fences.",
            "Botanists from the university counted twenty nine kinds of apples, among them a sour one \
         that everybody thought had vanished with the last miller of the village.",
        ],
    ),
    (
        "clock",
        "Town hall clock stands still for a month",
        [
            "The hands of the town hall clock have pointed at ten past four since the storm, and will \
         do so until a workshop in the capital has cast a new wheel for the strike.",
            "The keeper climbs the tower twice a day to wind the works by hand, lest the oil becomes \
         stiff. He says that people now arrive early everywhere because they mistrust him.",
            "A collection in the shops along the square brought more than the wheel costs. What is \
         left over goes to the youth orchestra, whose rehearsal room has no heating.",
        ],
    ),
    (
        "bridge",
        "Engineers weigh the footbridge",
        [
            "Engineers loaded the footbridge with barrels of water on Saturday to learn how much of \
         its steel is left, while several hundred onlookers waited on both banks.",
            "It bent by four centimetres and came back. The report will say whether cyclists may use \
         it again, or whether the mayor has to look for another crossing of the river.",
            "A bakery handed out rolls in the shape of the bridge. Its owner remembers the opening \
         in nineteen sixty three, when her father drove the first cart across the planks.",
        ],
    ),
];

const MENU: &str = "<nav><a href='/'>Start</a> <a href='/politics'>Politics</a> <a href='/sport'>Sport</a> \
    <a href='/culture'>Culture</a> <a href='/weather'>Weather</a></nav>";
const FOOT: &str = "<footer><p>The Gazette is printed by Marsh and Daughters since 1888. <a href='/imprint'>Imprint</a> \
    <a href='/privacy'>Privacy</a></p></footer>";

fn framed(title: &str, content: &str) -> String {
    format!(
        "<html><head><title>{title} - The Gazette</title></head><body class='site'>\
         <header id='top'><p>The Gazette, daily paper for the valley and the islands</p></header>{MENU}\
         <main class='story'>{content}</main>{FOOT}</body></html>"
    )
}

fn content(article: usize) -> String {
    let (_, headline, paragraphs) = &ARTICLES[article];
    let paragraphs: String = paragraphs.iter().map(|text| format!("<p>{text}</p>")).collect();
    format!("<h1>{headline}</h1>{paragraphs}")
}

fn stamp(month: usize) -> String {
    format!("2019{month:02}10120000")
}

/// The paper with three captures of each article, and these pages under the first one's address.
fn paper(pages: &[String]) -> Archive {
    let mut archive = Archive::default();
    for (number, (path, headline, _)) in ARTICLES.iter().enumerate().skip(1) {
        let url = format!("https://gazette.example/2019/{path}.html");
        for month in [1, 5, 9] {
            archive = archive.page(&url, &stamp(month), &framed(headline, &content(number)));
        }
    }
    for (month, html) in (1..).zip(pages) {
        archive = archive.page(FERRY, &stamp(month), html);
    }
    archive
}

fn article() -> String {
    framed(ARTICLES[0].1, &content(0))
}

/// Verdicts on the captures of the first article.
fn judged(pages: &[String]) -> Vec<Said> {
    let judged = paper(pages).judged(&profile("default"));
    judged.into_iter().filter(|said| said.memento.url == FERRY).collect()
}

fn reasons(said: &Said) -> Vec<&'static str> {
    said.verdict.reasons.iter().map(|reason| reason.id()).collect()
}

const NOTICE: &str = "<h1>Nothing to read at this place</h1><p>What you hoped for was taken off our desk. \
    Ask the editors by letter, or begin again from the start.</p>";

#[test]
fn what_stands_in_the_place_of_the_content_is_off_topic_with_its_cause() {
    let links: String = (1..14)
        .map(|n| format!("<li><a href='/2019/{n}.html'>Report number {n} from the valley</a></li>"))
        .collect();
    let form = "<h1>Members only</h1><form><p>Your name and the word that you chose</p>\
        <input name=user><input type=password name=word></form>";
    for (html, cause) in [
        (framed("The Gazette", NOTICE), "content-replaced"),
        (framed("The Gazette", &format!("<h1>All reports</h1><ul>{links}</ul>")), "link-list"),
        (framed(ARTICLES[1].1, &content(1)), "other-page"),
        (framed("The Gazette", form), "password"),
    ] {
        let said = judged(&[article(), article(), html, article()]);
        let found: Vec<Status> = said.iter().map(|said| said.verdict.status).collect();
        assert_eq!(found, [Status::On, Status::On, Status::Off, Status::On], "{cause}");
        assert!(reasons(&said[2]).contains(&cause), "{cause}: {:?}", reasons(&said[2]));
        let kept = said[2].verdict.content_kept.expect("compared");
        assert!(kept < 0.2, "{cause}: {kept}");
    }
}

#[test]
fn a_page_that_only_changed_around_its_content_is_on_topic() {
    let redesigned = format!(
        "<html><head><title>{}</title></head><body><div class='w3'><a href='/n/home'>Home</a> \
         <a href='/n/valley'>Valley</a> <a href='/n/islands'>Islands</a></div>\
         <article class='c7'>{}</article><p>All rights with the publishers.</p></body></html>",
        ARTICLES[0].1,
        content(0),
    );
    let comments = "<section id='comments'><h2>Letters</h2><p>My uncle was the last captain of the \
        old boat and would have liked to see this day.</p><p>Who pays when the winter is long? \
        Nobody ever says so.</p></section>";
    let cut = format!("<h1>{}</h1><p>{}</p>", ARTICLES[0].1, ARTICLES[0].2[0]);
    let grown = format!("{}<p>{}</p>", content(0), "Tickets are sold at the kiosk. ".repeat(12));
    for html in [
        redesigned,
        framed(ARTICLES[0].1, &format!("{}{comments}", content(0))),
        framed(ARTICLES[0].1, &cut),
        framed(ARTICLES[0].1, &grown),
        article().replace("Politics", "Debate").replace("Culture", "Stage"),
    ] {
        let said = judged(&[article(), article(), html.clone(), article()]);
        assert!(said.iter().all(|said| said.verdict.status == Status::On), "{html}");
    }
}

#[test]
fn a_first_capture_may_be_off_topic() {
    let said = judged(&[framed("The Gazette", NOTICE), article(), article(), article()]);
    let found: Vec<Status> = said.iter().map(|said| said.verdict.status).collect();
    assert_eq!(found, [Status::Off, Status::On, Status::On, Status::On]);
    assert_eq!(reasons(&said[1])[0], "anchor");
}

/// The frame of a host is what stands on most captures of its pages, not on one of many.
#[test]
fn a_notice_on_many_pages_is_no_frame() {
    let notice = framed("The Gazette", NOTICE);
    let mut archive = paper(&[article(), notice.clone(), article()]);
    for (path, _, _) in &ARTICLES[1..] {
        archive =
            archive.page(&format!("https://gazette.example/2019/{path}.html"), &stamp(7), &notice);
    }
    for said in archive.judged(&profile("default")) {
        let at = said.memento.stamp();
        let is_notice = at == stamp(7) || (said.memento.url == FERRY && at == stamp(2));
        let expected = if is_notice { Status::Off } else { Status::On };
        assert_eq!(said.verdict.status, expected, "{} {at}", said.memento.url);
    }
}

#[test]
fn an_early_state_of_a_page_that_grew_is_its_anchor() {
    let (_, headline, paragraphs) = &ARTICLES[0];
    let early = framed(headline, &format!("<h1>{headline}</h1><p>{}</p>", paragraphs[0]));
    let said = judged(&[early, article(), article(), article()]);
    assert_eq!(reasons(&said[0])[0], "anchor");
    assert!(said.iter().all(|said| said.verdict.status == Status::On));
}

#[test]
fn what_replaced_a_page_for_good_is_no_anchor() {
    let other = "<html><head><title>Lucky wheel</title></head><body id=wheel><div class=reel><a \
        href='//play.example/spin'>Spin</a> <a href='//play.example/win'>Win</a> <a href='//play.example/top'>Top \
        tables</a></div><p>Spin the wheel tonight and collect a hundred free rounds on every machine of our floor, \
        with live dealers and payouts within the hour.</p></body></html>";
    let said = judged(&[article(), other.into(), format!("{other} "), format!("{other}  ")]);
    let found: Vec<Status> = said.iter().map(|said| said.verdict.status).collect();
    assert_eq!(found, [Status::On, Status::Off, Status::Off, Status::Off]);
}

#[test]
fn what_the_host_answers_under_missing_addresses_is_a_cause() {
    let html = [("Content-Type", "text/html")];
    let missing = framed("The Gazette", NOTICE);
    let archive = paper(&[article(), article(), missing.clone(), article()])
        .response(
            "https://gazette.example/2019/qxzv.html",
            &stamp(3),
            "404 Not Found",
            &html,
            missing.as_bytes(),
        )
        .page("https://gazette.example/2019/qxzv.html", &stamp(4), &framed("Other", &content(2)));
    let judged = archive.judged(&profile("default"));
    let said: Vec<Said> = judged.into_iter().filter(|said| said.memento.url == FERRY).collect();
    assert_eq!(said[2].verdict.status, Status::Off);
    assert!(reasons(&said[2]).contains(&"as-missing"), "{:?}", reasons(&said[2]));
}

#[test]
fn verdicts_depend_on_no_order_of_the_archive() {
    let archive = paper(&[article(), framed("The Gazette", NOTICE), article()]);
    assert_eq!(archive.lines(), archive.reversed().lines());
}
