//! Our trees beside html5ever's: of pages, and of what becomes of them by mutations.

use std::fmt::Write as _;

use scutch_html::{Options, parse};

use crate::cases::{self, cases, files};
use crate::oracle::{self, Kind, NONE, Oracle};
use crate::outline::outline;

/// Mutations of the pages and cases in an ordinary run.
const MUTATIONS: usize = 4000;
/// The variable that asks for another number.
const ASKED: &str = "SCUTCH_HTML_MUTATIONS";
/// The variable that names another folder of pages.
const MORE: &str = "SCUTCH_HTML_PAGES";
/// Longest text that is mutated.
const LONGEST: usize = 4000;

/// Markup in which html5ever differs from the standard of today: what a text must contain, all of
/// it, and the reason.
const UNLIKE: &[(&[&str], &str)] = &[
    (&["selectedcontent"], "html5ever leaves the copy of an option to its user"),
    (&["<search"], "html5ever does not count `search` as special"),
    (&["<keygen"], "html5ever does not count `keygen` as special"),
    (&["<isindex"], "html5ever counts `isindex` as special"),
    (&["<template", "<thead"], "html5ever closes no `thead` in templates"),
    (&["<math", "<annotation-xml"], "html5ever has it neither as special nor as a scope"),
    (&["<math", "<m"], "html5ever does not count elements of MathML as special"),
    (&["<svg", "<foreignobject"], "html5ever does not count elements of SVG as special"),
    (&["<svg", "<desc"], "as `foreignObject`"),
    (&["<svg", "<title"], "as `foreignObject`"),
];

/// Why the trees may differ.
fn excuse(html: &str) -> Option<&'static str> {
    let html = html.to_ascii_lowercase();
    // `<math` alone does not count as another element of MathML.
    let others = html.replace("<math", "< math");
    let contains = |markup: &str| match markup {
        "<m" => others.contains(markup),
        _ => html.contains(markup),
    };
    let applies = |(markup, _): &&(&[&str], &str)| markup.iter().all(|markup| contains(markup));
    UNLIKE.iter().find(applies).map(|(_, reason)| *reason)
}

/// The tree of html5ever as html5lib writes it.
fn expected(oracle: &Oracle) -> String {
    let nodes = oracle.nodes.borrow();
    let (mut lines, mut depth, mut at) = (String::new(), 0, nodes[0].first);
    while at != NONE {
        let indent = "  ".repeat(depth);
        match &nodes[at].kind {
            Kind::Document => {}
            Kind::Contents => writeln!(lines, "| {indent}content").expect("a string"),
            Kind::Text(text) => writeln!(lines, "| {indent}\"{text}\"").expect("a string"),
            Kind::Comment(text) => writeln!(lines, "| {indent}<!-- {text} -->").expect("a string"),
            Kind::Doctype(name, public, system) if public.is_empty() && system.is_empty() => {
                writeln!(lines, "| {indent}<!DOCTYPE {name}>").expect("a string");
            }
            Kind::Doctype(name, public, system) => {
                writeln!(lines, "| {indent}<!DOCTYPE {name} \"{public}\" \"{system}\">")
                    .expect("a string");
            }
            Kind::Element { name, attributes, .. } => {
                let namespace = match &*name.ns {
                    "http://www.w3.org/2000/svg" => "svg ",
                    "http://www.w3.org/1998/Math/MathML" => "math ",
                    _ => "",
                };
                writeln!(lines, "| {indent}<{namespace}{}>", name.local).expect("a string");
                let mut written: Vec<String> = attributes
                    .iter()
                    .map(|a| {
                        let prefix = match &*a.name.ns {
                            "http://www.w3.org/1999/xlink" => "xlink ",
                            "http://www.w3.org/XML/1998/namespace" => "xml ",
                            "http://www.w3.org/2000/xmlns/" => "xmlns ",
                            _ => "",
                        };
                        format!("{prefix}{}=\"{}\"", a.name.local, a.value)
                    })
                    .collect();
                written.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
                for line in written {
                    writeln!(lines, "| {indent}  {line}").expect("a string");
                }
            }
        }
        if nodes[at].first != NONE {
            (at, depth) = (nodes[at].first, depth + 1);
            continue;
        }
        while at != 0 && nodes[at].next == NONE {
            at = nodes[at].parent;
            depth = depth.saturating_sub(1);
        }
        at = if at == 0 { NONE } else { nodes[at].next };
    }
    lines.trim_end_matches('\n').to_owned()
}

/// The first lines in which the trees of a text differ.
fn difference(html: &str, scripting: bool) -> Option<String> {
    let limits = scutch_html::Limits { depth: 100_000, ..scutch_html::Limits::default() };
    let tree = parse(html, &Options { scripting, limits, ..Options::default() });
    assert!(tree.is_sound(), "{html:?}");
    let ours = outline(&tree);
    // A byte order mark is left out by our parser alone.
    let theirs = expected(&oracle::parse(html.trim_start_matches('\u{feff}'), scripting));
    if ours == theirs {
        return None;
    }
    let pair = ours.lines().zip(theirs.lines()).position(|(a, b)| a != b);
    let at = pair.unwrap_or_else(|| ours.lines().count().min(theirs.lines().count()));
    let around = |text: &str| {
        text.lines().skip(at.saturating_sub(6)).take(10).collect::<Vec<_>>().join("\n")
    };
    Some(format!("line {at}: ours\n{}\ntheirs\n{}", around(&ours), around(&theirs)))
}

/// Texts to begin with: the cases of html5lib, and pages beside the repository.
fn seeds() -> Vec<String> {
    let of_file = |(_, text): (String, String)| cases(&text);
    let cases = files("tree-construction", "dat").into_iter().flat_map(of_file);
    let own = OWN.iter().map(|text| (*text).to_owned());
    own.chain(cases.map(|case| case.data)).chain(pages()).collect()
}

/// Seeds of our own, for whoever has no others.
const OWN: &[&str] = &[
    "<p>a<b>b<i>c</b>d</i>e<table><tr><td>f<a>g<table>h</a>i</table><p>j</table>k",
    "<svg><g><foreignObject><p>a</svg><math><mi>b<p>c</math><select><option>d<optgroup><hr>e",
    "<template><td>a</template><frameset><frame></frameset><noframes>b</noframes>",
    "<ul><li>a<ul><li>b</ul><li>c</ul><dl><dt>d<dd>e</dl><h1>f<h2>g</h1><pre>\nh</pre>",
    "<!doctype html><title>a&amp;b</title><script>if (a < b) c</script><!-- d --><body class=e>f",
];

/// Pages beside the repository that are files of their own.
fn pages() -> Vec<String> {
    let mut folders = vec![cases::data("template"), cases::data("archive/hostile/files")];
    folders.extend(std::env::var_os(MORE).map(Into::into));
    let mut pages = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
        paths.sort();
        for path in paths {
            let is_page = path.extension().is_some_and(|kind| kind == "html" || kind == "htm");
            if path.is_dir() {
                folders.push(path);
            } else if is_page && let Ok(text) = std::fs::read_to_string(&path) {
                pages.push(text);
            }
        }
    }
    pages
}

/// Marsaglia's xorshift64* (2003; Vigna, 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) as usize % most
    }

    /// A piece of a text, no longer than `LONGEST`.
    fn piece<'t>(&mut self, text: &'t str) -> &'t str {
        let from = text.floor_char_boundary(self.below(text.len().saturating_sub(LONGEST) + 1));
        &text[from..text.floor_char_boundary(from + LONGEST)]
    }

    /// The text with a mutation of its tags: cut, doubled, exchanged, left out.
    fn mutated(&mut self, text: &str, other: &str) -> String {
        let mut parts: Vec<&str> = text.split_inclusive('>').collect();
        let others: Vec<&str> = other.split_inclusive('>').collect();
        for _ in 0..=self.below(4) {
            if parts.is_empty() {
                break;
            }
            let (at, to) = (self.below(parts.len()), self.below(parts.len()));
            match self.below(6) {
                0 => parts.truncate(at + 1),
                1 => parts.insert(at, parts[to]),
                2 => parts.swap(at, to),
                3 => drop(parts.remove(at)),
                4 if !others.is_empty() => parts.insert(at, others[self.below(others.len())]),
                _ => parts[at] = &parts[at][..parts[at].floor_char_boundary(parts[at].len() / 2)],
            }
        }
        parts.concat()
    }
}

#[test]
fn pages_have_the_trees_of_html5ever() {
    let mut wrong = Vec::new();
    let pages = pages();
    for html in &pages {
        for scripting in [false, true] {
            let difference = difference(html, scripting);
            if excuse(html).is_none() {
                wrong.extend(difference);
            }
        }
    }
    if pages.is_empty() {
        eprintln!("SKIPPED: no pages are beside the repository");
    }
    eprintln!("{} pages", pages.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), pages.len(), wrong.join("\n\n"));
}

#[test]
fn mutations_have_the_trees_of_html5ever() {
    let asked = std::env::var(ASKED).ok().and_then(|count| count.parse().ok());
    let (mut random, mut excused, mut wrong) = (Random(20_261_127), 0, Vec::new());
    let seeds = seeds();
    for number in 0..asked.unwrap_or(MUTATIONS) {
        let (one, other) = (random.below(seeds.len()), random.below(seeds.len()));
        let (one, other) = (random.piece(&seeds[one]), random.piece(&seeds[other]));
        let html = random.mutated(one, other);
        let Some(difference) = difference(&html, number % 2 == 0) else { continue };
        if excuse(&html).is_some() {
            excused += 1;
        } else {
            wrong.push(format!("{html:?}\n{difference}"));
        }
    }
    eprintln!("{excused} differ for a reason");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
}

proptest::proptest! {
    #[test]
    fn soup_has_the_tree_of_html5ever(soup in proptest::collection::vec(
        proptest::prop_oneof![
            "[a-z&;# \0\r\n]{0,8}",
            "</?(a|b|p|td|script|SCRIPT|title|textarea|style|plaintext|svg|math|pre)([ \
                /\n]+[a-zA-Z\0\"'<=]{1,3} ?=? ?['\"]?[<>&a-z;=\0]{0,4}['\"]?){0,3} ?/?>?",
            "<!--|-->|--!>|<!-|<!|<[?]|</|<|<!\\[CDATA\\[|\\]\\]>|-|>",
            "<!doctype ?(html)?( (public|system))?( ?['\"][a-z/]{0,3}['\"]?){0,2} ?x?>",
            "&(amp|lt|notin|not|copy|#x?[0-9a-f]{0,5}|NotEqualTilde|ngE)[;=a]?",
        ], 0..40), scripting in proptest::bool::ANY) {
        let soup = soup.concat();
        if let Some(difference) = difference(&soup, scripting) {
            proptest::prop_assert!(excuse(&soup).is_some(), "{}", difference);
        }
    }
}
