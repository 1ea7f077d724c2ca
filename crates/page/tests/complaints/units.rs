//! Lists, code, formulas, and what stands twice.

use super::*;

#[test]
fn code_keeps_its_indentation() {
    let code = "<p>The gauge is read by a small program, which anyone may use and change:</p>\
        <pre><code class=language-python>def level(lines):\n    for line in lines:\n\
        \x20       if line:\n            yield float(line)\n</code></pre>";
    let (text, markdown) = read(&article("", code));
    let body = "def level(lines):\n    for line in lines:\n        if line:\n            yield \
        float(line)";
    holds(&text, &[body]);
    holds(&markdown, &[&format!("```python\n{body}\n```")]);
}

#[test]
fn a_text_in_two_layouts_is_read_once() {
    let html = article("", &format!("</article><article class=narrow>{MIDDLE}"));
    let (text, markdown) = read(&html);
    for read in [text, markdown] {
        assert_eq!(read.matches("opened the sluices at five").count(), 1, "{read}");
    }
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let config = ExtractConfig { mode: Mode::Recall, ..ExtractConfig::default() };
    let all = render::text(&page, &extract(&page, &config));
    assert_eq!(all.matches("opened the sluices at five").count(), 2, "{all}");
    // Nor do methods that others have published.
    let mut scoring = Scoring::new(&page, &ExtractConfig::default());
    scoring.apply_shares(&vec![1.0; page.blocks().len()], Reason::Partners);
    let published = render::text(&page, &scoring.finish("published/1"));
    assert_eq!(published.matches("opened the sluices at five").count(), 2, "{published}");
}

#[test]
fn what_is_said_again_in_one_place_stays() {
    let (text, _) = read(&article("", MIDDLE));
    assert_eq!(text.matches("opened the sluices at five").count(), 2, "{text}");
    let row =
        "<tr><td>The harbour master opened the sluices at five, an hour before the tide<td>Tuesday";
    let (text, _) = read(&article("", &format!("<table>{}</table>", row.repeat(3))));
    assert_eq!(text.matches("Tuesday").count(), 3, "{text}");
    assert_eq!(text.matches("opened the sluices at five").count(), 4, "{text}");
}

#[test]
fn an_item_that_begins_with_a_quotation_is_an_item() {
    let html = "<ol><li>The first of them said nothing.<li><blockquote><p>It rose.<p>It \
        fell.</blockquote></ol>";
    let (_, markdown) = read(&article("", html));
    holds(&markdown, &["1. The first of them said nothing.\n2. > It rose.\n   >\n   > It fell."]);
}

#[test]
fn posts_in_elements_for_quotations_are_none() {
    let html = format!("<blockquote class='messageText ugc'>{MIDDLE}</blockquote>");
    let (_, markdown) = read(&article(&html, ""));
    holds(&markdown, &["\n\nThe wind had turned"]);
    lacks(&markdown, &["> The wind"]);
}

#[test]
fn code_in_lines_of_its_own_keeps_them() {
    let html = "<p><code>level --noon<br>level --night</code></p><p>Lines</p><p>--<br>--</p>";
    let (_, markdown) = read(&article("", html));
    holds(&markdown, &["`level --noon`\\\n`level --night`", "Lines\n\n--\\\n\\--"]);
}

#[test]
fn items_are_numbered_whatever_stands_between_them_and_their_list() {
    let html = "<ol start=4><div><li>The first of these came early.</div><div><li>The second came \
        late.</div></ol>";
    let (_, markdown) = read(&article("", html));
    holds(&markdown, &["4. The first of these came early.\n5. The second came late."]);
    let (_, markdown) =
        read(&article("", "<ol start=4294967290><li>The last of them all came at noon.</ol>"));
    holds(&markdown, &["\n999999999. The last"]);
}

#[test]
fn what_belongs_together_stays_together() {
    let rows = ["Height", "4 m", "Year", "1911", "Architect", "E. Gull", "Stone", "granite"];
    let rows = rows.chunks(2).map(|row| {
        format!("<div class=fact><span class=k>{}</span> <b>{}</b></div>", row[0], row[1])
    });
    let rows: String = rows.collect();
    let note = "<sup><a href='#fn-7'>7</a></sup>";
    for (part, parts, none) in [
        (format!("<p>The gauge house:</p><div class=facts>{rows}</div>"), &["Height 4 m", "Stone granite"][..], &[][..]),
        (
            "<p>Ask the gauge:</p><div class=snippet><div class=bar><em>sh</em><button>Copy</button></div><pre>tide</pre></div>".to_owned(),
            &["gauge:\ntide"],
            &["Copy"],
        ),
        (
            "<figure><table><tr><th>Hour<th>Tide<tr><td>5<td>3.1</table><figcaption>The tide of that night</figcaption></figure>".to_owned(),
            &["3.1", "The tide of that night"],
            &[],
        ),
        (
            format!("<p>It was built by a stranger{note}, as they say, in a single night of fog.</p><p id=fn-7>7. Gull 1911, p. 3. <a href='#r' role=doc-backlink>back</a></p>"),
            &["Gull 1911, p. 3."],
            &["back"],
        ),
        (
            "<p>The wave is as high as</p><div class=eq><math display=block alttext='h=\\frac{a}{b}'><mi>h</mi></math> <span>(4)</span></div><p>where the wind is a.</p>".to_owned(),
            &["\\frac{a}{b}", "(4)"],
            &[],
        ),
    ] {
        let (text, _) = read(&article("", &part));
        holds(&text, parts);
        lacks(&text, none);
    }
}

#[test]
fn formulas_of_which_only_a_drawing_is_left_are_read() {
    let c = |code: &str| format!("<mjx-mi><mjx-c class='mjx-c{code} TEX-I'></mjx-c></mjx-mi>");
    let power = format!("<mjx-msup>{}<mjx-script>{}</mjx-script></mjx-msup>", c("1D465"), c("32"));
    let fonts = format!(
        "<mjx-container class=MathJax jax=CHTML><mjx-math aria-hidden=true>{power}</mjx-math></mjx-container>"
    );
    let svg = "<mjx-container class=MathJax jax=SVG><svg><g data-mml-node=math><g data-mml-node=msup>\
         <g data-mml-node=mi><path data-c=1D465></path></g><g data-mml-node=mn><path data-c=32></path></g></g></g></svg>\
         </mjx-container>";
    let twin =
        "<mjx-assistive-mml><math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml>";
    let with_twin = fonts.replace("</mjx-math>", &format!("</mjx-math>{twin}"));
    let old = "<span class=mjx-chtml data-mathml='<math><msup><mi>x</mi><mn>2</mn></msup></math>'><span>x</span>2</span>";
    let script = format!("{old}<script type='math/tex'>x^2</script>");
    for drawing in [fonts.as_str(), svg, &with_twin, old, &script] {
        let first =
            format!("<p>The force of the water grows with {drawing} of its height, he said.</p>");
        let (text, markdown) = read(&article(&first, ""));
        holds(&text, &["grows with x^2 of its height"]);
        assert!(markdown.contains("grows with $x^"), "{markdown}");
    }
    let displayed = fonts.replace("jax=CHTML", "jax=CHTML display=true");
    let (_, markdown) = read(&article(&format!("<p>The force is {displayed}</p>"), ""));
    holds(&markdown, &["$$x^{2}$$"]);
}
