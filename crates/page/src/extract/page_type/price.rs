//! Whether a short text holds a price.

/// Signs of currencies.
const SIGNS: &[char] = &['$', '€', '£', '¥', '￥', '₹', '₽', '₩', '₺', '₴', '₫', '฿', '₪', '円', '元', '원'];
/// Names of currencies that stand before or behind a number, in lower case.
const NAMES: &[&str] = &[
    "usd", "eur", "gbp", "chf", "cad", "aud", "jpy", "cny", "inr", "rub", "pln", "czk", "huf",
    "sek", "nok", "dkk", "kr", "kr.", "zł", "kč", "ft", "lei", "ron", "лв", "лв.", "руб", "руб.",
    "грн", "грн.", "тг", "r$", "rs", "rs.", "rp", "zl", "euro", "din", "дин",
];

/// Whether a number stands next to the sign or name of a currency.
pub(super) fn is_in(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &&&str| word.bytes().any(|b| b.is_ascii_digit());
    let currency = |word: &str| {
        word.contains(SIGNS) || NAMES.contains(&word.to_lowercase().trim_end_matches([',', ';']))
    };
    words.iter().enumerate().any(|(at, word)| {
        let near = [at.checked_sub(1), Some(at), Some(at + 1)];
        let mut near = near.into_iter().flatten().filter_map(|at| words.get(at));
        currency(word) && near.any(|word| number(&word))
    })
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
}
