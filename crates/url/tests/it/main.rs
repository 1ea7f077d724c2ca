//! What the crate promises, seen from outside; one program, so that it is linked once.

mod frontier;
mod hosts;
mod links;
mod mementos;
mod profiles;
mod quirks;
mod robots;
mod surt;
mod verdicts;
mod whatwg;
