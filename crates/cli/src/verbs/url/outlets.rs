//! Where kept and dropped lines go, and their counts.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::io::Write as _;

use scutch_foreign::{Escaping, escaped_lines};
use scutch_plot::number::counted;
use serde_json::{Value, json};

use super::args::LineArgs;
use super::job::Answer;
use super::normal_form::NormalForm;
use crate::exit::Exit;
use crate::output::{Output, output};
use crate::talk::Talk;
use crate::verbs::url::job::NOT_UTF8;

/// Outputs of a verb.
pub(super) struct Outlets {
    pub(super) out: Output,
    /// Where dropped URLs go, if anywhere.
    discarded: Option<Output>,
    pub(super) json: bool,
    pub(super) kept: u64,
    /// Counts by reason id.
    dropped: BTreeMap<&'static str, u64>,
    /// The form by which URLs count as one.
    dedup: Option<NormalForm>,
    /// Hashes of the URLs that were written.
    seen: HashSet<u64>,
}

/// Reason id: the line is another spelling of an earlier one.
const DUPLICATE: &str = "duplicate";

impl Outlets {
    /// Opens the outputs. Fails for unknown profiles.
    pub(super) fn open(args: &LineArgs) -> anyhow::Result<Self> {
        Ok(Self {
            out: output(args.output.as_deref())?,
            discarded: args.discarded.as_deref().map(|path| output(Some(path))).transpose()?,
            json: args.json,
            kept: 0,
            dropped: BTreeMap::new(),
            dedup: args.dedup.as_deref().map(NormalForm::from_name).transpose()?,
            seen: HashSet::new(),
        })
    }

    /// Writes or drops a line by its answer.
    pub(super) fn take(
        &mut self,
        number: u64,
        line: &[u8],
        answer: Answer<'_>,
    ) -> anyhow::Result<()> {
        let Some((text, value)) = self.unless_dropped(number, line, answer)? else { return Ok(()) };
        self.kept += 1;
        if self.json {
            serde_json::to_writer(&mut self.out, &value)?;
        } else {
            // Bytes that steer a terminal are no part of any URL (RFC 3986, 2).
            self.out.write_all(escaped_lines(&text).as_bytes())?;
        }
        Ok(self.out.write_all(b"\n")?)
    }

    /// What an answer keeps; drops what it does not, and other spellings of what was kept.
    pub(super) fn unless_dropped<'w>(
        &mut self,
        number: u64,
        line: &[u8],
        answer: Answer<'w>,
    ) -> anyhow::Result<Option<(Cow<'w, str>, Value)>> {
        match answer {
            Answer::Kept(text, value) if !self.is_duplicate(&text) => Ok(Some((text, value))),
            Answer::Kept(..) => self.drop(number, line, DUPLICATE, "").map(|()| None),
            Answer::Dropped(reason, what) => self.drop(number, line, reason, &what).map(|()| None),
        }
    }

    /// Whether a URL with this key was kept before. Keys are kept as hashes of 64 bits: a list of a billion
    /// URLs then takes 8 GB, and hardly has two keys of one hash.
    fn is_duplicate(&mut self, text: &str) -> bool {
        use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
        let Some(profile) = self.dedup else { return false };
        let key = profile.apply(text).unwrap_or_else(|_| text.to_owned());
        !self.seen.insert(BuildHasherDefault::<DefaultHasher>::default().hash_one(key))
    }

    /// Counts a dropped line and writes it where that is asked for.
    fn drop(
        &mut self,
        number: u64,
        line: &[u8],
        reason: &'static str,
        what: &str,
    ) -> anyhow::Result<()> {
        *self.dropped.entry(reason).or_default() += 1;
        if self.json {
            // JSON is text: bytes that are no UTF-8 are escaped.
            let url = std::str::from_utf8(line)
                .map_or_else(|_| line.escape_ascii().to_string(), str::to_owned);
            let value = json!({ "url": url, "verdict": "reject", "reason": reason, "what": what });
            writeln!(self.out, "{value}")?;
        }
        if let Some(discarded) = &mut self.discarded {
            // The line comes last: it may hold tabs itself.
            write!(discarded, "{number}\t{reason}\t{}\t", what.escape_debug())?;
            let mut shown = Escaping::new(&mut *discarded);
            shown.write_all(line)?;
            // Without a flush of the file: there may be millions of lines.
            shown.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Flushes the outputs and says what was counted.
    pub(super) fn close(mut self, stats: bool, talk: Talk) -> anyhow::Result<Exit> {
        self.out.flush()?;
        if let Some(discarded) = &mut self.discarded {
            discarded.flush()?;
        }
        let dropped: u64 = self.dropped.values().sum();
        if self.kept == 0 && dropped > 0 && !stats {
            let reasons: Vec<&str> = self.dropped.keys().copied().collect();
            talk.say(format_args!(
                "0 of {} kept ({})",
                counted(dropped, "line"),
                reasons.join(", ")
            ));
            if self.dropped.contains_key(NOT_UTF8) {
                talk.say("  hint: is it an archive? Then say --form archive");
            }
        }
        if stats {
            talk.say(format_args!("{:>12}  kept\n{dropped:>12}  dropped", self.kept));
            for (reason, count) in &self.dropped {
                talk.say(format_args!("{count:>12}  {reason}"));
            }
        }
        Ok(if self.kept == 0 { Exit::Nothing } else { Exit::Done })
    }
}
