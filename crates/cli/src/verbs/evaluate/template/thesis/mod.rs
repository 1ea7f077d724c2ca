//! The tables as the thesis has them: counts of all crosses together, t001 and t003 to t006 scored on the nodes that
//! t001 decides, all others on all nodes. Where there are several runs of t001, each has its own nodes, and what follows it
//! those of it. Content is the positive class. What no label covers is an error, as in the
//! other tables; the thesis has no such nodes. Pages without a cross are left out: their labels are those of the single
//! page, whatever the method.

mod counts;
mod table;

use std::collections::BTreeMap;

use anyhow::bail;
use scutch_template::Method;
use scutch_template::evaluate::{GoldPage, Truth};

use self::counts::{Labels, MEASURES, by_page};
use self::table::Cell;
pub(super) use self::table::Table;
use super::scored::Scored;

const DECIDED: [Method; 5] = [Method::T001, Method::T003, Method::T004, Method::T005, Method::T006];

pub(super) fn tables(gold: &[GoldPage], all: &[Scored]) -> anyhow::Result<Vec<Table>> {
    let is_patterns = |scored: &&Scored| method(&scored.name) == Some(Method::T001);
    let Some(first) = all.iter().find(is_patterns) else {
        bail!(
            "--table thesis needs the labels of t001 among the predictions, of a page with a cross"
        );
    };
    let mut patterns = first;
    let tests = all.iter().map(|scored| {
        if is_patterns(&scored) {
            patterns = scored;
        }
        Test::of(gold, scored, patterns)
    });
    let tests: Vec<Test> = tests.collect();
    let mut tables = vec![statistics(gold), entries(gold, first), lacking(&tests), summary(&tests)];
    let mut sites: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, page) in gold.iter().enumerate() {
        sites.entry(&page.site).or_default().push(at);
    }
    let sites = sites.into_iter();
    tables.extend(sites.map(|(site, pages)| of_site(site, &pages, gold, &tests)));
    Ok(tables)
}

pub(super) fn text(tables: &[Table]) -> String {
    tables.iter().map(Table::text).collect::<Vec<_>>().join("\n")
}

/// A method with what it made of each page.
struct Test {
    name: String,
    pages: Vec<Labels>,
    pooled: Labels,
}

impl Test {
    fn of(gold: &[GoldPage], scored: &Scored, patterns: &Scored) -> Self {
        let pages = by_page(gold, scored, patterns);
        let pooled = Labels::sum(pages.iter());
        let folder = scored.title.strip_prefix(&scored.name).unwrap_or_default();
        Self { name: test(&scored.name) + folder, pages, pooled }
    }
}

/// The method of a name as rows of labels have it, such as `template-t001/3`, in any version. `None` for others: where
/// labels do not say their method, the name is their path.
fn method(name: &str) -> Option<Method> {
    let stem = stem(name)?;
    Method::ALL.into_iter().find(|method| self::stem(method.id()) == Some(stem))
}

/// The name without its version.
pub(super) fn stem(name: &str) -> Option<&str> {
    let (stem, version) = name.split_once('/')?;
    version.parse::<u32>().is_ok().then_some(stem)
}

/// `template-t001/3` is T001. The method that is taken by default is called `template` in rows.
fn test(name: &str) -> String {
    let single = stem(scutch_page::Method::Page.id());
    match (method(name), stem(name)) {
        (Some(Method::Learned), _) => "LEARNED".to_owned(),
        (Some(_), Some(stem)) => stem.trim_start_matches("template-").to_uppercase(),
        (None, Some(stem)) if Some(stem) == single => stem.to_uppercase(),
        _ => name.to_owned(),
    }
}

fn statistics(gold: &[GoldPage]) -> Table {
    let mut sites: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for page in gold {
        let [pages, nodes, content, boilerplate] = sites.entry(&page.site).or_default();
        let of = |label: Truth| page.text_nodes.iter().filter(|node| node.label == label).count();
        *pages += 1;
        *nodes += page.text_nodes.len();
        *content += of(Truth::Content);
        *boilerplate += of(Truth::Boilerplate);
    }
    let head = ["site", "pages", "nodes", "content", "boilerplate", "boilerplate / content"];
    let mut table = Table::new("Ground truth by site (figure 4.3)", &head);
    for (site, counts) in sites {
        let ratio = (counts[2] > 0).then(|| counts[3] as f64 / counts[2] as f64);
        let row = std::iter::once(Cell::Text(site.to_owned())).chain(counts.map(Cell::Count));
        table.push(row.chain([Cell::Share(ratio)]).collect());
    }
    table
}

fn entries(gold: &[GoldPage], scored: &Scored) -> Table {
    let head = ["site", "cross", "time", "address"];
    let mut table = Table::new("Entries and their crosses (table A)", &head);
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

/// What there are no labels of.
fn lacking(tests: &[Test]) -> Table {
    let title = "Pages and nodes counted, and those without a label, which are errors";
    let mut table = Table::new(title, &["test", "pages", "missing", "nodes", "unaligned"]);
    for test in tests {
        let Labels { pages, missing, nodes, unaligned, .. } = test.pooled;
        let counts = [pages, missing, nodes, unaligned].map(Cell::Count);
        table.push(std::iter::once(Cell::Text(test.name.clone())).chain(counts).collect());
    }
    table
}

fn summary(tests: &[Test]) -> Table {
    let head: Vec<&str> =
        std::iter::once("").chain(tests.iter().map(|t| t.name.as_str())).collect();
    let mut table = Table::new("All methods (table 4.2)", &head);
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

fn of_site(site: &str, pages: &[usize], gold: &[GoldPage], tests: &[Test]) -> Table {
    let mut table = Table::new(format!("{site} (tables D.1 to D.4, figures 4.7 and 4.8)"), &HEAD);
    for at in pages {
        for test in tests.iter().filter(|test| test.pages[*at].pages > 0) {
            table.push(row(&short(&gold[*at]), &test.name, &test.pages[*at]));
        }
    }
    for test in tests {
        let all = Labels::sum(pages.iter().map(|at| &test.pages[*at]));
        table.push(row("all", &test.name, &all));
    }
    table
}

fn row(page: &str, test: &str, labels: &Labels) -> Vec<Cell> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_has_its_name() {
        let names = Method::ALL.map(|method| test(method.id()));
        assert_eq!(names[..3], ["LEARNED", "T001", "T002"]);
        assert_eq!(names[7..], ["CONTEXT", "KEEP-INVALID", "OCCURRENCE"]);
        assert_eq!(test("page/16"), "PAGE");
        assert_eq!(test("template-t001/2"), "T001");
    }

    #[test]
    fn a_path_is_no_method() {
        for name in ["t001/nodes.jsonl", "template-t001/nodes.jsonl", "T001", "t001"] {
            assert_eq!((method(name), test(name).as_str()), (None, name));
        }
    }
}
