//! Tables in Parquet: rows of columns, and values by key.

mod builder;
pub(crate) mod keyed;
mod parquet;

pub(crate) use self::parquet::{ParquetFile, copy_parquet};
