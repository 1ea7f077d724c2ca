//! Parses selectors.

use super::cursor::{Cursor, Result};
use super::error::SelectorError;
use super::syntax::{AttrOp, AttrTest, Combinator, Complex, Compound, Name, Nth, Test};
use crate::tree::Attr;

/// Depth of selectors within selectors: the parser recurses.
const DEPTH: usize = 8;

/// Pseudo-classes that are positions among siblings.
const PLACES: &[(&str, Nth)] = &[
    ("first-child", place(1, false, false)),
    ("last-child", place(1, false, true)),
    ("first-of-type", place(1, true, false)),
    ("last-of-type", place(1, true, true)),
];

/// Functions that take a position among siblings: name, of type, from the end.
const NTH: &[(&str, bool, bool)] = &[
    ("nth-child", false, false),
    ("nth-last-child", false, true),
    ("nth-of-type", true, false),
    ("nth-last-of-type", true, true),
];

/// States that only a page in a browser has. They match nothing, as in a browser at rest.
const NEVER: &[&str] = &["hover", "active", "focus", "visited", "target"];

const KNOWN: &str = "there are :not() :is() :where() :has() :nth-child() :nth-of-type() \
    :nth-last-child() :nth-last-of-type() :first-child :last-child :only-child :first-of-type \
    :last-of-type :only-of-type :empty :root :scope";

const fn place(offset: i32, of_type: bool, from_end: bool) -> Nth {
    Nth { step: 0, offset, of_type, from_end }
}

/// Parses a whole selector list.
pub(super) fn list(text: &str) -> Result<Vec<Complex>, SelectorError> {
    let mut parser = Parser { cursor: Cursor::new(text), depth: 0 };
    let list = parser.list(true)?;
    match parser.cursor.peek() {
        None => Ok(list),
        Some(c) => Err(parser.cursor.error(&format!("unexpected {c:?}"), "")),
    }
}

/// Reads selectors by the grammar, from a cursor.
struct Parser<'a> {
    cursor: Cursor<'a>,
    /// How many selectors the current one lies in.
    depth: usize,
}

impl Parser<'_> {
    fn list(&mut self, relative: bool) -> Result<Vec<Complex>> {
        let mut list = Vec::new();
        loop {
            self.cursor.space();
            list.push(self.complex(relative)?);
            self.cursor.space();
            if !self.cursor.take(",") {
                return Ok(list);
            }
        }
    }

    fn complex(&mut self, relative: bool) -> Result<Complex> {
        let first = self.combinator();
        if first.is_some() && !relative {
            return Err(self.cursor.error("a selector here may not begin with a combinator", ""));
        }
        self.cursor.space();
        let mut steps = vec![(first, self.compound()?)];
        loop {
            let space = self.cursor.space();
            let combinator = self.combinator();
            self.cursor.space();
            let ends = matches!(self.cursor.peek(), None | Some(',' | ')'));
            let combinator = match combinator {
                Some(combinator) => combinator,
                // White space is a combinator only between two compounds.
                None if ends || !space => return Ok(Complex { steps }),
                None => Combinator::Descendant,
            };
            steps.push((Some(combinator), self.compound()?));
        }
    }

    fn combinator(&mut self) -> Option<Combinator> {
        let combinator = match self.cursor.peek()? {
            '>' => Combinator::Child,
            '+' => Combinator::Next,
            '~' => Combinator::Later,
            _ => return None,
        };
        self.cursor.skip();
        Some(combinator)
    }

    fn compound(&mut self) -> Result<Compound> {
        let begin = self.cursor.position();
        let mut compound = Compound::default();
        if !self.cursor.take("*")
            && let Some(name) = self.cursor.identifier_if_any()
        {
            compound.name = Some(Name::new(&name.to_lowercase()));
        }
        while let Some(c) = self.cursor.peek() {
            let test = match c {
                '#' | '.' => {
                    self.cursor.skip();
                    let name = self.cursor.identifier("a name")?;
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
        if self.cursor.position() == begin {
            let found = self.cursor.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
            return Err(self.cursor.error(&format!("an element was expected, not {found}"), ""));
        }
        Ok(compound)
    }

    fn attribute(&mut self) -> Result<AttrTest> {
        self.cursor.expect("[")?;
        self.cursor.space();
        let name = self.cursor.identifier("the name of an attribute")?.to_lowercase();
        self.cursor.space();
        let op = self.operator()?;
        let mut value = String::new();
        let mut ignore_case = false;
        if op != AttrOp::Exists {
            self.cursor.space();
            value = self.cursor.value()?;
            self.cursor.space();
            ignore_case = self.cursor.take("i") || self.cursor.take("I");
            // `s` asks for the default in our trees.
            let _ = !ignore_case && (self.cursor.take("s") || self.cursor.take("S"));
            self.cursor.space();
        }
        self.cursor.expect("]")?;
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
        if let Some((_, op)) = OPERATORS.iter().find(|(sign, _)| self.cursor.take(sign)) {
            return Ok(*op);
        }
        match self.cursor.peek() {
            Some(']') => Ok(AttrOp::Exists),
            _ => Err(self
                .cursor
                .error("an attribute test is not closed", "there are = ~= |= ^= $= *=")),
        }
    }

    fn pseudo(&mut self) -> Result<Vec<Test>> {
        let begin = self.cursor.position();
        self.cursor.expect(":")?;
        if self.cursor.peek() == Some(':') {
            return Err(self.cursor.error("pseudo-elements are not in the tree", KNOWN));
        }
        let name = self.cursor.identifier("the name of a pseudo-class")?.to_lowercase();
        if self.cursor.take("(") {
            let tests = self.function(&name, begin)?;
            self.cursor.space();
            self.cursor.expect(")")?;
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
            let (step, offset) = self.step_and_offset()?;
            return Ok(Test::Nth(Nth { step, offset, of_type: *of_type, from_end: *from_end }));
        }
        // Recursion is limited: the text may come from a file of a stranger.
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

    /// The argument of a function that takes a position among siblings.
    fn step_and_offset(&mut self) -> Result<(i32, i32)> {
        let begin = self.cursor.position();
        let written = self.cursor.until(')').to_lowercase();
        let written: String = written.split_whitespace().collect();
        step_and_offset(&written).ok_or_else(|| {
            let message = format!("{written:?} is no place among siblings");
            SelectorError::new(begin, message, "write odd, even, 3, or 2n+1")
        })
    }
}

/// A position among siblings as step and offset: `odd`, `even`, `3`, `2n+1`, `-n+3`. `None` if the
/// text is none.
fn step_and_offset(written: &str) -> Option<(i32, i32)> {
    match written {
        "odd" => return Some((2, 1)),
        "even" => return Some((2, 0)),
        _ => {}
    }
    let number = |text: &str| text.strip_prefix('+').unwrap_or(text).parse().ok();
    let Some((step, offset)) = written.split_once('n') else { return Some((0, number(written)?)) };
    let step = match step {
        "" | "+" => 1,
        "-" => -1,
        step => number(step)?,
    };
    Some((step, if offset.is_empty() { 0 } else { number(offset)? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_among_siblings_are_steps_and_offsets() {
        for (written, expected) in [
            ("odd", Some((2, 1))),
            ("even", Some((2, 0))),
            ("3", Some((0, 3))),
            ("+3", Some((0, 3))),
            ("-3", Some((0, -3))),
            ("n", Some((1, 0))),
            ("2n", Some((2, 0))),
            ("+n+4", Some((1, 4))),
            ("-n+3", Some((-1, 3))),
            ("2n-1", Some((2, -1))),
            ("2n+", None),
            ("2m", None),
            ("", None),
            ("99999999999", None),
        ] {
            assert_eq!(step_and_offset(written), expected, "{written}");
        }
    }
}
