//! Prices in short texts.

/// Signs of currencies.
const SIGNS: &[char] =
    &['$', '€', '£', '¥', '￥', '₹', '₽', '₩', '₺', '₴', '₫', '฿', '₪', '円', '元', '원'];
/// Names and codes of currencies, in lower case.
const NAMES: &[&str] = &[
    "usd", "eur", "gbp", "chf", "cad", "aud", "jpy", "cny", "inr", "rub", "pln", "czk", "huf",
    "sek", "nok", "dkk", "kr", "kr.", "zł", "kč", "ft", "lei", "ron", "лв", "лв.", "руб", "руб.",
    "грн", "грн.", "тг", "r$", "rs", "rs.", "rp", "zl", "euro", "din", "дин",
];

/// Longest name of a currency, in bytes.
const LONGEST: usize = 8;

/// Whether a text holds a number next to the sign or name of a currency.
pub(super) fn is_in(text: &str) -> bool {
    let mut before = None;
    let mut number_before = false;
    for word in text.split_whitespace() {
        let number = word.bytes().any(|b| b.is_ascii_digit());
        if (number && before.is_some_and(is_currency))
            || ((number || number_before) && is_currency(word))
        {
            return true;
        }
        (before, number_before) = (Some(word), number);
    }
    false
}

/// Whether a word is a currency: a word with a sign, or a name without digits.
fn is_currency(word: &str) -> bool {
    let signed = if word.is_ascii() { word.contains('$') } else { word.contains(SIGNS) };
    // A sign may be glued to the number: `$19.99`.
    if signed || word.bytes().any(|b| b.is_ascii_digit()) {
        return signed;
    }
    let name = word.trim_end_matches([',', ';']);
    let named = |known: &&str| {
        known.eq_ignore_ascii_case(name) || (!name.is_ascii() && name.to_lowercase() == **known)
    };
    name.len() <= LONGEST && NAMES.iter().any(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_numbers_with_a_currency() {
        for (text, price) in [
            ("$19.99", true),
            ("ab 19,99 €", true),
            ("1 290 Kč", true),
            ("Rs. 450", true),
            ("US $ and 3 others", false),
            ("2019", false),
            ("euro zone", false),
        ] {
            assert_eq!(is_in(text), price, "{text}");
        }
    }

    #[test]
    fn currencies_stand_beside_numbers() {
        for (text, price) in [
            ("12 EUR", true),
            ("USD 12.50", true),
            ("12€", true),
            ("€ 12", true),
            ("12 руб.", true),
            ("1.290 Ft;", true),
            ("￥1200", true),
            ("1200円", true),
            ("from 12 to 15 zł", true),
            ("kr", false),
            ("12 krone", false),
            ("the 12 dinners", false),
            ("Ft. Worth", false),
            ("12", false),
            ("", false),
        ] {
            assert_eq!(is_in(text), price, "{text}");
        }
    }
}
