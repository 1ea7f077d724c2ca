//! Columns of Parquet as what an index needs of them. A column of another type is an error, not a column
//! without values.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Decimal32Type, Decimal64Type, Decimal128Type, DecimalType, Float32Type, Float64Type, Int8Type,
    Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, GenericListArray};

use super::entry::IndexError;
use super::number::{whole_decimal, whole_float};

/// What cannot be read of a column.
fn unread(column: &str, array: &ArrayRef, wanted: &'static str) -> IndexError {
    let (column, found) = (column.to_owned(), array.data_type().to_string());
    IndexError::Type { column, found, wanted }
}

/// How a value is read.
type Reading<T> = for<'a> fn(&'a ArrayRef, usize) -> Option<T>;

/// A column of numbers.
pub(super) struct Numbers<'a> {
    array: &'a ArrayRef,
    read: Reading<u64>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(column: &str, array: &'a ArrayRef) -> Result<Self, IndexError> {
        let read = reading_of_numbers(array);
        let read = read.ok_or_else(|| unread(column, array, "whole numbers"))?;
        Ok(Self { array, read })
    }

    /// A number of bytes. `None` for what is none: nothing, a number below 0, or one with a fraction.
    pub(super) fn get(&self, at: usize) -> Option<u64> {
        if self.array.is_null(at) { None } else { (self.read)(self.array, at) }
    }
}

/// How the numbers of a column are read: integers of all widths, and floats and decimals without a fraction.
fn reading_of_numbers(array: &ArrayRef) -> Option<Reading<u64>> {
    macro_rules! integers {
        ($($kind:ty),*) => {
            [$(array.as_primitive_opt::<$kind>().map(|_| {
                let read: Reading<u64> = |array, at| {
                    u64::try_from(array.as_primitive::<$kind>().value(at)).ok()
                };
                read
            })),*]
        };
    }
    let integers = integers!(
        Int64Type, UInt64Type, Int32Type, UInt32Type, Int16Type, UInt16Type, Int8Type, UInt8Type
    );
    // Tools that know no missing integers turn a column with gaps into floats.
    let floats: [Option<Reading<u64>>; 2] = [
        array.as_primitive_opt::<Float64Type>().map(|_| {
            let read: Reading<u64> =
                |array, at| whole_float(array.as_primitive::<Float64Type>().value(at));
            read
        }),
        array.as_primitive_opt::<Float32Type>().map(|_| {
            let read: Reading<u64> =
                |array, at| whole_float(array.as_primitive::<Float32Type>().value(at).into());
            read
        }),
    ];
    // Databases export whole numbers as decimals.
    let decimals = [
        decimals::<Decimal128Type>(array),
        decimals::<Decimal64Type>(array),
        decimals::<Decimal32Type>(array),
    ];
    integers.into_iter().chain(floats).chain(decimals).flatten().next()
}

/// How decimals of a width are read, if they are of that width.
fn decimals<T: DecimalType>(array: &ArrayRef) -> Option<Reading<u64>>
where
    T::Native: Into<i128>,
{
    array.as_primitive_opt::<T>().map(|_| {
        let read: Reading<u64> = |array, at| {
            let array = array.as_primitive::<T>();
            whole_decimal(array.value(at).into(), array.scale())
        };
        read
    })
}

/// A column of texts.
pub(super) struct Texts<'a>(&'a dyn Array);

impl<'a> Texts<'a> {
    pub(super) fn new(column: &str, array: &'a ArrayRef) -> Result<Self, IndexError> {
        match is_text(array) {
            true => Ok(Self(array)),
            false => Err(unread(column, array, "texts")),
        }
    }

    pub(super) fn get(&self, at: usize) -> Option<&'a str> {
        text(self.0, at)
    }
}

/// Whether a column holds texts, or bytes that may be texts.
fn is_text(array: &dyn Array) -> bool {
    array.as_string_opt::<i32>().is_some()
        || array.as_string_opt::<i64>().is_some()
        || array.as_string_view_opt().is_some()
        || array.as_binary_opt::<i32>().is_some()
        || array.as_binary_opt::<i64>().is_some()
        || array.as_binary_view_opt().is_some()
}

/// The text of a cell. `None` for a missing one, and for bytes that are not UTF-8.
fn text(array: &dyn Array, at: usize) -> Option<&str> {
    if array.is_null(at) {
        return None;
    }
    let texts = array.as_string_opt::<i32>().map(|texts| texts.value(at));
    let texts = texts.or_else(|| array.as_string_opt::<i64>().map(|texts| texts.value(at)));
    let texts = texts.or_else(|| array.as_string_view_opt().map(|texts| texts.value(at)));
    if texts.is_some() {
        return texts;
    }
    // Some writers do not mark texts as such: their columns are plain bytes.
    let bytes = array.as_binary_opt::<i32>().map(|bytes| bytes.value(at));
    let bytes = bytes.or_else(|| array.as_binary_opt::<i64>().map(|bytes| bytes.value(at)));
    let bytes = bytes.or_else(|| array.as_binary_view_opt().map(|bytes| bytes.value(at)));
    bytes.and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// A column of texts, or of lists of them.
pub(super) struct Lists<'a>(&'a ArrayRef);

impl<'a> Lists<'a> {
    pub(super) fn new(column: &str, array: &'a ArrayRef) -> Result<Self, IndexError> {
        let of_lists = array.as_list_opt::<i32>().map(GenericListArray::values);
        let of_lists =
            of_lists.or_else(|| array.as_list_opt::<i64>().map(GenericListArray::values));
        match is_text(of_lists.unwrap_or(array)) {
            true => Ok(Self(array)),
            false => Err(unread(column, array, "texts and lists of texts")),
        }
    }

    /// The texts of a cell, with commas between them.
    pub(super) fn get(&self, at: usize) -> String {
        if self.0.is_null(at) {
            return String::new();
        }
        let values = self.0.as_list_opt::<i32>().map(|lists| lists.value(at));
        let values = values.or_else(|| self.0.as_list_opt::<i64>().map(|lists| lists.value(at)));
        match values {
            Some(values) => {
                let texts = (0..values.len()).filter_map(|at| text(&values, at));
                texts.collect::<Vec<_>>().join(",")
            }
            None => text(self.0, at).unwrap_or_default().to_owned(),
        }
    }
}
