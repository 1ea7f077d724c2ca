//! Examples in the help of the verbs of this folder. A test runs them: see
//! `crates/cli/tests/it/examples.rs` for the files that they find. Verbs with a folder of their own
//! have theirs there.

pub(crate) const PROGRAM: &str = "\
Examples:
  scutch corpus site.warc -o corpus
  scutch extract story.html";

pub(crate) const CORPUS: &str = "\
Examples:
  scutch corpus site.warc -o corpus
  # Long articles alone, as TEI and as plain text
  scutch corpus site.warc -o articles --page-type article --min-words 50 --format tei,text";

pub(crate) const GATHER: &str = "\
Examples:
  # One job observes all inputs
  scutch gather site.warc -o evidence
  # One of two jobs observes a half, on any machine; later the groups of both are merged
  scutch gather site.warc -o groups-1 --shard 1/2
  scutch gather --merge groups-1 groups-2 -o evidence";

pub(crate) const MERGE: &str = "\
Examples:
  # Rows of a single job
  scutch merge rows -o merged
  # Rows of two jobs: scutch corpus site.warc --evidence evidence --shard 1/2 -o rows-1
  scutch merge rows-1 rows-2 -o merged";

pub(crate) const DEDUP: &str = "\
Examples:
  scutch dedup corpus
  # A copy without pages whose bytes or text an earlier one has
  scutch dedup corpus --drop payload,text -o unique
  # Several corpora searched as one
  scutch dedup old-corpus corpus";

pub(crate) const REDACT: &str = "\
Examples:
  scutch redact corpus --list takedown.txt -o redacted
  # With all copies of these texts, and tombstones without addresses
  scutch redact corpus --list takedown.txt -o redacted --same-text --no-addresses";

pub(crate) const REBUILD: &str = "\
Examples:
  scutch rebuild standoff --archives site.warc -o rebuilt
  # As files of text, too
  scutch rebuild standoff --archives site.warc -o rebuilt --format parquet,text";

pub(crate) const EXTRACT: &str = "\
Examples:
  scutch extract story.html --url http://harbour.example/story
  # A line of JSON for each page, with title, authors and date
  scutch extract *.html --format jsonl -o pages.jsonl";

pub(crate) const OFFTOPIC: &str = "\
Examples:
  # A table of verdicts, and a page to look at
  scutch offtopic mementos.warc.gz --format csv -o verdicts.csv --report verdicts.html
  # The same archive without what is off-topic, by measures of one's own
  scutch offtopic mementos.warc.gz --measures jaccard=0.8,bytecount=-0.5 --write-ontopic on.warc.gz

Examples that need the network:
  # The mementos that an archive lists, whose answers are kept
  scutch offtopic --timemap http://archive.example/timemap/http://harbour.example/ -o verdicts.json";

pub(crate) const SWEEP: &str = "\
Examples:
  scutch offtopic sweep mementos.warc.gz --timemap harbour.timemap --gold labels.csv --brief
  scutch offtopic sweep mementos.warc.gz --timemap harbour.timemap --gold labels.csv --figure f.svg";

pub(crate) const FETCH: &str = "\
Examples:
  # What would be asked of whom, and how long it would take
  scutch fetch urls.txt -o pages.warc.gz --dry-run
  # The table of an earlier run again, without asking anybody
  scutch fetch http://harbour.example/ -o pages.warc.gz --depth 1 --offline --table pages.jsonl

Examples that need the network:
  scutch fetch urls.txt -o fetched.warc.gz
  # A site along its links, at most 500 pages of it
  scutch fetch http://harbour.example/ -o site.warc.gz --depth 3 --pages 500 --exclude '/tag/'";

pub(crate) const COVERAGE: &str = "\
Examples:
  scutch coverage --own harbour --cdx index.cdxj -o coverage
  # A list of addresses against what was archived in 2019
  scutch coverage --own urls.txt --cdx index.cdxj --from 2019 --to 2019 -o coverage-2019";

pub(crate) const TAGS: &str = "\
Examples:
  # A table of what holds text, to be edited, and then rules for the portal file
  scutch tags inventory site.warc -o tags.tsv
  scutch tags apply tags.tsv -o rules.toml";

pub(crate) const TAGS_INVENTORY: &str = "\
Examples:
  scutch tags inventory site.warc -o tags.tsv
  scutch tags inventory site.warc --host harbour.example --pairs";

pub(crate) const TAGS_DIFF: &str = "\
Examples:
  scutch tags diff tags.tsv newer.tsv
  # Only kinds that are new
  scutch tags diff tags.tsv newer.tsv | grep ^new";

pub(crate) const TAGS_APPLY: &str = "\
Examples:
  scutch tags apply tags.tsv
  scutch tags apply tags.tsv -o rules.toml";

pub(crate) const REPORT: &str = "\
Examples:
  scutch report corpus
  # A copy to send to somebody
  cp \"$(scutch report corpus)\" harbour.html";

pub(crate) const STUDIO: &str = "\
Examples:
  scutch studio site.warc --annotator ann
  # The archives of a corpus: pages of each template group, a fifth of them twice
  scutch studio corpus --sample 50 --twice 0.2
  # The rows of a corpus as a table; decisions about them go to labels/decisions.jsonl
  scutch studio corpus --port 8046";

pub(crate) const VERIFY: &str = "\
Examples:
  scutch verify corpus
  # A hundred rows, from archives that were moved
  scutch verify corpus --sample 100 --archives .";

pub(crate) const CORPUS_METADATA: &str = "\
Examples:
  scutch config corpus-metadata > corpus.toml
  # Its first lines; filled in, the file goes to `scutch corpus --corpus-metadata`
  scutch config corpus-metadata | head -n 20";

pub(crate) const SHAPES: &str = "\
Examples:
  scutch config shapes
  # For a validator such as pyshacl
  scutch config shapes > shapes.ttl";

pub(crate) const REGISTRY: &str = "\
Examples:
  scutch config registry
  # With the title and the columns of this corpus
  scutch config registry vert > registry";

pub(crate) const CONFIG: &str = "\
Examples:
  scutch config schema
  # For an editor that completes and checks configuration files
  scutch config schema > scutch.schema.json";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  # For this session of bash: source <(scutch completions bash)
  scutch completions bash > scutch.bash
  scutch completions zsh > _scutch";

pub(crate) const MAN: &str = "\
Examples:
  # To read it at once: scutch man | man -l -
  scutch man > scutch.1
  # A page for each verb, such as man/scutch-archive-check.1
  scutch man -o man";

pub(crate) const MEMENTO: &str = "\
Examples:
  scutch memento list mementos.warc.gz --format tsv
  scutch memento list mementos.warc.gz | scutch memento filter --on-topic | scutch memento report";

pub(crate) const PORTAL: &str = "\
Examples:
  scutch portal check harbour.toml
  scutch portal crawl harbour.toml -o harbour --dry-run

Examples that need the network:
  # A portal file to begin with
  scutch portal suggest http://harbour.example/ > new.toml";

pub(crate) const ARCHIVE: &str = "\
Examples:
  scutch archive stats site.warc
  scutch archive check pages.warc.gz";

pub(crate) const EVALUATE: &str = "\
Examples:
  scutch evaluate extract texts.jsonl predictions.jsonl
  scutch evaluate offtopic labels.csv verdicts.json";

pub(crate) const URL: &str = "\
Examples:
  scutch url check urls.txt --stats
  # Fifty URLs of each host, of those that may be pages
  scutch url check urls.txt | scutch url sample -n 50";
