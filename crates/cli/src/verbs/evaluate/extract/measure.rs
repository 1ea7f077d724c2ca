//! What is measured of one page.

use scutch_learn::text_score::{self, tokens};
use serde_json::Value;

use super::gold::Gold;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// F1 of words, whatever their order.
    Bag,
    /// F1 of sequences of four words.
    Grams,
    /// F1 of texts that must and must not be there.
    Segments,
    /// The title is the right one.
    Title,
    /// The authors are the right ones.
    Authors,
    /// The day of publication is the right one.
    Date,
    /// The type of the page is the right one.
    PageType,
}

impl Measure {
    /// All measures, in the order of columns and of [`Scores`].
    pub(super) const ALL: [Self; 7] = [
        Self::Bag,
        Self::Grams,
        Self::Segments,
        Self::Title,
        Self::Authors,
        Self::Date,
        Self::PageType,
    ];

    /// The key in JSON.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Bag => "bag_f1",
            Self::Grams => "gram_f1",
            Self::Segments => "segment_f1",
            Self::Title => "title",
            Self::Authors => "authors",
            Self::Date => "date",
            Self::PageType => "page_type",
        }
    }

    /// As the head of a column.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bag => "bag F1",
            Self::Grams => "4-gram F1",
            Self::Segments => "segment F1",
            Self::Title => "title",
            Self::Authors => "authors",
            Self::Date => "date",
            Self::PageType => "type",
        }
    }
}

/// A part of a whole. A group of pages has the sum of their parts over the sum of their wholes: the
/// mean where every whole is 1, F1 of pooled counts where the whole is that of F1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Share {
    pub(super) part: f64,
    pub(super) whole: f64,
}

impl Share {
    /// A score of one page, which counts once.
    fn one_page(value: f64) -> Self {
        Self { part: value, whole: 1.0 }
    }

    /// The part per whole; a share of nothing is 0.
    pub(super) fn value(self) -> f64 {
        if self.whole == 0.0 { 0.0 } else { self.part / self.whole }
    }
}

impl std::ops::AddAssign for Share {
    fn add_assign(&mut self, other: Self) {
        self.part += other.part;
        self.whole += other.whole;
    }
}

/// The scores of a page, in the order of [`Measure::ALL`]; none where nothing is known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Scores(pub(super) [Option<Share>; Measure::ALL.len()]);

impl Scores {
    /// The score under a measure.
    pub(super) fn get(&self, measure: Measure) -> Option<f64> {
        self.0[measure as usize].map(Share::value)
    }

    /// The score by which pages are ranked.
    pub(super) fn main(&self) -> Option<f64> {
        self.get(Measure::Bag).or_else(|| self.get(Measure::Segments))
    }
}

/// Scores what was made of a page; nothing made is an empty text.
pub(super) fn score(gold: &Gold, found: &Value) -> Scores {
    let text = found["text"].as_str().unwrap_or_default();
    let (mut bag, mut grams) = (None, None);
    if let Some(wanted) = &gold.text {
        let (found, wanted) = (tokens(text), tokens(wanted));
        bag = Some(Share::one_page(text_score::bag_f1(&found, &wanted)));
        grams = Some(Share::one_page(text_score::gram_f1(&found, &wanted)));
    }
    let right = |right: bool| Share::one_page(f64::from(u8::from(right)));
    let title = found["title"].as_str().unwrap_or_default();
    // Rows of ours have the first key, other tools the second.
    let day = found["date_published"].as_str().or_else(|| found["date"].as_str());
    let title = gold.title.as_ref().map(|wanted| right(text_score::same_title(title, wanted)));
    let authors =
        gold.author.as_ref().map(|wanted| right(text_score::same_authors(&authors(found), wanted)));
    let date = gold.date.as_ref();
    let date = date.map(|wanted| right(text_score::same_day(day.unwrap_or_default(), wanted)));
    let predicted = found["page_type"].as_str();
    // Other tools know no types: a missing one is not scored, or all of them would get 0.
    let page_type = gold.kind.as_ref().and_then(|wanted| Some(right(predicted? == wanted)));
    Scores([bag, grams, segments(gold, text), title, authors, date, page_type])
}

/// F1 over the segments that must and must not be in the text.
fn segments(gold: &Gold, text: &str) -> Option<Share> {
    // Nothing is known, which is no score of 0.
    if gold.with.is_empty() && gold.without.is_empty() {
        return None;
    }
    let (with, without) = (gold.with.iter(), gold.without.iter());
    let counts = text_score::segments(text, with.map(String::as_str), without.map(String::as_str));
    let part = 2.0 * counts.hits;
    Some(Share { part, whole: part + counts.extra + counts.missed })
}

/// Names of authors as one string: a list as ours has it, or the single string of other tools.
fn authors(found: &Value) -> String {
    match (&found["authors"], &found["author"]) {
        (Value::Array(names), _) => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
        }
        (Value::String(names), _) | (_, Value::String(names)) => names.clone(),
        _ => String::new(),
    }
}
