//! What is measured of each block: the block itself, its place on the page, the elements around it.

use rustc_hash::FxHashMap;

use super::elsewhere::Elsewhere;
use super::layout::{self, Layout};
use super::lexicon::Lexicon;
use super::page_type;
use super::row::{COUNT, Feature, KINDS, LEARNED, MEANINGS, NAMED, Row, SIGNS, scaled_log};
use super::signpost::Kind;
use super::surroundings::{Core, Surroundings};
use crate::PageType;
use crate::block::Wording;
use crate::block::{Block, BlockKind, Meaning, Meanings, has_year};
use crate::tree::Tag;
use crate::{Page, Tree};

/// Widest block that can be a date line.
const DATE_LINE: f32 = 120.0;

/// The features of all blocks; blocks without text have rows of zeros.
pub(super) fn rows(page: &Page, around: &Surroundings<'_>, lexicon: &Lexicon) -> Vec<Row> {
    let measured = Measured::new(page, around);
    let learned = lexicon.rows(page);
    let mut rows = Vec::with_capacity(page.blocks().len());
    for (index, block) in page.blocks().iter().enumerate() {
        // Rows are long, so they are filled in place instead of being moved.
        rows.push(Row([0.0; COUNT]));
        let Some(row) = rows.last_mut().filter(|_| block.chars > 0) else { continue };
        own(row, block, &around.wordings[index]);
        measured.place(row, index);
        measured.structure(row, index);
        measured.neighbours(row, index);
        measured.containers(row, index);
        measured.repetition(row, index);
        measured.words(row, index);
        measured.layout(row, index);
        measured.signs(row, index);
        row.0[LEARNED..].copy_from_slice(&learned[index]);
    }
    rows
}

fn own(row: &mut Row, block: &Block, wording: &Wording) {
    row.set(Feature::Bias, 1.0);
    let kind = match block.kind {
        BlockKind::Heading(1 | 2) => Feature::HeadingHigh,
        BlockKind::Heading(_) => Feature::HeadingLow,
        BlockKind::ListItem => Feature::Item,
        BlockKind::Code => Feature::Code,
        BlockKind::Cell => Feature::Cell,
        BlockKind::Caption => Feature::Caption,
        BlockKind::Term => Feature::Term,
        BlockKind::Definition => Feature::Definition,
        BlockKind::Paragraph | BlockKind::Image | BlockKind::Media => Feature::Paragraph,
    };
    row.set(kind, 1.0);
    row.on(Feature::Quote, block.quote_depth > 0);
    row.on(Feature::LineBreaks, block.text.contains('\n'));
    row.bucket(
        wording.width,
        &[
            (10.0, Feature::Chars10),
            (25.0, Feature::Chars25),
            (50.0, Feature::Chars50),
            (100.0, Feature::Chars100),
            (200.0, Feature::Chars200),
            (400.0, Feature::Chars400),
            (f32::MAX, Feature::CharsMore),
        ],
    );
    row.on(Feature::Sentence, wording.sentences == 1);
    row.on(Feature::Sentences, wording.sentences > 1);
    row.on(Feature::EndsSentence, wording.ends_sentence);
    row.on(Feature::EndsColon, wording.ends_colon);
    row.on(Feature::Comma, wording.commas >= 1);
    row.on(Feature::Commas, wording.commas >= 3);
    row.set(Feature::Digits, wording.share(wording.digits));
    row.set(Feature::Upper, wording.share(wording.upper));
    row.set(Feature::Symbols, wording.share(wording.symbols));
    let links = block.link_density();
    row.bucket(
        links,
        &[
            (0.001, Feature::LinkNone),
            (0.2, Feature::LinkSome),
            (0.5, Feature::LinkHalf),
            (0.9, Feature::LinkMost),
            (f32::MAX, Feature::LinkAll),
        ],
    );
    let marked = layout::marked(block);
    row.on(Feature::Linked, marked.linked);
    row.on(Feature::LinkedLine, marked.linked_line);
    row.on(Feature::Strong, marked.strong);
    row.on(Feature::StrongLine, marked.strong_line);
    row.on(Feature::Emphasis, marked.emphasis);
    row.on(Feature::Dated, wording.width < DATE_LINE && has_year(&block.text));
    row.on(Feature::LinkLong, (0.5..0.9).contains(&links) && wording.width >= 80.0);
    row.on(Feature::LinkAllLong, links >= 0.9 && wording.width >= 80.0);
}

/// What is known of the page before its blocks are measured.
struct Measured<'a> {
    page: &'a Page,
    around: &'a Surroundings<'a>,
    elsewhere: Elsewhere<'a>,
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
        let titles = titles(page);
        let is_article = |tag: Tag| tag == Tag::Article;
        Self {
            page,
            around,
            elsewhere: Elsewhere::new(page),
            repeated,
            title: titles.iter().position(|is_title| *is_title),
            titles,
            core: around.core(&around.running_text()),
            layout: Layout::new(page, around),
            thread: page.typed_with(|| page_type::predict(page, around)).is(PageType::Forum),
            articles: page.containers().iter().filter(|c| is_article(c.tag)).count(),
        }
    }

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
        row.on(Feature::IsTitle, self.titles[index]);
        match self.title {
            None => row.set(Feature::TitleUnknown, 1.0),
            Some(title) => {
                row.on(Feature::BeforeTitle, index < title);
                row.on(Feature::AfterTitle, index > title);
                row.on(Feature::NearTitle, index > title && index <= title + 4);
            }
        }
        let block = &self.page.blocks()[index];
        let repeated = self.repeated.get(block.text.as_str()).is_some_and(|n| *n > 1);
        row.on(Feature::Repeated, repeated);
        row.on(Feature::Drawn, self.elsewhere.is_repeated(index));
    }

    fn structure(&self, row: &mut Row, index: usize) {
        let block = &self.page.blocks()[index];
        let inside = self.around.inherited[block.container as usize];
        let tag = self.page.containers()[block.container as usize].tag;
        let tag_feature = match tag {
            Tag::P => Feature::TagP,
            Tag::Li => Feature::TagLi,
            Tag::Td | Tag::Th => Feature::TagTd,
            _ => Feature::TagOther,
        };
        row.set(tag_feature, 1.0);
        let header = inside.within(Tag::Header);
        let article = inside.within(Tag::Article);
        row.on(Feature::Article, article);
        row.on(Feature::Main, inside.within(Tag::Main));
        row.on(Feature::Nav, inside.within(Tag::Nav));
        row.on(Feature::Aside, inside.within(Tag::Aside));
        row.on(Feature::Footer, inside.within(Tag::Footer));
        row.on(Feature::Header, header && !article);
        row.on(Feature::HeaderOfArticle, header && article);
        row.on(Feature::Form, inside.within(Tag::Form));
        row.on(Feature::Figure, inside.within(Tag::Figure));
        row.on(Feature::Details, inside.within(Tag::Details));
        row.on(Feature::Button, inside.within(Tag::Button));
        row.on(Feature::LayoutTable, inside.within(Tag::Table) && block.kind != BlockKind::Cell);
        row.on(Feature::Declared, inside.declared);
        row.on(Feature::NoArticleOnPage, self.articles == 0);
        let said = &self.elsewhere.said[index];
        row.on(Feature::InBody, said.body > 0.6);
        let running = self.around.is_running_text(index);
        row.on(Feature::NotInBody, said.body < 0.2 && running && self.elsewhere.body_declared);
        row.on(Feature::InDescription, said.description > 0.6);
        row.on(Feature::Hidden, block.hidden);
        row.on(Feature::HiddenShort, block.hidden && self.around.wordings[index].width < 60.0);
        row.on(Feature::ManyArticles, article && self.articles > 3);
        if let Some(list) = self.around.list_of(index) {
            row.set(Feature::List, 1.0);
            row.on(Feature::ListLinks, list.link_density() > 0.6);
            row.on(Feature::ListLong, list.mean_width() > 60.0);
            row.on(Feature::ListDeep, block.list.is_some_and(|l| l.depth > 1));
        }
    }

    fn neighbours(&self, row: &mut Row, index: usize) {
        let around = self.around;
        let previous = around.before(index, 1);
        let next = around.after(index, 1);
        row.on(Feature::NoPrevious, previous.is_none());
        row.on(Feature::NoNext, next.is_none());
        let blocks = self.page.blocks();
        let heading = |i: usize| matches!(blocks[i].kind, BlockKind::Heading(_));
        let links = |i: usize| blocks[i].link_density() > 0.5;
        let long = |i: usize| around.is_running_text(i);
        let short = |i: usize| !long(i) && around.wordings[i].width < 40.0;
        if let Some(i) = previous {
            row.on(Feature::PreviousLong, long(i));
            row.on(Feature::PreviousShort, short(i));
            row.on(Feature::PreviousLinks, links(i));
            row.on(Feature::PreviousHeading, heading(i));
        }
        if let Some(i) = next {
            row.on(Feature::NextLong, long(i));
            row.on(Feature::NextShort, short(i));
            row.on(Feature::NextLinks, links(i));
            row.on(Feature::NextHeading, heading(i));
            row.on(Feature::HeadingOverText, heading(index) && long(i));
            row.on(Feature::HeadingOverLinks, heading(index) && links(i));
        }
        row.on(Feature::SecondPreviousLong, around.before(index, 2).is_some_and(long));
        row.on(Feature::SecondNextLong, around.after(index, 2).is_some_and(long));
        let (text, linked) = around.window(index);
        row.set(Feature::WindowText, text);
        row.set(Feature::WindowLinks, linked);
    }

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
        row.on(Feature::InCore, distance == 0);
        row.on(Feature::AroundCore, distance == 1);
        row.on(Feature::FarFromCore, distance > 3);
        row.set(Feature::CoreShare, self.core.share);
        row.set(Feature::OutsideStrongCore, if distance > 0 { self.core.share } else { 0.0 });
        let group = around.same_path(index);
        row.set(Feature::PathCount, scaled_log(group.blocks));
        row.set(Feature::PathText, scaled_log(group.mean_width()));
        row.set(Feature::PathLinks, group.link_density());
        row.on(Feature::PathAlone, group.blocks < 1.5);
    }

    fn layout(&self, row: &mut Row, index: usize) {
        let laid = self.layout.of(self.around, index);
        if let Some(cell) = laid.cell {
            row.set(Feature::CellShare, cell.chars / self.around.total.chars.max(1.0));
            row.set(Feature::CellLinks, cell.link_density());
            row.set(Feature::CellLong, cell.running_share());
        }
        row.set(Feature::Tables, laid.tables);
        row.on(Feature::LoneCell, laid.lone_cell);
        row.on(Feature::Coloured, laid.coloured);
        row.on(Feature::ControlsInner, laid.controls_inner);
        row.on(Feature::ControlsMiddle, laid.controls_middle);
        row.set(Feature::PicturesInner, laid.pictures_inner);
        row.on(Feature::BehindRule, laid.behind_rule);
        row.on(Feature::FirstInside, laid.first_inside);
        row.on(Feature::LastInside, laid.last_inside);
        let blocks = self.page.blocks();
        let inner = |index: usize| self.around.levels(index)[0];
        let near = |other: Option<usize>| other.filter(|i| inner(*i) == inner(index));
        let (next, previous) =
            (near(self.around.after(index, 1)), near(self.around.before(index, 1)));
        row.on(
            Feature::CardTitle,
            next.is_some_and(|i| layout::is_card(&blocks[index], &blocks[i])),
        );
        row.on(
            Feature::CardText,
            previous.is_some_and(|i| layout::is_card(&blocks[i], &blocks[index])),
        );
    }

    fn repetition(&self, row: &mut Row, index: usize) {
        let groups = self.around.groups();
        row.on(Feature::Price, groups.before.is_price(index));
        let Some(group) = groups.around(self.page.blocks()[index].container) else { return };
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

    fn words(&self, row: &mut Row, index: usize) {
        let block = &self.page.blocks()[index];
        let near = self.posts(self.around.near(block.container).or(block.inline));
        let far = self.posts(self.around.inherited[block.container as usize].meanings);
        for (place, meaning) in Meaning::ALL.iter().enumerate() {
            let (near, far) = (near.has(*meaning), far.has(*meaning));
            row.0[NAMED.len() + place] = f32::from(u8::from(near));
            row.0[NAMED.len() + MEANINGS + place] = f32::from(u8::from(far && !near));
        }
    }

    /// The meanings of an element; in a thread comments are posts.
    fn posts(&self, meanings: Meanings) -> Meanings {
        if self.thread && meanings.has(Meaning::Comment) {
            meanings.without(Meaning::Comment).with(Meaning::Forum)
        } else {
            meanings
        }
    }

    fn signs(&self, row: &mut Row, index: usize) {
        let signed = self.around.signs()[index];
        let tells = |kind: &Kind| !(self.thread && *kind == Kind::Comments);
        if let Some(kind) = signed.own.filter(tells) {
            row.0[SIGNS + kind as usize] = 1.0;
        }
        if let Some(kind) = signed.under.filter(tells) {
            row.0[SIGNS + KINDS + kind as usize] = 1.0;
            row.set(Feature::SignSince, scaled_log(signed.since as f32));
            row.on(Feature::SignLed, signed.led);
        }
    }
}

/// Longest part of a title that is compared with headings, in bytes: the work on a page stays
/// linear.
const TITLE_BYTES: usize = 2000;

/// Which blocks are headings that the document's title repeats, else the first main heading.
fn titles(page: &Page) -> Vec<bool> {
    let title = document_title(page.tree());
    let title = title[..title.floor_char_boundary(TITLE_BYTES)].to_lowercase();
    let repeats = |block: &Block| {
        let heading = matches!(block.kind, BlockKind::Heading(1..=3));
        heading && block.chars >= 8 && title.contains(&block.text.to_lowercase())
    };
    let found: Vec<bool> = page.blocks().iter().map(repeats).collect();
    if found.contains(&true) {
        return found;
    }
    let first = page.blocks().iter().position(|b| b.kind == BlockKind::Heading(1));
    (0..found.len()).map(|index| Some(index) == first).collect()
}

/// The text of the `title` element, white space normalised.
pub(super) fn document_title(tree: &Tree) -> String {
    let title = tree.all().find(|id| tree.tag(*id) == Some(Tag::Title));
    title.map(|id| crate::block::normalised(&tree.text_content(id))).unwrap_or_default()
}
