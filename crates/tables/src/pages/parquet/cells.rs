//! Cells of columns as Parquet's own reader decodes them.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Date32Type, Float64Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType,
};
use arrow_array::{Array as _, ArrayRef};

use crate::cell::{date_of_float, date_of_nanoseconds, date_of_number, date_of_text};

/// A cell as bytes, and whether they are text.
pub(super) fn bytes(array: &ArrayRef, at: usize) -> Option<(&[u8], bool)> {
    if array.is_null(at) {
        return None;
    }
    if let Some(texts) = array.as_string_opt::<i32>() {
        return Some((texts.value(at).as_bytes(), true));
    }
    if let Some(texts) = array.as_string_opt::<i64>() {
        return Some((texts.value(at).as_bytes(), true));
    }
    if let Some(texts) = array.as_string_view_opt() {
        return Some((texts.value(at).as_bytes(), true));
    }
    if let Some(bytes) = array.as_binary_opt::<i32>() {
        return Some((bytes.value(at), false));
    }
    if let Some(bytes) = array.as_binary_opt::<i64>() {
        return Some((bytes.value(at), false));
    }
    array.as_binary_view_opt().map(|bytes| (bytes.value(at), false))
}

/// A cell as a time.
pub(super) fn time(array: &ArrayRef, at: usize) -> Option<String> {
    if array.is_null(at) {
        return None;
    }
    let of_text = |(bytes, _)| std::str::from_utf8(bytes).ok().and_then(date_of_text);
    if let Some(times) = array.as_primitive_opt::<TimestampMicrosecondType>() {
        date_of_nanoseconds(times.value(at), 1000)
    } else if let Some(times) = array.as_primitive_opt::<TimestampMillisecondType>() {
        date_of_nanoseconds(times.value(at), 1_000_000)
    } else if let Some(times) = array.as_primitive_opt::<TimestampNanosecondType>() {
        date_of_nanoseconds(times.value(at), 1)
    } else if let Some(times) = array.as_primitive_opt::<TimestampSecondType>() {
        date_of_nanoseconds(times.value(at), 1_000_000_000)
    } else if let Some(days) = array.as_primitive_opt::<Date32Type>() {
        // A day without a time must not claim midnight.
        let midnight = date_of_nanoseconds(i64::from(days.value(at)), 86_400_000_000_000)?;
        Some(midnight.split('T').next().unwrap_or_default().to_owned())
    } else if let Some(numbers) = array.as_primitive_opt::<Int64Type>() {
        date_of_number(numbers.value(at))
    } else if let Some(numbers) = array.as_primitive_opt::<Float64Type>() {
        date_of_float(numbers.value(at))
    } else {
        bytes(array, at).and_then(of_text)
    }
}
