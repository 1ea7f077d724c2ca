//! Joint boilerplate detection.
//!
//! A web archive holds many pages of one *template* and many snapshots of one page. What pages of a
//! template share is boilerplate; what only one of them has is content. The *partners* of a page are
//! pages of its host that resemble it most; its *snapshots* are captures of the same URL at other times.
//!
//! `signature` says how alike the structure of two pages is; `summary` is what is kept of a page for its
//! partners; `joint` measures each block of a page against its partners and snapshots, and scores it; `cross`,
//! `annotate`, `patterns` and `retrain` are the published method; `nodes` is what all methods say of single texts.

#![forbid(unsafe_code)]

pub mod annotate;
mod config;
pub mod cross;
pub mod diff;
pub mod evaluate;
mod flag;
pub mod gap;
mod hash;
mod host;
pub mod joint;
mod key;
pub mod label;
pub mod nodes;
mod packed;
pub mod patterns;
pub mod retrain;
mod structure;
mod summary;
#[cfg(test)]
mod test_pages;
pub mod words;

pub use config::{Meaningless, Method, TemplateConfig, Tokens};
pub use flag::TemplateFlag;
pub use host::{Evidence, HostEvidence, HostLimits, HostPages};
pub use key::{Key, UrlKey};
pub use label::Labelled;
pub use nodes::NodeLabel;
pub use structure::{PERMUTATIONS, Signature};
pub use summary::{LARGEST_SUMMARY, Seen, Summary};
