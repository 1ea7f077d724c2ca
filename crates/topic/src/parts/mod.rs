//! Pages in parts: content beside content, frame beside frame, and what other pages of the host
//! show in the same place.

pub(crate) mod neighbours;
pub(crate) mod views;
