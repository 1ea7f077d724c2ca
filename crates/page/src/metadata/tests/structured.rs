use super::*;

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
