//! The type of the page: as learned, and as declared.

use super::{Field, Found, Source};
use crate::{Page, PageType};

/// Types that pages declare, in lower case, and the type of page each stands for.
const DECLARED: &[(&str, PageType)] = &[
    ("article", PageType::Article),
    ("newsarticle", PageType::Article),
    ("blogposting", PageType::Article),
    ("reportagenewsarticle", PageType::Article),
    ("opinionnewsarticle", PageType::Article),
    ("analysisnewsarticle", PageType::Article),
    ("backgroundnewsarticle", PageType::Article),
    ("scholarlyarticle", PageType::Article),
    ("recipe", PageType::Article),
    ("techarticle", PageType::Documentation),
    ("apireference", PageType::Documentation),
    ("service", PageType::Service),
    ("localbusiness", PageType::Service),
    ("softwareapplication", PageType::Service),
    ("discussionforumposting", PageType::Forum),
    ("qapage", PageType::Forum),
    ("blog", PageType::Listing),
    ("itemlist", PageType::Listing),
    ("collectionpage", PageType::Listing),
    ("searchresultspage", PageType::Listing),
    ("product.group", PageType::Collection),
    ("product", PageType::Product),
];
/// Rank of what was learned: what is declared had its say in it.
const LEARNED: u8 = 5;

/// Adds what was learned, and what the declared content types mean.
pub(super) fn read(page: &Page, found: &mut Found) {
    let typed = page.page_type();
    let detail = format!("score {:.2}", typed.score);
    found.push(Field::PageType, LEARNED, Source::Detector, &detail, typed.page_type.id());
    let declared = found.fields.get(Field::ContentType.name()).cloned().unwrap_or_default();
    for (rank, said) in declared {
        let name = said.value.to_ascii_lowercase();
        if let Some((_, meant)) = DECLARED.iter().find(|(known, _)| *known == name) {
            let detail = format!("{} {}", said.detail, said.value);
            found.push(Field::PageType, rank, said.source, &detail, meant.id());
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
}
