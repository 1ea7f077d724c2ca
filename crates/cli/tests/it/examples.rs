//! The examples in the help of every verb are run, each in a folder with the files that it names.
//!
//! An example is a line that begins with `  scutch` or another command below `Examples:`; a line
//! with `  #` explains the next one. Examples below `Examples that need the network:` are run by a
//! proxy on loopback that plays the web.

mod files;
mod web;

use self::files::{Files, NETWORK};
use crate::harness::Env;

/// Verbs that do nothing without the network: they have no examples without it.
const ONLY_NETWORK: &[&str] = &["portal record"];

/// The headings of examples, and whether the network is needed.
pub(crate) const HEADINGS: [(&str, bool); 2] =
    [("Examples:", false), ("Examples that need the network:", true)];

/// The help of a verb, short (`-h`) or long (`--help`).
pub(crate) fn help(env: &Env, verb: &[String], flag: &str) -> String {
    let mut args: Vec<&str> = verb.iter().map(String::as_str).collect();
    args.push(flag);
    String::from_utf8(env.expect(0, &args).stdout).expect("UTF-8")
}

/// The verbs below a verb, by its help.
fn verbs_in(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

/// Each verb of the program with its help, verbs of verbs and the program itself included.
pub(crate) fn all_verbs(env: &Env) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut pending: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(verb) = pending.pop() {
        let text = help(env, &verb, "--help");
        for name in verbs_in(&text) {
            pending.push(verb.iter().cloned().chain([name]).collect());
        }
        all.push((verb.join(" "), text));
    }
    all.sort();
    all
}

/// The examples below a heading.
pub(crate) fn examples_in<'h>(help: &'h str, heading: &str) -> Vec<&'h str> {
    let below = help.lines().skip_while(|line| *line != heading).skip(1);
    let lines = below.take_while(|line| line.starts_with("  "));
    lines.map(str::trim_start).filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn examples_run() {
    let web = web::start();
    let (mut ran, mut wrong) = (0, Vec::new());
    for (verb, help) in all_verbs(&Env::new()) {
        for (heading, by_proxy) in HEADINGS {
            for example in examples_in(&help, heading) {
                let files = Files::given(&web);
                files.make_for(example);
                let line = if by_proxy { files.by_proxy(example) } else { example.to_owned() };
                let asked = web.asked().len();
                let output = files.run(&line);
                // One that asks nobody needs no network.
                let has_asked = web.asked().len() > asked;
                if !output.status.success() || has_asked != by_proxy {
                    let told = files.env.shown(&output);
                    wrong.push(format!("{verb} (asked: {has_asked}): {line}\n{told}"));
                }
                ran += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ran > 140, "only {ran} examples were found");
}

#[test]
fn every_verb_has_two_examples_of_its_own() {
    let all = all_verbs(&Env::new());
    for (verb, help) in &all {
        let [alone, asking] = HEADINGS.map(|(heading, _)| examples_in(help, heading));
        let needs_network = ONLY_NETWORK.contains(&verb.as_str());
        let wanted = if needs_network { &asking } else { &alone };
        assert!(wanted.len() >= 2, "{verb}: {help}");
        assert_eq!(alone.is_empty(), needs_network, "{verb}: {alone:?}");
        let call = format!("scutch {verb}");
        let own = alone.iter().chain(&asking).filter(|line| line.contains(call.trim_end()));
        assert_eq!(own.count(), alone.len() + asking.len(), "{verb}: {help}");
        // A heading that is written otherwise would hide examples from the tests.
        let headings = help.lines().filter(|line| line.starts_with("Example")).count();
        let found = [&alone, &asking].iter().filter(|examples| !examples.is_empty()).count();
        assert_eq!(headings, found, "{verb}: {help}");
    }
    for verb in ONLY_NETWORK {
        assert!(all.iter().any(|(name, _)| name == verb), "there is no verb {verb}");
    }
}

/// Verbs that ask the web, and no others, have the options of the network and examples with it.
#[test]
fn verbs_that_ask_the_web_are_known() {
    for (verb, help) in all_verbs(&Env::new()) {
        let asks = NETWORK.iter().any(|(name, _)| *name == verb);
        let examples = examples_in(&help, HEADINGS[1].0);
        let call = format!("scutch {verb} ");
        let is_group = !verbs_in(&help).is_empty() && !help.contains("--proxy");
        let asks_itself = !is_group && examples.iter().any(|line| line.contains(&call));
        assert_eq!((asks, asks), (asks_itself, help.contains("--proxy")), "{verb}");
    }
}

/// The long options of a help, common ones apart; those of the network by their heading.
fn options_in(help: &str) -> String {
    let common = ["quiet", "verbose", "progress", "help", "version"];
    let mut names = Vec::new();
    let mut is_network = false;
    for line in help.lines() {
        if !line.is_empty() && !line.starts_with(' ') {
            is_network = line == "Network:";
            names.extend(is_network.then_some("Network"));
        }
        // Lines of prose that begin with an option are further to the right.
        let option = line.split_once("--").filter(|(front, _)| front.len() == 6 && !is_network);
        let name = option.and_then(|(_, rest)| rest.split([' ', '[', ',']).next());
        names.extend(name.filter(|name| !common.contains(name)));
    }
    names.join(" ")
}

/// A change of this list is looked at: an option has to do something under its verb.
#[test]
fn verbs_list_their_own_options() {
    let mut listed = String::new();
    for (verb, help) in all_verbs(&Env::new()) {
        listed += format!("{verb}: {}", options_in(&help)).trim_end();
        listed.push('\n');
        assert!(!help.contains("Changes nothing"), "{verb}: {help}");
        let long = help.lines().find(|line| line.chars().count() > 100);
        assert_eq!(long, None, "{verb}");
    }
    insta::assert_snapshot!(listed);
}
