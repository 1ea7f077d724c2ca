//! The cells of a line of a table.

use scutch_foreign::uncell;

/// The cells of a line between tabs, as tables of scutch and of others have them.
pub(crate) fn tsv_cells(line: &str) -> Vec<String> {
    line.split('\t').map(|cell| uncell(cell).trim().to_owned()).collect()
}

/// The fields of a line of CSV (RFC 4180): quotes around a field, doubled inside.
pub(crate) fn csv_cells(line: &str) -> Vec<String> {
    let mut cells = Vec::new();
    let (mut cell, mut is_quoted) = (String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            c => cell.push(c),
        }
    }
    cells.push(cell.trim().to_owned());
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_cut_at_separators_outside_of_quotes() {
        for (line, expected) in [
            ("", &[""][..]),
            ("a,b", &["a", "b"]),
            ("a, b ,", &["a", "b", ""]),
            ("\"a,b\",c", &["a,b", "c"]),
            ("\"a \"\"b\"\"\",c", &["a \"b\"", "c"]),
            ("\"a,b", &["a,b"]),
        ] {
            assert_eq!(csv_cells(line), expected, "{line}");
        }
        assert_eq!(tsv_cells("a\t'=1+1\t b "), ["a", "=1+1", "b"]);
    }
}
