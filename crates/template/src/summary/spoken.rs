//! The language of a page, as far as partners are chosen by it.

use scutch_language::{detect, is_close};
use scutch_page::{Attr, Block, BlockKind, Label, Page};
use serde::{Deserialize, Serialize};

/// Characters of content that tell the languages of two pages apart.
const SAMPLE: usize = 400;
/// Bytes of content that tell a language at all.
const LEAST: usize = 40;
/// With less confidence the language that the page declares is taken.
const CONFIDENCE: f64 = 0.8;
/// The same where the page declares another language. Names and quotations are in others.
const AGAINST: f64 = 0.95;

/// Codes that name no language (ISO 639-2): several, none, undetermined.
const NO_LANGUAGE: [&str; 3] = ["mul", "zxx", "und"];

/// The primary code of a language as bytes. All are 0 where the language is not known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spoken([u8; 4]);

impl Spoken {
    /// The language that the page declares. English, which themes declare until somebody changes
    /// it, and no language at all give way to that of the blocks that `labels` call content.
    pub(super) fn of_page(page: &Page, labels: &[Label]) -> Self {
        let declared = declared(page);
        if declared.is_known() && declared.code() != "en" {
            return declared;
        }
        let sample = sample(page, labels);
        if sample.len() < LEAST {
            return declared;
        }
        let measured = detect(&sample);
        let found = Self::from_tag(measured.tag);
        let least = if found.is_other(declared) { AGAINST } else { CONFIDENCE };
        let is_sure = measured.reason.is_none() && measured.confidence >= least;
        if is_sure { found } else { declared }
    }

    /// A language by its tag (BCP 47), of which the primary code counts.
    pub(crate) fn from_tag(tag: &str) -> Self {
        let code = tag.split(['-', '_']).next().unwrap_or_default().trim();
        let mut bytes = [0; 4];
        // Primary codes have two or three letters (ISO 639); what is longer says no language.
        let is_code =
            (2..=3).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphabetic());
        if is_code && !NO_LANGUAGE.iter().any(|none| none.eq_ignore_ascii_case(code)) {
            let lower = code.bytes().map(|byte| byte.to_ascii_lowercase());
            bytes.iter_mut().zip(lower).for_each(|(to, from)| *to = from);
        }
        Self(bytes)
    }

    /// The code, empty where the language is not known.
    pub(crate) fn code(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }

    /// Whether the language is known.
    pub(crate) fn is_known(self) -> bool {
        self != Self::default()
    }

    /// Whether both languages are known and readers do not take one for the other.
    pub(crate) fn is_other(self, than: Self) -> bool {
        let are_known = self.is_known() && than.is_known();
        are_known && self != than && !is_close(self.code(), than.code())
    }
}

/// The beginning of the content, without code.
fn sample(page: &Page, labels: &[Label]) -> String {
    let is_text =
        |(block, label): &(&Block, &Label)| label.content && block.kind != BlockKind::Code;
    let mut sample = String::new();
    let mut left = SAMPLE;
    for (block, _) in page.blocks().iter().zip(labels).filter(is_text) {
        if left == 0 {
            break;
        }
        sample.extend(block.text.chars().take(left));
        sample.push(' ');
        left = left.saturating_sub(block.chars as usize);
    }
    sample
}

/// The language that the root element declares.
fn declared(page: &Page) -> Spoken {
    let tree = page.tree();
    let root = tree.all().find(|node| tree.tag(*node).is_some());
    let declared = root.and_then(|root| tree.attr(root, Attr::LANG));
    declared.map_or(Spoken::default(), Spoken::from_tag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_pages::summary;

    const HUNGARIAN: &str = "A komp tíz perc késéssel hagyta el ma reggel a kikötőt, de ez senkit \
        sem zavart a fedélzeten. A köd csak délelőtt oszlott fel, és a sziget végre láthatóvá vált.";

    #[test]
    fn the_content_tells_the_language_where_the_page_does_not() {
        for (declared, text, language) in [
            (" lang=en-US", HUNGARIAN, "hu"),
            ("", HUNGARIAN, "hu"),
            (" lang=ro", HUNGARIAN, "ro"),
            (" lang=de-AT", "12 345", "de"),
            (" lang=DE_at", "12 345", "de"),
            ("", "12 345", ""),
            (" lang=''", "12 345", ""),
            (" lang=deutsch", "12 345", ""),
            (" lang=mul", "12 345", ""),
        ] {
            let html = format!("<html{declared}><body><pre>let x = 1;</pre><p>{text}</p>");
            assert_eq!(summary("/", 0, &html).spoken.code(), language, "{declared} {text}");
        }
    }

    #[test]
    fn languages_are_others_where_both_are_known() {
        for (one, than, other) in [
            ("de", "en", true),
            ("de", "de-AT", false),
            ("hr", "sr", false),
            ("", "en", false),
            ("en", "", false),
            ("yue", "en", true),
        ] {
            let [one, than] = [one, than].map(Spoken::from_tag);
            assert_eq!((one.is_other(than), than.is_other(one)), (other, other), "{one:?}");
        }
    }
}
