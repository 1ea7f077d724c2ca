//! Keys of answers to POST and PUT: the request is part of the address.
//!
//! Answers to a form share one URI. Indexes tell them apart by what was sent:
//! `http://a.example/find` becomes `http://a.example/find?__wb_method=POST&q=tide`. The rules are
//! those of pywb and cdxj-indexer 1.4, after the guideline of the IIPC on CDX lines of requests
//! that are not GET.

mod json;
mod multipart;
mod pairs;
mod query;

pub use pairs::Pairs;

use crate::http::parse_http_request;
use crate::limits::Limits;
use crate::record::{Record, RecordKind};

/// Methods whose body is part of the key.
const METHODS: [&str; 2] = ["POST", "PUT"];

/// Longest query made of a body, in characters.
const LONGEST: usize = 4096;

/// Bytes taken for the body of a request that does not say its length.
const UNSAID: usize = 8192;

/// What was sent with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// The method.
    pub method: &'static str,
    /// The body as a query; empty where there is none, or none that can be read.
    pub query: String,
}

impl Sent {
    /// What the request in a record sent. `None` for requests that only ask, and for other records.
    pub fn from_request(record: &Record<'_>) -> Option<Self> {
        if *record.kind() != RecordKind::Request {
            return None;
        }
        let request = parse_http_request(record.block(), &Limits::default())?;
        let method = METHODS.into_iter().find(|method| request.method == method.as_bytes())?;
        let length = match request.headers.get("Content-Length") {
            Some(length) => length.trim().parse().unwrap_or(0),
            None => UNSAID,
        };
        let body = &request.body[..request.body.len().min(length)];
        let media_type = request.headers.get("Content-Type").unwrap_or_default();
        let query: String = query::from_body(media_type, body).chars().take(LONGEST).collect();
        Some(Self { method, query })
    }

    /// An address with what was sent to it.
    pub fn url(&self, url: &str) -> String {
        let joint = if url.contains('?') { '&' } else { '?' };
        let rest = if self.query.is_empty() { "" } else { "&" };
        format!("{url}{joint}__wb_method={}{rest}{}", self.method, self.query)
    }
}

#[cfg(test)]
mod tests;
