//! The figures of the thesis: how scores of single pages are spread.

use super::counts::{MEASURES, Measure, Test};
use super::names::figure;
use crate::gold::GoldPage;
use crate::grouped::by_name;

/// The share of nodes that are labelled as they should be, first among [`MEASURES`].
const ACCURACY: Measure = MEASURES[0].1;

/// Scores of pages in rows, of which a plot shows how they are spread.
#[derive(Debug, Clone, PartialEq)]
pub struct ThesisFigure {
    /// What it shows, and which figure of the thesis it is.
    pub title: String,
    /// What its rows are: `test` or `measure`.
    pub key: &'static str,
    /// The rows, in groups.
    pub groups: Vec<FigureGroup>,
}

/// Rows of a figure with a heading.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureGroup {
    /// The site, or nothing where the rows are of all sites.
    pub name: String,
    /// The rows.
    pub rows: Vec<FigureRow>,
}

/// The scores of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureRow {
    /// The test or the measure.
    pub name: String,
    /// Places of pages in the ground truth with their scores from 0 to 1. A page whose score would be
    /// a share of nothing is not among them.
    pub scores: Vec<(usize, f64)>,
}

/// Figures 4.7 and 4.8, and one as D.1 to D.3 for each test.
pub(super) fn figures(gold: &[GoldPage], tests: &[Test]) -> Vec<ThesisFigure> {
    let all: Vec<usize> = (0..gold.len()).collect();
    let mut figures = vec![by_test(&all, tests), by_site(gold, tests)];
    figures.extend(tests.iter().map(|test| by_measure(&all, test)));
    figures
}

fn by_test(pages: &[usize], tests: &[Test]) -> ThesisFigure {
    let rows = accuracies(pages, tests);
    ThesisFigure {
        title: "Accuracy of pages by test (figure 4.7)".to_owned(),
        key: "test",
        groups: vec![FigureGroup { name: String::new(), rows }],
    }
}

fn by_site(gold: &[GoldPage], tests: &[Test]) -> ThesisFigure {
    let sites = by_name(gold.iter().map(|page| page.site.as_str()));
    let groups = sites.into_iter().map(|(site, pages)| FigureGroup {
        name: site.to_owned(),
        rows: accuracies(&pages, tests),
    });
    ThesisFigure {
        title: "Accuracy of pages by site and test (figure 4.8)".to_owned(),
        key: "test",
        groups: groups.collect(),
    }
}

fn by_measure(pages: &[usize], test: &Test) -> ThesisFigure {
    let rows = MEASURES.iter().map(|(name, measure)| row(name, pages, test, *measure));
    let which = figure(test.method).unwrap_or("as figures D.1 to D.3");
    ThesisFigure {
        title: format!("{}: scores of pages ({which})", test.name),
        key: "measure",
        groups: vec![FigureGroup { name: String::new(), rows: rows.collect() }],
    }
}

fn accuracies(pages: &[usize], tests: &[Test]) -> Vec<FigureRow> {
    tests.iter().map(|test| row(&test.name, pages, test, ACCURACY)).collect()
}

fn row(name: &str, pages: &[usize], test: &Test, measure: Measure) -> FigureRow {
    let score = |at: &usize| Some((*at, measure(&test.pages[*at].counts)?));
    FigureRow { name: name.to_owned(), scores: pages.iter().filter_map(score).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thesis::Thesis;
    use crate::{RunLabels, RunScores, read_gold};

    /// Pages of two sites, each with two nodes of content and two of boilerplate.
    fn gold() -> Vec<GoldPage> {
        let page = |(site, url): (&str, &str)| {
            format!(
                "{{\"site\":\"{site}\",\"url\":\"{url}\",\"timestamp\":\"t\",\"text_nodes\":[\
                 {{\"text\":\"fog lifts late\",\"label\":\"content\"}},\
                 {{\"text\":\"ferries wait\",\"label\":\"content\"}},\
                 {{\"text\":\"home\",\"label\":\"boilerplate\"}},\
                 {{\"text\":\"imprint\",\"label\":\"boilerplate\"}}]}}\n"
            )
        };
        let lines: String = [("a", "1"), ("a", "2"), ("b", "3")].map(page).concat();
        read_gold(lines.as_bytes()).expect("gold")
    }

    /// A run that labels `wrong` nodes of content as boilerplate on each page.
    fn run(method: &str, cross: &str, wrong: usize) -> RunScores {
        let texts = ["fog lifts late", "ferries wait", "home", "imprint"];
        let line = |url: &str, node: usize| {
            let class = if node < 2 && node >= wrong { "content" } else { "boilerplate" };
            format!(
                "{{\"url\":\"{url}\",\"timestamp\":\"t\",\"node\":{node},\"text\":\"{}\",\
                 \"class\":\"{class}\",\"cross\":\"{cross}\",\"method\":\"{method}\"}}\n",
                texts[node]
            )
        };
        let lines: String =
            ["1", "2", "3"].iter().flat_map(|url| (0..4).map(|node| line(url, node))).collect();
        let labels = RunLabels::read(lines.as_bytes(), &gold()).expect("labels");
        RunScores::new(&gold(), &labels)
    }

    fn scores(row: &FigureRow) -> Vec<f64> {
        row.scores.iter().map(|(_, score)| *score).collect()
    }

    #[test]
    fn figures_show_each_page_by_test_site_and_measure() {
        let all = [run("template-t001/6", "11000", 0), run("template-t002/6", "11000", 1)];
        let figures = Thesis::of_runs(&gold(), &all).expect("a run of t001").figures;
        let titles: Vec<&str> = figures.iter().map(|figure| figure.title.as_str()).collect();
        let expected = [
            "Accuracy of pages by test (figure 4.7)",
            "Accuracy of pages by site and test (figure 4.8)",
            "T001: scores of pages (figure D.1)",
            "T002: scores of pages (figure D.2)",
        ];
        assert_eq!(titles, expected);
        let rows = &figures[0].groups[0].rows;
        assert_eq!((rows[0].name.as_str(), scores(&rows[0])), ("T001", vec![1.0; 3]));
        assert_eq!((rows[1].name.as_str(), scores(&rows[1])), ("T002", vec![0.75; 3]));
        let sites: Vec<(&str, usize)> =
            figures[1].groups.iter().map(|g| (g.name.as_str(), g.rows[0].scores.len())).collect();
        assert_eq!(sites, [("a", 2), ("b", 1)]);
        let measures = &figures[3].groups[0].rows;
        let recall = measures.iter().find(|row| row.name == "content recall").expect("a measure");
        assert_eq!(scores(recall), [0.5; 3]);
    }

    #[test]
    fn pages_without_a_cross_are_in_no_figure() {
        let all = [run("template-t001/6", "10000", 0)];
        let figures = Thesis::of_runs(&gold(), &all).expect("a run of t001").figures;
        assert!(
            figures
                .iter()
                .flat_map(|f| &f.groups)
                .flat_map(|g| &g.rows)
                .all(|r| r.scores.is_empty())
        );
        assert!(Thesis::of_runs(&gold(), &[run("page/16", "10000", 0)]).is_none());
    }
}
