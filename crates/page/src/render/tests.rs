use proptest::prelude::*;

use super::*;
use crate::cpu_clock::cpu_time;
use crate::{Cuts, Document, ExtractConfig, Hints, Label, Limits, PageFlag, Reason, extract};

fn page(html: &str) -> Page {
    let hints = Hints { url: Some("http://press.example/a/b.html"), ..Hints::default() };
    Page::parse(html.as_bytes(), &hints, &Limits::default())
}

/// Everything kept: what is tested here is the form.
fn all(page: &Page) -> Extraction {
    let label = Label { content: true, score: 1.0, reason: Reason::Length };
    let labels = vec![label; page.blocks().len()];
    let config = ExtractConfig::default();
    Extraction {
        labels,
        contributions: Vec::new(),
        cuts: Cuts::new(),
        script_text: false,
        threshold: None,
        flags: vec![PageFlag::WeakContent],
        method: "test/1",
        config,
    }
}

const FORMS: &str = include_str!("../../tests/cases/forms.html");

#[test]
fn text_of_all_forms() {
    let page = page(FORMS);
    insta::assert_snapshot!(text(&page, &all(&page)));
}

#[test]
fn markdown_of_all_forms() {
    let page = page(FORMS);
    insta::assert_snapshot!(markdown(&Document::new(&page, &all(&page))));
}

#[test]
fn html_of_all_forms() {
    let page = page(FORMS);
    insta::assert_snapshot!(html(&Document::new(&page, &all(&page))));
}

#[test]
fn html_of_formulas_code_tables_tasks_and_notes() {
    let page = page(include_str!("../../tests/cases/markdown/units.html"));
    insta::assert_snapshot!(html(&Document::new(&page, &all(&page))));
}

#[test]
fn html_of_lists_of_terms() {
    let page = page(include_str!("../../tests/cases/markdown/definitions.html"));
    insta::assert_snapshot!(html(&Document::new(&page, &all(&page))));
}

#[test]
fn html_of_numbered_lists() {
    let page = page(include_str!("../../tests/cases/markdown/numbers.html"));
    insta::assert_snapshot!(html(&Document::new(&page, &all(&page))));
}

#[test]
fn html_of_formulas() {
    let page = page(include_str!("../../tests/cases/markdown/formulas.html"));
    insta::assert_snapshot!(html(&Document::new(&page, &all(&page))));
}

#[test]
fn html_of_links_pictures_and_emphasis() {
    let page = page(include_str!("../../tests/cases/markdown/links.html"));
    insta::assert_snapshot!(html(&Document::new(&page, &all(&page))));
}

#[test]
fn every_judged_block_is_explained_by_what_pulled_most() {
    let page = page(include_str!("../../tests/cases/explained.html"));
    let extraction = extract(&page, &ExtractConfig::default());
    let explained = explain(&page, &extraction);
    let blocks: Vec<&str> = explained.split("<li").skip(1).collect();
    assert_eq!((blocks.len(), extraction.contributions.len()), (page.blocks().len(), blocks.len()));
    for ((html, contributions), block) in
        blocks.iter().zip(&extraction.contributions).zip(page.blocks())
    {
        let strengths: Vec<f32> =
            contributions.iter().map(|(_, contribution)| contribution.abs()).collect();
        assert!(strengths.is_sorted_by(|a, b| a >= b), "{strengths:?}");
        assert_eq!(strengths.len(), if block.chars > 0 { 3 } else { 0 });
        assert_eq!(html.matches("class=\"pull\"").count(), strengths.len());
        for (reason, contribution) in contributions.iter() {
            let direction =
                if contribution > 0.0 { "towards content" } else { "away from content" };
            let shown = format!("Pulled {direction}.\">{contribution:+.1} {}</span>", reason.id());
            assert!(html.contains(&shown), "{shown}: {html}");
        }
    }
}

#[test]
fn explanation_of_a_small_page() {
    let page = page(include_str!("../../tests/cases/explained.html"));
    let mut extraction = all(&page);
    for (block, label) in page.blocks().iter().zip(&mut extraction.labels) {
        if block.link_density() > 0.5 {
            *label = Label { content: false, score: 0.1, reason: Reason::LinkDensity };
        }
    }
    insta::assert_snapshot!(explain(&page, &extraction).replace(include_str!("explain.css"), ""));
}

#[test]
fn without_links_and_images_their_text_stays() {
    let page = page("<p>See <a href=x>this</a> <img src=y.png alt=z> there.");
    let mut extraction = all(&page);
    extraction.config.links = false;
    extraction.config.images = false;
    assert_eq!(markdown(&Document::new(&page, &extraction)), "See this there.");
}

proptest! {
    #[test]
    fn nothing_of_the_page_gets_through_unescaped(soup in proptest::collection::vec(
        prop_oneof![
            "[a-z&;.*_#`|\\[\\]]{0,8}",
            "</?(a href='javascript:x'|b|p|script|img src=x \
                onerror=y|li|ol|pre|code|table|td|blockquote|dl|dt|dd|figure|em)>",
            "&lt;script&gt;|\"&gt;|'&gt;|\u{7}|\u{0}",
            ".{0,4}",
        ], 0..60)) {
        let page = page(&soup.concat());
        let every = all(&page);
        for rendered in [html(&Document::new(&page, &every)), explain(&page, &every)] {
            let lower = rendered.to_lowercase();
            prop_assert!(!lower.contains("<script") && !lower.contains("onerror=\""));
            prop_assert!(!lower.contains("javascript:x\""));
        }
        let plain = text(&page, &every);
        prop_assert!(!plain.chars().any(|c| c.is_control() && c != '\n'));
        prop_assert!(!plain.contains("\n\n"));
        markdown(&Document::new(&page, &every));
        let extraction = extract(&page, &ExtractConfig::default());
        let empty = text(&page, &extraction).is_empty();
        prop_assert!(!empty || !extraction.flags.is_empty());
        page.metadata(&extraction);
    }
}

#[test]
fn a_table_of_one_row_of_short_cells_is_one_line() {
    let long = "word ".repeat(30);
    let row = |cells: &str| format!("<p>Before.</p><table><tr>{cells}</tr></table><p>After.</p>");
    let signature = "<td class=memname>int foo<td>(<td class=paramtype>int&#160;\
        <td class=paramname><em>x</em><td>)<td>";
    for (cells, expected) in [
        (signature.to_owned(), "int foo ( int x )".to_owned()),
        (
            format!("<td>{}<td>b", row(signature)),
            format!("{}\nb", "Before.\nint foo ( int x )\nAfter."),
        ),
        (format!("<td>a<td>{long}"), format!("a\n{}", long.trim_end())),
        ("<td>a<td><p>b".to_owned(), "a\nb".to_owned()),
        ("<td>a<td>b<br>c".to_owned(), "a\nb\nc".to_owned()),
        ("<td>a<td>b<tr role=none><td>c<td>d".to_owned(), "a | b\nc | d".to_owned()),
    ] {
        let page = page(&row(&cells));
        let text = text(&page, &all(&page));
        assert_eq!(text, format!("Before.\n{expected}\nAfter."), "{cells}");
    }
    let apart = page(&format!("<table><tr>{signature}</table><table><tr><td>a<td>b</table>"));
    assert_eq!(text(&apart, &all(&apart)), "int foo ( int x )\na b");
}

#[test]
fn comments_stand_apart_where_they_are_asked_for() {
    let page = page("<p>The text.<p>Nice!<p>And goes on.");
    let mut extraction = all(&page);
    extraction.labels[1].reason = Reason::Comment;
    let document = Document::new(&page, &extraction);
    assert_eq!(markdown(&document), "The text.\n\nAnd goes on.\n\n---\n\nNice!");
    assert!(
        html(&document)
            .ends_with("<section class=\"comments\">\n<p>Nice!</p>\n</section>\n</article>\n")
    );
}

/// The words of texts, in order.
fn words<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    let words = texts.into_iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

proptest! {
    /// Whatever the markup, every form has all the words in their order, and ends.
    #[test]
    fn no_form_loses_a_word(soup in proptest::collection::vec(
        prop_oneof![
            4 => "[a-z]{1,4} ",
            4 => "</?(table|caption|tr|td|th|td colspan=3|td rowspan=2|th rowspan=0|ul|ol \
                start=3|ol type=a reversed|li|li value=9|p|h2|pre|blockquote)>",
            2 => "</?(div|figure|figcaption|aside|b|code|a href=/x|sub|q|ins|mark|abbr \
                title=HAT|span|article)>",
            2 => "</?(dl|dt|dd)>",
            1 => "\u{a0}(<math alttext='z_1'><mi>z</mi></math>|<math><annotation encoding=tex>w \
                </annotation></math>|</math>|<img src=a class=tex alt=x>|<span><script \
                type=math/tex>y</script></span>)\u{a0}",
            1 => "<(img src=a alt=''|br|hr)>",
        ], 0..60), left_out in 1..9_usize) {
        let soup = format!("<table><tr><td>a<td>b</tr>{}", soup.concat());
        let page = page(&soup);
        let mut kept = all(&page);
        for label in kept.labels.iter_mut().skip(left_out).step_by(left_out) {
            label.content = false;
        }
        let own = page.blocks().iter().zip(&kept.labels).filter(|(_, label)| label.content);
        let own = words(own.map(|(block, _)| &*block.text));
        prop_assert_eq!(words([&*text(&page, &kept)]), &own[..]);
        let document = Document::new(&page, &kept);
        let mut written = Vec::new();
        for part in &document.parts {
            match part {
                crate::document::Part::Leaf(leaf) => written.extend(words([&*leaf.text])),
                crate::document::Part::Table(rows) => {
                    let leaves = rows.iter().flatten().flat_map(|cell| &cell.leaves);
                    written.extend(words(leaves.map(|leaf| &*leaf.text)));
                }
                _ => {}
            }
        }
        prop_assert_eq!(&written[..], &own[..]);
        let again = self::page(&html(&document));
        prop_assert_eq!(words(again.blocks().iter().map(|block| &*block.text)), &own[..]);
        markdown(&document);
    }
}

#[test]
fn what_is_repeated_for_each_block_is_short() {
    let far = "a".repeat(60_000);
    let links = "<p><a href=x>so</a>".repeat(5_000);
    for html in [
        format!("<base href=http://a.example/{far}>{links}"),
        format!("<a href=http://a.example/{far}>{}</a>", "<p>so".repeat(5_000)),
        format!("<{far}><p>{}</p></{far}>", "so<br><br>".repeat(5_000)),
        format!("<abbr title='{far}'>{}</abbr>", "<p>so".repeat(5_000)),
        format!("<ol style='{far}'>{}</ol>", "<li>so".repeat(5_000)),
        format!("{}<pre>{}</pre>", "<ul><li>".repeat(40), "so\n".repeat(5_000)),
    ] {
        let page = page(&html);
        let kept = all(&page);
        let document = Document::new(&page, &kept);
        for form in [markdown(&document), super::html(&document), explain(&page, &kept)] {
            assert!(form.len() < 4_000_000, "{} {}", &html[..20], form.len());
        }
    }
}

#[test]
fn an_abbreviation_around_many_blocks_is_explained_once() {
    let page = page("<abbr title='so on'><p>a<p>b</p></abbr><p><abbr title='so on'>c</abbr>");
    let html = html(&Document::new(&page, &all(&page)));
    let told = "<abbr title=\"so on\">";
    assert_eq!(
        html,
        format!("<article>\n<p>{told}a</abbr></p>\n<p>b</p>\n<p>{told}c</abbr></p>\n</article>\n")
    );
}

#[test]
fn cells_span_in_html_what_they_span_in_the_page() {
    let rows = |html: &str| {
        let page = page(&format!("<table>{html}</table>"));
        let html = self::html(&Document::new(&page, &all(&page)));
        html.lines().filter(|line| line.starts_with("<tr>")).collect::<String>()
    };
    let spans = "<tr><th rowspan=2>Day</th><th \
        colspan=2>Level</th></tr><tr><th>low</th><th>high</th></tr>\
        <tr><td rowspan=2 colspan=2>Monday</td><td>3</td></tr><tr><td>4</td></tr>";
    assert_eq!(
        rows(spans).replace('"', "").replace("colspan=2 rowspan=2", "rowspan=2 colspan=2"),
        spans
    );
    // Columns in which nothing stands are left out, and no cell reaches behind the last row or into
    // another.
    let wide = "<tr><th colspan=900>a<th>b<tr><td colspan=900>c<td rowspan=900>d<tr><td>e<td>f";
    assert_eq!(
        rows(wide),
        "<tr><th colspan=\"2\">a</th><th>b</th></tr><tr><td colspan=\"2\">c</td><td \
            rowspan=\"2\">d</td></tr>\
         <tr><td>e</td><td>f</td></tr>"
    );
    assert_eq!(
        rows("<tr><td>a<td rowspan=2>b<tr><td colspan=2>c"),
        "<tr><td>a</td><td rowspan=\"2\">b</td></tr><tr><td>c</td></tr>"
    );
    // Nor out of its group of rows, where an empty cell stands below.
    assert_eq!(
        rows("<thead><tr><th rowspan=0>a<th>b<tr><th>c<tbody><tr><td><td>d"),
        "<tr><th rowspan=\"2\">a</th><th>b</th></tr><tr><th>c</th></tr><tr><td></td><td>d</td></tr>"
    );
}

#[test]
fn a_page_with_more_addresses_than_there_is_room_for_keeps_its_short_ones() {
    let long = "a".repeat(8_000);
    let html = format!(
        "<p><a href=http://a.example/{long}>{}</a><p><a href=b>so</a>",
        "<p>so".repeat(3_000)
    );
    let page = page(&html);
    let text = markdown(&Document::new(&page, &all(&page)));
    assert!((16 << 20..17 << 20).contains(&text.len()), "{}", text.len());
    assert!(text.ends_with("[so](http://press.example/a/b)"), "{}", &text[text.len() - 100..]);
}

#[test]
fn rows_do_not_look_through_what_stands_before_all_of_them() {
    let columns = "<i></i>".repeat(50_000);
    let table = |before: &str, rows: &str| format!("{before}<table role=presentation>{rows}");
    let rows = "<tr><td>a<td>b".repeat(5_000);
    let time = |html: &str| {
        let (page, begin) = (page(html), cpu_time());
        let lines = text(&page, &all(&page)).lines().count();
        (lines, cpu_time() - begin)
    };
    // Compared with the same elements before the table: a walk a row takes minutes.
    let (_, outside) = time(&table(&columns, &rows));
    let (lines, inside) = time(&table("", &format!("<caption>{columns}</caption>{rows}")));
    assert!(lines > 5_000 && inside < outside * 10, "{inside:?}, outside {outside:?}");
}

#[test]
fn plain_text_has_a_line_for_each_block_and_row() {
    for (html, expected) in [
        ("<h1>a</h1><p>b<p>c", "a\nb\nc"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<p>a<br>b", "a\nb"),
        ("<pre>a\n\n\tb  \n</pre>", "a\n    b"),
        ("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "a | b\nc | d"),
        ("<table><tr><td>a<td><p>b<p>c<tr><td>d<td>e</table>", "a | b c\nd | e"),
        ("<table><tr><td>a<td>b<br>c<tr><td>d<td>e</table>", "a | b c\nd | e"),
        ("<p>2<sup>10</sup>", "2^10"),
        ("<img src=a.png alt=b>", ""),
    ] {
        let page = page(html);
        assert_eq!(text(&page, &all(&page)), expected, "{html}");
    }
}

#[test]
fn markdown_is_read_as_it_was_meant() {
    for (html, expected) in [
        ("<h2>a</h2><p>b", "## a\n\nb"),
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ol start=3><li>a</ol>", "3. a"),
        ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b"),
        ("<p>a <b>b</b> <i>c</i>", "a **b** *c*"),
        ("<p><a href=/x>a</a>", "[a](http://press.example/x)"),
        ("<p>1. a", "1\\. a"),
        ("<pre><code class=language-rust>a</code></pre>", "```rust\na\n```"),
        ("<p><code>a|b</code>", "`a|b`"),
        ("<p><del>a</del>", "~~a~~"),
        (
            "<table><tr><th>a<th>b<tr><td>c|d<td>e</table>",
            "| a | b |\n| --- | --- |\n| c\\|d | e |",
        ),
    ] {
        let page = page(html);
        assert_eq!(markdown(&Document::new(&page, &all(&page))), expected, "{html}");
    }
}

#[test]
fn html_is_made_of_known_elements() {
    for (source, expected) in [
        ("<h2>a</h2>", "<h2>a</h2>\n"),
        ("<p>a &lt; b", "<p>a &lt; b</p>\n"),
        ("<p>a<br>b", "<p>a<br>\nb</p>\n"),
        ("<ul><li>a</ul>", "<ul>\n<li>a</li>\n</ul>\n"),
        ("<ol start=3><li>a</ol>", "<ol start=\"3\">\n<li>a</li>\n</ol>\n"),
        ("<blockquote>a</blockquote>", "<blockquote>\n<p>a</p>\n</blockquote>\n"),
        ("<p><kbd>a</kbd>", "<p><code>a</code></p>\n"),
        (
            "<pre class=language-x>a&amp;b</pre>",
            "<pre><code class=\"language-x\">a&amp;b</code></pre>\n",
        ),
    ] {
        let page = page(source);
        let expected = format!("<article>\n{expected}</article>\n");
        assert_eq!(html(&Document::new(&page, &all(&page))), expected, "{source}");
    }
}
