//! The report page of a crawl.

use std::collections::BTreeMap;

use maud::{Markup, html};
use scutch_crawl::portal::{CrawlResult, RouteTally};
use scutch_portal::Portal;

use crate::html::document;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
    table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px \
    solid #8884;vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
    .bar{background:#8883;height:.8rem;border-radius:.2rem}.bar i{display:block;height:100%;border-radius:.2rem;\
    background:#2a7}summary{cursor:pointer}li{overflow-wrap:anywhere}a{color:inherit}";

/// Addresses shown of each list.
const SHOWN: usize = 50;

/// What each route found and missed, and what did not work.
pub(super) fn report(portal: &Portal, crawled: &CrawlResult) -> String {
    let title = match portal.name.is_empty() {
        true => portal.url.as_str().to_owned(),
        false => format!("{}: {}", portal.name, portal.url.as_str()),
    };
    let body = html! {
        h1 { (title) }
        p {
            (crawled.articles.len()) " articles, " (crawled.problems.len()) " problems."
            @if crawled.interrupted { " The run was interrupted; the same command goes on." }
        }
        h2 { "Routes" }
        (table(crawled))
        h2 { "What each route missed" }
        @for route in crawled.routes.iter().filter(|route| route.pages > 0) { (missed(route, crawled)) }
        h2 { "Problems" }
        (problems(crawled))
    };
    document(&title, STYLE, &body)
}

fn table(crawled: &CrawlResult) -> Markup {
    let all = crawled.articles.len().max(1);
    html! {
        table {
            tr {
                th { "route" } th.n { "pages" } th.n { "articles" } th.n { "nowhere else" }
                th.n { "missed" } th { "share" }
            }
            @for route in &crawled.routes {
                tr {
                    td { (route.name) }
                    td.n { (route.pages) }
                    td.n { (route.articles) }
                    td.n { (route.alone) }
                    td.n { (route.missed) }
                    td {
                        div.bar { i style=(format!("width:{:.1}%", 100.0 * route.articles as f64 / all as f64)) {} }
                    }
                }
            }
            tr {
                th { "together" } th.n { (crawled.routes.iter().map(|r| r.pages).sum::<usize>()) }
                th.n { (crawled.articles.len()) } th {} th {} th {}
            }
        }
    }
}

fn missed(route: &RouteTally, crawled: &CrawlResult) -> Markup {
    let missed = crawled.articles.iter().filter(|article| !article.routes.contains(&route.name));
    html! {
        details {
            summary { (route.name) ": " (route.missed) }
            ul {
                @for article in missed.take(SHOWN) { li { (article.url) } }
                @if route.missed > SHOWN { li { "and " (route.missed - SHOWN) " more" } }
            }
        }
    }
}

fn problems(crawled: &CrawlResult) -> Markup {
    let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for problem in &crawled.problems {
        by_reason.entry(&problem.reason).or_default().push(&problem.url);
    }
    html! {
        @for (reason, urls) in &by_reason {
            details {
                summary { (reason) ": " (urls.len()) }
                ul {
                    @for url in urls.iter().take(SHOWN) { li { (url) } }
                    @if urls.len() > SHOWN { li { "and " (urls.len() - SHOWN) " more" } }
                }
            }
        }
    }
}
