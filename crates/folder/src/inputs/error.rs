//! Why inputs cannot be read.

use std::io;

use scutch_tables::TableError;

/// Why the inputs cannot be read. The messages are sentences for the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// Nothing was named.
    #[error("no input named: give at least one archive file or folder")]
    Nothing,
    /// The path does not exist.
    #[error("{0}: no such file or folder")]
    Missing(String),
    /// A pattern matched nothing or is malformed.
    #[error("{0}: the pattern matches no file")]
    NoMatch(String),
    /// The file is empty.
    #[error("{0}: the file is empty (0 bytes), so there is nothing to read")]
    Empty(String),
    /// The file was named but holds no archive.
    #[error(
        "{0}: not a web archive (its first bytes are neither WARC nor ARC, plain or compressed)"
    )]
    NotArchive(String),
    /// The file was named, and is a table that lacks what is needed.
    #[error("{path}: {source}")]
    Table {
        /// The path as named.
        path: String,
        /// What it lacks.
        source: TableError,
    },
    /// The index cannot be read, or leads nowhere.
    #[error("{path}: {why}")]
    Index {
        /// The index as named.
        path: String,
        /// What is wrong, with the row where it is one.
        why: String,
    },
    /// An address of a folder, without an index that names its files.
    #[error("{0}: ends with a slash, and folders behind an address are read with an index only")]
    AddressOfFolder(String),
    /// Two inputs have one name in rows.
    #[error(
        "{first} and {second}: both are named `{name}` in rows; name standard input otherwise (--name)"
    )]
    SameName {
        /// The name.
        name: String,
        /// An input with it, as named.
        first: String,
        /// Another one.
        second: String,
    },
    /// A pipe, a socket or a device was named.
    #[error("{0}: no regular file, so it cannot be read twice")]
    NotAFile(String),
    /// The folder holds no archive.
    #[error("{folder}: no web archive in this folder (other files: {others})")]
    EmptyFolder {
        /// The folder as named.
        folder: String,
        /// Files in it that are not archives.
        others: u64,
    },
    /// A record begins before the cut between two shards, and ends behind it.
    #[error("{path}: a record goes on over the cut between two shards at byte {offset}")]
    OverCut {
        /// The path as named or found.
        path: String,
        /// Where the cut is.
        offset: u64,
    },
    /// The operating system refused.
    #[error("{path}: cannot be read")]
    Unreadable {
        /// The path as named or found.
        path: String,
        /// The system's own words.
        source: io::Error,
    },
}
