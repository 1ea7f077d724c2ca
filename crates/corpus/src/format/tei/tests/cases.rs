//! Pages that are hard to write, and any soup of tags.

use proptest::prelude::*;

use super::*;

/// Pages that are hard to write as TEI, by name.
pub(super) fn cases() -> Vec<(&'static str, String)> {
    let deep = |open: &str, close: &str| open.repeat(2000) + "deep" + &close.repeat(2000);
    vec![
        ("empty", String::new()),
        ("controls", "<p>a\u{1}b\u{8}c\u{b}d\u{fffe}e\u{ffff}f&#x0;g&#xB;h</p>".to_owned()),
        ("deep-div", deep("<div>", "</div>")),
        ("deep-quote", deep("<blockquote>a", "</blockquote>")),
        ("deep-list", deep("<ul><li>a", "</li></ul>")),
        ("deep-inline", format!("<p>{}", deep("<b><i>", "</i></b>"))),
        ("table-in-list", "<ul><li>a<table><tr><th>b<th>c<tr><td>d<td>e</table>f<li>g</ul>".into()),
        ("list-in-table", "<table><tr><th>b<th>c<tr><td><ul><li>d<li>e</ul><td>f</table>".into()),
        ("table-in-bare-list", "<ul><table><tr><th>b<th>c<tr><td>d<td>e</table></ul>".into()),
        ("text-after-divs", "<h1>a</h1><p>b<h2>c</h2><p>d<h1>e</h1>f<div>g</div>h".into()),
        ("heading-first-low", "<h4>a</h4><p>b<h2>c</h2><h3>d</h3><h2>e</h2>".into()),
        ("heading-in-quote", "<blockquote><h2>a</h2><p>b</blockquote><p>c".into()),
        ("heading-in-item", "<ul><li><h2>a</h2>b<li><h3>c</h3></ul>".into()),
        ("list-in-list", "<ul><ul><li>a</ul>b<ol start=3><li>c</ol></ul>".into()),
        ("box", "<p>a<aside><h2>b</h2><p>c<ul><li>d</ul><aside><p>e</aside></aside><p>f".into()),
        ("box-in-list", "<ul><li>a<aside>b<table><tr><th>c<th>d<tr><td>e<td>f</table></aside></ul><p>g".into()),
        ("box-in-box-in-quote", "<blockquote>a<aside><figure><img src=b alt=c><figcaption>d</figure></aside></blockquote><p>e".into()),
        ("box-in-figure", "<figure><img src=a><aside><p>b</aside><figcaption>c</figure><p>d".into()),
        ("box-in-table", "<table><tr><td>a<aside><p>b</aside><td>c<tr><td>d<td>e</table><p>f".into()),
        ("note", "<p>a<aside role=doc-footnote><p>b</p><ul><li>c</ul></aside><p>d".into()),
        ("note-in-list", "<ol><li role=doc-endnote>a</li><li role=doc-endnote><p>b<p>c</li></ol><p>d".into()),
        ("note-in-box", "<p>z<aside>a<p role=note>b</aside><p>c".into()),
        ("notes-alone", "<h1>a</h1><div role=note>b</div><div role=note><h2>c</h2>d</div>".into()),
        ("box-alone", "<aside><h1>a</h1><p>b</aside>".into()),
        (
            "formulas",
            "<p>a <img src=a class=tex alt='b_1 c'>d<script type='math/tex; mode=display'>e<f</script> <a href=b><img src=a class=tex alt=g></a>"
                .into(),
        ),
        (
            "numbers",
            "<ol type=a start=-3 reversed><li>a<li value=7>b<ol type=I><li>c</ol></ol><ol style='list-style: lower-roman'><li>d</ol>"
                .into(),
        ),
        (
            "terms",
            "<dl><div><dt>a<dt><h3>b</h3><p>c<dd>d<dl><dt>e</dl><table><tr><th>f<th>g<tr><td>h<td>i</table><dd>j</div><ul><li>k</ul></dl><dd>l<dt>m"
                .into(),
        ),
        ("definitions", "<dl>z<dd>y<dt>a<dt>b<dd>c<p>d<dd><ul><li>e</ul></dl>".into()),
        (
            "figure",
            "<figure><img src=a.png alt=b><img src='c d'><figcaption>e</figcaption><p>f</figure>"
                .into(),
        ),
        (
            "pictures",
            "<p>a <img src='%zz[].png' alt='<b>'> c<img src='http://[x'></p><a href='http://[x'><img src=d></a><a href=e><img src=d alt=e></a>".into(),
        ),
        (
            "links",
            "<p><a href='mailto:'>a</a> <a href='http://a b/#c#d'>e</a> <a href='x:y'>f</a>".into(),
        ),
        (
            "media",
            "<iframe src='http://v.example/a'></iframe><p>a<iframe src='//b'></iframe>".into(),
        ),
        (
            "code",
            "<pre><code class='language-c++'>a  b\n\tc\n</code></pre><p><code>d</code>".into(),
        ),
        ("marks", "<p><b>a<i>b</b>c</i><sup>d</sup><sub>e</sub><ins>x <mark>y</mark></ins>z<abbr title='w <'>v</abbr>u <abbr title=t>t s</abbr><del>f<br>g</del><b></b>".into()),
        (
            "marks-in-words",
            "<p>a<b>b</b>c <a href='/x'>d<i>e</i></a>f <code>g h</code>i <b>j <i>k</i>l. M</b> n<img src=o.png>p <del>q</del>r"
                .into(),
        ),
        ("picture-after-sentence", "<p>One!<a href=/n><img src=a alt=b></a> Two<img src=c alt=d><br>three".into()),
        (
            "editorial",
            "<div lang=en><p>a <q>b <q lang=fr>c <u>d</u></q></q> e <time datetime=2019-05-17T10:00>f</time> \
             <time datetime=10:00:05>g h</time> <time datetime=P1D>i</time> <i lang=la>j k</i> <span lang='x_y'>l</span>\
             <ruby>\u{6f22}<rt>\u{304b}\u{3093}</rt>\u{5b57}<rt>\u{3058}</rt></ruby> <code><u>m</u></code> n<u>o</u>p \
             q<q>r</q>s <u>t<b>u</b></u><b>v</b> <q>w <code>x y</code></q> <a href=z><time datetime=2019>\
             2019</time></a> <q>One. Two.</q> <q><img src=a alt=b></q> <time datetime=2019-05>May 2019</time>"
                .to_owned(),
        ),
        ("sources", "<blockquote cite='http://a.example/b c'>a<blockquote cite=d>b</blockquote></blockquote><ul><blockquote cite='//e'>f</blockquote></ul>".into()),
        ("captions", "<table><caption><p>a<p>b</caption><tr><th>c<th>d<tr><td>e<td>f</table><ul><table><caption>g</caption><tr><th>h<th>i<tr><td>j<td>k</table></ul><figure><table><caption>l</caption><tr><th>m<th>n<tr><td>o<td>p</table></figure><figcaption>q</figcaption>".into()),
        ("spans", "<table><tr><th rowspan=3 colspan=2>a<th>b<tr><td>c<tr><td>d<td>e<tr><td colspan=900 rowspan=0>f</table><table><tr><th rowspan=2>g<th rowspan=2>h<tr><td><img><tr><td>i<td>j</table>".into()),
        ("units", include_str!("../../../../../page/tests/cases/markdown/units.html").to_owned()),
        ("empty-list", "<ul></ul><ul><li></ul><blockquote></blockquote><table></table>".into()),
    ]
}

#[test]
fn hard_cases_break_no_rule() {
    for (name, html) in cases() {
        let text = written(&html);
        assert!(text.ends_with("</TEI>\n"), "{name}");
    }
}

#[test]
fn annotated_text_is_the_same_text() {
    for (name, html) in cases() {
        let [plain, annotated] = both(&html).expect("valid");
        assert_eq!(body_text(&plain), body_text(&annotated), "{name}");
    }
}

proptest! {
    #[test]
    fn any_soup_is_valid(soup in proptest::collection::vec(
        prop_oneof![
            "[a-z&;.]{0,8}",
            "</?(a href='x:y z'|b|p|h1|h2|h4|img src=x|li|ol|ul|pre|code|table|tr|th|td|blockquote|dl|dt|dd|figure|figcaption|em|div|br|q|u|ruby|rt|span lang=la|i lang=de|html lang=en|caption|time datetime=2019|td colspan=2 rowspan=2|aside|div role=note|li role=doc-endnote)>",
            ".{0,4}",
        ], 0..60)) {
        let written = both(&soup.concat());
        prop_assert!(written.is_ok(), "{written:?}");
        let [plain, annotated] = written.expect("checked");
        prop_assert_eq!(body_text(&plain), body_text(&annotated));
    }
}
