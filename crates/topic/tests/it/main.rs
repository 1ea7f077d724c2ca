//! Off-topic detection as a library user sees it.

mod archives;
mod frames;
mod importing;
mod independence;
mod measuring;
mod properties;
mod redirects;
mod revisits;
mod spilling;
mod timemaps;
mod verdicts;
mod writing;
