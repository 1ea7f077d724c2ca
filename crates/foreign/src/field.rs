//! Fields of CSV files that are read back: exact texts, which no spreadsheet computes.

/// What makes a spreadsheet compute a field (OWASP, CSV injection), also in the width of East Asian
/// signs, which some spreadsheets take for the same.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/// What makes a spreadsheet take a field as text.
const TEXT: char = '\'';

/// Writes a text as a field of CSV (RFC 4180), in quotes. Before a text that would begin a formula, or
/// begins with `'`, stands another `'`: without the first `'`, a field is the text again ([`unfield`]).
pub fn push_field(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    if text.starts_with(TEXT) || text.starts_with(FORMULA) {
        out.push(b'\'');
    }
    for (number, piece) in text.split('"').enumerate() {
        if number > 0 {
            out.extend(b"\"\"");
        }
        out.extend(piece.as_bytes());
    }
    out.push(b'"');
}

/// The text of a field that [`push_field`] wrote, once a reader of CSV has taken off its quotes.
pub fn unfield(field: &str) -> &str {
    field.strip_prefix(TEXT).unwrap_or(field)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn field(text: &str) -> String {
        let mut out = Vec::new();
        push_field(&mut out, text);
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn no_field_begins_a_formula() {
        for (text, expected) in [
            ("", r#""""#),
            ("plain, with a comma", r#""plain, with a comma""#),
            ("=HYPERLINK(\"http://a.example\")", r#""'=HYPERLINK(""http://a.example"")""#),
            ("+49 30", r#""'+49 30""#),
            ("-1", r#""'-1""#),
            ("@SUM(1)", r#""'@SUM(1)""#),
            ("\t=1", "\"'\t=1\""),
            ("\r=1", "\"'\r=1\""),
            ("\n=1", "\"'\n=1\""),
            ("＝1", r#""'＝1""#),
            ("'quoted'", r#""''quoted'""#),
            ("1 = 1\n- no", "\"1 = 1\n- no\""),
            ("\"=1\"", r#""""=1""""#),
        ] {
            assert_eq!(field(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn fields_read_back_as_they_were(text in "\\PC{0,8}|['=+@\"\t\r\n＝a,-]{0,8}") {
            let field = field(&text);
            let inner = field[1..field.len() - 1].replace("\"\"", "\"");
            prop_assert!(!inner.starts_with(FORMULA));
            prop_assert_eq!(unfield(&inner), &text);
        }
    }
}
