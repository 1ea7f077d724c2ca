//! Cookies (RFC 6265): one cookie, the jar of a run or of a chain of redirects, and files of
//! cookies.

mod cookie;
mod file;
mod jar;

pub use cookie::Cookie;
pub use file::CookieFileError;
pub(crate) use jar::Jar;

/// What becomes of the cookies that hosts set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Cookies {
    /// They are ignored.
    #[default]
    Ignored,
    /// They are sent back along the redirects of the request that they came with, and then
    /// forgotten. Hosts that set a consent cookie and redirect to the same page need no more, and
    /// no answer depends on the requests before it.
    Redirects,
    /// They are kept in memory for the whole run, beginning with these.
    Kept(Vec<Cookie>),
}
