use super::*;
use crate::{ExtractConfig, Hints, Limits, PageType, TypePrediction, extract};

mod authors;
mod declared_dates;
mod lists;
mod shown_dates;
mod structured;
mod threads;
mod titles;

pub(super) fn metadata(html: &str, url: Option<&str>) -> Metadata {
    metadata_with(html, url, &Recurring::default())
}

fn metadata_with(html: &str, url: Option<&str>, recurring: &Recurring) -> Metadata {
    let page = page(html, url);
    gather::gather(&page, &extract(&page, &ExtractConfig::default()), recurring)
}

fn page(html: &str, url: Option<&str>) -> Page {
    let hints = Hints { url, capture_ms: Some(1_600_000_000_000), ..Hints::default() };
    Page::parse(html.as_bytes(), &hints, &Limits::default())
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
fn the_front_page_of_the_site_is_no_address_of_another_page() {
    let canonical = |html: &str, url| metadata(&format!("{html}<p>x"), Some(url)).canonical_url;
    let shared = "<meta property=og:url content='https://harbour.example'>";
    for inner in ["https://harbour.example/fog", "https://harbour.example/?p=7"] {
        assert_eq!(canonical(shared, inner), None);
    }
    for front in ["https://harbour.example/", "https://harbour.example/index.html"] {
        assert_eq!(canonical(shared, front).as_deref(), Some("https://harbour.example"));
    }
    let linked = "<link rel=canonical href=/>";
    assert_eq!(canonical(linked, "https://harbour.example/fog"), None);
    assert!(canonical(linked, "https://harbour.example/").is_some());
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
fn of_a_long_value_only_the_beginning_is_read() {
    let keywords = |before: usize| {
        let words = format!("{}late", "key,".repeat(before));
        metadata(&format!("<meta name=keywords content='{words}'><p>x"), None).keywords
    };
    assert_eq!(keywords(1000), ["key", "late"]);
    assert_eq!(keywords(6000), ["key"]);
}

#[test]
fn own_addresses_are_absolute() {
    let url = Some("https://harbour.example/news/fog");
    for (head, address) in [
        ("<link rel=canonical href=/news/fog?>", "https://harbour.example/news/fog?"),
        ("<base href=/old/><link rel=canonical href=fog>", "https://harbour.example/old/fog"),
        ("<link rel=canonical href='HTTP://harbour.example/f'>", "HTTP://harbour.example/f"),
        ("<link rel=canonical href=//harbour.example/f>", "https://harbour.example/f"),
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
