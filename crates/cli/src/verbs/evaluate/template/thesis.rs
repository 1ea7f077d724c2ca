//! The tables as the thesis has them: counts of all crosses together, t001 and t003 to t006 scored on the nodes that
//! t001 decides, all others on all nodes. Content is the positive class; what is unaligned is left out, and so are pages
//! without a cross: their labels are those of the single page, whatever the method.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::bail;
use scutch_learn::Counts;
use scutch_template::evaluate::{GoldPage, Outcome, Truth};
use scutch_template::patterns::Class;

use super::scored::{Scored, turned};
use crate::verbs::evaluate::lines;

const PATTERNS: &str = "template-t001/";
const DECIDED: [&str; 5] = ["t001", "t003", "t004", "t005", "t006"];

pub(super) fn render(gold: &[GoldPage], all: &[Scored]) -> anyhow::Result<String> {
    let Some(patterns) = all.iter().find(|scored| scored.name.starts_with(PATTERNS)) else {
        bail!("--table thesis needs the labels of t001 among the predictions");
    };
    let mut out = String::from("Ground truth by site (figure 4.3)\n");
    out.push_str(&lines(&statistics(gold)));
    out.push_str("\nEntries and their crosses (table A)\n");
    out.push_str(&lines(&entries(gold, patterns)));
    out.push_str(&left_out(patterns));
    let counts: Vec<Vec<Counts>> = all.iter().map(|s| per_page(gold, s, patterns)).collect();
    let sum = |counts: &mut dyn Iterator<Item = &Counts>| {
        counts.fold(Counts::default(), |mut sum, counts| {
            sum += *counts;
            sum
        })
    };
    let pooled: Vec<Counts> = counts.iter().map(|pages| sum(&mut pages.iter())).collect();
    out.push_str("\nAll methods (table 4.2)\n");
    out.push_str(&lines(&summary(all, &pooled)));
    let sites: BTreeMap<&str, Vec<usize>> =
        gold.iter().enumerate().fold(BTreeMap::new(), |mut sites, (at, page)| {
            sites.entry(page.site.as_str()).or_insert_with(Vec::new).push(at);
            sites
        });
    for (site, pages) in sites {
        let _ = writeln!(out, "\n{site} (tables D.1 to D.4, figures 4.7 and 4.8)");
        let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
        for at in pages.iter().filter(|at| !patterns.pages[**at].is_alone()) {
            for (scored, counts) in all.iter().zip(&counts) {
                rows.push(row(&short(&gold[*at]), &scored.name, &counts[*at]));
            }
        }
        for (scored, counts) in all.iter().zip(&counts) {
            let counts = sum(&mut pages.iter().map(|at| &counts[*at]));
            rows.push(row("all", &scored.name, &counts));
        }
        out.push_str(&lines(&rows));
    }
    Ok(out)
}

/// How many pages there is nothing to say of.
fn left_out(patterns: &Scored) -> String {
    match patterns.pages.iter().filter(|page| page.is_alone()).count() {
        0 => String::new(),
        1 => "\n1 page without a cross is not counted below.\n".to_owned(),
        count => format!("\n{count} pages without a cross are not counted below.\n"),
    }
}

const HEAD: [&str; 13] = [
    "page", "test", "tp", "fn", "fp", "tn", "acc", "p_bp", "p_con", "r_bp", "r_con", "f1_bp",
    "f1_con",
];

fn row(page: &str, name: &str, counts: &Counts) -> Vec<String> {
    let boilerplate = turned(*counts);
    let numbers = [
        counts.accuracy(),
        boilerplate.precision(),
        counts.precision(),
        boilerplate.recall(),
        counts.recall(),
        boilerplate.f1(),
        counts.f1(),
    ];
    let cells = [counts.hits, counts.missed, counts.extra, counts.rest];
    let texts = [page.to_owned(), test(name)].into_iter();
    let texts = texts.chain(cells.map(|n| format!("{n:.0}")));
    texts.chain(numbers.map(|n| format!("{n:.2}"))).collect()
}

/// `template-t001/2` is T001.
fn test(name: &str) -> String {
    let name = name.trim_start_matches("template-");
    name.split('/').next().unwrap_or(name).to_uppercase()
}

/// A page by its time and the end of its address.
fn short(page: &GoldPage) -> String {
    let end = page.url.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    format!("{} {}", page.timestamp, end.chars().take(40).collect::<String>())
}

fn per_page(gold: &[GoldPage], scored: &Scored, patterns: &Scored) -> Vec<Counts> {
    let on_decided = DECIDED.contains(&test(&scored.name).to_lowercase().as_str());
    let pages = gold.iter().zip(&scored.pages).zip(&patterns.pages);
    pages
        .map(|((gold, page), patterns)| {
            let mut counts = Counts::default();
            if patterns.is_alone() {
                return counts;
            }
            let nodes = gold.text_nodes.iter().zip(&page.score.outcomes);
            for ((node, outcome), by_pattern) in nodes.zip(&patterns.score.outcomes) {
                let open = *by_pattern == Outcome::Labelled(Class::Invalid);
                let scored = matches!(node.label, Truth::Content | Truth::Boilerplate);
                if let (true, Outcome::Labelled(class)) = (scored && !(on_decided && open), outcome)
                {
                    counts.add(node.label == Truth::Content, *class == Class::Content, 1.0);
                }
            }
            counts
        })
        .collect()
}

fn summary(all: &[Scored], pooled: &[Counts]) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(all.iter().map(|scored| test(&scored.name)));
    type Number = fn(&Counts) -> f64;
    let numbers: [(&str, Number); 7] = [
        ("accuracy", Counts::accuracy),
        ("content precision", Counts::precision),
        ("content recall", Counts::recall),
        ("content F1", Counts::f1),
        ("boilerplate precision", |counts| turned(*counts).precision()),
        ("boilerplate recall", |counts| turned(*counts).recall()),
        ("boilerplate F1", |counts| turned(*counts).f1()),
    ];
    for (name, number) in numbers {
        let values = pooled.iter().map(|counts| format!("{:.1} %", 100.0 * number(counts)));
        rows.push(std::iter::once(name.to_owned()).chain(values).collect());
    }
    rows
}

fn statistics(gold: &[GoldPage]) -> Vec<Vec<String>> {
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
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (site, counts) in sites {
        let ratio = counts[3] as f64 / counts[2].max(1) as f64;
        let numbers = counts.iter().map(usize::to_string);
        let row = std::iter::once(site.to_owned()).chain(numbers);
        rows.push(row.chain([format!("{ratio:.2}")]).collect());
    }
    rows
}

fn entries(gold: &[GoldPage], scored: &Scored) -> Vec<Vec<String>> {
    let mut rows = vec![["site", "cross", "time", "address"].map(str::to_owned).to_vec()];
    for (gold, page) in gold.iter().zip(&scored.pages) {
        rows.push(vec![
            gold.site.clone(),
            page.cross.clone(),
            gold.timestamp.clone(),
            gold.url.clone(),
        ]);
    }
    rows
}
