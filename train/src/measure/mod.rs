//! Programs that measure: times of stages, and what other programs are compared with.

pub(crate) mod extract_folder;
pub(crate) mod frontier;
pub(crate) mod oracle;
pub(crate) mod predict;
pub(crate) mod stages;
pub(crate) mod throughput;
pub(crate) mod tokens;
