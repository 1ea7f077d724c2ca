//! The scores as tables and figures of the thesis.
//!
//! Counts of all pages are pooled, and content is the positive class. The methods t001 and t003 to
//! t006 are scored on the nodes that t001 decides, all others on all nodes. Where there are several
//! runs of t001, each has its own nodes, and so have the runs that follow it.
//!
//! Two things differ from the thesis. A node that no label covers is an error; the thesis has no
//! such nodes. Pages without a cross are left out: the method of single pages labels them, whatever
//! the method of the run.

mod counts;
mod figure;
mod names;
mod table;

use scutch_template::Method;

use self::counts::{MEASURES, NodeCounts, Test};
pub use self::figure::{FigureGroup, FigureRow, ThesisFigure};
use self::names::method;
pub use self::names::stem;
use self::table::Cell;
pub use self::table::ThesisTable;
use crate::gold::{GoldNode, GoldPage, Truth};
use crate::grouped::by_name;
use crate::run::RunScores;

/// What the thesis shows of the scores of runs.
#[derive(Debug, Default)]
pub struct Thesis {
    /// Tables 4.2, A and D.1 to D.4, and the numbers of figure 4.3.
    pub tables: Vec<ThesisTable>,
    /// Figures 4.7, 4.8, and one as D.1 to D.3 for each run.
    pub figures: Vec<ThesisFigure>,
}

impl Thesis {
    /// The tables and figures of runs. `None` without a run of t001.
    pub fn of_runs(gold: &[GoldPage], all: &[RunScores]) -> Option<Self> {
        let is_patterns = |scored: &&RunScores| method(&scored.name) == Some(Method::T001);
        let first = all.iter().find(is_patterns)?;
        let mut patterns = first;
        let tests = all.iter().map(|scored| {
            if is_patterns(&scored) {
                patterns = scored;
            }
            Test::new(gold, scored, patterns)
        });
        let tests: Vec<Test> = tests.collect();
        Some(Self { tables: tables(gold, first, &tests), figures: figure::figures(gold, &tests) })
    }
}

fn tables(gold: &[GoldPage], first: &RunScores, tests: &[Test]) -> Vec<ThesisTable> {
    let mut tables =
        vec![statistics(gold), entries(gold, first), unlabelled(tests), summary(tests)];
    let sites = by_name(gold.iter().map(|page| page.site.as_str())).into_iter();
    tables.extend(sites.map(|(site, pages)| site_table(site, &pages, gold, tests)));
    tables
}

fn statistics(gold: &[GoldPage]) -> ThesisTable {
    let head = ["site", "pages", "nodes", "content", "boilerplate", "boilerplate / content"];
    let mut table = ThesisTable::new("Ground truth by site (figure 4.3)", &head);
    for (site, pages) in by_name(gold.iter().map(|page| page.site.as_str())) {
        let mut nodes: Vec<&GoldNode> = Vec::new();
        pages.iter().for_each(|at| nodes.extend(&gold[*at].text_nodes));
        let count = |label| nodes.iter().filter(|node| node.label == label).count();
        let [content, boilerplate] = [Truth::Content, Truth::Boilerplate].map(count);
        let ratio = (content > 0).then(|| boilerplate as f64 / content as f64);
        let counts = [pages.len(), nodes.len(), content, boilerplate];
        let row = std::iter::once(Cell::Text(site.to_owned())).chain(counts.map(Cell::Count));
        table.push(row.chain([Cell::Share(ratio)]).collect());
    }
    table
}

fn entries(gold: &[GoldPage], scored: &RunScores) -> ThesisTable {
    let head = ["site", "cross", "time", "address"];
    let mut table = ThesisTable::new("Entries and their crosses (table A)", &head);
    for (gold, page) in gold.iter().zip(&scored.pages) {
        let cross = if page.missing { "missing" } else { &page.cross };
        let row = [&gold.site, cross, &gold.timestamp, &gold.url];
        table.push(row.map(|text| Cell::Text(text.to_owned())).to_vec());
    }
    table.note = match scored.pages.iter().filter(|page| page.is_alone()).count() {
        0 => None,
        1 => Some("1 page without a cross is not counted below.".to_owned()),
        count => Some(format!("{count} pages without a cross are not counted below.")),
    };
    table
}

/// Pages and nodes that have no label.
fn unlabelled(tests: &[Test]) -> ThesisTable {
    let title = "Pages and nodes counted, and those without a label, which are errors";
    let mut table = ThesisTable::new(title, &["test", "pages", "missing", "nodes", "unaligned"]);
    for test in tests {
        let NodeCounts { pages, missing, nodes, unaligned, .. } = test.pooled;
        let counts = [pages, missing, nodes, unaligned].map(Cell::Count);
        table.push(std::iter::once(Cell::Text(test.name.clone())).chain(counts).collect());
    }
    table
}

fn summary(tests: &[Test]) -> ThesisTable {
    let head: Vec<&str> =
        std::iter::once("").chain(tests.iter().map(|t| t.name.as_str())).collect();
    let mut table = ThesisTable::new("All methods (table 4.2)", &head);
    for (name, measure) in MEASURES {
        let values = tests.iter().map(|test| Cell::Percent(measure(&test.pooled.counts)));
        table.push(std::iter::once(Cell::Text(name.to_owned())).chain(values).collect());
    }
    table
}

const HEAD: [&str; 13] = [
    "page", "test", "tp", "fn", "fp", "tn", "acc", "p_bp", "p_con", "r_bp", "r_con", "f1_bp",
    "f1_con",
];
/// Which of [`MEASURES`] its last columns are.
const COLUMNS: [usize; 7] = [0, 4, 1, 5, 2, 6, 3];

fn site_table(site: &str, pages: &[usize], gold: &[GoldPage], tests: &[Test]) -> ThesisTable {
    let mut table =
        ThesisTable::new(format!("{site} (tables D.1 to D.4, figures 4.7 and 4.8)"), &HEAD);
    for at in pages {
        for test in tests.iter().filter(|test| test.pages[*at].pages > 0) {
            table.push(row(&short(&gold[*at]), &test.name, &test.pages[*at]));
        }
    }
    for test in tests {
        let all = NodeCounts::sum(pages.iter().map(|at| &test.pages[*at]));
        table.push(row("all", &test.name, &all));
    }
    table
}

fn row(page: &str, test: &str, labels: &NodeCounts) -> Vec<Cell> {
    let counts = &labels.counts;
    let cells = [counts.hits, counts.missed, counts.extra, counts.rest];
    let texts = [page, test].map(|text| Cell::Text(text.to_owned())).into_iter();
    let row = texts.chain(cells.map(|count| Cell::Count(count as usize)));
    row.chain(COLUMNS.map(|at| Cell::Share(MEASURES[at].1(counts)))).collect()
}

/// A page by its time and the end of its address.
fn short(page: &GoldPage) -> String {
    let end = page.url.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    format!("{} {}", page.timestamp, end.chars().take(40).collect::<String>())
}
