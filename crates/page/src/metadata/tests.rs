use super::*;
use crate::{ExtractConfig, Hints, Limits, PageType, Typed, extract};

mod shown_dates;
mod threads;
mod titles;

pub(super) fn metadata(html: &str, url: Option<&str>) -> Metadata {
    metadata_beside(html, url, &Recurring::default())
}

fn metadata_beside(html: &str, url: Option<&str>, recurring: &Recurring) -> Metadata {
    let page = page(html, url);
    gather(&page, &extract(&page, &ExtractConfig::default()), recurring)
}

fn page(html: &str, url: Option<&str>) -> Page {
    let hints = Hints { url, capture_ms: Some(1_600_000_000_000), ..Hints::default() };
    Page::parse(html.as_bytes(), &hints, &Limits::default())
}

#[test]
fn dates_keep_their_precision() {
    let cases = [
        ("2019-05-17", Some("2019-05-17")),
        ("2019-05-17T10:20:30+0200", Some("2019-05-17T10:20:30+02:00")),
        ("2019-05-17 10:20", Some("2019-05-17T10:20")),
        ("2019-05-17T10:20:99+99:99", Some("2019-05-17T10:20")),
        ("2019-05-17T10:20:99+02:00", Some("2019-05-17T10:20+02:00")),
        ("2019-05-17T23:59:60Z", Some("2019-05-17T23:59:59Z")),
        ("2019-05-17T10:20:30+15:00", Some("2019-05-17T10:20:30")),
        ("2019-05-17T10:20:30-0260", Some("2019-05-17T10:20:30")),
        ("2019-05-17T10:20:30.123Z", Some("2019-05-17T10:20:30Z")),
        ("2019-05", Some("2019-05")),
        ("2019", Some("2019")),
        ("20190517", Some("2019-05-17")),
        ("Fri, 17 May 2019 10:00:00 GMT", Some("2019-05-17T10:00:00Z")),
        ("May 17, 2019", Some("2019-05-17")),
        ("17th May 2019", Some("2019-05-17")),
        ("17.05.2019", Some("2019-05-17")),
        ("05/17/2019", Some("2019-05-17")),
        ("05/06/2019", None),
        ("2019-13-40", None),
        ("2019-05-17 03:20 PM", Some("2019-05-17")),
        ("17 May 2019 12:30 AM", Some("2019-05-17")),
        ("17 Sept. 2019", Some("2019-09-17")),
        ("Marketing 5 2019", None),
        ("17 Juli 2019", Some("2019-07-17")),
        ("17 janvier 2019", Some("2019-01-17")),
        ("yesterday", None),
        ("é019-05-17", None),
        ("", None),
    ];
    for (text, expected) in cases {
        assert_eq!(dates::parse(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn json_ld_comes_first_and_all_candidates_stay() {
    let html = r#"<html lang="en_US"><head><title>The fog lifts | Harbour Post</title>
        <meta property="og:title" content="The fog lifts - Harbour Post">
        <meta property="og:site_name" content="Harbour Post">
        <meta name="author" content="By Ada Reed and Tom Hale">
        <script type="application/ld+json">{"@graph": [{"@type": ["NewsArticle"],
        "headline": "The fog lifts", "author": [{"name": "Ada Reed"}, {"name": "Tom Hale"}],
        "datePublished": "2019-05-17T08:00:00Z", "keywords": "fog, harbour"}]}</script></head>
        <body><article><h1>The fog lifts</h1><p>The fog lifted from the harbour this morning, and the
        ferry left ten minutes late with everybody who had waited for it on the pier.</p></article></body>"#;
    let metadata = metadata(html, Some("http://www.harbourpost.example/2019/05/17/fog"));
    assert_eq!(metadata.title.as_deref(), Some("The fog lifts"));
    assert_eq!(metadata.site.as_deref(), Some("Harbour Post"));
    assert_eq!(metadata.authors, ["Ada Reed", "Tom Hale"]);
    assert_eq!(metadata.keywords, ["fog", "harbour"]);
    assert_eq!(metadata.date_published.as_deref(), Some("2019-05-17T08:00:00Z"));
    assert_eq!(metadata.language.as_deref(), Some("en-US"));
    assert!(metadata.candidates["title"].len() >= 3);
    assert!(metadata.candidates["date_published"].iter().any(|c| c.source == Source::Url));
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
fn a_date_after_the_capture_is_not_believed() {
    let html = r#"<meta property="article:published_time" content="2031-01-01"><p>x"#;
    assert_eq!(metadata(html, None).date_published, None);
}

#[test]
fn broken_json_ld_is_mended_or_passed_over() {
    let html = "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"Two\nlines\"};</script>\
        <script type=application/ld+json>{\"@type\": </script><p>x";
    assert_eq!(metadata(html, None).title.as_deref(), Some("Two lines"));
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    assert_eq!(page.flags(), [crate::PageFlag::JsonldUnusable]);
}

#[test]
fn json_ld_of_very_many_values_is_passed_over() {
    let flags = |values: usize| {
        let list = vec!["0"; values].join(",");
        let html = format!("<script type=application/ld+json>[{list}]</script><p>x");
        Page::parse(html.as_bytes(), &Hints::default(), &Limits::default()).flags().len()
    };
    assert_eq!([flags(150_000), flags(250_000)], [0, 1]);
}

#[test]
fn names_are_freed_of_what_stands_before_them() {
    for (written, expected) in [
        ("View all posts by Ann Smith", "Ann Smith"),
        ("Post author By Ann Smith", "Ann Smith"),
        ("Veröffentlicht vonAnn Smith", "Ann Smith"),
        ("Zeige alle Beiträge von Ann Smith →", "Ann Smith"),
        ("Authority of Lakes", "Authority of Lakes"),
        ("Bya Lund", "Bya Lund"),
    ] {
        let html = format!("<meta name=author content=\"{written}\"><p>x");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
        assert_eq!(metadata.authors, [expected], "{written}");
    }
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
fn references_that_are_left_in_values_are_those_of_the_standard() {
    let html = "<script type=application/ld+json>{\"@type\": \"NewsArticle\", \"headline\": \
        \"Caf&eacute; &Scaron;koda &#150; AT&T &hearts; &copyright\", \
        \"author\": \"Ada&nbsp;Reed&nbsp;and&nbsp;Tom&nbsp;Hale\"}</script><p>x";
    let metadata = metadata(html, None);
    assert_eq!(metadata.title.as_deref(), Some("Café Škoda – AT&T ♥ &copyright"));
    assert_eq!(metadata.authors, ["Ada Reed", "Tom Hale"]);
}

#[test]
fn labels_of_cards_announce_authors_in_many_languages() {
    for (label, author) in [
        ("Written by", Some("Ada Reed")),
        ("Geschrieben von:", Some("Ada Reed")),
        ("Autor", Some("Ada Reed")),
        ("Est. reading time", None),
        ("Text", None),
        ("", None),
    ] {
        let html = format!(
            "<meta name=twitter:label1 content='{label}'><meta name=twitter:data1 content='Ada Reed'><p>x"
        );
        assert_eq!(metadata(&html, None).authors.first().map(String::as_str), author, "{label}");
    }
}

#[test]
fn dates_after_the_capture_are_kept_but_not_chosen() {
    let html = "<meta property=article:published_time content=2030-01-02><p>x";
    let metadata = metadata(html, Some("http://a.example/2019/market/12"));
    assert_eq!(metadata.date_published, None);
    let known = metadata.candidates["date_published"].iter().map(|c| c.value.as_str());
    assert_eq!(known.collect::<Vec<_>>(), ["2030-01-02"]);
}

/// A page of a harbour's paper with lines of its own around the title.
fn harbour(around: &str) -> Metadata {
    let html = format!(
        "<html lang=en><title>Fog</title><body><h1>The fog lifts</h1>{around}<article><p>The fog lifted from \
         the harbour this morning, and the ferry left ten minutes late with everybody who had waited for it.\
         <p>Nobody at the pier could say when the bell had rung last, or who had rung it on that day.</article>\
         <div class=comments><p class=comment-author>Not Me</p><p>1 June 2020</p></div>"
    );
    metadata(&html, Some("http://www.harbourpost.example/fog"))
}

#[test]
fn authors_are_read_where_readers_see_them() {
    for (around, expected) in [
        ("<p>By Ada Reed and Tom Hale, May 17</p>", &["Ada Reed", "Tom Hale"][..]),
        ("<p>Written by</p><p>Ada Reed</p>", &["Ada Reed"]),
        ("<form><p>Written by</p><p>Ada Reed</p><input></form>", &[]),
        ("<p><a href=/author/ada-reed>Ada Reed</a></p>", &["Ada Reed"]),
        ("<span class=entry-author__name>Ada Reed</span>", &["Ada Reed"]),
        ("<p class=byline>Von Ada Reed am 17. Mai</p>", &["Ada Reed"]),
        ("<p>By the harbour it was quiet that day.</p>", &[]),
        ("<p>Published May 17, 2019 by Ada Reed</p>", &["Ada Reed"]),
        (
            "<div itemprop=author itemscope><b>6,796</b> gold <i itemprop=name>Ada Reed</i></div>",
            &["Ada Reed"],
        ),
        ("<div itemprop=author itemscope><meta itemprop=name content=ada></div>", &["ada"]),
        ("<p>by <a rel=author href=/u/ada>adareed92</a></p>", &["adareed92"]),
        ("<div class=byline>by everyone</div>", &[]),
        (
            "<div itemprop=author itemscope><p itemprop=worksFor itemscope><b itemprop=name>Harbour Times</b></p>\
             <b itemprop=name>Ada Reed</b></div>",
            &["Ada Reed"],
        ),
        ("<p><a href=/user/x>Sun</a></p>", &[]),
        ("<p><span class=author>AR</span></p>", &[]),
        ("<p><span class=username>Offline</span></p>", &[]),
        ("<p>โดย Ada Reed</p>", &["Ada Reed"]),
        ("", &[]),
    ] {
        assert_eq!(harbour(around).authors, expected, "{around}");
    }
}

#[test]
fn an_author_may_be_a_reference() {
    let html = r##"<script type="application/ld+json">{"@graph": [{"@type": "Article", "author":
        {"@id": "#ada"}}, {"@type": "Person", "@id": "#ada", "name": "Ada Reed"}]}</script><p>x"##;
    assert_eq!(metadata(html, None).authors, ["Ada Reed"]);
}

#[test]
fn section_licence_and_picture_are_told_with_their_sources() {
    let html = r#"<head><meta property="article:section" content="Harbour">
        <meta property="og:image" content="/pictures/fog.jpg">
        <meta name="twitter:image" content="http://harbour.example/small.jpg">
        <link rel=license href="/terms"><script type="application/ld+json">[{"@type": "NewsArticle",
        "license": {"@type": "CreativeWork", "url": "https://creativecommons.org/licenses/by/4.0/"},
        "image": [{"@type": "ImageObject", "url": "http://harbour.example/large.jpg"}, "b.jpg"]},
        {"@type": "BreadcrumbList", "itemListElement": [
        {"@type": "ListItem", "position": 3, "name": "Fog", "item": "http://harbour.example/news/ferry/fog"},
        {"@type": "ListItem", "position": 2, "item": {"@id": "http://harbour.example/news/ferry", "name": "Ferry"}},
        {"@type": "ListItem", "position": 1, "name": "Home", "item": "http://harbour.example/"}]}]</script></head>
        <body><p>x <a href="https://creativecommons.org/licenses/by/4.0/deed.en">CC BY</a>"#;
    let metadata = metadata(html, Some("http://harbour.example/news/ferry/fog"));
    assert_eq!(metadata.section.as_deref(), Some("Harbour"));
    assert_eq!(metadata.licence.as_deref(), Some("http://harbour.example/terms"));
    assert_eq!(metadata.image.as_deref(), Some("http://harbour.example/pictures/fog.jpg"));
    let values = |field: &str| -> Vec<String> {
        metadata.candidates[field].iter().map(|c| format!("{} {}", c.detail, c.value)).collect()
    };
    assert_eq!(values("section"), ["article:section Harbour", "BreadcrumbList Ferry"]);
    assert_eq!(
        values("licence"),
        [
            "link@rel=license /terms",
            "NewsArticle.license https://creativecommons.org/licenses/by/4.0/",
            "a@href https://creativecommons.org/licenses/by/4.0/deed.en"
        ]
    );
    assert_eq!(
        values("image"),
        [
            "og:image /pictures/fog.jpg",
            "NewsArticle.image http://harbour.example/large.jpg",
            "NewsArticle.image b.jpg",
            "twitter:image http://harbour.example/small.jpg"
        ]
    );
}

#[test]
fn breadcrumbs_of_the_page_are_a_section_without_front_page_and_page() {
    let html = r##"<nav class="breadcrumbs"><a href="/">Start</a> <a href="/wasser/">Wasser</a>
        <a href="#">Hochwasser</a></nav><p itemprop=license content=x>Text. <img itemprop=image src="data:x">"##;
    let metadata = metadata(html, Some("http://hafen.example/wasser/hoch"));
    assert_eq!(metadata.section.as_deref(), Some("Wasser"));
    assert_eq!(metadata.image, None);
}

#[test]
fn menus_do_not_say_under_what_a_page_is_filed() {
    let link =
        |class: &str| format!("<div class='{class}'><a href=/category/{class}/>{class}</a></div>");
    let menu = format!("<ul><li class='menu-item menu-item-object-category'>{}</ul>", link("top"));
    let widget = format!("<div class='widget widget_categories'>{}</div>", link("post-meta"));
    let section = |html: String| metadata(&(html + STORY), None).section;
    assert_eq!(section(menu.clone() + &widget), None);
    let filed = menu + &widget + &link("entry-categories");
    assert_eq!(section(filed).as_deref(), Some("entry-categories"));
    let post = format!("<body class='home has-menu'><article>{}", link("post-meta"));
    assert_eq!(section(post).as_deref(), Some("post-meta"));
    // Words that only begin alike.
    assert_eq!(section(link("categorical")), None);
}

#[test]
fn what_a_page_says_of_itself_is_no_list() {
    let shown = "<div><p>Published: 1 January 2019</p><p>Reviewed: 5 May 2019</p><p>Last updated: 6 June 2019</p></div>";
    let day = |name: &str, day: &str| format!("{name} <time datetime={day}>{day}</time> ");
    let marked =
        day("Created", "2019-01-01") + &day("Read", "2019-05-05") + &day("Changed", "2019-06-06");
    for around in [shown.to_owned(), format!("<p>{marked}</p>")] {
        let html = format!("<h1>The fog</h1>{around}{STORY}");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        page.typed_with(|| Typed::sure(PageType::Documentation));
        let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
        assert_eq!(metadata.date_published.as_deref(), Some("2019-01-01"), "{around}");
    }
}

#[test]
fn the_day_of_the_capture_in_the_head_of_a_site_dates_no_page() {
    // Captured on 13 September 2020.
    let head = "<header><p>Harbour Post<p>Weather<p class=date>September 13, 2020<p>Home<p>Ferries<p>Letters</header>";
    let date = |html: String| metadata(&(html + STORY), None).date_published;
    assert_eq!(date(format!("{head}<h1>The fog</h1>")), None);
    assert_eq!(
        date(format!("{}<h1>The fog</h1>", head.replace("13,", "1,"))).as_deref(),
        Some("2020-09-01")
    );
    let near = "<p>September 13, 2020<h1>The fog</h1>";
    assert_eq!(date(near.to_owned()).as_deref(), Some("2020-09-13"));
}

#[test]
fn the_front_page_of_the_site_is_no_address_of_another_page() {
    let canonical = |html: &str, url| metadata(&format!("{html}<p>x"), Some(url)).canonical_url;
    let shared = "<meta property=og:url content='https://harbour.example'>";
    for inner in ["https://harbour.example/fog", "https://harbour.example/?p=7"] {
        assert_eq!(canonical(shared, inner), None);
    }
    for front in ["https://harbour.example/", "https://harbour.example/index.html"] {
        assert_eq!(canonical(shared, front).as_deref(), Some("https://harbour.example"));
    }
    let linked = format!("{shared}<link rel=canonical href=/>");
    let found = canonical(&linked, "https://harbour.example/fog");
    assert_eq!(found.as_deref(), Some("https://harbour.example/"));
}

#[test]
fn the_name_of_the_site_gives_way_to_who_signs_with_a_whole_name() {
    let authors = |signed: &str, head: &str| {
        let meta = "<meta name=author content='Harbour Post Ltd.'><meta name=publisher content='Harbour Post Ltd'>";
        let site = "<meta property=og:site_name content='Harbour Post'>";
        let html = format!(
            "{site}{meta}{head}<h1>The fog lifts</h1>{STORY}{STORY}<p class=author>{signed}</p>"
        );
        metadata(&html, None).authors
    };
    assert_eq!(authors("Ada Reed", ""), ["Ada Reed"]);
    assert_eq!(authors("Ada", ""), ["Harbour Post Ltd."]);
    assert_eq!(authors("Harbour Post", ""), ["Harbour Post Ltd."]);
    // Somebody who publishes what he writes.
    let own = "<meta property=og:site_name content=Fog><meta name=publisher content='Ada Reed'>\
        <meta name=author content='Ada Reed'>";
    let html = format!(
        "{own}<h1>The fog lifts</h1>{STORY}{STORY}<p class=author>Harbour Master, Ada Reed</p>"
    );
    assert_eq!(metadata(&html, None).authors, ["Ada Reed"]);
}

#[test]
fn values_are_cleaned_as_their_fields_need_it() {
    let head = "<meta property=og:image content=Pandora-1><meta name=twitter:image content=fog.jpg>\
        <meta name=description content='<p>The <em>fog</em> lifts</p> at a < b'>\
        <nav class=breadcrumb><a href=/>Home</a><a href=/n/>Nets, Ropes</a></nav>";
    let found = metadata(&format!("{head}{STORY}"), Some("https://harbour.example/n/fog"));
    assert_eq!(found.image.as_deref(), Some("https://harbour.example/n/fog.jpg"));
    assert_eq!(found.description.as_deref(), Some("The fog lifts at a < b"));
    assert_eq!(found.section.as_deref(), Some("Nets, Ropes"));
    let joined = "<meta property=article:section content='Nets, Ropes'><p>x";
    assert_eq!(metadata(joined, None).section.as_deref(), Some("Nets"));
}

pub(super) const STORY: &str = "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late \
    with everybody who had waited for it on the pier since the lamps were lit.</p>";

#[test]
fn replies_do_not_date_and_sign_a_page() {
    let post = |kind: &str, name: &str, date: &str| {
        format!(
            "<div itemscope itemtype='https://schema.org/{kind}'>{STORY}<span itemprop=author itemscope \
             itemtype='https://schema.org/Person'>{name}</span> <time itemprop=dateCreated datetime={date}>"
        ) + "</time></div>"
    };
    let html = post("Question", "Ada Reed", "2019-05-17")
        + &post("Comment", "Tom Hale", "2019-05-18")
        + &post("Question", "Ruth Moor", "2019-05-19")
        + &post("Answer", "Jon Ash", "2019-05-20");
    let metadata = metadata(&html, None);
    assert_eq!(metadata.authors, ["Ada Reed"]);
    assert_eq!(metadata.date_published.as_deref(), Some("2019-05-17"));
}

#[test]
fn trades_and_degrees_are_no_authors() {
    let html = format!(
        "<article><h1>The fog lifts</h1><p class=byline>By Ada Reed, RN, Senior Editor</p>{STORY}{STORY}"
    );
    assert_eq!(metadata(&html, None).authors, ["Ada Reed"]);
}

#[test]
fn who_reviews_or_photographs_gives_way_to_who_writes() {
    let link = |name: &str, to: &str| format!("<a href=/author/{to}>{name}</a>");
    let (ada, tom) = (link("Ada Reed", "ada"), link("Tom Hale", "tom"));
    let authors = |lines: &[String]| {
        let lines: String = lines.iter().map(|line| format!("<p>{line}</p>")).collect();
        metadata(&format!("<h1>The fog lifts</h1>{lines}{STORY}{STORY}"), None).authors
    };
    for helper in ["Reviewed by", "Edited by:", "Fact-checked by", "Photo by"] {
        let helped = format!("{helper} {tom}");
        assert_eq!(authors(&[format!("By {ada}"), helped.clone()]), ["Ada Reed"], "{helper}");
        assert_eq!(authors(&[helped, format!("Authored by {ada}")]), ["Ada Reed"], "{helper}");
    }
    assert_eq!(authors(&["Reviewed by Tom Hale".to_owned()]), ["Tom Hale"]);
    assert_eq!(authors(&["Photo by Tom Hale".to_owned()]), Vec::<String>::new());
    assert_eq!(authors(&["By Ada Reed \u{22c5} Harbour".to_owned()]), ["Ada Reed"]);
}

#[test]
fn texts_of_json_ld_come_before_meta_elements_and_other_things_behind() {
    let meta = "<meta property='article:published_time' content='2019-05-20'>";
    for (kind, date) in [
        ("Article", "2019-05-17"),
        ("Recipe", "2019-05-17"),
        ("Report", "2019-05-17"),
        ("Review", "2019-05-20"),
        ("WebPage", "2019-05-20"),
    ] {
        let json = format!("{{\"@type\": \"{kind}\", \"datePublished\": \"2019-05-17\"}}");
        let html = format!("<script type=application/ld+json>{json}</script>{meta}<p>x");
        assert_eq!(metadata(&html, None).date_published.as_deref(), Some(date), "{kind}");
    }
}

#[test]
fn of_a_long_value_only_the_beginning_is_read() {
    let keywords = |before: usize| {
        let words = format!("{}late", "key,".repeat(before));
        metadata(&format!("<meta name=keywords content='{words}'><p>x"), None).keywords
    };
    assert_eq!(keywords(1000), ["key", "late"]);
    assert_eq!(keywords(6000), ["key"]);
}

#[test]
fn times_behind_the_content_cost_no_look_at_every_block() {
    let story =
        "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late.</p>";
    for time in ["time", "relative-time"] {
        let read = |value: &str| {
            let teaser = format!("<li><a href=/x>More <{time} {value}></{time}></a>");
            let html = format!(
                "<article><h1>The fog lifts</h1>{}</article><nav><ul>{}</ul></nav>",
                story.repeat(20),
                teaser.repeat(40_000)
            );
            let clock = std::time::Instant::now();
            (metadata(&html, None).date_published, clock.elapsed())
        };
        // Compared with the same page without times, on the same machine, however busy: quadratic work takes minutes.
        let ((_, without), (date, with)) = (read("class=time"), read("datetime=2019-05-17"));
        assert_eq!(date.as_deref(), Some("2019-05-17"), "{time}");
        assert!(with < without * 4, "{time}: {with:?}, without times {without:?}");
    }
}

#[test]
fn of_things_that_are_listed_the_first_alone_signs_the_page() {
    let post = |name: &str| {
        format!(
            "{{\"@type\": \"DiscussionForumPosting\", \"author\": [{{\"name\": \"{name}\"}}, {{\"name\": \"{name} Reed\"}}]}}"
        )
    };
    let list = format!("[{}, {}]", post("Ada"), post("Tom"));
    let html = format!("<script type=application/ld+json>{list}</script>{STORY}");
    let metadata = metadata(&html, None);
    assert_eq!(metadata.authors, ["Ada", "Ada Reed"]);
    assert_eq!(metadata.candidates["authors"].len(), 4);
}

#[test]
fn days_that_clocks_begin_with_are_no_dates() {
    for day in ["1970-01-01T00:00:00+00:00", "1969-12-31", "1900-01-01"] {
        let html = format!(
            "<meta property=article:published_time content='{day}'><meta name=dc.date content=2019-05-17>{STORY}"
        );
        let metadata = metadata(&html, None);
        assert_eq!(metadata.date_published.as_deref(), Some("2019-05-17"), "{day}");
        assert_eq!(metadata.candidates["date_published"].len(), 2, "{day}");
    }
}

#[test]
fn own_addresses_are_absolute() {
    let url = Some("https://harbour.example/news/fog");
    for (head, address) in [
        ("<link rel=canonical href=/news/fog?>", "https://harbour.example/news/fog?"),
        ("<base href=/old/><link rel=canonical href=fog>", "https://harbour.example/old/fog"),
        ("<link rel=canonical href='HTTP://harbour.example'>", "HTTP://harbour.example"),
        ("<link rel=canonical href=//harbour.example/>", "https://harbour.example/"),
        (
            "<link rel=canonical href='/fog?to=http://a.example/'>",
            "https://harbour.example/fog?to=http://a.example/",
        ),
        ("<link rel=canonical href=www.harbour.example/fog>", "https://www.harbour.example/fog"),
        (
            "<link rel=canonical href=https%3A%2F%2Fa.example%2Ffog>",
            "https%3A%2F%2Fa.example%2Ffog",
        ),
        (
            "<link rel=canonical href='Why does fog lift?'><link rel=canonical href=/fog>",
            "https://harbour.example/fog",
        ),
        (
            "<base target=_top><base href=/old/><link rel=canonical href=fog>",
            "https://harbour.example/old/fog",
        ),
    ] {
        let found = metadata(&format!("{head}{STORY}"), url).canonical_url;
        assert_eq!(found.as_deref(), Some(address), "{head}");
    }
    let alone = metadata(&format!("<link rel=canonical href=/fog>{STORY}"), None);
    assert_eq!(alone.canonical_url.as_deref(), Some("/fog"));
    let sentence = metadata(&format!("<link rel=canonical href='Why fog lifts'>{STORY}"), url);
    assert_eq!(sentence.canonical_url, None);
    assert_eq!(sentence.candidates["canonical_url"].len(), 1);
}

#[test]
fn sites_called_by_their_address_are_called_by_their_host() {
    for (named, site) in [
        ("https://www.harbour.example/", "harbour.example"),
        ("http://news.harbour.example", "news.harbour.example"),
        ("Harbour.example", "Harbour.example"),
        ("https://www.xn--hfen-loa.example/", "häfen.example"),
    ] {
        let html = format!("<meta property=og:site_name content='{named}'>{STORY}");
        assert_eq!(metadata(&html, None).site.as_deref(), Some(site), "{named}");
    }
}

#[test]
fn the_language_is_that_of_words_and_not_of_what_the_detector_does_not_know() {
    let language = |html: &str| metadata(html, None).language.unwrap_or_default();
    let albanian = "<p>Dy persona janë arrestuar në Pejë nën dyshime se kanë kryer veprimtari të paligjshme, duke organizuar \
        lojëra fati. Ata po ashtu nuk kanë respektuar vendimet e lëshuar nga qeveria.";
    assert_eq!(language(&format!("<html lang=sq>{albanian}")), "sq");
    assert_eq!(language(&format!("<html lang=sq>{STORY}{STORY}")), "en");
    let russian = "<p>Паром отошёл на десять минут позже, и все, кто ждал его на причале, были уже на борту вместе с двумя собаками. \
        Никто на острове не слышал о маяке, который был бы выкрашен в зелёный цвет.";
    assert_eq!(language(&format!("<html lang=kk>{russian}{russian}{russian}")), "ru");
    let kazakh = "<p>Қазақстан Республикасының Президенті бүгін Астанада үкімет мүшелерімен кеңес өткізді, жиында өңірлер туралы айтылды.";
    assert_eq!(language(&format!("<html lang=kk>{kazakh}")), "kk");
    let code =
        "<pre>let ferries = harbour.ferries().filter(|ferry| ferry.is_late_in_fog());\n</pre>"
            .repeat(20);
    let chinese = "<p>渡轮晚了十分钟离开码头，所有等待的人都在船上，还有两只狗。没有人在意，因为早晨的雾已经散去。";
    assert_eq!(language(&format!("<article>{chinese}{code}{chinese}</article>")), "zh");
    let named = "實務上常會遇到 <b>Laravel Artisan Migration Rollback Command Line</b> 的問題，可以在終端機執行。";
    assert_eq!(language(&format!("<article><p>{}</article>", named.repeat(8))), "zh");
}

#[test]
fn another_label_ends_a_byline() {
    let authors = |byline: &str| {
        let html = format!(
            "<article><h1>The fog lifts</h1><p class=byline>{byline}</p>{STORY}{STORY}</article>"
        );
        metadata(&html, None).authors
    };
    assert_eq!(authors("By Ada Reed Photo: Tom Hale"), ["Ada Reed"]);
    assert_eq!(authors("文：张三 图：李四"), ["张三"]);
    assert_eq!(authors("By Ada Photo: Tom Hale"), ["Ada"]);
    for one in ["Senior Editor: Ada Reed", "Staff Writer: Ada Reed", "Ada Reed: Fog"] {
        assert!(authors(one).iter().all(|name| name.contains("Ada Reed")), "{one}");
    }
    assert_eq!(authors("كتبت أسماء نصار"), ["أسماء نصار"]);
    for none in ["Uppdaterad", "CC BY"] {
        assert!(authors(none).is_empty(), "{none}");
    }
    assert!(authors("文具礼品").iter().all(|name| name == "文具礼品"));
    assert_eq!(authors("文：张三"), ["张三"]);
}

#[test]
fn on_a_list_nobody_signs_and_dates_what_is_listed() {
    let card = |n: usize| {
        format!(
            "<article class=post><h2><a href=/2019/fog-{n}>Fog lifts over harbour {n}</a></h2><p class=meta>By \
            <a rel=author href=/author/ada>Ada Reed</a> on <time datetime=2019-05-{:02}>{n} May 2019</time></p>\
            <p>The fog lifted this morning. <a href=/2019/fog-{n}>Read more</a></article>",
            n + 1
        )
    };
    let cards: String = (0..12).map(card).collect();
    let html = format!(
        "<title>Fog - Harbour Post</title><body class='archive category'><h1>Category: Fog</h1>{cards}\
        <nav class=pagination><a href=/category/fog/page/2>2</a><a href=/category/fog/page/3>3</a></nav>"
    );
    let read = |head: &str, page_type| {
        let hints = Hints::default();
        let page = Page::parse(format!("{head}{html}").as_bytes(), &hints, &Limits::default());
        page.typed_with(|| Typed::sure(page_type));
        let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
        (metadata.authors, metadata.date_published.is_some())
    };
    for list in [PageType::Listing, PageType::Collection] {
        assert_eq!(read("", list), (Vec::new(), false));
    }
    assert_eq!(read("", PageType::Article), (vec!["Ada Reed".to_owned()], true));
    let declared = "<script type=application/ld+json>{\"@type\": \"CollectionPage\"}</script>";
    assert_eq!(read(declared, PageType::Article), (Vec::new(), false));
    // Dates that look alike are those of several texts, unless they are posts.
    assert_eq!(read("", PageType::Service), (vec!["Ada Reed".to_owned()], false));
    assert_eq!(read("", PageType::Forum), (vec!["Ada Reed".to_owned()], true));
    // The only one is that of the page.
    let one = "<time datetime=2019-05-03>3 May</time>";
    let page = Page::parse(
        format!("<h1>Fog</h1>{one}{STORY}").as_bytes(),
        &Hints::default(),
        &Limits::default(),
    );
    page.typed_with(|| Typed::sure(PageType::Listing));
    let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
    assert_eq!(metadata.date_published.as_deref(), Some("2019-05-03"));
    let signed = "<meta name=author content='Tom Hale'>";
    assert_eq!(read(signed, PageType::Listing).0, ["Tom Hale"]);
}

#[test]
fn a_text_is_no_part_of_its_own_page_and_its_title_no_section() {
    let html = format!(
        "<title>Fog lifts</title><script type=application/ld+json>{{\"@graph\": [\
         {{\"@type\": \"Article\", \"isPartOf\": {{\"@id\": \"#page\"}}}},\
         {{\"@type\": \"WebPage\", \"@id\": \"#page\", \"name\": \"Fog lifts\", \"isPartOf\": {{\"@id\": \"#site\"}}}},\
         {{\"@type\": \"WebSite\", \"@id\": \"#site\", \"name\": \"Harbour Post\"}}]}}</script>\
         <nav class=breadcrumb><a href=/>Home</a><a href=/news/>News</a><a href=/news/fog>Fog lifts</a></nav>\
         <h1>Fog lifts</h1>{STORY}"
    );
    let metadata = metadata(&html, None);
    assert_eq!(metadata.part_of.as_deref(), Some("Harbour Post"));
    assert_eq!(metadata.section.as_deref(), Some("News"));
}

#[test]
fn objects_need_no_comma_between_them() {
    let scripts = "{\"@type\": \"WebSite\", \"name\": \"Harbour Post\"}\n{\"@type\": \"Article\", \"author\": \"Ada Gull\"}";
    let html = format!("<script type=application/ld+json>{scripts}</script>{STORY}");
    let metadata = metadata(&html, None);
    assert_eq!(metadata.authors, ["Ada Gull"]);
    assert_eq!(metadata.site.as_deref(), Some("Harbour Post"));
}

#[test]
fn of_an_object_the_first_types_count() {
    // Each object that refers to it asks for them: 240,000 types of one took seconds.
    let part_of = |others: usize| {
        let types = "\"Thing\",".repeat(others);
        let list = format!(
            "[{{\"@type\": \"Article\", \"isPartOf\": {{\"@id\": \"#a\"}}}}, \
             {{\"@id\": \"#a\", \"@type\": [{types}\"WebPage\"], \"name\": \"Fog\"}}]"
        );
        let html = format!("<script type=application/ld+json>{list}</script>{STORY}");
        metadata(&html, None).part_of
    };
    assert_eq!(part_of(19), None);
    assert_eq!(part_of(20).as_deref(), Some("Fog"));
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
