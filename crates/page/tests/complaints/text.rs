//! Paragraphs, words and pages without text.

use super::*;

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
