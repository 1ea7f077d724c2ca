//! Examples in the help of each verb; see [`crate::verbs::examples`].

pub(super) const EXTRACT: &str = "\
Examples:
  scutch evaluate extract texts.jsonl predictions.jsonl
  # Whether one method is better than another, and a page with the worst texts
  scutch evaluate extract texts.jsonl predictions.jsonl --against others.jsonl -o scores.html";

pub(super) const OFFTOPIC: &str = "\
Examples:
  scutch evaluate offtopic labels.csv
  scutch evaluate offtopic labels.csv verdicts.json";

pub(super) const TEMPLATE: &str = "\
Examples:
  scutch evaluate template gold.jsonl labelled
  scutch evaluate template gold.jsonl labelled labelled-t005 -o scores.html";

pub(super) const PORTAL: &str = "\
Examples:
  scutch evaluate portal corpus old-corpus
  # Under a name, with the part of the pages that the tool was given; all figures
  scutch evaluate portal corpus old-corpus old:article=old-corpus --json";
