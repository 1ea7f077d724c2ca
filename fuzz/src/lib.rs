//! Fuzz targets: one function each over any bytes.
//!
//! Two drivers run them. `src/bin/TARGET.rs` is libFuzzer's, which looks at coverage. `src/bin/plain.rs`
//! mutates seeds without it: it needs no instrumentation and counts some millions of executions a
//! minute of cheap targets.

#![forbid(unsafe_code)]

mod mutate;
mod reading;

pub mod arc;
pub mod blocks;
pub mod cdx;
pub mod cdxj;
pub mod charset;
pub mod conllu;
pub mod css;
pub mod dates;
pub mod evidence;
pub mod gold;
pub mod heads;
pub mod html;
pub mod http;
pub mod jsonld;
pub mod language;
pub mod lengths;
pub mod links;
pub mod listing;
pub mod member;
pub mod metadata;
pub mod page;
pub mod portal;
pub mod robots;
pub mod tables;
pub mod template;
pub mod timemap;
pub mod url;
pub mod wacz;
pub mod warc;

pub use mutate::Mutator;

/// A target: its name, and one execution.
pub type Target = (&'static str, fn(&[u8]));

/// All targets, by name.
#[rustfmt::skip] // a table reads as a table
pub const TARGETS: &[Target] = &[
    ("arc", arc::run),
    ("blocks", blocks::run),
    ("cdx", cdx::run),
    ("cdxj", cdxj::run),
    ("charset", charset::run),
    ("conllu", conllu::run),
    ("css", css::run),
    ("dates", dates::run),
    ("evidence", evidence::run),
    ("gold", gold::run),
    ("heads", heads::run),
    ("html", html::run),
    ("http", http::run),
    ("jsonld", jsonld::run),
    ("language", language::run),
    ("lengths", lengths::run),
    ("links", links::run),
    ("listing", listing::run),
    ("member", member::run),
    ("metadata", metadata::run),
    ("page", page::run),
    ("portal", portal::run),
    ("robots", robots::run),
    ("tables", tables::run),
    ("template", template::run),
    ("timemap", timemap::run),
    ("url", url::run),
    ("wacz", wacz::run),
    ("warc", warc::run),
];
