//! From text to tokens: tokenizers, languages, stems, counts.

pub(crate) mod language;
pub(crate) mod terms;
pub(crate) mod tokens;
