//! Style sheets of archived pages, confined: what they look like stays, what they load goes.
//!
//! The frame around an archived page keeps a style sheet from reaching the rest of the page, and the
//! policy of the page keeps browsers from loading anything. So this is the third wall, for programs
//! that know neither.

/// Functions that load something or compute (CSS Images 4, section 2; `expression` of Internet
/// Explorer). `none` takes their place, which every property with such a value knows.
const LOADING: &[&str] = &[
    "url",
    "src",
    "image",
    "image-set",
    "-webkit-image-set",
    "cross-fade",
    "-webkit-cross-fade",
    "element",
    "paint",
    "expression",
];
/// At-rules that load something, or mean nothing in the middle of a page.
const STATEMENTS: &[&str] = &["import", "charset", "namespace"];
/// Characters of media queries; others are no query.
const IN_QUERIES: &[u8] = b" ,:()-./<>=";

/// A style sheet that loads nothing. In the place of each `@import` stands what `imported` gives for
/// its address, for the media that it names.
pub fn confined(css: &str, imported: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let mut scanner = Scanner { rest: css, out: String::with_capacity(css.len()), imported };
    while scanner.step() {}
    scanner.out
}

/// A sheet for some media; as it is where they are no plain media query.
pub fn for_media(css: String, media: &str) -> String {
    let media = media.trim();
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || IN_QUERIES.contains(&b);
    if media.is_empty() || !media.bytes().all(is_plain) {
        return css;
    }
    format!("@media {media} {{\n{css}\n}}")
}

struct Scanner<'c, 'i> {
    rest: &'c str,
    out: String,
    imported: &'i mut dyn FnMut(&str) -> Option<String>,
}

impl<'c> Scanner<'c, '_> {
    /// Copies or drops what comes next; false at the end.
    fn step(&mut self) -> bool {
        let Some(next) = self.rest.chars().next() else { return false };
        match next {
            '/' if self.rest.starts_with("/*") => self.gap(after(&self.rest[2..], "*/")),
            '<' if self.rest.starts_with("<!--") => self.gap(&self.rest[4..]),
            '"' | '\'' => {
                let text = self.string();
                // A tag in a string would end the element around the sheet.
                self.out.push_str(&text.replace('<', "\\3c "));
            }
            '@' => self.at_rule(),
            '<' => {
                // A media query may compare; anything else that begins so is no style.
                let compares = self.rest[1..].starts_with([' ', '=']);
                self.rest = &self.rest[1..];
                self.out.push_str(if compares { "<" } else { " " });
            }
            c if is_name(c) => self.name(),
            c => {
                self.out.push(c);
                self.rest = &self.rest[c.len_utf8()..];
            }
        }
        true
    }

    /// Goes on at `rest`. Without the space, what stood on both sides could become one name.
    fn gap(&mut self, rest: &'c str) {
        self.out.push(' ');
        self.rest = rest;
    }

    fn at_rule(&mut self) {
        self.rest = &self.rest[1..];
        let (raw, name) = self.take_name();
        if !STATEMENTS.contains(&name.as_str()) {
            self.out.push('@');
            self.spelled(raw);
            return;
        }
        let statement = self.statement();
        self.out.push(' ');
        if name == "import"
            && let Some((address, media)) = import(statement)
            && let Some(sheet) = (self.imported)(&address)
        {
            self.out.push_str(&for_media(sheet, media));
        }
    }

    /// The rest of a statement, which is passed over: up to its semicolon, or to a block.
    fn statement(&mut self) -> &'c str {
        let whole = self.rest;
        loop {
            match self.rest.chars().next() {
                None | Some('{' | '}') => break,
                Some('"' | '\'') => drop(self.string()),
                // Addresses without quotes may hold semicolons.
                Some('(') => drop(self.arguments()),
                Some(c) => {
                    self.rest = &self.rest[c.len_utf8()..];
                    if c == ';' {
                        break;
                    }
                }
            }
        }
        &whole[..whole.len() - self.rest.len()]
    }

    /// Copies a name, or puts `none` in the place of a function that loads.
    fn name(&mut self) {
        let (raw, name) = self.take_name();
        if !self.rest.starts_with('(') || !LOADING.contains(&name.as_str()) {
            return self.spelled(raw);
        }
        let arguments = self.arguments();
        let address = arguments.trim().trim_matches(['"', '\'']);
        // Pictures within the sheet load nothing.
        let is_picture = name == "url" && address.starts_with("data:image/") && is_plain(address);
        if is_picture {
            self.out.push_str(&format!("url(\"{address}\")"));
        } else {
            self.out.push_str("none");
        }
    }

    /// Copies a name. An escaped `<` is spelled so that no element ends at it.
    fn spelled(&mut self, raw: &str) {
        self.out.push_str(&raw.replace("\\<", "\\3c "));
    }

    /// A name as it is written, and in lower case with its escapes undone.
    fn take_name(&mut self) -> (&'c str, String) {
        let whole = self.rest;
        let mut name = String::new();
        while let Some(c) = self.rest.chars().next().filter(|c| is_name(*c)) {
            self.rest = &self.rest[c.len_utf8()..];
            if c == '\\' {
                name.extend(self.escaped());
            } else {
                name.push(c);
            }
        }
        (&whole[..whole.len() - self.rest.len()], name.to_lowercase())
    }

    /// The character of an escape, behind its backslash (CSS Syntax 3, section 4.3.7).
    fn escaped(&mut self) -> Option<char> {
        let digits = self.rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            let c = self.rest.chars().next()?;
            self.rest = &self.rest[c.len_utf8()..];
            return Some(c);
        }
        let code = u32::from_str_radix(&self.rest[..digits], 16).ok();
        self.rest = &self.rest[digits..];
        // One white space ends the number and belongs to it.
        self.rest = self.rest.strip_prefix([' ', '\t', '\n']).unwrap_or(self.rest);
        code.and_then(char::from_u32)
    }

    /// A string with its quotes; a broken one ends with its line.
    fn string(&mut self) -> String {
        let mut chars = self.rest.char_indices();
        let quote = chars.next().map_or('"', |(_, c)| c);
        let (mut end, mut is_closed) = (self.rest.len(), false);
        while let Some((at, c)) = chars.next() {
            if c == '\\' {
                chars.next();
            } else if c == '\n' || c == quote {
                is_closed = c == quote;
                end = at + usize::from(is_closed);
                break;
            }
        }
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        // Left open it would take in what comes behind the sheet.
        if is_closed { text.to_owned() } else { format!("{}{quote}", text.trim_end_matches('\\')) }
    }

    /// What stands in brackets, which are passed over.
    fn arguments(&mut self) -> &'c str {
        let whole = &self.rest[1..];
        self.rest = whole;
        let mut open = 1;
        while open > 0 {
            match self.rest.chars().next() {
                None => return whole,
                Some('"' | '\'') => drop(self.string()),
                Some('\\') => {
                    self.rest = &self.rest[1..];
                    let _ = self.escaped();
                }
                Some(c) => {
                    open += i32::from(c == '(') - i32::from(c == ')');
                    self.rest = &self.rest[c.len_utf8()..];
                }
            }
        }
        &whole[..whole.len() - self.rest.len() - 1]
    }
}

/// Address and media of an `@import`.
fn import(statement: &str) -> Option<(String, &str)> {
    let statement = statement.trim().trim_end_matches(';').trim_end();
    let (address, media) = match statement.chars().next()? {
        quote @ ('"' | '\'') => statement[1..].split_once(quote)?,
        _ => statement.get(..4).filter(|f| f.eq_ignore_ascii_case("url(")).and_then(|_| {
            let (address, media) = statement[4..].split_once(')')?;
            Some((address.trim().trim_matches(['"', '\'']), media))
        })?,
    };
    Some((address.trim().to_owned(), media))
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '\\' || !c.is_ascii()
}

/// Whether an address of data has no sign that could end it or what is around it.
fn is_plain(address: &str) -> bool {
    address.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=;:,.%_-".contains(&b))
}

/// The text behind the first `end`; nothing without one.
fn after<'t>(text: &'t str, end: &str) -> &'t str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn alone(css: &str) -> String {
        confined(css, &mut |_| None)
    }

    #[test]
    fn what_loads_goes_and_what_looks_stays() {
        let cases = [
            ("p { color: red }", "p { color: red }"),
            ("p { background: url(http://x/a.gif) #fff }", "p { background: none #fff }"),
            ("p { background: URL( 'http://x/a).gif' ) }", "p { background: none }"),
            ("p { background: u\\72l(http://x/) }", "p { background: none }"),
            ("p { background: \\000075 rl(http://x/) }", "p { background: none }"),
            ("p { background: image-set('x.png' 1x, url(y) 2x) }", "p { background: none }"),
            ("p { width: expression(alert(')')) }", "p { width: none }"),
            ("@import 'http://x/a.css'; p { a: b }", "  p { a: b }"),
            ("@IMPORT url(http://x/a;b.css) screen; p { a: b }", "  p { a: b }"),
            ("@im\\70ort 'x'; p {}", "  p {}"),
            ("@charset \"utf-8\"; p {}", "  p {}"),
            // What is taken out must not bring together what stood around it.
            ("ur<!-- -->l(x)", "ur  -->l(x)"),
            ("u/**/rl(x) //**/*", "u rl(x) / *"),
            ("u@import 'x';rl(y)", "u rl(y)"),
            ("u\\<72l(x)", "u\\3c 72l(x)"),
            ("@font-face { src: url(x.woff) }", "@font-face { src: none }"),
            (
                "p { a: url(data:image/gif;base64,R0l=) }",
                "p { a: url(\"data:image/gif;base64,R0l=\") }",
            ),
            ("p { a: url(data:text/html,x) }", "p { a: none }"),
            (
                "p::before { content: '</style><b>' }",
                "p::before { content: '\\3c /style>\\3c b>' }",
            ),
            ("</style><script>alert(1)</script>", " /style> script>alert(1) /script>"),
            ("@media (width < 600px) { p {} }", "@media (width < 600px) { p {} }"),
            ("/* </style> */ p {}", "  p {}"),
            ("<!-- p {} -->", "  p {} -->"),
            ("p { content: 'open", "p { content: 'open'"),
            ("p { content: 'open\\", "p { content: 'open'"),
            ("p { a: url(open", "p { a: none"),
            ("/* open", " "),
        ];
        for (css, expected) in cases {
            assert_eq!(alone(css), expected, "{css}");
        }
    }

    #[test]
    fn imports_are_put_in_their_place() {
        let css = "@import url( \"a.css\" ) print; @import 'b.css'; @import 'none.css'; p {}";
        let mut asked = Vec::new();
        let found = confined(css, &mut |address| {
            asked.push(address.to_owned());
            (address != "none.css").then(|| format!("{} {{}}", &address[..1]))
        });
        assert_eq!(asked, ["a.css", "b.css", "none.css"]);
        let packed: String = found.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(packed, "@media print { a {} } b {} p {}");
    }

    #[test]
    fn media_are_plain_or_none() {
        assert_eq!(for_media("a".to_owned(), " "), "a");
        assert_eq!(for_media("a".to_owned(), "screen} b{"), "a");
        assert!(for_media("a".to_owned(), "(max-width: 30em)").starts_with("@media (max-width"));
    }

    proptest! {
        #[test]
        fn no_sheet_ends_its_element_or_loads(css in "[a-zA-Z@(){};:'\"<>/*!\\\\ \n-]{0,80}") {
            let found = alone(&format!("{css} url(http://x/y) @import 'z'; </style>"));
            prop_assert!(!found.contains("</"), "{found}");
            // A second look finds nothing more to take out.
            prop_assert_eq!(alone(&found), found);
        }
    }
}
