//! The web of the examples, as a proxy gives it: the pages of `http://harbour.example/`, and an
//! archive that has two mementos of each of them.

use crate::server::{Asked, Reply, Server};

/// Stories on one list.
const PER_LIST: usize = 3;
/// The lists, from 1.
const LISTS: usize = 2;
/// Times of mementos, as addresses and as headers have them.
const TIMES: [(&str, &str); 2] = [
    ("20120101000000", "Sun, 01 Jan 2012 00:00:00 GMT"),
    ("20130101000000", "Tue, 01 Jan 2013 00:00:00 GMT"),
];

/// A table of archives with the one of this web.
pub(super) const ARCHIVES: &str = "archive.example\tlist\thttp://archive.example/timemap/{uri}\topen\t-\t60\tnone\n\
    archive.example\tmemento\thttp://archive.example/web/{uri}\topen\t-\t60\tnone\n";

/// Starts the proxy.
pub(super) fn start() -> Server {
    Server::start(|asked: &Asked| {
        // A proxy is asked for whole addresses.
        let (_, target) = asked.target.split_once("://").unwrap_or_default();
        let (host, path) = target.split_once('/').unwrap_or((target, ""));
        match (host, path.split_once('/')) {
            ("archive.example", Some(("timemap", original))) => timemap(original),
            ("archive.example", Some(("web", memento))) => replay(memento),
            ("harbour.example", _) => html(page(path), Vec::new()),
            _ => html(None, Vec::new()),
        }
    })
}

fn html(page: Option<String>, fields: Vec<(&'static str, String)>) -> Reply {
    let status = if page.is_some() { 200 } else { 404 };
    let kind = ("Content-Type", "text/html; charset=utf-8".to_owned());
    let body = page.unwrap_or_else(|| "Nothing here.".to_owned());
    Reply::Fine(status, [vec![kind], fields].concat(), body.into_bytes())
}

/// A page of the harbour, whose classes are those of WordPress.
fn page(path: &str) -> Option<String> {
    let menu =
        "<ul id=menu><li><a href=/archive/1>Archive</a><li><a href=/imprint>Imprint</a></ul>";
    let number = |prefix: &str| {
        let rest = path.strip_prefix(prefix)?;
        rest.split('-').next()?.parse::<usize>().ok()
    };
    if let Some(number) = number("story/") {
        return Some(format!(
            "<body class='single single-post postid-{number}'>{menu}<div class=story><h1>The ferry was \
             late again ({number})</h1><p>The ferry to the islands left the harbour {number} minutes late \
             this morning, and nobody on board seemed to mind, for the fog had only just lifted.</p></div>"
        ));
    }
    let list = if path.is_empty() { Some(1) } else { number("archive/") };
    let list = list.filter(|list| (1..=LISTS).contains(list))?;
    let stories = ((list - 1) * PER_LIST..list * PER_LIST).map(|story| {
        format!(
            "<div class=teaser><h2><a href=/story/{story}-the-ferry-was-late-again/>The ferry was late \
             again, as on the day before ({story})</a></h2></div>"
        )
    });
    let older =
        format!("<p class=pager><a class=older href=/archive/{}>Older stories</a></p>", list + 1);
    let older = if list < LISTS { older } else { String::new() };
    Some(format!("<body class='home blog'>{menu}{}{older}", stories.collect::<String>()))
}

/// The mementos of a page in link format.
fn timemap(original: &str) -> Reply {
    let memento = |(time, date): &(&str, &str)| {
        format!(
            ",\n<http://archive.example/web/{time}/{original}>; rel=\"memento\"; datetime=\"{date}\""
        )
    };
    let mementos: String = TIMES.iter().map(memento).collect();
    let list = format!("<{original}>; rel=\"original\"{mementos}\n");
    let kind = ("Content-Type", "application/link-format".to_owned());
    Reply::Fine(200, vec![kind], list.into_bytes())
}

/// A memento: `20120101000000/http://harbour.example/`, also with the mark of the raw form.
fn replay(memento: &str) -> Reply {
    let (time, original) = memento.split_once('/').unwrap_or_default();
    let date = TIMES.iter().find(|(known, _)| time.starts_with(known)).map(|(_, date)| *date);
    let path = original.strip_prefix("http://harbour.example/");
    let (Some(date), Some(path)) = (date, path) else { return html(None, Vec::new()) };
    let fields = vec![
        ("Memento-Datetime", date.to_owned()),
        ("Link", format!("<{original}>; rel=\"original\"")),
    ];
    html(page(path), fields)
}
