//! Formulas as a tree of few forms, and as text: in one line for readers, and as TeX.

/// A part of a formula.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    /// Parts in a row.
    Row(Vec<Expression>),
    /// A number, a variable, an operator.
    Symbol(String),
    /// Words within a formula.
    Words(String),
    /// A part with what stands below and above it.
    Scripts {
        base: Box<Expression>,
        below: Option<Box<Expression>>,
        above: Option<Box<Expression>>,
    },
    /// A fraction.
    Fraction(Box<Expression>, Box<Expression>),
    /// A root with its index.
    Root(Box<Expression>, Option<Box<Expression>>),
    /// Rows of cells.
    Table(Vec<Vec<Expression>>),
}

/// Names of functions that are commands of TeX.
const FUNCTIONS: &[&str] = &[
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "csc", "deg", "det", "dim", "exp",
    "gcd", "inf", "ker", "lg", "lim", "limsup", "liminf", "ln", "log", "max", "min", "sec", "sin",
    "sinh", "sup", "tan", "tanh",
];
/// Characters with a meaning in TeX.
const SPECIAL: &[char] = &['#', '$', '%', '&', '_', '{', '}', '~'];

impl Expression {
    /// The formula in one line, as readers write it: `10^6`, `(a+b)/3`, `√2`.
    pub(super) fn line(&self) -> String {
        let mut out = String::new();
        self.write_line(&mut out);
        out
    }

    /// The formula as TeX.
    pub(super) fn tex(&self) -> String {
        let mut out = String::new();
        self.write_tex(&mut out);
        out
    }

    /// A row without rows in it; one part is that part.
    pub(super) fn row(parts: Vec<Self>) -> Self {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Self::Row(inner) => flat.extend(inner),
                part => flat.push(part),
            }
        }
        match flat.pop() {
            Some(only) if flat.is_empty() => only,
            Some(last) => {
                flat.push(last);
                Self::Row(flat)
            }
            None => Self::Row(flat),
        }
    }

    /// Whether it needs no brackets beside a sign: one symbol, or one number.
    fn is_simple(&self) -> bool {
        match self {
            Self::Symbol(text) => !text.contains(char::is_whitespace),
            Self::Row(parts) => parts.is_empty() || self.is_bracketed(),
            Self::Root(..) => true,
            _ => false,
        }
    }

    /// Whether a row stands in brackets of its own.
    fn is_bracketed(&self) -> bool {
        let Self::Row(parts) = self else { return false };
        let is = |part: Option<&Self>, sign: &str| matches!(part, Some(Self::Symbol(text)) if text == sign);
        let inner = parts.get(1..parts.len().saturating_sub(1)).unwrap_or_default();
        is(parts.first(), "(")
            && is(parts.last(), ")")
            && !inner.iter().any(|part| is(Some(part), "(") || is(Some(part), ")"))
    }

    fn write_line(&self, out: &mut String) {
        match self {
            Self::Row(parts) => parts.iter().for_each(|part| part.write_line(out)),
            Self::Symbol(text) => out.push_str(text),
            Self::Words(text) => out.push_str(text),
            Self::Scripts { base, below, above } => {
                base.write_line(out);
                for (sign, part) in [('_', below), ('^', above)] {
                    if let Some(part) = part {
                        out.push(sign);
                        part.in_brackets(out);
                    }
                }
            }
            Self::Fraction(above, below) => {
                above.in_brackets(out);
                out.push('/');
                below.in_brackets(out);
            }
            Self::Root(inside, index) => {
                if let Some(index) = index {
                    index.in_brackets(out);
                }
                out.push('√');
                inside.in_brackets(out);
            }
            Self::Table(rows) => {
                let cells =
                    |row: &Vec<Self>| row.iter().map(Self::line).collect::<Vec<_>>().join(", ");
                out.push_str(&rows.iter().map(cells).collect::<Vec<_>>().join("; "));
            }
        }
    }

    fn in_brackets(&self, out: &mut String) {
        if self.is_simple() {
            return self.write_line(out);
        }
        out.push('(');
        self.write_line(out);
        out.push(')');
    }

    fn write_tex(&self, out: &mut String) {
        match self {
            Self::Row(parts) => parts.iter().for_each(|part| part.write_tex(out)),
            Self::Symbol(text) => symbol(text, out),
            Self::Words(text) => {
                out.push_str("\\text");
                braces(out, |out| escaped(text, out));
            }
            Self::Scripts { base, below, above } => {
                braces_unless(base.is_symbol(), out, |out| base.write_tex(out));
                for (sign, part) in [('_', below), ('^', above)] {
                    if let Some(part) = part {
                        out.push(sign);
                        part.in_braces(out);
                    }
                }
            }
            Self::Fraction(above, below) => {
                out.push_str("\\frac");
                above.in_braces(out);
                below.in_braces(out);
            }
            Self::Root(inside, index) => {
                out.push_str("\\sqrt");
                if let Some(index) = index {
                    out.push_str(&format!("[{}]", index.tex()));
                }
                inside.in_braces(out);
            }
            Self::Table(rows) => {
                let row =
                    |row: &Vec<Self>| row.iter().map(Self::tex).collect::<Vec<_>>().join(" & ");
                let rows = rows.iter().map(row).collect::<Vec<_>>().join(" \\\\ ");
                out.push_str(&format!("\\begin{{matrix}} {rows} \\end{{matrix}}"));
            }
        }
    }

    fn in_braces(&self, out: &mut String) {
        braces(out, |out| self.write_tex(out));
    }

    fn is_symbol(&self) -> bool {
        matches!(self, Self::Symbol(_))
    }
}

fn braces(out: &mut String, write: impl FnOnce(&mut String)) {
    out.push('{');
    write(out);
    out.push('}');
}

fn braces_unless(bare: bool, out: &mut String, write: impl FnOnce(&mut String)) {
    if bare { write(out) } else { braces(out, write) }
}

/// Writes a symbol: names of functions as commands, other names of several letters upright.
fn symbol(text: &str, out: &mut String) {
    let is_name = text.chars().count() > 1 && text.chars().all(char::is_alphabetic);
    if FUNCTIONS.contains(&text) {
        out.push('\\');
        out.push_str(text);
        out.push(' ');
    } else if is_name {
        out.push_str("\\mathrm");
        braces(out, |out| out.push_str(text));
    } else {
        escaped(text, out);
    }
}

fn escaped(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\backslash "),
            '^' => out.push_str("\\hat{}"),
            _ => {
                if SPECIAL.contains(&c) {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
}
