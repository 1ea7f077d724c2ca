use super::*;

#[test]
fn what_a_page_says_of_itself_is_no_list() {
    let shown = "<div><p>Published: 1 January 2019</p><p>Reviewed: 5 May 2019</p><p>Last updated: 6 June 2019</p></div>";
    let day = |name: &str, day: &str| format!("{name} <time datetime={day}>{day}</time> ");
    let marked =
        day("Created", "2019-01-01") + &day("Read", "2019-05-05") + &day("Changed", "2019-06-06");
    for around in [shown.to_owned(), format!("<p>{marked}</p>")] {
        let html = format!("<h1>The fog</h1>{around}{STORY}");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        page.typed_with(|| TypePrediction::sure(PageType::Documentation));
        let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
        assert_eq!(metadata.date_published.as_deref(), Some("2019-01-01"), "{around}");
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
        page.typed_with(|| TypePrediction::sure(page_type));
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
    page.typed_with(|| TypePrediction::sure(PageType::Listing));
    let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
    assert_eq!(metadata.date_published.as_deref(), Some("2019-05-03"));
    let signed = "<meta name=author content='Tom Hale'>";
    assert_eq!(read(signed, PageType::Listing).0, ["Tom Hale"]);
}

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
