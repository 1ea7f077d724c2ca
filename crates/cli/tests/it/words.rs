//! Sentences that new users were in want of: what was taken, what is wrong, and what to do.

use crate::harness::{Env, root, with_archive};

/// Calls on the samples, their exit codes, and what is said.
const ON_SAMPLES: &[(&str, i32, &str)] = &[
    (
        "archive check samples/courier-modern.warc.gz",
        4,
        "error: WARC-Payload-Digest is \"sha1:3UZDYONF4QDWCOIS2Y2M6VEOJW4T7RIF\": the payload gives sha1:",
    ),
    (
        "archive check samples/courier-modern.warc.gz --json",
        4,
        "\"detail\":\"the payload gives sha1:",
    ),
    ("archive check samples/damaged.warc.gz", 4, "\n6 records: 1 loss, 0 errors, 0 notes\n"),
    (
        "archive check samples/courier-modern.warc.gz --no-notes",
        4,
        "\n29 records: 0 losses, 2 errors, 1 note (not shown)\n",
    ),
    ("check samples", 2, "archive check"),
    (
        "archive cat samples/courier-old.warc.gz -o p --capture http://www.alderhaven-courier.example/en/2005/07/02/swarm.html@2005",
        0,
        "\ncapture of 2005-07-02T10:02:48Z, the first of 2 that fit\n",
    ),
    (
        "archive cat samples/courier-old.warc.gz -o p --capture http://www.alderhaven-courier.example/en/2005/07/02/swarm.html@1999",
        0,
        "\ncapture of 2005-07-02T10:02:48Z, the nearest to 1999\n",
    ),
    (
        "archive cat samples/courier-old.warc.gz -o p --capture http://www.alderhaven-courier.example/en/2005/07/02/swarm.html@20050709",
        0,
        "--- stderr\n",
    ),
    ("archive cat samples --offset 0", 1, "samples: a folder; `cat` takes one file"),
    (
        "archive subset samples -o x.warc.gz --host nothing.example",
        5,
        "\n0 of 94 records selected; x.warc.gz is not written\n",
    ),
    // The pages moved from http to https in these years.
    (
        "archive subset samples/courier-old.warc.gz samples/courier-modern.warc.gz -o hu.warc.gz \
         --url-prefix http://www.alderhaven-courier.example/hu/ --from 2005 --to 2012",
        0,
        "\n5 of 57 records written to hu.warc.gz\n",
    ),
    ("archive ls samples --from 2005 --to 2004", 2, "--from 2005 is later than --to 2004"),
];

/// Runs calls and looks for what is said.
fn says(env: &Env, calls: &[(&str, i32, &str)]) {
    for (call, code, said) in calls {
        let args: Vec<&str> = call.split_whitespace().collect();
        let told = env.shown(&env.expect(*code, &args));
        // What ends a case ends what was said, too.
        let found =
            if *said == "--- stderr\n" { told.ends_with(said) } else { told.contains(said) };
        assert!(found, "{call}: {told}");
    }
}

#[test]
#[cfg(unix)]
fn archives_are_spoken_of_in_full() {
    let env = Env::new();
    std::os::unix::fs::symlink(root().join("samples"), env.path("samples")).expect("a link");
    says(&env, ON_SAMPLES);
}

/// Calls on a small archive in the folder `in`.
const MISTAKES: &[(&str, i32, &str)] = &[
    ("extract none.html", 1, "none.html: no such file or folder\n  hint: paths are relative"),
    ("corpus in -o x --config none.toml", 1, "none.toml: no such file or folder\n  hint: paths"),
    (
        "corpus in -o x --format tei --annotations none",
        1,
        "none: no such file or folder\n  hint: paths",
    ),
    ("memento filter none.jsonl --on-topic", 1, "none.jsonl: no such file or folder\n"),
    (
        "url memento http://a.example/",
        1,
        "http://a.example/: an address, and not a file of addresses",
    ),
    (
        "corpus in -o x --language english",
        2,
        "`--language` is `english`: name languages by their codes",
    ),
    ("corpus in -o x --language eng", 2, "`--language` is `eng`: did you mean `en`?"),
    ("corpus in -o x --page-type articles", 2, "`--page-type` is `articles`: name types of pages"),
    ("offtopic in --measures jaccard=80", 2, "jaccard=80: thresholds of jaccard are from 0 to 1\n"),
    ("offtopic in -tm jaccard=0,8", 2, "8: no such measure\n  hint: write jaccard=0.8\n"),
    (
        "offtopic html",
        1,
        "(other files: 1)\n  hint: HTML files are read where a table captures.tsv",
    ),
    ("offtopic sweep in --gold l.csv --brief", 1, "1 label left out: a label is `on` or `off`, or"),
    (
        "offtopic sweep in --gold l.csv --brief",
        1,
        "l.csv: none of its mementos is in the inputs\n  hint: `urim` is what `scutch memento list`",
    ),
    (
        "corpus in -o ruled --portal rules.toml",
        0,
        "  hint: no document was made by the content rules for nowhere.example: do hosts",
    ),
    // What is in the folder is named by the first setting or input that is another one.
    (
        "corpus in -o c --format parquet,conllu --min-words 9",
        1,
        "another configuration: scope.select.min_words is unset, not 9\n",
    ),
    ("corpus in -o c --format jsonl", 1, "formats is parquet,conllu, not jsonl\n"),
    (
        "corpus in/small.warc -o c --format parquet,conllu",
        1,
        "made from other inputs: without in/small.warc\n",
    ),
    (
        "corpus in -o y --evidence ev --topic default",
        1,
        "ev: does not go with this run, because it was made with another configuration: topic is unset, not default\n",
    ),
];

#[test]
fn mistakes_are_named() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "c", "--format", "parquet,conllu", "-q"]);
    env.expect(0, &["gather", "in", "-o", "ev", "-q"]);
    let rules =
        "url = \"https://nowhere.example/\"\nname = \"N\"\n[[content]]\nroot = [\"article\"]\n";
    env.write("rules.toml", rules.as_bytes()).write("html/a.html", b"<p>Fog");
    env.write("l.csv", b"urim,label\nhttp://a.example/,on\nhttp://b.example/,Off\n");
    says(&env, MISTAKES);
    assert!(!env.path("x").exists());
}

/// Marks that are there are used, whatever they were made with; a copy says what it is without.
#[test]
fn a_copy_takes_the_marks_that_are_there() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "c", "--format", "parquet,conllu", "-q"]);
    env.expect(0, &["dedup", "c", "--threshold", "0.3", "-q"]);
    let manifest = || std::fs::read(env.path("c/run.json")).expect("manifest");
    let before = manifest();
    says(
        &env,
        &[
            (
                "dedup c --drop near,text -o lean",
                0,
                "\nmarks that are there are used: threshold 0.3, shingles of 5 words\n",
            ),
            (
                "dedup c --drop near,text -o lean",
                1,
                "lean: exists already; a copy goes to a new folder\n",
            ),
            (
                "dedup c --drop near,text -o lean",
                1,
                "hint: choose another folder with -o, or remove",
            ),
            ("dedup c --drop near,text -o again", 0, "\n           1  documents kept\n"),
        ],
    );
    assert!(manifest() == before, "marked anew");
    assert!(env.path("again/conllu/part-00000.conllu").is_file());
    let card = std::fs::read_to_string(env.path("lean/README.md")).expect("a card");
    assert!(card.contains(" of the 3 documents of a corpus from 1 web archive"), "{card}");
    assert!(card.contains("those that share 0.3 of their runs of 5 words."), "{card}");
    let report = std::fs::read_to_string(env.path("lean/report.html")).expect("a report");
    assert!(report.contains("a copy without duplicates") && !report.contains("Not sought"));
    // Blanks around commas are no part of a kind.
    env.expect(0, &["dedup", "c", "--drop", "near, text", "-o", "blank"]);
    says(&env, &[("dedup c --threshold 0.8 --drop near -o other", 0, "documents kept")]);
    assert!(manifest() != before, "another threshold was named");
}
