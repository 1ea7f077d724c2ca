//! Conditions on columns: `language:is:en`.

use std::borrow::Cow;

/// How a value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// Equal, whatever the case; of a list one of its values.
    Is,
    /// Not equal.
    IsNot,
    /// It has this in it, whatever the case.
    Contains,
    /// From this value on. Times and dates compare as far as they are typed.
    From,
    /// Up to this value.
    To,
    /// There is no value.
    Missing,
    /// There is a value.
    Present,
}

impl Operator {
    /// All, with their names in addresses and what a person reads.
    pub const ALL: [(Self, &'static str, &'static str); 7] = [
        (Self::Is, "is", "is"),
        (Self::IsNot, "not", "is not"),
        (Self::Contains, "has", "contains"),
        (Self::From, "from", "from"),
        (Self::To, "to", "up to"),
        (Self::Missing, "missing", "is missing"),
        (Self::Present, "present", "is there"),
    ];

    /// The operator of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(operator, ..)| *operator)
    }

    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(known, ..)| *known == self).map_or("", |(_, name, _)| name)
    }

    /// What a person reads.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(known, ..)| *known == self).map_or("", |(_, _, words)| words)
    }

    /// Whether it needs a value.
    pub fn has_value(self) -> bool {
        !matches!(self, Self::Missing | Self::Present)
    }
}

/// A condition on a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Name of the column.
    pub column: String,
    /// How its value is compared.
    pub operator: Operator,
    /// With what.
    pub value: String,
}

impl Condition {
    /// Reads `column:operator:value`; the value may have colons.
    pub fn parse(text: &str) -> Option<Self> {
        // The value is the rest, as times have colons.
        let mut parts = text.splitn(3, ':');
        let column = parts.next().filter(|column| !column.is_empty())?.to_owned();
        let operator = Operator::from_name(parts.next()?)?;
        let value = parts.next().unwrap_or_default().trim().to_owned();
        Some(Self { column, operator, value })
    }

    /// As [`Condition::parse`] reads it.
    pub fn written(&self) -> String {
        format!("{}:{}:{}", self.column, self.operator.name(), self.value)
    }

    /// Whether a text fulfils it; an empty one is missing.
    pub fn holds_for_text(&self, text: &str) -> bool {
        let wanted = &*self.value;
        match self.operator {
            Operator::Is => same(text, wanted),
            Operator::IsNot => !same(text, wanted),
            Operator::Contains => folded(text).contains(&*folded(wanted)),
            Operator::From => !text.is_empty() && text >= wanted,
            // 2019 includes all of 2019.
            Operator::To => !text.is_empty() && (text <= wanted || text.starts_with(wanted)),
            Operator::Missing => text.is_empty(),
            Operator::Present => !text.is_empty(),
        }
    }

    /// Whether a number fulfils it; NaN is missing. `shown` is how it is written.
    pub fn holds_for_number(&self, number: f64, shown: &str) -> bool {
        let wanted = || self.value.parse::<f64>().ok();
        match self.operator {
            Operator::From => wanted().is_some_and(|wanted| number >= wanted),
            Operator::To => wanted().is_some_and(|wanted| number <= wanted),
            _ => self.holds_for_text(shown),
        }
    }

    /// Whether one of a list fulfils it; for [`Operator::IsNot`] all must.
    pub fn holds_for_list<'t>(&self, mut texts: impl ExactSizeIterator<Item = &'t str>) -> bool {
        match self.operator {
            Operator::Missing => texts.len() == 0,
            Operator::Present => texts.len() > 0,
            Operator::IsNot => texts.all(|text| self.holds_for_text(text)),
            _ => texts.any(|text| self.holds_for_text(text)),
        }
    }
}

fn folded(text: &str) -> Cow<'_, str> {
    let is_folded = text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_folded { Cow::Borrowed(text) } else { Cow::Owned(text.to_lowercase()) }
}

fn same(a: &str, b: &str) -> bool {
    a == b || folded(a) == folded(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_or_not() {
        for (condition, text, expected) in [
            ("a:is:En", "en", true),
            ("a:is:en", "", false),
            ("a:not:en", "de", true),
            ("a:not:en", "", true),
            ("a:has:ÄH", "Fähre", true),
            ("a:has:x:y", "ax:yb", true),
            ("a:from:2019", "2019-05-17", true),
            ("a:from:2020", "2019-05-17", false),
            ("a:from:2019", "", false),
            ("a:to:2019", "2019-05-17", true),
            ("a:to:2019-04", "2019-05-17", false),
            ("a:missing", "", true),
            ("a:missing:", "x", false),
            ("a:present", "x", true),
        ] {
            let parsed = Condition::parse(condition).expect("a condition");
            assert_eq!(parsed.holds_for_text(text), expected, "{condition} {text:?}");
            assert_eq!(Condition::parse(&parsed.written()), Some(parsed), "{condition}");
        }
        for none in ["", "a", "a:like:b", ":is:b"] {
            assert_eq!(Condition::parse(none), None, "{none}");
        }
    }

    #[test]
    fn numbers_and_lists_compare_in_their_own_way() {
        let parse = |text: &str| Condition::parse(text).expect("a condition");
        assert!(parse("n:from:90").holds_for_number(100.0, "100"));
        assert!(!parse("n:to:90").holds_for_number(100.0, "100"));
        assert!(!parse("n:from:many").holds_for_number(100.0, "100"));
        assert!(!parse("n:from:0").holds_for_number(f64::NAN, ""));
        assert!(parse("n:is:100").holds_for_number(100.0, "100"));
        let list = ["a", "b"];
        for (text, expected) in
            [("f:is:b", true), ("f:not:b", false), ("f:not:c", true), ("f:missing:", false)]
        {
            assert_eq!(parse(text).holds_for_list(list.into_iter()), expected, "{text}");
        }
        assert!(parse("f:missing:").holds_for_list([].into_iter()));
    }
}
