//! Numbers and fields of tables, read fast: each start of a program reads 60,000 of them.

/// Powers of ten that `f32` has exactly.
const POWERS: [f32; 11] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

/// The largest mantissa below which `f32` has every integer.
const EXACT: u32 = 1 << f32::MANTISSA_DIGITS;

/// What [`str::parse`] reads, in a fraction of the time for short decimals such as `-0.13`.
///
/// One exact number divided by another is rounded once, so the result is the nearest there is
/// (Clinger 1990, "How to read floating point numbers accurately"). All other spellings go to the
/// standard library.
pub fn decimal(text: &str) -> Option<f32> {
    short(text.as_bytes()).or_else(|| text.parse().ok())
}

/// Digits with at most one point among them, if they are few.
fn short(text: &[u8]) -> Option<f32> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let (mut mantissa, mut behind, mut point) = (0_u32, 0_usize, false);
    for byte in digits {
        match byte {
            b'0'..=b'9' if mantissa <= EXACT / 16 => {
                mantissa = mantissa * 10 + u32::from(byte - b'0');
                behind += usize::from(point);
            }
            b'.' if !point => point = true,
            _ => return None,
        }
    }
    // A point alone is no number.
    let any = digits.len() > usize::from(point);
    let value = mantissa as f32 / POWERS.get(behind).filter(|_| any)?;
    Some(if negative { -value } else { value })
}

/// The parts of a text between such ASCII characters. They are short here, so that a search by
/// words of memory, as [`str::split`] has it, costs more than it saves.
///
/// # Panics
/// When the character is not ASCII.
pub fn fields(text: &str, divider: u8) -> impl Iterator<Item = &str> {
    assert!(divider.is_ascii(), "other bytes are parts of characters");
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| byte == divider);
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{decimal, fields};

    #[test]
    fn spellings_are_read_as_the_standard_library_reads_them() {
        let texts = [
            "0",
            "-0",
            "7",
            "-7.25",
            "0.1",
            ".5",
            "5.",
            "-.5",
            "0.0000000001",
            "0.00000000001",
            "16777216",
            "16777217",
            "99999999",
            "1048576",
            "1048577",
            "1e5",
            "1E-3",
            "inf",
            "NaN",
            "+1",
            "",
            "-",
            ".",
            "-.",
            "1.2.3",
            "--1",
            " 1",
            "1 ",
            "1_0",
            "٣",
            "0x1",
            "3.4e39",
        ];
        for text in texts {
            let standard = text.parse::<f32>().ok();
            assert_eq!(decimal(text).map(f32::to_bits), standard.map(f32::to_bits), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_decimal_has_the_bits_of_the_standard_library(text in "-?[0-9]{0,9}\\.?[0-9]{0,12}") {
            let standard = text.parse::<f32>().ok();
            prop_assert_eq!(decimal(&text).map(f32::to_bits), standard.map(f32::to_bits));
        }

        #[test]
        fn fields_are_those_of_a_split(text in "[a-zé: ]{0,40}") {
            let found: Vec<&str> = fields(&text, b' ').collect();
            prop_assert_eq!(found, text.split(' ').collect::<Vec<_>>());
        }
    }
}
