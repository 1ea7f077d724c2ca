//! Archives and tables behind addresses: `s3://`, `gs://`, `az://`, `https://`.
//!
//! The only crate that knows `object_store` and an asynchronous runtime. The others see blocking reads
//! of bytes at an offset. [`register`] makes [`scutch_archive::Source`] open addresses, so that whatever
//! reads files reads objects, too. Nothing is asked for that no input names.
//!
//! There are two kinds of reading:
//!
//! - Of an object that an index leads to, the *expected ranges* are fetched a little ahead of the reader,
//!   several at once and each once. They stay in a temporary file.
//! - A whole object comes in *blocks* of a mebibyte. A bounded number is kept in memory, and where reading
//!   goes forward the next ones are fetched ahead.
//!
//! All answers for an object must be of one version of it, by size, ETag and time of change.
//!
//! Credentials come from the environment, as the tools of the clouds have them (`AWS_ACCESS_KEY_ID`,
//! `AWS_ENDPOINT_URL`, `AWS_SKIP_SIGNATURE`, `GOOGLE_SERVICE_ACCOUNT`, `AZURE_STORAGE_ACCOUNT_NAME`, ...).
#![forbid(unsafe_code)]

mod blocks;
mod cache;
mod expected;
mod failure;
mod network;
mod object;
mod opener;
mod plan;
mod selected;
mod spool;
mod stores;

pub use opener::{Remote, register};
