//! Emphasis in vertical text and CoNLL-U.

use proptest::prelude::*;

use super::tokens::{check_conllu, check_vertical};
use super::*;
use crate::format::annotations::merged;

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
}
