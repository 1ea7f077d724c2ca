//! Options of the toolkit's `detect_off_topic`.

use super::{Case, Err, Exit, File, Lines, NoOut, Out, Quiet, Same, run};
use crate::acquire::sources::archive_it;
use crate::harness::{Env, article, page};
use crate::offtopic::archive;
use crate::offtopic_inputs::working_folder;
use crate::server::{Reply, Server};

/// An Archive-It, and an archive by its address.
pub(super) fn server() -> Server {
    Server::start(|asked| match asked.target.as_str() {
        "/a.warc" => Reply::Fine(200, Vec::new(), archive()),
        _ => archive_it(asked),
    })
}

/// Archives, a TimeMap, seeds and a working folder.
pub(super) fn folder() -> Env {
    let env = Env::new();
    env.write("a.warc", &archive());
    env.write("b.warc", &page("http://other.example/", 11, "200 OK", &article(3)));
    let memento = "http://web.archive.org/web/20190517100004/http://harbour.example/";
    let date = "Fri, 17 May 2019 10:00:04 GMT";
    let timemap = format!(
        "<http://harbour.example/>; rel=original,\n<{memento}>; rel=memento; datetime=\"{date}\",\n"
    );
    env.write("tm.link", timemap.as_bytes());
    env.write("seeds.csv", b"Seed URL,Group\nhttp://other.example/,a\n");
    working_folder(&env);
    env
}

pub(super) const CASES: &[Case] = &[
    Case {
        row: "`-i warc=FILE,FILE`",
        runs: &[
            run(
                "offtopic -i warc=a.warc,b.warc -q",
                &[Same("offtopic a.warc b.warc -q"), Out("other.example")],
            ),
            run(
                "offtopic -i warc={site}/a.warc --allow-private 127.0.0.1 --delay 0 -ot golddatafile",
                &[Same("offtopic a.warc -ot golddatafile"), Lines(9)],
            ),
        ],
    },
    Case {
        row: "`-i archiveit=7877`, `-i archiveit=https://archive-it.org/collections/7877`",
        runs: &[
            run(
                "offtopic -i archiveit=7877 -tm jaccard=0.8 -ot golddatafile -d kept --archiveit-at {site} \
                 --allow-private 127.0.0.1 --delay 0",
                &[Lines(9), Out("/7877/20100104120000/http://harbour.example/a\t0")],
            ),
            run(
                "offtopic -i archiveit=https://archive-it.org/collections/7877 -tm jaccard=0.8 -ot golddatafile \
                 --archiveit-at {site} --allow-private 127.0.0.1 --delay 0",
                &[Lines(9), Out("/7877/20100104120000/http://harbour.example/a\t0")],
            ),
            run(
                "offtopic -i warc=a.warc,b.warc -i archiveit=seeds.csv -ot golddatafile",
                &[
                    Same("offtopic a.warc b.warc --seed-list seeds.csv -ot golddatafile"),
                    Lines(2),
                    Out("other.example"),
                ],
            ),
        ],
    },
    Case {
        row: "`-i timemap=URI-T,URI-T`, `-i timemap=FILE`",
        runs: &[
            run(
                "offtopic -i timemap={site}/7877/timemap/link/http://harbour.example/a,{site}/7877/timemap/link/http://harbour.example/b?c=d \
                 -ot golddatafile --allow-private 127.0.0.1 --delay 0",
                &[
                    Lines(9),
                    Out("http://harbour.example/a\t"),
                    Out("http://harbour.example/b?c=d\t"),
                ],
            ),
            run(
                "offtopic -i warc=a.warc -i timemap=tm.link -ot golddatafile",
                &[Same("offtopic a.warc --timemap tm.link -ot golddatafile"), Lines(2)],
            ),
            run("offtopic -i timemap=none.link", &[Exit(2), Err("neither a file nor an address")]),
        ],
    },
    Case {
        row: "`-i dir=FOLDER`",
        runs: &[run(
            "offtopic -i dir=w -ot golddatafile",
            &[Same("offtopic w -ot golddatafile"), Out("web.archive.org/web/20190517100003/")],
        )],
    },
    Case {
        row: "`-d FOLDER`, `--directory`",
        runs: &[
            run(
                "offtopic -i archiveit=7877 --directory kept -ot golddatafile --archiveit-at {site} \
                 --allow-private 127.0.0.1 --delay 0",
                &[Lines(9)],
            ),
            // From what the folder has.
            run(
                "offtopic -i archiveit=7877 -d kept -ot golddatafile --archiveit-at {site} \
                 --allow-private 127.0.0.1 --delay 0",
                &[Lines(9)],
            ),
            // A working folder stands in the place of all inputs.
            run(
                "offtopic -i archiveit=7877 -d w -ot golddatafile",
                &[Same("offtopic -i dir=w -ot golddatafile"), Lines(3)],
            ),
        ],
    },
    Case {
        row: "`-o FILE`, `-v`, `-q`",
        runs: &[
            run(
                "offtopic -i warc=a.warc -o out.json -v",
                &[Lines(0), Err("mementos"), File("out.json", "overall topic status")],
            ),
            run(
                "offtopic -i warc=a.warc -o out.json -q",
                &[Lines(0), Quiet, File("out.json", "overall topic status")],
            ),
        ],
    },
    Case {
        row: "`-ot json`, `csv`, `golddatafile`",
        runs: &[
            run(
                "offtopic -i warc=a.warc -ot json",
                &[Same("offtopic a.warc --format json"), Out("\"timemap measures\"")],
            ),
            run(
                "offtopic -i warc=a.warc -ot csv -tm jaccard,cosine",
                &[Out("URI-T,URI-M,"), Out(",jaccard,"), Out(",cosine,")],
            ),
            run("offtopic -i warc=a.warc -ot golddatafile", &[Out("id\tdate\tURI\tlabel\n")]),
            run("offtopic -i warc=a.warc -ot jsonl", &[Out("{\"anchor\":")]),
            run("offtopic -i warc=a.warc -ot xml", &[Exit(2), Err("'xml'")]),
        ],
    },
    Case {
        row: "`-tm MEASURE=THRESHOLD,...`",
        runs: &[
            run(
                "offtopic -i warc=a.warc -tm jaccard=0.80,bytecount=-0.5",
                &[
                    Same("offtopic a.warc --measures jaccard=0.80,bytecount=-0.5"),
                    Out("\"bytecount\""),
                    NoOut("\"cosine\""),
                ],
            ),
            run(
                "offtopic -i warc=a.warc -tm raw_simhash,tf_simhash,gensim_lsi,gensim_lda,levenshtein,nlevenshtein",
                &[
                    Out("\"raw_simhash\""),
                    Out("\"tf_simhash\""),
                    Out("\"gensim_lsi\""),
                    Out("\"gensim_lda\""),
                    Out("\"levenshtein\""),
                    Out("\"nlevenshtein\""),
                ],
            ),
            run("offtopic -i warc=a.warc -tm tfintersection", &[Exit(2), Err("tfintersection")]),
        ],
    },
    Case {
        row: "`--number-of-topics N`",
        runs: &[run(
            "offtopic -i warc=a.warc -tm gensim_lda,gensim_lsi --number-of-topics 2",
            &[Same("offtopic a.warc --measures lda,lsi --topics 2"), Out("\"gensim_lda\"")],
        )],
    },
    Case {
        row: "`--compute-simhashes`",
        runs: &[
            run(
                "offtopic -i warc=a.warc --compute-simhashes",
                &[Out("\"raw memento simhash value\"")],
            ),
            run("offtopic -i warc=a.warc --compute-simhashes -ot csv", &[Out(",Simhash")]),
            run("offtopic -i warc=a.warc --compute-simhashes -ot jsonl", &[Out("\"simhash_raw\"")]),
            run("offtopic -i warc=a.warc", &[NoOut("simhash value")]),
            run(
                "offtopic -i warc=a.warc --compute-simhashes --profile otmt-code",
                &[Out("\"raw memento simhash value\"")],
            ),
        ],
    },
    Case {
        row: "`--compute-lengths`",
        runs: &[run(
            "offtopic -i warc=a.warc --compute-lengths",
            &[Same("offtopic a.warc"), Out("\"content length\"")],
        )],
    },
    Case {
        row: "`--no-compute-simhashes`, `--no-compute-lengths`, `--no-detect-languages`",
        runs: &[run(
            "offtopic -i warc=a.warc --no-compute-simhashes --no-compute-lengths --no-detect-languages",
            &[Same("offtopic a.warc"), Out("\"content length\"")],
        )],
    },
    Case {
        row: "`--ontopic-file FILE`, `--offtopic-file FILE`",
        runs: &[run(
            "offtopic -i warc=a.warc -o out.json --ontopic-file on.txt --offtopic-file off.txt",
            &[
                File("on.txt", "from-warc::20190517100003::http://harbour.example/\n"),
                File("off.txt", "from-warc::20190517100004::http://harbour.example/\n"),
            ],
        )],
    },
    Case {
        row: "`-l FILE`, `-cf FILE`",
        runs: &[run(
            "offtopic -i warc=a.warc -l log.txt -cf cache",
            &[Same("offtopic a.warc"), Err("mementos")],
        )],
    },
];
