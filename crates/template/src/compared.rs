//! The comparison of a page with others: neighbours, reasons for having none, characters by class.

use jiff::Timestamp;
use scutch_page::{Extraction, Page, counts};
use serde::{Deserialize, Serialize};

use crate::cross::NoPartner;
use crate::host::Evidence;
use crate::nodes::{Doubt, NodeLabel};
use crate::summary::Summary;

/// The comparison of one page with others, in a form to store: the column `joint_json` of a row.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// Why the page was not compared, if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Alone>,
    /// The most similar page of another URL.
    pub up: Option<Neighbour>,
    /// The second most similar page of another URL.
    pub down: Option<Neighbour>,
    /// The previous snapshot of the same URL.
    pub prev: Option<Neighbour>,
    /// The next snapshot of the same URL.
    pub next: Option<Neighbour>,
    /// Visible characters of the page by class.
    pub characters: Characters,
}

/// A capture in a cross.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Neighbour {
    /// Its URL.
    pub url: String,
    /// 14 digits. Empty if the archive does not say.
    pub timestamp: String,
    /// Similarity of its structure to that of the page, 0 to 1.
    pub similarity: f64,
}

/// Visible characters by class, without white space: of text nodes if these are labelled, else of
/// blocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Characters {
    /// Content.
    pub content: u64,
    /// Boilerplate.
    pub boilerplate: u64,
    /// Neither, because the evidence contradicts itself or the score is doubtful.
    pub invalid: u64,
}

/// Why a page was not compared with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alone {
    /// The page has no text.
    EmptyPage,
    /// It is plain text, without elements.
    PlainText,
    /// No other URL of its host is known.
    NoOtherPage,
    /// No other page of its host was kept.
    NoOtherKept,
    /// No page is similar enough in structure.
    NoneAlike,
    /// All similar pages are copies.
    OnlyCopies,
    /// All similar pages share its path, and the rule of crosses forbids that.
    SamePath,
}

impl Alone {
    /// All reasons.
    const ALL: [Self; 7] = [
        Self::EmptyPage,
        Self::PlainText,
        Self::NoOtherPage,
        Self::NoOtherKept,
        Self::NoneAlike,
        Self::OnlyCopies,
        Self::SamePath,
    ];

    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::EmptyPage => "empty-page",
            Self::PlainText => "plain-text",
            Self::NoOtherPage => "no-other-page",
            Self::NoOtherKept => "no-other-kept",
            Self::NoneAlike => "none-alike",
            Self::OnlyCopies => "only-copies",
            Self::SamePath => "same-path",
        }
    }

    /// The reason as a sentence.
    fn sentence(self) -> &'static str {
        match self {
            Self::EmptyPage => "The page has no text.",
            Self::PlainText => "It is plain text, without elements to compare.",
            Self::NoOtherPage => "No other address of its host is known.",
            Self::NoOtherKept => {
                "No other page of its host was kept to compare it with: too large, or one of too many."
            }
            Self::NoneAlike => "No page of its host is similar enough in structure.",
            Self::OnlyCopies => "All similar pages are copies of it.",
            Self::SamePath => {
                "All similar pages share its path, by which `--cross thesis` tells pages apart."
            }
        }
    }

    /// The sentence for a reason id.
    pub fn sentence_of(id: &str) -> Option<&'static str> {
        Self::ALL.into_iter().find(|reason| reason.id() == id).map(Self::sentence)
    }

    fn from_reason(reason: NoPartner) -> Self {
        match reason {
            NoPartner::NoOther => Self::NoOtherPage,
            NoPartner::NoneAlike => Self::NoneAlike,
            NoPartner::OnlyCopies => Self::OnlyCopies,
            NoPartner::SamePath => Self::SamePath,
        }
    }
}

impl Compared {
    /// The comparison of a page, from the evidence for it.
    pub fn with(summary: &Summary, evidence: &Evidence<'_>) -> Self {
        let neighbour = |page: &Summary| Neighbour {
            url: page.key.url.clone(),
            timestamp: timestamp(page.key.time),
            similarity: rounded(page.signature.similarity(&summary.signature)),
        };
        let [up, down, prev, next] = evidence.cross.map(|page| page.map(neighbour));
        let reason = evidence.no_partner.map(Alone::from_reason);
        Self { reason, up, down, prev, next, characters: Characters::default() }
    }

    /// The neighbours with their names, in the order of the digits of the column `cross`.
    pub fn neighbours(&self) -> [(&'static str, Option<&Neighbour>); 4] {
        let places =
            [("up", &self.up), ("down", &self.down), ("prev", &self.prev), ("next", &self.next)];
        places.map(|(name, neighbour)| (name, neighbour.as_ref()))
    }
}

impl Characters {
    /// All classes, in the order of [`Class::ALL`](crate::patterns::Class::ALL).
    pub fn all(self) -> [u64; 3] {
        [self.content, self.boilerplate, self.invalid]
    }

    /// Characters of all classes.
    pub fn sum(self) -> u64 {
        self.all().iter().sum()
    }

    /// Counts the characters of labelled nodes. `texts` holds the text of each node.
    pub fn of_nodes(nodes: &[NodeLabel], texts: &[String]) -> Self {
        // Indexed by class, in the order of `Class::ALL`.
        let mut sums = [0; 3];
        for (node, text) in nodes.iter().zip(texts).filter(|(node, _)| !node.hidden) {
            sums[node.class as usize] += counts::visible_chars(text) as u64;
        }
        let [content, boilerplate, invalid] = sums;
        Self { content, boilerplate, invalid }
    }

    /// Counts the characters of blocks. Blocks with a doubtful score count as invalid.
    pub fn of_blocks(page: &Page, extraction: &Extraction, doubt: Doubt) -> Self {
        let (mut sums, mut cut_off) = (Self::default(), 0);
        let blocks = page.blocks().iter().zip(&extraction.labels);
        let parts = extraction.cuts.iter();
        let parts = parts.filter(|(at, _)| !doubt.holds(extraction.labels[**at].score));
        for (at, cut) in parts.filter(|(_, cut)| !cut.block.hidden) {
            // What was cut off counts as content below, with its block.
            let all = counts::visible_chars(&page.blocks()[*at].text);
            let off = (all - counts::visible_chars(&cut.block.text).min(all)) as u64;
            sums.boilerplate += off;
            cut_off += off;
        }
        for (block, label) in blocks.filter(|(block, _)| !block.hidden) {
            let sum = match label.content {
                // Asked first: a doubtful block belongs to no class, whatever its label.
                _ if doubt.holds(label.score) => &mut sums.invalid,
                true => &mut sums.content,
                false => &mut sums.boilerplate,
            };
            *sum += counts::visible_chars(&block.text) as u64;
        }
        sums.content -= cut_off;
        sums
    }
}

impl std::ops::AddAssign for Characters {
    fn add_assign(&mut self, other: Self) {
        self.content += other.content;
        self.boilerplate += other.boilerplate;
        self.invalid += other.invalid;
    }
}

/// A time as 14 digits. Empty for 0, which stands for an unknown time.
pub fn timestamp(unix_ms: i64) -> String {
    // 1970 was before the web, so 0 is free to stand for an unknown time.
    let time = Timestamp::from_millisecond(unix_ms).ok().filter(|_| unix_ms != 0);
    time.map(|time| time.strftime("%Y%m%d%H%M%S").to_string()).unwrap_or_default()
}

/// Rounded to three decimals. More would be noise.
pub fn rounded(share: f32) -> f64 {
    (f64::from(share) * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_fourteen_digits_where_they_are_known() {
        assert_eq!(timestamp(1_558_087_200_000), "20190517100000");
        assert_eq!(timestamp(0), "");
        assert_eq!(timestamp(i64::MAX), "");
    }

    #[test]
    fn reasons_are_written_as_their_ids() {
        for reason in Alone::ALL {
            let json = serde_json::to_value(reason).expect("JSON");
            assert_eq!(json, reason.id());
            assert!(Alone::sentence_of(reason.id()).is_some());
        }
    }
}
