//! An article source: front matter, body and comments.
//!
//! A source begins with TOML between two `+++` lines. The body is a sequence of blocks divided by
//! blank lines; how a block begins says what it is (see [`Block`]). After a line `=== comments`
//! follow readers' comments, each under a line `@ name | date`.

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::markup;

/// An article with everything that its page needs.
pub(crate) struct Article {
    /// Name of the source file without its ending.
    pub(crate) id: String,
    /// What the front matter says.
    pub(crate) head: Head,
    /// The body in reading order.
    pub(crate) blocks: Vec<Block>,
    /// Comments, oldest first.
    pub(crate) comments: Vec<Comment>,
}

/// Front matter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Head {
    pub(crate) language: String,
    pub(crate) section: String,
    pub(crate) title: String,
    /// The sentence or two between headline and body.
    pub(crate) lead: String,
    pub(crate) authors: Vec<String>,
    pub(crate) published: String,
    pub(crate) modified: Option<String>,
    pub(crate) path: String,
    pub(crate) keywords: Vec<String>,
    /// How other pages announce this one.
    pub(crate) teaser: String,
    /// The paper's name where it is not that of the edition.
    pub(crate) site: Option<String>,
}

/// A block of the body; lines with inline marks except in `Code`.
#[derive(Debug, PartialEq)]
pub(crate) enum Block {
    /// Anything without a sign of its own.
    Paragraph(String),
    /// `## text`
    Heading(String),
    /// `> text`
    Quote(String),
    /// `>> text`: a sentence of the article repeated as an ornament, not part of the text.
    PullQuote(String),
    /// `- item` or `1. item`
    List { ordered: bool, items: Vec<String> },
    /// `| cell | cell |`, the first row being the head.
    Table(Vec<Vec<String>>),
    /// `![alt](src "caption")`
    Image { alt: String, src: String, caption: String },
    /// Lines between two ```` ``` ````.
    Code(String),
}

/// A reader's comment.
pub(crate) struct Comment {
    pub(crate) name: String,
    pub(crate) date: String,
    pub(crate) text: String,
}

impl Article {
    /// Reads a source; `id` is the name of its file.
    pub(crate) fn parse(id: &str, source: &str) -> Result<Self> {
        let (head, rest) = source
            .strip_prefix("+++\n")
            .and_then(|rest| rest.split_once("\n+++\n"))
            .context("expected front matter between two +++ lines")?;
        let (body, comments) = rest.split_once("\n=== comments\n").unwrap_or((rest, ""));
        Ok(Self {
            id: id.to_owned(),
            head: toml::from_str(head)?,
            blocks: blocks(body)?,
            comments: parse_comments(comments)?,
        })
    }

    /// The true text: headline, lead, then the body, a line for each paragraph, sub-heading, list
    /// item, table row, caption and line of code. `samples/README.md` states the rule.
    pub(crate) fn text(&self) -> String {
        let mut lines = vec![self.head.title.clone(), self.head.lead.clone()];
        for block in &self.blocks {
            lines.extend(block.lines());
        }
        lines.join("\n")
    }
}

impl Block {
    fn lines(&self) -> Vec<String> {
        match self {
            Self::Paragraph(text) | Self::Heading(text) | Self::Quote(text) => {
                vec![markup::plain(text)]
            }
            Self::PullQuote(_) => Vec::new(),
            Self::List { items, .. } => items.iter().map(|item| markup::plain(item)).collect(),
            Self::Table(rows) => rows.iter().map(|row| row.join(" | ")).collect(),
            Self::Image { caption, .. } => vec![caption.clone()],
            Self::Code(code) => {
                code.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
            }
        }
    }
}

fn blocks(body: &str) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    let mut lines = body.lines().peekable();
    while let Some(first) = lines.next() {
        if first.is_empty() {
            continue;
        }
        if first == "```" {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block::Code(code.join("\n")));
            continue;
        }
        let mut chunk = vec![first];
        while let Some(line) = lines.next_if(|line| !line.is_empty()) {
            chunk.push(line);
        }
        blocks.push(block(&chunk).with_context(|| format!("in the block that begins {first:?}"))?);
    }
    Ok(blocks)
}

fn block(chunk: &[&str]) -> Result<Block> {
    let text = chunk.join(" ");
    Ok(if let Some(text) = text.strip_prefix("## ") {
        Block::Heading(text.to_owned())
    } else if let Some(text) = text.strip_prefix(">> ") {
        Block::PullQuote(text.to_owned())
    } else if let Some(text) = text.strip_prefix("> ") {
        Block::Quote(text.to_owned())
    } else if text.starts_with("- ") {
        Block::List { ordered: false, items: items(chunk, |line| line.strip_prefix("- ")) }
    } else if text.starts_with("1. ") {
        Block::List { ordered: true, items: items(chunk, numbered) }
    } else if text.starts_with("| ") {
        Block::Table(rows(chunk))
    } else if text.starts_with("![") {
        image(&text).context("expected ![alt](src \"caption\")")?
    } else {
        Block::Paragraph(text)
    })
}

/// Items of a list; a line that begins none goes on with the one before.
fn items<'a>(chunk: &[&'a str], start: fn(&'a str) -> Option<&'a str>) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in chunk {
        match (start(line), items.last_mut()) {
            (Some(text), _) => items.push(text.to_owned()),
            (None, Some(last)) => {
                last.push(' ');
                last.push_str(line);
            }
            (None, None) => {}
        }
    }
    items
}

fn numbered(line: &str) -> Option<&str> {
    let (number, text) = line.split_once(". ")?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
}

fn rows(chunk: &[&str]) -> Vec<Vec<String>> {
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(|c| c.trim().to_owned()).collect();
    chunk.iter().filter(|line| !line.starts_with("|--")).map(|line| cells(line)).collect()
}

fn image(text: &str) -> Option<Block> {
    let (alt, rest) = text.strip_prefix("![")?.split_once("](")?;
    let (src, caption) = rest.strip_suffix("\")")?.split_once(" \"")?;
    Some(Block::Image { alt: alt.into(), src: src.into(), caption: caption.into() })
}

fn parse_comments(source: &str) -> Result<Vec<Comment>> {
    let mut comments: Vec<Comment> = Vec::new();
    for line in source.lines() {
        if let Some(head) = line.strip_prefix("@ ") {
            let (name, date) = head.split_once(" | ").context("expected `@ name | date`")?;
            comments.push(Comment { name: name.into(), date: date.into(), text: String::new() });
        } else if let Some(comment) = comments.last_mut() {
            let gap = if comment.text.is_empty() { "" } else { " " };
            comment.text.push_str(gap);
            comment.text.push_str(line);
        } else {
            bail!("a comment begins with `@ name | date`, found {line:?}");
        }
    }
    Ok(comments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_told_by_how_they_begin() {
        let body = "One\nline.\n\n## Sub\n\n> Said\n\n>> Said again\n\n- a\nb\n- c\n\n1. d\n2. e\n\n\
                    | x | y |\n|---|---|\n| 1 | 2 |\n\n![alt](/s.gif \"Cap\")\n\n```\nif x:\n\n    y\n```\n";
        let article = Article {
            id: String::new(),
            head: toml::from_str(
                "language = 'en'\nsection = ''\ntitle = 'T'\nlead = 'L'\nauthors = []\n\
                 published = ''\npath = ''\nkeywords = []\nteaser = ''",
            )
            .unwrap(),
            blocks: blocks(body).unwrap(),
            comments: Vec::new(),
        };
        assert_eq!(
            article.text(),
            "T\nL\nOne line.\nSub\nSaid\na b\nc\nd\ne\nx | y\n1 | 2\nCap\nif x:\n    y"
        );
    }

    #[test]
    fn comments_keep_name_and_date() {
        let comments = parse_comments("@ Hal | 2003-05-14T09:41\nI knit.\nOn boats.\n").unwrap();
        assert_eq!(comments[0].name, "Hal");
        assert_eq!(comments[0].date, "2003-05-14T09:41");
        assert_eq!(comments[0].text, "I knit. On boats.");
        assert!(parse_comments("no head").is_err());
    }
}
