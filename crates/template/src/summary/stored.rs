//! Summaries on disk and between machines.

use scutch_page::{Reason, TitleParts, TypePrediction};
use serde::{Deserialize, Serialize};

use super::{KeptMedia, Lines, Seen, Spoken, Summary, Tables};
use crate::key::{Key, UrlKey};
use crate::packed::{self, Pack, lists, take};
use crate::structure::Signature;

/// What is written of a summary. Tables that follow from the blocks are made again when it is read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StoredSummary {
    key: Key,
    url_key: UrlKey,
    typed: TypePrediction,
    spoken: Spoken,
    titles: TitleParts,
    signature: Signature,
    #[serde(with = "packed")]
    blocks: Vec<Seen>,
    /// Numbers in [`Reason::ALL`].
    #[serde(with = "packed")]
    reasons: Vec<u8>,
    #[serde(with = "packed")]
    words: Vec<u32>,
    #[serde(with = "packed")]
    lines: Vec<u32>,
    media: KeptMedia,
    /// The texts of a summary without blocks: one of a snapshot.
    texts: Option<StoredTexts>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredTexts {
    #[serde(with = "packed")]
    texts: Vec<u64>,
    #[serde(with = "packed")]
    loose: Vec<u64>,
}

impl From<Summary> for StoredSummary {
    fn from(summary: Summary) -> Self {
        let Summary {
            key,
            url_key,
            typed,
            spoken,
            titles,
            signature,
            blocks,
            reasons,
            words,
            media,
            ..
        } = summary;
        let lines = summary.lines.into_packed();
        // A full summary has blocks wherever it has texts, and its texts follow from them.
        let (texts, loose) = (summary.texts, summary.loose);
        let texts =
            (blocks.is_empty() && !texts.is_empty()).then_some(StoredTexts { texts, loose });
        // Summaries are read by the program that wrote them, so the order of reasons is the same.
        let number = |reason: &Reason| Reason::ALL.iter().position(|known| known == reason);
        let reasons = reasons.iter().map(|reason| number(reason).unwrap_or(0) as u8).collect();
        Self {
            key,
            url_key,
            typed,
            spoken,
            titles,
            signature,
            blocks,
            reasons,
            words,
            lines,
            media,
            texts,
        }
    }
}

impl From<StoredSummary> for Summary {
    fn from(stored: StoredSummary) -> Self {
        let mut tables = Tables::from_blocks(&stored.blocks);
        if let Some(StoredTexts { texts, loose }) = stored.texts {
            (tables.texts, tables.loose) = (texts, loose);
        }
        // An unknown number can only come from a damaged file; a wrong reason does less harm than a
        // lost host.
        let reason = |number: u8| Reason::ALL.get(usize::from(number)).copied();
        let reasons = stored.reasons.into_iter().map(|n| reason(n).unwrap_or(Reason::Kind));
        Self {
            key: stored.key,
            url_key: stored.url_key,
            typed: stored.typed,
            spoken: stored.spoken,
            titles: stored.titles,
            signature: stored.signature,
            blocks: stored.blocks,
            reasons: reasons.collect(),
            words: stored.words,
            lines: Lines::from_packed(stored.lines),
            media: stored.media,
            texts: tables.texts,
            loose: tables.loose,
            slots: tables.slots,
            rooms: tables.rooms,
        }
    }
}

impl Pack for Seen {
    const SIZE: usize = 40;

    fn write(&self, out: &mut Vec<u8>) {
        [self.text, self.loose, self.path, self.around].iter().for_each(|hash| hash.write(out));
        self.score.write(out);
        self.chars.write(out);
    }

    fn read(mut bytes: &[u8]) -> Self {
        let [text, loose, path, around] = std::array::from_fn(|_| take(&mut bytes));
        Self { text, loose, path, around, score: take(&mut bytes), chars: take(&mut bytes) }
    }

    lists!();
}
