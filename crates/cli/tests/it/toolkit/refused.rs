//! What Hypercane does and scutch refuses: commands in its place say that there is no such thing.

use super::{Case, Err, Exit, run};

pub(super) const CASES: &[Case] = &[
    Case {
        row: "`report entities`, `score top-entites-and-bm25`",
        runs: &[
            run("memento report a.warc --what entities", &[Exit(2), Err("'entities'")]),
            run(
                "memento score all.jsonl --by top-entities-and-bm25",
                &[Exit(2), Err("'top-entities-and-bm25'")],
            ),
        ],
    },
    Case {
        row: "`report terms --sumgrams`, `--ngram-length`",
        runs: &[
            run("memento report a.warc --what terms --sumgrams", &[Exit(2), Err("--sumgrams")]),
            run(
                "memento report a.warc --what terms --ngram-length 2",
                &[Exit(2), Err("--ngram-length")],
            ),
        ],
    },
    Case {
        row: "`report generate-queries`",
        runs: &[run(
            "memento report a.warc --what generate-queries",
            &[Exit(2), Err("'generate-queries'")],
        )],
    },
    Case {
        row: "`report metadata`, `metadata-statistics`",
        runs: &[run(
            "memento report a.warc --what metadata-statistics",
            &[Exit(2), Err("'metadata-statistics'")],
        )],
    },
    Case {
        row: "`cluster dbscan --feature memento-datetime`",
        runs: &[run(
            "memento cluster all.jsonl --by time --distance 1",
            &[Exit(2), Err("--distance: these clusters take -k, --seed")],
        )],
    },
    Case {
        row: "`sample storygraph` and other services",
        runs: &[run(
            "memento exemplars all.jsonl --by storygraph",
            &[Exit(2), Err("'storygraph'")],
        )],
    },
];
