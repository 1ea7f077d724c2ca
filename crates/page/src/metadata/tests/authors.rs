use super::*;

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
fn authors_are_read_where_readers_see_them() {
    for (around, expected) in [
        ("<p>By Ada Reed and Tom Hale, May 17</p>", &["Ada Reed", "Tom Hale"][..]),
        ("<p>Written by</p><p>Ada Reed</p>", &["Ada Reed"]),
        ("<h6>Author(s)</h6><ul><li>Ada Reed<li>Tom Hale</ul>", &["Ada Reed", "Tom Hale"]),
        ("<p>— by Ada Reed</p>", &["Ada Reed"]),
        ("<p>(Reporting by Ada Reed; editing by Tom Hale)</p>", &["Ada Reed"]),
        ("<p>Author: ada17 on 17 May 2019, 13:36</p>", &["ada17"]),
        ("<p>항구일보 김철수 기자 kim@harbour.example</p>", &["김철수"]),
        ("<p>文・山田太郎</p>", &["山田太郎"]),
        ("<p>By the Harbour Team</p>", &["the Harbour Team"]),
        ("<form><p>Written by</p><p>Ada Reed</p><input></form>", &[]),
        ("<p><a href=/author/ada-reed>Ada Reed</a></p>", &["Ada Reed"]),
        ("<span class=entry-author__name>Ada Reed</span>", &["Ada Reed"]),
        ("<p class=byline>Von Ada Reed am 17. Mai</p>", &["Ada Reed"]),
        ("<p>By the harbour it was quiet that day.</p>", &[]),
        ("<p>Published May 17, 2019 by Ada Reed</p>", &["Ada Reed"]),
        ("<p>By Ada Reed, Head of Fog and Fish</p>", &["Ada Reed"]),
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
fn vendors_declare_authors_and_dates_under_names_of_their_own() {
    for (name, author, date) in [
        ("vendor:article-author", Some("Ada Reed"), None),
        ("vendor.author", Some("Ada Reed"), None),
        ("vendor:recs:publishtime", None, Some("2019-05-17")),
        ("iso-publish-date", None, None),
        ("vendor:published_at", None, Some("2019-05-17")),
        ("book:author", None, None),
        ("comment_author", None, None),
    ] {
        let html = ["Ada Reed", "2019-05-17"]
            .map(|value| format!("<meta name='{name}' content='{value}'>"))
            .concat();
        let found = metadata(&format!("{html}<p>x"), None);
        let is_author = |name: &&String| author == Some(name.as_str());
        assert_eq!(found.authors.iter().find(is_author).map(String::as_str), author, "{name}");
        assert_eq!(found.authors.is_empty(), author.is_none(), "{name}");
        assert_eq!(found.date_published.as_deref(), date, "{name}");
    }
}

#[test]
fn a_label_names_who_wrote_a_text_before_its_notes() {
    let notes = STORY.repeat(6);
    for (line, expected) in [
        ("Author: Ada Reed, pilot of the harbour.", Some("Ada Reed")),
        ("This article was written by Ada Reed, Head of Fog and Fish.", None),
    ] {
        let html = format!(
            "<h1>The fog lifts</h1><article>{}<p>{line}</p>{notes}</article>",
            STORY.repeat(20)
        );
        let authors = metadata(&html, None).authors;
        assert_eq!(authors.first().map(String::as_str), expected, "{line}");
    }
}

#[test]
fn an_author_may_be_a_reference() {
    let html = r##"<script type="application/ld+json">{"@graph": [{"@type": "Article", "author":
        {"@id": "#ada"}}, {"@type": "Person", "@id": "#ada", "name": "Ada Reed"}]}</script><p>x"##;
    assert_eq!(metadata(html, None).authors, ["Ada Reed"]);
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
