//! Plots of figures from `bench/RESULTS.md`, made with the guide: they show what the tables say.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::root;

/// The page that ends with the plots.
const PAGE: &str = "results.md";

/// Where the figures stand, below the root of the repository.
const RESULTS: &str = "bench/RESULTS.md";

/// A column of a table as bars.
struct Plot {
    /// Section of `RESULTS.md`: the first of its tables that has the column is shown.
    section: &'static str,
    column: &'static str,
    title: &'static str,
    /// What is measured, and which bars are good.
    meaning: &'static str,
}

/// How labels of our own rows begin. `t001` and the like are the thesis' methods, whoever runs them.
const OURS: [&str; 4] = ["scutch", "learned", "occurrence", "each page alone"];

const PLOTS: [Plot; 12] = [
    Plot {
        section: "extraction",
        column: "wcxb bag",
        title: "Texts of pages of seven types",
        meaning: "F1 of words, mean over the pages of WCXB; longer is better",
    },
    Plot {
        section: "extraction",
        column: "trafilatura set segments",
        title: "Texts of trafilatura's own pages",
        meaning: "F1 of segments; longer is better",
    },
    Plot {
        section: "extraction",
        column: "fundus bag",
        title: "Texts of news",
        meaning: "F1 of words, mean over the pages of fundus; longer is better",
    },
    Plot {
        section: "metadata",
        column: "title (766)",
        title: "Titles",
        meaning: "share of 766 pages with the right title; longer is better",
    },
    Plot {
        section: "metadata",
        column: "date (741)",
        title: "Dates of publication",
        meaning: "share of 741 pages with the right date; longer is better",
    },
    Plot {
        section: "template scores",
        column: "F1",
        title: "Joint boilerplate detection on nine sites",
        meaning: "F1 of tokens, mean over the pages of a site; longer is better",
    },
    Plot {
        section: "offtopic",
        column: "F1",
        title: "Off-topic mementos",
        meaning: "F1 of off-topic captures of 38 hosts; longer is better",
    },
    Plot {
        section: "corpus",
        column: "CPU s (median)",
        title: "From archives to a corpus",
        meaning: "seconds of CPU time; shorter is better",
    },
    Plot {
        section: "template",
        column: "CPU s (median)",
        title: "Joint boilerplate detection, time",
        meaning: "seconds of CPU time for three sites; shorter is better",
    },
    Plot {
        section: "archive-http",
        column: "CPU s (median)",
        title: "Reading an archive",
        meaning: "seconds of CPU time; shorter is better",
    },
    Plot {
        section: "html",
        column: "fundus, MB/s",
        title: "Parsing HTML",
        meaning: "megabytes of pages a second; longer is better",
    },
    Plot {
        section: "url-check",
        column: "CPU s (median)",
        title: "Checking a million URLs",
        meaning: "seconds of CPU time; shorter is better",
    },
];

/// Adds the plots to their page of the guide.
pub(super) fn write(source: &Path) -> Result<()> {
    let results = root::repository().join(RESULTS);
    let results = fs::read_to_string(&results).with_context(|| results.display().to_string())?;
    let page = source.join(PAGE);
    let mut text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
    for plot in &PLOTS {
        text += &plot.drawn(&results)?;
    }
    fs::write(&page, text).with_context(|| page.display().to_string())
}

impl Plot {
    /// The plot in Markdown: a table with a bar in each row, which screen readers read as a table.
    fn drawn(&self, results: &str) -> Result<String> {
        let bars = bars(results, self.section, self.column)?;
        let longest = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let Self { section, column, title, meaning } = self;
        let mut text = format!(
            "\n## {title}\n\nSection `{section}`, column `{column}`: {meaning}.\n\n<table>\n"
        );
        for Bar { label, written, value } in &bars {
            let width = 100.0 * value / longest;
            let ours = OURS.iter().any(|begin| label.starts_with(begin));
            let colour = if ours { "#2f6f4f" } else { "#8a8f98" };
            let label = label.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(
                text,
                "<tr><th scope=\"row\" style=\"text-align:left\">{label}</th><td style=\"width:45%\">\
                 <div style=\"width:{width:.1}%;height:.8em;background:{colour}\"></div></td>\
                 <td style=\"text-align:right\">{written}</td></tr>"
            )?;
        }
        Ok(text + "</table>\n")
    }
}

/// A row of a plot.
#[derive(Debug, PartialEq)]
struct Bar {
    label: String,
    /// The value as it stands in the table.
    written: String,
    value: f64,
}

/// The rows of the first table of a section that has a column of this name. Rows without a number are left out.
fn bars(results: &str, section: &str, column: &str) -> Result<Vec<Bar>> {
    let mut lines = results.lines().skip_while(|line| line.strip_prefix("## ") != Some(section));
    ensure!(lines.next().is_some(), "{RESULTS} has no section {section}");
    let lines = lines.take_while(|line| !line.starts_with("## "));
    let mut at = None;
    let mut bars = Vec::new();
    for line in lines {
        let Some(cells) = cells(line) else {
            if at.is_some() {
                break;
            }
            continue;
        };
        let Some(at) = at else {
            at = cells.iter().position(|cell| cell == column);
            continue;
        };
        if let Some(value) = cells.get(at).and_then(|cell| number(cell)) {
            bars.push(Bar { label: cells[0].clone(), written: cells[at].clone(), value });
        }
    }
    ensure!(!bars.is_empty(), "{RESULTS} has no column {column} in section {section}");
    Ok(bars)
}

/// The cells of a row of a table, without marks of emphasis and code.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(|cell| cell.replace(['*', '`'], "").trim().to_owned()).collect())
}

fn number(cell: &str) -> Option<f64> {
    cell.parse().ok().filter(|value: &f64| value.is_finite() && *value > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plot_finds_its_figures_ours_among_them() {
        let results = fs::read_to_string(root::repository().join(RESULTS)).unwrap();
        for plot in &PLOTS {
            let bars = bars(&results, plot.section, plot.column).unwrap();
            assert!(bars.len() > 1, "{}", plot.title);
            let drawn = plot.drawn(&results).unwrap();
            assert_eq!(drawn.matches("<tr>").count(), bars.len());
            assert!(drawn.contains("width:100.0%"), "{}", plot.title);
            assert!(drawn.contains("#2f6f4f"), "{}: nothing of ours", plot.title);
        }
    }

    #[test]
    fn the_first_table_with_the_column_is_read_to_its_end() {
        let results = "## a\n\n| | x |\n|---|---:|\n| one | 9 |\n\n## b\n\n| | y |\n|---|---|\n| no | 1 |\n\n\
            | | x | y |\n|---|---:|---|\n| `two` | **0.5** | 1 |\n| three | much | 2 |\n\n| four | 7 |\n";
        let two = Bar { label: "two".to_owned(), written: "0.5".to_owned(), value: 0.5 };
        assert_eq!(bars(results, "b", "x").unwrap(), [two]);
        let missed = bars(results, "c", "x").unwrap_err().to_string();
        assert_eq!(missed, "bench/RESULTS.md has no section c");
        assert!(bars(results, "a", "y").is_err());
    }
}
