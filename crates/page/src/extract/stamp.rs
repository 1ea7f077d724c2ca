//! Stamps: short texts that hold a date or a time of day.

use std::ops::RangeInclusive;

/// Bytes of the longest text around a date or a time.
const LONGEST: usize = 40;
/// Bytes of the longest date with a time.
const ALONE: usize = 32;
/// Years, in the common era and in the Buddhist one.
const YEARS: [RangeInclusive<u32>; 2] = [1900..=2100, 2443..=2643];
/// Signs of year, month, day and hour behind their numbers in Chinese, Japanese and Korean.
const BEHIND_NUMBERS: &[char] = &['年', '月', '日', '时', '時', '년', '월', '일', '시'];
/// Words around a time of day whose parts a dot separates.
const CLOCKS: &[&str] = &["kl", "klo", "uhr"];
/// Most words between two numbers of a date: `11 de marzo de 2024`.
const WORDS: usize = 3;

/// A number of ASCII digits in a text.
#[derive(Debug, Clone, Copy)]
struct Number<'t> {
    value: u32,
    digits: usize,
    /// The text up to the next number.
    behind: &'t str,
}

impl Number<'_> {
    fn is_year(&self) -> bool {
        self.digits == 4 && YEARS.iter().any(|years| years.contains(&self.value))
    }

    /// Whether the number can be that of a day or a month, of `most` there are.
    fn is_up_to(&self, most: u32) -> bool {
        self.digits <= 2 && (1..=most).contains(&self.value)
    }
}

/// Whether a text is short and holds a date or a time of day.
pub(super) fn is_in(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let numbers = numbers(text);
    let is_clock = |pair: &[Number<'_>]| is_clock(text, pair[0], pair[1]);
    let is_day = |numbers: &[Number<'_>]| is_day(numbers[0], numbers[1], numbers[2]);
    numbers.windows(2).any(|pair| is_clock(pair) || is_written(pair[0], pair[1]))
        || numbers.windows(3).any(is_day)
}

/// Whether a text is a date or a time of day and nothing else.
pub(super) fn is_alone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    text.len() <= ALONE
        && text.chars().filter(|c| c.is_alphabetic()).count() <= digits
        && is_in(text)
}

/// The numbers of a text that do not belong to a word: `K5` has none.
fn numbers(text: &str) -> Vec<Number<'_>> {
    let mut numbers: Vec<Number<'_>> = Vec::new();
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|start| at + start) {
        let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        at = start + digits;
        // The letter before may be that of a time: `10h30`, `T10:30`.
        let is_word = text[..start].ends_with(|c: char| c.is_ascii_alphabetic())
            && !text[..start].ends_with(['h', 'T']);
        if !is_word && digits <= 4 {
            ends.push((start, at));
        }
    }
    for (place, (start, end)) in ends.iter().enumerate() {
        let next = ends.get(place + 1).map_or(text.len(), |(next, _)| *next);
        let value = text[*start..*end].parse().unwrap_or_default();
        numbers.push(Number { value, digits: end - start, behind: &text[*end..next] });
    }
    numbers
}

/// Whether two numbers are hour and minute: `09:30`, `10h30`, `10.30 Uhr`.
fn is_clock(text: &str, hour: Number<'_>, minute: Number<'_>) -> bool {
    let is_time = hour.digits <= 2 && hour.value <= 24 && minute.digits == 2 && minute.value < 60;
    let is_named = || {
        let words = text.split(|c: char| !c.is_alphabetic());
        words.map(str::to_lowercase).any(|word| CLOCKS.contains(&word.as_str()))
    };
    is_time && (matches!(hour.behind, ":" | "h") || hour.behind == "." && is_named())
}

/// Whether three numbers are day, month and year with one sign between them: `11.03.2024`,
/// `2024-03-11`, `11/3/24`.
fn is_day(first: Number<'_>, second: Number<'_>, third: Number<'_>) -> bool {
    let sign = first.behind.trim_end();
    let is_joined = matches!(sign, "." | "-" | "/") && second.behind.trim_end() == sign;
    let has_year = |year: Number<'_>, day: Number<'_>| {
        day.is_up_to(31) && (year.is_year() || year.digits == 2 && sign != "-")
    };
    is_joined
        && second.is_up_to(31)
        && (has_year(first, third) && first.is_year() || has_year(third, first))
}

/// Whether two numbers are parts of a date in words: `11 March 2024`, `March 11, 2024`, `2024 March 11`,
/// `3月11日`.
fn is_written(first: Number<'_>, second: Number<'_>) -> bool {
    let signs = [first, second].map(|number| number.behind.trim_start().chars().next());
    if signs.iter().all(|sign| sign.is_some_and(|sign| BEHIND_NUMBERS.contains(&sign))) {
        return true;
    }
    let between = first.behind.trim();
    // A month and its day have letters, which stand between day and year or before both.
    let words = between.split_whitespace().count();
    let is_plain = between
        .chars()
        .all(|c| c.is_alphabetic() || c.is_whitespace() || ".,-'".contains(c) || !c.is_ascii());
    let has_month = between.contains(char::is_alphabetic);
    let is_date = first.is_up_to(31) && second.is_year() && !between.is_empty()
        || first.is_year() && second.is_up_to(31) && has_month;
    is_date && words <= WORDS && is_plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_stamps() {
        for text in [
            "09:30",
            "By Tom Reed, 09:30",
            "2024-03-11",
            "2024-03-11T09:30",
            "11.03.2024, 9:30 Uhr",
            "2024. 03. 11.",
            "11/3/24",
            "3\u{6708}11\u{65e5}",
            "2024\u{5e74}3\u{6708}11\u{65e5} 9:30",
            "2024\u{b144} 3\u{c6d4} 11\u{c77c}",
            "11 March 2024",
            "Mar 11, 2024",
            "11 de marzo de 2024",
            "11. m\u{e4}rz 2024",
            "2024. m\u{e1}rcius 11.",
            "2024 m. kovo 11 d.",
            "11 \u{43c}\u{430}\u{440}\u{442}\u{430} 2024",
            "kl. 10.30",
            "10h30",
        ] {
            assert!(is_in(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_no_stamps() {
        for text in [
            "Karcher K5 Premium 2000",
            "$1,299",
            "10.30",
            "1.299,00 \u{20ac}",
            "555-1234",
            "16:90",
            "4.8/5 (120)",
            "In 1911 it was new",
            "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12",
            "Model 11-22-44",
            "No. 7",
            "",
        ] {
            assert!(!is_in(text), "{text}");
        }
        assert!(!is_in(&format!("{} 09:30", "word ".repeat(10))));
    }

    #[test]
    fn stamps_are_dates_and_times_alone() {
        for (text, expected) in [
            ("09:30", true),
            ("11.03.2024, 9:30 Uhr", true),
            ("11 March 2024 09:30", true),
            ("2024\u{5e74}3\u{6708}11\u{65e5} 9:30", true),
            ("By Tom Reed, 09:30", false),
            ("No danger.", false),
            ("In 1911 it was new", false),
            ("No. 7", false),
            ("$1,299", false),
            ("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12", false),
        ] {
            assert_eq!(is_alone(text), expected, "{text}");
        }
    }
}
