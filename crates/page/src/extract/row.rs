//! The row of features of a block: which there are, in which order, under which names.
//!
//! A feature is a number between about -1 and 1, most of them 0 or 1. Their names are the keys of
//! the weight tables in `data/`, so a feature is renamed or added together with a new fit.

use super::lexicon;
use super::signpost::SignKind;
use crate::Reason;
use crate::block::Meaning;

macro_rules! features {
    ($($reason:ident: $($variant:ident $name:literal),+;)+) => {
        /// A feature that is not a class word.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        pub(super) enum Feature { $($($variant,)+)+ }

        pub(super) const NAMED: &[(&str, Reason)] = &[$($(($name, Reason::$reason),)+)+];
    };
}

features! {
    Kind:
        Bias "bias", Paragraph "paragraph", HeadingHigh "heading-1-2", HeadingLow "heading-3-6",
        Item "list-item", Code "code", Cell "cell", Caption "caption", Term "term",
        Definition "definition", TagP "tag-p", TagLi "tag-li", TagTd "tag-td", TagOther "tag-other",
        Quote "quote", LineBreaks "line-breaks";
    Length:
        Chars10 "chars-under-10", Chars25 "chars-under-25", Chars50 "chars-under-50",
        Chars100 "chars-under-100", Chars200 "chars-under-200", Chars400 "chars-under-400",
        CharsMore "chars-more";
    Wording:
        Sentence "one-sentence", Sentences "sentences", EndsSentence "ends-sentence",
        EndsColon "ends-colon", Comma "comma", Commas "commas", Digits "digits", Upper "upper",
        Symbols "symbols", Repeated "repeated-text",
        RepeatedSentences "repeated-sentences";
    LinkDensity:
        LinkNone "links-none", LinkSome "links-some", LinkHalf "links-half", LinkMost "links-most",
        LinkAll "links-all", LinkLong "links-most-long", LinkAllLong "links-all-long";
    Position:
        First "first-tenth", Early "early", Late "late", Last "last-tenth",
        BeforeTitle "before-title", AfterTitle "after-title", IsTitle "is-title",
        NearTitle "close-to-title", TitleUnknown "title-unknown";
    Structure:
        Article "in-article", Main "in-main", Nav "in-nav", Aside "in-aside", Footer "in-footer",
        Header "in-header", HeaderOfArticle "in-header-of-article", Form "in-form",
        Figure "in-figure", Details "in-details", Button "in-button", LayoutTable "in-layout-table",
        List "in-list", ListLinks "in-list-of-links", ListLong "in-list-of-texts",
        ListDeep "in-list-deep", Declared "declared", NoArticleOnPage "no-article-on-page",
        ManyArticles "many-articles", InBody "in-declared-body",
        NotInBody "not-in-declared-body", InDescription "in-description", Hidden "hidden", HiddenShort "hidden-short";
    Neighbours:
        PreviousLong "previous-long", PreviousShort "previous-short", PreviousLinks "previous-links",
        PreviousHeading "previous-heading", NextLong "next-long", NextShort "next-short",
        NextLinks "next-links", NextHeading "next-heading", SecondPreviousLong "second-previous-long",
        SecondNextLong "second-next-long", WindowText "window-text", WindowLinks "window-links",
        NoPrevious "no-previous", NoNext "no-next", HeadingOverText "heading-over-text",
        HeadingOverLinks "heading-over-links";
    Container:
        InnerText "inner-text", InnerLinks "inner-links", InnerShare "inner-share",
        InnerLong "inner-long", InnerBlocks "inner-blocks", MiddleText "middle-text",
        MiddleLinks "middle-links", MiddleShare "middle-share", MiddleLong "middle-long",
        OuterLinks "outer-links", OuterShare "outer-share", OuterLong "outer-long",
        InCore "in-core", AroundCore "around-core", FarFromCore "far-from-core",
        CoreShare "core-share", OutsideStrongCore "outside-strong-core";
    Repetition:
        PathCount "path-count", PathText "path-text", PathLinks "path-links", PathAlone "path-alone",
        GroupMembers "group-members", GroupShare "group-share", GroupLength "group-length",
        GroupLinks "group-links", GroupText "group-text", GroupPictured "group-pictured",
        GroupPriced "group-priced", GroupDated "group-dated", GroupHeaded "group-headed",
        GroupLinked "group-linked";
    Signpost:
        SignSince "since-signpost", SignLed "signpost-led";
    Layout:
        CellShare "cell-share", CellLinks "cell-links", CellLong "cell-long", Tables "tables",
        LoneCell "lone-cell", Coloured "coloured", ControlsInner "controls-inner",
        ControlsMiddle "controls-middle", PicturesInner "pictures-inner", BehindRule "behind-rule",
        FirstInside "first-inside", LastInside "last-inside", CardTitle "card-title",
        CardText "card-text";
    Marks:
        Linked "linked", LinkedLine "linked-line", Strong "strong", StrongLine "strong-line",
        Emphasis "emphasis", Dated "dated", Price "price";
}

/// Number of meanings of class words.
pub(super) const MEANINGS: usize = Meaning::ALL.len();
/// Number of kinds of signposts.
pub(super) const KINDS: usize = SignKind::ALL.len();
/// Index of the first feature of signposts.
pub(super) const SIGNS: usize = NAMED.len() + 2 * MEANINGS;
/// Index of the first feature of learned words.
pub(super) const LEARNED: usize = SIGNS + 2 * KINDS;
/// Number of features.
pub(super) const COUNT: usize = LEARNED + lexicon::COUNT;

/// Name of each feature, in order.
pub(super) fn names() -> Vec<String> {
    let near = Meaning::ALL.iter().map(|m| format!("near-{}", m.name()));
    let far = Meaning::ALL.iter().map(|m| format!("far-{}", m.name()));
    let signs = SignKind::ALL.iter().map(|k| format!("sign-{}", k.name()));
    let under = SignKind::ALL.iter().map(|k| format!("under-{}", k.name()));
    let named = NAMED.iter().map(|(name, _)| (*name).to_owned());
    let learned = lexicon::FEATURES.into_iter().map(|(name, _)| name.to_owned());
    named.chain(near).chain(far).chain(signs).chain(under).chain(learned).collect()
}

/// The reason group of a feature.
pub(super) fn reason(feature: usize) -> Reason {
    match feature {
        // Meanings of class words follow the named features and have no entry there.
        ..SIGNS => NAMED.get(feature).map_or(Reason::ClassWords, |(_, reason)| *reason),
        SIGNS..LEARNED => Reason::Signpost,
        _ => lexicon::FEATURES[feature - LEARNED].1,
    }
}

/// The features of one block.
#[derive(Debug, Clone)]
pub(super) struct Row(pub(super) [f32; COUNT]);

impl Row {
    pub(super) fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }

    pub(super) fn flag(&mut self, feature: Feature, holds: bool) {
        self.set(feature, f32::from(u8::from(holds)));
    }

    /// Sets the first feature whose bound is above `value`, or the last one.
    pub(super) fn bucket(&mut self, value: f32, bounds: &[(f32, Feature)]) {
        // The last bound is `f32::MAX`; NaN, which is below no bound, falls there as well.
        let bucket = bounds.iter().find(|(bound, _)| value < *bound).or(bounds.last());
        if let Some((_, feature)) = bucket {
            self.set(*feature, 1.0);
        }
    }
}

/// Logarithm of a count or length, scaled to the range of the other features.
pub(super) fn scaled_log(value: f32) -> f32 {
    (1.0 + value).ln() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let mut names = names();
        assert_eq!(names.len(), COUNT);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), COUNT);
    }

    #[test]
    fn features_of_words_and_signposts_count_towards_their_reasons() {
        let names = names();
        for (name, expected) in [
            ("bias", Reason::Kind),
            ("near-comment", Reason::ClassWords),
            ("far-comment", Reason::ClassWords),
            ("sign-related", Reason::Signpost),
            ("under-related", Reason::Signpost),
            ("words-text", Reason::Wording),
            ("words-link", Reason::LinkDensity),
            ("price", Reason::Marks),
        ] {
            let at = names.iter().position(|known| known == name).expect(name);
            assert_eq!(reason(at), expected, "{name}");
        }
    }

    #[test]
    fn exactly_one_bucket_is_set() {
        let bounds = [(1.0, Feature::First), (2.0, Feature::Early), (f32::MAX, Feature::Last)];
        for (value, expected) in [
            (-1.0, Feature::First),
            (0.99, Feature::First),
            (1.0, Feature::Early),
            (2.0, Feature::Last),
            (f32::INFINITY, Feature::Last),
            (f32::NAN, Feature::Last),
        ] {
            let mut row = Row([0.0; COUNT]);
            row.bucket(value, &bounds);
            let set: Vec<usize> = (0..COUNT).filter(|at| row.0[*at] != 0.0).collect();
            assert_eq!(set, [expected as usize], "{value}");
        }
        let mut row = Row([0.0; COUNT]);
        row.bucket(1.0, &[]);
        assert!(row.0.iter().all(|value| *value == 0.0));
    }

    #[test]
    fn scaled_lengths_grow_and_stay_small() {
        let scaled: Vec<f32> = [0.0, 1.0, 10.0, 1e4, 1e6].map(scaled_log).to_vec();
        assert_eq!(scaled[0], 0.0);
        assert!(scaled.is_sorted() && scaled.iter().all(|value| *value < 1.5), "{scaled:?}");
    }
}
