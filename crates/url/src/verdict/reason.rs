//! The reasons for which URLs are rejected.

use super::endpoints::EndpointKind;
use super::traps::Trap;
use super::words::{FileClass, SegmentKind};
use crate::parse::ParseError;

/// A reason to reject a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing on the line.
    Blank,
    /// The line is not UTF-8.
    NotUtf8,
    /// The line has NUL bytes.
    Binary,
    /// Not an http(s) URL.
    Invalid(ParseError),
    /// Longer than wanted.
    TooLong,
    /// User name or password.
    UserInfo,
    /// A port that is not the default.
    Port,
    /// The host is an IP address.
    IpHost,
    /// The host has no registrable domain below a known public suffix.
    Host,
    /// The host is a number that is no address as people write them.
    NumberHost,
    /// The host is an address of a private network.
    PrivateHost,
    /// A service: a form to share, an editor, a counter, a platform.
    Endpoint(EndpointKind),
    /// On the list of hosts not wanted.
    Denied,
    /// Not on the list of hosts wanted.
    NotAllowed,
    /// A file of a class not wanted.
    FileType(FileClass),
    /// A kind of page not wanted, by a segment of the path.
    Segment(SegmentKind),
    /// An index page.
    IndexPage,
    /// Program text in the path.
    ScriptText,
    /// Adult pages and the like.
    Unwanted,
    /// A crawler trap.
    Trap(Trap),
    /// Evidence for another language.
    Language,
}

impl Reason {
    /// Stable reason id.
    pub fn id(self) -> &'static str {
        match self {
            Reason::Blank => "url-blank",
            Reason::NotUtf8 => "not-utf8",
            Reason::Binary => "binary",
            Reason::Invalid(error) => error.id(),
            Reason::TooLong => "url-too-long",
            Reason::UserInfo => "userinfo",
            Reason::Port => "port",
            Reason::IpHost => "host-is-ip",
            Reason::Host => "host-not-registrable",
            Reason::NumberHost => "host-is-number",
            Reason::PrivateHost => "host-not-public",
            Reason::Endpoint(kind) => kind.reason_id(),
            Reason::Denied => "host-denied",
            Reason::NotAllowed => "host-not-allowed",
            Reason::FileType(class) => class.reason_id(),
            Reason::Segment(kind) => kind.reason_id(),
            Reason::IndexPage => "index-page",
            Reason::ScriptText => "script-text",
            Reason::Unwanted => "unwanted-word",
            Reason::Trap(Trap::RepeatingSegments) => "trap-repeating-segments",
            Reason::Trap(Trap::Depth) => "trap-depth",
            Reason::Trap(Trap::Calendar) => "trap-calendar",
            Reason::Trap(Trap::Parameters) => "trap-parameters",
            Reason::Language => "language",
        }
    }

    /// What it means, in one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::Blank => "There is nothing on the line.",
            Reason::NotUtf8 => "The line is not UTF-8 text.",
            Reason::Binary => "The line contains NUL bytes.",
            Reason::Invalid(error) => error.sentence(),
            Reason::TooLong => "The URL is longer than wanted.",
            Reason::UserInfo => "The URL carries a user name or password.",
            Reason::Port => "The URL names a port that is not the default.",
            Reason::IpHost => "The host is an IP address.",
            Reason::Host => "The host is not a name below a known public suffix.",
            Reason::NumberHost => "The host is a number, not an address in four parts.",
            Reason::PrivateHost => "The host is an address that is not of the public internet.",
            Reason::Endpoint(_) => "The address is that of a service, not of a text.",
            Reason::Denied => "The host is on the list of those not wanted.",
            Reason::NotAllowed => "The host is not on the list of those wanted.",
            Reason::FileType(_) => "The file is of a class that is not wanted.",
            Reason::Segment(_) => {
                "A segment or parameter says that the page is of a kind not wanted."
            }
            Reason::IndexPage => "The URL is that of an index page.",
            Reason::ScriptText => {
                "The path contains program text, so a script was taken for a link."
            }
            Reason::Unwanted => "The URL contains a word that stands for unwanted pages.",
            Reason::Trap(_) => "The URL looks like one that a site makes up without end.",
            Reason::Language => "The URL says that the page is in another language.",
        }
    }

    /// All reasons, for lists.
    pub fn all() -> Vec<Reason> {
        let mut all = vec![Reason::Blank, Reason::NotUtf8, Reason::Binary];
        all.extend(ParseError::ALL.iter().copied().map(Reason::Invalid));
        all.extend([Reason::TooLong, Reason::UserInfo, Reason::Port, Reason::IpHost]);
        all.extend([Reason::Host, Reason::NumberHost, Reason::PrivateHost]);
        all.extend([Reason::Denied, Reason::NotAllowed, Reason::ScriptText]);
        all.extend(EndpointKind::ALL.iter().copied().map(Reason::Endpoint));
        all.extend(FileClass::ALL.iter().copied().map(Reason::FileType));
        all.extend(SegmentKind::ALL.iter().copied().map(Reason::Segment));
        all.extend([Reason::IndexPage, Reason::Unwanted, Reason::Language]);
        all.extend(
            [Trap::RepeatingSegments, Trap::Depth, Trap::Calendar, Trap::Parameters]
                .map(Reason::Trap),
        );
        all
    }
}

#[cfg(test)]
mod tests {
    use super::Reason;

    #[test]
    fn ids_are_distinct() {
        let mut ids: Vec<&str> = Reason::all().into_iter().map(Reason::id).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
