use super::*;

/// A line as CDX servers answer.
fn line(address: &str, time: &str, mime: &str, status: &str) -> String {
    format!("key {time} {address} {mime} {status} DIGEST 1234")
}

/// 4,430 lines with every kind of noise, and 1,000 own articles.
///
/// | addresses | captures | what |
/// |---|---|---|
/// | 600 | 1,200 | articles both have, each captured under two times, every third with noise in its spelling |
/// | 100 | 100 | of these a second address, other spellings of the first 100 |
/// | 150 | 150 | articles under older addresses with the same slug |
/// | 20 | 20 | articles under older addresses with a slug that two own articles have |
/// | 200 | 200 | articles the own crawl lacks |
/// | 400 | 1,200 | redirects, errors, captures without status: 100 addresses each of 301, 404, 500, none; 3 captures each |
/// | 300 | 600 | images, scripts, no type: 100 addresses each, 2 captures each |
/// | 120 | 240 | captured behind the last day: 2 captures each |
/// | 260 | 520 | lists: 60 tags, 100 days, 80 feeds, 20 that no article can be; 2 captures each |
/// | - | 170 | captures with status 302 of the first 170 articles |
/// | - | 30 | lines that say nothing |
fn index() -> Vec<String> {
    let mut lines = Vec::new();
    for n in 0..600 {
        let address = match n % 3 {
            0 => format!("http://www.news.example:80/2019/05/{n:02}-story/?utm_source=x{n}"),
            _ => format!("https://news.example/2019/05/{n:02}-story/"),
        };
        lines.push(line(&address, "20190601000000", "text/html", "200"));
        lines.push(line(&address, "20190701000000", "text/html;charset=utf-8", "200"));
        if n < 170 {
            lines.push(line(&address, "20190801000000", "text/html", "302"));
        }
        if n < 100 {
            let other = format!("http://news.example/2019/05/{n:02}-story?fbclid={n}");
            lines.push(line(&other, "20190602000000", "text/html", "200"));
        }
    }
    for n in 600..750 {
        let address = format!("http://news.example/old/{n}-story");
        lines.push(line(&address, "20180101000000", "text/html", "200"));
    }
    for n in 0..20 {
        let address = format!("http://news.example/old/twice-{n}");
        lines.push(line(&address, "20180101000000", "text/html", "200"));
    }
    for n in 0..200 {
        let address = format!("http://news.example/2017/03/{n}-lost/");
        lines.push(line(&address, "20180101000000", "application/xhtml+xml", "200"));
    }
    for (status, name) in [("301", "moved"), ("404", "none"), ("500", "error"), ("-", "visit")] {
        for n in 0..300 {
            let address = format!("http://news.example/{name}/{}", n % 100);
            lines.push(line(&address, "20190101000000", "text/html", status));
        }
    }
    for (mime, name) in [("image/png", "p"), ("application/javascript", "j"), ("-", "u")] {
        for n in 0..200 {
            let address = format!("http://news.example/{name}/{}", n % 100);
            lines.push(line(&address, "20190101000000", mime, "200"));
        }
    }
    for n in 0..240 {
        let address = format!("http://news.example/2020/02/{}-later/", n % 120);
        lines.push(line(&address, "20200201000000", "text/html", "200"));
    }
    for (name, count) in [("tag/t", 60), ("2019/05/d", 100), ("feed/f", 80), ("about/a", 20)] {
        for n in 0..2 * count {
            let address = format!("http://news.example/{name}{}", n % count);
            lines.push(line(&address, "20190101000000", "text/html", "200"));
        }
    }
    lines.extend((0..30).map(|n| format!("this is no line {n}")));
    lines
}

const RULES: &str = "url = 'https://news.example/'\nskip = ['^/feed/']\n\
    [archive.tag]\npages = ['^/tag/']\n[archive.day]\npages = ['/d\\d+$']\n\
    [article]\ndrop = ['^/about/']";

fn own() -> Vec<String> {
    let both = (0..600).map(|n| format!("https://news.example/2019/05/{n:02}-story/"));
    let moved = (600..750).map(|n| format!("https://news.example/2019/06/{n}-story/"));
    let twice = (0..20).flat_map(|n| {
        ["a", "b"].map(|part| format!("https://news.example/2019/07/{part}/twice-{n}/"))
    });
    let only = (0..210).map(|n| format!("https://news.example/2019/08/{n}-own/"));
    both.chain(moved).chain(twice).chain(only).collect()
}

fn compared() -> Coverage {
    let portal = Portal::load(RULES, None).expect("a portal");
    let to = Some("2019".to_owned());
    let mut comparison = Comparison::new(CoverageOptions { from: None, to, portal: Some(&portal) });
    own().iter().for_each(|address| comparison.add_own(address));
    let mut legend = None;
    index().iter().for_each(|line| comparison.add_line(line, &mut legend));
    comparison.finish()
}

/// The table, computed by hand from the one above.
const EXPECTED: &str = "
    status    2150/4400  -> 1750/3030  removed 3xx 100 4xx 100 5xx 100 no-status 100  captures 3xx 470 4xx 300 5xx 300 no-status 300
    mime      1750/3030  -> 1450/2430  removed application 100 image 100 no-type 100  captures application 200 image 200 no-type 200
    date      1450/2430  -> 1330/2190  removed after 120  captures after 240
    rules     1330/2190  -> 1070/1670  removed archive.day 100 archive.tag 60 article 20 skip 80  captures archive.day 200 archive.tag 120 article 40 skip 160
    spelling  1070/1670  -> 970/1670   removed other-spelling 100  captures";

#[test]
fn the_steps_agree_with_figures_by_hand() {
    let coverage = compared();
    let counts = |map: &BTreeMap<String, usize>| {
        map.iter().map(|(reason, n)| format!(" {reason} {n}")).collect::<String>()
    };
    let shown: Vec<String> = coverage
        .steps
        .iter()
        .map(|s| {
            let (removed, captures) = (counts(&s.removed), counts(&s.captures_removed));
            format!(
                "{} {}/{} -> {}/{} removed{removed} captures{captures}",
                s.name, s.before, s.captures_before, s.after, s.captures_after
            )
        })
        .collect();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(&shown.join(" ")), words(EXPECTED));
    assert_eq!((coverage.index_lines, coverage.index_unreadable), (4430, 30));
    assert_eq!((coverage.own_given, coverage.own), (1000, 1000));
    assert_eq!((coverage.both_by_address, coverage.both_by_slug), (600, 150));
    assert_eq!((coverage.only_own, coverage.only_archive), (250, 220));
    assert_eq!(coverage.ambiguous.len(), 20);
    assert_eq!(coverage.ambiguous[0].own.len(), 2);
    let years: Vec<_> =
        coverage.years.iter().map(|y| (y.year, y.both, y.only_own, y.only_archive)).collect();
    assert_eq!(years, [(None, 0, 0, 20), (Some(2017), 0, 0, 200), (Some(2019), 750, 250, 0)]);
}

#[test]
fn revisits_are_removed_as_revisits() {
    let mut comparison = Comparison::new(CoverageOptions::default());
    comparison.add_line(&line("http://a.example/x", "20190101", "warc/revisit", "200"), &mut None);
    let coverage = comparison.finish();
    let removed = coverage.steps.iter().find(|step| step.name == "mime").map(|step| &step.removed);
    assert_eq!(removed, Some(&BTreeMap::from([("revisit".to_owned(), 1)])));
}

#[test]
fn every_address_is_accounted_for() {
    let coverage = compared();
    let mut addresses = coverage.steps[0].before;
    let mut captures = coverage.index_lines - coverage.index_unreadable;
    for step in &coverage.steps {
        assert_eq!((step.before, step.captures_before), (addresses, captures), "{}", step.name);
        addresses -= step.removed.values().sum::<usize>();
        captures -= step.captures_removed.values().sum::<usize>();
        assert_eq!((step.after, step.captures_after), (addresses, captures), "{}", step.name);
    }
    let named: usize = coverage.steps.iter().take(4).flat_map(|s| s.removed.values()).sum();
    assert_eq!(coverage.removed.len(), named);
    let both = coverage.both_by_address + coverage.both_by_slug;
    assert_eq!(both + coverage.only_archive, addresses);
    assert_eq!(both + coverage.only_own, coverage.own);
    assert_eq!(coverage.matches.len(), both + coverage.only_own + coverage.only_archive);
}

#[test]
fn index_lines_of_every_format_are_parsed() {
    let expected = ("http://a.example/x".to_owned(), "20190101000000", "text/html", Some(200));
    let cell = "http://a.example/x";
    for (legend, text) in [
        (None, format!("example,a)/x 20190101000000 {cell} text/html 200 D 1")),
        (None, format!("example,a)/x 20190101000000 {cell} Text/HTML 200 D - - 1 2 f.warc.gz")),
        (
            None,
            format!(
                "example,a)/x 20190101000000 {{\"url\": \"{cell}\", \"mime\": \"text/html\", \"status\": \"200\"}}"
            ),
        ),
        (
            None,
            format!(
                "example,a)/x 20190101000000 {{\"url\": \"{cell}\", \"mime\": \"text/html\", \"status\": 200}}"
            ),
        ),
        (
            None,
            format!(
                "[\"example,a)/x\",\"20190101000000\",\"{cell}\",\"text/html\",\"200\",\"D\",\"1\"],"
            ),
        ),
        (Some("a b m s"), format!("{cell} 20190101000000 text/html 200")),
    ] {
        let (address, capture) = CaptureLine::parse(&text, legend).expect(&text);
        let found = (address, capture.time.as_str(), capture.mime.as_str(), capture.status);
        assert_eq!(found, expected, "{text}");
    }
    for text in [
        "",
        "a b",
        "a 2019 c d",
        "k 201x http://a/ text/html 200 D 1",
        "[[\"urlkey\",\"timestamp\",\"original\",\"mimetype\",\"statuscode\",\"digest\",\"length\"],",
        "k 2019 {",
        "k 20190101 http://a/ text/html two D 1",
    ] {
        assert_eq!(CaptureLine::parse(text, None), None, "{text}");
    }
}
