//! What is measured of each block: the block itself, its place on the page, the elements around it.

use rustc_hash::FxHashMap;

use super::document_title::title_blocks;
use super::duplicates::Duplicates;
use super::layout::{self, Layout};
use super::lexicon::Lexicon;
use super::row::{COUNT, Feature, LEARNED, Row, scaled_log};
use super::surroundings::{Core, Surroundings};
use super::{block_features, class_features};
use crate::block::BlockKind;
use crate::tree::Tag;
use crate::{Page, PageType};

/// The features of all blocks; blocks without text have rows of zeros.
pub(super) fn rows(page: &Page, around: &Surroundings<'_>, lexicon: &Lexicon) -> Vec<Row> {
    let measured = Measured::new(page, around);
    let learned = lexicon.rows(page);
    let mut rows = Vec::with_capacity(page.blocks().len());
    for (index, block) in page.blocks().iter().enumerate() {
        // Rows are long, so they are filled in place instead of being moved.
        rows.push(Row([0.0; COUNT]));
        let Some(row) = rows.last_mut().filter(|_| block.chars > 0) else { continue };
        block_features::fill(row, block, &around.wordings[index]);
        measured.place(row, index);
        measured.structure(row, index);
        measured.sections(row, index);
        measured.declared(row, index);
        measured.neighbours(row, index);
        measured.containers(row, index);
        measured.repetition(row, index);
        class_features::words(row, around, block, measured.thread);
        measured.layout(row, index);
        class_features::signs(row, around.signs()[index], measured.thread);
        row.0[LEARNED..].copy_from_slice(&learned[index]);
    }
    rows
}

/// What is known of the page before its blocks are measured.
struct Measured<'a> {
    page: &'a Page,
    around: &'a Surroundings<'a>,
    duplicates: Duplicates<'a>,
    repeated: FxHashMap<&'a str, u32>,
    title: Option<usize>,
    titles: Vec<bool>,
    core: Core,
    articles: usize,
    layout: Layout<'a>,
    /// The page is a thread: its posts are content even where their class says "comment".
    thread: bool,
}

impl<'a> Measured<'a> {
    fn new(page: &'a Page, around: &'a Surroundings<'a>) -> Self {
        let mut repeated = FxHashMap::default();
        for block in page.blocks() {
            *repeated.entry(block.text.as_str()).or_insert(0) += 1;
        }
        let titles = title_blocks(page);
        let is_article = |tag: Tag| tag == Tag::Article;
        Self {
            page,
            around,
            duplicates: Duplicates::new(page),
            repeated,
            title: titles.iter().position(|is_title| *is_title),
            titles,
            core: around.core(&around.running_text()),
            layout: Layout::new(page, around),
            thread: page.page_type().is(PageType::Forum),
            articles: page.containers().iter().filter(|c| is_article(c.tag)).count(),
        }
    }

    /// The place of a block on the page, and whether the page repeats it.
    fn place(&self, row: &mut Row, index: usize) {
        let at = self.around.share_before(index);
        row.bucket(
            at,
            &[
                (0.1, Feature::First),
                (0.4, Feature::Early),
                (0.9, Feature::Late),
                (f32::MAX, Feature::Last),
            ],
        );
        row.flag(Feature::IsTitle, self.titles[index]);
        match self.title {
            None => row.set(Feature::TitleUnknown, 1.0),
            Some(title) => {
                row.flag(Feature::BeforeTitle, index < title);
                row.flag(Feature::AfterTitle, index > title);
                // Four blocks behind the title hold byline, date and lead.
                row.flag(Feature::NearTitle, index > title && index <= title + 4);
            }
        }
        let block = &self.page.blocks()[index];
        let repeated = self.repeated.get(block.text.as_str()).is_some_and(|n| *n > 1);
        row.flag(Feature::Repeated, repeated);
        row.flag(Feature::RepeatedSentences, self.duplicates.is_repeated(index));
    }

    /// The element of a block, and the list it is an item of.
    fn structure(&self, row: &mut Row, index: usize) {
        let block = &self.page.blocks()[index];
        let tag_feature = match self.page.containers()[block.container as usize].tag {
            Tag::P => Feature::TagP,
            Tag::Li => Feature::TagLi,
            Tag::Td | Tag::Th => Feature::TagTd,
            _ => Feature::TagOther,
        };
        row.set(tag_feature, 1.0);
        row.flag(Feature::NoArticleOnPage, self.articles == 0);
        row.flag(Feature::Hidden, block.hidden);
        // A long hidden text may unfold on a click; a short one is a label for screen readers.
        row.flag(Feature::HiddenShort, block.hidden && self.around.wordings[index].width < 60.0);
        if let Some(list) = self.around.list_of(index) {
            row.set(Feature::List, 1.0);
            row.flag(Feature::ListLinks, list.link_density() > 0.6);
            row.flag(Feature::ListLong, list.mean_width() > 60.0);
            row.flag(Feature::ListDeep, block.list.is_some_and(|l| l.depth > 1));
        }
    }

    /// The sectioning elements around a block.
    fn sections(&self, row: &mut Row, index: usize) {
        let block = &self.page.blocks()[index];
        let inside = self.around.inherited[block.container as usize];
        let header = inside.within(Tag::Header);
        let article = inside.within(Tag::Article);
        row.flag(Feature::Article, article);
        row.flag(Feature::Main, inside.within(Tag::Main));
        row.flag(Feature::Nav, inside.within(Tag::Nav));
        row.flag(Feature::Aside, inside.within(Tag::Aside));
        row.flag(Feature::Footer, inside.within(Tag::Footer));
        // The header of the page is boilerplate, that of an article holds its title.
        row.flag(Feature::Header, header && !article);
        row.flag(Feature::HeaderOfArticle, header && article);
        row.flag(Feature::Form, inside.within(Tag::Form));
        row.flag(Feature::Figure, inside.within(Tag::Figure));
        row.flag(Feature::Details, inside.within(Tag::Details));
        row.flag(Feature::Button, inside.within(Tag::Button));
        row.flag(Feature::LayoutTable, inside.within(Tag::Table) && block.kind != BlockKind::Cell);
        row.flag(Feature::Declared, inside.declared);
        // Where there are many, each is a teaser.
        row.flag(Feature::ManyArticles, article && self.articles > 3);
    }

    /// How much of a block is also in the metadata.
    fn declared(&self, row: &mut Row, index: usize) {
        let declared = &self.duplicates.declared[index];
        row.flag(Feature::InBody, declared.body > 0.6);
        let running = self.around.is_running_text(index);
        // Only a complete declared text says what does not belong to it.
        let is_missing = declared.body < 0.2 && running && self.duplicates.body_declared;
        row.flag(Feature::NotInBody, is_missing);
        row.flag(Feature::InDescription, declared.description > 0.6);
    }

    /// The blocks before and behind.
    fn neighbours(&self, row: &mut Row, index: usize) {
        let around = self.around;
        let previous = around.before(index, 1);
        let next = around.after(index, 1);
        row.flag(Feature::NoPrevious, previous.is_none());
        row.flag(Feature::NoNext, next.is_none());
        let blocks = self.page.blocks();
        let heading = |i: usize| matches!(blocks[i].kind, BlockKind::Heading(_));
        let links = |i: usize| blocks[i].link_density() > 0.5;
        let long = |i: usize| around.is_running_text(i);
        // Under 40 a block is a label or a menu entry.
        let short = |i: usize| !long(i) && around.wordings[i].width < 40.0;
        if let Some(i) = previous {
            row.flag(Feature::PreviousLong, long(i));
            row.flag(Feature::PreviousShort, short(i));
            row.flag(Feature::PreviousLinks, links(i));
            row.flag(Feature::PreviousHeading, heading(i));
        }
        if let Some(i) = next {
            row.flag(Feature::NextLong, long(i));
            row.flag(Feature::NextShort, short(i));
            row.flag(Feature::NextLinks, links(i));
            row.flag(Feature::NextHeading, heading(i));
            row.flag(Feature::HeadingOverText, heading(index) && long(i));
            row.flag(Feature::HeadingOverLinks, heading(index) && links(i));
        }
        row.flag(Feature::SecondPreviousLong, around.before(index, 2).is_some_and(long));
        row.flag(Feature::SecondNextLong, around.after(index, 2).is_some_and(long));
        let (text, linked) = around.window(index);
        row.set(Feature::WindowText, text);
        row.set(Feature::WindowLinks, linked);
    }

    /// The text of the elements around a block, and its distance from the core.
    fn containers(&self, row: &mut Row, index: usize) {
        let around = self.around;
        let total = around.total.chars.max(1.0);
        let [inner, middle, outer] = around.levels(index).map(|c| around.sum(c));
        row.set(Feature::InnerText, scaled_log(inner.chars));
        row.set(Feature::InnerLinks, inner.link_density());
        row.set(Feature::InnerShare, inner.chars / total);
        row.set(Feature::InnerLong, inner.running_share());
        row.set(Feature::InnerBlocks, scaled_log(inner.blocks));
        row.set(Feature::MiddleText, scaled_log(middle.chars));
        row.set(Feature::MiddleLinks, middle.link_density());
        row.set(Feature::MiddleShare, middle.chars / total);
        row.set(Feature::MiddleLong, middle.running_share());
        row.set(Feature::OuterLinks, outer.link_density());
        row.set(Feature::OuterShare, outer.chars / total);
        row.set(Feature::OuterLong, outer.running_share());
        let distance = around.distance(self.core, index);
        row.flag(Feature::InCore, distance == 0);
        row.flag(Feature::AroundCore, distance == 1);
        row.flag(Feature::FarFromCore, distance > 3);
        row.set(Feature::CoreShare, self.core.share);
        row.set(Feature::OutsideStrongCore, if distance > 0 { self.core.share } else { 0.0 });
        let group = around.same_path(index);
        row.set(Feature::PathCount, scaled_log(group.blocks));
        row.set(Feature::PathText, scaled_log(group.mean_width()));
        row.set(Feature::PathLinks, group.link_density());
        // Blocks are counted in floats; 1.5 lies safely between one and two.
        row.flag(Feature::PathAlone, group.blocks < 1.5);
    }

    /// Columns, boxes, controls and cards.
    fn layout(&self, row: &mut Row, index: usize) {
        let laid = self.layout.for_block(self.around, index);
        if let Some(cell) = laid.cell {
            row.set(Feature::CellShare, cell.chars / self.around.total.chars.max(1.0));
            row.set(Feature::CellLinks, cell.link_density());
            row.set(Feature::CellLong, cell.running_share());
        }
        row.set(Feature::Tables, laid.tables);
        row.flag(Feature::LoneCell, laid.lone_cell);
        row.flag(Feature::Coloured, laid.coloured);
        row.flag(Feature::ControlsInner, laid.controls_inner);
        row.flag(Feature::ControlsMiddle, laid.controls_middle);
        row.set(Feature::PicturesInner, laid.pictures_inner);
        row.flag(Feature::BehindRule, laid.behind_rule);
        row.flag(Feature::FirstInside, laid.first_inside);
        row.flag(Feature::LastInside, laid.last_inside);
        let blocks = self.page.blocks();
        let inner = |index: usize| self.around.levels(index)[0];
        // A card lies in one element; neighbours in other elements are no part of it.
        let near = |other: Option<usize>| other.filter(|i| inner(*i) == inner(index));
        let (next, previous) =
            (near(self.around.after(index, 1)), near(self.around.before(index, 1)));
        row.flag(
            Feature::CardTitle,
            next.is_some_and(|i| layout::is_card(&blocks[index], &blocks[i])),
        );
        row.flag(
            Feature::CardText,
            previous.is_some_and(|i| layout::is_card(&blocks[i], &blocks[index])),
        );
    }

    /// The group of repeated elements around a block.
    fn repetition(&self, row: &mut Row, index: usize) {
        let groups = self.around.groups();
        row.flag(Feature::Price, groups.counts.is_price(index));
        let Some(group) = groups.around(self.page.blocks()[index].container) else { return };
        // Shares of members let a group of ten and one of a thousand look alike.
        let share = |members: f32| members / group.members;
        row.set(Feature::GroupMembers, scaled_log(group.members));
        row.set(Feature::GroupShare, group.sum.chars / self.around.total.chars.max(1.0));
        row.set(Feature::GroupLength, scaled_log(share(group.sum.chars)));
        row.set(Feature::GroupLinks, group.sum.link_density());
        row.set(Feature::GroupText, group.sum.running_share());
        row.set(Feature::GroupPictured, share(group.pictured));
        row.set(Feature::GroupPriced, share(group.priced));
        row.set(Feature::GroupDated, share(group.dated));
        row.set(Feature::GroupHeaded, share(group.headed));
        row.set(Feature::GroupLinked, share(group.linked));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    /// The value of a feature of the block that begins with `start`.
    fn value(html: &str, start: &str, feature: &str) -> f32 {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let rows = rows(&page, &around, &Lexicon::default());
        let at = page.blocks().iter().position(|block| block.text.starts_with(start)).expect(start);
        let names = crate::extract::row::names();
        rows[at].0[names.iter().position(|name| name == feature).expect(feature)]
    }

    const LONG: &str =
        "The ferry left ten minutes late, with everybody who had waited for it on the pier.";

    #[test]
    fn the_elements_around_a_block_are_seen() {
        let html = format!(
            "<header><p>Top</header><nav><ul><li><a href=/>Home</a></ul></nav><main><article><header><h1>Title of \
             the text</h1></header><p>{LONG}<aside><p>Beside</aside><form><button>Go</button></form></article>\
             </main><footer><p>Bottom</footer>"
        );
        for (start, feature, expected) in [
            ("Top", "in-header", 1.0),
            ("Top", "in-article", 0.0),
            ("Home", "in-nav", 1.0),
            ("Home", "in-list-of-links", 1.0),
            ("Home", "tag-li", 1.0),
            ("Title of", "in-header-of-article", 1.0),
            ("Title of", "in-header", 0.0),
            ("Title of", "is-title", 1.0),
            ("Title of", "heading-over-text", 1.0),
            ("The ferry", "in-main", 1.0),
            ("The ferry", "in-article", 1.0),
            ("The ferry", "after-title", 1.0),
            ("The ferry", "close-to-title", 1.0),
            ("The ferry", "previous-heading", 1.0),
            ("The ferry", "tag-p", 1.0),
            ("Beside", "in-aside", 1.0),
            ("Beside", "previous-long", 1.0),
            ("Go", "in-form", 1.0),
            ("Bottom", "in-footer", 1.0),
            ("Bottom", "no-next", 1.0),
            ("Top", "no-previous", 1.0),
            ("Top", "before-title", 1.0),
            ("Top", "no-article-on-page", 0.0),
        ] {
            assert_eq!(value(&html, start, feature), expected, "{start}: {feature}");
        }
    }

    #[test]
    fn texts_that_occur_twice_are_repeated() {
        let html = format!(
            "<p>{LONG}<p>Other<div><p>{LONG}</div><blockquote><p>Other said: {LONG}</blockquote>"
        );
        assert_eq!(value(&html, "The ferry", "repeated-text"), 1.0);
        assert_eq!(value(&html, "Other said", "repeated-text"), 0.0);
        assert_eq!(value(&html, "The ferry", "repeated-sentences"), 1.0);
    }

    #[test]
    fn declared_texts_are_recognised() {
        let html = format!(
            "<meta name=description content='{LONG}'><p>{LONG}<p>Something quite different is told here.\
             <p hidden>Three words only"
        );
        assert_eq!(value(&html, "The ferry", "in-description"), 1.0);
        assert_eq!(value(&html, "Something", "in-description"), 0.0);
        assert_eq!(value(&html, "The ferry", "in-declared-body"), 0.0);
    }

    #[test]
    fn blocks_without_text_have_rows_of_zeros() {
        let page = Page::parse(b"<p>x<img src=a.jpg>", &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let rows = rows(&page, &around, &Lexicon::default());
        for (row, block) in rows.iter().zip(page.blocks()) {
            assert_eq!(row.0.iter().all(|value| *value == 0.0), block.chars == 0, "{}", block.text);
        }
    }
}
