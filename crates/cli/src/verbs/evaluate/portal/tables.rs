//! The tables of a comparison, as text and as JSON.

use scutch_plot::number::{counted, thousands};
use serde_json::{Value, json};

use super::articles::FIELDS;
use super::scores::{Gold, Hits};
use super::{PortalArgs, Scored};
use crate::verbs::evaluate::{lines, score};

/// Both tables as text.
pub(super) fn render(gold: &Gold, scored: &[Scored]) -> String {
    format!(
        "{} of the gold\n\nwords with metadata (without)\n{}\nprecision and recall\n{}",
        counted(gold.pages(), "page"),
        lines(&words(gold, scored)),
        lines(&shares(scored))
    )
}

/// Each value once, in the order of the predictions.
fn distinct<'s>(values: impl Iterator<Item = &'s str>) -> Vec<&'s str> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// Words by tool and region. The gold has a column of its own: it is no region.
fn words(gold: &Gold, scored: &[Scored]) -> Vec<Vec<String>> {
    let tools = distinct(scored.iter().map(|scored| &*scored.named.tool));
    let regions = distinct(scored.iter().map(|scored| &*scored.named.region));
    let count =
        |text: u64, metadata: u64| format!("{} ({})", thousands(text + metadata), thousands(text));
    let mut head = vec!["tool".to_owned()];
    head.extend(regions.iter().map(|region| (*region).to_owned()));
    let mut rows = vec![head, vec!["gold".to_owned(), count(gold.words, gold.metadata_words)]];
    for tool in tools {
        let cell = |region: &&str| {
            let is_it = |s: &&Scored| s.named.tool == tool && s.named.region == *region;
            let found = scored.iter().find(is_it).map(|scored| &scored.scores);
            found.map_or_else(|| "-".to_owned(), |s| count(s.words, s.metadata_words))
        };
        let cells = regions.iter().map(cell);
        rows.push(std::iter::once(tool.to_owned()).chain(cells).collect());
    }
    rows
}

/// Precision and recall by tool and region.
fn shares(scored: &[Scored]) -> Vec<Vec<String>> {
    let mut head: Vec<String> = ["tool", "region", "pages"].map(str::to_owned).into();
    for name in names() {
        head.extend([format!("{name} P"), format!("{name} R")]);
    }
    let row = |scored: &Scored| {
        let pages = thousands(scored.scores.pages());
        let mut row = vec![scored.named.tool.clone(), scored.named.region.clone(), pages];
        for hits in all_hits(scored) {
            row.extend([score(hits.precision()), score(hits.recall())]);
        }
        row
    };
    std::iter::once(head).chain(scored.iter().map(row)).collect()
}

/// What is compared, in the order of columns: words of the text, fields, and all fields together.
fn names() -> impl Iterator<Item = &'static str> {
    ["text"].into_iter().chain(FIELDS.map(|field| field.name)).chain(["metadata"])
}

/// In the order of [`names`].
fn all_hits(scored: &Scored) -> impl Iterator<Item = Hits> {
    let scores = &scored.scores;
    [scores.text].into_iter().chain(scores.fields).chain([scores.metadata()])
}

/// The outcome as one JSON object.
pub(super) fn object(args: &PortalArgs, gold: &Gold, scored: &[Scored]) -> Value {
    let tool = |scored: &Scored| {
        let scores = &scored.scores;
        let mut object = json!({
            "tool": scored.named.tool,
            "region": scored.named.region,
            "pred": scored.named.path.display().to_string(),
            "pages": scores.pages(),
            "words": scores.words,
            "metadata_words": scores.metadata_words,
        });
        for (name, hits) in names().zip(all_hits(scored)) {
            object[name] = json!({ "precision": hits.precision(), "recall": hits.recall() });
        }
        object
    };
    json!({
        "gold": args.gold.display().to_string(),
        "pages": gold.pages(),
        "words": gold.words,
        "metadata_words": gold.metadata_words,
        "tools": scored.iter().map(tool).collect::<Vec<_>>(),
    })
}
