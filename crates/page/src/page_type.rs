//! Types of pages, and predictions of the type of a page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Least probability of a named type. Below it the likeliest type is wrong more often than right.
const SURE: f32 = 0.4;

/// What a page is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PageType {
    /// One text: news, a blog post, an essay, a recipe.
    Article,
    /// How something is used: manuals, references, tutorials.
    Documentation,
    /// What somebody offers to do: companies, programs, software, their home pages.
    Service,
    /// What several people wrote in turn: threads, questions with answers.
    Forum,
    /// Ways to other pages: front pages, archives, categories, search results.
    Listing,
    /// Ways to things on sale.
    Collection,
    /// One thing on sale.
    Product,
    /// None of these for sure.
    Other,
}

impl PageType {
    /// The types that are learned, in the order of their probabilities.
    pub const LEARNED: [Self; 7] = [
        Self::Article,
        Self::Documentation,
        Self::Service,
        Self::Forum,
        Self::Listing,
        Self::Collection,
        Self::Product,
    ];

    /// The name in rows and predictions.
    pub fn id(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Documentation => "documentation",
            Self::Service => "service",
            Self::Forum => "forum",
            Self::Listing => "listing",
            Self::Collection => "collection",
            Self::Product => "product",
            Self::Other => "other",
        }
    }
}

/// The type of a page with its probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TypePrediction {
    /// The likeliest type; [`PageType::Other`] where none is likely enough.
    pub page_type: PageType,
    /// How likely the likeliest type is, from 0 to 1, also where the type is `Other`.
    pub score: f32,
    /// How likely each of [`PageType::LEARNED`] is; they add up to 1. All 0 where there is nothing
    /// to measure.
    pub probabilities: [f32; PageType::LEARNED.len()],
}

impl TypePrediction {
    /// The type of a page without text.
    pub(crate) const UNKNOWN: Self = Self {
        page_type: PageType::Other,
        score: 0.0,
        probabilities: [0.0; PageType::LEARNED.len()],
    };

    /// A page of known type.
    #[cfg(test)]
    pub(crate) fn sure(page_type: PageType) -> Self {
        let probabilities = PageType::LEARNED.map(|of| f32::from(u8::from(of == page_type)));
        Self { page_type, score: 1.0, probabilities }
    }

    /// How likely a learned type is, from 0 to 1; 0 for [`PageType::Other`].
    pub fn probability(self, of: PageType) -> f32 {
        let place = PageType::LEARNED.iter().position(|page_type| *page_type == of);
        place.map_or(0.0, |place| self.probabilities[place])
    }

    /// Whether this type is more likely than all others together.
    pub(crate) fn is(self, of: PageType) -> bool {
        self.probability(of) > 0.5
    }

    /// The prediction that these log odds of the learned types make.
    pub(crate) fn from_odds(odds: [f32; PageType::LEARNED.len()]) -> Self {
        // The largest odds are subtracted so that no power overflows.
        let most = odds.into_iter().fold(f32::MIN, f32::max);
        let powers = odds.map(|odds| (odds - most).exp());
        let sum: f32 = powers.iter().sum();
        let probabilities = powers.map(|power| power / sum);
        let mut best = (PageType::Other, 0.0);
        for (page_type, share) in PageType::LEARNED.into_iter().zip(probabilities) {
            if share > best.1 {
                best = (page_type, share);
            }
        }
        let page_type = if best.1 < SURE { PageType::Other } else { best.0 };
        Self { page_type, score: best.1, probabilities }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ids_are_distinct_and_those_of_serialization() {
        let mut ids: Vec<&str> = PageType::LEARNED.iter().map(|known| known.id()).collect();
        ids.push(PageType::Other.id());
        for known in PageType::LEARNED {
            assert_eq!(serde_json::to_value(known).expect("JSON"), known.id());
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), PageType::LEARNED.len() + 1);
    }

    #[test]
    fn a_type_that_is_hardly_likelier_than_others_is_not_told() {
        let even = TypePrediction::from_odds([0.0; 7]);
        assert_eq!(even.page_type, PageType::Other);
        assert!((even.score - 1.0 / 7.0).abs() < 1e-6, "{}", even.score);
        let mut odds = [0.0; 7];
        odds[3] = 4.0;
        let forum = TypePrediction::from_odds(odds);
        assert_eq!(forum.page_type, PageType::Forum);
        assert!(forum.is(PageType::Forum) && !forum.is(PageType::Article));
        assert!(forum.score > 0.8, "{}", forum.score);
    }

    #[test]
    fn of_equally_likely_types_the_first_counts() {
        let mut odds = [-9.0; 7];
        (odds[1], odds[5]) = (2.0, 2.0);
        assert_eq!(TypePrediction::from_odds(odds).page_type, PageType::Documentation);
    }

    #[test]
    fn no_type_of_an_unknown_page_is_likely() {
        let unknown = TypePrediction::UNKNOWN;
        assert!(PageType::LEARNED.iter().all(|known| unknown.probability(*known) == 0.0));
        assert_eq!(unknown.probability(PageType::Other), 0.0);
    }

    proptest! {
        #[test]
        fn probabilities_add_up_to_one(odds in proptest::array::uniform7(-80.0_f32..80.0)) {
            let typed = TypePrediction::from_odds(odds);
            let sum: f32 = typed.probabilities.iter().sum();
            prop_assert!((sum - 1.0).abs() < 1e-4, "{}", sum);
            let most = typed.probabilities.into_iter().fold(0.0, f32::max);
            prop_assert_eq!(typed.score, most);
        }
    }
}
