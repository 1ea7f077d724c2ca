//! Why a request has no answer.

use std::io;

use scutch_memento::Refusal;

/// Why a request ended without a usable answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The guard refuses the URI, or one that a redirect leads to.
    #[error("{}", .0.sentence())]
    Refused(Refusal),
    /// The host name has no address.
    #[error("The name of the host cannot be looked up.")]
    NameNotFound,
    /// No address of the host accepts connections.
    #[error("No connection can be made.")]
    Connect,
    /// The proxy refuses to connect to the host.
    #[error("The proxy does not connect to the host.")]
    Proxy,
    /// No connection to the proxy itself, or it asks who we are.
    #[error("The proxy itself cannot be reached, or wants a login.")]
    NoProxy,
    /// TLS failed, or the certificate is not trusted.
    #[error("The connection cannot be made secure.")]
    Tls,
    /// The time for connecting or for the exchange was over.
    #[error("The answer was not complete in time.")]
    Timeout,
    /// The connection ended before the first byte of an answer.
    #[error("The connection ended without an answer.")]
    NoAnswer,
    /// The answer is not HTTP.
    #[error("The answer is not HTTP.")]
    NotHttp,
    /// The head is longer than the limit.
    #[error("The head of the answer is too large.")]
    HeadTooLarge,
    /// The body ended before its announced end.
    #[error("The answer ended before its end.")]
    Truncated,
    /// The answer is longer than the limit.
    #[error("The answer is larger than is taken in.")]
    TooLarge,
    /// Content-Length is malformed or contradicts itself.
    #[error("The answer says no length that makes sense.")]
    BadLength,
    /// Chunks are malformed.
    #[error("The chunks of the answer cannot be read.")]
    BadChunks,
    /// A redirect leads back to an earlier hop.
    #[error("The redirects lead in a circle.")]
    RedirectLoop,
    /// More redirects than the limit.
    #[error("There are more redirects than are followed.")]
    TooManyRedirects,
    /// Every attempt was answered with a status that means "not now".
    #[error(
        "The host answered that it cannot answer now (408, 425, 429, 500, 502, 503, 504), each time it was asked."
    )]
    Status(u16),
    /// Every attempt was answered with an error page of status 200.
    #[error(
        "The host answered with an error page, though with status 200, each time it was asked."
    )]
    ErrorPage,
    /// The host failed more often than its budget allows.
    #[error("The host failed too often and is not asked any more.")]
    HostGivenUp,
    /// The host's robots.txt forbids it.
    #[error("The robots.txt of the host does not allow it.")]
    RobotsDisallowed,
    /// The host's robots.txt could not be fetched.
    #[error("The robots.txt of the host could not be had, so nothing is allowed.")]
    RobotsUnknown,
    /// The temporary file of a long answer cannot be written.
    #[error("There is no room for the answer in the temporary folder.")]
    NoRoom,
    /// The user asked to stop.
    #[error("Interrupted.")]
    Interrupted,
}

impl Failure {
    /// Every failure except refusals, which have [`Refusal::ALL`].
    pub const ALL: &'static [Self] = &[
        Self::NameNotFound,
        Self::Connect,
        Self::Proxy,
        Self::NoProxy,
        Self::Tls,
        Self::Timeout,
        Self::NoAnswer,
        Self::NotHttp,
        Self::HeadTooLarge,
        Self::Truncated,
        Self::TooLarge,
        Self::BadLength,
        Self::BadChunks,
        Self::RedirectLoop,
        Self::TooManyRedirects,
        Self::Status(503),
        Self::ErrorPage,
        Self::HostGivenUp,
        Self::RobotsDisallowed,
        Self::RobotsUnknown,
        Self::NoRoom,
        Self::Interrupted,
    ];

    /// Reason id, stable: rows and reports carry it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.id(),
            // Malformed answers, refusals and TLS errors would be the same the next time.
            Self::NameNotFound => "fetch-name-not-found",
            Self::Connect => "fetch-no-connection",
            Self::Proxy => "fetch-proxy",
            Self::NoProxy => "fetch-no-proxy",
            Self::Tls => "fetch-tls",
            Self::Timeout => "fetch-timeout",
            Self::NoAnswer => "fetch-no-answer",
            Self::NotHttp => "fetch-not-http",
            Self::HeadTooLarge => "fetch-head-too-large",
            Self::Truncated => "fetch-truncated",
            Self::TooLarge => "fetch-too-large",
            Self::BadLength => "fetch-bad-length",
            Self::BadChunks => "fetch-bad-chunks",
            Self::RedirectLoop => "fetch-redirect-loop",
            Self::TooManyRedirects => "fetch-too-many-redirects",
            Self::Status(_) => "fetch-unavailable",
            Self::ErrorPage => "fetch-error-page",
            Self::HostGivenUp => "fetch-host-given-up",
            Self::RobotsDisallowed => "robots-disallowed",
            Self::RobotsUnknown => "robots-unknown",
            Self::NoRoom => "fetch-no-room",
            Self::Interrupted => "interrupted",
        }
    }

    /// Whether no request was sent: any other one to the host would have failed alike.
    pub(crate) fn is_before_asking(self) -> bool {
        matches!(
            self,
            Self::Refused(_)
                | Self::NameNotFound
                | Self::Connect
                | Self::Proxy
                | Self::NoProxy
                | Self::Tls
                | Self::HostGivenUp
        )
    }

    /// Whether the same request may succeed later.
    pub(crate) fn is_transient(self) -> bool {
        matches!(
            self,
            Self::NameNotFound
                | Self::Connect
                | Self::Proxy
                | Self::NoProxy
                | Self::Timeout
                | Self::NoAnswer
                | Self::Truncated
                | Self::Status(_)
                | Self::ErrorPage
        )
    }

    /// Whether nobody may be there, if no head of an answer arrived.
    pub(crate) fn is_silence(self) -> bool {
        matches!(
            self,
            Self::NameNotFound | Self::Connect | Self::Proxy | Self::Timeout | Self::NoAnswer
        )
    }

    /// Whether it counts against the budget of the host. Refusals and our own limits do not, nor
    /// does a large answer. A proxy that is down has a budget of its own.
    pub(crate) fn counts_against_host(self) -> bool {
        !matches!(
            self,
            Self::Refused(_)
                | Self::NoProxy
                | Self::TooLarge
                | Self::HostGivenUp
                | Self::RobotsDisallowed
                | Self::RobotsUnknown
                | Self::NoRoom
                | Self::Interrupted
        )
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // rustls hides its errors inside I/O errors.
        if error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()).is_some() {
            return Self::Tls;
        }
        match error.kind() {
            // A socket timeout is one or the other, depending on the system.
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Self::Timeout,
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe => Self::Truncated,
            _ => Self::Connect,
        }
    }
}
