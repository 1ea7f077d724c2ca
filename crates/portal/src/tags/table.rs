//! The table that a person edits: a line for each signature, tab-separated, with a verdict.

use std::collections::BTreeMap;
use std::fmt;

use super::{Inventory, TagRow};
use crate::content::edit;

/// What becomes of elements of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// A person has to decide: `?`.
    Undecided,
    /// Nothing: `keep`.
    Keep,
    /// What a portal file's tag table says: `remove`, `unwrap`, `unwrap-all`, an element name.
    Operator(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undecided => "?",
            Self::Keep => "keep",
            Self::Operator(operator) => operator,
        })
    }
}

/// Elements that mean what their name says.
const PLAIN: &[&str] = &[
    "html",
    "body",
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "s",
    "del",
    "sub",
    "sup",
    "a",
    "br",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "blockquote",
    "q",
    "cite",
    "table",
    "tbody",
    "thead",
    "tr",
    "td",
    "th",
    "caption",
    "figure",
    "figcaption",
    "pre",
    "code",
    "img",
    "article",
    "main",
    "div",
    "section",
    "span",
    "time",
    "small",
    "abbr",
    "font",
    "center",
];
/// Elements that hold no text of the page, whatever their class.
const EMPTY: &[&str] =
    &["head", "title", "meta", "link", "button", "input", "select", "option", "form", "nav"];
/// Elements whose class does not change what they are.
const FIRM: &[&str] = &[
    "p", "a", "b", "strong", "i", "em", "br", "li", "img", "td", "tr", "th", "tbody", "h1", "h2",
    "h3", "h4",
];

/// The verdict that needs no person: that of the name, or of elements with no text right in them, which only
/// hold others.
pub fn default_verdict(signature: &str, row: &TagRow) -> Verdict {
    let own = signature.rsplit(" > ").next().unwrap_or(signature);
    let (name, rest) = split(own);
    match () {
        () if EMPTY.contains(&name) => Verdict::Operator("remove".to_owned()),
        () if FIRM.contains(&name) || (rest.is_empty() && PLAIN.contains(&name)) => Verdict::Keep,
        () if row.own_text == 0 => Verdict::Keep,
        () => Verdict::Undecided,
    }
}

fn split(signature: &str) -> (&str, &str) {
    let end = signature.find(['#', '.', '[']).unwrap_or(signature.len());
    signature.split_at(end)
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Name, id and classes; with those of the parent before it, where parents are told apart.
    pub signature: String,
    /// What becomes of these elements.
    pub verdict: Verdict,
    /// Elements.
    pub count: u64,
    /// Pages with such elements.
    pub pages: u64,
}

const HEAD: &str =
    "signature\tverdict\tcount\tpages\tin_root\ttext\town_text\tdescendants\tleaves\texamples";

/// The table of an inventory: signatures with text in content roots, the commonest first. Lengths and
/// descendants are means, leaves a share.
pub fn write(inventory: &Inventory) -> String {
    let mut out = String::new();
    let mut roots: Vec<_> = inventory.roots.iter().collect();
    roots.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    for (signature, pages) in roots.iter().take(10) {
        let share = 100.0 * **pages as f64 / inventory.pages.max(1) as f64;
        out.push_str(&format!("# content root of {pages} pages ({share:.1} %): {signature}\n"));
    }
    if inventory.left_out > 0 {
        let left_out = inventory.left_out;
        out.push_str(&format!(
            "# {left_out} elements of rare signatures, seen last, are left out\n"
        ));
    }
    out.push_str(HEAD);
    out.push('\n');
    let mut rows: Vec<_> = inventory.rows.iter().filter(|(_, row)| row.text_in_root > 0).collect();
    rows.sort_by(|a, b| b.1.count.cmp(&a.1.count).then(a.0.cmp(b.0)));
    let relevant = inventory.relevant();
    for (signature, row) in rows {
        let verdict = match default_verdict(signature, row) {
            Verdict::Undecided if !relevant.contains(signature.as_str()) => Verdict::Keep,
            verdict => verdict,
        };
        let mean = |sum: u64| sum as f64 / row.count as f64;
        let examples: Vec<&str> = row.examples.values().map(String::as_str).collect();
        out.push_str(&format!(
            "{signature}\t{verdict}\t{}\t{}\t{}\t{:.1}\t{:.1}\t{:.1}\t{:.2}\t{}\n",
            row.count,
            row.pages,
            row.in_root,
            mean(row.text),
            mean(row.own_text),
            mean(row.descendants),
            mean(row.leaves),
            examples.join(" ¦ "),
        ));
    }
    out
}

/// Why a table cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct TableError {
    /// From 1.
    pub line: usize,
    /// What is wrong, with what was expected.
    pub message: String,
}

/// Reads a table; lines that begin with `#` and the head are passed over.
///
/// # Errors
/// At a line that has no signature, verdict and counts, whose verdict is none, or whose signature an earlier line has.
pub fn read(text: &str) -> Result<Vec<Line>, TableError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with("# "));
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut read = Vec::new();
    for (number, line) in lines.filter(|(_, line)| *line != HEAD) {
        let line = read_line(number, line)?;
        if let Some(before) = known.insert(line.signature.clone(), number) {
            let message = format!("line {before} is about `{}` already", line.signature);
            return Err(TableError { line: number, message });
        }
        read.push(line);
    }
    Ok(read)
}

fn read_line(line: usize, text: &str) -> Result<Line, TableError> {
    let error = |message: &str| TableError { line, message: message.to_owned() };
    let mut cells = text.split('\t');
    let signature = cells.next().unwrap_or_default().trim().to_owned();
    let verdict = match cells.next().map(str::trim) {
        Some(_) if signature.is_empty() => return Err(error("there is no signature")),
        None => return Err(error("expected a signature, a tab, and a verdict")),
        Some("?" | "") => Verdict::Undecided,
        Some("keep") => Verdict::Keep,
        Some(operator) => {
            edit(operator).map_err(|fault| {
                error(&format!("{}: {}, `keep` or `?`", fault.message, fault.hint))
            })?;
            Verdict::Operator(operator.to_owned())
        }
    };
    let mut number = || cells.next().map_or(Ok(0), |cell| cell.trim().parse());
    let counts = (number(), number());
    let (Ok(count), Ok(pages)) = counts else { return Err(error("counts are whole numbers")) };
    Ok(Line { signature, verdict, count, pages })
}

/// How a signature differs between two tables.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Only the newer table has it.
    New(Line),
    /// Its share of pages is twice what it was, or half.
    Changed(Line, Line),
    /// Only the older table has it.
    Gone(Line),
}

/// What a newer crawl changes, by signature. Shares are of the pages of the commonest signature.
pub fn diff(old: &[Line], new: &[Line]) -> Vec<Change> {
    let by_name = |lines: &[Line]| -> BTreeMap<String, Line> {
        lines.iter().map(|line| (line.signature.clone(), line.clone())).collect()
    };
    let most =
        |lines: &[Line]| lines.iter().map(|line| line.pages).max().unwrap_or(1).max(1) as f64;
    let (most_old, most_new) = (most(old), most(new));
    let (old, mut new) = (by_name(old), by_name(new));
    let mut changes = Vec::new();
    for (signature, before) in old {
        let Some(after) = new.remove(&signature) else {
            changes.push(Change::Gone(before));
            continue;
        };
        let (was, is) = (before.pages as f64 / most_old, after.pages as f64 / most_new);
        if is > 2.0 * was || was > 2.0 * is {
            changes.push(Change::Changed(before, after));
        }
    }
    changes.extend(new.into_values().map(Change::New));
    changes
}

/// The tag table of a portal file, TOML, from the verdicts of a person; and how many are still open.
pub fn apply(lines: &[Line]) -> (String, usize) {
    let mut out = String::from("[content.table]\n");
    let mut open = 0;
    for line in lines {
        match &line.verdict {
            Verdict::Undecided => open += 1,
            Verdict::Keep => {}
            Verdict::Operator(operator) => {
                let key = line.signature.replace('\\', "\\\\").replace('"', "\\\"");
                out.push_str(&format!("\"{key}\" = '{operator}'\n"));
            }
        }
    }
    (out, open)
}
