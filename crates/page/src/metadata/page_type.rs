//! The type of the page: as learned from its look, and as declared.

use super::field::Field;
use super::found::Found;
use crate::structured::schema_types;
use crate::{Page, PageType};

/// Rank of the learned type. It wins because the declarations are among its features.
const LEARNED: u8 = 5;

/// Adds the learned type, and the types that declared content types stand for.
pub(super) fn read(page: &Page, found: &mut Found) {
    let typed = page.page_type();
    let detail = format!("score {:.2}", typed.score);
    // For `other` the score says how likely the rejected type was: it is not the type's confidence.
    let score = (typed.page_type != PageType::Other).then_some(typed.score);
    found.detect(Field::PageType, LEARNED, &detail, typed.page_type.id(), score);
    let declared = found.fields.get(Field::ContentType.name()).cloned().unwrap_or_default();
    for (rank, candidate) in declared {
        if let Some(meant) =
            schema_types::by_name(&candidate.value).and_then(|known| known.page_type)
        {
            let detail = format!("{} {}", candidate.detail, candidate.value);
            found.push(Field::PageType, rank, candidate.source, &detail, meant.id());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{ExtractConfig, Hints, Limits, Page, Source, extract};

    #[test]
    fn declared_types_stand_beside_the_learned_one() {
        let html =
            "<script type=application/ld+json>{\"@type\":\"QAPage\",\"name\":\"Flooded?\"}</script>
            <meta property=og:type content=product><p>Is the path flooded?";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
        let said = metadata.candidates["page_type"].iter();
        let said: Vec<_> = said.map(|found| (found.source, found.value.as_str())).collect();
        assert_eq!(said[0].0, Source::Detector);
        assert_eq!(metadata.page_type.as_deref(), Some(said[0].1));
        assert_eq!(said[1..], [(Source::Jsonld, "forum"), (Source::Meta, "product")]);
    }

    #[test]
    fn all_types_that_tell_are_read_in_all_spellings() {
        for (declared, content_type, page_type) in [
            ("LiveBlogPosting", "LiveBlogPosting", Some("article")),
            ("https://schema.org/ReviewNewsArticle", "ReviewNewsArticle", Some("article")),
            ("newsarticle", "NewsArticle", Some("article")),
            ("schema:SocialMediaPosting", "SocialMediaPosting", Some("forum")),
            ("HowTo", "HowTo", Some("documentation")),
            ("WebPage", "WebPage", None),
        ] {
            let html = format!(
                "<script type=application/ld+json>{{\"@type\":\"{declared}\"}}</script><p>The path is flooded."
            );
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
            assert_eq!(metadata.content_type.as_deref(), Some(content_type));
            let said = metadata.candidates["page_type"].get(1);
            assert_eq!(said.map(|found| found.value.as_str()), page_type, "{declared}");
        }
    }

    #[test]
    fn open_graph_types_are_read_in_all_cases() {
        for (value, expected) in [("Article", Some("Article")), ("-", None), ("music.song", None)] {
            let html = format!("<meta property=og:type content='{value}'><p>The path is flooded.");
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
            assert_eq!(metadata.content_type.as_deref(), expected);
        }
    }
}
