//! Corpora from archives to folders and back, through the public door of the crate.

mod archive;
mod caps;
mod crawled;
mod decisions;
mod duplicates;
mod engine;
mod labels;
mod older;
mod portals;
mod revisits;
mod runs;
mod segments;
mod shares;
mod stream;
mod verify;
