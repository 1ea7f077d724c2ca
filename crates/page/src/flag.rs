//! What is noteworthy about a page, as reason ids.

/// Flags with their ids and sentences.
macro_rules! flags {
    ($($(#[$doc:meta])+ $name:ident $id:literal $sentence:literal,)+) => {
        /// Something noteworthy that happened while a page was read or extracted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum PageFlag {
            $($(#[$doc])+ $name,)+
        }

        impl PageFlag {
            /// All flags, in their order in rows.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The reason id.
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)+
                }
            }

            /// The reason as a sentence.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Self::$name => $sentence,)+
                }
            }
        }
    };
}

flags! {
    /// [`Limits::input_bytes`](crate::Limits::input_bytes) reached.
    InputCapped "page-input-capped"
        "The document is longer than the cap and was cut.",
    /// [`Limits::nodes`](crate::Limits::nodes) reached.
    NodesCapped "page-nodes-capped"
        "The document has more nodes than the cap; the rest was left out.",
    /// [`Limits::depth`](crate::Limits::depth) reached.
    DepthCapped "page-depth-capped"
        "Elements nested deeper than the cap were flattened.",
    /// [`Limits::attributes_per_element`](crate::Limits::attributes_per_element) or
    /// [`Limits::attribute_bytes`](crate::Limits::attribute_bytes) reached.
    AttributesCapped "page-attributes-capped"
        "Attributes beyond the cap were left out.",
    /// [`Limits::text_bytes`](crate::Limits::text_bytes) reached.
    TextCapped "page-text-capped"
        "The document has more text than the cap; the rest was left out.",
    /// [`Limits::blocks`](crate::Limits::blocks) reached.
    BlocksCapped "page-blocks-capped"
        "The page has more blocks than the cap; the rest was left out.",
    /// Markup nested so deeply or misnested so often that it was not parsed to the end.
    WorkCapped "page-work-capped"
        "Misnested markup would cost too much work; parsing ended there.",
    /// Banners of a web archive were left out.
    ArchiveAdditions "archive-additions"
        "What a web archive put into the page was left out.",
    /// Most of the text is in `noscript` elements, which were read.
    NoscriptRead "noscript-read"
        "Most of the text is in noscript elements, which were read.",
    /// A page of frames says much to browsers that show none, which was read.
    NoframesRead "noframes-read"
        "The text for browsers without frames was read.",
    /// A text of the structured data that the page does not show was read.
    DeclaredRead "declared-read"
        "A text that the page holds for scripts, without showing it, was read.",
    /// A JSON-LD script was too large, too deep or malformed.
    JsonldUnusable "jsonld-unusable"
        "A JSON-LD script is malformed, too large or too deep.",
    /// A charset label was overruled by the bytes.
    CharsetLabelOverruled "charset-label-overruled"
        "The bytes contradict a charset label, which lost.",
    /// A charset label names no encoding of the WHATWG standard.
    CharsetLabelUnknown "charset-label-unknown"
        "A charset label names no known encoding.",
    /// Some bytes mean nothing in the charset and became U+FFFD.
    CharsetErrors "charset-errors"
        "Some bytes mean nothing in the charset.",
    /// It is no text in any charset: compressed data, a picture.
    NotText "not-text"
        "Full of control characters: compressed data or a picture, not a text.",
    /// Much of the text is UTF-8 that had been read as windows-1252 and stored so.
    Mojibake "mojibake"
        "UTF-8 had been read as windows-1252 before it was stored.",
    /// Mojibake that was read back: all of the text went back to UTF-8 without error.
    MojibakeRepaired "mojibake-repaired"
        "All of the mojibake went back to UTF-8, which was read.",
    /// Under the strict rule: the bytes do not decode with the HTTP charset, or UTF-8 without one.
    CharsetHttpFails "charset-http-fails"
        "The bytes do not decode with the HTTP charset, or UTF-8 without one.",
    /// Under the strict rule: the bytes do not decode with the charset declared in the document.
    CharsetDocumentFails "charset-document-fails"
        "The bytes do not decode with the charset that the document declares.",
    /// The page has no visible text.
    NoVisibleText "no-visible-text"
        "The page has no visible text.",
    /// Visible text, but none that looks like content: the best of it was taken.
    WeakContent "weak-content"
        "Nothing looks clearly like content; the best of it was taken.",
    /// Visible text, but all of it is navigation, controls or hidden: the text is empty.
    NoContent "no-content"
        "All visible text looks like navigation or controls, or is in tables that are not wanted.",
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
