//! What users of extractors complain about most, each on a page of our own.

use scutch_page::{
    Document, ExtractConfig, Hints, Limits, Method, Mode, Page, PageFlag, Reason, Scoring, extract,
    render,
};

/// Text and Markdown of a page.
fn read(html: &str) -> (String, String) {
    let hints = Hints { url: Some("http://harbour.example/2019/05/story"), ..Hints::default() };
    let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
    let extraction = extract(&page, &ExtractConfig::default());
    (render::text(&page, &extraction), render::markdown(&Document::new(&page, &extraction)))
}

#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "not there: {part:?} in\n{text}");
    }
}

#[track_caller]
fn lacks(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "there: {part:?} in\n{text}");
    }
}

const MIDDLE: &str = "<p>The wind had turned in the night, and by the time the first boats came \
    in, the water \
    stood a hand's breadth below the edge of the quay, higher than anyone could remember.</p>\
    <p>The harbour master opened the sluices at five, an hour before the tide, and sent two of his \
    men to \
    the old bridge to read the gauge every ten minutes until the water fell again.</p>";

fn article(first: &str, last: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>High water at the quay</title></head><body>\
         <header><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a \
         href=/tides>Tides</a>\
         </ul></nav></header><main><article><h1>High water at the \
         quay</h1>{first}{MIDDLE}{last}</article>\
         <aside><h3>Most read</h3><ul><li><a href=/1>Ferry sold</a><li><a href=/2>New \
         crane</a></ul></aside>\
         </main><footer><p>© Harbour Notes. <a href=/imprint>Imprint</a></p></footer></body></html>"
    )
}

#[test]
fn the_first_paragraph_stays() {
    let first = "<p class=lead><b>Harbour.</b> The river rose by two metres.</p>";
    let (text, _) = read(&article(first, ""));
    holds(&text, &["The river rose by two metres.", "The wind had turned", "read the gauge"]);
    lacks(&text, &["Ferry sold", "Imprint"]);
}

#[test]
fn the_last_paragraph_stays() {
    let last = "<p>Nobody was hurt.</p>";
    let (text, _) = read(&article("", last));
    holds(&text, &["The wind had turned", "Nobody was hurt."]);
    lacks(&text, &["Most read", "Imprint"]);
}

#[test]
fn paragraphs_rich_in_links_stay() {
    let rich = "<p>The almanacs of <a href=/a>1894</a>, <a href=/b>1902</a> and <a \
        href=/c>1911</a> tell of \
        such floods, as do <a href=/d>the diary of the ferryman</a> and <a href=/e>the minutes of \
        the \
        council</a>, which were found under the floor of the old customs house.</p>";
    let (text, markdown) = read(&article(rich, ""));
    holds(&text, &["The almanacs of 1894, 1902 and 1911 tell", "found under the floor"]);
    holds(&markdown, &["[the diary of the ferryman](http://harbour.example/d)"]);
    lacks(&text, &["Ferry sold"]);
}

#[test]
fn divs_in_divs_are_paragraphs_too() {
    let divs = format!(
        "<div><div><div><div>{}</div></div></div><div><div><span>The last line has no paragraph of \
            its own, \
         only a span in a div in a div.</span></div></div></div>",
        MIDDLE.replace("<p>", "<div><div>").replace("</p>", "</div></div>")
    );
    let (text, _) = read(&article("", "").replace(MIDDLE, &divs));
    holds(&text, &["The wind had turned", "read the gauge", "The last line has no paragraph"]);
    assert_eq!(text.matches("The wind had turned").count(), 1, "{text}");
}

#[test]
fn fragments_have_text() {
    let bare = "The ferry was late again on Monday, and nobody on board seemed to mind.";
    for html in [
        MIDDLE.to_owned(),
        format!("<div>{MIDDLE}</div>"),
        format!("<td>{MIDDLE}"),
        format!("<body>{MIDDLE}"),
        format!("</div></p>{MIDDLE}</body>"),
    ] {
        let (text, _) = read(&html);
        holds(&text, &["The wind had turned", "read the gauge"]);
    }
    assert_eq!(read(bare).0, bare);
    assert_eq!(read(&format!("<li>{bare}")).0, bare);
}

#[test]
fn cells_without_a_table_stay_apart() {
    for cells in ["<td>Monday</td><td>3.1</td>", "<tr><td>Monday<th>3.1", "<p>Monday<td>3.1<tr>"] {
        assert_eq!(read(cells).0.trim(), "Monday 3.1", "{cells}");
    }
}

#[test]
fn a_cell_that_claims_a_million_columns_costs_nothing() {
    for span in ["1000000", "65000", "99999999999"] {
        let table = format!(
            "<table><tr><th colspan={span}>Day</th><th>Level in metres</th></tr>\
            <tr><td colspan={span}>Monday</td><td>3.1</td></tr>\
            <tr><td colspan={span}>Tuesday</td><td>3.4</td></tr></table>"
        );
        for table in [table.clone(), table.replace("<td>3.4", &format!("<td rowspan={span}>3.4"))] {
            let (text, markdown) = read(&article("", &table));
            holds(&text, &["Monday | 3.1\nTuesday | 3.4"]);
            holds(&markdown, &["| Monday | 3.1 |\n| Tuesday | 3.4 |"]);
        }
    }
}

#[test]
fn cells_that_span_rows_keep_the_columns_of_the_rows_below() {
    let table = "<table><tr><th>Year<th>Month<th>Level\
        <tr><td rowspan=2>2019<td>May<td>3 m<tr><td>June<td>5 m<tr><td>2020<td>May<td>4 m</table>";
    let (text, markdown) = read(&article("", table));
    let groups = "<table><thead><tr><th rowspan=2>Day<th>Level</thead><tbody><tr><td \
        rowspan=0>Monday<td>3 m</tbody>\
        <tbody><tr><td>Tuesday<td>4 m</table>";
    let (_, grouped) = read(&article("", groups));
    holds(&grouped, &["| Day | Level |\n| --- | --- |\n| Monday | 3 m |\n| Tuesday | 4 m |"]);
    holds(&text, &["2019 | May | 3 m\nJune | 5 m\n2020 | May | 4 m"]);
    holds(&markdown, &["| 2019 | May | 3 m |\n|  | June | 5 m |\n| 2020 | May | 4 m |"]);
}

#[test]
fn lists_headings_and_pictures_in_cells_stay_in_their_rows() {
    let table = "<table><caption><img src=/plan.png></caption><tr><th>Day<th>Gauges<th>Note\
        <tr><td><h4>Monday</h4><td><ul><li><a href=/m>Mill</a><li><a \
        href=/w>Weir</a></ul><td><p>high<p>and rising\
        <tr><td>Tuesday<td><img src=/weir.png alt=Weir><td><pre>a|b</pre></table>";
    let (text, markdown) = read(&article("", table));
    holds(&text, &["Day | Gauges | Note\nMonday | Mill Weir | high and rising\nTuesday | a|b"]);
    holds(
        &markdown,
        &["| Day | Gauges | Note |\n| --- | --- | --- |\n\
           | Monday | [Mill](http://harbour.example/m)<br>[Weir](http://harbour.example/w) | \
           high<br>and rising |\n\
           | Tuesday | ![Weir](http://harbour.example/weir.png) | `a\\|b` |"],
    );
}

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
fn an_empty_text_says_why() {
    let pages = [
        "",
        "<html><body></body></html>",
        "<nav><a href=/>Home</a> <a href=/a>About</a></nav>",
        "<p hidden>Fog",
        "<img src=fog.jpg alt=Fog>",
        "<svg><text>Fog</text></svg><!-- Fog --><select><option>Fog</select>",
        "<iframe src=fog.html></iframe><p>&nbsp; &#8203;",
    ];
    for (html, method) in
        pages.into_iter().flat_map(|html| Method::ALL.map(|method| (html, method)))
    {
        for mode in [Mode::Balanced, Mode::Precision, Mode::Recall, Mode::Fast] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let config = ExtractConfig { mode, tables: false, ..ExtractConfig::default() };
            let extraction = method.extract(&page, &config);
            let empty = render::text(&page, &extraction).is_empty();
            assert!(!empty || !extraction.flags.is_empty(), "{html}, {method:?}, {mode:?}");
        }
    }
}

#[test]
fn a_section_about_comments_is_no_readers_comments() {
    let about = "<h2>Comments</h2><p>Whoever keeps the log writes down why a sluice was opened, \
        and not that it was, \
        for the gauge tells that by itself to anyone who can read it.</p>";
    let more = format!("{MIDDLE}{}", MIDDLE.replace("harbour", "river"));
    let (text, _) = read(&article(about, &more));
    holds(&text, &["Whoever keeps the log", "harbour master", "river master"]);
    // At the end of the page they are the readers'.
    let readers = "<div><h2>Comments</h2><p>Ada: I stood on the bridge that night and the water \
        came up to the third \
        step, whatever the paper says about it.</p></div>";
    let (text, _) = read(&article("", readers));
    holds(&text, &["harbour master"]);
    lacks(&text, &["third"]);
    // An id that is made of the heading says what the section is about, not what it is.
    let anchored = "<section id=discussion-of-the-bridge class=level2><h2>Discussion of the \
        bridge</h2><p>The board met on Monday and spoke \
        for two hours about whether the old bridge should be raised or left as it \
        is.</p></section>";
    let (text, _) = read(&article("", anchored));
    holds(&text, &["The board met on Monday"]);
}

#[test]
fn cells_that_count_comments_are_no_comments() {
    let row = |gauge: &str, count: u32| {
        format!("<tr><td>{gauge}</td><td class=comments>{count}</td><td>At noon</td></tr>")
    };
    let table = format!(
        "<table><tr><th>Gauge</th><th class=comments>Letters</th><th>Read</th></tr>{}{}</table>",
        row("The mill", 41),
        row("The bridge", 57)
    );
    let (text, _) = read(&article(&table, ""));
    holds(&text, &["Letters", "41", "57"]);
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
fn what_a_comment_quotes_before_the_text_is_still_text() {
    let quoted = &MIDDLE[MIDDLE.rfind("<p>").unwrap()..];
    let comment = format!("<section class=comments id=comments>{quoted}</section>");
    let last =
        "<p>Nobody was hurt, and the ferry sailed at noon as on any other day of the week.</p>";
    let html = article("", last).replacen("<main>", &format!("{comment}<main>"), 1);
    let (text, _) = read(&html);
    assert_eq!(text.matches("opened the sluices at five").count(), 1, "{text}");
}

/// A page of a shop; `reviews` stand below what is on sale.
fn product(reviews: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>Oak walking stick - Stickshop</title><meta \
            property=og:type \
         content=product><script type='application/ld+json'>{{\"@type\":\"Product\",\"name\":\"Oak \
         walking stick\",\
         \"offers\":{{\"@type\":\"Offer\",\"price\":\"39.00\"}}}}</script></head><body \
         class='single-product woocommerce'>\
         <nav><a href=/shop>Shop</a></nav><div class=product><img src=a.jpg><h1>Oak walking \
         stick</h1>\
         <span class=price>$39.00</span><form><input type=number value=1><button>Add to \
         cart</button></form>\
         <div class=description><h2>Description</h2><p>Turned from one piece of oak, oiled twice \
         and left to dry for a \
         month, so that it stands rain and salt alike. The brass tip can be unscrewed and \
         replaced.</p></div>\
         <h2>Specifications</h2><ul><li>Weight: 300 g<li>Length: 92 \
         cm</ul>{reviews}</div></body></html>"
    )
}

#[test]
fn what_customers_say_is_no_part_of_a_product() {
    let review = |name: &str| {
        format!(
            "<div class=review><b>{name}</b><p>{name} here: I have walked the whole coast with \
                this stick, through two \
             winters and a good deal of mud, and would buy it again without a thought.</p></div>"
        )
    };
    let reviews: String = ["Ada", "Bo", "Cy", "Dora"].map(review).concat();
    let html =
        product(&format!("<section id=reviews><h2>Customer reviews</h2>{reviews}</section>"));
    let (text, _) = read(&html);
    holds(&text, &["Turned from one piece of oak"]);
    lacks(&text, &["Ada here", "Dora here"]);
    // Whoever wants them says so.
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let config = ExtractConfig { comments: true, ..ExtractConfig::default() };
    let extraction = extract(&page, &config);
    let told = extraction.labels.iter().filter(|label| label.reason == Reason::Comment);
    assert!(told.count() >= 4, "{extraction:?}");
    // Where somebody writes about a thing, the review is the text.
    let (text, _) = read(&article("<div class=review itemprop=review>", "</div>"));
    holds(&text, &["The wind had turned", "harbour master"]);
}

#[test]
fn more_comments_than_text_are_still_comments() {
    let comment = |number: usize| {
        format!(
            "<li class=comment><b>reader{number}</b><p>Reader {number} saw it otherwise: the water \
                had been rising since \
             noon, the sluices were stuck as they always are, and nobody had looked at the gauge \
             for an hour.</p></li>"
        )
    };
    let comments: String = (0..12).map(comment).collect();
    let html = article("", "").replace(
        "</article>",
        &format!(
            "</article><section id=comments><h2>12 comments</h2><ol>{comments}</ol></section>"
        ),
    );
    let (text, _) = read(&html);
    holds(&text, &["The wind had turned", "harbour master"]);
    lacks(&text, &["saw it otherwise"]);
}

#[test]
fn words_in_elements_side_by_side_are_words() {
    let line = "<p><span>Seen by</span><span>Ada Tern</span> at <b>Level 2.1</b><b>Requests</b>, \
        says <em>the \
        mayor</em>Our gauge, <a href=/a>who reads</a><a href=/b>Always</a> it.</p>";
    let (text, markdown) = read(&article(line, ""));
    holds(
        &text,
        &["Seen by Ada Tern at Level 2.1 Requests, says the mayor Our gauge, who reads Always it."],
    );
    holds(
        &markdown,
        &["[who reads](http://harbour.example/a) [Always](http://harbour.example/b) it."],
    );
    let parts = "<p>Donau\u{ad}<span>Dampf and You<b>Tube</b> and Mc<b>Donald</b> stay.</p>";
    holds(&read(&article(parts, "")).0, &["DonauDampf and YouTube and McDonald stay."]);
    // Only whole words such as "i" are the beginning of a name.
    let brand = "<p>The <span>Skyline</span><span>Kayak</span> and the <b>Rapidi</b><i>Canoe</i> \
        are shown at noon.</p>";
    let (text, _) = read(&article(brand, ""));
    holds(&text, &["The Skyline Kayak and the Rapidi Canoe are shown at noon."]);
    // What is one word in two elements stays one.
    let whole = "<p><b>O</b>nce H<sub>2</sub>O was <i>un</i>known, <code>get<b>Level</b></code> \
        and get<wbr>Depth and \
        <span>i</span><span>Phone</span> and <b>half</b>way to <b>NA</b>TO.</p>";
    let (text, _) = read(&article(whole, ""));
    holds(&text, &["Once H2O was unknown, getLevel and getDepth and iPhone and halfway to NATO."]);
}

#[test]
fn signs_that_link_to_a_heading_are_no_text() {
    let html = "<h2 id=level>Level<a class=headerlink href=#level title='Link'>¶</a></h2>\
        <p>The level is read at noon<a href=#note>#</a> and written down, always by the same \
        man.</p>";
    let (text, markdown) = read(&article(html, ""));
    holds(&text, &["\nLevel\n", "at noon# and"]);
    holds(&markdown, &["## Level\n"]);
    let named = html.replace("href=#level", "href=/docs/gauge.html#level").replace('¶', "\u{221e}");
    holds(&read(&article(&named, "")).0, &["\nLevel\n"]);
    // Words, where the link leads to its own heading; a sign, where its class says what it is.
    let word = html.replace("class=headerlink", "").replace('¶', "AnchorLink");
    holds(&read(&article(&word, "")).0, &["\nLevel\n"]);
    let elsewhere = html.replace("#level", "/gauge");
    holds(&read(&article(&elsewhere, "")).0, &["\nLevel\n"]);
    let kept = "<h2><a href=#plan>\n<img src=/plan.png alt=Plan>\n</a></h2><p>\u{200f}<img \
        src=/map.png></p>\
        <h3><a href=#num>#</a></h3><p>The first of the gauges is read at noon and written \
        down.</p>";
    let (_, markdown) = read(&article(kept, ""));
    holds(&markdown, &["plan.png", "map.png", "### [#]("]);
}

#[test]
fn joiners_alone_are_no_lines() {
    let (text, _) = read(&article(
        "<p>\u{200d}</p><p>\u{200e} </p><p>The mill \u{1f469}\u{200d}\u{1f33e} stood.</p>",
        "",
    ));
    lacks(&text, &["\n\u{200d}\n", "\u{200e}"]);
    holds(&text, &["The mill \u{1f469}\u{200d}\u{1f33e} stood."]);
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
fn pages_of_frames_say_what_they_say_without() {
    let frames = |text: &str| {
        format!(
            "<html><head><title>High water</title></head><frameset cols='20%,80%'><frame \
                src=menu.html>\
             <frame src=text.html><noframes><body>{text}</body></noframes></frameset></html>"
        )
    };
    let (text, _) = read(&frames(&MIDDLE.repeat(2)));
    holds(&text, &["The wind had turned", "read the gauge"]);
    let told = frames(&MIDDLE.repeat(2)).replace("<head>", "<head><!-- no <frameset> here -->");
    holds(&read(&told).0, &["The wind had turned"]);
    assert_eq!(read(&frames("<p>Your browser shows no frames.")).0, "");
}

#[test]
fn code_in_lines_of_its_own_keeps_them() {
    let html = "<p><code>level --noon<br>level --night</code></p><p>Lines</p><p>--<br>--</p>";
    let (_, markdown) = read(&article("", html));
    holds(&markdown, &["`level --noon`\\\n`level --night`", "Lines\n\n--\\\n\\--"]);
}

#[test]
fn a_page_that_is_but_a_table_says_why_it_is_empty_without() {
    let html = "<table><tr><th>Day<th>Level<tr><td>Monday<td>3 m<tr><td>Tuesday<td>4 m</table>";
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let config = ExtractConfig { tables: false, ..ExtractConfig::default() };
    for method in [Method::Page, Method::AllText, Method::Union] {
        let extraction = method.extract(&page, &config);
        assert_eq!(render::text(&page, &extraction), "", "{method:?}");
        assert!(extraction.flags.contains(&PageFlag::NoContent), "{method:?}: {extraction:?}");
    }
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
