//! The examples in the help of every verb are run, each in a folder with the files of [`FILES`].
//!
//! An example is a line that begins with `  scutch ` below `Examples:`. Examples that need the
//! network stand below `Examples that need the network:` and are not run.

use std::process::Command;

use crate::harness::{Env, small_archive};

/// Files that examples find.
const FILES: &[(&str, &str)] = &[
    (
        "urls.txt",
        "http://harbour.example/2019/05/17/the-ferry-was-late.html?utm_source=mail\n\
         https://user:word@harbour.example/story?id=7#top\n\
         http://harbour.example/tag/ferry/\n\
         http://harbour.example/tag/ferry/#again\n\
         not a URL\n\
         http://1234/\n",
    ),
    ("hosts.txt", "# hosts\nbad.example\n"),
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
];

/// A folder with the files of the table, an archive and a frontier.
fn with_files() -> Env {
    let env = Env::new();
    for (name, text) in FILES {
        env.write(name, text.as_bytes());
    }
    env.write("site.warc", &small_archive());
    env.write("seed.txt", b"http://harbour.example/seed\n");
    env.expect(0, &["url", "frontier", "add", "crawl.frontier", "seed.txt"]);
    env
}

/// The help of a verb.
fn help(env: &Env, verb: &[String]) -> String {
    let mut args: Vec<&str> = verb.iter().map(String::as_str).collect();
    args.push("--help");
    String::from_utf8(env.expect(0, &args).stdout).expect("UTF-8")
}

/// The verbs below a verb, by its help.
fn verbs_in(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

/// Each verb of the program with its help, verbs of verbs included.
fn all_verbs(env: &Env) -> Vec<(Vec<String>, String)> {
    let mut all = Vec::new();
    let mut pending: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(verb) = pending.pop() {
        let text = help(env, &verb);
        for name in verbs_in(&text) {
            pending.push(verb.iter().cloned().chain([name]).collect());
        }
        all.push((verb, text));
    }
    all.sort();
    all
}

/// The examples of a help that need no network.
fn examples_in(help: &str) -> Vec<String> {
    let below = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = below.take_while(|line| line.is_empty() || line.starts_with("  "));
    let examples = lines.filter_map(|line| line.strip_prefix("  "));
    examples.filter(|line| line.contains("scutch ")).map(str::to_owned).collect()
}

/// Runs a line in a shell that finds the program.
fn run(env: &Env, line: &str) -> std::process::Output {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_scutch"));
    let folder = binary.parent().expect("a folder").display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).current_dir(env.path("."));
    shell.output().expect("a shell runs")
}

#[test]
fn examples_run() {
    let mut ran = 0;
    for (verb, help) in all_verbs(&Env::new()) {
        for example in examples_in(&help) {
            let env = with_files();
            let output = run(&env, &example);
            let told = env.shown(&output);
            assert_eq!(output.status.code(), Some(0), "{verb:?}: {example}\n{told}");
            ran += 1;
        }
    }
    assert!(ran > 40, "only {ran} examples were found");
}

#[test]
fn every_verb_of_url_has_two_examples() {
    for (verb, help) in all_verbs(&Env::new()) {
        if verb.first().is_some_and(|first| first == "url") && verb.len() > 1 {
            let examples = examples_in(&help);
            assert_eq!(examples.len(), 2, "{verb:?}: {help}");
            let named = verb.join(" ");
            assert!(examples.iter().all(|line| line.contains(&named)), "{examples:?}");
        }
    }
}

/// The long options of a help, common ones apart.
fn options_in(help: &str) -> String {
    let common = ["quiet", "verbose", "progress", "help", "version"];
    let lines = help.lines().filter_map(|line| line.split_once("--"));
    let shown = lines.filter(|(front, _)| front.trim().trim_end_matches(',').len() <= 2);
    let names = shown.filter_map(|(_, rest)| rest.split([' ', '[', ',']).next());
    names.filter(|name| !common.contains(name)).collect::<Vec<_>>().join(" ")
}

#[test]
fn verbs_of_url_list_their_own_options() {
    let mut listed = String::new();
    for (verb, help) in all_verbs(&Env::new()) {
        if verb.first().is_some_and(|first| first == "url") {
            listed += &format!("{}: {}\n", verb.join(" "), options_in(&help));
        }
    }
    insta::assert_snapshot!(listed);
}
