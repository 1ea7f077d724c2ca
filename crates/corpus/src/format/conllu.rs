//! CoNLL-U as input for taggers: one line per token, with its form and the space after it
//! (universaldependencies.org/format.html). Unknown columns are underscores.

use std::borrow::Cow;
use std::fmt::Write as _;

use scutch_segment::{Placed, Segmented, Sentence, shown};

use crate::format::article::{Article, Invalid};
use crate::format::emphasis::{self, Emphasis};
use crate::format::vertical::kind;
use crate::row::Row;

/// The sentences of a document.
pub(super) fn conllu(article: &Article<'_>) -> Result<String, Invalid> {
    let row = article.row;
    // Ten columns per token take about six times the text.
    let mut out = String::with_capacity(row.text.len() * 6);
    let mut head = format!("# newdoc id = {}\n# url = {}\n", row.id, one_line(&row.url));
    if let Some(language) = article.language() {
        head.push_str(&format!("# lang = {language}\n"));
    }
    head.push_str(&metadata(row));
    for (number, paragraph) in article.segmented.paragraphs().enumerate() {
        let number = number + 1;
        head.push_str(&format!("# newpar id = {}.p{number}\n", row.id));
        let block = block(&paragraph.placed);
        let misc = Misc::new(&block);
        let marks = emphasis::marks(paragraph.placed.leaf);
        let mut marks = marks.reaching();
        for (place, sentence) in paragraph.sentences().enumerate() {
            out.push_str(&head);
            // Document and paragraph comments precede the first sentence only.
            head.clear();
            // `annotations` finds the sentences of a document again by these ids.
            out.push_str(&format!("# sent_id = {}.p{number}.s{}\n", row.id, place + 1));
            out.push_str("# text = ");
            out.push_str(&shown(&sentence.text()));
            out.push('\n');
            let emphasis = emphasis::of_tokens(&mut marks, &sentence);
            tokens(&mut out, sentence, (&misc, &emphasis), article.segmented);
            out.push('\n');
        }
    }
    Ok(out)
}

/// The last column of the tokens of a block.
struct Misc<'a> {
    block: &'a str,
    /// That of most tokens: without emphasis, and with or without a space behind them.
    plain: String,
    glued: String,
}

/// With this, readers can restore the text from the tokens (format.html).
const GLUE: &str = "SpaceAfter=No";

impl<'a> Misc<'a> {
    fn new(block: &'a str) -> Self {
        Self { block, plain: joined(&[block]), glued: joined(&[block, GLUE]) }
    }

    /// The last column of a token.
    fn of_token(&self, emphasis: Option<&Emphasis>, space_after: bool) -> Cow<'_, str> {
        let Some(emphasis) = emphasis.filter(|emphasis| !emphasis.is_none()) else {
            return Cow::Borrowed(if space_after { &self.plain } else { &self.glued });
        };
        let emphasis = format!("Hi={}", emphasis.value());
        let glue = if space_after { "" } else { GLUE };
        Cow::Owned(joined(&[self.block, &emphasis, glue]))
    }
}

/// Attributes in one column.
fn joined(attributes: &[&str]) -> String {
    let known = attributes.iter().copied().filter(|attribute| !attribute.is_empty());
    let known = known.collect::<Vec<_>>().join("|");
    if known.is_empty() { "_".to_owned() } else { known }
}

/// Writes the tokens of a sentence. Those of two words have a line for themselves and one for each
/// word (format.html, "Words, Tokens and Empty Nodes").
fn tokens(
    out: &mut String,
    sentence: Sentence<'_>,
    (misc, emphasis): (&Misc<'_>, &[Emphasis]),
    segmented: &Segmented<'_>,
) {
    let mut number = 0;
    for (at, token) in sentence.tokens().enumerate() {
        let misc = misc.of_token(emphasis.get(at), token.space_after);
        number += 1;
        match segmented.second_word(token.form) {
            Some(at) => {
                let (first, second) = token.form.split_at(at);
                line(out, format_args!("{number}-{}", number + 1), token.form, &misc);
                line(out, format_args!("{number}"), first, "_");
                number += 1;
                line(out, format_args!("{number}"), second, "_");
            }
            None => line(out, format_args!("{number}"), token.form, &misc),
        }
    }
}

/// Writes a line: its number, its form, and its last column.
fn line(out: &mut String, number: std::fmt::Arguments<'_>, form: &str, misc: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{number}\t{}\t_\t_\t_\t_\t_\t_\t_\t{misc}", shown(form));
}

/// What is known of the document, as comments of the form `meta::KEY`.
fn metadata(row: &Row) -> String {
    let authors = row.authors.join("; ");
    let known = [
        ("title", row.title.as_deref()),
        ("author", Some(authors.as_str())),
        ("date", row.date_published.as_deref()),
    ];
    let known = known.into_iter().filter_map(|(key, value)| Some((key, one_line(&shown(value?)))));
    let lines = known.filter(|(_, value)| !value.is_empty());
    lines.map(|(key, value)| format!("# meta::{key} = {value}\n")).collect()
}

/// What sets a block off from running text, as attributes of its tokens: `Block=head`, `In=quote`,
/// `Part=comment`. Running text has none.
fn block(placed: &Placed<'_>) -> String {
    let kind = kind(placed.leaf.kind);
    let attributes = [
        ("Block", (kind != "paragraph").then_some(kind)),
        ("In", placed.within),
        ("Part", placed.is_comment.then_some("comment")),
    ];
    let shown = |(key, value): (&str, Option<&str>)| Some(format!("{key}={}", value?));
    attributes.into_iter().filter_map(shown).collect::<Vec<_>>().join("|")
}

/// Text without line breaks, which would end a comment.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
