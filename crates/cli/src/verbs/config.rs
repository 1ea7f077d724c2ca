//! `scutch config schema`.

use std::io::{self, Write as _};

use scutch_corpus::Config;

use crate::exit::Exit;

pub(crate) fn schema() -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &Config::schema()).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(Exit::Done)
}
