//! Examples in the help of each verb; see [`crate::verbs::examples`].

pub(super) const TIMEMAP: &str = "\
Examples:
  # What would be asked of whom, and how long it would take
  scutch memento timemap urls.txt --dry-run
  scutch memento timemap urls.txt --archive wayback --limit 10 --dry-run

Examples that need the network:
  scutch memento timemap http://harbour.example/ -o harbour.link
  # One memento a month of each page of a list
  scutch memento timemap urls.txt --from 2012 --to 2014 --collapse month -o monthly.link";

pub(super) const FETCH: &str = "\
Examples:
  # What would be asked of whom, and how long it would take
  scutch memento fetch urims.txt -o mementos.warc.gz --dry-run
  # The table of an earlier run again, without asking anybody
  scutch memento fetch harbour.timemap -o mementos.warc.gz --offline --table mementos.jsonl

Examples that need the network:
  scutch memento fetch harbour.timemap -o harbour.warc.gz
  # A memento of each page from every half year
  scutch memento fetch http://harbour.example/ -o yearly.warc.gz --every 6mo";

pub(super) const MERGE: &str = "\
Examples:
  scutch memento merge mementos.warc.gz pages.warc.gz -o all.warc.gz
  # The files of four shares
  scutch memento merge share-*.warc.gz -o shares.warc.gz";

pub(super) const LIST: &str = "\
Examples:
  scutch memento list mementos.warc.gz --format tsv
  scutch memento list mementos.warc.gz --dates -o dated.jsonl
  # Under the URI-Ms of the archive that gave them
  scutch memento list mementos.warc.gz --timemap harbour.timemap -o listed.jsonl";

pub(super) const IDENTIFY: &str = "\
Examples:
  scutch memento identify mementos.jsonl -o originals.txt
  # The lists of the same pages at the archives that have these mementos
  scutch memento identify urims.txt --what timemaps";

pub(super) const EXEMPLARS: &str = "\
Examples:
  scutch memento exemplars mementos.warc.gz --by dsa4 -o exemplars.jsonl
  # Of a table, with the archive that has its texts
  scutch memento exemplars mementos.jsonl --texts mementos.warc.gz --by dsa2";

pub(super) const STORY: &str = "\
Examples:
  scutch memento story urims.txt --title 'The harbour' -o story.json
  # Of an archive of one's own, which a replay system shows
  scutch memento story mementos.jsonl --title 'The harbour' --replay http://localhost:8080/harbour";

pub(super) const FILTER: &str = "\
Examples:
  scutch memento filter mementos.jsonl --on-topic --language en -o wanted.jsonl
  # What has a word in its text
  scutch memento filter site.warc --text '(?i)lighthouse'
  # What is left of each page without near duplicates
  scutch memento list mementos.warc.gz | scutch memento filter --near-duplicates";

pub(super) const SLICE: &str = "\
Examples:
  scutch memento slice mementos.jsonl -o sliced.jsonl
  scutch memento list mementos.warc.gz | scutch memento slice --slices 12";

pub(super) const CLUSTER: &str = "\
Examples:
  scutch memento cluster mementos.jsonl
  # By site, within each slice of time
  scutch memento slice mementos.jsonl | scutch memento cluster --by domain
  # By what they are about
  scutch memento cluster mementos.warc.gz --by terms -k 5";

pub(super) const ORDER: &str = "\
Examples:
  scutch memento order mementos.jsonl
  # By the dates that pages give
  scutch memento order mementos.warc.gz --by published
  # The longest texts first
  scutch memento order mementos.jsonl --by words --reverse";

pub(super) const SAMPLE: &str = "\
Examples:
  scutch memento sample mementos.jsonl -n 100
  # Three of each page
  scutch memento sample mementos.jsonl -n 3 --per url";

pub(super) const SCORE: &str = "\
Examples:
  scutch memento score mementos.jsonl --by category
  scutch memento score mementos.warc.gz --by bm25 --query 'ferry harbour' -o scored.jsonl
  scutch memento score mementos.warc.gz --by textrank";

pub(super) const REPORT: &str = "\
Examples:
  scutch memento report mementos.jsonl
  scutch memento report mementos.warc.gz --what terms --top 20";
