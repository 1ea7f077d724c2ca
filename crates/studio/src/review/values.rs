//! The values of one column in a compact form.

use std::borrow::Cow;
use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use scutch_corpus::row::{AsJson, Cell, Column, ColumnKind};
use scutch_template::compared::timestamp;

use super::Condition;

/// Characters that are kept of a text: what tables show, and as far as sorting tells long texts apart.
const KEPT: usize = 160;

/// The values of a column, by row.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Texts that differ from row to row, one after the other.
    Texts {
        /// All of them.
        all: String,
        /// Where each ends.
        ends: Vec<usize>,
    },
    /// Texts that repeat: number 0 is the empty one.
    Coded {
        /// Each text once.
        names: Names,
        /// The number of each row.
        codes: Vec<u32>,
    },
    /// Lists of texts that repeat.
    Lists {
        /// Each text once.
        names: Names,
        /// The numbers of all rows.
        codes: Vec<u32>,
        /// Where the numbers of each row end.
        ends: Vec<usize>,
    },
    /// Numbers; NaN for none.
    Numbers {
        /// By row.
        all: Vec<f64>,
        /// How they are written.
        kind: ColumnKind,
    },
}

/// Texts with numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Names {
    texts: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Names {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }

    fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }

    fn bytes(&self) -> usize {
        // Each text is held twice, as text and as key, with the overhead of both.
        self.texts.iter().map(|text| 2 * text.len() + 80).sum()
    }
}

impl Values {
    /// No values yet of a column.
    pub fn of_column(column: &Column) -> Self {
        match column.kind {
            ColumnKind::Text | ColumnKind::Bool if column.repeats => Self::of_names(),
            ColumnKind::Text | ColumnKind::Bool => {
                Self::Texts { all: String::new(), ends: Vec::new() }
            }
            ColumnKind::List => Self::of_lists(),
            kind => Self::Numbers { all: Vec::new(), kind },
        }
    }

    /// No texts yet, which repeat.
    pub fn of_names() -> Self {
        let mut names = Names::default();
        names.number("");
        Self::Coded { names, codes: Vec::new() }
    }

    /// No lists yet.
    pub fn of_lists() -> Self {
        Self::Lists { names: Names::default(), codes: Vec::new(), ends: Vec::new() }
    }

    /// Adds the value of the next row.
    pub fn push(&mut self, cell: Cell<'_>) {
        match self {
            Self::Texts { all, ends } => {
                all.push_str(&cut(&text_of(cell)));
                ends.push(all.len());
            }
            Self::Coded { names, codes } => codes.push(names.number(&cut(&text_of(cell)))),
            Self::Lists { names, codes, ends } => {
                if let Cell::List(items) = cell {
                    codes.extend(items.iter().map(|item| names.number(&cut(item))));
                }
                ends.push(codes.len());
            }
            Self::Numbers { all, .. } => all.push(number_of(cell)),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Texts { ends, .. } | Self::Lists { ends, .. } => ends.len(),
            Self::Coded { codes, .. } => codes.len(),
            Self::Numbers { all, .. } => all.len(),
        }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes in memory, about.
    pub fn bytes(&self) -> usize {
        let word = size_of::<usize>();
        match self {
            Self::Texts { all, ends } => all.capacity() + word * ends.capacity(),
            Self::Coded { names, codes } => names.bytes() + 4 * codes.capacity(),
            Self::Lists { names, codes, ends } => {
                names.bytes() + 4 * codes.capacity() + word * ends.capacity()
            }
            Self::Numbers { all, .. } => word * all.capacity(),
        }
    }

    /// The value of a row as it is shown; empty if it is missing.
    pub fn shown(&self, row: usize) -> Cow<'_, str> {
        match self {
            Self::Texts { all, ends } => all[span(ends, row)].into(),
            Self::Coded { names, codes } => names.text(codes[row]).into(),
            Self::Lists { names, codes, ends } => {
                let texts: Vec<&str> =
                    codes[span(ends, row)].iter().map(|code| names.text(*code)).collect();
                texts.join(", ").into()
            }
            Self::Numbers { all, kind } => shown_number(all[row], *kind).into(),
        }
    }

    /// The order of two rows: missing values come last, equal ones in the order of the corpus.
    pub fn compare(&self, a: usize, b: usize, descending: bool) -> Ordering {
        let (missing, order) = match self {
            Self::Numbers { all, .. } => {
                ((all[a].is_nan(), all[b].is_nan()), all[a].total_cmp(&all[b]))
            }
            _ => {
                let (a, b) = (self.shown(a), self.shown(b));
                ((a.is_empty(), b.is_empty()), a.cmp(&b))
            }
        };
        // Only this is reversed: missing values come last in both directions.
        let order = if descending { order.reverse() } else { order };
        missing.0.cmp(&missing.1).then(order).then(a.cmp(&b))
    }

    /// Takes those rows out of `kept` that do not fulfil a condition.
    pub fn retain(&self, condition: &Condition, kept: &mut [bool]) {
        // Each text is judged once, not once a row: a million rows may share a dozen.
        let names_hold = |names: &Names| -> Vec<bool> {
            names.texts.iter().map(|text| condition.holds_for_text(text)).collect()
        };
        match self {
            Self::Coded { names, codes } => {
                let hold = names_hold(names);
                for (kept, code) in kept.iter_mut().zip(codes) {
                    *kept &= hold[*code as usize];
                }
            }
            Self::Lists { names, codes, ends } => {
                for (row, kept) in kept.iter_mut().enumerate().filter(|(_, kept)| **kept) {
                    let texts = codes[span(ends, row)].iter().map(|code| names.text(*code));
                    *kept = condition.holds_for_list(texts);
                }
            }
            Self::Texts { .. } => {
                for (row, kept) in kept.iter_mut().enumerate().filter(|(_, kept)| **kept) {
                    *kept = condition.holds_for_text(&self.shown(row));
                }
            }
            Self::Numbers { all, kind } => {
                // Times are compared as shown: digits of fixed width sort like times.
                let is_time = *kind == ColumnKind::Timestamp;
                for (row, kept) in kept.iter_mut().enumerate().filter(|(_, kept)| **kept) {
                    let shown = shown_number(all[row], *kind);
                    *kept = match is_time {
                        true => condition.holds_for_text(&shown),
                        false => condition.holds_for_number(all[row], &shown),
                    };
                }
            }
        }
    }
}

fn span(ends: &[usize], row: usize) -> std::ops::Range<usize> {
    row.checked_sub(1).map_or(0, |before| ends[before])..ends[row]
}

/// The first characters of a text, on one line.
fn cut(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(KEPT) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

fn text_of(cell: Cell<'_>) -> Cow<'_, str> {
    match cell {
        Cell::Text(text) => text.unwrap_or_default().into(),
        Cell::Json(value) => value.map(AsJson::to_json).unwrap_or_default().into(),
        Cell::List(items) => items.join(", ").into(),
        Cell::Bool(value) => value.map(|value| value.to_string()).unwrap_or_default().into(),
        other => shown_number(number_of(other), ColumnKind::F32).into(),
    }
}

fn number_of(cell: Cell<'_>) -> f64 {
    match cell {
        // Times and counts are below 2^53, so that no digit is lost.
        Cell::Timestamp(value) | Cell::I64(value) => value.map_or(f64::NAN, |value| value as f64),
        Cell::F32(value) => value.map_or(f64::NAN, f64::from),
        Cell::I32(value) => value.map_or(f64::NAN, f64::from),
        _ => f64::NAN,
    }
}

fn shown_number(number: f64, kind: ColumnKind) -> String {
    if number.is_nan() {
        return String::new();
    }
    match kind {
        ColumnKind::Timestamp => time(&timestamp((number / 1000.0).floor() as i64)),
        // With 32 bits as stored: 0.1 would otherwise be shown as 0.10000000149011612.
        ColumnKind::F32 => (number as f32).to_string(),
        _ => format!("{number:.0}"),
    }
}

/// `20190517100002` as `2019-05-17 10:00:02`.
fn time(digits: &str) -> String {
    let part = |range: std::ops::Range<usize>| digits.get(range).unwrap_or("00");
    match digits.get(..4) {
        None => String::new(),
        Some(year) => format!(
            "{year}-{}-{} {}:{}:{}",
            part(4..6),
            part(6..8),
            part(8..10),
            part(10..12),
            part(12..14)
        ),
    }
}

#[cfg(test)]
mod tests {
    use scutch_corpus::row::COLUMNS;

    use super::*;

    fn values(name: &str, cells: &[Cell<'_>]) -> Values {
        let column = COLUMNS.iter().find(|column| column.name == name).expect("a column");
        let mut values = Values::of_column(column);
        for cell in cells {
            values.push(*cell);
        }
        values
    }

    fn shown(values: &Values) -> Vec<String> {
        (0..values.len()).map(|row| values.shown(row).into_owned()).collect()
    }

    fn sorted(values: &Values, descending: bool) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..values.len()).collect();
        rows.sort_by(|a, b| values.compare(*a, *b, descending));
        rows
    }

    #[test]
    fn values_are_kept_shown_and_sorted_with_missing_ones_last() {
        let flags = ["b", "a"].map(str::to_owned);
        let time = Cell::Timestamp(Some(1_558_087_202_000_000));
        for (values, expected, up, down) in [
            (
                values("url", &[Cell::Text(Some("b")), Cell::Text(None), Cell::Text(Some("a"))]),
                ["b", "", "a"],
                [2, 0, 1],
                [0, 2, 1],
            ),
            (
                values(
                    "language",
                    &[Cell::Text(None), Cell::Text(Some("de")), Cell::Text(Some("de"))],
                ),
                ["", "de", "de"],
                [1, 2, 0],
                [1, 2, 0],
            ),
            (
                values("flags", &[Cell::List(&flags[..1]), Cell::List(&[]), Cell::List(&flags)]),
                ["b", "", "b, a"],
                [0, 2, 1],
                [2, 0, 1],
            ),
            (
                values("n_words", &[Cell::I64(Some(10)), Cell::I64(Some(9)), Cell::I64(None)]),
                ["10", "9", ""],
                [1, 0, 2],
                [0, 1, 2],
            ),
            (
                values("timestamp", &[Cell::Timestamp(None), time, Cell::Text(None)]),
                ["", "2019-05-17 10:00:02", ""],
                [1, 0, 2],
                [1, 0, 2],
            ),
            (
                values(
                    "content_ratio",
                    &[Cell::F32(Some(0.1)), Cell::F32(None), Cell::F32(Some(1.0))],
                ),
                ["0.1", "", "1"],
                [0, 2, 1],
                [2, 0, 1],
            ),
        ] {
            assert_eq!(shown(&values), expected);
            assert_eq!(
                (sorted(&values, false), sorted(&values, true)),
                (up.to_vec(), down.to_vec())
            );
            assert!(values.bytes() > 0 && !values.is_empty());
        }
        let long = values("url", &[Cell::Text(Some(&"ä".repeat(1000)))]);
        assert_eq!(long.shown(0).chars().count(), KEPT + 1);
    }

    #[test]
    fn conditions_take_rows_out() {
        let flags = ["b", "a"].map(str::to_owned);
        let time = Cell::Timestamp(Some(1_558_087_202_000_000));
        for (values, condition, expected) in [
            (
                values("url", &[Cell::Text(Some("x/1")), Cell::Text(None)]),
                "url:has:X/",
                [true, false],
            ),
            (
                values("language", &[Cell::Text(Some("de")), Cell::Text(None)]),
                "l:missing",
                [false, true],
            ),
            (values("flags", &[Cell::List(&flags), Cell::List(&[])]), "flags:is:a", [true, false]),
            (
                values("n_words", &[Cell::I64(Some(9)), Cell::I64(Some(10))]),
                "n:from:10",
                [false, true],
            ),
            (values("timestamp", &[time, Cell::Timestamp(None)]), "t:to:2019-05", [true, false]),
            (
                values("content_ratio", &[Cell::F32(Some(0.1)), Cell::F32(None)]),
                "c:is:0.1",
                [true, false],
            ),
        ] {
            let condition = Condition::parse(condition).expect("a condition");
            let mut kept = [true, true];
            values.retain(&condition, &mut kept);
            assert_eq!(kept, expected, "{condition:?}");
        }
    }
}
