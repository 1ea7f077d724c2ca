//! CoNLL-U as input for taggers: one line per token, with its form and the space after it
//! (universaldependencies.org/format.html). Unknown columns are underscores.

use std::fmt::Write as _;

use crate::format::article::{Article, Invalid};
use crate::segment::shown;

/// The sentences of a document.
pub(super) fn conllu(article: &Article<'_>) -> Result<String, Invalid> {
    let row = article.row;
    // Ten columns per token take about six times the text.
    let mut out = String::with_capacity(row.text.len() * 6);
    let mut head = format!("# newdoc id = {}\n# url = {}\n", row.id, one_line(&row.url));
    if let Some(language) = article.language() {
        head.push_str(&format!("# lang = {language}\n"));
    }
    for (number, paragraph) in article.segmented.paragraphs().enumerate() {
        let number = number + 1;
        head.push_str(&format!("# newpar id = {}.p{number}\n", row.id));
        for (place, sentence) in paragraph.sentences().enumerate() {
            out.push_str(&head);
            // Document and paragraph comments precede the first sentence only.
            head.clear();
            // `annotations` finds the sentences of a document again by these ids.
            out.push_str(&format!("# sent_id = {}.p{number}.s{}\n", row.id, place + 1));
            out.push_str("# text = ");
            out.push_str(&shown(&sentence.text()));
            out.push('\n');
            for (at, token) in sentence.tokens().enumerate() {
                // With this, readers can restore the text from the tokens (format.html,
                // `SpaceAfter`).
                let misc = if token.space_after { "_" } else { "SpaceAfter=No" };
                // Writing into a string cannot fail.
                let _ = write!(out, "{}\t", at + 1);
                out.push_str(&shown(token.form));
                out.push_str("\t_\t_\t_\t_\t_\t_\t_\t");
                out.push_str(misc);
                out.push('\n');
            }
            out.push('\n');
        }
    }
    Ok(out)
}

/// Text without line breaks, which would end a comment.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
