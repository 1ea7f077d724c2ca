//! The commands that are tried: every verb that writes and needs no network.

/// A command, and what is made before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case {
    pub(super) name: &'static str,
    /// Samples that lie in `in/`.
    pub(super) samples: &'static [&'static str],
    /// Commands that make what the command reads, with words between spaces.
    pub(super) before: &'static [&'static str],
    pub(super) command: &'static str,
}

const SMALL: &[&str] = &["whole.warc.gz", "plain.warc"];
const ONE: &[&str] = &["plain.warc"];
const CORPUS: &[&str] = &["corpus in -o corpus --format jsonl,parquet -j 1 -q"];

impl Case {
    /// Whether read errors end well, and the next run makes good what is missing.
    pub(super) fn heals(&self) -> bool {
        self.command.contains("--unreadable quarantine")
    }
}

/// All of them. A new verb that writes is a line here.
pub(super) const CASES: [Case; 27] = [
    Case {
        name: "corpus",
        samples: SMALL,
        before: &[],
        command: "corpus in -o out -j 1 -q --shard-records 20",
    },
    // What cannot be read goes to quarantine with exit code 0; the same command again heals the corpus.
    Case {
        name: "corpus-quarantine",
        samples: SMALL,
        before: &[],
        command: "corpus in -o out -j 1 -q --format jsonl --unreadable quarantine",
    },
    Case {
        name: "corpus-formats",
        samples: ONE,
        before: &[],
        command: "corpus in -o out -j 1 -q --format jsonl,text,markdown,html,tei,conllu,vertical,dolma,oscar,elastic",
    },
    Case {
        name: "corpus-documents",
        samples: ONE,
        before: &[],
        command: "corpus in -o out -j 1 -q --format text,tei --layout document",
    },
    Case {
        name: "corpus-topic",
        samples: ONE,
        before: &[],
        command: "corpus in -o out -j 1 -q --topic default --format jsonl",
    },
    Case {
        name: "corpus-spill",
        samples: SMALL,
        before: &[],
        command: "corpus in -o out -j 1 -q --extractor template --memory 256K --format jsonl",
    },
    Case {
        name: "template",
        samples: ONE,
        before: &[],
        command: "template in -o out -j 1 -q --nodes --format jsonl",
    },
    Case {
        name: "template-gold",
        samples: ONE,
        before: &["template in -o labels -j 1 -q --nodes"],
        command: "template gold labels -o gold.jsonl -q",
    },
    Case { name: "dedup", samples: SMALL, before: CORPUS, command: "dedup corpus -q" },
    Case {
        name: "dedup-drop",
        samples: SMALL,
        before: &["corpus in -o corpus --format jsonl,parquet -j 1 -q", "dedup corpus -q"],
        command: "dedup corpus --drop text,near -o dropped -q",
    },
    Case { name: "report", samples: SMALL, before: CORPUS, command: "report corpus -q" },
    Case { name: "verify", samples: SMALL, before: CORPUS, command: "verify corpus -q" },
    Case { name: "tags", samples: SMALL, before: &[], command: "tags inventory in -o tags.tsv -q" },
    Case {
        name: "subset",
        samples: SMALL,
        before: &[],
        command: "archive subset in -o subset.warc.gz --status 200 -q",
    },
    Case {
        name: "repair",
        samples: &["damaged.warc.gz"],
        before: &[],
        command: "archive repair in -o repaired.warc.gz -q",
    },
    Case {
        name: "index",
        samples: SMALL,
        before: &[],
        command: "archive index in -o index.cdxj -q",
    },
    Case { name: "ls", samples: SMALL, before: &[], command: "archive ls in -q" },
    Case { name: "stats", samples: SMALL, before: &[], command: "archive stats in -q" },
    Case { name: "check", samples: SMALL, before: &[], command: "archive check in -q" },
    Case {
        name: "ls-index",
        samples: SMALL,
        before: &["archive index in -o index.cdxj -q"],
        command: "archive ls in --cdx index.cdxj -q",
    },
    Case {
        name: "offtopic",
        samples: ONE,
        before: &[],
        command: "offtopic in -o verdicts.csv --format csv --report report.html --write-ontopic ontopic.warc.gz -j 1 -q",
    },
    Case {
        name: "memento",
        samples: ONE,
        before: &[],
        command: "memento score in -o table.tsv --format tsv -q",
    },
    Case {
        name: "extract",
        samples: &["offtopic/bakery-2008.html", "offtopic/choir-2007.html"],
        before: &[],
        command: "extract in/bakery-2008.html in/choir-2007.html --format jsonl -o pages.jsonl -q",
    },
    Case {
        name: "url-check",
        samples: SMALL,
        before: &[],
        command: "url check in/plain.warc --form archive -o urls.txt --discarded dropped.tsv -q",
    },
    Case {
        name: "url-key",
        samples: SMALL,
        before: &["archive index in -o index.cdxj -q"],
        command: "url key index.cdxj --form cdx -o keys.txt -q",
    },
    Case {
        name: "coverage",
        samples: SMALL,
        before: &[
            "corpus in -o corpus --format jsonl -j 1 -q",
            "archive index in -o index.cdx --format cdx11 -q",
        ],
        command: "coverage --own corpus --cdx index.cdx -o coverage -q",
    },
    Case {
        name: "evaluate",
        samples: ONE,
        before: &["template in -o labels -j 1 -q --nodes", "template gold labels -o gold.jsonl -q"],
        command: "evaluate template gold.jsonl labels -o scores.html -q",
    },
];
