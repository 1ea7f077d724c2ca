//! `scutch report DIR`.

use std::io::{self, Write as _};

use scutch_corpus::rewrite_report;

use crate::args::ReportArgs;
use crate::exit::Exit;
use crate::talk::Talk;

pub(crate) fn run(args: &ReportArgs, talk: Talk) -> anyhow::Result<Exit> {
    let page = rewrite_report(&args.folder)?;
    talk.say("Open this page in a browser:");
    writeln!(io::stdout(), "{}", page.display())?;
    Ok(Exit::Done)
}
