//! The fields that take candidates.

/// A field of [`Metadata`] with candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Title,
    Site,
    Language,
    Author,
    Keyword,
    Published,
    Modified,
    Canonical,
    Description,
    Section,
    Licence,
    Image,
    Subtitle,
    Publisher,
    PartOf,
    Free,
    ContentType,
    PageType,
    Post,
}

impl Field {
    /// The name in rows and JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Site => "site",
            Self::Language => "language",
            Self::Author => "authors",
            Self::Keyword => "keywords",
            Self::Published => "date_published",
            Self::Modified => "date_modified",
            Self::Canonical => "canonical_url",
            Self::Description => "description",
            Self::Section => "section",
            Self::Licence => "licence",
            Self::Image => "image",
            Self::Subtitle => "subtitle",
            Self::Publisher => "publisher",
            Self::PartOf => "part_of",
            Self::Free => "accessible_for_free",
            Self::ContentType => "content_type",
            Self::PageType => "page_type",
            Self::Post => "post_id",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;

    #[test]
    fn names_of_fields_are_those_of_metadata() {
        let fields = [
            Field::Title,
            Field::Site,
            Field::Language,
            Field::Author,
            Field::Keyword,
            Field::Published,
            Field::Modified,
            Field::Canonical,
            Field::Description,
            Field::Section,
            Field::Licence,
            Field::Image,
            Field::Subtitle,
            Field::Publisher,
            Field::PartOf,
            Field::Free,
            Field::ContentType,
            Field::PageType,
            Field::Post,
        ];
        let json = serde_json::to_value(Metadata::default()).expect("plain data");
        for field in fields {
            assert!(json.get(field.name()).is_some(), "{}", field.name());
        }
    }
}
