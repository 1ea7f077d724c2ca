//! Examples in the help of each verb; see [`crate::verbs::examples`].

pub(super) const TEMPLATE: &str = "\
Examples:
  # The texts, the labels of all nodes, and the pages in colours
  scutch template site.warc -o boilerplate --nodes --markup span
  scutch template site.warc -o boilerplate --method t005 --nodes";

pub(super) const COMPARE: &str = "\
Examples:
  scutch template compare labelled labelled-t005
  scutch template compare labelled labelled-t005 -o differences.html";

pub(super) const GOLD: &str = "\
Examples:
  scutch template gold labelled -o corrected.jsonl
  scutch template gold labelled | head -1";

pub(super) const TUNE: &str = "\
Examples:
  scutch template tune site.warc --gold gold.jsonl --random 3
  scutch template tune site.warc --gold gold.jsonl --method t002 --vary threshold -o best.toml";
