//! What is noteworthy about a page, as reason ids.

scutch_url::reasons! {
    /// Something noteworthy that happened while a page was read or extracted, in the order of rows.
    pub enum PageFlag {
        /// [`Limits::input_bytes`](crate::Limits::input_bytes) reached.
        InputCapped = "page-input-capped", "The document is longer than the cap and was cut.";
        /// [`Limits::repeated_bytes`](crate::Limits::repeated_bytes) reached.
        RepetitionCut = "page-repetition-cut", "The document repeats the same bytes for more than a \
            megabyte; most repetitions were left out.";
        /// [`Limits::nodes`](crate::Limits::nodes) reached.
        NodesCapped = "page-nodes-capped", "The document has more nodes than the cap; the rest was \
            left out.";
        /// [`Limits::depth`](crate::Limits::depth) reached.
        DepthCapped = "page-depth-capped", "Elements nested deeper than the cap were flattened.";
        /// [`Limits::attributes_per_element`](crate::Limits::attributes_per_element),
        /// [`Limits::attributes`](crate::Limits::attributes),
        /// [`Limits::attribute_bytes`](crate::Limits::attribute_bytes) or, by the values of all of
        /// them, [`Limits::text_bytes`](crate::Limits::text_bytes) reached.
        AttributesCapped = "page-attributes-capped", "Attributes beyond the cap were left out.";
        /// [`Limits::text_bytes`](crate::Limits::text_bytes) reached.
        TextCapped = "page-text-capped", "The document has more text than the cap; the rest was \
            left out.";
        /// [`Limits::blocks`](crate::Limits::blocks) reached.
        BlocksCapped = "page-blocks-capped", "The page has more blocks than the cap; the rest was \
            left out.";
        WorkCapped = "page-work-capped", "Misnested markup would cost too much work; parsing ended \
            there.";
        ArchiveAdditions = "archive-additions", "What a web archive put into the page was left \
            out.";
        NoscriptRead = "noscript-read", "Most of the text is in noscript elements, which were \
            read.";
        NoframesRead = "noframes-read", "The text for browsers without frames was read.";
        DeclaredRead = "declared-read", "A text that the page holds for scripts, without showing \
            it, was read.";
        CanonicalRejected = "canonical-rejected", "The page names an address as its own that cannot \
            be: of the front page, of a private host, or made of two.";
        DateUnreadable = "date-unreadable", "A declared date is in no known form, or has two \
            readings.";
        LanguageOverruled = "language-overruled", "The page declares another language than its text \
            is in, which was taken.";
        JsonldUnusable = "jsonld-unusable", "A JSON-LD script is malformed, too large or too deep.";
        CharsetLabelOverruled = "charset-label-overruled", "The bytes contradict a charset label, \
            which lost.";
        CharsetLabelUnknown = "charset-label-unknown", "A charset label names no known encoding.";
        /// They became U+FFFD.
        CharsetErrors = "charset-errors", "Some bytes mean nothing in the charset.";
        NotText = "not-text", "Full of control characters: compressed data or a picture, not a \
            text.";
        Mojibake = "mojibake", "UTF-8 had been read as windows-1252 before it was stored.";
        MojibakeRepaired = "mojibake-repaired", "All of the mojibake went back to UTF-8, which was \
            read.";
        /// Under the strict rule.
        CharsetHttpFails = "charset-http-fails", "The bytes do not decode with the HTTP charset, \
            or UTF-8 without one.";
        /// Under the strict rule.
        CharsetDocumentFails = "charset-document-fails", "The bytes do not decode with the charset \
            that the document declares.";
        NoVisibleText = "no-visible-text", "The page has no visible text.";
        WeakContent = "weak-content", "Nothing looks clearly like content; the best of it was \
            taken.";
        /// The text is empty.
        NoContent = "no-content", "All visible text looks like navigation or controls, or is in \
            tables that are not wanted.";
        EscapedMarkup = "escaped-markup", "The text shows tags: its markup was escaped once too \
            often.";
        ErrorPage = "error-page", "Next to nothing but the words of an error, though the status \
            may be 200: not found, forbidden, a failing server.";
        ChallengePage = "challenge-page", "Next to nothing but a check that the reader is human, \
            or a call for scripts.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_sentences_end() {
        let mut ids: Vec<_> = PageFlag::ALL.iter().map(|f| f.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), PageFlag::ALL.len());
        assert!(PageFlag::ALL.iter().all(|f| f.sentence().ends_with('.')));
    }
}
