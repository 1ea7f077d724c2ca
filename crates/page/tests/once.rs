//! Articles that pages hold twice, and teasers below them, in many kinds of markup and in the
//! languages of `cases/stories.txt`: each paragraph is said once, and no teaser is.

use std::collections::BTreeSet;

use scutch_page::{ExtractConfig, Hints, Limits, Page, extract, render};

const STORIES: &str = include_str!("cases/stories.txt");
/// Kinds of doubled articles: `{t}` is the title, `{p}` the paragraphs, `{2}` the first two of
/// them, `{br}` lines in one element, `{json}` and `{lines}` and `{tags}` the value of a declared
/// text, `{posts}` paragraphs with a time each.
const DOUBLED: &[(&str, &str)] = &[
    (
        "two declared forms",
        r#"<script type=application/ld+json>{"@type":"NewsArticle","articleBody":"{json}"}</script>
        <script type=application/ld+json>{"@type":"Article","articleBody":"{tags}"}</script><div id=root></div>"#,
    ),
    (
        "two declared forms, without markup",
        r#"<script type=application/ld+json>[{"@type":"NewsArticle","articleBody":"{lines}"},
        {"@type":"ReportageNewsArticle","articleBody":"{json}"}]</script><div id=app></div>"#,
    ),
    (
        "shown and declared",
        r#"<script type=application/ld+json>{"@type":"NewsArticle","articleBody":"{json}"}</script>
        <main><article><h1>{t}</h1>{p}</article></main>"#,
    ),
    (
        "the beginning is shown, the whole is declared",
        r#"<script type=application/ld+json>{"@type":"NewsArticle","articleBody":"{lines}"}</script>
        <main><article><h1>{t}</h1>{2}</article></main>"#,
    ),
    (
        "in noscript, too",
        "<main><article><h1>{t}</h1>{p}</article></main><noscript><div>{p}</div></noscript>",
    ),
    (
        "the whole in noscript, the beginning shown",
        "<main><article><h1>{t}</h1>{2}</article></main><noscript><article><h1>{t}</h1><span>11:30</span>{p}</article></noscript>",
    ),
    (
        "for printers",
        "<main><article><h1>{t}</h1>{p}</article></main><div class=print style='display:none'><h1>{t}</h1>\
         <span class=time>11:30</span>{p}</div>",
    ),
    (
        "wide and narrow",
        "<main><div class='d-none d-md-block'><article><h1>{t}</h1><div><span>09:30</span></div>{p}</article></div>\
         <div class=d-md-none><article><h1>{t}</h1><div><span>09:30</span></div>{p}</article></div></main>",
    ),
    (
        "lines and paragraphs",
        "<main><div class=desktop><h1>{t}</h1><div>09:30</div><div class=text>{br}</div></div>\
         <div class=mobile><h2>{t}</h2><div>09:30</div><div class=text>{p}</div></div></main>",
    ),
    (
        "a ticker twice",
        "<main><h1>{t}</h1><div class=ticker-wide>{posts}</div><div class=ticker-narrow>{posts}</div></main>",
    ),
    (
        "in a template and a form",
        "<main><article><h1>{t}</h1>{p}</article></main><template>{p}</template><textarea>{br}</textarea>",
    ),
];
/// Kinds of teasers below an article: around all of them, and each with headline `{h}`, sentence
/// `{s}` and number `{n}`.
const TEASERS: &[(&str, &str, &str)] = &[
    (
        "cards with pictures",
        "<section class=related>{}</section>",
        "<article class=card><img src=/{n}.jpg><h3><a href=/a/{n}>{h}</a></h3><p>{s}</p><time>9:4{n}</time></article>",
    ),
    (
        "boxes without headings",
        "<div class=grid>{}</div>",
        "<div class=c-item><a href=/a/{n}><img src=/{n}.jpg></a><div class=c-t><a href=/a/{n}>{h}</a></div>\
         <div class=c-s>{s}</div><div class=c-d>9:4{n}</div></div>",
    ),
    (
        "whole cards linked",
        "<aside>{}</aside>",
        "<a class=n href=/a/{n}><figure><img src=/{n}.jpg></figure><h2>{h}</h2><p>{s}</p><span>2024-03-1{n}</span></a>",
    ),
    (
        "a feed",
        "<div class=feed>{}</div>",
        "<div class=feed__item><div class=feed__time>9:4{n}</div><a class=feed__title href=/a/{n}>{h}</a><div class=feed__lead>{s}</div></div>",
    ),
    (
        "posts like the article",
        "{}",
        "<article class=post-teaser><header><h2><a href=/a/{n}>{h}</a></h2><p class=byline>Tom Reed, 9:4{n}</p></header>\
         <p>{s}</p><p><a href=/a/{n}>...</a></p></article>",
    ),
    (
        "terms",
        "<div>{}</div>",
        "<dl><dt><a href=/a/{n}>{h}</a></dt><dd>{s}</dd><dd class=date>2024-03-1{n}</dd></dl>",
    ),
    (
        "columns of paragraphs",
        "<div class=row>{}</div>",
        "<div class=col-md-3><p><img src=/{n}.jpg></p><p><a href=/a/{n}>{h}</a></p><p>{s}</p><p class=muted>9:4{n}</p></div>",
    ),
];

/// A story of `cases/stories.txt`.
struct Story {
    language: &'static str,
    title: &'static str,
    paragraphs: Vec<&'static str>,
    teasers: Vec<(&'static str, &'static str)>,
}

fn stories() -> impl Iterator<Item = Story> {
    STORIES.split("\n[").skip(1).map(|story| {
        let (language, story) = story.split_once("]\n").expect("a language");
        let mut lines = story.lines().filter(|line| !line.is_empty());
        let title = lines.next().expect("a title");
        let (teasers, paragraphs) = lines.partition::<Vec<_>, _>(|line| line.contains('\t'));
        let teasers = teasers.iter().filter_map(|line| line.split_once('\t')).collect();
        Story { language, title, paragraphs, teasers }
    })
}

impl Story {
    fn text(&self, body: &str) -> String {
        let sections = ["news", "politics", "sport", "culture", "weather"];
        let menu: String = sections.map(|s| format!("<li><a href=/{s}>{s}</a></li>")).concat();
        let html = format!(
            "<!doctype html><html lang={}><head><meta charset=utf-8><title>{} - The Wickby Post</title></head><body>\
             <header><a href=/>The Wickby Post</a><nav><ul>{menu}</ul></nav></header>{body}\
             <footer><p>© 2024 The Wickby Post</p></footer></body></html>",
            self.language, self.title
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        render::text(&page, &extract(&page, &ExtractConfig::default()))
    }

    /// A kind of markup with the story in it.
    fn filled(&self, kind: &str) -> String {
        let paragraphs = |of: &[&str]| of.iter().map(|p| format!("<p>{p}</p>")).collect::<String>();
        let stamped = self.paragraphs.iter().enumerate();
        let posts: String =
            stamped.map(|(n, p)| format!("<div><span>1{n}:0{n}</span><p>{p}</p></div>")).collect();
        kind.replace("{t}", self.title)
            .replace("{p}", &paragraphs(&self.paragraphs))
            .replace("{2}", &paragraphs(&self.paragraphs[..2]))
            .replace("{br}", &self.paragraphs.join("<br><br>"))
            .replace("{json}", &self.paragraphs.join("  "))
            .replace("{lines}", &self.paragraphs.join("\\n"))
            .replace("{tags}", &paragraphs(&self.paragraphs))
            .replace("{posts}", &posts)
    }
}

#[test]
fn a_text_that_a_page_holds_twice_is_said_once() {
    for story in stories() {
        for (kind, markup) in DOUBLED {
            let text = story.text(&story.filled(markup));
            for paragraph in &story.paragraphs {
                let times = text.matches(paragraph).count();
                assert_eq!(times, 1, "{kind}, {}: {paragraph}\n{text}", story.language);
            }
            let is_stamp = |line: &&str| line.len() == 5 && line.contains(':');
            let stamps: Vec<&str> = text.lines().filter(is_stamp).collect();
            let distinct: BTreeSet<&str> = stamps.iter().copied().collect();
            assert_eq!(stamps.len(), distinct.len(), "{kind}, {}\n{text}", story.language);
        }
    }
}

#[test]
fn teasers_below_an_article_are_no_part_of_it() {
    for story in stories() {
        for (kind, around, one) in TEASERS {
            let teasers = story.teasers.iter().enumerate().map(|(n, (headline, sentence))| {
                let n = n.to_string();
                one.replace("{h}", headline).replace("{s}", sentence).replace("{n}", &n)
            });
            let teasers = around.replace("{}", &teasers.collect::<String>());
            let article = story.filled("<article><h1>{t}</h1><time>9:30</time>{p}</article>");
            let text = story.text(&format!("<main>{article}{teasers}</main>"));
            for (headline, sentence) in &story.teasers {
                let is_there = text.contains(headline) || text.contains(sentence);
                assert!(!is_there, "{kind}, {}: {sentence}\n{text}", story.language);
            }
            for paragraph in &story.paragraphs {
                assert!(
                    text.contains(paragraph),
                    "{kind}, {}: {paragraph}\n{text}",
                    story.language
                );
            }
        }
    }
}
