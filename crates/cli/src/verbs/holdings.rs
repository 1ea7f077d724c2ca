//! `--holdings`: archives of anyone as a cache.

use scutch_archive::Damage;
use scutch_crawl::{HeldFile, Holdings};
use scutch_folder::inputs;
use scutch_plot::number::{counted, plural};

use crate::interrupt;
use crate::talk::Talk;

// Archives whose pages are not asked for.
#[derive(Debug, clap::Args)]
pub(crate) struct HoldingsArgs {
    /// WARC files, or folders of them, of anyone; repeatable. What they hold of a page (status 200,
    /// the newest) is copied and not asked for.
    #[arg(long, value_name = "WARC|DIR", conflicts_with = "offline")]
    holdings: Vec<String>,
}

impl HoldingsArgs {
    /// The names, for which no output may take the place.
    pub(crate) fn names(&self) -> &[String] {
        &self.holdings
    }

    /// Indexes the archives and says what they hold. Damaged places are told; the rest is used.
    pub(crate) fn index(&self, talk: Talk) -> anyhow::Result<Option<Holdings>> {
        if self.holdings.is_empty() {
            return Ok(None);
        }
        let inputs = inputs::list(&self.holdings, None)?;
        let (mut files, mut pages) = (0_u64, 0_u64);
        let mut each = |held: HeldFile| {
            files += 1;
            pages += held.pages;
            if let Some(damage) = &held.first_damage {
                tell_damage(&held, damage, talk);
            }
        };
        let paths = inputs.files.into_iter().map(|file| file.path);
        let holdings = Holdings::index(paths, &mut each, interrupt::asked)?;
        let (pages, files) = (counted(pages, "page"), counted(files, "archive"));
        talk.say(format_args!("holdings: {pages} in {files}"));
        Ok(Some(holdings))
    }
}

fn tell_damage(held: &HeldFile, first: &Damage, talk: Talk) {
    let (path, offset, cause) = (held.path.display(), first.offset, first.cause.sentence());
    let (detail, damages) = (&first.detail, counted(held.damages, "place"));
    let are = plural(held.damages, "is", "are");
    let rest = match held.pages {
        0 => "no page of the archive is used",
        _ => "the rest of the archive is used",
    };
    talk.say(format_args!(
        "{path}: byte {offset}: {cause} ({detail}) {damages} {are} damaged; {rest}"
    ));
}
