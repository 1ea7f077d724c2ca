//! `scutch evaluate portal`: the articles of a portal as other tools have them, with a corpus as gold.
//!
//! Words by tool and region of the page, and precision and recall of texts and metadata: the tables that
//! papers on corpora of portals have.

mod articles;
mod scores;
mod tables;

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::bail;

use self::articles::each_article;
use self::scores::{Gold, Scores};
use super::examples;
use super::notes::Notes;
use crate::exit::{Exit, UsageError};
use crate::output;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(after_help = format!("A PRED is [TOOL[:REGION]=]PATH: a corpus folder with rows, or JSON lines with `url`, \
    `text`, `title`, `authors`, `date_published`, `section` and `keywords`, as `scutch extract --format jsonl` writes \
    them. REGION is the part of the page that the tool was given.\n\n{}", examples::PORTAL))]
pub(crate) struct PortalArgs {
    /// The corpus that is taken for right: a folder with rows, or JSON lines.
    gold: PathBuf,
    /// What tools made of the same pages.
    #[arg(required = true, value_name = "PRED")]
    preds: Vec<String>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// The region of predictions that name none.
const WHOLE: &str = "page";

/// What a tool made of a region of the pages, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    tool: String,
    region: String,
    path: PathBuf,
}

impl Named {
    /// Reads `[TOOL[:REGION]=]PATH`. Without a name, the tool is called like the file or folder.
    fn parse(typed: &str) -> Result<Self, UsageError> {
        // A `=` behind a separator of folders belongs to a path.
        let named = typed.split_once('=').filter(|(name, _)| !name.contains(['/', '\\']));
        let (name, path) = match named {
            Some((name, path)) => (Some(name), PathBuf::from(path)),
            None => (None, PathBuf::from(typed)),
        };
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let (tool, region) = match name {
            Some(name) => name.split_once(':').unwrap_or((name, WHOLE)),
            None => ("", WHOLE),
        };
        let tool = if name.is_some() { tool.to_owned() } else { stem().unwrap_or_default() };
        if tool.is_empty() || region.is_empty() || path.as_os_str().is_empty() {
            return Err(UsageError(format!("{typed}: write TOOL=PATH or TOOL:REGION=PATH")));
        }
        Ok(Self { tool, region: region.to_owned(), path })
    }
}

/// A prediction with its scores.
struct Scored {
    named: Named,
    scores: Scores,
}

/// Runs `scutch evaluate portal`. Fails when a prediction has none of the pages of the gold.
pub(crate) fn run(args: &PortalArgs, talk: Talk) -> anyhow::Result<Exit> {
    let preds = args.preds.iter().map(|typed| Named::parse(typed));
    let preds: Vec<Named> = preds.collect::<Result<_, _>>()?;
    let twice = |at: &usize| {
        let same =
            |other: &Named| (&other.tool, &other.region) == (&preds[*at].tool, &preds[*at].region);
        preds[..*at].iter().any(same)
    };
    if let Some(at) = (0..preds.len()).find(twice) {
        let Named { tool, region, .. } = &preds[at];
        return Err(UsageError(format!("{tool}:{region}: named twice")).into());
    }
    let gold = read_gold(args, talk)?;
    let scored = preds.into_iter().map(|named| score(named, &gold, args, talk));
    let scored: Vec<Scored> = scored.collect::<anyhow::Result<_>>()?;
    if args.json {
        writeln!(output::output(None)?, "{}", tables::object(args, &gold, &scored))?;
    } else {
        let mut out = output::text();
        out.write_all(tables::render(&gold, &scored).as_bytes())?;
        out.flush()?;
    }
    Ok(Exit::Done)
}

/// Reads the articles of the gold. Of several captures of an address the first counts.
fn read_gold(args: &PortalArgs, talk: Talk) -> anyhow::Result<Gold> {
    let (mut gold, mut notes) = (Gold::default(), Notes::new(&args.gold));
    let mut again = 0;
    each_article(&args.gold, &mut notes, |key, article| {
        again += u64::from(!gold.add(key, article));
    })?;
    if again > 0 {
        notes.add_many(AGAIN, again);
    }
    notes.tell(talk);
    if gold.is_empty() {
        bail!("{}: no article with an address", args.gold.display());
    }
    Ok(gold)
}

/// Note on further lines of an address.
const AGAIN: &str = "left out: the first of its address counts";

/// Scores what a tool made.
fn score(named: Named, gold: &Gold, args: &PortalArgs, talk: Talk) -> anyhow::Result<Scored> {
    let (mut scores, mut notes) = (Scores::new(gold), Notes::new(&named.path));
    let (mut again, mut others) = (0, 0);
    each_article(&named.path, &mut notes, |key, article| match scores.add(gold, &key, &article) {
        Some(true) => {}
        Some(false) => again += 1,
        None => others += 1,
    })?;
    for (what, count) in [(AGAIN, again), ("left out: not in GOLD", others)] {
        if count > 0 {
            notes.add_many(what, count);
        }
    }
    notes.tell(talk);
    if scores.pages() == 0 {
        bail!("{}: none of the pages of {}", named.path.display(), args.gold.display());
    }
    Ok(Scored { named, scores })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_are_named_by_tool_and_region() {
        for (typed, expected) in [
            ("justext=j.jsonl", Some(("justext", "page", "j.jsonl"))),
            ("scutch:article=out/corpus", Some(("scutch", "article", "out/corpus"))),
            ("out/a=b.jsonl", Some(("a=b", "page", "out/a=b.jsonl"))),
            ("corpus", Some(("corpus", "page", "corpus"))),
            ("x:y:z=p", Some(("x", "y:z", "p"))),
            ("=p", None),
            ("x:=p", None),
            ("x=", None),
        ] {
            let parsed = Named::parse(typed).ok();
            let expected = expected.map(|(tool, region, path)| Named {
                tool: tool.to_owned(),
                region: region.to_owned(),
                path: path.into(),
            });
            assert_eq!(parsed, expected, "{typed}");
        }
    }
}
