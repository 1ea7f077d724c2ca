//! The report page of a crawl.

use std::collections::BTreeMap;

use maud::{Markup, html};
use scutch_crawl::portal::{CrawlResult, RouteTally};
use scutch_plot::number::{share, thousands};
use scutch_plot::{Figure, Page, Section, Shares, Table, fold, foreign};
use scutch_portal::Portal;

use crate::output::TOOL;

/// Addresses shown of each list.
const SHOWN: usize = 50;

/// What each route found and missed, and what did not work.
pub(super) fn report(portal: &Portal, crawled: &CrawlResult) -> String {
    let url = portal.url.as_str();
    let title = if portal.name.is_empty() { url } else { portal.name.as_str() };
    Page {
        tool: TOOL,
        kind: "Crawl report",
        title: foreign::plain(title),
        lede: html! { "A crawl of " (foreign::plain(url)) " by all its routes." },
        notes: html! {
            @if crawled.interrupted {
                p.alarm { "The run was interrupted; the same command resumes it." }
            }
        },
        figures: vec![
            Figure::new("Articles", thousands(crawled.articles.len() as u64)),
            Figure::new("Problems", thousands(crawled.problems.len() as u64)),
        ],
        sections: vec![
            Section::new("routes", "Routes", routes(crawled)),
            Section::new("missed", "Articles that a route missed", missed(crawled)),
            Section::new("problems", "Problems", problems(crawled)),
        ],
        footer: html! {
            "The articles are in " code { "articles.jsonl" } ", the problems in "
            code { "problems.jsonl" } "."
        },
        ..Page::default()
    }
    .into_string()
}

/// What each route found, alone and with others.
fn routes(crawled: &CrawlResult) -> Markup {
    let number = |n: usize| thousands(n as u64);
    let all = crawled.articles.len();
    let heads = ["Pages", "Articles", "Found by no other", "Missed", "Share"];
    let is_cut = crawled.routes.iter().any(|route| !route.ends.is_empty());
    let mut table = Table::new("Articles by route").text("Route").numbers(&heads);
    // Most crawls come to their end: an empty column would say so on every row.
    if is_cut {
        table = table.text("Ended by");
    }
    for route in &crawled.routes {
        let numbers = [route.pages, route.articles, route.alone, route.missed].map(number);
        let share = share(route.articles as u64, all as u64);
        let ends: Vec<&str> = route.ends.iter().map(|end| end.reason.as_str()).collect();
        let ends = is_cut.then(|| ends.join(", "));
        let cells = numbers.into_iter().chain([share]).chain(ends);
        table.keyed(foreign::shown(&route.name), cells);
    }
    let pages = crawled.routes.iter().map(|route| route.pages).sum();
    // Routes overlap: their articles add up to more than were found.
    table.sum("All routes", [number(pages), number(all)]);
    let found = crawled.routes.iter().map(|route| (route.name.as_str(), route.articles as u64));
    let shares = Shares {
        whole: all as u128,
        open: crawled.routes.len(),
        ..Shares::new("Articles that a route found", "Route", "Articles", found.collect())
    };
    html! {
        p { "An article that several routes found counts for each of them." }
        (shares)
        (table)
        @for route in &crawled.routes { (left_out(route)) }
    }
}

/// What the bounds of a route left out.
fn left_out(route: &RouteTally) -> Markup {
    html! {
        @for end in &route.ends {
            p.alarm {
                (foreign::plain(&route.name)) " was not read to its end (" code { (end.reason) } "). "
                (end.sentence) " It is " (thousands(u64::from(end.limit))) "; "
                (thousands(end.left as u64)) " links were left out. The first is "
                (foreign::shown(&end.first)) "."
            }
        }
    }
}

/// Articles that a route should have found, by route.
fn missed(crawled: &CrawlResult) -> Markup {
    // A route without a page missed everything, and a list of all articles would say no more.
    let routes = crawled.routes.iter().filter(|route| route.pages > 0);
    html! {
        @for route in routes { (missed_by(route, crawled)) }
        @if crawled.routes.iter().all(|route| route.pages == 0) { p.nothing { "No route was read." } }
    }
}

/// The articles that a route missed.
fn missed_by(route: &RouteTally, crawled: &CrawlResult) -> Markup {
    let missed = crawled.articles.iter().filter(|article| !article.routes.contains(&route.name));
    let urls: Vec<&str> = missed.map(|article| article.url.as_str()).collect();
    list(&route.name, &urls)
}

/// What did not work, by reason.
fn problems(crawled: &CrawlResult) -> Markup {
    let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for problem in &crawled.problems {
        by_reason.entry(&problem.reason).or_default().push(&problem.url);
    }
    html! {
        @for (reason, urls) in &by_reason { (list(reason, urls)) }
        @if by_reason.is_empty() { p.nothing { "None." } }
    }
}

/// The first addresses of a list behind its name and length.
fn list(name: &str, urls: &[&str]) -> Markup {
    let items = html! {
        ul {
            @for url in urls.iter().take(SHOWN) { li { (foreign::shown(url)) } }
            @if urls.len() > SHOWN { li { "and " (thousands((urls.len() - SHOWN) as u64)) " more" } }
        }
    };
    fold(&format!("{}: {}", foreign::plain(name), thousands(urls.len() as u64)), &items)
}
