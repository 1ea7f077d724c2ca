//! What can be odd about an HTTP message.

macro_rules! flags {
    ($($(#[doc = $doc:literal])* $name:ident = $id:literal, $sentence:literal;)*) => {
        /// Something noteworthy about an HTTP message; its bytes are delivered all the same.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum HttpFlag { $($(#[doc = $doc])* $name,)* }

        impl HttpFlag {
            /// Every flag, in the order of the message.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Reason id.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// What it means, as a sentence.
            pub fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)* }
            }
        }
    };
}

flags! {
    /// No status line and no header.
    NoHttpHeader = "no-http-header", "A response without an HTTP header: all of it is body.";
    /// A status line that is not HTTP's.
    StatusLine = "http-status-line", "The status line names another protocol than HTTP.";
    /// No number in the status line.
    StatusUnknown = "http-status-unknown", "The status line has no status code.";
    /// The header does not end.
    HeaderUnterminated = "http-header-unterminated", "No blank line ends the HTTP header.";
    /// The header is over the limit.
    HeaderTooLarge = "http-header-too-large", "The HTTP header exceeds the cap: what is behind the cap counts as body.";
    /// Bytes that are not UTF-8.
    HeaderEncoding = "http-header-encoding", "The HTTP header is not UTF-8; such lines are read as Latin-1.";
    /// Several content types.
    ContentTypes = "http-content-types", "Content-Type is stated several times with different values; the first counts.";
    /// The body is not as long as the header says.
    ContentLength = "http-content-length", "The body is not as long as its Content-Length says; all of it is used.";
    /// Chunked by its label only.
    NotChunked = "not-chunked", "Labelled as chunked but is not: taken as it stands.";
    /// The chunks are cut off.
    ChunksBroken = "chunks-broken", "The chunks break off: what came before is used.";
    /// A coding the bytes do not have.
    NotEncoded = "not-encoded", "The content encoding does not fit the bytes: taken as they stand.";
    /// The encoded body is cut off or damaged.
    EncodingBroken = "encoding-broken", "The content encoding breaks off: what came before is used.";
    /// A coding nobody knows.
    EncodingUnknown = "encoding-unknown", "The content encoding is not known: bytes taken as they stand.";
    /// More codings than are undone.
    EncodingsTooMany = "encodings-too-many", "More content encodings are stated than are undone.";
    /// The decoded body is over the limit.
    PayloadTooLarge = "payload-too-large", "The decoded body exceeds the cap and is cut.";
}
