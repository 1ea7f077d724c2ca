//! What styles take out of sight: `display: none` by class or id in the style sheets within a page, and what an element
//! declares of itself.
//!
//! Of style sheets are read rules whose selectors are one compound of tag, classes and ids, as a wide screen sees them; of those that
//! match an element the cascade chooses (CSS Cascading and Inheritance Level 4, 6.1). Selectors of several elements
//! and of states say what we cannot know without a browser and are passed over.

use std::borrow::Cow;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHasher};

/// Rules of one page, those of one class or id, and names in a selector.
const RULES: usize = 20_000;
const RULES_OF_KEY: usize = 32;
const NAMES: u8 = 4;
/// Classes of an element that are looked at.
const CLASSES: usize = 16;
/// Names of rules that are looked for among those of one element.
const COMPARISONS: usize = 500;
/// Width of the screen, in pixels, and what an `em` is.
const WIDTH: f64 = 1280.0;
const EM: f64 = 16.0;
/// Blocks in blocks of a style sheet.
const DEPTH: usize = 16;

/// Rules that show or hide elements.
#[derive(Debug, Clone, Default)]
pub(super) struct Styles {
    rules: Vec<Rule>,
    /// Places of rules in `rules`, by their first class or id.
    by_key: FxHashMap<u64, Vec<u32>>,
    hides: bool,
}

/// How many ids, classes and tags a selector names.
type Specificity = (u8, u8, u8);

#[derive(Debug, Clone)]
struct Rule {
    hides: bool,
    important: bool,
    /// Numbers of all that the selector names: hostile pages ask for many comparisons.
    names: Box<[u64]>,
    specificity: Specificity,
}

impl Styles {
    /// Adds a style sheet, after those that were added before.
    pub(super) fn add(&mut self, sheet: &str) {
        let mut rest = sheet;
        self.read(&mut rest, 0);
    }

    /// Whether an element of this tag, these classes and this id is out of sight.
    pub(super) fn hide(&self, tag: &str, class: &str, id: &str) -> bool {
        if !self.hides {
            return false;
        }
        let classes = class.split_ascii_whitespace().take(CLASSES);
        let mut own: Vec<u64> = classes.map(|name| number('.', name)).collect();
        own.extend((!id.is_empty()).then(|| number('#', id)));
        let keys = own.len();
        own.push(number(' ', tag));
        let places = own[..keys].iter().filter_map(|key| self.by_key.get(key)).flatten();
        let mut compared = 0;
        let rules = places.map(|at| (*at, &self.rules[*at as usize])).take_while(|(_, rule)| {
            compared += rule.names.len();
            compared <= COMPARISONS
        });
        let matching = rules.filter(|(_, rule)| rule.names.iter().all(|name| own.contains(name)));
        let winner = matching.max_by_key(|(at, rule)| (rule.important, rule.specificity, *at));
        winner.is_some_and(|(_, rule)| rule.hides)
    }

    /// Bytes that they take in memory, nearly.
    pub(super) fn memory(&self) -> usize {
        let names: usize = self.rules.iter().map(|rule| size_of_val(&*rule.names)).sum();
        names + self.rules.capacity() * size_of::<Rule>() + self.by_key.len() * 48
    }

    /// Reads rules up to the end of the block that they are in.
    fn read(&mut self, rest: &mut &str, depth: usize) {
        loop {
            *rest = begin(rest);
            // What is amiss outside of blocks is taken for part of the next selector (CSS Syntax Level 3, 5.4.3).
            let ends: &[u8] = match (depth, rest.starts_with('@')) {
                (0, false) => b"{",
                (0, true) => b"{;",
                _ => b"{};",
            };
            let Some(at) = next(rest, ends) else { break };
            let (prelude, sign) = (without_comments(&rest[..at]), rest.as_bytes()[at]);
            *rest = &rest[at + 1..];
            match sign {
                b'}' => return,
                b';' => {}
                _ if prelude.starts_with('@') => {
                    if depth < DEPTH && applies(&prelude) {
                        self.read(rest, depth + 1);
                    } else {
                        block(rest);
                    }
                }
                _ => {
                    let declarations = block(rest);
                    self.rule(&prelude, declarations);
                }
            }
        }
        *rest = "";
    }

    fn rule(&mut self, selectors: &str, declarations: &str) {
        let Some((hides, important)) = display(declarations) else { return };
        let mut open = 0;
        for selector in selectors.split(',') {
            // Within `:not(.a, .b)`.
            let is_part = open > 0;
            open += selector.matches(['(', '[']).count();
            open = open.saturating_sub(selector.matches([')', ']']).count());
            let selector = selector.trim();
            if is_part || self.rules.len() >= RULES {
                continue;
            }
            let Some((key, names, specificity)) = compound(selector) else { continue };
            let known = self.by_key.entry(key).or_default();
            if known.len() >= RULES_OF_KEY {
                continue;
            }
            known.push(self.rules.len() as u32);
            self.rules.push(Rule { hides, important, names, specificity });
            self.hides |= hides;
        }
    }
}

/// Whether a style sheet can hide anything: few do, and a search is quicker than a look at each rule. Where one does,
/// the others may overrule it.
pub(super) fn may_hide(sheet: &str) -> bool {
    memchr::memmem::find(sheet.as_bytes(), b"none").is_some()
}

/// Bytes that mean something in a style sheet: between them nothing is looked for.
const SIGNS: [bool; 256] = {
    let (mut signs, all) = ([false; 256], b"{};:!/\"'\\");
    let mut at = 0;
    while at < all.len() {
        signs[all[at] as usize] = true;
        at += 1;
    }
    signs
};

/// The place of the next of some of the [`SIGNS`], outside of comments and strings.
fn next(text: &str, signs: &[u8]) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| SIGNS[usize::from(*byte)])?;
        let byte = &bytes[at];
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = memchr::memmem::find(&bytes[at + 2..], b"*/")?;
                at += end + 3;
            }
            b'"' | b'\'' => at = string_end(bytes, at)?,
            b'\\' => at += 1,
            _ if signs.contains(byte) => return Some(at),
            _ => {}
        }
        at += 1;
    }
}

/// Where a string ends that begins at `start`: with its quote, or with its line.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr::memchr3(bytes[start], b'\n', b'\\', bytes.get(at..)?)?;
        if bytes[at] != b'\\' {
            return Some(at);
        }
        at += 2;
    }
}

/// A text without white space, comments and marks of comments of HTML before it.
fn begin(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let rest = text.strip_prefix("<!--").or_else(|| text.strip_prefix("-->"));
        let comment = || text.strip_prefix("/*")?.split_once("*/").map(|(_, rest)| rest);
        match rest.or_else(comment) {
            Some(rest) => text = rest,
            None => return text,
        }
    }
}

/// Takes a block up to the end of it, or of the text: what is in it, up to the first block in it.
fn block<'t>(rest: &mut &'t str) -> &'t str {
    let whole = *rest;
    let (mut open, mut own) = (1, whole.len());
    while let Some(at) = next(rest, b"{}") {
        let place = whole.len() - rest.len() + at;
        own = own.min(place);
        open = if rest.as_bytes()[at] == b'{' { open + 1 } else { open - 1 };
        *rest = &rest[at + 1..];
        if open == 0 {
            return &whole[..own];
        }
    }
    *rest = "";
    &whole[..own]
}

fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("/*") {
        return Cow::Borrowed(text.trim());
    }
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default();
    let rest = parts.filter_map(|part| part.split_once("*/")).map(|(_, rest)| rest);
    let text: String = std::iter::once(first).chain(rest).collect();
    Cow::Owned(text.trim().to_owned())
}

/// Whether the rules in a block of this head hold on a wide screen.
fn applies(head: &str) -> bool {
    let name = |c: char| c.is_alphanumeric() || c == '@' || c == '-';
    let (name, condition) = head.split_at(head.find(|c| !name(c)).unwrap_or(head.len()));
    match name.to_ascii_lowercase().as_str() {
        "@media" => hold(condition),
        "@supports" => !condition.trim().to_ascii_lowercase().starts_with("not"),
        "@layer" => true,
        _ => false,
    }
}

/// Whether one of some media queries holds on a wide screen; none at all hold anywhere.
pub(super) fn hold(queries: &str) -> bool {
    let queries = queries.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    queries.is_empty() || queries.split(',').any(query_holds)
}

fn query_holds(query: &str) -> bool {
    query.replace(")and ", ") and ").split(" and ").all(|part| {
        let part = part.trim().trim_start_matches("only ").trim();
        let feature = part.strip_prefix('(').and_then(|p| p.strip_suffix(')'));
        let Some(feature) = feature else { return matches!(part, "all" | "screen") };
        match feature.split_once(':').map(|(name, value)| (name.trim(), pixels(value.trim()))) {
            Some(("min-width", Some(least))) => WIDTH >= least,
            Some(("max-width", Some(most))) => WIDTH <= most,
            _ => false,
        }
    })
}

fn pixels(length: &str) -> Option<f64> {
    let digits = length.trim_end_matches(char::is_alphabetic);
    let unit = match &length[digits.len()..] {
        "px" | "" => 1.0,
        "em" | "rem" => EM,
        _ => return None,
    };
    digits.parse::<f64>().ok().map(|number| number * unit)
}

/// Whether declarations hide or show, and whether they say that this is important; `None` if they say nothing of it.
fn display(declarations: &str) -> Option<(bool, bool)> {
    // Most do not, and a search is quicker than a look at each of them.
    if !may_say(declarations.as_bytes(), b"display") {
        return None;
    }
    let (value, important) = declared(declarations, "display")?;
    Some((value.eq_ignore_ascii_case("none"), important))
}

/// Whether declarations can be about a property: its name may be in letters of either case, or torn by comments.
fn may_say(declarations: &[u8], property: &[u8]) -> bool {
    let (small, large) = (property[0], property[0].to_ascii_uppercase());
    let here = |at: usize| declarations.get(at..at + property.len());
    memchr::memchr2_iter(small, large, declarations)
        .any(|at| here(at).is_some_and(|name| name.eq_ignore_ascii_case(property)))
        || memchr::memmem::find(declarations, b"/*").is_some()
}

/// Whether the style of an element hides it.
pub(crate) fn hides(style: &str) -> bool {
    let is = |name, hidden| {
        declared(style, name).is_some_and(|(value, _)| value.eq_ignore_ascii_case(hidden))
    };
    is("display", "none") || is("visibility", "hidden")
}

/// Whether the style of an element keeps the lines of the source (CSS Text Level 3, 3).
pub(crate) fn keeps_lines(style: &str) -> bool {
    const KEPT: &[&str] = &["pre", "pre-wrap", "pre-line", "break-spaces"];
    may_say(style.as_bytes(), b"white-space")
        && declared(style, "white-space")
            .is_some_and(|(value, _)| KEPT.iter().any(|kept| value.eq_ignore_ascii_case(kept)))
}

/// What declarations say of a property: the last of the important ones, and whether it is important.
fn declared<'t>(declarations: &'t str, property: &str) -> Option<(Cow<'t, str>, bool)> {
    let mut rest = Some(declarations);
    let each = std::iter::from_fn(|| {
        let text = rest?;
        let end = next(text, b";");
        rest = end.map(|at| &text[at + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    });
    let found = each.filter_map(|declaration| {
        let at = next(declaration, b":")?;
        let (name, value) = (&declaration[..at], &declaration[at + 1..]);
        if !without_comments(name).eq_ignore_ascii_case(property) {
            return None;
        }
        let (value, mark) = match next(value, b"!") {
            Some(at) => (&value[..at], Some(&value[at + 1..])),
            None => (value, None),
        };
        let important =
            mark.is_some_and(|mark| without_comments(mark).eq_ignore_ascii_case("important"));
        let is_valid = mark.is_none() || important;
        is_valid.then(|| (without_comments(value), important))
    });
    found.max_by_key(|(_, important)| *important)
}

/// The first class or id of a selector of one element, all that it names, and how much it says; `None` for other
/// selectors.
fn compound(selector: &str) -> Option<(u64, Box<[u64]>, Specificity)> {
    let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let (mut key, mut names, mut specificity) = (None, Vec::new(), (0_u8, 0_u8, 0_u8));
    for (sign, name) in parts(selector) {
        let (ids, classes, tags) = &mut specificity;
        let count = match sign {
            '#' => ids,
            '.' => classes,
            _ => tags,
        };
        *count += 1;
        let is_name = name.starts_with(|c: char| !c.is_ascii_digit()) && name.chars().all(plain);
        if !is_name || *count > NAMES {
            return None;
        }
        let named = match sign {
            ' ' => number(sign, &name.to_ascii_lowercase()),
            _ => number(sign, name),
        };
        key = key.or((sign != ' ').then_some(named));
        names.push(named);
    }
    Some((key?, names.into_boxed_slice(), specificity))
}

/// A class, id or tag as a number, by the sign before it.
fn number(sign: char, name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (sign, name).hash(&mut hasher);
    hasher.finish()
}

/// Tag, classes and ids of a selector, with the sign before each; a space before the tag.
fn parts(selector: &str) -> impl Iterator<Item = (char, &str)> {
    const SIGNS: [char; 2] = ['.', '#'];
    let tag = selector.split(SIGNS).next().unwrap_or_default();
    let rest = &selector[tag.len()..];
    let named = rest.match_indices(SIGNS).map(move |(at, sign)| {
        let name = &rest[at + 1..];
        let end = name.find(SIGNS).unwrap_or(name.len());
        (if sign == "#" { '#' } else { '.' }, &name[..end])
    });
    (!tag.is_empty()).then_some((' ', tag)).into_iter().chain(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hides(sheet: &str) -> bool {
        let mut styles = Styles::default();
        styles.add(sheet);
        styles.hide("div", "menu sub", "top")
    }

    #[test]
    fn the_cascade_chooses() {
        for (sheet, expected) in [
            (".menu{display:none}", true),
            (".menu { color: red; display : none !important; }", true),
            ("#top{display:none}", true),
            ("div.menu.sub{display:none}", true),
            ("p.menu{display:none}", false),
            (".menu{display:none} .menu{display:block}", false),
            (".menu{display:block} .menu{display:none}", true),
            (".menu.sub{display:block} .menu{display:none}", false),
            (".menu.sub{display:block} .menu{display:none!important}", true),
            ("#top{display:flex} .menu.sub{display:none}", false),
            (".menu{display:none;display:grid}", false),
            (".a,.menu,.b{display:none}", true),
            (".menu{visibility:hidden}", false),
            (".menu{display:none!important;display:grid}", true),
            (".menu{display:none !ie}", false),
            (".menu{Display:none}", true),
            (".menu{dis/**/play:none}", true),
            (".menu{--display:none;d:none}", false),
            (".menu{/* color:red; display:none; */ color:blue}", false),
            ("div.menu{display:block!important} .menu{display:none}", false),
            (".x:not(.a,.menu,.b){display:none}", false),
            ("[title='a,.menu,b'],.sub{display:none}", true),
            ("[title='a,.menu,b']{display:none}", false),
        ] {
            assert_eq!(hides(sheet), expected, "{sheet}");
        }
    }

    #[test]
    fn styles_of_elements_hide() {
        for (style, expected) in [
            ("display:none", true),
            ("color:red; DISPLAY : NONE !important", true),
            ("visibility: hidden;", true),
            ("display:block", false),
            ("display:none;display:block", false),
            ("/* display:none */ color:red", false),
            ("background:url(display:none)", false),
            ("display:/* a */none", true),
            ("display:none/*! kept by minifiers */", true),
            ("display:none/* not closed", true),
            ("/* a: b; */display:none", true),
            ("content:'!important';display:none!important", true),
            ("content:';display:none;'", false),
            ("content:'\u{e9};display:none", false),
            ("\\\u{e9}:\\\u{e9};display:none", true),
            ("", false),
            (";;:;!", false),
        ] {
            assert_eq!(super::hides(style), expected, "{style}");
        }
        for part in ["display:'", "/*", "/**/:", "display:none;", "\"\\", "!", "display:/*"] {
            super::hides(&part.repeat(100_000));
        }
    }

    #[test]
    fn what_a_wide_screen_does_not_see_does_not_count() {
        for (sheet, expected) in [
            ("@media print{.menu{display:none}}", false),
            ("@media screen{.menu{display:none}}", true),
            ("@media only screen and (max-width: 600px){.menu{display:none}}", false),
            ("@media (min-width:48em){.menu{display:none}}", true),
            ("@media (max-width:600px),(min-width:1000px){.menu{display:none}}", true),
            ("@media (hover:none){.menu{display:none}}", false),
            ("@layer base{.menu{display:none}}", true),
            ("@font-face{src:url(a)} .menu{display:none}", true),
            ("@import url(none.css); .menu{display:none}", true),
            ("@media print{.a{b:c}} .menu{display:none}", true),
            ("@media(min-width:48em){.menu{display:none}}", true),
            ("@media screen\nand (min-width:1px)and (max-width:9999px){.menu{display:none}}", true),
            ("@media{.menu{display:none}}", true),
            ("@supports (display:grid){.menu{display:none}}", true),
            ("@supports not (display:grid){.menu{display:none}}", false),
        ] {
            assert_eq!(hides(sheet), expected, "{sheet}");
        }
    }

    #[test]
    fn selectors_of_several_elements_and_states_are_passed_over() {
        for selector in [
            ".a .menu",
            ".a>.menu",
            ".menu:hover",
            ".menu::before",
            "*",
            "div",
            "[id]",
            ".menu\\:x",
            "",
        ] {
            assert!(!hides(&format!("{selector}{{display:none}}")), "{selector}");
        }
    }

    #[test]
    fn broken_sheets_end() {
        for sheet in [
            ".menu{display:none",
            "/* .menu{display:none}",
            ".a{content:'}'} .menu{display:none}",
            ".a{content:\"\n} .menu{display:none}",
            "/* { */ .menu{display:none}",
            "}}}.menu{display:none}",
            "@media screen{{{{{{",
            ".menu{.b{display:none}}",
            "é{}\\",
        ] {
            hides(sheet);
        }
        assert!(hides(".a{content:'}'} .menu{display:none}"));
        assert!(hides("/* { */ .menu{/* a: b; */display:none}"));
        assert!(!hides(".menu{.b{display:none}}"));
        assert!(hides("<!-- .menu{display:none} -->"));
        assert!(hides(r#".a::before{content:"\""} .menu{display:none}"#));
        assert!(hides(".a{b:c}} .b{c:d} .menu{display:none}"));
        assert!(!hides(".a{b:c}; .menu{display:none}"), "part of the selector, as in browsers");
        assert!(hides("@media screen{.a{b:c}; .menu{display:none}}"));
        hides(&"<!--".repeat(100_000));
        hides(&"a{b:\"\\".repeat(100_000));
        hides(&"@media screen{none".repeat(10_000));
        hides(&"a{none".repeat(100_000));
        hides(&".menu{display:none}".repeat(100_000));
    }
}
