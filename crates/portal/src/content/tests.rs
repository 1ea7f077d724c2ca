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
    let found = content.extract(page, &|| None, config);
    found.map(|found| render::text(&found.page, &found.extraction))
}

#[test]
fn rule_sets_are_chosen_by_date_and_design() {
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
fn metadata_is_read_where_the_rules_say() {
    let content = content(
        "[[content]]\nroot = ['.old']\n\
         [content.meta]\nauthors = {css = '.by', regex = 'By ([^,]*)'}\n\
         date_published = {css = '.by', regex = 'on (.*)'}\nsection = {value = 'Sea'}\n",
    )
    .expect("rules");
    let page = page("http://a.example/a", HTML);
    let found = content.extract(&page, &|| None, &ExtractConfig::default()).expect("article");
    let mut metadata = page.metadata(&found.extraction);
    content.describe(&found, &page, &mut metadata);
    assert_eq!(metadata.authors, ["Ada Gull"]);
    assert_eq!(metadata.date_published.as_deref(), Some("2019-05-17"));
    assert_eq!(metadata.section.as_deref(), Some("Sea"));
    assert_eq!(metadata.candidates["authors"][0].detail, "portal");
}

#[test]
fn dates_have_formats_and_fields_may_be_in_jsonld() {
    let months = "['januar', 'februar', 'mars', 'april', 'mai', 'juni', 'juli', 'august', 'september', \
        'oktober', 'november', 'desember']";
    let content = content(&format!(
        "[[content]]\nroot = ['p']\n[content.meta]\nkeywords = {{json = 'about.*.name'}}\n\
         date_published = {{css = '.day', regex = '(\\d+. \\w+ \\d+), \\w+ (.*)', \
         format = '%d. %B %Y %H:%M', months = {months}}}\n\
         date_modified = {{css = '.day', regex = '^[^,]*', format = '%d. %B %Y', months = {months}}}\n",
    ))
    .expect("rules");
    let html = "<script type='application/ld+json'>{\"about\": [{\"name\": \"tide\"}, {\"name\": \"sea\"}]}\
        </script><p>Text.<span class=day>3. Mai 2019, fredag 7:05</span>";
    let page = page("http://a.example/a", html);
    let found = content.extract(&page, &|| None, &ExtractConfig::default()).expect("article");
    let mut metadata = page.metadata(&found.extraction);
    content.describe(&found, &page, &mut metadata);
    assert_eq!(metadata.keywords, ["tide", "sea"]);
    assert_eq!(metadata.date_published.as_deref(), Some("2019-05-03T07:05:00"));
    assert_eq!(metadata.date_modified.as_deref(), Some("2019-05-03"));
}

#[test]
fn date_formats_know_months_letters_and_zones() {
    let czech = "['leden', 'únor', 'březen', 'duben', 'květen', 'červen', 'červenec', 'srpen', 'září', \
        'říjen', 'listopad', 'prosinec']";
    let chinese = "['一月', '二月', '三月', '四月', '五月', '六月', '七月', '八月', '九月', '十月', '十一月', \
        '十二月']";
    let cases = [
        ("3. ČERVENEC 2019, 14:05 Uhr", "%d. %B %Y, %H:%M Uhr", czech, "2019-07-03T14:05:00"),
        ("3. Červen 2019", "%d. %B %Y", czech, "2019-06-03"),
        ("3 十一月 2019", "%d %B %Y", chinese, "2019-11-03"),
        ("3 May 2019", "%d %B %Y", "[]", "2019-05-03"),
        ("3 December 2019", "%d %B %Y", "[]", "2019-12-03"),
        ("2019-05-03T07:05:00+0200", "%Y-%m-%dT%H:%M:%S%z", "[]", "2019-05-03T07:05:00+02:00"),
    ];
    for (day, format, months, expected) in cases {
        let content = content(&format!(
            "[[content]]\nroot = ['p']\n[content.meta]\n\
             date_published = {{css = 'i', format = '{format}', months = {months}}}\n",
        ))
        .expect("rules");
        let page = page("http://a.example/a", &format!("<p>Text. <i>{day}</i>"));
        let found = content.extract(&page, &|| None, &ExtractConfig::default()).expect("article");
        let mut metadata = page.metadata(&found.extraction);
        content.describe(&found, &page, &mut metadata);
        assert_eq!(metadata.date_published.as_deref(), Some(expected), "{day}");
    }
}

#[test]
fn all_twelve_months_can_have_other_names() {
    let names: Vec<String> = ('a'..='l').map(|letter| format!("{letter}ember")).collect();
    let content = content(&format!(
        "[[content]]\nroot = ['p']\n[content.meta]\n\
         date_published = {{css = 'i', format = '%d %B %Y', months = {names:?}}}\n",
    ))
    .expect("rules");
    for (number, name) in (1..).zip(&names) {
        let page = page("http://a.example/a", &format!("<p>Text. <i>3 {name} 2019</i>"));
        let found = content.extract(&page, &|| None, &ExtractConfig::default()).expect("article");
        let mut metadata = page.metadata(&found.extraction);
        content.describe(&found, &page, &mut metadata);
        let expected = format!("2019-{number:02}-03");
        assert_eq!(metadata.date_published.as_deref(), Some(&*expected), "{name}");
    }
}

#[test]
fn articles_in_scripts_are_extracted() {
    let rules = |script: &str| {
        content(&format!("[[content]]\nroot = ['.head, .post']\n{script}")).expect("rules")
    };
    let state = "<div class=head><p>Tides</p></div><script>var s=(function(a){return {posts:[\
        {t:\"One\",n:a,c:\"\\u003Cp\\u003EHe said \\\"ebb\\\".\\u003C\\u002Fp\\u003E\"},{t:\"Two\",n:a,c:\"<p>Flow.</p>\"}]}})(1)</script>";
    let json = "<div class=head><p>Tides</p></div><script id=s>{\"posts\": [{\"t\": \"One\", \"c\": \"<p>Ebb.\"}]}</script>";
    let template = "template = '<div class=post><h2>{t}</h2>{c}</div>'";
    let capture = r#"capture = 't:(?<t>"(?:[^"\\]|\\.)*").*?c:(?<c>"(?:[^"\\]|\\.)*")'"#;
    let cases = [
        (state, capture, "Tides\nOne\nHe said \"ebb\".\nTwo\nFlow."),
        (json, "within = '#s'\njson = 'posts.*'", "Tides\nOne\nEbb."),
        (state, "within = '#s'\njson = 'posts.*'", "Tides"),
    ];
    for (html, rule, expected) in cases {
        let content = rules(&format!("[content.script]\n{rule}\n{template}"));
        let page = page("http://a.example/a", html);
        let url = scutch_url::Url::parse("http://a.example/a").expect("address");
        let whole = || Some(Document::new(url.clone(), html.as_bytes().to_vec(), None));
        let found = content.extract(&page, &whole, &ExtractConfig::default()).expect("article");
        assert_eq!(render::text(&found.page, &found.extraction), expected);
    }
}

#[test]
fn tags_may_depend_on_their_parents_and_become_two() {
    let content = content(
        "[[content]]\nroot = ['.old, .by']\n[content.tags]\n'span.ad' = 'remove'\n\
         [content.table]\n'div.box > p' = 'blockquote p'\n'p' = 'h2'\n'p.by' = 'remove'\n",
    )
    .expect("rules");
    let page = page("http://a.example/a", HTML);
    let found = content.extract(&page, &|| None, &ExtractConfig::default()).expect("article");
    let markdown = render::markdown(&scutch_page::Document::new(&found.page, &found.extraction));
    assert_eq!(markdown.trim(), "## Old text.\n\n> In a box.");
}

#[test]
fn words_of_unwrapped_blocks_stay_separate() {
    let html = "<div class=a><ul><li>One<p>two</p></li><li>three</li></ul>four<br>five\
        <table><tr><td>six</td><td>se<b>ven</b></td></tr></table></div>";
    let cases = [
        (".a", "unwrap-all", "One two three four five six seven"),
        ("ul, table", "unwrap-all", "One two three four\nfive six seven"),
        ("p", "unwrap", "One two\nthree\nfour\nfive\nsix seven"),
        ("p", "b", "One two\nthree\nfour\nfive\nsix seven"),
        ("b", "unwrap", "One\ntwo\nthree\nfour\nfive\nsix seven"),
        ("br", "unwrap", "One\ntwo\nthree\nfour five\nsix seven"),
    ];
    for (selector, operator, expected) in cases {
        let content = content(&format!(
            "[[content]]\nroot = ['.root']\n[content.tags]\n'{selector}' = '{operator}'\n"
        ))
        .expect("rules");
        let page = page("http://a.example/a", &format!("<div class=root>{html}</div>"));
        let found = text(&content, &page, &ExtractConfig::default());
        assert_eq!(found.as_deref(), Some(expected), "{selector}");
    }
}

#[test]
fn faults_are_named() {
    let cases = [
        ("[[content]]\nremove = ['a']\n", "a rule set without `root` finds nothing"),
        (
            "[[content]]\nroot = ['a']\nfrom = 2015-01-01\nto = 2014-12-31\n",
            "no day is after `from` and before `to`",
        ),
        (
            "[[content]]\nroot = ['a']\ntags = {b = 'shout'}\n",
            "`shout` is no operator and no element",
        ),
        (
            "[[content]]\nroot = ['a']\ntags = {b = 'blockquote shout'}\n",
            "`shout` is no operator and no element",
        ),
        (
            "[[content]]\nroot = ['a']\nmeta = {section = {css = 'b', value = 'c'}}\n",
            "a field needs one of `css`, `json`, `address` and `value`",
        ),
        (
            "[[content]]\nroot = ['a']\nscript = {template = '{1}'}\n",
            "`within` needs a path into the JSON there",
        ),
        (
            "[[content]]\nroot = ['a']\nmeta = {colour = {css = 'b'}}\n",
            "there is no field `colour`",
        ),
        (
            "[[content]]\nroot = ['a']\nmeta = {date_published = {css = 'b', months = ['x']}}\n",
            "names of months need a `format`",
        ),
        (
            "[[content]]\nroot = ['a']\nmeta = {date_published = {css = 'b', format = '%B', months = ['x']}}\n",
            "a year has twelve months",
        ),
    ];
    let format = "[[content]]\nroot = ['a']\nmeta = {date_modified = {css = 'b', format = '%!'}}\n";
    let message = content(format).expect_err("wrong").message;
    assert!(message.starts_with("`%!` is no format of dates"), "{message}");
    for (toml, message) in cases {
        assert_eq!(content(toml).expect_err("wrong").message, message);
    }
}

#[test]
fn addresses_tell_fields_by_groups() {
    for (field, form, expected) in [
        ("date_published", r"/(?<year>\d{4})/(?<month>\d+)/(?<day>\d+)/", Some("2020-05-07")),
        ("date_published", r"/(?<year>\d{4})/(?<month>\d+)/", Some("2020-05")),
        ("section", "^https?://[^/]+/([^/]+)/", Some("world")),
        ("title", "[^/]+$", Some("the-ferry")),
        ("section", "/nowhere/([^/]+)", None),
    ] {
        let toml = format!(
            "[[content]]\nroot = ['article']\n[content.meta]\n{field} = {{ address = '{form}' }}\n"
        );
        let content = content(&toml).expect("rules");
        let hints =
            Hints { url: Some("https://a.example/world/2020/5/7/the-ferry"), ..Hints::default() };
        let limits = Limits::default();
        let page = Page::parse(b"<article><p>It was late.</p></article>", &hints, &limits);
        let ruled = content.extract(&page, &|| None, &ExtractConfig::default());
        let mut metadata = Metadata::default();
        content.describe(&ruled.expect("a root"), &page, &mut metadata);
        let json = serde_json::to_value(&metadata).expect("plain data");
        assert_eq!(json[field].as_str(), expected, "{field} {form}");
    }
}
