//! Who is answered: requests by the name and the token of this server, from its own pages.
//!
//! The name keeps out pages that let their host name lead to loopback (DNS rebinding), the origin and
//! a header field of our own keep out forms and scripts of other pages (cross-site request forgery),
//! and the token keeps out other users of the machine. No answer allows another origin to read it.

use super::request::{Method, Request};

/// The header field that scripts of other origins cannot send without asking first.
pub const OWN_HEADER: &str = "x-scutch-studio";
/// Segments of a path behind the token.
const MOST_SEGMENTS: usize = 4;

/// The way into a server.
#[derive(Debug, Clone)]
pub struct Door {
    /// The first segment of each path.
    pub token: String,
    /// The port that is listened at.
    pub port: u16,
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The field `Host` is missing, or not that of this server.
    #[error("Refused: the request asks for another host than this one.")]
    Host,
    /// The request comes from a page of another origin, or does not say from which.
    #[error("Refused: the request comes from another page than one of this server.")]
    Origin,
    /// The first segment of the path is not the token.
    #[error("Refused: the address lacks the token. Open the address that the program printed.")]
    Token,
    /// A request to change something is not that of our script.
    #[error("Refused: changes are sent as JSON by the pages of this server only.")]
    Form,
    /// A path that no page of this server has.
    #[error("Refused: the path is not one of this server.")]
    Path,
}

impl Door {
    /// The address of the first page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The segments of the path behind the token.
    ///
    /// # Errors
    /// The refusal.
    pub fn enter<'r>(&self, request: &'r Request) -> Result<Vec<&'r str>, Refusal> {
        // The host comes first: a page with a rebound name must not learn whether a token is right.
        let host = request.header("host").filter(|host| self.is_own(host)).ok_or(Refusal::Host)?;
        self.check_origin(request, host)?;
        let path = request.path.strip_prefix('/').unwrap_or_default();
        let (token, path) = path.split_once('/').unwrap_or((path, ""));
        if !same(token, &self.token) {
            return Err(Refusal::Token);
        }
        if request.method == Method::Post && !is_ours(request) {
            return Err(Refusal::Form);
        }
        segments(path).ok_or(Refusal::Path)
    }

    fn is_own(&self, host: &str) -> bool {
        // With the port: another server of this machine is another origin.
        ["127.0.0.1", "localhost"].iter().any(|name| *host == format!("{name}:{}", self.port))
    }

    fn check_origin(&self, request: &Request, host: &str) -> Result<(), Refusal> {
        let is_posted = request.method == Method::Post;
        let from_own = match request.count("origin") {
            // Browsers send the field with every POST. A typed address has none.
            0 => !is_posted,
            _ => request.header("origin").is_some_and(|origin| origin == format!("http://{host}")),
        };
        // What browsers say of themselves (Fetch Metadata): `none` is an address that was typed.
        let site = match request.count("sec-fetch-site") {
            // Older browsers do not send it. Origin and token hold without it.
            0 => true,
            _ => matches!(request.header("sec-fetch-site"), Some("same-origin" | "none")),
        };
        if from_own && site { Ok(()) } else { Err(Refusal::Origin) }
    }
}

/// Whether a request to change something is one of our script.
fn is_ours(request: &Request) -> bool {
    // Forms can send neither this type nor this field. Scripts of other origins need a permission
    // (CORS preflight), which is never given.
    request.header("content-type") == Some("application/json")
        && request.header(OWN_HEADER) == Some("1")
}

/// The segments of a path; `None` where one has characters that no path of ours has.
fn segments(path: &str) -> Option<Vec<&str>> {
    if path.is_empty() {
        return Some(Vec::new());
    }
    let segments: Vec<&str> = path.split('/').collect();
    let is_plain = |segment: &&str| {
        // Without percent signs nothing needs decoding; without leading dots no path leads up.
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
        !segment.is_empty() && segment.bytes().all(plain) && !segment.starts_with('.')
    };
    (segments.len() <= MOST_SEGMENTS && segments.iter().all(is_plain)).then_some(segments)
}

/// Whether two texts are equal, in a time that does not tell where they differ.
fn same(a: &str, b: &str) -> bool {
    let differing = a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    // The length of a token is no secret.
    a.len() == b.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: (&str, &str) = ("host", "127.0.0.1:9");
    const ORIGIN: (&str, &str) = ("origin", "http://127.0.0.1:9");
    const JSON: (&str, &str) = ("content-type", "application/json");
    const OWN: (&str, &str) = (OWN_HEADER, "1");

    fn entered(method: Method, path: &str, headers: &[(&str, &str)]) -> Result<usize, Refusal> {
        let door = Door { token: "t0".to_owned(), port: 9 };
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let (query, headers) = (String::new(), headers.collect());
        let request = Request { method, path: path.to_owned(), query, headers, body: Vec::new() };
        door.enter(&request).map(|segments| segments.len())
    }

    #[test]
    fn only_requests_of_our_own_pages_enter() {
        use Method::{Get, Post};
        use Refusal::{Form, Host, Origin, Path, Token};
        for (method, path, headers, expected) in [
            (Get, "/t0/", &[HOST][..], Ok(0)),
            (Get, "/t0/label/3", &[HOST, ORIGIN], Ok(2)),
            (Get, "/t0/", &[("host", "localhost:9")], Ok(0)),
            (Get, "/t0/", &[HOST, ("sec-fetch-site", "none")], Ok(0)),
            (Post, "/t0/mark", &[HOST, ORIGIN, JSON, OWN], Ok(1)),
            (Get, "/t0/", &[], Err(Host)),
            (Get, "/t0/", &[HOST, HOST], Err(Host)),
            (Get, "/t0/", &[("host", "rebound.example:9")], Err(Host)),
            (Get, "/t0/", &[("host", "127.0.0.1:8")], Err(Host)),
            (Get, "/t0/", &[HOST, ("origin", "http://127.0.0.1:8")], Err(Origin)),
            (Get, "/t0/", &[HOST, ("origin", "null")], Err(Origin)),
            (Get, "/t0/", &[HOST, ("sec-fetch-site", "same-site")], Err(Origin)),
            (Get, "/t0/", &[HOST, ("sec-fetch-site", "cross-site")], Err(Origin)),
            (Get, "/t1/", &[HOST], Err(Token)),
            (Get, "/", &[HOST], Err(Token)),
            (Get, "/t0x/", &[HOST], Err(Token)),
            (Get, "/t0/../x", &[HOST], Err(Path)),
            (Get, "/t0/a//b", &[HOST], Err(Path)),
            (Get, "/t0/%2e%2e/x", &[HOST], Err(Path)),
            (Get, "/t0/.hidden", &[HOST], Err(Path)),
            (Get, "/t0/a/b/c/d/e", &[HOST], Err(Path)),
            (Post, "/t0/mark", &[HOST, JSON, OWN], Err(Origin)),
            (Post, "/t0/mark", &[HOST, ORIGIN, OWN], Err(Form)),
            (Post, "/t0/mark", &[HOST, ORIGIN, JSON], Err(Form)),
            (Post, "/t0/mark", &[HOST, ORIGIN, ("content-type", "text/plain"), OWN], Err(Form)),
        ] {
            assert_eq!(entered(method, path, headers), expected, "{path} {headers:?}");
        }
    }
}
