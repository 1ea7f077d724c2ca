use scutch_page::{Hints, Limits, render};

use super::*;

fn content(toml: &str) -> Result<Content, Fault> {
    #[derive(serde::Deserialize)]
    struct File {
        content: Vec<ContentFile>,
    }
    let file: File = toml::from_str(toml).expect("TOML");
    Content::compile(&file.content)
}

fn page(url: &str, html: &str) -> Page {
    let hints = Hints { url: Some(url), ..Hints::default() };
    Page::parse(html.as_bytes(), &hints, &Limits::default())
}

const HTML: &str = "<h1>Tides</h1><div class=old><p>Old text.<span class=ad> Buy!</span></p>\
    <div class=box><p>In a box.</p></div></div><div class=new><p>New <b>text</b>.</p>\
    <div class=comments><p>Nice.</p></div></div><p class=by>By Ada Gull, on 2019. május 17.</p>";

fn text(content: &Content, page: &Page, config: &ExtractConfig) -> Option<String> {
    content.extract(page, config).map(|found| render::text(&found.page, &found.extraction))
}

#[test]
fn sets_follow_one_another_by_date_and_design() {
    let content = content(
        "[[content]]\nto = 2012-12-31\nroot = ['.none', '.old']\nremove = ['.ad']\n\
         [content.tags]\n'.box' = 'blockquote'\n\
         [[content]]\nrequire = '.new'\nroot = ['.new']\ncomments = ['.comments']\n",
    )
    .expect("rules");
    let mut config = ExtractConfig::default();
    let old = page("http://a.example/2010/05/17/a", HTML);
    assert_eq!(text(&content, &old, &config).as_deref(), Some("Old text.\nIn a box."));
    let new = page("http://a.example/2015/05/17/a", HTML);
    assert_eq!(text(&content, &new, &config).as_deref(), Some("New text."));
    config.comments = true;
    assert_eq!(text(&content, &new, &config).as_deref(), Some("New text.\nNice."));
    assert_eq!(text(&content, &page("http://a.example/2015/a", "<p>x"), &config), None);
}

#[test]
fn fields_are_where_the_rules_say() {
    let content = content(
        "[[content]]\nroot = ['.old']\n\
         [content.meta]\nauthors = {css = '.by', regex = 'By ([^,]*)'}\n\
         date_published = {css = '.by', regex = 'on (.*)'}\nsection = {value = 'Sea'}\n",
    )
    .expect("rules");
    let page = page("http://a.example/a", HTML);
    let found = content.extract(&page, &ExtractConfig::default()).expect("article");
    let mut metadata = page.metadata(&found.extraction);
    content.describe(&found, &page, &mut metadata);
    assert_eq!(metadata.authors, ["Ada Gull"]);
    assert_eq!(metadata.date_published.as_deref(), Some("2019-05-17"));
    assert_eq!(metadata.section.as_deref(), Some("Sea"));
    assert_eq!(metadata.candidates["authors"][0].detail, "portal");
}

#[test]
fn what_means_nothing_is_said() {
    let cases = [
        ("[[content]]\nremove = ['a']\n", "a rule set without `root` finds nothing"),
        (
            "[[content]]\nroot = ['a']\ntags = {b = 'shout'}\n",
            "`shout` is no operator and no element",
        ),
        (
            "[[content]]\nroot = ['a']\nmeta = {colour = {css = 'b'}}\n",
            "there is no field `colour`",
        ),
    ];
    for (toml, message) in cases {
        assert_eq!(content(toml).expect_err("wrong").message, message);
    }
}
