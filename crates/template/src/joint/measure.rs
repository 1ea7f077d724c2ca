//! The features of a block: what it is, where partners and snapshots have its text and path, and
//! the same of its neighbours.

use rustc_hash::FxHashMap;
use scutch_page::{BlockKind, Page, PageType};

use super::shares::Shares;
use crate::host::Evidence;
use crate::summary::{Seen, Summary};

macro_rules! features {
    ($($variant:ident $name:literal: $meaning:literal,)+) => {
        #[derive(Debug, Clone, Copy)]
        #[repr(usize)]
        enum Feature { $(#[doc = $meaning] $variant,)+ }
        /// Names of the features, in order.
        pub const NAMES: &[&str] = &[$($name,)+];
        /// What each of [`NAMES`] is, in a sentence.
        pub const SENTENCES: &[&str] = &[$($meaning,)+];
    };
}

features! {
    Own "own": "The single-page score.",
    Chars "chars": "Characters, as a logarithm.",
    Links "links": "Share of the block that is linked.",
    Heading "heading": "It is a heading.",
    Item "item": "It is an item of a list.",
    Cell "cell": "It is a cell of a data table.",
    Paragraph "paragraph": "It is a paragraph.",
    Hidden "hidden": "Its markup hides it.",
    Copies "copies": "Blocks of the page with the same text, up to 5.",
    Partners "partners": "Number of partners, as a logarithm.",
    Alike "alike": "Mean similarity of the partners.",
    BestAlike "best-alike": "Similarity of the most similar partner.",
    Urls "urls": "Other pages of the host, as a logarithm.",
    Text "text": "Share of partners with the same text.",
    Loose "loose": "The same, all numbers taken for equal.",
    TextOfBest "text-of-best": "Whether the most similar partner has the text; 0.5 without one.",
    TextOfSecond "text-of-second": "The same of the second partner.",
    TextOfHost "text-of-host": "Share of other addresses of the host with the text.",
    Path "path": "Share of partners with a block at the same path.",
    PathScore "path-score": "Mean single-page score of partners' blocks there.",
    Around "around": "Share of partners with the path of the element around it.",
    AroundScore "around-score": "Mean single-page score of partners' blocks there.",
    PathConstant "path-constant":
        "Share of what partners have at its path that further pages have too.",
    Snapshots "snapshots": "Number of other snapshots of the page.",
    InSnapshots "in-snapshots": "Share of snapshots with the text.",
    LooseInSnapshots "loose-in-snapshots": "The same, all numbers taken for equal.",
    SnapshotSame "snapshot-same": "Share of the page's text that its snapshots have.",
    PageShared "page-shared": "Share of the page's text that partners have.",
    PageUnique "page-unique": "Text that no partner has, as a logarithm.",
    RoomShared "room-shared": "Share of partners with the texts of the surrounding element.",
    RoomScore "room-score": "Mean single-page score in the surrounding element.",
    PreviousShared "previous-shared": "As `text`, of the block before.",
    NextShared "next-shared": "As `text`, of the block after.",
    PreviousScore "previous-score": "Single-page score of the block before.",
    NextScore "next-score": "Single-page score of the block after.",
    SecondPreviousShared "second-previous-shared": "As `text`, of the second block before.",
    SecondNextShared "second-next-shared": "As `text`, of the second block after.",
    WindowShared "window-shared": "As `text`, the mean of four blocks on each side.",
    WindowScore "window-score": "Mean single-page score of these.",
    Before "unique-before": "Share of the page's unique text before the block.",
    PageScore "page-score": "Mean single-page score of the page.",
    LikelyArticle "likely-article": "How likely the page is an article.",
    LikelyProduct "likely-product": "How likely the page is a product.",
}

/// The features of one block.
pub(super) type Row = [f32; NAMES.len()];

/// The single-page score of the block.
pub(super) fn own_score(row: &Row) -> f32 {
    row[Feature::Own as usize]
}

/// Mean similarity of the partners.
pub(super) fn mean_similarity(row: &Row) -> f32 {
    row[Feature::Alike as usize]
}

/// The share of partners with the text of the block, all numbers taken for equal.
pub(super) fn loose_share(row: &Row) -> f32 {
    row[Feature::Loose as usize]
}

/// The share of partners with the text of the block.
pub(super) fn text_share(row: &Row) -> f32 {
    row[Feature::Text as usize]
}

/// The share of other URLs of the host with the text of the block.
pub(super) fn host_share(row: &Row) -> f32 {
    row[Feature::TextOfHost as usize]
}

/// Blocks on each side of the window of means.
const WINDOW: usize = 4;

/// A row of features for each block of a page. All features of a block without text are 0.
pub fn measure(page: &Page, summary: &Summary, evidence: &Evidence<'_>) -> Vec<Row> {
    let shares = Shares::of_blocks(summary, evidence);
    let sums = Rooms::new(summary, &shares);
    let mut rows = vec![[0.0; NAMES.len()]; summary.blocks.len()];
    // Neighbours are neighbours among blocks with text: an empty cell between two of them does not
    // part them.
    let texts: Vec<usize> =
        (0..summary.blocks.len()).filter(|at| summary.blocks[*at].chars > 0).collect();
    let mut copies: FxHashMap<u64, u32> = FxHashMap::default();
    for at in &texts {
        *copies.entry(summary.blocks[*at].text).or_default() += 1;
    }
    let whole = PageFeatures::new(summary, evidence, &shares);
    // How much of the page's own text came before: a comment below an article looks like a
    // paragraph of it.
    let mut unique_before = 0.0;
    for (place, at) in texts.iter().enumerate() {
        let row = &mut rows[*at];
        own(row, page, *at, &summary.blocks[*at]);
        // Five are many: a label in each of a hundred rows is not more of a label.
        set(row, Feature::Copies, copies[&summary.blocks[*at].text].min(5) as f32);
        whole.write(row);
        shares[*at].write(row);
        sums.write(row, &summary.blocks[*at]);
        let neighbour = |step: isize| {
            let at = place.checked_add_signed(step).and_then(|place| texts.get(place));
            // Before the first and after the last block nothing is known: half of the partners, no
            // content.
            at.map_or((0.5, 0.0), |at| (shares[*at].text, summary.blocks[*at].score))
        };
        around(row, &neighbour);
        set(row, Feature::Before, unique_before / whole.unique_chars.max(1.0));
        unique_before += summary.blocks[*at].chars as f32 * (1.0 - shares[*at].text);
    }
    rows
}

fn set(row: &mut Row, feature: Feature, value: f32) {
    row[feature as usize] = value;
}

fn own(row: &mut Row, page: &Page, at: usize, seen: &Seen) {
    let block = &page.blocks()[at];
    let kind = |holds: bool| f32::from(u8::from(holds));
    set(row, Feature::Own, seen.score);
    set(row, Feature::Chars, (1.0 + block.chars as f32).ln());
    set(row, Feature::Links, block.link_density());
    set(row, Feature::Heading, kind(matches!(block.kind, BlockKind::Heading(_))));
    set(row, Feature::Item, kind(block.kind == BlockKind::ListItem));
    set(row, Feature::Cell, kind(block.kind == BlockKind::Cell));
    set(row, Feature::Paragraph, kind(block.kind == BlockKind::Paragraph));
    set(row, Feature::Hidden, kind(block.hidden));
}

fn around(row: &mut Row, neighbour: &impl Fn(isize) -> (f32, f32)) {
    let pairs = [
        (-1, Feature::PreviousShared, Some(Feature::PreviousScore)),
        (1, Feature::NextShared, Some(Feature::NextScore)),
        (-2, Feature::SecondPreviousShared, None),
        (2, Feature::SecondNextShared, None),
    ];
    for (step, shared, score) in pairs {
        let (share, own) = neighbour(step);
        set(row, shared, share);
        if let Some(score) = score {
            set(row, score, own);
        }
    }
    let steps = (1..=WINDOW as isize).flat_map(|step| [-step, step]);
    let (share, score) = steps.map(neighbour).fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
    // Also at the ends of the page: blocks beyond have values of their own.
    let count = 2.0 * WINDOW as f32;
    set(row, Feature::WindowShared, share / count);
    set(row, Feature::WindowScore, score / count);
}

impl Shares {
    fn write(&self, row: &mut Row) {
        let pairs = [
            (Feature::Text, self.text),
            (Feature::Loose, self.loose),
            (Feature::TextOfBest, self.best),
            (Feature::TextOfSecond, self.second),
            (Feature::TextOfHost, self.host),
            (Feature::Path, self.path),
            (Feature::PathScore, self.path_score),
            (Feature::Around, self.around),
            (Feature::AroundScore, self.around_score),
            (Feature::PathConstant, self.constant),
            (Feature::InSnapshots, self.snapshots),
            (Feature::LooseInSnapshots, self.loose_snapshots),
        ];
        pairs.into_iter().for_each(|(feature, value)| set(row, feature, value));
    }
}

/// Means over the blocks in the same surrounding element.
struct Rooms {
    rooms: FxHashMap<u64, (f32, f32, f32)>,
}

impl Rooms {
    fn new(summary: &Summary, shares: &[Shares]) -> Self {
        let mut rooms: FxHashMap<u64, (f32, f32, f32)> = FxHashMap::default();
        for (block, shares) in summary.blocks.iter().zip(shares) {
            // The root, so that one long text does not outvote all short ones around it.
            let mass = (block.chars as f32).sqrt();
            let room = rooms.entry(block.around).or_default();
            room.0 += shares.text * mass;
            room.1 += block.score * mass;
            room.2 += mass;
        }
        Self { rooms }
    }

    fn write(&self, row: &mut Row, block: &Seen) {
        let (share, score, mass) = self.rooms.get(&block.around).copied().unwrap_or_default();
        // A room without any text has no mass.
        set(row, Feature::RoomShared, share / mass.max(1e-6));
        set(row, Feature::RoomScore, score / mass.max(1e-6));
    }
}

/// Features that are the same for all blocks of a page.
struct PageFeatures {
    partners: f32,
    alike: f32,
    best: f32,
    urls: f32,
    snapshots: f32,
    same: f32,
    shared: f32,
    unique: f32,
    score: f32,
    article: f32,
    product: f32,
    unique_chars: f32,
}

impl PageFeatures {
    fn new(summary: &Summary, evidence: &Evidence<'_>, shares: &[Shares]) -> Self {
        let count = evidence.partners.len() as f32;
        let alike: f32 = evidence.partners.iter().map(|(_, alike)| alike).sum();
        let texts = || summary.blocks.iter().zip(shares).filter(|(block, _)| block.chars > 0);
        let sum = |of: &dyn Fn(&Seen, &Shares) -> f32| {
            texts().map(|(block, shares)| block.chars as f32 * of(block, shares)).sum::<f32>()
        };
        let chars = sum(&|_, _| 1.0).max(1.0);
        let unique_chars = sum(&|_, shares| 1.0 - shares.text);
        Self {
            partners: (1.0 + count).ln(),
            alike: alike / count.max(1.0),
            best: evidence.partners.first().map_or(0.0, |(_, alike)| *alike),
            urls: (1.0 + evidence.host.len() as f32).ln(),
            snapshots: evidence.snapshots.iter().flatten().count() as f32,
            same: sum(&|_, shares| shares.snapshots) / chars,
            shared: sum(&|_, shares| shares.text) / chars,
            // Halved, because the network clamps its inputs to 8: a longer page would look like a
            // shorter one.
            unique: (1.0 + unique_chars).ln() / 2.0,
            score: sum(&|block, _| block.score) / chars,
            article: summary.typed.probability(PageType::Article),
            product: summary.typed.probability(PageType::Product),
            unique_chars,
        }
    }

    fn write(&self, row: &mut Row) {
        let pairs = [
            (Feature::Partners, self.partners),
            (Feature::Alike, self.alike),
            (Feature::BestAlike, self.best),
            (Feature::Urls, self.urls),
            (Feature::Snapshots, self.snapshots),
            (Feature::SnapshotSame, self.same),
            (Feature::PageShared, self.shared),
            (Feature::PageUnique, self.unique),
            (Feature::PageScore, self.score),
            (Feature::LikelyArticle, self.article),
            (Feature::LikelyProduct, self.product),
        ];
        pairs.into_iter().for_each(|(feature, value)| set(row, feature, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gap::Gaps;
    use crate::host::host_of;
    use crate::test_pages::{page, summary};

    const HTML: &str = "<ul><li><a href=/>Home</a></ul><h1>Fog</h1><p>The ferry left.</p><img src=a.png><p>Imprint</p>";

    fn measured(others: &[&str]) -> Vec<Row> {
        let own = summary("/0", 0, HTML);
        let others = others.iter().enumerate();
        let others = others.map(|(n, html)| summary(&format!("/{}", n + 1), 0, html));
        let host = host_of(others.chain([own.clone()]));
        let evidence = host.evidence(&own, Gaps::default());
        let page = page(HTML);
        let rows = measure(&page, &own, &evidence);
        rows.into_iter().zip(page.blocks()).filter(|(_, b)| b.chars > 0).map(|(r, _)| r).collect()
    }

    fn column(rows: &[Row], feature: Feature) -> Vec<f32> {
        rows.iter().map(|row| row[feature as usize]).collect()
    }

    #[test]
    fn names_of_features_are_distinct() {
        let mut names = NAMES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), NAMES.len());
        assert_eq!(NAMES[Feature::LikelyProduct as usize], "likely-product");
    }

    #[test]
    fn blocks_are_measured_by_kind() {
        let rows = measured(&[]);
        assert_eq!(column(&rows, Feature::Item), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(column(&rows, Feature::Heading), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(column(&rows, Feature::Paragraph), [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(column(&rows, Feature::Links), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(column(&rows, Feature::Partners), [0.0; 4]);
        let chars = column(&rows, Feature::Chars);
        assert!((chars[1] - 4.0f32.ln()).abs() < 1e-6, "three letters: {chars:?}");
    }

    #[test]
    fn shares_of_neighbours_skip_blocks_without_text() {
        let other = HTML.replace("Fog", "Sun").replace("The ferry left.", "Boats came.");
        let rows = measured(&[&other]);
        let text = column(&rows, Feature::Text);
        assert_eq!(text, [1.0, 0.0, 0.0, 1.0]);
        // The image between the paragraphs is no neighbour; beyond the ends half of the partners
        // are assumed.
        assert_eq!(column(&rows, Feature::NextShared), [0.0, 0.0, 1.0, 0.5]);
        assert_eq!(column(&rows, Feature::PreviousShared), [0.5, 1.0, 0.0, 0.0]);
        let before = column(&rows, Feature::Before);
        assert!(before.is_sorted() && before[0] == 0.0 && (before[3] - 1.0).abs() < 1e-5);
    }

    #[test]
    fn features_of_the_page_are_equal_in_all_blocks() {
        let rows = measured(&[HTML, "<ul><li>Home</ul><p>Other"]);
        let whole = [
            Feature::Partners,
            Feature::Alike,
            Feature::BestAlike,
            Feature::Urls,
            Feature::PageShared,
            Feature::PageUnique,
            Feature::PageScore,
        ];
        for feature in whole {
            let column = column(&rows, feature);
            assert!(column.iter().all(|value| *value == column[0]), "{feature:?}: {column:?}");
        }
        assert!(rows.iter().flatten().all(|value| value.is_finite()));
    }
}
