//! `scutch evaluate`: what was made against what is known to be true.

mod examples;
mod extract;
mod json_lines;
mod notes;
pub(crate) mod offtopic;
mod portal;
mod show;
mod template;

use clap::Subcommand;

pub(crate) use self::show::{lines, score, table};
pub(crate) use self::template::{
    gold_files, nodes_file, nodes_lines, read_gold, site_scores, titles,
};
use crate::exit::Exit;
use crate::talk::Talk;

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum EvaluateVerb {
    /// Score extracted texts and metadata of single pages.
    Extract(extract::ExtractArgs),
    /// Off-topic verdicts against labels; without verdicts, count what the labels hold.
    #[command(after_help = examples::OFFTOPIC)]
    Offtopic(offtopic::OfftopicArgs),
    /// Words, texts and metadata of tools on the articles of a portal, with a corpus as gold.
    Portal(portal::PortalArgs),
    /// Score labels of nodes by `scutch template --nodes`.
    Template(template::TemplateArgs),
}

/// Runs a verb of `scutch evaluate`.
pub(crate) fn run(verb: &EvaluateVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        EvaluateVerb::Extract(args) => extract::run(args, talk),
        EvaluateVerb::Offtopic(args) => offtopic::run(args, talk),
        EvaluateVerb::Portal(args) => portal::run(args, talk),
        EvaluateVerb::Template(args) => template::run(args, talk),
    }
}
