//! Numbers of bytes, whatever type they have.

/// The first float that has no integer of its own any more.
const LEAST_INEXACT: f64 = 9_007_199_254_740_992.0;

/// A float without a fraction, as a number of bytes.
pub(super) fn whole_float(number: f64) -> Option<u64> {
    let is_whole = number.fract() == 0.0 && (0.0..LEAST_INEXACT).contains(&number);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
    is_whole.then_some(number as u64)
}

/// A decimal of `scale` digits behind the point, as a number of bytes.
pub(super) fn whole_decimal(digits: i128, scale: i8) -> Option<u64> {
    let unit = 10_i128.checked_pow(u32::from(scale.unsigned_abs()))?;
    let whole = match scale {
        // A negative scale counts zeros before the point.
        ..0 => digits.checked_mul(unit)?,
        _ if digits % unit == 0 => digits / unit,
        _ => return None,
    };
    u64::try_from(whole).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_fraction_are_none() {
        for (float, expected) in [
            (0.0, Some(0)),
            (342.0, Some(342)),
            (0.5, None),
            (-1.0, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
            (1e16, None),
        ] {
            assert_eq!(whole_float(float), expected, "{float}");
        }
        for (digits, scale, expected) in [
            (342, 0, Some(342)),
            (34_200, 2, Some(342)),
            (34_201, 2, None),
            (3, -2, Some(300)),
            (-3, 0, None),
            (1, 100, None),
            (i128::MAX, 0, None),
        ] {
            assert_eq!(whole_decimal(digits, scale), expected, "{digits} {scale}");
        }
    }
}
