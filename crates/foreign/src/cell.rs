//! Cells of tables for people: text between tabs or commas.

use std::borrow::Cow;

use crate::escape::{is_printable_ascii, steers};

/// What makes a spreadsheet compute a cell (OWASP, CSV injection). Tab and carriage return belong to
/// them and never stand in a cell.
const FORMULA: [char; 4] = ['=', '+', '-', '@'];
/// What makes a spreadsheet take a cell as text.
const TEXT: char = '\'';

/// A string as a cell: one line without tabs, that no spreadsheet computes. Where it would begin a
/// formula, `'` stands before it; numbers stay numbers. [`uncell`] undoes that.
pub fn cell(text: &str) -> Cow<'_, str> {
    let mut cell = on_one_line(text);
    if is_formula_as_text(&cell) {
        cell.to_mut().insert(0, TEXT);
    }
    cell
}

/// What [`cell`] made a cell of, for tables that are read back.
pub fn uncell(cell: &str) -> &str {
    cell.strip_prefix(TEXT).filter(|text| is_formula_as_text(text)).unwrap_or(cell)
}

/// Whether a text begins a formula, or would without the `'`s before it. Those that came with it must
/// not be taken for one of ours.
fn is_formula_as_text(text: &str) -> bool {
    begins_formula(text.trim_start_matches(TEXT))
}

fn begins_formula(text: &str) -> bool {
    // `-1.5` and `+49` are values, and `-` is what stands for none; a spreadsheet shows what they say.
    text.starts_with(FORMULA)
        && text != "-"
        && text.parse::<f64>().map_or(true, |number| !number.is_finite())
}

/// Tabs and line ends as spaces, and whatever else steers as `\u{..}`.
fn on_one_line(text: &str) -> Cow<'_, str> {
    if is_printable_ascii(text) || !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            // Layout becomes a space: an escape would show what no reader of a table needs.
            '\t' | '\n' | '\r' => out.push(' '),
            c if steers(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_cell_begins_a_formula_and_numbers_stay_numbers() {
        let cases = [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("@SUM(1)", "'@SUM(1)"),
            ("+1+cmd", "'+1+cmd"),
            ("-2+3", "'-2+3"),
            ("-", "-"),
            ("--1", "'--1"),
            ("-inf", "'-inf"),
            ("\t=1", " =1"),
            ("\r\n@x", "  @x"),
            ("-1.5", "-1.5"),
            ("+49", "+49"),
            ("1e-3", "1e-3"),
            ("http://a.example/=1", "http://a.example/=1"),
            ("a\tb\nc\u{202e}", "a b c\\u{202e}"),
            ("'=1", "''=1"),
            ("''@", "'''@"),
            ("'quoted'", "'quoted'"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn cells_read_back_as_they_were(text in "['=+@a1.-]{0,6}") {
            let cell = cell(&text);
            prop_assert_eq!(uncell(&cell), &text);
        }

        #[test]
        fn no_cell_is_computed(text in any::<String>()) {
            let cell = cell(&text);
            prop_assert!(!cell.chars().any(steers) && !begins_formula(&cell));
        }
    }
}
