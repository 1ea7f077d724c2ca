//! Words that are addresses or lists of them, in any form: shared by all verbs that take lists.

use anyhow::Context as _;
use scutch_lists::{Entry, Item, Named, Subject, read};
use scutch_plot::number::{counted, plural};

use crate::exit::UsageError;
use crate::talk::Talk;

// How lists are read.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ListArgs {
    /// Column of a table that has the addresses [default: urim, url, uri or the like, else the first
    /// with addresses].
    #[arg(long, value_name = "NAME", help_heading = "Lists")]
    pub(crate) column: Option<String>,
}

/// What the help of such verbs ends with.
pub(crate) const LISTS: &str = "A list is a file, a corpus folder or - for standard input, known by its \
    content: addresses a line, a TimeMap, a table (TSV, CSV, JSON lines, Parquet), an index (CDX, CDXJ). \
    Lines that are no address are refused with their numbers.";

/// Refused lines that are told one by one; of more only the number.
const MOST_TOLD: u64 = 20;

/// Calls `take` with each entry that words stand for, and with the name of its list (empty for an
/// address that was typed). Returns how many lines were refused.
pub(crate) fn each(
    words: &[String],
    args: &ListArgs,
    talk: Talk,
    mut take: impl FnMut(&str, Entry) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut refused = 0;
    for word in words {
        let named = Named::tell(word).with_context(|| format!("{word}: cannot be read"))?;
        match named {
            None => {
                let sentence = format!("{word}: neither an address nor a file");
                return Err(UsageError(sentence).into());
            }
            Some(Named::Address(subject, unix_ms)) => {
                take("", Entry { line: 1, subject, unix_ms })?;
            }
            Some(Named::List(name)) => refused += list(&name, args, talk, &mut take)?,
        }
    }
    Ok(refused)
}

/// The addresses among words, without those in lists.
pub(crate) fn typed(words: &[String]) -> impl Iterator<Item = Subject> {
    words.iter().filter_map(|word| match Named::tell(word) {
        Ok(Some(Named::Address(subject, _))) => Some(subject),
        // What cannot be looked up is an error where the words are read.
        _ => None,
    })
}

/// Lines that were refused. The first are told.
#[derive(Debug, Default)]
pub(crate) struct Refused {
    pub(crate) count: u64,
}

impl Refused {
    /// Counts a line of a list, or an address that was typed (the list has no name then).
    pub(crate) fn add(&mut self, (list, line): (&str, u64), text: &str, why: &str, talk: Talk) {
        self.count += 1;
        if self.count > MOST_TOLD {
            return;
        }
        let text = text.escape_debug();
        match list {
            "" => talk.say(format_args!("{text} is refused: {why}")),
            _ => talk.say(format_args!("{list}: line {line} is refused: {why}: {text}")),
        }
    }

    /// How many were not told.
    pub(crate) fn untold(&self) -> u64 {
        self.count.saturating_sub(MOST_TOLD)
    }
}

/// Reads one list. Returns how many of its lines were refused.
fn list(
    name: &str,
    args: &ListArgs,
    talk: Talk,
    take: &mut impl FnMut(&str, Entry) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut refused = Refused::default();
    // An error of `take` has to come through the reader, which knows only errors of files.
    let mut failed = None;
    let form = read(name, args.column.as_deref(), &mut |item| {
        match item {
            Item::Entry(entry) => {
                if let Err(error) = take(name, entry) {
                    failed = Some(error);
                    return Err(std::io::ErrorKind::Interrupted.into());
                }
            }
            Item::Refused { line, text, why } => refused.add((name, line), &text, why, talk),
        }
        Ok(())
    });
    if let Some(error) = failed {
        return Err(error);
    }
    form.with_context(|| name.to_owned())?;
    if let more @ 1.. = refused.untold() {
        let (lines, are) = (counted(more, "further line"), plural(more, "is", "are"));
        talk.say(format_args!("{name}: {lines} {are} refused"));
    }
    Ok(refused.count)
}
