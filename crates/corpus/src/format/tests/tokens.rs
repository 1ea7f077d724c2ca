//! Vertical text and CoNLL-U.

use proptest::prelude::*;

use super::*;
use crate::format::annotations::merged;

/// The tags of vertical text in order, each closed before the one around it.
pub(super) fn check_vertical(text: &str) -> Vec<String> {
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
pub(super) fn check_conllu(text: &str) -> Vec<String> {
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
}
