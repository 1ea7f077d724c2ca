//! `scutch portal check` and `preset`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use scutch_portal::PRESETS;

use crate::exit::{Advised, Exit, UsageError};
use crate::portal_file::{NoRoute, PortalError, content_rules, read, read_routes};
use crate::talk::{self, Talk};

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Portal files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Address of the site, for files without one.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// The files are for `scutch corpus --portal` alone: they need no route.
    #[arg(long)]
    content: bool,
}

/// Runs `scutch portal check`. A faulty file does not hide the faults of the next.
pub(super) fn run(args: &CheckArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    let read = if args.content { read } else { read_routes };
    for file in &args.files {
        match read(file, args.url.as_deref()) {
            Ok(portal) => {
                let names: Vec<_> = portal.routes.iter().map(|r| r.name.as_str()).collect();
                let routes = match names.is_empty() {
                    true => "no routes".to_owned(),
                    false => format!("routes {}", names.join(" ")),
                };
                talk.say(format_args!("{}: sound; {routes}", file.display()));
            }
            // A fault of one file says nothing of the others, so that all are checked.
            Err(error) if error.is::<PortalError>() || error.is::<NoRoute>() => {
                talk::error(&with_content(error, file));
                exit = Exit::Failed;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(exit)
}

/// Adds to the error for a file without a route, if it has content rules, that these need none.
fn with_content(error: anyhow::Error, file: &Path) -> anyhow::Error {
    if !error.is::<NoRoute>() || content_rules(file).is_err() {
        return error;
    }
    Advised {
        sentence: error.to_string(),
        hint: format!("{}; or add --content, if the file is for `corpus --portal`", NoRoute::HINT),
        exit: Exit::Failed,
    }
    .into()
}

#[derive(Debug, clap::Args)]
pub(crate) struct PresetArgs {
    /// Name of the preset; all names where there is none.
    name: Option<String>,
}

/// Runs `scutch portal preset`.
pub(super) fn preset(args: &PresetArgs) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let Some(wanted) = &args.name else {
        PRESETS.iter().try_for_each(|(name, _)| writeln!(out, "{name}"))?;
        return Ok(Exit::Done);
    };
    let found = PRESETS.iter().find(|(name, _)| name == wanted);
    let Some((_, text)) = found else {
        return Err(UsageError(format!("there is no preset {wanted}")).into());
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Done)
}
