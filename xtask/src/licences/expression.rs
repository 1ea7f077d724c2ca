//! SPDX licence expressions: `MIT OR (Apache-2.0 AND Unicode-3.0)`, and the older `MIT/Apache-2.0`.

/// Whether the expression can be satisfied with allowed licences; none if it is not an expression.
pub(crate) fn holds(expression: &str, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut reader = Reader { words: spaced.split_whitespace().collect(), at: 0, allowed };
    let holds = reader.any()?;
    (reader.at == reader.words.len()).then_some(holds)
}

struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
    allowed: &'a dyn Fn(&str) -> bool,
}

impl<'a> Reader<'a> {
    /// Terms joined by OR, which binds weakest.
    fn any(&mut self) -> Option<bool> {
        let mut holds = self.all()?;
        while self.skip("OR") {
            holds |= self.all()?;
        }
        Some(holds)
    }

    /// Terms joined by AND.
    fn all(&mut self) -> Option<bool> {
        let mut holds = self.term()?;
        while self.skip("AND") {
            holds &= self.term()?;
        }
        Some(holds)
    }

    /// A licence, a licence with an exception, or an expression in brackets.
    fn term(&mut self) -> Option<bool> {
        if self.skip("(") {
            let holds = self.any()?;
            return self.skip(")").then_some(holds);
        }
        let licence = self.word()?;
        if !self.skip("WITH") {
            return Some((self.allowed)(licence));
        }
        let exception = self.word()?;
        Some((self.allowed)(&format!("{licence} WITH {exception}")))
    }

    fn skip(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at) == Some(&word);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self) -> Option<&'a str> {
        let word = *self.words.get(self.at)?;
        self.at += 1;
        (!["AND", "OR", "WITH", "(", ")"].contains(&word)).then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::holds;

    const CASES: &[(&str, Option<bool>)] = &[
        ("MIT", Some(true)),
        ("GPL-3.0", Some(false)),
        ("GPL-3.0 OR MIT", Some(true)),
        ("MIT AND GPL-3.0", Some(false)),
        ("GPL-3.0/MIT", Some(true)),
        ("(MIT OR GPL-3.0) AND Zlib", Some(true)),
        ("GPL-3.0 OR MIT AND Zlib", Some(true)),
        ("GPL-2.0 WITH Classpath-exception-2.0", Some(false)),
        ("Zlib WITH Leave", Some(true)),
        ("MIT OR", None),
        ("(MIT", None),
        ("MIT Zlib", None),
        ("", None),
    ];

    #[test]
    fn expressions_are_read_as_the_standard_says() {
        let allowed = |id: &str| ["MIT", "Zlib", "Zlib WITH Leave"].contains(&id);
        for (expression, expected) in CASES {
            assert_eq!(holds(expression, &allowed), *expected, "{expression}");
        }
    }
}
