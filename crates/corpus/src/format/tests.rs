use proptest::prelude::*;
use scutch_page::{Document, ExtractConfig, Hints, Limits, Method, Page};
use serde_json::{Value, json};

use super::annotations::merged;
use super::*;
use crate::row::{PageFacts, Row};

/// The document of a page with all its text, so that what is tested is the form.
fn document(html: &str) -> Document {
    let hints = Hints { url: Some("http://press.example/a/b.html"), ..Hints::default() };
    let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
    Document::new(&page, &Method::AllText.extract(&page, &ExtractConfig::default()))
}

fn row() -> Row {
    Row {
        id: "abc".into(),
        url: "http://press.example/a?b=1&c=\"2\"".into(),
        text: "Tides\nWater & wind <rise>.".into(),
        title: Some("Tides \"now\" & <then>".into()),
        site: Some("Harbour: a press".into()),
        authors: vec!["Ada Gull".into(), "B, Tern".into()],
        keywords: vec!["sea".into()],
        date_published: Some("2019-05".into()),
        warc_date: Some("2019-05-17T10:00:00Z".into()),
        timestamp: Some(1_558_087_200_000),
        warc_record_id: Some("urn:uuid:1".into()),
        language: Some("en".into()),
        language_score: Some(0.9),
        n_words: 4,
        ..Row::default()
    }
}

fn written(format: Format, row: &Row, document: &Document) -> String {
    let (facts, segmented) =
        (&PageFacts::default(), &Segmented::new(document, row.language.as_deref()));
    let article = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let config = Config::default();
    let line = JsonLine::new(row, &columns(&config));
    let piece = piece(format, &article, &line, &config).expect("valid");
    String::from_utf8(piece.bytes).expect("UTF-8")
}

fn line(format: Format) -> Value {
    let text = written(format, &row(), &Document::default());
    assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn dolma_has_the_fields_its_toolkit_reads() {
    let object = line(Format::Dolma);
    let keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["added", "created", "id", "metadata", "source", "text"]);
    assert_eq!((&object["id"], &object["text"]), (&json!("abc"), &json!(row().text)));
    assert_eq!(object["created"], "2019-05");
    assert_eq!(object["added"], "2019-05-17T10:00:00.000Z");
    assert_eq!(object["metadata"]["authors"], json!(["Ada Gull", "B, Tern"]));
    assert!(object["metadata"].get("text").is_none() && object["metadata"].get("id").is_none());
    // Without a date of its own a document was created when it was captured, at the latest.
    let undated = Row { date_published: None, ..row() };
    let text = written(Format::Dolma, &undated, &Document::default());
    let object: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(object["created"], object["added"]);
}

#[test]
fn oscar_has_the_headers_of_a_conversion_record() {
    let object = line(Format::Oscar);
    let headers = &object["warc_headers"];
    assert_eq!(object["content"], row().text);
    assert_eq!(headers["content-length"], row().text.len());
    assert_eq!(headers["warc-record-id"], "<urn:uuid:1>");
    assert_eq!(headers["warc-target-uri"], row().url);
    assert_eq!(object["metadata"]["identification"], json!({ "label": "en", "prob": 0.9 }));
    assert!(object["metadata"]["tlsh"].is_null());
}

#[test]
fn elastic_has_an_action_before_each_row() {
    let text = written(Format::Elastic, &row(), &Document::default());
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], json!({ "index": { "_id": "abc" } }));
    assert_eq!(lines[1], line(Format::Jsonl));
}

#[test]
fn a_document_in_json_is_its_row_and_its_blocks() {
    let html = "<h2>Tides</h2><p>A <a href=/x>link</a> and <b>more</b>.</p>\
        <ol start=3><li>one</ol><table><tr><th>a<th>b<tr><td>c<td>d</table>";
    let text = written(Format::Json, &row(), &document(html));
    let object: Value = serde_json::from_str(&text).expect("JSON");
    assert!(object.get("text").is_none() && object.get("metadata_json").is_none());
    assert_eq!(object["id"], "abc");
    let blocks = object["blocks"].as_array().expect("blocks");
    assert_eq!((&blocks[0]["type"], &blocks[0]["level"]), (&json!("heading"), &json!(2)));
    let marks = &blocks[1]["marks"];
    assert_eq!(marks[0]["address"], "http://press.example/x");
    assert_eq!((&marks[0]["start"], &marks[0]["end"]), (&json!(2), &json!(6)));
    assert_eq!(marks[1]["type"], "strong");
    let list = blocks.iter().find(|block| block["open"] == "list").expect("a list");
    assert_eq!(list["number"], 3);
    let opened = blocks.iter().filter(|block| block.get("open").is_some()).count();
    let closed = blocks.iter().filter(|block| block.get("close").is_some()).count();
    assert_eq!(opened, closed);
    let table = blocks.iter().find(|block| block["type"] == "table").expect("a table");
    assert_eq!(table["rows"][0][0]["header"], true);
    assert_eq!(table["rows"][1][1]["blocks"][0]["text"], "d");
}

#[test]
fn columns_that_hold_json_are_objects_in_a_document_of_json() {
    let html = "<html><head><meta property=og:title content=Tides></head><body><p>Water.";
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let extraction = Method::AllText.extract(&page, &ExtractConfig::default());
    let metadata = page.metadata(&extraction);
    let mut filled = row();
    filled.schema = Some(crate::row::schema_org(&filled, &metadata));
    let text = written(Format::Json, &filled, &Document::new(&page, &extraction));
    let object: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(object["schema"]["@context"], "https://schema.org");
    assert_eq!(object["schema"]["headline"], row().title.expect("a title"));
}

#[test]
fn the_head_of_markdown_is_yaml_that_any_text_fits_into() {
    let tricky = Row { title: Some("---\n# \"Tides\": 'now'".into()), ..row() };
    let text = written(Format::Markdown, &tricky, &document("<h1>Tides</h1><p>Water."));
    let (head, body) =
        text.strip_prefix("---\n").and_then(|text| text.split_once("\n---\n\n")).expect("a head");
    let field = |name: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(name)).expect(name);
        serde_json::from_str::<Value>(line).unwrap_or_else(|_| json!(line))
    };
    assert_eq!(field("title: "), tricky.title.expect("a title"));
    assert_eq!(field("authors: "), json!(["Ada Gull", "B, Tern"]));
    assert_eq!(field("url: "), row().url);
    assert_eq!(body, "# Tides\n\nWater.\n");
    let bare = Row { id: "x".into(), ..Row::default() };
    let text = written(Format::Markdown, &bare, &Document::default());
    assert_eq!(text, "---\nid: \"x\"\nurl: \"\"\n---\n\n\n");
}

#[test]
fn a_page_of_html_escapes_what_it_says_of_itself() {
    let text = written(Format::Html, &row(), &document("<p>1 &lt; 2 &amp; 3"));
    assert!(text.starts_with("<!doctype html>\n<html lang=\"en\">\n"), "{text}");
    assert!(text.contains("<title>Tides &quot;now&quot; &amp; &lt;then&gt;</title>"), "{text}");
    assert!(text.contains("content=\"B, Tern\""), "{text}");
    assert!(text.contains("1 &lt; 2 &amp; 3"), "{text}");
    let read = Page::parse(text.as_bytes(), &Hints::default(), &Limits::default());
    let metadata = read.metadata(&Method::AllText.extract(&read, &ExtractConfig::default()));
    assert_eq!(metadata.title, row().title, "a page of ours reads back");
    let bare = Row { url: "http://a.example/".into(), ..Row::default() };
    let text = written(Format::Html, &bare, &Document::default());
    assert!(text.contains("<html>\n") && text.contains("<title>http://a.example/</title>"));
}

#[test]
fn plain_text_is_the_column() {
    assert_eq!(written(Format::Text, &row(), &Document::default()), format!("{}\n", row().text));
}

#[test]
fn a_table_is_written_by_its_writer_and_a_file_is_named_after_the_row() {
    let (row, document) = (row(), document("<p>Water."));
    let (row, document, segmented) =
        (&row, &document, &Segmented::new(&document, row.language.as_deref()));
    let article = Article {
        row,
        facts: &PageFacts::default(),
        document,
        segmented,
        tagged: None,
        corpus: None,
    };
    let config = Config::default();
    let line = JsonLine::new(row, &columns(&config));
    for format in Format::ALL {
        let piece = piece(format, &article, &line, &config).expect("valid");
        assert_eq!(piece.name, format!("abc.{}", format.extension()));
        assert_eq!(piece.bytes.is_empty(), format == Format::Parquet, "{format:?}");
    }
}

#[test]
fn the_declaration_of_xml_stands_once_in_each_file() {
    let (row, document) = (row(), document("<p>Water."));
    let (row, document, segmented) =
        (&row, &document, &Segmented::new(&document, row.language.as_deref()));
    let article = Article {
        row,
        facts: &PageFacts::default(),
        document,
        segmented,
        tagged: None,
        corpus: None,
    };
    for (layout, count) in [(Layout::Document, 1), (Layout::Zip, 1), (Layout::Shard, 0)] {
        let config = Config { layout: Some(layout), ..Config::default() };
        let line = JsonLine::new(row, &columns(&config));
        let bytes = piece(Format::Tei, &article, &line, &config).expect("valid").bytes;
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert_eq!(text.matches("<?xml").count(), count, "{layout:?}");
    }
    let (head, tail) = frame(Format::Tei, &Config::default()).expect("valid");
    assert!(head.starts_with("<?xml") && head.contains("<teiCorpus") && tail == "</teiCorpus>\n");
    let framed = [Format::Tei, Format::Csv, Format::Jsonld];
    for format in Format::ALL.into_iter().filter(|format| !framed.contains(format)) {
        assert_eq!(frame(format, &Config::default()), Ok((String::new(), "")), "{format:?}");
    }
}

#[test]
fn a_document_is_written_in_every_format_asked_for_in_their_order() {
    let config = Config {
        formats: vec![Format::Vertical, Format::Parquet, Format::Text],
        ..Config::default()
    };
    let draft = Draft {
        row: row(),
        facts: PageFacts::default(),
        identity: crate::row::Identity::new("", "", ""),
        document: document("<p>Water."),
    };
    let written = Written::new(&draft, &config, None).expect("valid");
    let names: Vec<&str> = written.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["abc.vert", "abc.parquet", "abc.txt"]);
    assert_eq!(written.annotated, None);
}

/// The tags of vertical text in order, each closed before the one around it.
fn check_vertical(text: &str) -> Vec<String> {
    let (mut open, mut tokens) = (Vec::new(), Vec::new());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("</") {
            assert_eq!(open.pop(), Some(name.trim_end_matches('>').to_owned()), "{text}");
        } else if line == "<g/>" {
            assert!(!tokens.is_empty(), "glue before the first token");
        } else if let Some(tag) = line.strip_prefix('<') {
            let name = tag.trim_end_matches('>').split(' ').next().unwrap_or_default();
            open.push(name.to_owned());
        } else {
            assert!(open.iter().map(String::as_str).take(3).eq(["doc", "p", "s"]), "{open:?}");
            assert!(open[3..].iter().all(|name| name == "hi" || name == "name"), "{open:?}");
            tokens.push(
                line.replace("&lt;", "<")
                    .replace("&gt;", ">")
                    .replace("&quot;", "\"")
                    .replace("&amp;", "&"),
            );
        }
    }
    assert!(open.is_empty(), "{open:?} is left open");
    tokens
}

/// The forms of CoNLL-U, with ids and numbers checked, and the text of each sentence rebuilt.
fn check_conllu(text: &str) -> Vec<String> {
    let mut forms = Vec::new();
    for sentence in text.split("\n\n").filter(|sentence| !sentence.trim().is_empty()) {
        let comment = |key: &str| {
            let start = format!("# {key} = ");
            sentence.lines().find_map(|line| line.strip_prefix(start.as_str()))
        };
        assert!(comment("sent_id").is_some_and(|id| id.starts_with("abc.p")), "{sentence}");
        let (mut rebuilt, mut number, mut until) = (String::new(), 0, 0);
        for line in sentence.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns.len(), 10, "{line:?}");
            if columns[0].contains('-') {
                assert_eq!(columns[0], format!("{}-{}", number + 1, number + 2), "{line:?}");
                until = number + 2;
            } else {
                number += 1;
                assert_eq!(columns[0], number.to_string(), "{line:?}");
                // A word of the token before.
                if number <= until {
                    continue;
                }
            }
            rebuilt.push_str(columns[1]);
            rebuilt.push_str(if columns[9].ends_with("SpaceAfter=No") { "" } else { " " });
            forms.push(columns[1].to_owned());
        }
        assert_eq!(Some(rebuilt.trim_end()), comment("text"), "{sentence}");
    }
    forms
}

#[test]
fn attributes_of_vertical_text_are_words_on_one_line() {
    let odd = Row { title: Some("a\nb\t\"c\"".into()), ..row() };
    let text = written(Format::Vertical, &odd, &document("<h1>Tides</h1><p>No.</p>"));
    let head = text.lines().next().expect("a line");
    assert!(head.contains("title=\"a b &quot;c&quot;\""), "{head}");
    assert!(head.contains("author=\"Ada Gull; B, Tern\"") && head.contains("year=\"2019\""));
    assert!(head.contains("host=\"press.example\""), "{head}");
    assert_eq!(check_vertical(&text), ["Tides", "No", "."]);
    assert!(text.contains("<p type=\"head\">"), "{text}");
}

#[test]
fn contractions_are_tokens_of_two_words_whose_annotations_are_joined() {
    let (row, document) = (row(), document("<p>We don't go."));
    let conllu = written(Format::Conllu, &row, &document);
    let lines: Vec<&str> = conllu.lines().filter(|line| !line.starts_with('#')).collect();
    let shown = |line: &&str| line.split('\t').take(2).collect::<Vec<_>>().join(" ");
    let words: Vec<String> = lines.iter().map(shown).collect();
    assert_eq!(words[..5], ["1 We", "2-3 don't", "2 do", "3 n't", "4 go"]);
    let tagged =
        conllu.replace("\tdo\t_\t_", "\tdo\tdo\tAUX").replace("\tn't\t_\t_", "\tn't\tnot\tPART");
    let segmented = Segmented::new(&document, Some("en"));
    let merged = merged("abc", &segmented, &tagged).expect("tokens are the same");
    let token = &merged.leaves[0][0].tokens[1];
    assert_eq!((token.lemma.as_str(), token.upos.as_str()), ("do+not", "AUX+PART"));
}

#[test]
fn tokens_tell_what_they_stand_in() {
    let mut document = document("<h1>Tides</h1><blockquote><p>No.</p></blockquote><p>Yes.");
    document.comments = vec![document.parts.last().expect("a block").clone()];
    let conllu = written(Format::Conllu, &row(), &document);
    for expected in
        ["\tBlock=head\n", "\tIn=quote|SpaceAfter=No\n", "\tPart=comment|SpaceAfter=No\n"]
    {
        assert!(conllu.contains(expected), "{expected:?} is not in {conllu}");
    }
    assert!(conllu.contains("\tYes\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"), "{conllu}");
    assert!(conllu.contains("# meta::title = Tides \"now\" & <then>\n"), "{conllu}");
    let vertical = written(Format::Vertical, &row(), &document);
    let tags: Vec<&str> = vertical.lines().filter(|line| line.starts_with("<p")).collect();
    let plain = "<p type=\"paragraph\"";
    let expected =
        ["<p type=\"head\">".to_owned(), format!("{plain} in=\"quote\">"), format!("{plain}>")];
    assert_eq!(tags[..3], expected);
    assert_eq!(tags[3], format!("{plain} part=\"comment\">"));
}

/// The emphasis of each token of vertical text, by the structures around it.
fn emphasis_in_vertical(text: &str) -> Vec<(String, String)> {
    let (mut rend, mut tokens) = (String::new(), Vec::new());
    for line in text.lines() {
        match line.strip_prefix("<hi rend=\"") {
            Some(value) => value.trim_end_matches("\">").clone_into(&mut rend),
            None if line == "</hi>" => rend.clear(),
            None if line.starts_with('<') => {}
            None => {
                let form = line.split('\t').next().unwrap_or_default();
                tokens.push((form.to_owned(), rend.clone()));
            }
        }
    }
    tokens
}

/// The same by the last column of CoNLL-U.
fn emphasis_in_conllu(text: &str) -> Vec<(String, String)> {
    let (mut until, mut tokens) = (0, Vec::new());
    for line in text.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [number, form, .., misc] = columns[..] else {
            // Numbers begin anew in the next sentence.
            until = 0;
            continue;
        };
        let (first, last) = number.split_once('-').unwrap_or((number, "0"));
        if first.parse::<u32>().expect("a number") <= until {
            continue;
        }
        until = last.parse().expect("a number");
        let value = misc.split('|').find_map(|pair| pair.strip_prefix("Hi="));
        tokens.push((form.to_owned(), value.unwrap_or_default().to_owned()));
    }
    tokens
}

#[test]
fn tokens_wholly_within_a_mark_are_emphasised() {
    let document = document(
        "<h1><mark>High</mark> tide</h1>\
         <p>The <b>high <i>water</i></b> comes. <em>We leave. At</em> five, \
         H<sub>2</sub>O<sup> a</sup> half<b>way there</b>, <b>re</b>do, <code>a b</code>, \
         <a href=/x>a link</a>; <b>don't</b></p><pre><code>let <b>a</b> = 1;</code></pre>",
    );
    let vertical = written(Format::Vertical, &row(), &document);
    let conllu = written(Format::Conllu, &row(), &document);
    let tokens = emphasis_in_vertical(&vertical);
    assert_eq!(tokens, emphasis_in_conllu(&conllu));
    let emphasised = tokens.iter().filter(|(_, rend)| !rend.is_empty());
    let emphasised: Vec<(&str, &str)> =
        emphasised.map(|(form, rend)| (form.as_str(), rend.as_str())).collect();
    let expected = [
        ("High", "highlight"),
        ("high", "bold"),
        ("water", "bold,italic"),
        ("We", "italic"),
        ("leave", "italic"),
        (".", "italic"),
        ("At", "italic"),
        ("a", "sup"),
        ("there", "bold"),
        ("don't", "bold"),
    ];
    assert_eq!(emphasised, expected, "{vertical}");
    check_vertical(&vertical);
    for misc in ["Block=head|Hi=highlight", "Hi=italic|SpaceAfter=No"] {
        assert!(conllu.contains(&format!("\t{misc}\n")), "{misc}: {conllu}");
    }
}

#[test]
fn emphasis_that_crosses_a_name_is_cut_at_its_end() {
    let (row, document) = (row(), document("<p>See <b>the New</b> York <i>Times</i>."));
    let segmented = Segmented::new(&document, row.language.as_deref());
    let names = [("\tNew\t", "B-ORG"), ("\tYork\t", "I-ORG"), ("\tTimes\t", "I-ORG")];
    let name = |line: &str| match names.iter().find(|(form, _)| line.contains(form)) {
        Some((_, tag)) if !line.starts_with('#') => format!("{line}|NER={tag}\n"),
        _ => format!("{line}\n"),
    };
    let conllu: String = written(Format::Conllu, &row, &document).lines().map(name).collect();
    let tagged = merged("abc", &segmented, &conllu).expect("tokens are the same");
    let (facts, row, document, segmented) = (&PageFacts::default(), &row, &document, &segmented);
    let tagged = Some(&tagged);
    let article = Article { row, facts, document, segmented, tagged, corpus: None };
    let vertical = vertical::vertical(&article).expect("valid");
    check_vertical(&vertical.replace("\t_", ""));
    let inner = vertical.lines().skip(3).take_while(|line| *line != "</s>");
    let inner: Vec<&str> = inner.map(|line| line.split('\t').next().expect("a form")).collect();
    let expected = "See <hi rend=\"bold\"> the </hi> <name type=\"ORG\"> \
        <hi rend=\"bold\"> New </hi> York <hi rend=\"italic\"> Times </hi> </name> <g/> .";
    assert_eq!(inner.join(" "), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Both token formats have the same tokens, whatever the text; and what they wrote comes back as annotations.
    #[test]
    fn vertical_text_and_conllu_have_the_same_tokens(
        paragraphs in prop::collection::vec("([A-Za-z]{1,6}|[.,!?()<>&\"'-]|é|漢字|\u{fffd}| ){1,20}", 1..5),
        list in any::<bool>(),
    ) {
        let escaped = |text: &String| text.replace('&', "&amp;").replace('<', "&lt;");
        let html: String = paragraphs.iter().map(|text| match list {
            true => format!("<ul><li>{}</li></ul>", escaped(text)),
            false => format!("<p>{}</p>", escaped(text)),
        }).collect();
        let (row, document) = (row(), document(&html));
        let conllu = written(Format::Conllu, &row, &document);
        let vertical = written(Format::Vertical, &row, &document);
        let forms = check_conllu(&conllu);
        let shown: Vec<String> =
            check_vertical(&vertical).iter().map(|form| form.replace('\u{fffd}', "?")).collect();
        prop_assert_eq!(&shown, &forms);
        let segmented = Segmented::new(&document, row.language.as_deref());
        let tagged = merged("abc", &segmented, &conllu).expect("what was not changed is merged");
        let tokens: usize = tagged.leaves.iter().flatten().map(|sentence| sentence.tokens.len()).sum();
        prop_assert_eq!(tokens, forms.len());
        if let Some(other) = conllu.find("SpaceAfter=No") {
            let cut = &conllu[..other];
            prop_assert!(merged("abc", &segmented, cut).is_err());
        }
        prop_assert!(merged("abd", &segmented, &conllu).is_err() || forms.is_empty());
    }

    /// Emphasis adds no token, is the same in both token formats, and comes back as annotations.
    #[test]
    fn emphasis_is_the_same_in_both_token_formats(
        pieces in prop::collection::vec(
            ("(b|i|mark|sub|code|a|span)", "[a-c.,'! ]{1,8}", any::<bool>()),
            1..12,
        ),
    ) {
        let (mut html, mut plain) = ("<p>".to_owned(), "<p>".to_owned());
        let mut open = Vec::new();
        for (tag, text, closes) in &pieces {
            html.push_str(&format!("<{tag} href=/x>{text}"));
            plain.push_str(text);
            open.push(tag);
            if *closes {
                html.extend(open.drain(..).rev().map(|tag| format!("</{tag}>")));
            }
        }
        let (row, document, plain) = (row(), document(&html), document(&plain));
        let conllu = written(Format::Conllu, &row, &document);
        let vertical = written(Format::Vertical, &row, &document);
        check_vertical(&vertical);
        prop_assert_eq!(emphasis_in_vertical(&vertical), emphasis_in_conllu(&conllu));
        let bare = check_conllu(&written(Format::Conllu, &row, &plain));
        prop_assert_eq!(&bare, &check_conllu(&conllu));
        let segmented = Segmented::new(&document, row.language.as_deref());
        let tagged = merged("abc", &segmented, &conllu).expect("what was not changed is merged");
        let sentences = tagged.leaves.iter().flatten();
        prop_assert_eq!(sentences.map(|sentence| sentence.tokens.len()).sum::<usize>(), bare.len());
    }

    /// No text breaks the rules of TEI, and none of it is lost or becomes markup.
    #[test]
    fn any_text_fits_into_tei(text in "\\PC{0,40}", title in "\\PC{0,20}") {
        let html = format!("<p>{}</p>", text.replace('&', "&amp;").replace('<', "&lt;"));
        let row = Row { title: Some(title), ..row() };
        let xml = written(Format::Tei, &row, &document(&html));
        let tags = xml.matches('<').count();
        prop_assert_eq!(tags, xml.matches('>').count(), "{}", xml);
        prop_assert!(xml.ends_with("</TEI>\n"));
        // Every element that is opened is closed.
        let opened = xml.matches('<').count() - xml.matches("</").count() - xml.matches("<?").count();
        prop_assert_eq!(opened - xml.matches("/>").count(), xml.matches("</").count(), "{}", xml);
    }
}
