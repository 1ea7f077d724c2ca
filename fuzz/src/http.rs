//! Any bytes as the block of a response, decoded.

use scutch_archive::{Limits, parse_http_response};

/// One execution.
pub fn run(data: &[u8]) {
    let limits = Limits { payload: 1 << 20, ..Limits::default() };
    let block = [b"HTTP/1.1 200 OK\r\n", data].concat();
    for block in [data, &block] {
        if let Ok(response) = parse_http_response(block, &limits) {
            response.media_type(None);
            let payload = response.payload(&limits);
            assert!(payload.content.len() <= (1 << 20).max(response.body.len()));
        }
    }
}
