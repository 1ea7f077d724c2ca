//! What a frontier is told, and what it says: settings, URLs handed out, what became of an
//! addition.

use std::error::Error;
use std::fmt;
use std::io;

use super::fingerprint::Status;
use crate::parse::{ParseError, Url};

/// How a frontier hands out URLs.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Milliseconds between two URLs of one registrable domain.
    pub delay: u64,
    /// Product token for robots.txt; with `None` robots.txt is not obeyed.
    pub agent: Option<String>,
    /// A URL is given up after this many failures.
    pub max_tries: u8,
    /// Milliseconds for which a URL that was handed out is kept from others who open the log, if
    /// handouts are to be logged. With `None` it waits again as soon as the log is opened anew.
    pub lease: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { delay: 5000, agent: Some("scutch".to_owned()), max_tries: 3, lease: None }
    }
}

/// A URL to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handout {
    /// The URL.
    pub url: Url,
    /// Number of links between a start of the crawl and this URL.
    pub depth: u8,
    /// Failures so far.
    pub tries: u8,
}

/// A URL as the log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The URL.
    pub url: Url,
    /// Whether it waits, was handed out, or is done.
    pub status: Status,
    /// Priority with which it was added last; 0 is the most urgent.
    pub priority: u8,
    /// Number of links between a start of the crawl and this URL.
    pub depth: u8,
    /// Failures so far.
    pub tries: u8,
}

/// What became of a URL that was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// The URL is new and waits.
    New,
    /// The URL is known, in this or another spelling.
    Known,
    /// Its host was discarded.
    Discarded,
}

/// Why a URL was not added.
#[derive(Debug)]
#[non_exhaustive]
pub enum AddError {
    /// Not an http(s) URL.
    Url(ParseError),
    /// The log could not be written.
    Log(io::Error),
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddError::Url(error) => error.fmt(f),
            AddError::Log(error) => write!(f, "The log of the frontier cannot be written: {error}"),
        }
    }
}

impl Error for AddError {}
