//! What can be odd about an HTTP message.

scutch_url::reasons! {
    /// Something noteworthy about an HTTP message, in the order of the message; its bytes are
    /// delivered all the same.
    pub enum HttpFlag {
        NoHttpHeader = "no-http-header", "A response without an HTTP header: all of it is body.";
        Interim = "http-interim",
            "Interim responses, or the answer of a proxy, stand before the response: passed over.";
        StatusLine = "http-status-line", "The status line names another protocol than HTTP.";
        StatusUnknown = "http-status-unknown", "The status line has no status code.";
        HeaderUnterminated = "http-header-unterminated", "No blank line ends the HTTP header.";
        HeaderTooLarge = "http-header-too-large",
            "The HTTP header exceeds the cap: what is behind the cap counts as body.";
        HeaderEncoding = "http-header-encoding",
            "The HTTP header is not UTF-8; such lines are read as Latin-1.";
        ContentTypes = "http-content-types",
            "Content-Type is stated several times with different values; the first counts.";
        ContentLength = "http-content-length",
            "The body is not as long as its Content-Length says; all of it is used.";
        NotChunked = "not-chunked", "Labelled as chunked but is not: taken as it stands.";
        ChunksBroken = "chunks-broken", "The chunks break off: what came before is used.";
        NotEncoded = "not-encoded",
            "The content encoding does not fit the bytes: taken as they stand.";
        EncodingMislabelled = "encoding-mislabelled",
            "The content encoding is another than the one stated: undone as what it is.";
        EncodingBroken = "encoding-broken",
            "The content encoding breaks off: what came before is used.";
        EncodingUnknown = "encoding-unknown",
            "The content encoding is not known: bytes taken as they stand.";
        EncodingsTooMany = "encodings-too-many",
            "More content encodings are stated than are undone.";
        EncodingLost = "encoding-lost",
            "The content encoding cannot be undone, and the bytes are no text: the content is lost.";
        DecompressionBomb = "decompression-bomb",
            "Its codings expand the body more than 1,100 times, and over two megabytes: it is cut.";
        PayloadTooLarge = "payload-too-large", "The decoded body exceeds the cap and is cut.";
    }
}
