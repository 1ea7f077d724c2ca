//! `scutch studio`: who is answered, labels by requests and by keys, hostile pages.

mod devtools;
mod guard;
mod hidden;
mod hostile;
mod keys;
mod labels;
mod review;
mod review_keys;
mod selections;
mod served;

/// What the help says is what the guide's page says.
#[test]
fn the_help_says_what_is_opened_and_written() {
    let env = crate::harness::Env::new();
    insta::assert_snapshot!(env.shot(&["studio", "-h"]));
}
