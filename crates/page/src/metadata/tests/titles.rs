use super::super::{Recurring, TitleParts};
use super::{STORY, metadata, metadata_with, page};
use crate::{ExtractConfig, Hints, Limits, Page, extract};

#[test]
fn titles_are_what_more_than_one_place_says() {
    let title = |head: &str, heading: &str| {
        let html = format!("<head>{head}</head><body><h1>{heading}</h1>{STORY}{STORY}");
        metadata(&html, Some("http://blog.harbourpost.example/fog")).title.unwrap_or_default()
    };
    let og = "<meta property=og:title content='The fog lifts at last'>";
    let element = "<title>The fog lifts at last | Harbourpost Blog</title>";
    // The heading is the site's name, has nothing to do with the page, or begins with a label.
    for heading in ["Harbourpost", "Cookie settings", "Weather<br>The fog lifts at last"] {
        assert_eq!(title(og, heading), "The fog lifts at last", "{heading}");
        assert_eq!(title(&format!("{og}{element}"), heading), "The fog lifts at last", "{heading}");
    }
    assert_eq!(title(element, "Harbourpost"), "The fog lifts at last");
}

fn title(html: &str, url: &str) -> String {
    metadata(&format!("{html}{STORY}{STORY}"), Some(url)).title.unwrap_or_default()
}

#[test]
fn of_several_headings_the_declared_one_is_the_title() {
    let html = "<title>How to wait for a ferry - Harbour Answers</title><body><header><h1>How to wait for a ferry</h1>\
        </header><article><h1>By day</h1>";
    assert_eq!(title(html, "http://a.example/q"), "How to wait for a ferry");
    // The site's name may be one, too, and stand before the title.
    let html = "<title>Harbour Answers - How to wait for a ferry</title><body><header><h1>Harbour Answers</h1>\
        </header><article><h1>How to wait for a ferry</h1>";
    assert_eq!(title(html, "http://a.example/q"), "How to wait for a ferry");
}

#[test]
fn a_headline_cut_for_search_engines_gives_way_to_the_whole_one() {
    let whole = "The ferry left ten minutes late with everybody who had waited for it on the pier of the old harbour in the fog";
    for (headline, expected) in [
        (&whole[..104], whole),
        ("The ferry left ten minutes late...", whole),
        ("The ferry left ten minutes late", "The ferry left ten minutes late"),
    ] {
        let json = format!(
            "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"{headline}\"}}</script>"
        );
        let html = format!("{json}<meta property=og:title content='{whole}'><body>");
        assert_eq!(title(&html, "http://a.example/b"), expected, "{headline}");
    }
}

#[test]
fn of_several_headings_one_that_shares_few_words_is_that_of_a_part() {
    let html = |first: &str| {
        format!(
            "<meta property=og:title content='Small ferries in the fog'><body><article><h1>{first}</h1>{STORY}<h1>On snow</h1>"
        )
    };
    for (first, expected) in [
        ("So many ferries!", "Small ferries in the fog"),
        ("Small ferries in snow", "Small ferries in snow"),
    ] {
        assert_eq!(title(&html(first), "http://a.example/b"), expected, "{first}");
    }
}

#[test]
fn one_word_of_a_long_title_is_another_heading() {
    let html = "<title>How we waited for the night ferry in fog, rain and snow and still came home in time - Harbour</title>\
        <body><article><h1>Fog</h1>";
    let found = title(&format!("{html}{STORY}<h1>Snow</h1>{STORY}"), "https://a.example/ferry");
    assert!(found.starts_with("How we waited for the night ferry"), "{found}");
    let html = "<title>Ferries in fog and in snow - Harbour</title><body><article><h1>Ferries</h1>";
    assert_eq!(title(&format!("{html}{STORY}{STORY}"), "https://a.example/ferry"), "Ferries");
}

#[test]
fn a_motto_is_no_title_of_a_page_within_the_site() {
    let html =
        "<title>Harbour - Where boats meet</title><body><main><h1>How to wait for a ferry</h1>";
    assert_eq!(title(html, "http://harbour.example/q/7"), "How to wait for a ferry");
    // Where a heading is borne out, the others are not believed.
    let html = "<title>Harbour - How to wait for a ferry</title><body><main><h1>How to wait for a ferry</h1>\
        <h1>Cookies</h1>";
    assert_eq!(title(html, "http://harbour.example/q/7"), "How to wait for a ferry");
}

#[test]
fn a_book_has_its_name_above_each_page() {
    let html = "<title>On fog - The Pilot's Handbook</title><body><nav><h1>The Pilot's Handbook</h1></nav>\
        <main><h2>On fog</h2>";
    assert_eq!(title(html, "http://a.example/fog"), "On fog");
}

#[test]
fn a_site_is_known_by_its_initials_and_by_the_words_of_its_host() {
    let cases = [
        ("Fog | Board of Harbours and Tides", "http://www.bht.example/fog", "Fog"),
        ("Fog | Pilot Blog", "http://blog.pilot-lang.example/fog", "Fog"),
        ("Fog | Board of Harbours", "http://www.bht.example/fog", "Fog | Board of Harbours"),
    ];
    for (element, url, expected) in cases {
        assert_eq!(title(&format!("<title>{element}</title><body>"), url), expected, "{element}");
    }
}

#[test]
fn a_home_page_begins_with_its_name() {
    let html = "<title>Harbourpost - News of the sea</title><body>";
    assert_eq!(title(html, "http://harbourpost.example/"), "Harbourpost - News of the sea");
    assert_eq!(title(html, "http://harbourpost.example/sea"), "News of the sea");
}

#[test]
fn references_escaped_twice_are_undone() {
    let html = "<meta property=og:title content='And then&amp;amp;#8230; fog'><body>";
    assert_eq!(title(html, "http://a.example/fog"), "And then\u{2026} fog");
}

#[test]
fn what_is_short_behind_a_bar_is_a_section() {
    let of = |title: &str, url| self::title(&format!("<title>{title}</title>"), url);
    let url = "https://example.org/river/2";
    assert_eq!(of("The river rose again | News | Daily", url), "The river rose again");
    assert_eq!(of("川の水位がまた上がりました｜町の新聞", url), "川の水位がまた上がりました");
    // A label before the title, a long second half, a number, the site's name in front and that of
    // a home page stay.
    let whole = [
        "BUDGET | The mayor has found money",
        "How to grow a tree | A guide in ten steps",
        "How the tide works for boats | Part 2",
        "東京の新しい図書館がついに開館しました｜市民の声を詳しく聞く",
        "Handbook of the examples | Rivers",
        "Examples of old | Rivers",
    ];
    assert_eq!(whole.map(|title| of(title, "https://examples.org/river/2")), whole);
    let home = "Example of the river | News daily";
    assert_eq!(of(home, "https://example.net/"), home);
}

#[test]
fn threads_are_not_called_after_the_looking_at_them() {
    for title_of in [
        "Harbour Boards \u{2022} View topic - Waiting for ferries",
        "Thema anzeigen - Waiting for ferries",
    ] {
        let html = format!("<title>{title_of}</title><body><h2>Harbour</h2>");
        assert_eq!(
            title(&html, "http://boards.harbour.example/viewtopic.php?t=7"),
            "Waiting for ferries"
        );
    }
}

#[test]
fn a_title_that_was_not_filled_in_is_none() {
    let html =
        "<title> | Vadhajtás</title><meta property=og:title content=''><body><h1>Európa</h1>";
    assert_eq!(title(html, "https://www.vadhajtas.example/europa"), "Európa");
}

#[test]
fn a_heading_in_two_scripts_may_be_the_name_of_the_site() {
    let html = "<title>渡輪晚了十分鐘--上報</title><meta property=og:title content='渡輪晚了十分鐘--上報'>\
        <body><header><h1>上報 Up Media</h1></header>";
    assert!(title(html, "http://www.upmedia.example/news?id=83141").starts_with("渡輪晚了十分鐘"));
    let html = "<title>Archívum - Harbour Beacon</title><body><header><h1><a href=/>Harbour Beacon</a></h1></header>\
        <article><h2>The fog lifts</h2></article>";
    assert_eq!(title(html, "https://harbourbeacon.example/archivum/"), "Archívum");
}

#[test]
fn marks_that_link_to_a_heading_are_no_part_of_it() {
    for mark in [" #", "¶", " &#x200b;", " <a href='#fog'>#</a>"] {
        let html = format!("<article><h1 id=fog>The fog lifts{mark}</h1>");
        assert_eq!(title(&html, "https://a.example/fog"), "The fog lifts", "{mark}");
    }
    for whole in ["Fog in C#", "Fog \u{221e}"] {
        assert_eq!(title(&format!("<article><h1>{whole}</h1>"), "https://a.example/fog"), whole);
    }
}

#[test]
fn the_name_of_the_site_before_a_colon_is_no_part_of_a_title() {
    let page = |site: &str| {
        let html = format!(
            "<title>Harbour Post: Fog lifts</title><meta property=og:site_name content='{site}'><p>x"
        );
        metadata(&html, Some("http://hp.example/fog")).title.unwrap_or_default()
    };
    assert_eq!(page("Harbour Post"), "Fog lifts");
    assert_eq!(page("Other Post"), "Harbour Post: Fog lifts");
}

#[test]
fn hosts_have_names_without_accents() {
    let html = "<title>Archív - Kikötői Hírek</title><p>x";
    assert_eq!(
        metadata(html, Some("http://www.kikotoihirek.example/fog")).title.as_deref(),
        Some("Archív")
    );
}

#[test]
fn the_number_of_a_page_is_no_part_of_a_title() {
    let cases = [
        ("Sport | Harbour - 3. oldal", "http://harbour.example/sport/page/3/", "Sport"),
        ("Sport - Page 5 of 9", "http://a.example/sport?page=4", "Sport"),
        ("Sport | Oldal 5 a 9-ből", "http://a.example/sport/5", "Sport"),
        // The address does not say it, it says more, or there is nothing else.
        ("Sport - Page 5", "http://a.example/sport", "Sport - Page 5"),
        (
            "The fog - Notes on page 5 of the log",
            "http://a.example/5",
            "The fog - Notes on page 5 of the log",
        ),
        ("Page 5", "http://a.example/5", "Page 5"),
        ("Fog - 5 ferries", "http://a.example/5", "Fog - 5 ferries"),
        ("Fog - Page 0", "http://a.example/4294967295", "Fog - Page 0"),
    ];
    for (declared, url, expected) in cases {
        assert_eq!(title(&format!("<title>{declared}</title><body>"), url), expected, "{url}");
    }
}

/// Title and site of a page beside others of its host.
fn beside_at(url: &str, html: &str, others: &[String]) -> (String, String) {
    let others: Vec<TitleParts> =
        others.iter().map(|html| TitleParts::from_page(&page(html, Some(url)))).collect();
    let html = format!("{html}{STORY}{STORY}");
    let found = metadata_with(&html, Some(url), &Recurring::among(others.iter()));
    (found.title.unwrap_or_default(), found.site.unwrap_or_default())
}

fn beside(html: &str, others: &[String]) -> (String, String) {
    beside_at("http://a.example/x/7", html, others)
}

#[test]
fn what_recurs_in_titles_of_the_host_is_the_name_of_the_site() {
    let chapter = |title: &str| {
        format!(
            "<title>{title} |\n On tides</title><body><header><h1>On tides</h1></header><main><h1>{title}</h1>"
        )
    };
    let others: Vec<String> = (1..=4).map(|n| chapter(&format!("{n} Chapter {n}"))).collect();
    // The heading of the book is the only one of a page whose own is of lower level.
    let book = "<title>7 Neap tides&nbsp;| On tides</title><body><main><h1>On tides</h1><h2>7 Neap tides</h2>";
    for html in [&chapter("7 Neap tides"), book] {
        let found = beside(html, &others);
        assert_eq!(found, ("7 Neap tides".to_owned(), "On tides".to_owned()), "{html}");
    }
    // Two pages may be of one series.
    assert_eq!(beside(book, &others[..2]), ("On tides".to_owned(), String::new()));
    // What a page is called on all of them does not tell it apart.
    let book = "<title>On tides</title><meta name=twitter:title content='All there is to know of tides'><h1>On tides</h1>";
    assert_eq!(beside(book, &vec![book.to_owned(); 4]).0, "On tides");
}

/// A page of this title, beside three whose titles have other words for the star of a pattern.
fn titled(pattern: &str, own: &str, then: &str) -> (String, String) {
    let html = |title: &str| format!("<title>{title}</title><body>{then}");
    let others = ["Ebb", "Flood", "Swell"].map(|word| html(&pattern.replace('*', word)));
    beside(&html(own), &others)
}

#[test]
fn names_that_recur_are_cut_off_at_either_end_and_before_colons() {
    for (pattern, own, site) in [
        ("Pilotage - *", "Pilotage - On fog", "Pilotage"),
        ("Pilotage: *", "Pilotage: On fog", "Pilotage"),
        ("* — Sea — Pilotage", "On fog — Sea — Pilotage", "Pilotage"),
        ("* - Page 1", "On fog - Page 1", ""),
    ] {
        let (title, named) = titled(pattern, own, "<h2>Summary of events</h2>");
        assert_eq!((title.as_str(), named.as_str()), ("On fog", site), "{own}");
    }
}

#[test]
fn what_is_left_of_a_title_says_something() {
    for (pattern, own, expected) in [
        ("Sea - *", "Sea - Ebb", "Ebb"),
        ("Notices - *", "Notices - Page 7", "Notices"),
        (
            "How to tie a knot - Page * - Knots",
            "How to tie a knot - Page 3 - Knots",
            "How to tie a knot - Page 3",
        ),
        (
            "The long storm - Part * | Mag",
            "The long storm - Part 2 | Mag",
            "The long storm - Part 2",
        ),
        ("The long storm: *", "The long storm: Part 2", "The long storm: Part 2"),
        ("* | Mag", "Part 2 The long storm | Mag", "Part 2 The long storm"),
        ("Fog: *", "Fog: ***", "Fog: ***"),
        ("Fog: a history", "Fog: a history", "Fog: a history"),
        ("Notices", "Notices", "Notices"),
    ] {
        let (title, _) = titled(pattern, own, "<h2>Summary of events</h2>");
        assert_eq!(title, expected, "{own}");
    }
    // The heading of all parts of a text is the title of each.
    let (title, _) = titled("The storm (*/5) | Mag", "The storm (2/5) | Mag", "<h1>The storm</h1>");
    assert_eq!(title, "The storm");
}

#[test]
fn a_home_page_keeps_its_title_beside_others() {
    let others: Vec<String> =
        (1..=5).map(|n| format!("<title>Story {n} - Foo Bar</title><body>")).collect();
    let home = "<title>Boats and ropes for everyone - Foo Bar</title><body>";
    let (title, site) = beside_at("http://h.example/", home, &others);
    assert_eq!(title, "Boats and ropes for everyone - Foo Bar");
    assert_eq!(site, "Foo Bar");
}

#[test]
fn of_a_title_of_many_parts_the_last_is_known() {
    let html = |n: usize| {
        format!("<title>{n} - {}Harbour</title><body>", format!("a{n} / ").repeat(20_000))
    };
    let short: Vec<String> =
        (1..=3).map(|n| format!("<title>{n}{} - Harbour</title>", " / a".repeat(20))).collect();
    assert_eq!(beside("<title>On fog - Harbour</title>", &short).0, "On fog");
    let long: Vec<String> = (1..=3).map(html).collect();
    assert_eq!(beside("<title>On fog - Harbour</title>", &long).0, "On fog - Harbour");
}

#[test]
fn the_site_is_named_before_numbers_and_behind_nothing() {
    for (pattern, own) in [
        ("News | * | Pilotage - 2. oldal", "News | On fog | Pilotage - 7. oldal"),
        ("* | Pilotage - Part 2", "On fog | Pilotage - Part 7"),
        ("| Pilotage", "| Pilotage"),
        ("| Pilotage - Page 2", "| Pilotage - Page 7"),
    ] {
        let (_, named) = titled(pattern, own, "<h1>On fog</h1>");
        assert_eq!(named, "Pilotage", "{own}");
    }
    assert_eq!(titled("| ***", "| ***", "<h1>On fog</h1>").1, "");
}

#[test]
fn a_list_is_not_called_by_what_it_lists_nor_by_a_number() {
    let list = |title: &str| {
        let html = format!("<title>{title}</title><body><h2>What the boats brought home</h2>");
        beside_at("http://harbour.example/log/page/3", &html, &[]).0
    };
    assert_eq!(list("Harbour"), "Harbour");
    assert_eq!(list("Page 3 - Harbour"), "Harbour");
    assert_eq!(list("1984 - Harbour"), "1984");
}

#[test]
fn a_lower_heading_that_is_declared_comes_before_other_headings() {
    let found = |h1: &str, h2: &str| {
        let head = "<title>How to wait for a ferry - Harbour</title><meta property=og:title content='How to wait for a ferry'>";
        title(&format!("{head}<body><main><h1>{h1}</h1><h2>{h2}</h2>"), "https://a.example/q")
    };
    let declared = "How to wait for a ferry";
    assert_eq!(found("Wait for the night ferry", declared), declared);
    assert_eq!(
        found("Wait for the night ferry", "Ferry news of the week"),
        "Wait for the night ferry"
    );
    // Another wording of what is declared is its heading.
    assert_eq!(found("To wait for a ferry", declared), "To wait for a ferry");
    // Questions are asked on the way.
    let question = "<script type=application/ld+json>{\"@type\": \"Question\", \"name\": \"What is a ferry?\"}</script>";
    let html = format!(
        "{question}<title>The ferry talk</title><body><main><h1>The ferry and you</h1><h2>What is a ferry?</h2>"
    );
    assert_eq!(title(&html, "https://a.example/q"), "The ferry and you");
}

#[test]
fn a_title_is_freed_of_the_site_by_host_or_heading() {
    let by_host =
        metadata("<title>Tides - harbourpost</title><p>x", Some("http://harbourpost.example/"));
    assert_eq!(by_host.title.as_deref(), Some("Tides"));
    let alone = metadata("<title>Tides - and what they leave</title><p>x", None);
    assert_eq!(alone.title.as_deref(), Some("Tides - and what they leave"));
}

#[test]
fn the_only_heading_is_the_title_and_references_are_undone() {
    let html = "<title>Zerst&amp;ouml;rt &amp;#8211; The Paper</title><meta property=og:title \
        content=\"Other words\"><h1>Zerst&amp;ouml;rt &amp;amp; vergessen</h1><p>x";
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
    assert_eq!(metadata.title.as_deref(), Some("Zerstört & vergessen"));
}

#[test]
fn where_there_are_no_headings_the_line_that_is_part_of_the_title_is_it() {
    let page = |line: &str| {
        format!(
            "<title>Fish in the market hall - Harbour News</title><table><tr><td><a href=/>Home</a></table>\
            <p>Town<br><font size=5><b>{line}</b></font><br>By Ada Reed<p>The hall smells of fish again since Monday, say those who live there.</p>"
        )
    };
    let title = |line: &str| metadata(&page(line), None).title.unwrap_or_default();
    assert_eq!(title("Fish in the market hall"), "Fish in the market hall");
    assert_eq!(title("Fish again"), "Fish in the market hall - Harbour News");
    assert_eq!(
        title("<a href=/a>Fish in the market hall</a>"),
        "Fish in the market hall - Harbour News"
    );
}
