//! What the crate promises, seen from outside; one program, so that it is linked once. Tests that
//! start other processes, or watch their own memory, are programs of their own.

mod arc;
mod copies;
mod dates;
mod extents;
mod http;
mod indexes;
mod lengths;
mod packages;
mod reader;
mod repairs;
mod revisits;
mod salvage;
mod sources;
