//! Tables in Parquet: rows of columns, and values by key.

mod batch;
mod builder;
mod copy;
pub(crate) mod keyed;
mod parquet;
mod provenance;

pub(crate) use self::batch::{Batching, schema};
pub(crate) use self::copy::copy_parquet;
pub(crate) use self::parquet::ParquetFile;
pub(crate) use self::provenance::Provenance;
