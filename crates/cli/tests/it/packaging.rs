//! What packages bring along: completions and man pages.

use std::collections::BTreeSet;
use std::fs;

use crate::harness::Env;

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

#[test]
fn completions_know_every_verb() {
    let env = Env::new();
    for shell in SHELLS {
        let script =
            String::from_utf8(env.expect(0, &["completions", shell]).stdout).expect("UTF-8");
        for word in ["corpus", "offtopic", "completions", "--help"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let refused = env.expect(2, &["completions", "sh"]);
    let said = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(said.contains("bash, elvish, fish, powershell, zsh"), "{said}");
}

/// `bash -n` reads a script without running it; so do the others that this system has.
#[test]
fn scripts_are_read_by_their_shells() {
    let env = Env::new();
    for (shell, args) in [("bash", &["-n"][..]), ("zsh", &["-n"]), ("fish", &["--no-execute"])] {
        let script = env.expect(0, &["completions", shell]).stdout;
        env.write("script", &script);
        match std::process::Command::new(shell).args(args).arg(env.path("script")).status() {
            Ok(status) => assert!(status.success(), "{shell}"),
            // Bash is everywhere; the others may be missing.
            Err(error) => assert_ne!(shell, "bash", "{error}"),
        }
    }
}

#[test]
fn each_verb_has_a_man_page() {
    let env = Env::new();
    env.expect(0, &["man", "-o", "man"]);
    let names = fs::read_dir(env.path("man")).expect("a folder");
    let names: BTreeSet<String> = names
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    for name in ["scutch.1", "scutch-corpus.1", "scutch-archive-check.1", "scutch-man.1"] {
        assert!(names.contains(name), "{name} in {names:?}");
    }
    let page = fs::read_to_string(env.path("man/scutch-archive-check.1")).expect("a page");
    assert!(page.contains(".SH NAME") && page.contains("Examples:"), "{page}");
    let own = env.expect(0, &["man"]).stdout;
    assert_eq!(fs::read(env.path("man/scutch.1")).expect("a page"), own);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let env = Env::new();
    env.write("file", b"x");
    let said = String::from_utf8(env.expect(1, &["man", "-o", "file/man"]).stderr).expect("UTF-8");
    assert!(said.contains("file/man"), "{said}");
}
