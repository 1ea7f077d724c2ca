//! What is sent back.

use std::io::{self, Write};

use maud::Markup;
use serde::Serialize;

/// Codes of HTTP that this server sends (RFC 9110, section 15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// 200.
    Ok,
    /// 303: look there.
    SeeOther,
    /// 400.
    BadRequest,
    /// 403.
    Forbidden,
    /// 404.
    NotFound,
    /// 409: not as things stand.
    Conflict,
    /// 413.
    TooLarge,
    /// 500.
    Failed,
    /// 503.
    Busy,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::SeeOther => "303 See Other",
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::Conflict => "409 Conflict",
            Self::TooLarge => "413 Content Too Large",
            Self::Failed => "500 Internal Server Error",
            Self::Busy => "503 Service Unavailable",
        }
    }
}

/// What a browser may do with an answer (Content Security Policy Level 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Our own pages: our script and our styles, the archived page in a frame, forms that ask.
    Own,
    /// The archived page: shown and nothing else. Without `allow-scripts` nothing in it runs, even
    /// in a window of its own; `allow-same-origin` lets the page around it reach in.
    Archived,
    /// What is no page.
    Nothing,
}

impl Policy {
    fn text(self) -> &'static str {
        match self {
            Self::Own => {
                // The scripts of this server only: archived text that became markup would not run.
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                 connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; \
                 frame-ancestors 'none'"
            }
            Self::Archived => {
                // Style sheets of the archives are written into the page, hence `unsafe-inline`.
                "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; \
                 form-action 'none'; base-uri 'none'; frame-ancestors 'self'; \
                 sandbox allow-same-origin"
            }
            // Even if a browser took the answer for a page, nothing in it would run.
            Self::Nothing => "default-src 'none'; frame-ancestors 'none'; sandbox",
        }
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    status: Status,
    content_type: &'static str,
    policy: Policy,
    body: Vec<u8>,
    location: Option<String>,
}

impl Answer {
    /// A body of some type.
    pub fn new(content_type: &'static str, policy: Policy, body: impl Into<Vec<u8>>) -> Self {
        Self { status: Status::Ok, content_type, policy, body: body.into(), location: None }
    }

    /// A page of ours.
    pub fn page(page: Markup) -> Self {
        Self::new("text/html; charset=utf-8", Policy::Own, page.into_string())
    }

    /// A value as JSON.
    pub fn json(value: &impl Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(body) => Self::new("application/json", Policy::Nothing, body),
            Err(error) => Self::sentence(Status::Failed, &error.to_string()),
        }
    }

    /// A sentence that says why there is no other answer.
    pub fn sentence(status: Status, sentence: &str) -> Self {
        let body = format!("{sentence}\n");
        Self { status, ..Self::new("text/plain; charset=utf-8", Policy::Nothing, body) }
    }

    /// The address of the answer, relative to the request. `to` has no line break.
    pub fn see(to: String) -> Self {
        let empty = Self::sentence(Status::SeeOther, "See there.");
        Self { location: Some(to), ..empty }
    }

    /// Writes the answer; the connection ends behind it.
    pub(super) fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let (status, content_type, policy) =
            (self.status.line(), self.content_type, self.policy.text());
        // `no-store`: a page that is opened again must show the labels of now.
        // `no-referrer`: the address holds the token, which no other site may learn.
        // `nosniff`: bytes of an archive must not become a script or a style sheet by guessing.
        // `same-origin`: pages of other origins neither embed an answer nor hold its window.
        // No DNS prefetch: the hosts of an archived page would learn that it is read.
        let mut head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
             Content-Security-Policy: {policy}\r\nConnection: close\r\nCache-Control: no-store\r\n\
             Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             X-DNS-Prefetch-Control: off\r\n",
            self.body.len()
        );
        if let Some(location) = &self.location {
            head.push_str(&format!("Location: {location}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes())?;
        stream.write_all(&self.body)?;
        stream.flush()
    }
}
