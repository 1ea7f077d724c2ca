//! The commands that are tried: every verb that writes. Those of the network read what they stored
//! before, because answers that come anew have other times.

use super::case::{Case, PLAIN};

const SMALL: &[&str] = &["whole.warc.gz", "plain.warc"];
const ONE: &[&str] = &["plain.warc"];
const CORPUS: &[&str] = &["corpus in -o corpus --format jsonl,parquet -j 1 -q"];

/// Addresses for a frontier, all and some of them.
const FRONTIER_LISTS: &[(&str, &str)] = &[
    ("all.txt", "http://a.example/1\nhttp://a.example/2\nhttp://b.example/1\n"),
    ("some.txt", "http://a.example/1\n"),
];
/// Labels of mementos of the samples, and verdicts on them.
const LABELLED: &[(&str, &str)] = &[
    (
        "labels.csv",
        "urim,label\nfrom-warc::20090601120000::http://bakery.example/,on\n\
         from-warc::20100601120000::http://bakery.example/,off\n",
    ),
    (
        "verdicts.tsv",
        "id\tdate\tURI\tlabel\n1\t2009\tfrom-warc::20090601120000::http://bakery.example/\t1\n",
    ),
];
/// The log of a frontier tells when addresses were handed out.
const FRONTIER: Option<(&str, &str)> = Some(("all.frontier", "url frontier dump all.frontier"));

/// All of them. A new verb that writes is a line here.
pub(super) const CASES: [Case; 43] = [
    Case {
        name: "corpus",
        samples: SMALL,
        command: "corpus in -o out -j 1 -q --shard-records 20",
        ..PLAIN
    },
    // What cannot be read goes to quarantine with exit code 0; the same command again heals the corpus.
    Case {
        name: "corpus-quarantine",
        samples: SMALL,
        command: "corpus in -o out -j 1 -q --format jsonl --unreadable quarantine",
        ..PLAIN
    },
    Case {
        name: "corpus-formats",
        samples: ONE,
        command: "corpus in -o out -j 1 -q --format jsonl,text,markdown,html,tei,conllu,vertical,dolma,oscar,elastic",
        ..PLAIN
    },
    Case {
        name: "corpus-documents",
        samples: ONE,
        command: "corpus in -o out -j 1 -q --format text,tei --layout document",
        ..PLAIN
    },
    Case {
        name: "corpus-topic",
        samples: ONE,
        command: "corpus in -o out -j 1 -q --topic default --format jsonl",
        ..PLAIN
    },
    Case {
        name: "corpus-spill",
        samples: SMALL,
        command: "corpus in -o out -j 1 -q --extractor template --memory 256K --format jsonl",
        ..PLAIN
    },
    Case {
        name: "gather",
        samples: SMALL,
        command: "gather in -o out -j 1 -q --topic default",
        ..PLAIN
    },
    Case {
        name: "gather-shard",
        samples: SMALL,
        command: "gather in -o out -j 1 -q --shard 2/3",
        ..PLAIN
    },
    Case {
        name: "gather-merge",
        samples: SMALL,
        before: &["gather in -o a -j 1 -q --shard 1/2", "gather in -o b -j 1 -q --shard 2/2"],
        command: "gather --merge a b -o out -j 1 -q",
        ..PLAIN
    },
    Case {
        name: "corpus-evidence",
        samples: SMALL,
        before: &["gather in -o evidence -j 1 -q"],
        command: "corpus in --evidence evidence --shard 1/2 -o out -j 1 -q --format jsonl,parquet",
        ..PLAIN
    },
    Case {
        name: "merge",
        samples: SMALL,
        before: &[
            "gather in -o evidence -j 1 -q",
            "corpus in --evidence evidence -o rows -j 1 -q --shard-records 20 --format jsonl,parquet",
        ],
        command: "merge rows -o out -q",
        ..PLAIN
    },
    Case {
        name: "template",
        samples: ONE,
        command: "template in -o out -j 1 -q --nodes --format jsonl",
        ..PLAIN
    },
    Case {
        name: "template-gold",
        samples: ONE,
        before: &["template in -o labels -j 1 -q --nodes"],
        command: "template gold labels -o gold.jsonl -q",
        ..PLAIN
    },
    Case { name: "dedup", samples: SMALL, before: CORPUS, command: "dedup corpus -q", ..PLAIN },
    Case {
        name: "dedup-drop",
        samples: SMALL,
        before: &[
            "corpus in -o corpus --format jsonl,parquet,tei,csv --file-names readable -j 1 -q",
            "dedup corpus -q",
        ],
        command: "dedup corpus --drop text,near -o dropped -q",
        ..PLAIN
    },
    Case {
        name: "redact",
        samples: SMALL,
        files: &[("list", "http://www.alderhaven-courier.example/en/2005/07/02/swarm.html\n")],
        before: CORPUS,
        command: "redact corpus --list list -o redacted -q",
        ..PLAIN
    },
    Case {
        name: "rebuild",
        samples: SMALL,
        before: &["corpus in -o standoff --format standoff -j 1 -q"],
        command: "rebuild standoff --archives in -o rebuilt -j 1 -q",
        ..PLAIN
    },
    Case { name: "report", samples: SMALL, before: CORPUS, command: "report corpus -q", ..PLAIN },
    Case { name: "verify", samples: SMALL, before: CORPUS, command: "verify corpus -q", ..PLAIN },
    Case { name: "tags", samples: SMALL, command: "tags inventory in -o tags.tsv -q", ..PLAIN },
    Case {
        name: "subset",
        samples: SMALL,
        command: "archive subset in -o subset.warc.gz --status 200 -q",
        ..PLAIN
    },
    Case {
        name: "repair",
        samples: &["damaged.warc.gz"],
        command: "archive repair in -o repaired.warc.gz -q",
        ..PLAIN
    },
    Case { name: "index", samples: SMALL, command: "archive index in -o index.cdxj -q", ..PLAIN },
    Case { name: "ls", samples: SMALL, command: "archive ls in -q", ..PLAIN },
    Case { name: "stats", samples: SMALL, command: "archive stats in -q", ..PLAIN },
    Case { name: "check", samples: SMALL, command: "archive check in -q", ..PLAIN },
    Case {
        name: "ls-index",
        samples: SMALL,
        before: &["archive index in -o index.cdxj -q"],
        command: "archive ls in --cdx index.cdxj -q",
        ..PLAIN
    },
    Case {
        name: "offtopic",
        samples: ONE,
        command: "offtopic in -o verdicts.csv --format csv --report report.html --write-ontopic ontopic.warc.gz -j 1 -q",
        ..PLAIN
    },
    Case {
        name: "memento",
        samples: ONE,
        command: "memento score in -o table.tsv --format tsv -q",
        ..PLAIN
    },
    Case {
        name: "extract",
        samples: &["offtopic/bakery-2008.html", "offtopic/choir-2007.html"],
        command: "extract in/bakery-2008.html in/choir-2007.html --format jsonl -o pages.jsonl -q",
        ..PLAIN
    },
    Case {
        name: "url-check",
        samples: SMALL,
        command: "url check in/plain.warc --form archive -o urls.txt --discarded dropped.tsv -q",
        ..PLAIN
    },
    Case {
        name: "url-key",
        samples: SMALL,
        before: &["archive index in -o index.cdxj -q"],
        command: "url key index.cdxj --form cdx -o keys.txt -q",
        ..PLAIN
    },
    Case {
        name: "coverage",
        samples: SMALL,
        before: &[
            "corpus in -o corpus --format jsonl -j 1 -q",
            "archive index in -o index.cdx --format cdx11 -q",
        ],
        command: "coverage --own corpus --cdx index.cdx -o coverage -q",
        ..PLAIN
    },
    Case {
        name: "evaluate",
        samples: ONE,
        before: &["template in -o labels -j 1 -q --nodes", "template gold labels -o gold.jsonl -q"],
        command: "evaluate template gold.jsonl labels -o scores.html -q",
        ..PLAIN
    },
    Case {
        name: "evaluate-offtopic",
        files: LABELLED,
        command: "evaluate offtopic labels.csv verdicts.tsv -o scores.html -q",
        ..PLAIN
    },
    Case {
        name: "sweep",
        samples: &[
            "offtopic/captures.tsv",
            "offtopic/bakery-soon.html",
            "offtopic/bakery-2008.html",
            "offtopic/bakery-2009.html",
            "offtopic/bakery-suspended.html",
        ],
        files: LABELLED,
        command: "offtopic sweep in --gold labels.csv --brief --figure f.svg --report sweep.html -j 1 -q",
        ..PLAIN
    },
    Case {
        name: "tune",
        samples: ONE,
        before: &["template in -o labels -j 1 -q --nodes", "template gold labels -o gold.jsonl -q"],
        command: "template tune in --gold gold.jsonl --random 2 -o best.toml --report tune.html -j 1 -q",
        ..PLAIN
    },
    Case {
        name: "frontier-add",
        files: FRONTIER_LISTS,
        before: &["url frontier add all.frontier some.txt -q"],
        command: "url frontier add all.frontier all.txt -q",
        ..PLAIN
    },
    // Without a lease, so that the same command hands out the same addresses.
    Case {
        name: "frontier-next",
        files: FRONTIER_LISTS,
        before: &["url frontier add all.frontier all.txt -q"],
        command: "url frontier next all.frontier -n 9 --delay 0 --lease 0 -q",
        shown: FRONTIER,
        ..PLAIN
    },
    Case {
        name: "frontier-done",
        files: FRONTIER_LISTS,
        before: &[
            "url frontier add all.frontier all.txt -q",
            "url frontier next all.frontier -n 9 --delay 0 -q",
        ],
        command: "url frontier done all.frontier some.txt -q",
        shown: FRONTIER,
        ..PLAIN
    },
    Case {
        name: "fetch",
        before: &[
            "fetch {site}/ --depth 1 -o pages.warc.gz --table before.tsv --delay 0 --allow-private 127.0.0.1 -q",
        ],
        command: "fetch {site}/ --depth 1 -o pages.warc.gz --table pages.tsv --cdx pages.cdxj --offline --allow-private 127.0.0.1 -q",
        ..PLAIN
    },
    Case {
        name: "memento-fetch",
        before: &[
            "memento fetch http://x.example/ --timemap {site}/timemap/{uri} -o mementos.warc.gz --table before.jsonl --delay 0 --allow-private 127.0.0.1 -q",
        ],
        command: "memento fetch http://x.example/ --timemap {site}/timemap/{uri} -o mementos.warc.gz --table mementos.jsonl --offline --allow-private 127.0.0.1 -q",
        ..PLAIN
    },
    Case {
        name: "portal-crawl",
        files: &[("portal.toml", "url = '{site}/'\nlinks.link = 'li a'\narchive.list.url = '/'\n")],
        before: &["portal crawl portal.toml -o crawl --delay 0 --allow-private 127.0.0.1 -q"],
        command: "portal crawl portal.toml -o crawl --offline --allow-private 127.0.0.1 -q",
        ..PLAIN
    },
];
