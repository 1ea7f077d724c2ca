//! An HTTP request in a block.

use super::{HttpHeaders, HttpResponse, Payload, header_end, status_line};
use crate::limits::Limits;
use crate::record::header::{self, Oddities};
use crate::size::usize_of;

/// An HTTP request as archived.
#[derive(Debug, Clone)]
pub struct HttpRequest<'a> {
    /// The method as written.
    pub method: &'a [u8],
    /// Header fields.
    pub headers: HttpHeaders<'a>,
    /// The body as archived.
    pub body: &'a [u8],
}

impl<'a> HttpRequest<'a> {
    /// Undoes transfer and content codings, which are the same in both directions (RFC 9110,
    /// section 8.4).
    pub fn payload(&self, limits: &Limits) -> Payload<'a> {
        let (headers, body) = (self.headers.clone(), self.body);
        HttpResponse { status: None, headers, body, flags: Vec::new() }.payload(limits)
    }
}

/// Reads the HTTP request in a block; `None` where there is none (RFC 9112, section 3).
pub fn parse_http_request<'a>(block: &'a [u8], limits: &Limits) -> Option<HttpRequest<'a>> {
    let line = status_line(block);
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let method = words.next()?;
    // HTTP/0.9 has no version and no body.
    let is_http = words.nth(1)?.get(..5).is_some_and(|v| v.eq_ignore_ascii_case(b"HTTP/"));
    if !is_http {
        return None;
    }
    let cap = usize_of(limits.http_header);
    let (end, body) = header_end(block, line.len(), cap, &mut Vec::new());
    let mut odd = Oddities::default();
    let text = header::text(block.get(line.len() + 1..end).unwrap_or_default(), &mut odd);
    let mut fields = Vec::new();
    header::fields(&text, &mut fields, &mut odd);
    Some(HttpRequest { method, headers: HttpHeaders { text, fields }, body: &block[body..] })
}
