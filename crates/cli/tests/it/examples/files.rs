//! The files that examples find: given, or made by the program from others.

use std::process::{Command, Output};

use super::web;
use crate::harness::{Env, article, small_archive};
use crate::server::Server;

/// Files that are given.
const GIVEN: &[(&str, &str)] = &[
    (
        "urls.txt",
        "http://harbour.example/2019/05/17/the-ferry-was-late.html?utm_source=mail\n\
         https://user:word@harbour.example/story?id=7#top\n\
         http://harbour.example/tag/ferry/\n\
         http://harbour.example/tag/ferry/#again\n\
         not a URL\n\
         http://1234/\n",
    ),
    ("table.csv", "id,address\n1,http://harbour.example/2\n2,http://harbour.example/story/3\n"),
    ("seed.txt", "http://harbour.example/seed\n"),
    ("hosts.txt", "# hosts\nbad.example\n"),
    ("takedown.txt", "http://harbour.example/2\tthe author asked\n"),
    (
        "index.cdxj",
        "example,harbour)/a 20190517100000 {\"url\": \"http://harbour.example/a\", \
         \"filename\": \"site.warc\", \"offset\": \"0\", \"length\": \"100\"}\n",
    ),
    ("urims.txt", "http://web.archive.org/web/20120101000000id_/http://harbour.example/old\n"),
    ("page.html", "<a href=/story>A story</a> <a href=//other.example/>Other</a>"),
    (
        "digests.tsv",
        "http://e.org/1?s=1\ta\nhttp://e.org/1\ta\nhttp://e.org/2?s=1\tb\nhttp://e.org/2\tb\n\
         http://e.org/3?s=1\tc\nhttp://e.org/3\tc\nhttp://e.org/4?s=1\td\nhttp://e.org/4\td\n\
         http://e.org/5?s=1\te\nhttp://e.org/5\te\n",
    ),
    ("content.toml", "url = 'http://harbour.example/'\n[[content]]\nroot = ['article']\n"),
    (
        "texts.jsonl",
        "{\"id\": \"story\", \"url\": \"http://harbour.example/story\", \"html_file\": \"story.html\", \
         \"title\": \"Harbour notes 1\", \"with\": [\"lighthouse keeper\"], \"without\": [\"Imprint\"]}\n",
    ),
    (
        "labels.csv",
        "urim,label\nhttp://archive.example/web/20120101000000/http://harbour.example/,on\n\
         http://archive.example/web/20130101000000/http://harbour.example/,off\n",
    ),
    ("archives.tsv", web::ARCHIVES),
];

/// Files and folders that lines make, each with what that line needs as words. Names are looked for
/// among the words of an example.
const MADE: &[(&str, &str)] = &[
    ("crawl.frontier", "scutch url frontier add crawl.frontier seed.txt"),
    ("pages.warc.gz", "scutch fetch http://harbour.example/ -o pages.warc.gz --depth 1 --with-nav"),
    ("share-*.warc.gz", "scutch fetch http://harbour.example/ -o share-1.warc.gz"),
    ("harbour.timemap", "scutch memento timemap http://harbour.example/ -o harbour.timemap"),
    ("mementos.warc.gz", "scutch memento fetch harbour.timemap -o mementos.warc.gz"),
    ("mementos.jsonl", "scutch memento list mementos.warc.gz -o mementos.jsonl"),
    (
        "verdicts.json",
        "scutch offtopic mementos.warc.gz --timemap harbour.timemap -o verdicts.json",
    ),
    (
        "harbour.toml",
        "scutch portal suggest pages.warc.gz --only http://harbour.example/ > harbour.toml",
    ),
    ("harbour", "scutch portal crawl harbour.toml -o harbour"),
    (
        "cases",
        "mkdir cases && cat harbour.toml > cases/portal.toml && \
         scutch portal record http://harbour.example/archive/2 -o cases",
    ),
    ("corpus", "scutch corpus site.warc -o corpus"),
    ("vert", "scutch corpus site.warc -o vert --format vertical"),
    ("standoff", "scutch corpus site.warc -o standoff --format standoff"),
    ("old-corpus", "scutch corpus site.warc -o old-corpus"),
    ("evidence", "scutch gather site.warc -o evidence"),
    ("groups-1", "scutch gather site.warc -o groups-1 --shard 1/2"),
    ("groups-2", "scutch gather site.warc -o groups-2 --shard 2/2"),
    ("rows", "scutch corpus site.warc --evidence evidence -o rows"),
    ("rows-1", "scutch corpus site.warc --evidence evidence --shard 1/2 -o rows-1"),
    ("rows-2", "scutch corpus site.warc --evidence evidence --shard 2/2 -o rows-2"),
    ("labelled", "scutch template site.warc -o labelled --nodes"),
    ("labelled-t005", "scutch template site.warc -o labelled-t005 --nodes --method t005"),
    ("gold.jsonl", "scutch template gold labelled -o gold.jsonl"),
    ("tags.tsv", "scutch tags inventory site.warc -o tags.tsv"),
    ("newer.tsv", "scutch tags inventory pages.warc.gz -o newer.tsv"),
    ("predictions.jsonl", "scutch extract story.html --format jsonl -o predictions.jsonl"),
    (
        "others.jsonl",
        "scutch extract story.html --extractor all-text --format jsonl -o others.jsonl",
    ),
];

/// What is said to verbs that ask the web, so that they ask that of the examples.
pub(super) const NETWORK: &[(&str, &str)] = &[
    ("fetch", ""),
    ("memento fetch", "--archives archives.tsv"),
    ("memento timemap", "--archives archives.tsv"),
    ("portal crawl", ""),
    ("portal record", ""),
    ("portal suggest", ""),
    ("offtopic", ""),
];

/// A folder with the files of the examples, beside their web.
pub(super) struct Files<'a> {
    pub(super) env: Env,
    web: &'a Server,
}

impl<'a> Files<'a> {
    /// The files that are given.
    pub(super) fn given(web: &'a Server) -> Self {
        let env = Env::new();
        for (name, text) in GIVEN {
            env.write(name, text.as_bytes());
        }
        let archive = small_archive();
        env.write("damaged.warc", &archive[..archive.len() - 900]);
        env.write("site.warc", &archive);
        env.write("story.html", article(1).as_bytes());
        Self { env, web }
    }

    /// Makes the files that a line needs, and what these need.
    pub(super) fn make_for(&self, line: &str) {
        self.make_all_but("", line);
    }

    /// Makes the files that a line needs, but the one that it makes itself.
    fn make_all_but(&self, own: &str, line: &str) {
        for name in words(line).into_iter().filter(|name| *name != own) {
            let made = MADE.iter().find(|(made, _)| *made == name);
            let Some((name, maker)) = made.filter(|(made, _)| !self.env.path(made).exists()) else {
                continue;
            };
            self.make_all_but(name, maker);
            let output = self.run(&self.by_proxy(maker));
            let told = self.env.shown(&output);
            assert_eq!(output.status.code(), Some(0), "{name}: {maker}\n{told}");
        }
    }

    /// The line with the proxy for the first verb that asks the web.
    pub(super) fn by_proxy(&self, line: &str) -> String {
        let asks = NETWORK.iter().find(|(verb, _)| line.contains(&format!("scutch {verb} ")));
        let Some((verb, more)) = asks else { return line.to_owned() };
        let call = format!("scutch {verb}");
        let proxy = self.web.address;
        let by_proxy = format!("{call} {more} --proxy {proxy} --delay 0 --tries 1");
        line.replacen(&call, &by_proxy, 1)
    }

    /// Runs a line in a shell that finds the program.
    pub(super) fn run(&self, line: &str) -> Output {
        let binary = std::path::Path::new(env!("CARGO_BIN_EXE_scutch"));
        let folder = binary.parent().expect("a folder").display();
        let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
        // A verb that serves says where, and is ended then.
        let served = format!(
            "{line} >address & until [ -s address ]; do kill -0 $! || exit 1; sleep 0.1; done; \
             kill $!; grep -q http://127.0.0.1: address"
        );
        let line = if line.starts_with("scutch studio ") { &*served } else { line };
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("PATH", path).current_dir(self.env.path("."));
        shell.output().expect("a shell runs")
    }
}

/// The words of a line that may name files it reads: neither the verb, nor what it writes anew.
fn words(line: &str) -> Vec<&str> {
    let separators = |c: char| c.is_whitespace() || "|;&()\"'".contains(c);
    let words: Vec<&str> = line.split(separators).filter(|word| !word.is_empty()).collect();
    // These go on from what is there.
    let goes_on = line.contains("--offline") || line.contains("portal record");
    let is_read = |before: &str| match before {
        "scutch" | ">" => false,
        "-o" => goes_on,
        _ => true,
    };
    let pairs = words.windows(2).filter(|pair| is_read(pair[0]));
    pairs.map(|pair| pair[1]).collect()
}
