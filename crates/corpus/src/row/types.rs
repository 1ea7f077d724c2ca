//! Stored columns in the types of today.
//!
//! Older corpora have unsigned integers and timestamps in milliseconds. They are still read, verified and
//! searched for duplicates.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::{DataType, TimeUnit};

use super::ColumnKind;

/// An array in the type of its column. One of a type that no version has written stays as it is.
pub(crate) fn in_type_of(kind: ColumnKind, array: &ArrayRef) -> ArrayRef {
    widened(kind, array).unwrap_or_else(|| array.clone())
}

/// An array of an older type. `None` for other types, or if a value does not fit.
fn widened(kind: ColumnKind, array: &ArrayRef) -> Option<ArrayRef> {
    match (kind, array.data_type()) {
        (ColumnKind::I32, DataType::UInt16) => {
            let old = array.as_primitive_opt::<UInt16Type>()?;
            Some(Arc::new(old.unary::<_, Int32Type>(i32::from)))
        }
        (ColumnKind::I64, DataType::UInt32) => {
            let old = array.as_primitive_opt::<UInt32Type>()?;
            Some(Arc::new(old.unary::<_, Int64Type>(i64::from)))
        }
        (ColumnKind::I64, DataType::UInt64) => {
            let old = array.as_primitive_opt::<UInt64Type>()?;
            Some(Arc::new(old.try_unary::<_, Int64Type, _>(i64::try_from).ok()?))
        }
        (ColumnKind::Timestamp, DataType::Timestamp(TimeUnit::Millisecond, _)) => {
            let old = array.as_primitive_opt::<TimestampMillisecondType>()?;
            let micros = |ms: i64| ms.checked_mul(1000).ok_or(());
            let new = old.try_unary::<_, TimestampMicrosecondType, _>(micros).ok()?;
            Some(Arc::new(new.with_timezone("UTC")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::{
        Int32Array, Int64Array, StringArray, TimestampMicrosecondArray, TimestampMillisecondArray,
        UInt16Array, UInt32Array, UInt64Array,
    };

    use super::*;

    #[test]
    fn older_types_become_those_of_today() {
        let times = TimestampMicrosecondArray::from(vec![Some(-7000), None]).with_timezone("UTC");
        #[rustfmt::skip] // a table reads as a table
        let cases: [(ColumnKind, ArrayRef, ArrayRef); 4] = [
            (ColumnKind::I32, Arc::new(UInt16Array::from(vec![Some(u16::MAX), None])), Arc::new(Int32Array::from(vec![Some(65_535), None]))),
            (ColumnKind::I64, Arc::new(UInt32Array::from(vec![Some(u32::MAX), None])), Arc::new(Int64Array::from(vec![Some(4_294_967_295), None]))),
            (ColumnKind::I64, Arc::new(UInt64Array::from(vec![Some(1 << 40), None])), Arc::new(Int64Array::from(vec![Some(1 << 40), None]))),
            (ColumnKind::Timestamp, Arc::new(TimestampMillisecondArray::from(vec![Some(-7), None])), Arc::new(times)),
        ];
        for (kind, old, new) in cases {
            assert_eq!(in_type_of(kind, &old).as_ref(), new.as_ref(), "{kind:?}");
            assert_eq!(in_type_of(kind, &new).as_ref(), new.as_ref(), "{kind:?}");
        }
    }

    #[test]
    fn what_does_not_fit_or_is_no_older_type_stays() {
        let large: ArrayRef = Arc::new(UInt64Array::from(vec![u64::MAX]));
        assert_eq!(in_type_of(ColumnKind::I64, &large).data_type(), &DataType::UInt64);
        let text: ArrayRef = Arc::new(StringArray::from(vec!["1"]));
        assert_eq!(in_type_of(ColumnKind::I64, &text).data_type(), &DataType::Utf8);
    }
}
