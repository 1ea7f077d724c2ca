//! Dates in languages with numbered months, with their own digits, or with their own calendar.

use std::ops::RangeInclusive;

use jiff::civil::Date;

use super::date_tokens::{Habits, Token, behind, date};
use super::eras::BUDDHIST_AHEAD;

/// Abbreviated Thai months, each of two parts with a dot between.
const THAI: [(&str, &str); 12] = [
    ("ม", "ค"),
    ("ก", "พ"),
    ("มี", "ค"),
    ("เม", "ย"),
    ("พ", "ค"),
    ("มิ", "ย"),
    ("ก", "ค"),
    ("ส", "ค"),
    ("ก", "ย"),
    ("ต", "ค"),
    ("พ", "ย"),
    ("ธ", "ค"),
];
/// Buddhist years written with two digits.
const THAI_SHORT: RangeInclusive<i16> = 33..=99;

/// `17 พ.ค. 2562`, `17 พ.ค. 62`.
pub(super) fn thai(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let [day, first, second, year, ..] = tokens else { return None };
    let months = || THAI.iter().zip(1..);
    let (_, month) = months().find(|((a, b), _)| (*a, *b) == (first.text, second.text))?;
    let short =
        || year.small().filter(|n| THAI_SHORT.contains(n)).map(|n| 2500 + n - BUDDHIST_AHEAD);
    let whole = first.behind == "." && second.joins();
    let year = whole.then(|| year.year(habits).or_else(short)).flatten()?;
    date(year, month, day.small()?).map(|date| (date, 4))
}

/// Words before the number of a month in Vietnamese. "th" counts only directly before a digit, for
/// it also ends English ordinals.
const MONTH: &[&str] = &["tháng", "thg", "th"];
/// Vietnamese numbers and names of months. "Mười" may go on: "mười hai" is twelve.
const VIETNAMESE: &[(&str, i16)] = &[
    ("một", 1),
    ("giêng", 1),
    ("hai", 2),
    ("ba", 3),
    ("tư", 4),
    ("bốn", 4),
    ("năm", 5),
    ("sáu", 6),
    ("bảy", 7),
    ("bẩy", 7),
    ("tám", 8),
    ("chín", 9),
    ("mười", 10),
    ("chạp", 12),
];

/// `17 tháng 5, 2019`, `ngày 17 tháng Năm năm 2019`, `Tháng Năm 17, 2019`.
pub(super) fn vietnamese(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    if let Some((month, count)) = numbered_month(tokens) {
        let (at, day) = behind(tokens, count - 1, Token::small)?;
        let (at, year) = behind(tokens, at, |token| token.year(habits))?;
        return date(year, month, day).map(|date| (date, at + 1));
    }
    let day = tokens.first().filter(|token| token.joins())?.small()?;
    let (month, count) = numbered_month(&tokens[1..])?;
    let (at, year) = behind(tokens, count, |token| token.year(habits))?;
    date(year, month, day).map(|date| (date, at + 1))
}

/// A Vietnamese month and its number of tokens.
fn numbered_month(tokens: &[Token<'_>]) -> Option<(i16, usize)> {
    let [word, number, ..] = tokens else { return None };
    // Nearly all words fail here.
    if !word.text.starts_with(['t', 'T']) {
        return None;
    }
    let lower = word.text.to_lowercase();
    let known = MONTH.contains(&lower.as_str());
    if !known || lower == "th" && !word.behind.is_empty() {
        return None;
    }
    if let Some(month) = number.small() {
        return Some((month, 2));
    }
    let value = |token: &Token<'_>| {
        let word = token.text.to_lowercase();
        VIETNAMESE.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
    };
    let month = value(number)?;
    // Only ten goes on: "mười một" is eleven, "mười hai" twelve.
    let more = tokens.get(2).filter(|_| month == 10).and_then(value).filter(|value| *value <= 2);
    Some(more.map_or((month, 2), |more| (month + more, 3)))
}

/// Solar Hijri years in which a web page can have been published.
const SOLAR: RangeInclusive<i16> = 1369..=1479;
/// Months of the Solar Hijri calendar.
const SOLAR_MONTHS: [&str; 12] = [
    "فروردین",
    "اردیبهشت",
    "خرداد",
    "تیر",
    "مرداد",
    "شهریور",
    "مهر",
    "آبان",
    "آذر",
    "دی",
    "بهمن",
    "اسفند",
];

/// `۲۷ اردیبهشت ۱۳۹۸`; in Persian also `۱۳۹۸/۰۲/۲۷`.
pub(super) fn solar(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let [first, second, third, ..] = tokens else { return None };
    // Many keyboards write the Arabic letter instead of the Persian one.
    let name = (!second.text.is_ascii()).then(|| second.text.replace('ي', "ی"));
    let month =
        name.and_then(|name| SOLAR_MONTHS.iter().zip(1..).find(|(month, _)| **month == name));
    let (day, month, year) = match month {
        Some((_, month)) if first.joins() && second.joins() => (first, month, third),
        // Without a month's name only the declared language tells such a date from others.
        None if habits.language == Some("fa") && first.behind == second.behind => {
            (third, second.small().filter(|_| matches!(first.behind, "/" | "-"))?, first)
        }
        _ => return None,
    };
    let (year, _) = year.number.filter(|(year, _)| SOLAR.contains(year))?;
    from_solar(year, month, day.small()?).map(|date| (date, 3))
}

/// The common date of a Solar Hijri one. Eight years of 33 are leap years, which holds from 1244 to
/// 1472.
fn from_solar(year: i16, month: i16, day: i16) -> Option<Date> {
    let is_leap = |year: i16| (i32::from(year) * 8 + 29) % 33 < 8;
    let long = match month {
        1..=6 => 31,
        7..=11 => 30,
        12 => {
            if is_leap(year) {
                30
            } else {
                29
            }
        }
        _ => return None,
    };
    if !(1..=long).contains(&day) {
        return None;
    }
    // Counted from 1 Farvardin 1369, which was 21 March 1990.
    let years: i32 = (*SOLAR.start()..year).map(|year| 365 + i32::from(is_leap(year))).sum();
    let months = i32::from(month - 1) * 30 + i32::from((month - 1).min(6));
    let days = years + months + i32::from(day - 1);
    let days = jiff::Span::new().try_days(days).ok()?;
    Date::new(1990, 3, 21).ok()?.checked_add(days).ok()
}

#[cfg(test)]
mod tests {
    use super::super::date_tokens::Habits;
    use super::super::written::find;

    fn dates(text: &str, language: Option<&str>) -> Vec<String> {
        let habits = Habits { language, ..Habits::default() };
        find(text, habits).into_iter().map(|written| written.date.to_string()).collect()
    }

    #[test]
    fn one_day_by_its_own_digits_numbers_and_years() {
        for (language, text) in [
            (Some("hi"), "१७ मई २०१९"),
            (Some("mr"), "१७ मे २०१९"),
            (Some("bn"), "১৭ মে ২০১৯, ১০:০০"),
            (Some("ur"), "مئی 17، 2019"),
            (Some("ar"), "الجمعة ١٧ مايو ٢٠١٩"),
            (Some("ja"), "２０１９年５月１７日"),
            (Some("th"), "17 พฤษภาคม 2562"),
            (None, "วันที่ ๑๗ พฤษภาคม พ.ศ. ๒๕๖๒"),
            (None, "17 พ.ค. 2562 10:00 น."),
            (None, "ศุกร์ 17 พ.ค. 62"),
            (Some("th"), "17/05/2562"),
            (None, "۱۷ مه ۲۰۱۹"),
            (None, "جمعه ۲۷ اردیبهشت ۱۳۹۸ - ۱۰:۰۰"),
            (Some("fa"), "۱۳۹۸/۰۲/۲۷"),
            (Some("vi"), "Thứ sáu, 17 tháng 5, 2019"),
            (None, "ngày 17 tháng Năm năm 2019"),
            (None, "Tháng Năm 17, 2019"),
            (Some("vi"), "17 Th5, 2019"),
        ] {
            assert_eq!(dates(text, language), ["2019-05-17"], "{text}");
        }
        assert_eq!(dates("১৭ জানুয়ারী ২০১৯", None), ["2019-01-17"]);
        assert_eq!(dates("3 Tháng Mười Hai, 2019", None), ["2019-12-03"]);
        assert_eq!(dates("3 tháng mười 2019", None), ["2019-10-03"]);
    }

    #[test]
    fn solar_years_begin_in_spring() {
        for (text, day) in [
            ("1 فروردین 1369", "1990-03-21"),
            ("30 اسفند 1399", "2021-03-20"),
            ("1 فروردین 1400", "2021-03-21"),
            ("1 مهر 1402", "2023-09-23"),
            ("30 اسفند 1403", "2025-03-20"),
            ("29 اسفند 1407", "2029-03-19"),
            ("30 اسفند 1408", "2030-03-20"),
        ] {
            assert_eq!(dates(text, None), [day], "{text}");
        }
    }

    #[test]
    fn numbers_of_other_languages_stay_what_they_are() {
        for text in ["17 May 1400", "17/05/2562", "1398/02/27", "30 اسفند 1400", "17 tháng 13 2019"]
        {
            assert_eq!(dates(text, Some("en")), Vec::<String>::new(), "{text}");
        }
        for (language, text) in
            [("fa", "۰۲/۱۲/۲۰"), ("fa", "۲۷/۰۲/۹۸"), ("ne", "२०७६-०२-०३"), ("ne", "2076/02/03")]
        {
            assert_eq!(dates(text, Some(language)), Vec::<String>::new(), "{text}");
        }
        assert_eq!(dates("२०१९-०५-१७", Some("ne")), ["2019-05-17"]);
    }
}
