//! What is noteworthy about a page, as reason ids.

/// Something noteworthy that happened while a page was read or extracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PageFlag {
    /// [`Limits::input_bytes`](crate::Limits::input_bytes) reached.
    InputCapped,
    /// [`Limits::nodes`](crate::Limits::nodes) reached.
    NodesCapped,
    /// [`Limits::depth`](crate::Limits::depth) reached.
    DepthCapped,
    /// [`Limits::attributes_per_element`](crate::Limits::attributes_per_element) or
    /// [`Limits::attribute_bytes`](crate::Limits::attribute_bytes) reached.
    AttributesCapped,
    /// [`Limits::text_bytes`](crate::Limits::text_bytes) reached.
    TextCapped,
    /// [`Limits::blocks`](crate::Limits::blocks) reached.
    BlocksCapped,
    /// Markup nested so deeply or misnested so often that it was not parsed to the end.
    WorkCapped,
    /// Banners of a web archive were left out.
    ArchiveAdditions,
    /// Most of the text is in `noscript` elements, which were read.
    NoscriptRead,
    /// A text of the structured data that the page does not show was read.
    DeclaredRead,
    /// A JSON-LD script was too large, too deep or malformed.
    JsonldUnusable,
    /// A charset label was overruled by the bytes.
    CharsetLabelOverruled,
    /// A charset label names no encoding of the WHATWG standard.
    CharsetLabelUnknown,
    /// Some bytes mean nothing in the charset and became U+FFFD.
    CharsetErrors,
    /// It is no text in any charset: compressed data, a picture.
    NotText,
    /// Much of the text is UTF-8 that had been read as windows-1252 and stored so.
    Mojibake,
    /// Mojibake that was read back: all of the text went back to UTF-8 without error.
    MojibakeRepaired,
    /// Under the strict rule: the bytes do not decode with the HTTP charset, or UTF-8 without one.
    CharsetHttpFails,
    /// Under the strict rule: the bytes do not decode with the charset declared in the document.
    CharsetDocumentFails,
    /// The page has no visible text.
    NoVisibleText,
    /// Visible text, but none that looks like content: the best of it was taken.
    WeakContent,
    /// Visible text, but all of it is navigation, controls or hidden: the text is empty.
    NoContent,
}

impl PageFlag {
    /// All flags, in the order in which they can arise.
    pub const ALL: &'static [Self] = &[
        Self::InputCapped,
        Self::CharsetLabelUnknown,
        Self::CharsetLabelOverruled,
        Self::CharsetErrors,
        Self::NotText,
        Self::Mojibake,
        Self::MojibakeRepaired,
        Self::CharsetHttpFails,
        Self::CharsetDocumentFails,
        Self::NodesCapped,
        Self::DepthCapped,
        Self::AttributesCapped,
        Self::TextCapped,
        Self::WorkCapped,
        Self::ArchiveAdditions,
        Self::NoscriptRead,
        Self::BlocksCapped,
        Self::JsonldUnusable,
        Self::DeclaredRead,
        Self::NoVisibleText,
        Self::WeakContent,
        Self::NoContent,
    ];

    /// The reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::InputCapped => "page-input-capped",
            Self::NodesCapped => "page-nodes-capped",
            Self::DepthCapped => "page-depth-capped",
            Self::AttributesCapped => "page-attributes-capped",
            Self::TextCapped => "page-text-capped",
            Self::BlocksCapped => "page-blocks-capped",
            Self::WorkCapped => "page-work-capped",
            Self::ArchiveAdditions => "archive-additions",
            Self::NoscriptRead => "noscript-read",
            Self::JsonldUnusable => "jsonld-unusable",
            Self::DeclaredRead => "declared-read",
            Self::CharsetLabelOverruled => "charset-label-overruled",
            Self::CharsetLabelUnknown => "charset-label-unknown",
            Self::CharsetErrors => "charset-errors",
            Self::NotText => "not-text",
            Self::Mojibake => "mojibake",
            Self::MojibakeRepaired => "mojibake-repaired",
            Self::CharsetHttpFails => "charset-http-fails",
            Self::CharsetDocumentFails => "charset-document-fails",
            Self::NoVisibleText => "no-visible-text",
            Self::WeakContent => "weak-content",
            Self::NoContent => "no-content",
        }
    }

    /// The reason as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::InputCapped => "The document is longer than the cap and was cut.",
            Self::NodesCapped => "The document has more nodes than the cap; the rest was left out.",
            Self::DepthCapped => "Elements nested deeper than the cap were flattened.",
            Self::AttributesCapped => "Attributes beyond the cap were left out.",
            Self::TextCapped => "The document has more text than the cap; the rest was left out.",
            Self::BlocksCapped => "The page has more blocks than the cap; the rest was left out.",
            Self::WorkCapped => "Misnested markup would cost too much work; parsing ended there.",
            Self::ArchiveAdditions => "What a web archive put into the page was left out.",
            Self::NoscriptRead => "Most of the text is in noscript elements, which were read.",
            Self::DeclaredRead => {
                "A text that the page holds for scripts, without showing it, was read."
            }
            Self::JsonldUnusable => "A JSON-LD script is malformed, too large or too deep.",
            Self::CharsetLabelOverruled => "The bytes contradict a charset label, which lost.",
            Self::CharsetLabelUnknown => "A charset label names no known encoding.",
            Self::CharsetErrors => "Some bytes mean nothing in the charset.",
            Self::NotText => {
                "Full of control characters: compressed data or a picture, not a text."
            }
            Self::Mojibake => "UTF-8 had been read as windows-1252 before it was stored.",
            Self::MojibakeRepaired => "All of the mojibake went back to UTF-8, which was read.",
            Self::CharsetHttpFails => {
                "The bytes do not decode with the HTTP charset, or UTF-8 without one."
            }
            Self::CharsetDocumentFails => {
                "The bytes do not decode with the charset that the document declares."
            }
            Self::NoVisibleText => "The page has no visible text.",
            Self::WeakContent => "Nothing looks clearly like content; the best of it was taken.",
            Self::NoContent => "All visible text looks like navigation or controls.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_every_flag_once() {
        let mut ids: Vec<_> = PageFlag::ALL.iter().map(|f| f.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), PageFlag::ALL.len());
        assert!(PageFlag::ALL.iter().all(|f| f.sentence().ends_with('.')));
    }
}
