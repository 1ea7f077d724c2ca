//! Where results go: a file, or standard output, which `-` names too.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context as _;

/// Opens what was named.
pub(crate) fn output(path: Option<&Path>) -> anyhow::Result<Box<dyn Write>> {
    Ok(match path.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let cannot = || format!("{}: cannot be written", path.display());
            Box::new(BufWriter::new(File::create(path).with_context(cannot)?))
        }
        None => Box::new(BufWriter::new(io::stdout().lock())),
    })
}
