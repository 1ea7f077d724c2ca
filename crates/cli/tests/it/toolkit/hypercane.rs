//! Actions of Hypercane, and the verbs in their place.

use super::{Case, Column, Err, Exit, File, Lines, NoOut, Out, Pages, Same, run};
use crate::harness::Env;
use crate::hypercane::{collection, with_alike};

/// A collection of two subjects, captured at two times: eight pages, of which one is off-topic in a second
/// capture. Tables of all of it, of what is on-topic, and of two clusters by time.
pub(super) fn folder() -> Env {
    let env = collection();
    env.expect(0, &["memento", "filter", "all.jsonl", "--on-topic", "-o", "on.jsonl", "-q"]);
    let cluster =
        ["memento", "cluster", "on.jsonl", "--by", "time", "-k", "2", "-o", "two.jsonl", "-q"];
    env.expect(0, &cluster);
    env.expect(0, &["memento", "score", "two.jsonl", "--by", "images", "-o", "scored.jsonl", "-q"]);
    env.write("b.warc", &with_alike(&env));
    env.write(
        "urims.txt",
        b"https://web.archive.org/web/20140127171200/http://x.example/a\n\
          https://wayback.archive-it.org/7877/20150127171200/http://y.example/\n",
    );
    env
}

const SHIPS: &[&str] = &["ships 0", "ships 1", "ships 2", "ships 3"];
const BREAD: &[&str] = &["bread 0", "bread 1", "bread 2", "bread 3"];
const ON: &[&str] =
    &["bread 0", "bread 1", "bread 2", "bread 3", "ships 0", "ships 1", "ships 2", "ships 3"];
/// Bread in the second cluster by time or words, ships in the first.
const TWO: &[&str] = &["1", "1", "1", "1", "0", "0", "0", "0"];

pub(super) const CASES: &[Case] = &[
    Case {
        row: "`identify mementos`",
        runs: &[
            run(
                "memento timemap http://harbour.example/a --timemap {site}/7877/timemap/link/{uri} --allow-private 127.0.0.1 \
                 --delay 0",
                &[Lines(5), Out("20100101120000")],
            ),
            run(
                "memento identify urims.txt --what mementos",
                &[Lines(2), Out("/20140127171200/http://x.example/a\n")],
            ),
        ],
    },
    Case {
        row: "`identify timemaps`",
        runs: &[run(
            "memento identify urims.txt --what timemaps",
            &[
                Lines(2),
                Out("https://wayback.archive-it.org/7877/timemap/link/http://y.example/\n"),
            ],
        )],
    },
    Case {
        row: "`identify original-resources`",
        runs: &[run(
            "memento identify urims.txt --what originals",
            &[Lines(2), Out("http://x.example/a\nhttp://y.example/\n")],
        )],
    },
    Case {
        row: "`filter include-only on-topic`, `exclude off-topic`",
        runs: &[
            run("memento filter all.jsonl --on-topic", &[Pages(ON)]),
            run(
                "memento filter all.jsonl --off-topic --exclude",
                &[Same("memento filter all.jsonl --on-topic")],
            ),
        ],
    },
    Case {
        row: "`filter include-only non-duplicates`, `exclude near-duplicates`",
        runs: &[
            run(
                "memento filter all.jsonl --near-duplicates",
                &[Out("ships.example/3"), Out("bread.example/0")],
            ),
            // All simhashes are within 64 bits: the first of each page stays.
            run("memento filter all.jsonl --near-duplicates=64", &[Pages(ON)]),
        ],
    },
    Case {
        row: "`filter include-only languages`, `exclude languages`",
        runs: &[
            run("memento filter on.jsonl --language en", &[Pages(ON)]),
            run("memento filter on.jsonl --language en --exclude", &[Exit(5), Lines(0)]),
        ],
    },
    Case {
        row: "`filter include-only containing-pattern`, `exclude containing-pattern`",
        runs: &[
            run(
                "memento filter on.jsonl --texts a.warc --text (?i)LIGHTHOUSE~was",
                &[Pages(SHIPS)],
            ),
            run("memento filter on.jsonl --texts a.warc --text ferry --exclude", &[Pages(BREAD)]),
        ],
    },
    Case {
        row: "`filter include-only containing-url-pattern`",
        runs: &[run("memento filter on.jsonl --url ^http://bread", &[Pages(BREAD)])],
    },
    Case {
        row: "`filter include-only near-datetime`",
        runs: &[run(
            "memento filter on.jsonl --from 20190517100003 --to 20190517100004",
            &[Pages(&["ships 1", "ships 2"])],
        )],
    },
    Case {
        row: "`filter include-only score`",
        runs: &[run(
            "memento filter on.jsonl --least images=1 --most images=2",
            &[Pages(&["ships 1", "ships 2"])],
        )],
    },
    Case {
        row: "`filter include-only highest-score-per-cluster`",
        runs: &[run(
            "memento filter scored.jsonl --best-of-clusters score",
            &[Pages(&["bread 0", "ships 3"])],
        )],
    },
    Case {
        row: "`filter include-only largest-clusters`",
        runs: &[
            run("memento filter two.jsonl --url ships|0 -o uneven.jsonl", &[]),
            run("memento filter uneven.jsonl --largest-clusters 1", &[Pages(SHIPS)]),
        ],
    },
    Case {
        row: "`cluster time-slice`",
        runs: &[run("memento slice on.jsonl --slices 2", &[Lines(8), Column("cluster", TWO)])],
    },
    Case {
        row: "`cluster dbscan --feature raw-simhash`, `tf-simhash`",
        runs: &[
            run(
                "memento cluster on.jsonl --by simhash-raw --bits 64",
                &[Column("cluster", &["0"; 8])],
            ),
            run(
                "memento cluster on.jsonl --by simhash-raw --bits 0",
                &[Column("cluster", &["-1"; 8])],
            ),
            run(
                "memento cluster on.jsonl --by simhash-tf --bits 64",
                &[Column("cluster", &["0"; 8])],
            ),
        ],
    },
    Case {
        row: "`cluster dbscan --feature tfidf`",
        runs: &[run(
            "memento cluster on.jsonl --by near-terms --distance 1.2 --texts a.warc",
            &[Column("cluster", TWO)],
        )],
    },
    Case {
        row: "`cluster kmeans --feature memento-datetime`",
        runs: &[
            run("memento cluster on.jsonl --by time -k 2", &[Column("cluster", TWO)]),
            run(
                "memento cluster on.jsonl --by time -k 2 --seed 9",
                &[Same("memento cluster on.jsonl --by time -k 2 --seed 9")],
            ),
        ],
    },
    Case {
        row: "`cluster kmeans --feature tfidf`",
        runs: &[run(
            "memento cluster on.jsonl --by terms -k 2 --texts a.warc",
            &[Column("cluster", TWO)],
        )],
    },
    Case {
        row: "`cluster lda --num_topics`",
        runs: &[
            run(
                "memento cluster on.jsonl --by topics -k 2 --texts a.warc",
                &[Column("cluster", TWO)],
            ),
            run(
                "memento cluster on.jsonl --by topics --texts a.warc --passes 2",
                &[Exit(2), Err("--passes")],
            ),
            run(
                "memento cluster on.jsonl --by topics --texts a.warc --iterations 2",
                &[Exit(2), Err("--iterations")],
            ),
        ],
    },
    Case {
        row: "`cluster domainname`, `original-resource`",
        runs: &[
            run(
                "memento cluster all.jsonl --by domain",
                &[Column(
                    "cluster",
                    &[
                        "bread.example",
                        "bread.example",
                        "bread.example",
                        "bread.example",
                        "ships.example",
                        "ships.example",
                        "ships.example",
                        "ships.example",
                        "ships.example",
                    ],
                )],
            ),
            run(
                "memento cluster all.jsonl --by url",
                &[Column(
                    "cluster",
                    &[
                        "http://bread.example/0",
                        "http://bread.example/1",
                        "http://bread.example/2",
                        "http://bread.example/3",
                        "http://ships.example/0",
                        "http://ships.example/0",
                        "http://ships.example/1",
                        "http://ships.example/2",
                        "http://ships.example/3",
                    ],
                )],
            ),
        ],
    },
    Case {
        row: "`score dsa1-scoring`",
        runs: &[run("memento score on.jsonl --by dsa", &[Lines(8), Out("\"score\":0.045")])],
    },
    Case {
        row: "`score dsa2-scoring`",
        runs: &[
            // The one page with a card.
            run("memento score on.jsonl --by dsa2 -o dsa2.jsonl", &[]),
            run("memento order dsa2.jsonl --by score -o best.jsonl", &[]),
            run("memento sample best.jsonl --every 8", &[Pages(&["ships 1"])]),
        ],
    },
    Case {
        row: "`score bm25 --query`",
        runs: &[
            run("memento score on.jsonl --by bm25 --query oven --texts a.warc -o bm25.jsonl", &[]),
            run("memento filter bm25.jsonl --least score=0.01", &[Pages(BREAD)]),
        ],
    },
    Case {
        row: "`score image-count`",
        runs: &[run(
            "memento score on.jsonl --by images",
            &[Column("score", &["0", "0", "0", "0", "0", "1", "2", "3"])],
        )],
    },
    Case {
        row: "`score simple-card-score`",
        runs: &[run(
            "memento score on.jsonl --by card",
            &[Column("score", &["0", "0", "0", "0", "0", "1", "0", "0"])],
        )],
    },
    Case {
        row: "`score path-depth`, `url-category-score`, `size`",
        runs: &[
            run("memento score on.jsonl --by depth", &[Column("score", &["0.1"; 8])]),
            run("memento score on.jsonl --by category", &[Column("score", &["0"; 8])]),
            run("memento score on.jsonl --by bytes --column n", &[Lines(8), Out("\"n\":")]),
            run("memento score on.jsonl --by words --column n", &[Lines(8), Out("\"n\":")]),
        ],
    },
    Case {
        row: "`score distance-from-centroid`, `--more-similar`",
        runs: &[
            run(
                "memento score two.jsonl --by centroid --texts a.warc",
                &[Lines(8), Out("\"score\":0.")],
            ),
            run(
                "memento score two.jsonl --by closeness --texts a.warc",
                &[Lines(8), Out("\"score\":-0.")],
            ),
        ],
    },
    Case {
        row: "TextRank (unfinished there)",
        runs: &[run(
            "memento score on.jsonl --by textrank --texts a.warc",
            &[Lines(8), Out("\"score\":1,")],
        )],
    },
    Case {
        row: "`order memento-datetime`, `score`",
        runs: &[
            run(
                "memento order on.jsonl",
                &[Pages(&[
                    "ships 0", "ships 1", "ships 2", "ships 3", "bread 0", "bread 1", "bread 2",
                    "bread 3",
                ])],
            ),
            run(
                "memento order scored.jsonl --by score --reverse",
                &[Pages(&[
                    "ships 3", "ships 2", "ships 1", "ships 0", "bread 0", "bread 1", "bread 2",
                    "bread 3",
                ])],
            ),
        ],
    },
    Case {
        row: "`order pubdate-else-memento-datetime`",
        runs: &[run(
            "memento order on.jsonl --by published",
            &[Pages(&[
                "ships 3", "ships 2", "ships 1", "ships 0", "bread 0", "bread 1", "bread 2",
                "bread 3",
            ])],
        )],
    },
    Case {
        row: "`sample true-random -k`, `systematic -j`",
        runs: &[
            run("memento sample on.jsonl -n 3", &[Lines(3), Same("memento sample on.jsonl -n 3")]),
            run("memento sample on.jsonl --every 4", &[Pages(&["bread 3", "ships 3"])]),
        ],
    },
    Case {
        row: "`sample dsa1`",
        runs: &[
            run("memento exemplars b.warc --by dsa1", &[Out("ships.example")]),
            run("memento exemplars b.warc --by dsa1 --language hu", &[Exit(5)]),
        ],
    },
    Case {
        row: "`sample dsa2`, `dsa4`",
        runs: &[
            run(
                "memento exemplars all.jsonl --texts a.warc --by dsa2",
                &[Out("ships.example"), Out("bread.example")],
            ),
            run(
                "memento exemplars all.jsonl --texts a.warc --by dsa4",
                &[Out("ships.example"), Out("bread.example")],
            ),
        ],
    },
    Case {
        row: "`sample dsa3`",
        runs: &[
            run(
                "memento exemplars all.jsonl --texts a.warc --by dsa3 --query ferry",
                &[Out("ships.example")],
            ),
            run(
                "memento exemplars all.jsonl --texts a.warc --by dsa3",
                &[Out("ships.example"), Out("bread.example")],
            ),
        ],
    },
    Case {
        row: "`report seed-statistics`",
        runs: &[run("memento report all.jsonl --what seeds", &[Out("domain"), Out("\t8\n")])],
    },
    Case {
        row: "`report growth`",
        runs: &[run(
            "memento report all.jsonl --what growth",
            &[Out("mementos"), Out("1\t1\t1\n")],
        )],
    },
    Case {
        row: "`report terms`",
        runs: &[run("memento report a.warc --what terms --top 3", &[Lines(4), NoOut("the\t")])],
    },
    Case {
        row: "`report html-metadata`",
        runs: &[run(
            "memento report a.warc --what metadata",
            &[Out("twitter:card\tsummary"), Out("og:title\tNotes")],
        )],
    },
    Case {
        row: "`report image-data`",
        runs: &[run(
            "memento report a.warc --what images",
            &[Out("http://ships.example/3-2.png"), Out("http://ships.example/card.png")],
        )],
    },
    Case {
        row: "`report http-status`",
        runs: &[run("memento list a.warc", &[Lines(9), Column("http_status", &["200"; 9])])],
    },
    Case {
        row: "`synthesize warcs`",
        runs: &[
            run(
                "memento fetch http://harbour.example/a --timemap {site}/7877/timemap/link/{uri} -o out.warc.gz \
                 --allow-private 127.0.0.1 --delay 0 -q",
                &[Lines(4)],
            ),
            run("archive check out.warc.gz", &[]),
        ],
    },
    Case {
        row: "`synthesize raintale-story`",
        runs: &[
            run(
                "memento story urims.txt --title The~harbour --collection-url http://c.example/ --generated-by DSA1 \
                 --image http://c.example/1.png --metadata place=pier -o story.json",
                &[
                    File("story.json", "The harbour"),
                    File("story.json", "\"generated_by\""),
                    File("story.json", "http://c.example/1.png"),
                    File("story.json", "20140127171200/http://x.example/a"),
                ],
            ),
            run(
                "memento story on.jsonl --title Ours --replay http://localhost:8080/ours/",
                &[Out("http://localhost:8080/ours/20190517100040/http://bread.example/")],
            ),
        ],
    },
    Case {
        row: "`synthesize files`, `bpfree-files`, `combine`",
        runs: &[
            run("archive cat a.warc --capture http://ships.example/1", &[Out("<h1>Notes 1</h1>")]),
            run("corpus a.warc -o corpus --format text -q", &[File("corpus/run.json", "\"text\"")]),
            run(
                "memento list all.jsonl",
                &[Same("memento list all.jsonl --format jsonl"), Lines(9)],
            ),
        ],
    },
];
