//! The table that a person edits: one line per signature, tab-separated, with a verdict.

use std::collections::BTreeMap;
use std::fmt;

use scutch_foreign::{cell, uncell};

use super::{Inventory, TagRow};
use crate::operator::parse_operator;

/// What becomes of the elements of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// A person has to decide: `?`.
    Undecided,
    /// Nothing: `keep`.
    Keep,
    /// An operator of portal files: `remove`, `unwrap`, `unwrap-all`, an element name.
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

/// Elements whose name says what they are, if they have no class.
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
const NO_CONTENT: &[&str] =
    &["head", "title", "meta", "link", "button", "input", "select", "option", "form", "nav"];
/// Elements whose class does not change what they are.
const CLASS_FREE: &[&str] = &[
    "p", "a", "b", "strong", "i", "em", "br", "li", "img", "td", "tr", "th", "tbody", "h1", "h2",
    "h3", "h4",
];

/// The verdict that needs no person. It is undecided for elements with classes and own text.
pub fn default_verdict(signature: &str, row: &TagRow) -> Verdict {
    let own = signature.rsplit(" > ").next().unwrap_or(signature);
    let (name, rest) = split_name(own);
    match () {
        () if NO_CONTENT.contains(&name) => Verdict::Operator("remove".to_owned()),
        () if CLASS_FREE.contains(&name) || (rest.is_empty() && PLAIN.contains(&name)) => {
            Verdict::Keep
        }
        // Without own text, the element only holds others, which have verdicts of their own.
        () if row.own_text == 0 => Verdict::Keep,
        () => Verdict::Undecided,
    }
}

fn split_name(signature: &str) -> (&str, &str) {
    let end = signature.find(['#', '.', '[']).unwrap_or(signature.len());
    signature.split_at(end)
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableLine {
    /// Name, id and classes, after those of the parent if parents are told apart.
    pub signature: String,
    /// What becomes of these elements.
    pub verdict: Verdict,
    /// Number of elements.
    pub count: u64,
    /// Number of pages with such elements.
    pub pages: u64,
}

const HEAD: &str =
    "signature\tverdict\tcount\tpages\tin_root\ttext\town_text\tdescendants\tleaves\texamples";

/// The table of an inventory: signatures with text in content roots, the commonest first. Lengths
/// and descendants are means; leaves are a share.
pub fn write(inventory: &Inventory) -> String {
    let mut out = String::new();
    write_head(&mut out, inventory);
    out.push_str(HEAD);
    out.push('\n');
    let mut rows: Vec<_> = inventory.rows.iter().filter(|(_, row)| row.text_in_root > 0).collect();
    rows.sort_by(|a, b| b.1.count.cmp(&a.1.count).then(a.0.cmp(b.0)));
    let relevant = inventory.relevant();
    for (signature, row) in rows {
        let verdict = match default_verdict(signature, row) {
            // Too rare to be worth a decision.
            Verdict::Undecided if !relevant.contains(signature.as_str()) => Verdict::Keep,
            verdict => verdict,
        };
        let mean = |sum: u64| sum as f64 / row.count as f64;
        let examples: Vec<&str> = row.examples.values().map(String::as_str).collect();
        out.push_str(&format!(
            "{}\t{verdict}\t{}\t{}\t{}\t{:.1}\t{:.1}\t{:.1}\t{:.2}\t{}\n",
            cell(signature),
            row.count,
            row.pages,
            row.in_root,
            mean(row.text),
            mean(row.own_text),
            mean(row.descendants),
            mean(row.leaves),
            cell(&examples.join(" ¦ ")),
        ));
    }
    out
}

/// Writes what is known of the whole inventory, as comments.
fn write_head(out: &mut String, inventory: &Inventory) {
    let mut roots: Vec<_> = inventory.roots.iter().collect();
    roots.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    // They show at a glance whether the portal has one design or several.
    for (signature, pages) in roots.iter().take(10) {
        let share = 100.0 * **pages as f64 / inventory.pages.max(1) as f64;
        out.push_str(&format!(
            "# content root of {pages} pages ({share:.1} %): {}\n",
            cell(signature)
        ));
    }
    if inventory.left_out > 0 {
        let left_out = inventory.left_out;
        out.push_str(&format!(
            "# {left_out} elements of rare signatures, seen last, are left out\n"
        ));
    }
}

/// A malformed line of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct TableError {
    /// From 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// Reads a table. Comments and the head are skipped.
///
/// # Errors
/// At the first line with an unknown verdict, malformed counts, or a signature that occurred
/// before.
pub fn read(text: &str) -> Result<Vec<TableLine>, TableError> {
    // Spreadsheets write a byte order mark.
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

fn read_line(line: usize, text: &str) -> Result<TableLine, TableError> {
    let error = |message: &str| TableError { line, message: message.to_owned() };
    let mut cells = text.split('\t');
    let signature = uncell(cells.next().unwrap_or_default().trim()).to_owned();
    let verdict = match cells.next().map(str::trim) {
        Some(_) if signature.is_empty() => return Err(error("there is no signature")),
        None => return Err(error("expected a signature, a tab, and a verdict")),
        Some("?" | "") => Verdict::Undecided,
        Some("keep") => Verdict::Keep,
        // Checked here already: the line number is known, and a portal file would name its own.
        Some(operator) => {
            parse_operator(operator).map_err(|fault| {
                error(&format!("{}: {}, `keep` or `?`", fault.message, fault.hint))
            })?;
            Verdict::Operator(operator.to_owned())
        }
    };
    let mut number = || cells.next().map_or(Ok(0), |cell| cell.trim().parse());
    let counts = (number(), number());
    let (Ok(count), Ok(pages)) = counts else { return Err(error("counts are whole numbers")) };
    Ok(TableLine { signature, verdict, count, pages })
}

/// A difference between two tables.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A signature that only the newer table has.
    New(TableLine),
    /// A signature whose share of pages doubled or halved: before and after.
    Changed(TableLine, TableLine),
    /// A signature that only the older table has.
    Gone(TableLine),
}

/// Compares the table of an older crawl with that of a newer one. Shares are relative to the
/// commonest signature, which nearly all pages have.
pub fn diff(old: &[TableLine], new: &[TableLine]) -> Vec<Change> {
    let by_name = |lines: &[TableLine]| -> BTreeMap<String, TableLine> {
        lines.iter().map(|line| (line.signature.clone(), line.clone())).collect()
    };
    let most =
        |lines: &[TableLine]| lines.iter().map(|line| line.pages).max().unwrap_or(1).max(1) as f64;
    let (most_old, most_new) = (most(old), most(new));
    let (old, mut new) = (by_name(old), by_name(new));
    let mut changes = Vec::new();
    for (signature, before) in old {
        let Some(after) = new.remove(&signature) else {
            changes.push(Change::Gone(before));
            continue;
        };
        let (was, is) = (before.pages as f64 / most_old, after.pages as f64 / most_new);
        // Smaller differences are between any two crawls.
        if is > 2.0 * was || was > 2.0 * is {
            changes.push(Change::Changed(before, after));
        }
    }
    changes.extend(new.into_values().map(Change::New));
    changes
}

/// The tag table of a portal file (TOML) from a person's verdicts, and the number of undecided
/// lines.
pub fn to_portal_file(lines: &[TableLine]) -> (String, usize) {
    let mut out = String::from("[content.table]\n");
    let mut open = 0;
    for line in lines {
        match &line.verdict {
            Verdict::Undecided => open += 1,
            Verdict::Keep => {}
            Verdict::Operator(operator) => {
                // Ids may contain quotes; a key in double quotes has escapes for them.
                let key = line.signature.replace('\\', "\\\\").replace('"', "\\\"");
                out.push_str(&format!("\"{key}\" = '{operator}'\n"));
            }
        }
    }
    (out, open)
}
