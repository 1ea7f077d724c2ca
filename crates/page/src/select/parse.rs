//! Text to selector.

use super::{AttrOp, AttrTest, Combinator, Complex, Compound, Name, Nth, SelectorError, Test};
use crate::tree::{Attr, Tag};

/// Selectors within selectors, at most.
const DEPTH: usize = 8;

/// Pseudo-classes that stand for a place among siblings.
const PLACES: &[(&str, Nth)] = &[
    ("first-child", place(1, false, false)),
    ("last-child", place(1, false, true)),
    ("first-of-type", place(1, true, false)),
    ("last-of-type", place(1, true, true)),
];

/// Functions that take a place among siblings: name, of type, from the end.
const NTH: &[(&str, bool, bool)] = &[
    ("nth-child", false, false),
    ("nth-last-child", false, true),
    ("nth-of-type", true, false),
    ("nth-last-of-type", true, true),
];

/// What only a living page knows.
const NEVER: &[&str] = &["hover", "active", "focus", "visited", "target"];

const KNOWN: &str = "there are :not() :is() :where() :has() :nth-child() :nth-of-type() \
    :nth-last-child() :nth-last-of-type() :first-child :last-child :only-child :first-of-type \
    :last-of-type :only-of-type :empty :root :scope";

const fn place(offset: i32, of_type: bool, from_end: bool) -> Nth {
    Nth { step: 0, offset, of_type, from_end }
}

/// Parses a whole selector list.
pub(super) fn list(text: &str) -> Result<Vec<Complex>, SelectorError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let list = parser.list(true)?;
    match parser.peek() {
        None => Ok(list),
        Some(c) => Err(parser.wrong(&format!("unexpected {c:?}"), "")),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

type Result<T, E = SelectorError> = std::result::Result<T, E>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn wrong(&self, message: &str, hint: &'static str) -> SelectorError {
        SelectorError::new(self.at, message, hint)
    }

    /// Goes behind `wanted` if it stands here; whether it did.
    fn take(&mut self, wanted: &str) -> bool {
        let there = self.rest().starts_with(wanted);
        self.at += if there { wanted.len() } else { 0 };
        there
    }

    fn expect(&mut self, wanted: &str) -> Result<()> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(self.wrong(&format!("{wanted:?} is missing"), "")),
        }
    }

    /// Goes behind white space; whether there was some.
    fn space(&mut self) -> bool {
        let before = self.rest().len();
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().len() < before
    }

    fn list(&mut self, relative: bool) -> Result<Vec<Complex>> {
        let mut list = Vec::new();
        loop {
            self.space();
            list.push(self.complex(relative)?);
            self.space();
            if !self.take(",") {
                return Ok(list);
            }
        }
    }

    fn complex(&mut self, relative: bool) -> Result<Complex> {
        let first = self.combinator();
        if first.is_some() && !relative {
            return Err(self.wrong("a selector here may not begin with a combinator", ""));
        }
        self.space();
        let mut steps = vec![(first, self.compound()?)];
        loop {
            let space = self.space();
            let combinator = self.combinator();
            self.space();
            let ends = matches!(self.peek(), None | Some(',' | ')'));
            let combinator = match combinator {
                Some(combinator) => combinator,
                None if ends || !space => return Ok(Complex { steps }),
                None => Combinator::Descendant,
            };
            steps.push((Some(combinator), self.compound()?));
        }
    }

    fn combinator(&mut self) -> Option<Combinator> {
        let combinator = match self.peek()? {
            '>' => Combinator::Child,
            '+' => Combinator::Next,
            '~' => Combinator::Later,
            _ => return None,
        };
        self.at += 1;
        Some(combinator)
    }

    fn compound(&mut self) -> Result<Compound> {
        let begin = self.at;
        let mut compound = Compound::default();
        if !self.take("*")
            && let Some(name) = self.identifier_if_any()
        {
            compound.name = Some(element(&name.to_lowercase()));
        }
        while let Some(c) = self.peek() {
            let test = match c {
                '#' | '.' => {
                    self.at += 1;
                    let name = self.identifier("a name")?;
                    if c == '#' { Test::Id(name) } else { Test::Class(name) }
                }
                '[' => Test::Attr(self.attribute()?),
                ':' => {
                    let tests = self.pseudo()?;
                    compound.tests.extend(tests);
                    continue;
                }
                _ => break,
            };
            compound.tests.push(test);
        }
        if self.at == begin {
            let found = self.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
            return Err(self.wrong(&format!("an element was expected, not {found}"), ""));
        }
        Ok(compound)
    }

    fn identifier(&mut self, what: &str) -> Result<String> {
        let hint = "names that begin with a digit or have other signs in them: [id=\"1\"], [class~=\"a:b\"]";
        self.identifier_if_any().ok_or_else(|| self.wrong(&format!("{what} is missing"), hint))
    }

    fn identifier_if_any(&mut self) -> Option<String> {
        let mut name = String::new();
        while let Some(c) = self.peek() {
            let digit_first = c.is_ascii_digit() && (name.is_empty() || name == "-");
            if c == '\\' {
                self.at += 1;
                name.push(self.escaped()?);
            } else if !digit_first && (c.is_alphanumeric() || c == '-' || c == '_' || !c.is_ascii())
            {
                name.push(c);
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
        (!name.is_empty() && name != "-").then_some(name)
    }

    /// Behind a backslash: a sign, or up to six hexadecimal digits and a space.
    fn escaped(&mut self) -> Option<char> {
        let digits: String =
            self.rest().chars().take(6).take_while(char::is_ascii_hexdigit).collect();
        if digits.is_empty() {
            let c = self.peek()?;
            self.at += c.len_utf8();
            return Some(c);
        }
        self.at += digits.len();
        self.take(" ");
        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
    }

    fn attribute(&mut self) -> Result<AttrTest> {
        self.expect("[")?;
        self.space();
        let name = self.identifier("the name of an attribute")?.to_lowercase();
        self.space();
        let op = self.operator()?;
        let mut value = String::new();
        let mut ignore_case = false;
        if op != AttrOp::Exists {
            self.space();
            value = self.value()?;
            self.space();
            ignore_case = self.take("i") || self.take("I");
            let _ = !ignore_case && (self.take("s") || self.take("S"));
            self.space();
        }
        self.expect("]")?;
        if ignore_case {
            value = value.to_lowercase();
        }
        Ok(AttrTest { known: Attr::known(&name), name, op, value, ignore_case })
    }

    fn operator(&mut self) -> Result<AttrOp> {
        const OPERATORS: &[(&str, AttrOp)] = &[
            ("=", AttrOp::Equals),
            ("~=", AttrOp::Word),
            ("|=", AttrOp::Dash),
            ("^=", AttrOp::Prefix),
            ("$=", AttrOp::Suffix),
            ("*=", AttrOp::Within),
        ];
        if let Some((sign, op)) = OPERATORS.iter().find(|(sign, _)| self.rest().starts_with(sign)) {
            self.at += sign.len();
            return Ok(*op);
        }
        match self.peek() {
            Some(']') => Ok(AttrOp::Exists),
            _ => Err(self.wrong("an attribute test is not closed", "there are = ~= |= ^= $= *=")),
        }
    }

    fn value(&mut self) -> Result<String> {
        let Some(quote @ ('"' | '\'')) = self.peek() else {
            return self.identifier("a value").map_err(|error| SelectorError {
                hint: "values with other signs than letters need quotes: [href^=\"/news\"]",
                ..error
            });
        };
        let begin = self.at;
        self.at += 1;
        let mut value = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                _ if c == quote => return Ok(value),
                '\\' => value.extend(self.escaped()),
                _ => value.push(c),
            }
        }
        Err(SelectorError::new(begin, "a quote is not closed", ""))
    }

    fn pseudo(&mut self) -> Result<Vec<Test>> {
        let begin = self.at;
        self.expect(":")?;
        if self.peek() == Some(':') {
            return Err(self.wrong("pseudo-elements are not in the tree", KNOWN));
        }
        let name = self.identifier("the name of a pseudo-class")?.to_lowercase();
        if self.take("(") {
            let tests = self.function(&name, begin)?;
            self.space();
            self.expect(")")?;
            return Ok(vec![tests]);
        }
        let only =
            |of_type| vec![Test::Nth(place(1, of_type, false)), Test::Nth(place(1, of_type, true))];
        if let Some((_, nth)) = PLACES.iter().find(|(known, _)| *known == name) {
            return Ok(vec![Test::Nth(*nth)]);
        }
        match name.as_str() {
            "only-child" => Ok(only(false)),
            "only-of-type" => Ok(only(true)),
            "empty" => Ok(vec![Test::Empty]),
            "root" => Ok(vec![Test::Root]),
            "scope" => Ok(vec![Test::Scope]),
            _ if NEVER.contains(&name.as_str()) => Ok(vec![Test::Never]),
            _ => Err(SelectorError::new(begin, format!("there is no pseudo-class :{name}"), KNOWN)),
        }
    }

    fn function(&mut self, name: &str, begin: usize) -> Result<Test> {
        if let Some((_, of_type, from_end)) = NTH.iter().find(|(known, ..)| *known == name) {
            let (step, offset) = self.formula()?;
            return Ok(Test::Nth(Nth { step, offset, of_type: *of_type, from_end: *from_end }));
        }
        if self.depth >= DEPTH {
            return Err(SelectorError::new(begin, "selectors within selectors go too deep", ""));
        }
        self.depth += 1;
        let test = match name {
            "is" | "where" | "matches" => Test::Is(self.list(false)?),
            "not" => Test::Not(self.list(false)?),
            "has" => Test::Has(self.list(true)?),
            _ => {
                let message = format!("there is no pseudo-class :{name}()");
                return Err(SelectorError::new(begin, message, KNOWN));
            }
        };
        self.depth -= 1;
        Ok(test)
    }

    /// `odd`, `even`, `3`, `2n+1`, `-n + 3`.
    fn formula(&mut self) -> Result<(i32, i32)> {
        let begin = self.at;
        let end = self.rest().find(')').map_or(self.text.len(), |end| self.at + end);
        let written: String = self.text[begin..end].to_lowercase().split_whitespace().collect();
        self.at = end;
        let wrong = || {
            let message = format!("{written:?} is no place among siblings");
            SelectorError::new(begin, message, "write odd, even, 3, or 2n+1")
        };
        match written.as_str() {
            "odd" => return Ok((2, 1)),
            "even" => return Ok((2, 0)),
            _ => {}
        }
        let number =
            |text: &str| text.strip_prefix('+').unwrap_or(text).parse().map_err(|_| wrong());
        match written.split_once('n') {
            None => Ok((0, number(&written)?)),
            Some((step, offset)) => {
                let step = match step {
                    "" | "+" => 1,
                    "-" => -1,
                    step => number(step)?,
                };
                Ok((step, if offset.is_empty() { 0 } else { number(offset)? }))
            }
        }
    }
}

fn element(name: &str) -> Name {
    let known = Tag::ALL.iter().find(|(known, _)| *known == name);
    known.map_or_else(|| Name::Other(name.to_owned()), |(_, tag)| Name::Known(*tag))
}
