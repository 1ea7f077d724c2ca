//! Numbers of bank accounts (IBAN, ISO 13616) and of payment cards (ISO/IEC 7812), by their check
//! digits.

use std::ops::Range;

use super::{ends, is_free};

/// Countries with an IBAN, and its length (SWIFT IBAN registry).
#[rustfmt::skip] // a table reads as a table
const LENGTHS: &[(usize, &str)] = &[
    (15, "NO"), (16, "BE"), (18, "DK FK FI FO GL NL SD"), (19, "MK SI"),
    (20, "AT BA EE KZ LT LU MN XK"), (21, "CH HR LI LV"), (22, "BG BH CR DE GB GE IE ME RS VA"),
    (23, "AE IL IQ OM SO TL"), (24, "AD CZ DJ ES MD PK RO SA SE SK TN VG"), (25, "LY PT ST"),
    (26, "IS TR"), (27, "FR GR IT MC MR SM BI"), (28, "AL AZ BY CY DO GT HU LB NI PL SV"),
    (29, "BR EG PS QA UA"), (30, "JO KW MU YE"), (31, "MT SC"), (32, "LC"), (33, "RU"),
];

/// Issuers: the lowest and highest first six digits, and lengths of their numbers.
const ISSUERS: &[(u32, u32, &[usize])] = &[
    (222_100, 272_099, &[16]),
    (300_000, 305_999, &[14]),
    (309_500, 309_599, &[14]),
    (340_000, 349_999, &[15]),
    (352_800, 358_999, &[16]),
    (360_000, 369_999, &[14]),
    (370_000, 379_999, &[15]),
    (380_000, 399_999, &[14]),
    (400_000, 499_999, &[13, 16, 19]),
    (510_000, 559_999, &[16]),
    (601_100, 601_199, &[16]),
    (620_000, 629_999, &[16, 17, 18, 19]),
    (644_000, 659_999, &[16]),
];

/// Longest number of a card.
const CARD: usize = 19;

/// The IBAN that begins at a byte, with or without spaces between its groups.
pub(super) fn iban(text: &str, at: usize) -> Option<Range<usize>> {
    let (country, check) = text.get(at..at + 4)?.split_at_checked(2)?;
    // Nearly all words end here, before the table is searched.
    if !check.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let country = country.to_ascii_uppercase();
    let known = LENGTHS.iter().find(|(_, countries)| countries.split(' ').any(|c| c == country));
    let (length, _) = known?;
    let (symbols, places) = symbols(&text[at..], *length, u8::is_ascii_alphanumeric);
    let end = at + places.get(length - 1)?;
    (ends(text, end) && is_mod_97(&symbols)).then_some(at..end)
}

/// The number of a card that begins at a byte.
pub(super) fn card(text: &str, at: usize) -> Option<Range<usize>> {
    if !text.as_bytes()[at].is_ascii_digit() || !is_free(text, at) {
        return None;
    }
    let (digits, places) = symbols(&text[at..], CARD, u8::is_ascii_digit);
    (13..=digits.len()).rev().find_map(|length| {
        let (digits, end) = (&digits[..length], at + places[length - 1]);
        (ends(text, end) && is_issued(digits) && is_luhn(digits)).then_some(at..end)
    })
}

/// The symbols that a text begins with, with a space, a no-break space or a hyphen between some, and
/// where each ends.
fn symbols(text: &str, most: usize, is_symbol: fn(&u8) -> bool) -> (Vec<u8>, Vec<usize>) {
    let (mut symbols, mut places) = (Vec::with_capacity(most), Vec::with_capacity(most));
    let mut was_symbol = false;
    for (at, c) in text.char_indices() {
        let symbol = u8::try_from(c).ok().filter(is_symbol);
        if symbols.len() == most
            || symbol.is_none() && !(was_symbol && " -\u{a0}\u{202f}".contains(c))
        {
            break;
        }
        was_symbol = symbol.is_some();
        if let Some(symbol) = symbol {
            symbols.push(symbol.to_ascii_uppercase());
            places.push(at + c.len_utf8());
        }
    }
    (symbols, places)
}

/// Whether the check digits of an IBAN are right (ISO 7064, MOD 97-10).
fn is_mod_97(symbols: &[u8]) -> bool {
    let value = |symbol: &u8| char::from(*symbol).to_digit(36).unwrap_or_default();
    let rest = symbols[4..]
        .iter()
        .chain(&symbols[..4])
        .map(value)
        .fold(0, |rest, value| (rest * if value > 9 { 100 } else { 10 } + value) % 97);
    rest == 1
}

/// Whether an issuer has numbers that begin so, of this length.
fn is_issued(digits: &[u8]) -> bool {
    let first = digits.iter().take(6).fold(0, |n, digit| n * 10 + u32::from(digit - b'0'));
    let is_of = |(low, high, lengths): &(u32, u32, &[usize])| {
        (*low..=*high).contains(&first) && lengths.contains(&digits.len())
    };
    ISSUERS.iter().any(is_of)
}

/// Whether the check digit of a card is right (ISO/IEC 7812-1, annex B).
fn is_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let value = u32::from(digit - b'0') * if place % 2 == 1 { 2 } else { 1 };
            value / 10 + value % 10
        })
        .sum();
    sum.is_multiple_of(10)
}
