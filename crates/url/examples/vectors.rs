//! Conformance of the profile `courlan`: `vectors FILE.jsonl[.gz] [--base DIR] [--diff N]`.
//!
//! Each line of FILE is a call: `fn`, `args`, and the expected `out`. Prints one line per function,
//! `name equal/total`; with `--diff N` also the first N differences of each on stderr. HTML named by
//! `html_file` lies below DIR. `--release 1.4.0` compares with `out_1_4_0` where present.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;

use scutch_url::courlan::{
    self, Courlan, Invalid, LinkOptions, Options, PythonRules, Release, Store,
};
use serde_json::{Value, json};

struct Arguments {
    file: PathBuf,
    base: PathBuf,
    diff: usize,
    release: Release,
}

fn arguments() -> Result<Arguments, String> {
    let mut words = std::env::args().skip(1);
    let (mut file, mut base, mut diff, mut release) = (None, None, 0, Release::Head);
    while let Some(word) = words.next() {
        let mut value = |name: &str| words.next().ok_or(format!("{name} needs a value"));
        match word.as_str() {
            "--base" => base = Some(PathBuf::from(value("--base")?)),
            "--diff" => diff = value("--diff")?.parse().map_err(|_| "--diff needs a number")?,
            "--release" => {
                release = match value("--release")?.as_str() {
                    "head" => Release::Head,
                    "1.4.0" => Release::V1_4_0,
                    other => return Err(format!("unknown release {other}: head, 1.4.0")),
                }
            }
            _ => file = Some(PathBuf::from(word)),
        }
    }
    let file = file.ok_or("usage: vectors FILE.jsonl[.gz] [--base DIR] [--diff N]")?;
    let base = base.unwrap_or_else(|| file.parent().map(PathBuf::from).unwrap_or_default());
    Ok(Arguments { file, base, diff, release })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = arguments()?;
    let mut head = [0; 2];
    let length = std::fs::File::open(&arguments.file)?.read(&mut head)?;
    let file = std::fs::File::open(&arguments.file)?;
    let input: Box<dyn Read> = if length == 2 && head == [0x1f, 0x8b] {
        Box::new(flate2::read::MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for line in BufReader::new(input).lines() {
        let vector: Value = serde_json::from_str(&line?)?;
        let name = vector["fn"].as_str().unwrap_or_default().to_owned();
        let expected = match (&arguments.release, vector.get("out_1_4_0")) {
            (Release::V1_4_0, Some(out)) => out,
            _ => &vector["out"],
        };
        let found = call(Courlan::new(arguments.release), &name, &vector["args"], &arguments.base);
        let count = counts.entry(name.clone()).or_default();
        count.1 += 1;
        if same(&found, expected) {
            count.0 += 1;
        } else if count.1 - count.0 <= arguments.diff {
            eprintln!("{name} {}\n  expected {expected}\n  found    {found}", vector["args"]);
        }
    }
    for (name, (equal, total)) in counts {
        println!("{name} {equal}/{total}");
    }
    Ok(())
}

/// Equal, where `2` and `2.0` are the same number.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => a == b,
    }
}

/// Arguments of one call by name.
struct Call<'a>(&'a Value);

impl<'a> Call<'a> {
    fn text(&self, name: &str) -> Option<&'a str> {
        self.0.get(name)?.as_str()
    }

    fn flag(&self, name: &str, default: bool) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(default)
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let list = self.0.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    fn options(&self, strict: bool, with_nav: bool) -> Options<'a> {
        Options {
            strict: self.flag("strict", strict),
            language: self.text("language").or(self.text("lang")),
            with_nav: self.flag("with_nav", with_nav),
            trailing_slash: self.flag("trailing_slash", true),
        }
    }
}

fn raised(kind: &str) -> Value {
    json!({ "raises": kind })
}

fn or_raised<T: Into<Value>>(result: Result<T, Invalid>) -> Value {
    result.map_or_else(|_| raised("ValueError"), Into::into)
}

fn sorted(mut links: Vec<String>) -> Vec<String> {
    links.sort_unstable();
    links
}

fn call(c: Courlan, name: &str, args: &Value, base: &std::path::Path) -> Value {
    let call = Call(args);
    let main = ["url", "parsed_url", "domain", "urlpath", "string", "fragment", "url_part", "link"];
    let text = main.iter().find_map(|name| call.text(name));
    let url = text.unwrap_or_default();
    let language = call.text("language");
    let strict = call.flag("strict", false);
    match name {
        "clean_url" if text.is_none() => Value::Null,
        "clean_url" => json!(c.clean_url(url, language)),
        "scrub_url" => json!(c.scrub_url(url)),
        "normalize_url" => or_raised(c.normalize_url(url, &call.options(false, false))),
        "validate_url" => validated(c, url),
        "check_url" => json!(c.check_url(url, &call.options(false, false))),
        "basic_filter" => json!(c.basic_filter(url)),
        "domain_filter" => json!(c.domain_filter(url)),
        "extension_filter" => json!(c.extension_filter(url)),
        "path_filter" => json!(c.path_filter(url, call.text("query").unwrap_or_default())),
        "type_filter" => json!(c.type_filter(url, strict, call.flag("with_nav", false))),
        "lang_filter" => {
            json!(c.lang_filter(url, language, strict, call.flag("trailing_slash", true)))
        }
        "is_valid_url" => json!(c.is_valid_url(url)),
        "is_navigation_page" => json!(c.is_navigation_page(url)),
        "is_not_crawlable" => json!(c.is_not_crawlable(url)),
        "clean_query" => or_raised(courlan::clean_query(
            call.text("querystring").unwrap_or_default(),
            strict,
            language,
        )),
        "decode_punycode" => json!(courlan::decode_punycode(url)),
        "normalize_part" => json!(courlan::normalize_part(url)),
        "normalize_fragment" => or_raised(courlan::normalize_fragment(url, language)),
        "extract_domain" => {
            let blocked = call.texts("blacklist");
            let refused = |name: &str| blocked.iter().any(|blocked| blocked == name);
            json!(c.extract_domain(url, call.flag("fast", false), refused))
        }
        "is_external" => json!(c.is_external(
            url,
            call.text("reference").unwrap_or_default(),
            call.flag("ignore_suffix", true)
        )),
        "get_base_url" if text.is_none() => raised("TypeError"),
        "get_base_url" => or_raised(c.get_base_url(url)),
        "get_hostinfo" => or_raised(c.get_hostinfo(url).map(|found| json!(found))),
        "get_host_and_path" => or_raised(c.get_host_and_path(url).map(|found| json!(found))),
        "fix_relative_urls" => {
            or_raised(c.fix_relative_urls(call.text("baseurl").unwrap_or_default(), url))
        }
        "filter_urls" => json!(c.filter_urls(&call.texts("link_list"), call.text("urlfilter"))),
        "is_known_link" => json!(c.is_known_link(url, &call.texts("known_links"))),
        "extract_links" | "filter_links" => links(c, name, &call, base),
        "UrlStore" => store(c, args),
        other => json!({ "unknown": other }),
    }
}

fn validated(c: Courlan, url: &str) -> Value {
    let parts = courlan::with_split(url, |p| {
        c.is_valid(p).then(|| json!([p.scheme, p.netloc, p.path, p.query, p.fragment]))
    });
    match parts {
        Ok(Some(parts)) => json!([true, parts]),
        _ => json!([false, null]),
    }
}

fn links(c: Courlan, name: &str, call: &Call<'_>, base: &std::path::Path) -> Value {
    if call.text("base_url").is_some() {
        return raised("ValueError");
    }
    let html = match call.text("html_file") {
        Some(file) => match std::fs::read_to_string(base.join(file)) {
            Ok(html) => html,
            Err(error) => return json!({ "unreadable": format!("{file}: {error}") }),
        },
        None => call.text("html").unwrap_or_default().to_owned(),
    };
    let with_filter = name == "filter_links";
    let options = LinkOptions {
        external: call.flag("external_bool", call.flag("external", false)),
        no_filter: call.flag("no_filter", false),
        reference: call.text("reference"),
        check: call.options(!with_filter, with_filter),
    };
    if with_filter {
        let rules = call.text("robots").map(PythonRules::parse);
        let split = c.filter_links(&html, call.text("url"), rules.as_ref(), &options);
        or_raised(split.map(|s| json!([sorted(s.links), sorted(s.priority)])))
    } else {
        or_raised(c.extract_links(&html, call.text("url"), &options).map(|l| json!(sorted(l))))
    }
}

fn store(c: Courlan, args: &Value) -> Value {
    let init = Call(&args["init"]);
    let mut store = Store::new(
        c,
        init.text("language"),
        init.flag("strict", false),
        init.flag("trailing_slash", true),
    );
    let answers = args["ops"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|op| step(&mut store, op[0].as_str().unwrap_or_default(), &Call(&op[1])));
    answers.collect()
}

fn step(store: &mut Store, name: &str, call: &Call<'_>) -> Value {
    let domain = call.text("domain").or(call.text("website")).unwrap_or_default();
    let url = call.text("url").unwrap_or_default();
    let number =
        |name: &str, default: f64| call.0.get(name).and_then(Value::as_f64).unwrap_or(default);
    match name {
        "add_urls" => {
            let visited = call.flag("visited", false);
            store.add_urls(&call.texts("urls"), visited, false);
            store.add_urls(&call.texts("appendleft"), visited, true);
            Value::Null
        }
        "add_from_html" => {
            let html = call.text("htmlstring").unwrap_or_default();
            or_raised(
                store.add_from_html(html, url, call.flag("external", false)).map(|()| Value::Null),
            )
        }
        "store_rules" => {
            store.store_rules(domain, PythonRules::parse(call.text("robots").unwrap_or_default()));
            Value::Null
        }
        "discard" => {
            store.discard(&call.texts("domains"));
            Value::Null
        }
        "reset" => {
            store.reset();
            Value::Null
        }
        "get_unvisited_domains" => json!(store.unvisited_domains()),
        "get_known_domains" => json!(store.known_domains()),
        "unvisited_websites_number" => json!(store.unvisited_domains().len()),
        "get_all_counts" => json!(store.all_counts()),
        "total_url_number" => json!(store.total_url_number()),
        "dump_urls" => json!(store.dump_urls()),
        "get_url" => json!(store.get_url(domain, call.flag("as_visited", true), 0.0)),
        "find_known_urls" => json!(store.find_known_urls(domain)),
        "find_unvisited_urls" => json!(store.find_unvisited_urls(domain)),
        "filter_unknown_urls" => or_raised(store.filter_urls(&call.texts("urls"), false)),
        "filter_unvisited_urls" => or_raised(store.filter_urls(&call.texts("urls"), true)),
        "get_download_urls" => {
            let urls = store.get_download_urls(
                number("time_limit", 10.0),
                number("max_urls", 10000.0) as usize,
                0.0,
            );
            urls.map_or_else(|_| raised("RuntimeError"), |urls| json!(urls))
        }
        "has_been_visited" => or_raised(store.has_been_visited(url)),
        "is_known" => or_raised(store.is_known(url)),
        "get_crawl_delay" => {
            let delay = store.crawl_delay(domain, number("default", 5.0));
            if delay.fract() == 0.0 { json!(delay as u64) } else { json!(delay) }
        }
        "is_exhausted_domain" => json!(store.is_exhausted_domain(domain)),
        "download_threshold_reached" => {
            json!(store.download_threshold_reached(number("threshold", 0.0)))
        }
        other => json!({ "unknown": other }),
    }
}
