//! Examples in the help of each verb; see [`crate::verbs::examples`].

pub(super) const LS: &str = "\
Examples:
  scutch archive ls site.warc
  scutch archive ls site.warc --type response --status 200 --mime text/html --json";

pub(super) const CAT: &str = "\
Examples:
  scutch archive cat site.warc --capture http://harbour.example/2@20190517 -o page.html
  # The record at an offset that `ls` or an index names, with its header
  scutch archive cat site.warc --offset 0 --part record";

pub(super) const CHECK: &str = "\
Examples:
  scutch archive check pages.warc.gz
  scutch archive check pages.warc.gz --no-notes --json";

pub(super) const REPAIR: &str = "\
Examples:
  scutch archive repair damaged.warc -o sound.warc.gz
  scutch archive repair damaged.warc -o sound.warc.gz --log losses.jsonl";

pub(super) const INDEX: &str = "\
Examples:
  scutch archive index site.warc -o site.cdxj
  scutch archive index site.warc --format cdx11 --status 200";

pub(super) const SUBSET: &str = "\
Examples:
  scutch archive subset site.warc -o pages.warc --mime text/html --from 2019-05
  # The captures that a table names
  scutch archive subset site.warc -o wanted.warc.gz --list table.csv --column address";

pub(super) const STATS: &str = "\
Examples:
  scutch archive stats site.warc
  scutch archive stats site.warc --host harbour.example --json";
