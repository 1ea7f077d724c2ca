//! Why a text is no selector.

/// A text that is no selector, or uses what is not supported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SelectorError {
    /// Byte of the selector where it goes wrong.
    pub at: usize,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What to write instead; empty where there is nothing to say.
    pub hint: &'static str,
}

impl SelectorError {
    /// An error at a byte of the selector.
    pub(super) fn new(at: usize, message: impl Into<String>, hint: &'static str) -> Self {
        Self { at, message: message.into(), hint }
    }
}
