//! `scutch studio`: who is answered, labels by requests and by keys, hostile pages.

mod accessible;
mod devtools;
mod guard;
mod hidden;
mod hostile;
mod keys;
mod labels;
mod looks;
mod review;
mod review_keys;
mod round;
mod selections;
mod served;

/// What the help says is what the guide's page says.
#[test]
fn the_help_says_what_is_opened_and_written() {
    let env = crate::harness::Env::new();
    insta::assert_snapshot!(env.shot(&["studio", "-h"]));
}

#[test]
fn a_wrong_input_is_told_at_once_with_a_hint() {
    let env = crate::harness::Env::new();
    env.write("notes.txt", b"no archive");
    for (input, said) in [
        (
            "nothing.warc",
            "scutch: nothing.warc: no such file or folder\n  hint: paths are relative to the current folder\n",
        ),
        (
            "notes.txt",
            "scutch: notes.txt: not a web archive (its first bytes are neither WARC nor ARC, plain or \
             compressed)\n  hint: for one HTML page use `scutch extract FILE`\n",
        ),
    ] {
        let shot = env.shot(&["studio", input]);
        assert_eq!(shot, format!("exit: 1\n--- stdout\n--- stderr\n{said}"));
        assert!(!env.path("labels").exists());
    }
}
