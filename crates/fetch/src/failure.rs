//! Why there is no answer.

use std::io;

use scutch_memento::Refusal;

/// Why a request ended without an answer to go on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// An address that must not be asked, on the way or at its beginning.
    #[error("{}", .0.sentence())]
    Refused(Refusal),
    /// The name of the host stands for no address.
    #[error("The name of the host cannot be looked up.")]
    NameNotFound,
    /// No connection.
    #[error("No connection can be made.")]
    Connect,
    /// The proxy did not let through.
    #[error("The proxy does not connect to the host.")]
    Proxy,
    /// TLS failed, or the certificate is not to be trusted.
    #[error("The connection cannot be made secure.")]
    Tls,
    /// The total time, or the one for connecting, was over.
    #[error("The answer was not complete in time.")]
    Timeout,
    /// The connection ended before any answer.
    #[error("The connection ended without an answer.")]
    NoAnswer,
    /// What came is not HTTP.
    #[error("The answer is not HTTP.")]
    NotHttp,
    /// Head larger than is read.
    #[error("The head of the answer is too large.")]
    HeadTooLarge,
    /// The body ended too early.
    #[error("The answer ended before its end.")]
    Truncated,
    /// More bytes than are taken in.
    #[error("The answer is larger than is taken in.")]
    TooLarge,
    /// Lengths that contradict each other or cannot be read.
    #[error("The answer says no length that makes sense.")]
    BadLength,
    /// Chunks that cannot be read.
    #[error("The chunks of the answer cannot be read.")]
    BadChunks,
    /// A redirect to where the request has been before.
    #[error("The redirects lead in a circle.")]
    RedirectLoop,
    /// More redirects than are followed.
    #[error("There are more redirects than are followed.")]
    TooManyRedirects,
    /// The host answered that it cannot answer now, each time it was asked.
    #[error(
        "The host answered that it cannot answer now (408, 425, 429, 500, 502, 503, 504), each time it was asked."
    )]
    Status(u16),
    /// The host answered with a page that says that it cannot answer now, each time it was asked.
    #[error(
        "The host answered with an error page, though with status 200, each time it was asked."
    )]
    ErrorPage,
    /// The host failed too often to be asked again.
    #[error("The host failed too often and is not asked any more.")]
    HostGivenUp,
    /// The robots.txt of the host forbids it.
    #[error("The robots.txt of the host does not allow it.")]
    RobotsDisallowed,
    /// The host did not say what it allows.
    #[error("The robots.txt of the host could not be had, so nothing is allowed.")]
    RobotsUnknown,
    /// A long answer could not be put down.
    #[error("There is no room for the answer in the temporary folder.")]
    NoRoom,
    /// The user asked to stop.
    #[error("Interrupted.")]
    Interrupted,
}

impl Failure {
    /// Every failure but refusals, which have a list of their own.
    pub const ALL: &'static [Self] = &[
        Self::NameNotFound,
        Self::Connect,
        Self::Proxy,
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

    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.id(),
            Self::NameNotFound => "fetch-name-not-found",
            Self::Connect => "fetch-no-connection",
            Self::Proxy => "fetch-proxy",
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

    /// Whether the same request may fare better later.
    pub(crate) fn may_pass(self) -> bool {
        matches!(
            self,
            Self::NameNotFound
                | Self::Connect
                | Self::Proxy
                | Self::Timeout
                | Self::NoAnswer
                | Self::Truncated
                | Self::Status(_)
                | Self::ErrorPage
        )
    }

    /// Whether it says something about the host, for its budget. That something is large does not, nor
    /// that there is no room for it here.
    pub(crate) fn is_of_host(self) -> bool {
        !matches!(
            self,
            Self::Refused(_)
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
        if error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()).is_some() {
            return Self::Tls;
        }
        match error.kind() {
            // A socket whose time is over says either, depending on the system.
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Self::Timeout,
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe => Self::Truncated,
            _ => Self::Connect,
        }
    }
}
