//! Tables in Parquet: rows of columns, and values by key.

mod batch;
mod builder;
pub(crate) mod keyed;
mod parquet;

pub(crate) use self::batch::{Batching, schema};
pub(crate) use self::parquet::{ParquetFile, copy_parquet};
