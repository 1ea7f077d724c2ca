//! The portal files of `tests/portals` against the pages and lists of `wac_gold`: the assertions of
//! another crawler, whose extraction is code for each portal.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use scutch_portal::{Case, CaseKind, Portal, RecordedPages};
use serde_json::Value;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/portals");

/// Where the data is; `None` where it is not.
fn gold() -> Option<PathBuf> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/portal/wac_gold");
    Some(PathBuf::from(path)).filter(|path| path.exists())
}

/// Portal, kind and what is expected, of a line of `cases.jsonl`; none of the cases with titles and
/// dates beside the addresses.
fn case(line: &Value) -> Option<(String, String, Case)> {
    let (name, kind) = [
        ("extract_next_page_url_", CaseKind::Next),
        ("extract_article_urls_from_page_", CaseKind::Links),
        ("next_page_of_article_", CaseKind::ArticleNext),
    ]
    .into_iter()
    .find_map(|(prefix, kind)| Some((line["fn"].as_str()?.strip_prefix(prefix)?, kind)))?;
    if line["kind"] == "plus" {
        return None;
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let expected = match &line["expected"] {
        Value::Array(all) => all.iter().filter_map(text).collect(),
        one => text(one).into_iter().collect(),
    };
    let case = Case { kind, url: text(&line["url"])?, route: None, expected };
    Some((name.to_owned(), text(&line["warc"])?, case))
}

#[test]
fn portal_files_find_what_code_finds() {
    let Some(gold) = gold() else {
        println!("SKIPPED: ../shared/data/portal/wac_gold is not there");
        return;
    };
    let lines = fs::read_to_string(gold.join("cases.jsonl")).expect("the cases");
    let lines = lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"));
    let cases: Vec<_> = lines.filter_map(|line: Value| case(&line)).collect();
    let mut archives: BTreeMap<&str, RecordedPages> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, warc, case) in &cases {
        let stored = archives.entry(warc).or_insert_with(|| {
            RecordedPages::read(&[gold.join("warc").join(warc)]).expect("an archive")
        });
        let file = Path::new(OWN).join(format!("{name}.toml"));
        let Ok(text) = fs::read_to_string(&file) else {
            wrong.push(format!("{name}: no file"));
            continue;
        };
        let portal = Portal::load(&text, None);
        let portal = portal.unwrap_or_else(|e| panic!("{}: {e} {}", file.display(), e.hint));
        let page = stored.page(&case.url).unwrap_or_else(|| panic!("{}", case.url));
        let outcome = case.judge(&portal, &page);
        if !outcome.is_exact() {
            let short = |all: &[String]| format!("{} {:?}", all.len(), all.first());
            let (missing, extra) = (short(&outcome.missing), short(&outcome.extra));
            let (kind, url) = (case.kind.name(), &case.url);
            wrong.push(format!("{name} {kind} {url}\n  missing {missing}\n  extra {extra}"));
        }
    }
    println!("{} of {} cases", cases.len() - wrong.len(), cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(cases.len(), 250);
}

/// How many proposals, each made from the first page of a portal alone, are exact on all its cases.
/// No threshold: the figure is what it is. `--nocapture` shows it.
#[test]
fn proposals_are_counted() {
    let Some(gold) = gold() else {
        println!("SKIPPED: ../shared/data/portal/wac_gold is not there");
        return;
    };
    let lines = fs::read_to_string(gold.join("cases.jsonl")).expect("the cases");
    let lines = lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"));
    let mut groups: BTreeMap<(CaseKind, String), Vec<(String, Case)>> = BTreeMap::new();
    for (name, warc, case) in lines.filter_map(|line: Value| case(&line)) {
        if case.kind != CaseKind::ArticleNext {
            groups.entry((case.kind, name)).or_default().push((warc, case));
        }
    }
    let mut archives: BTreeMap<String, RecordedPages> = BTreeMap::new();
    let mut exact: BTreeMap<CaseKind, (usize, usize)> = BTreeMap::new();
    for ((kind, name), cases) in &groups {
        let mut page = |warc: &String, case: &Case| {
            let stored = archives.entry(warc.clone()).or_insert_with(|| {
                RecordedPages::read(&[gold.join("warc").join(warc)]).expect("an archive")
            });
            stored.page(&case.url).expect("a page")
        };
        // The first case with something to find: a person would show such a page.
        let first = cases.iter().find(|(_, case)| !case.expected.is_empty()).unwrap_or(&cases[0]);
        let suggestion = scutch_portal::suggest(&[page(&first.0, &first.1)]);
        let text = suggestion.to_portal_file(&first.1.url).expect("TOML");
        let portal = Portal::load(&text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        let good =
            cases.iter().all(|(warc, case)| case.judge(&portal, &page(warc, case)).is_exact());
        let count = exact.entry(*kind).or_default();
        count.0 += usize::from(good);
        count.1 += 1;
        println!("{} {name}: {}", kind.name(), if good { "exact" } else { "not exact" });
        if !good {
            println!(
                "    {:?}",
                if *kind == CaseKind::Links {
                    suggestion.links.clone()
                } else {
                    suggestion.next.as_ref().map(|n| format!("{:?} {:?}", n.link, n.current))
                }
            );
        }
    }
    for (kind, (good, all)) in exact {
        println!("proposals for {}: {good} of {all} exact", kind.name());
    }
}
