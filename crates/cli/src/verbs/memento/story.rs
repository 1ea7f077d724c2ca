//! `scutch memento story`.

use std::io::Write as _;

use scutch_memento::table::{self, Story};
use scutch_plot::number::counted;

use super::input::TableArgs;
use crate::exit::{Exit, UsageError};
use crate::output::output;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct StoryArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Title of the story.
    #[arg(long, value_name = "TEXT", help_heading = "Story")]
    title: String,
    /// Who or what chose the mementos.
    #[arg(long, value_name = "TEXT", help_heading = "Story")]
    generated_by: Option<String>,
    /// Address of the collection.
    #[arg(long, value_name = "URL", help_heading = "Story")]
    collection_url: Option<String>,
    /// Address of the picture that stands for the story.
    #[arg(long, value_name = "URL", help_heading = "Story")]
    image: Option<String>,
    /// A name and a value for templates; repeatable.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Story")]
    metadata: Vec<(String, String)>,
    /// Beginning of the addresses of a replay system, in place of the URI-Ms; for mementos of
    /// archives of one's own.
    #[arg(long, value_name = "URL", value_parser = web_address, help_heading = "Story")]
    replay: Option<String>,
}

/// Name and value of `NAME=VALUE`.
fn pair(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) =
        text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or("write NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// An address that a browser opens.
fn web_address(text: &str) -> Result<String, &'static str> {
    let is_web = text.starts_with("http://") || text.starts_with("https://");
    is_web.then(|| text.to_owned()).ok_or("write an address with http:// or https://")
}

/// Runs `scutch memento story`: the mementos in their order as JSON for Raintale.
pub(super) fn run(args: &StoryArgs, talk: Talk) -> anyhow::Result<Exit> {
    if args.table.format.is_some() {
        return Err(UsageError("--format: a story has one form, JSON".to_owned()).into());
    }
    let (table, _) = args.table.read(talk)?;
    let story = Story {
        title: args.title.clone(),
        generated_by: args.generated_by.clone(),
        collection_url: args.collection_url.clone(),
        image: args.image.clone(),
        metadata: args.metadata.clone(),
        replay: args.replay.clone(),
    };
    let told = table::story(&table, &story)
        .map_err(|error| UsageError(format!("{error}: --replay URL")))?;
    let mut out = output(args.table.output.as_deref())?;
    serde_json::to_writer_pretty(&mut out, &told)?;
    writeln!(out)?;
    out.flush()?;
    let mementos = counted(table.rows.len() as u64, "memento");
    talk.say(format_args!("a story of {mementos}"));
    Ok(if table.rows.is_empty() { Exit::Nothing } else { Exit::Done })
}
