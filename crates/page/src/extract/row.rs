//! The row of features of a block: which there are, in which order, under which names.
//!
//! A feature is a number between about -1 and 1, most of them 0 or 1. Their names are the keys of
//! the weight tables in `data/`, so a feature is renamed or added together with a new fit.

use super::lexicon;
use super::signpost::SignKind;
use crate::Reason;
use crate::block::Meaning;

macro_rules! features {
    ($($reason:ident: $($variant:ident $name:literal: $meaning:literal),+;)+) => {
        /// A feature that is not a class word.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        pub(super) enum Feature { $($(#[doc = $meaning] $variant,)+)+ }

        pub(super) const NAMED: &[(&str, Reason)] = &[$($(($name, Reason::$reason),)+)+];

        /// What each of [`NAMED`] is, in a sentence.
        const MEANINGS_OF_NAMED: &[&str] = &[$($($meaning,)+)+];
    };
}

features! {
    Kind:
        Bias "bias": "Always 1.",
        Paragraph "paragraph": "The block is a paragraph.",
        HeadingHigh "heading-1-2": "The block is a heading of level 1 or 2.",
        HeadingLow "heading-3-6": "The block is a heading of level 3 to 6.",
        Item "list-item": "The block is an item of a list.",
        Code "code": "The block is code.",
        Cell "cell": "The block is a cell of a data table.",
        Caption "caption": "The block is a caption.",
        Term "term": "The block is a term of a definition list.",
        Definition "definition": "The block is a definition of a definition list.",
        TagP "tag-p": "Its element is `p`.",
        TagLi "tag-li": "Its element is `li`.",
        TagTd "tag-td": "Its element is `td` or `th`.",
        TagOther "tag-other": "Its element is none of `p`, `li`, `td`, `th`.",
        Quote "quote": "It is quoted.",
        LineBreaks "line-breaks": "It has line breaks.";
    Length:
        Chars10 "chars-under-10": "It is narrower than 10 characters.",
        Chars25 "chars-under-25": "It is 10 to 24 characters wide.",
        Chars50 "chars-under-50": "It is 25 to 49 characters wide.",
        Chars100 "chars-under-100": "It is 50 to 99 characters wide.",
        Chars200 "chars-under-200": "It is 100 to 199 characters wide.",
        Chars400 "chars-under-400": "It is 200 to 399 characters wide.",
        CharsMore "chars-more": "It is 400 characters wide or wider.";
    Wording:
        Sentence "one-sentence": "It has one sentence.",
        Sentences "sentences": "It has several sentences.",
        EndsSentence "ends-sentence": "It ends as a sentence does.",
        EndsColon "ends-colon": "It ends with a colon.",
        Comma "comma": "It has a comma.",
        Commas "commas": "It has three commas or more.",
        Digits "digits": "Share of digits.",
        Upper "upper": "Share of capital letters.",
        Symbols "symbols": "Share of symbols.",
        Repeated "repeated-text": "Another block of the page has the same text.",
        RepeatedSentences "repeated-sentences": "Its sentences stand elsewhere on the page too.";
    LinkDensity:
        LinkNone "links-none": "Nothing of it is linked.",
        LinkSome "links-some": "Less than a fifth of it is linked.",
        LinkHalf "links-half": "A fifth to a half of it is linked.",
        LinkMost "links-most": "A half to nine tenths of it are linked.",
        LinkAll "links-all": "Nine tenths of it or more are linked.",
        LinkLong "links-most-long": "As `links-most`, and it is 80 characters wide or wider.",
        LinkAllLong "links-all-long": "As `links-all`, and it is 80 characters wide or wider.";
    Position:
        First "first-tenth": "It begins in the first tenth of the text of the page.",
        Early "early": "It begins between a tenth and two fifths of the text.",
        Late "late": "It begins between two fifths and nine tenths of the text.",
        Last "last-tenth": "It begins in the last tenth of the text.",
        BeforeTitle "before-title": "It stands before the title of the document.",
        AfterTitle "after-title": "It stands after the title of the document.",
        IsTitle "is-title": "It is the title of the document.",
        NearTitle "close-to-title": "It is one of the four blocks after the title.",
        TitleUnknown "title-unknown": "No block of the page is its title.";
    Structure:
        Article "in-article": "It is in an `article`.",
        Main "in-main": "It is in `main`.",
        Nav "in-nav": "It is in a `nav`.",
        Aside "in-aside": "It is in an `aside`.",
        Footer "in-footer": "It is in a `footer`.",
        Header "in-header": "It is in a `header` outside articles.",
        HeaderOfArticle "in-header-of-article": "It is in a `header` within an article.",
        Form "in-form": "It is in a `form`.",
        Figure "in-figure": "It is in a `figure`.",
        Details "in-details": "It is in a `details`.",
        Button "in-button": "It is in a `button`.",
        LayoutTable "in-layout-table": "It is in a table that is no data table.",
        List "in-list": "It is in a list.",
        ListLinks "in-list-of-links": "More than three fifths of its list are linked.",
        ListLong "in-list-of-texts": "Items of its list are wider than 60 characters on average.",
        ListDeep "in-list-deep": "Its list is within another list.",
        Declared "declared": "An element around it is declared to be the text of the page.",
        NoArticleOnPage "no-article-on-page": "The page has no `article`.",
        ManyArticles "many-articles": "It is in one of more than three articles.",
        InBody "in-declared-body": "Most of it is in the declared text of the page.",
        NotInBody "not-in-declared-body":
            "It is running text that the complete declared text lacks.",
        InDescription "in-description": "Most of it is in the declared description.",
        Hidden "hidden": "Its markup hides it.",
        HiddenShort "hidden-short": "Its markup hides it, and it is narrower than 60 characters.";
    Neighbours:
        PreviousLong "previous-long": "The block before it is running text.",
        PreviousShort "previous-short": "The block before it is a label.",
        PreviousLinks "previous-links": "More than half of the block before it is linked.",
        PreviousHeading "previous-heading": "The block before it is a heading.",
        NextLong "next-long": "The block after it is running text.",
        NextShort "next-short": "The block after it is a label.",
        NextLinks "next-links": "More than half of the block after it is linked.",
        NextHeading "next-heading": "The block after it is a heading.",
        SecondPreviousLong "second-previous-long": "The second block before it is running text.",
        SecondNextLong "second-next-long": "The second block after it is running text.",
        WindowText "window-text": "How much text the blocks near it have.",
        WindowLinks "window-links": "Share of the text near it that is linked.",
        NoPrevious "no-previous": "It is the first block.",
        NoNext "no-next": "It is the last block.",
        HeadingOverText "heading-over-text": "It is a heading over running text.",
        HeadingOverLinks "heading-over-links": "It is a heading over links.";
    Container:
        InnerText "inner-text": "Text of the inner element around it, on a logarithmic scale.",
        InnerLinks "inner-links": "Share of the inner element's text that is linked.",
        InnerShare "inner-share": "Share of the page's text in the inner element.",
        InnerLong "inner-long": "Share of the inner element's text that is running text.",
        InnerBlocks "inner-blocks": "Blocks of the inner element, on a logarithmic scale.",
        MiddleText "middle-text": "Text of the middle element around it, on a logarithmic scale.",
        MiddleLinks "middle-links": "Share of the middle element's text that is linked.",
        MiddleShare "middle-share": "Share of the page's text in the middle element.",
        MiddleLong "middle-long": "Share of the middle element's text that is running text.",
        OuterLinks "outer-links": "Share of the outer element's text that is linked.",
        OuterShare "outer-share": "Share of the page's text in the outer element.",
        OuterLong "outer-long": "Share of the outer element's text that is running text.",
        InCore "in-core": "It is in the core, the element with most running text.",
        AroundCore "around-core": "It is one element outside the core.",
        FarFromCore "far-from-core": "It is more than three elements outside the core.",
        CoreShare "core-share": "Share of the page's running text in the core.",
        OutsideStrongCore "outside-strong-core": "The same for blocks outside the core, else 0.";
    Repetition:
        PathCount "path-count": "Blocks with the same path of elements, on a logarithmic scale.",
        PathText "path-text": "Their mean width, on a logarithmic scale.",
        PathLinks "path-links": "Share of their text that is linked.",
        PathAlone "path-alone": "No other block has the same path.",
        GroupMembers "group-members":
            "Members of the group of repeated elements around it, on a logarithmic scale.",
        GroupShare "group-share": "Share of the page's text in this group.",
        GroupLength "group-length": "Text of a member, on a logarithmic scale.",
        GroupLinks "group-links": "Share of the group's text that is linked.",
        GroupText "group-text": "Share of the group's text that is running text.",
        GroupPictured "group-pictured": "Share of members with a picture.",
        GroupPriced "group-priced": "Share of members with a price.",
        GroupDated "group-dated": "Share of members with a date.",
        GroupHeaded "group-headed": "Share of members with a heading.",
        GroupLinked "group-linked": "Share of members with a link.";
    Signpost:
        SignSince "since-signpost":
            "Blocks since the signpost of its section, on a logarithmic scale.",
        SignLed "signpost-led": "That signpost begins its element.";
    Layout:
        CellShare "cell-share": "Share of the page's text in the table cell around it.",
        CellLinks "cell-links": "Share of this cell's text that is linked.",
        CellLong "cell-long": "Share of this cell's text that is running text.",
        Tables "tables": "Tables around it, in fifths.",
        LoneCell "lone-cell": "It is in a table of a single cell.",
        Coloured "coloured": "An element around it has a background of its own.",
        ControlsInner "controls-inner": "The inner element has form controls.",
        ControlsMiddle "controls-middle": "The middle element has form controls.",
        PicturesInner "pictures-inner": "Pictures of the inner element, on a logarithmic scale.",
        BehindRule "behind-rule": "A rule stands before it in its element.",
        FirstInside "first-inside": "It is the first block of the inner element.",
        LastInside "last-inside": "It is the last block of the inner element.",
        CardTitle "card-title": "It is the linked title of a card.",
        CardText "card-text": "It is the text below the linked title of a card.";
    Marks:
        Linked "linked": "All of it is one link.",
        LinkedLine "linked-line": "Its first line is a link.",
        Strong "strong": "All of it is strong.",
        StrongLine "strong-line": "Its first line is strong.",
        Emphasis "emphasis": "All of it is emphasised.",
        Dated "dated": "It is narrow and has a year.",
        Price "price": "It is a price.";
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

/// What each feature is, in a sentence, in the order of [`names`].
pub(super) fn sentences() -> Vec<String> {
    let near = Meaning::ALL.iter().map(|m| {
        format!("The element of the block or one next around it has a class word for {}.", m.name())
    });
    let far = Meaning::ALL
        .iter()
        .map(|m| format!("An element farther around it has a class word for {}.", m.name()));
    let signs = SignKind::ALL.iter().map(|k| format!("It is a signpost for {}.", k.name()));
    let under = SignKind::ALL
        .iter()
        .map(|k| format!("It is in the section of a signpost for {}.", k.name()));
    let named = MEANINGS_OF_NAMED.iter().map(|sentence| (*sentence).to_owned());
    let learned = lexicon::SENTENCES.into_iter().map(str::to_owned);
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
