//! How often the shipped model is right, on pieces of known language.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};
use scutch_language::{detect, fitting::labels};
use serde_json::Value;

/// From this confidence on an answer counts as sure.
const SURE: f64 = 0.9;
/// So many of the worst languages and commonest mistakes are shown.
const SHOWN: usize = 30;

/// Counts of one label: pieces of it, answers with it, right ones.
#[derive(Clone, Copy, Default)]
struct Counts {
    pieces: f64,
    answers: f64,
    right: f64,
}

impl Counts {
    fn f1(&self) -> f64 {
        2.0 * self.right / (self.pieces + self.answers).max(1.0)
    }
}

/// Languages of the web that most detectors name: those of CLD3 3.0.13 (`supported languages`, Apache-2.0),
/// without its romanised forms and without Hmong, of which there are no pieces.
#[rustfmt::skip]
const WEB: &[&str] = &[
    "af", "am", "ar", "bg", "bn", "bs", "ca", "ceb", "co", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et",
    "eu", "fa", "fi", "fr", "fy", "ga", "gd", "gl", "gu", "ha", "haw", "he", "hi", "hr", "ht", "hu", "hy", "id",
    "ig", "is", "it", "ja", "jv", "ka", "kk", "km", "kn", "ko", "ku", "ky", "la", "lb", "lo", "lt", "lv", "mg",
    "mi", "mk", "ml", "mn", "mr", "ms", "mt", "my", "nb", "ne", "nl", "ny", "pa", "pl", "ps", "pt", "ro", "ru",
    "sd", "si", "sk", "sl", "sm", "sn", "so", "sq", "sr", "st", "su", "sv", "sw", "ta", "te", "tg", "th", "tl",
    "tr", "uk", "ur", "uz", "vi", "xh", "yi", "yo", "zh", "zu",
];

/// One half of the pieces. Whoever changes the detector looks at `a`; `b` says how far that carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    A,
    B,
}

impl Half {
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "a" => Some(Self::A),
            "b" => Some(Self::B),
            _ => None,
        }
    }

    /// The half that a document or a piece belongs to, by the FNV-1a hash of its name.
    fn from_key(key: &str) -> Self {
        let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325, step);
        if (hash ^ (hash >> 32)) & 1 == 0 { Self::A } else { Self::B }
    }
}

/// The pieces of one half. A document is not divided, unless it is all that a source has of a language.
fn halve(rows: Vec<Value>, half: Half) -> Vec<Value> {
    let mut documents: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    let group = |row: &Value| (of(row, "lang").to_owned(), of(row, "source").to_owned());
    for row in &rows {
        documents.entry(group(row)).or_default().insert(of(row, "doc").to_owned());
    }
    let key = |row: &Value| {
        let alone = documents.get(&group(row)).is_none_or(|known| known.len() == 1);
        of(row, if alone { "id" } else { "doc" }).to_owned()
    };
    rows.into_iter().filter(|row| Half::from_key(&key(row)) == half).collect()
}

pub(super) fn run(pieces: &Path, half: Option<Half>) -> Result<()> {
    let mut text = String::new();
    if pieces.as_os_str() == "-" {
        std::io::stdin().read_to_string(&mut text)?;
    } else {
        text = std::fs::read_to_string(pieces).with_context(|| pieces.display().to_string())?;
    }
    let rows: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let rows = match half {
        Some(half) => halve(rows, half),
        None => rows,
    };
    let lengths: BTreeSet<u64> = rows.iter().filter_map(|row| row["len"].as_u64()).collect();
    for length in lengths {
        report(&rows, length);
    }
    none(&rows);
    speed(&rows);
    Ok(())
}

/// The primary language of a tag: pieces are judged by it.
fn language(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}

fn of<'r>(row: &'r Value, name: &str) -> &'r str {
    row[name].as_str().unwrap_or_default()
}

/// What the answers to some pieces add up to.
#[derive(Default)]
struct Tally<'r> {
    counts: BTreeMap<&'r str, Counts>,
    mistakes: BTreeMap<(&'r str, &'static str), usize>,
    pieces: usize,
    grouped: usize,
    sure: usize,
    sure_wrong: usize,
}

impl<'r> Tally<'r> {
    fn add(&mut self, row: &'r Value) {
        let (expected, found) = (of(row, "lang"), detect(of(row, "text")));
        let (truth, answer) = (language(expected), language(found.tag));
        self.pieces += 1;
        self.counts.entry(truth).or_default().pieces += 1.0;
        self.counts.entry(answer).or_default().answers += 1.0;
        if truth == answer {
            self.counts.entry(truth).or_default().right += 1.0;
        } else {
            *self.mistakes.entry((truth, answer)).or_default() += 1;
        }
        let sure = usize::from(found.confidence >= SURE && answer != "und");
        self.sure += sure;
        self.sure_wrong += sure * usize::from(truth != answer);
        self.grouped += usize::from(truth == answer || same_group(expected, found.tag));
    }

    /// Number and mean F1 of the languages with pieces.
    fn macro_f1(&self) -> (usize, f64) {
        let known = self.counts.values().filter(|counts| counts.pieces > 0.0);
        let scores: Vec<f64> = known.map(Counts::f1).collect();
        (scores.len(), scores.iter().sum::<f64>() / scores.len().max(1) as f64)
    }

    fn print(&self, what: &str) {
        let (languages, f1) = self.macro_f1();
        let share = |count: usize, all: usize| count as f64 / all.max(1) as f64;
        let wrong = self.mistakes.values().sum::<usize>();
        println!(
            "{what}: {} pieces, {languages} languages, macro F1 {f1:.4}, right {:.4}, within groups {:.4}, \
             sure {:.4}, sure and wrong {:.4} of pieces, {:.4} of sure ones",
            self.pieces,
            1.0 - share(wrong, self.pieces),
            share(self.grouped, self.pieces),
            share(self.sure, self.pieces),
            share(self.sure_wrong, self.pieces),
            share(self.sure_wrong, self.sure),
        );
    }

    /// The worst languages and the commonest mistakes.
    fn print_worst(&self) {
        let mut worst: Vec<_> = self.counts.iter().filter(|(_, c)| c.pieces > 0.0).collect();
        worst.sort_by(|a, b| a.1.f1().total_cmp(&b.1.f1()));
        let worst = worst.iter().take(SHOWN).map(|(tag, c)| format!("{tag} {:.2}", c.f1()));
        println!("    {}", worst.collect::<Vec<_>>().join(", "));
        let mut mistakes: Vec<_> = self.mistakes.iter().collect();
        mistakes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let mistakes = mistakes.iter().take(SHOWN).map(|((a, b), n)| format!("{a}>{b} {n}"));
        println!("    {}", mistakes.collect::<Vec<_>>().join(", "));
    }
}

/// Prints the scores of the pieces of one length, of all and of those in the languages of [`WEB`].
fn report(rows: &[Value], length: u64) {
    let (mut all, mut web) = (Tally::default(), Tally::default());
    let rows = rows.iter().filter(|row| row["len"] == length && of(row, "source") != "mixed");
    for row in rows.filter(|row| of(row, "lang") != "und") {
        all.add(row);
        if WEB.contains(&language(of(row, "lang"))) {
            web.add(row);
        }
    }
    all.print(&length.to_string());
    all.print_worst();
    web.print("    of the web");
}

fn same_group(one: &str, other: &str) -> bool {
    let group = |tag: &str| labels().iter().find(|label| label.tag == tag).and_then(|l| l.group);
    group(one).is_some() && group(one) == group(other)
}

/// Pieces in no language, by source.
fn none(rows: &[Value]) {
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for row in rows.iter().filter(|row| of(row, "lang") == "und") {
        let right = usize::from(detect(of(row, "text")).tag == "und");
        for kind in ["und", of(row, "source")] {
            let (all, found) = kinds.entry(kind).or_default();
            *all += 1;
            *found += right;
        }
    }
    for (kind, (all, found)) in kinds {
        println!("{kind}: {found} of {all}");
    }
}

fn speed(rows: &[Value]) {
    let texts: Vec<&str> = rows.iter().map(|row| of(row, "text")).collect();
    let begun = Instant::now();
    let named = texts.iter().filter(|text| detect(text).tag != "und").count();
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    println!("{named} named, {:.1} MB/s", bytes as f64 / 1e6 / begun.elapsed().as_secs_f64());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f1_counts_what_is_missed_and_what_is_wrongly_said() {
        for (pieces, answers, right, expected) in [
            (4.0, 4.0, 4.0, 1.0),
            (4.0, 0.0, 0.0, 0.0),
            (4.0, 2.0, 2.0, 2.0 / 3.0),
            (0.0, 0.0, 0.0, 0.0),
        ] {
            assert!((Counts { pieces, answers, right }.f1() - expected).abs() < 1e-9);
        }
    }

    fn piece(lang: &str, doc: &str, id: &str, text: &str) -> Value {
        serde_json::json!({"lang": lang, "source": "web", "doc": doc, "id": id, "text": text})
    }

    #[test]
    fn answers_are_counted_by_language_and_group() {
        let rows = [
            piece("en", "", "", "The ferry left the harbour ten minutes late this morning."),
            piece("de", "", "", "The ferry left the harbour ten minutes late this morning."),
        ];
        let mut tally = Tally::default();
        rows.iter().for_each(|row| tally.add(row));
        assert_eq!((tally.pieces, tally.grouped, tally.mistakes.len()), (2, 1, 1));
        assert_eq!(tally.macro_f1(), (2, 1.0 / 3.0));
        assert!(same_group("hr", "sr-Latn") && !same_group("de", "nl") && !same_group("de", "de"));
    }

    #[test]
    fn every_language_of_the_web_has_a_label() {
        for code in WEB {
            assert!(labels().iter().any(|label| label.primary() == *code), "{code}");
        }
        assert!(WEB.is_sorted());
    }

    #[test]
    fn halves_keep_documents_whole_unless_there_is_one() {
        let ids: Vec<String> = (0..40).map(|number| format!("o{number}")).collect();
        let many = ids.iter().map(|id| piece("de", &format!("d{}", id.len()), id, ""));
        let one = ids.iter().map(|id| piece("fr", "alone", id, ""));
        let rows: Vec<Value> = many.chain(one).collect();
        let [a, b] = [Half::A, Half::B].map(|half| halve(rows.clone(), half));
        assert_eq!(a.len() + b.len(), rows.len());
        for half in [&a, &b] {
            assert!(half.iter().any(|row| row["lang"] == "fr"));
        }
        let documents = |half: &[Value]| -> BTreeSet<String> {
            let german = half.iter().filter(|row| row["lang"] == "de");
            german.map(|row| of(row, "doc").to_owned()).collect()
        };
        assert!(documents(&a).is_disjoint(&documents(&b)));
    }
}
