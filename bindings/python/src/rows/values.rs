//! Arrow columns as lists of Python values.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Int32Type, Int64Type, TimestampMicrosecondType,
};
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::{DataType, TimeUnit};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The values of a column; of times their microseconds since 1970.
pub(super) fn list<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    match column.data_type() {
        DataType::Utf8 => text(py, column),
        DataType::Boolean => {
            let values: Vec<_> = column.as_boolean().iter().collect();
            values.into_bound_py_any(py)
        }
        DataType::List(item) if *item.data_type() == DataType::Utf8 => {
            let lists = column.as_list::<i32>().iter();
            let lists = lists.map(|items| items.map(|items| text(py, &items)).transpose());
            lists.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
        }
        DataType::Float32 => numbers::<Float32Type>(py, column),
        DataType::Int32 => numbers::<Int32Type>(py, column),
        DataType::Int64 => numbers::<Int64Type>(py, column),
        DataType::Timestamp(TimeUnit::Microsecond, _) => {
            numbers::<TimestampMicrosecondType>(py, column)
        }
        other => Err(PyTypeError::new_err(format!("columns of {other} have no Python values"))),
    }
}

fn text<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    let values: Vec<Option<&str>> = column.as_string::<i32>().iter().collect();
    values.into_bound_py_any(py)
}

fn numbers<'py, T: ArrowPrimitiveType>(
    py: Python<'py>,
    column: &ArrayRef,
) -> PyResult<Bound<'py, PyAny>>
where
    T::Native: IntoPyObject<'py>,
{
    let values: Vec<Option<T::Native>> = column.as_primitive::<T>().iter().collect();
    values.into_bound_py_any(py)
}
