//! Words with annotations within marks.

use super::*;

#[test]
fn marks_nest_with_names_and_words() {
    let html =
        "<p>the <b>big New</b> York H<sub>2</sub>O <a href='/x'>sail</a>ing <i>one. Two</i></p>";
    let (row, document) = (row(), document(html));
    let segmented = &Segmented::new(&document, None);
    let (row, facts, document) = (&row, &PageFacts::default(), &document);
    let plain = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let text: String = conllu::conllu(&plain).expect("valid");
    let name = |line: &str| match line.split('\t').nth(1) {
        // The page marks it, so the last column has a value.
        Some("New") => line.replacen("\t_", "\tx", 1) + "|NER=B-LOC",
        Some("York") => line.replace("_\t_\t_\t_\t_\t_\t_\t_", "y\t_\t_\t_\t_\t_\t_\tNER=I-LOC"),
        _ => line.to_owned(),
    };
    let text: Vec<String> = text.lines().map(name).collect();
    let tagged = annotations::merged("abc", segmented, &text.join("\n")).expect("aligned");
    let xml = tei(&Article { tagged: Some(&tagged), ..plain }).expect("valid");
    let p = xml.split_once("<s>").expect("a sentence").1.split_once("</p>").expect("end").0;
    let expected = "<w>the</w> <hi rend=\"bold\"><w>big</w> </hi><name type=\"LOC\">\
        <hi rend=\"bold\"><w lemma=\"x\">New</w></hi> <w lemma=\"y\">York</w></name> \
        <w>H<hi rend=\"sub\">2</hi>O</w> <ref target=\"http://press.example/x\"><w>sailing</w></ref> \
        <hi rend=\"italic\"><w>one</w><pc>.</pc></hi></s> <s><hi rend=\"italic\"><w>Two</w></hi></s>";
    assert_eq!(p, expected);
}

#[test]
fn marks_of_very_long_texts_nest_with_words() {
    let html = format!("<p>{}</p>", "<b>One</b> two<img src=a.png>. ".repeat(30_000));
    let (row, document) = (row(), document(&html));
    let segmented = &Segmented::new(&document, None);
    let (row, facts, document) = (&row, &PageFacts::default(), &document);
    let plain = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let text: String = conllu::conllu(&plain).expect("valid");
    let tagged = annotations::merged("abc", segmented, &text).expect("aligned");
    let xml = tei(&Article { tagged: Some(&tagged), ..plain }).expect("valid");
    let bold = "<hi rend=\"bold\"><w>One</w></hi> <w>two</w>";
    assert_eq!(xml.matches(bold).count(), 30_000);
}
