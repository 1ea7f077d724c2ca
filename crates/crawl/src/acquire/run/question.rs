//! What the threads of a run ask.

use scutch_fetch::{Client, Fetched};

use super::super::lists::list_request;
use crate::resolve::{Resolution, resolve};
use crate::target::Target;

/// What a thread asks.
pub(super) enum Question {
    List(String),
    Memento(Box<Target>),
}

/// What came of it.
pub(super) enum Answer {
    List(Fetched),
    Memento(Box<Resolution>),
}

/// What an answer is to.
pub(super) enum Pending {
    List { page: usize, list: usize, uri: String },
    Memento { host: String, key: u64, target: Box<Target> },
}

/// Asks a question.
pub(super) fn ask(client: &mut Client, question: &Question) -> Answer {
    match question {
        Question::List(uri) => Answer::List(client.fetch(&list_request(uri))),
        Question::Memento(target) => Answer::Memento(Box::new(resolve(client, target))),
    }
}
