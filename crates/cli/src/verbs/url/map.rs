//! The verbs that map each line to an answer, in order.

use std::collections::{BTreeMap, HashSet};
use std::io::Write as _;
use std::path::PathBuf;

use scutch_foreign::{Escaping, escaped_lines};
use scutch_url::Url;
use scutch_url::verdict::{Checker, Filters};
use serde_json::json;

use super::compat::{Compat, Kept};
use super::input::{self, Form};
use super::job::{Answer, Job, Worker, hosts};
use super::normal_form::NormalForm;
use crate::exit::{Exit, UsageError};
use crate::output::{Output, apart, guarded, output};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct MapArgs {
    /// Files, or `-` for standard input [default: -]; gzip, zstd and xz are undone.
    inputs: Vec<PathBuf>,
    /// An input, as courlan names it.
    #[arg(short, long, value_name = "FILE")]
    inputfile: Option<PathBuf>,
    /// Write to a file instead of standard output.
    #[arg(short, long, visible_alias = "outputfile", value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the input holds.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    form: Form,
    /// One JSON object per line.
    #[arg(long)]
    json: bool,
    /// Count what was kept and dropped, by reason, on standard error.
    #[arg(long)]
    stats: bool,
    /// Write what is dropped to a file: line number, reason, what gave rise to it, line.
    #[arg(short, long, visible_alias = "discardedfile", value_name = "FILE")]
    discarded: Option<PathBuf>,
    /// Profile of `normalize` and `key`.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Keep one URL of those with equal keys under this profile.
    #[arg(long, value_name = "PROFILE", num_args = 0..=1, default_missing_value = "dedup")]
    dedup: Option<String>,
    #[command(flatten)]
    filters: FilterArgs,
    /// `external`: the page or site links come from.
    #[arg(long, value_name = "URL")]
    to: Option<String>,
    /// `external`: sites that differ in their public suffix only count as one.
    #[arg(long)]
    ignore_suffix: bool,
    #[command(flatten)]
    compat: Compat,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Filters of check and filter")]
struct FilterArgs {
    /// Pages with text only: no services, no index pages, no adult pages.
    #[arg(long)]
    strict: bool,
    /// Keep pages that list others.
    #[arg(long)]
    with_nav: bool,
    /// Language wanted, as far as URLs name one.
    #[arg(short, long, value_name = "TAG")]
    language: Option<String>,
    /// Hosts and domains never wanted, one per line.
    #[arg(long, value_name = "FILE")]
    deny: Option<PathBuf>,
    /// The only hosts and domains wanted, one per line.
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
}

impl FilterArgs {
    /// The filters. Fails for lists of hosts that cannot be read.
    fn read(&self) -> anyhow::Result<Filters> {
        let filters = if self.strict { Filters::strict() } else { Filters::relaxed() };
        let filters = if self.with_nav { filters.with_listings() } else { filters };
        Ok(Filters {
            language: self.language.clone(),
            deny: hosts(self.deny.as_deref())?,
            allow: hosts(self.allow.as_deref())?,
            ..filters
        })
    }
}

/// Where kept and dropped lines go, and their counts.
struct Outlets {
    out: Output,
    /// Where dropped URLs go, if anywhere.
    discarded: Option<Output>,
    json: bool,
    kept: u64,
    /// Counts by reason id.
    dropped: BTreeMap<&'static str, u64>,
    /// The form by which URLs count as one.
    dedup: Option<NormalForm>,
    /// Hashes of the URLs that were written.
    seen: HashSet<u64>,
}

/// Reason id: the line is another spelling of an earlier one.
const DUPLICATE: &str = "duplicate";

/// Runs a verb on every line. Exits with 5 when nothing is kept.
pub(crate) fn run(args: &MapArgs, job: Job, talk: Talk) -> anyhow::Result<Exit> {
    let mut worker = args.worker(job)?;
    let mut compat = args.compat.start(&args.filters_for_compat())?;
    let paths: Vec<PathBuf> = args.inputfile.iter().chain(&args.inputs).cloned().collect();
    let paths = input::named(&paths);
    for path in [&args.output, &args.discarded] {
        guarded(path.as_deref(), &paths)?;
    }
    apart([&args.output, &args.discarded].map(Option::as_deref))?;
    let mut outlets = Outlets::open(args)?;
    for path in paths {
        input::each(&path, args.form, |number, line| {
            let answer = match &mut compat {
                Some(compat) => compat.answer(line),
                None => Some(worker.answer(job, line)),
            };
            outlets.take(number, line, answer)
        })?;
    }
    if let Some(compat) = compat {
        // A sample is known only after the last line.
        for kept in compat.finish() {
            writeln!(outlets.out, "{kept}")?;
            outlets.kept += 1;
        }
    }
    outlets.close(args.stats, talk)
}

impl MapArgs {
    /// What answers for each line. Fails for unknown profiles, and for `external` without `--to`.
    fn worker(&self, job: Job) -> anyhow::Result<Worker> {
        let to = self.to.as_deref().map(Url::parse).transpose();
        let to = to.map_err(|error| UsageError(format!("--to: {}", error.id())))?;
        if job == Job::External && to.is_none() {
            return Err(UsageError("external needs --to URL".to_owned()).into());
        }
        Ok(Worker {
            checker: Checker::new(self.filters.read()?),
            profile: self.profile.as_deref().map(NormalForm::from_name).transpose()?,
            to,
            ignore_suffix: self.ignore_suffix,
            json: self.json,
            url: Url::empty(),
            changes: Vec::new(),
        })
    }

    /// The filters that courlan knows, too.
    fn filters_for_compat(&self) -> Kept {
        let FilterArgs { strict, with_nav, language, .. } = &self.filters;
        Kept { strict: *strict, with_nav: *with_nav, language: language.clone() }
    }
}

impl Outlets {
    /// Opens the outputs.
    fn open(args: &MapArgs) -> anyhow::Result<Self> {
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
    fn take(&mut self, number: u64, line: &[u8], answer: Option<Answer<'_>>) -> anyhow::Result<()> {
        match answer {
            None => Ok(()),
            Some(Answer::Kept(text, value)) => {
                if self.is_duplicate(&text) {
                    return self.drop(number, line, DUPLICATE, "");
                }
                self.kept += 1;
                if self.json {
                    serde_json::to_writer(&mut self.out, &value)?;
                } else {
                    // Bytes that steer a terminal are no part of any URL (RFC 3986, 2).
                    self.out.write_all(escaped_lines(&text).as_bytes())?;
                }
                Ok(self.out.write_all(b"\n")?)
            }
            Some(Answer::Dropped(reason, what)) => self.drop(number, line, reason, &what),
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
    fn close(mut self, stats: bool, talk: Talk) -> anyhow::Result<Exit> {
        self.out.flush()?;
        if let Some(discarded) = &mut self.discarded {
            discarded.flush()?;
        }
        if stats {
            let dropped: u64 = self.dropped.values().sum();
            talk.say(format_args!("{:>12}  kept\n{dropped:>12}  dropped", self.kept));
            for (reason, count) in &self.dropped {
                talk.say(format_args!("{count:>12}  {reason}"));
            }
        }
        Ok(if self.kept == 0 { Exit::Nothing } else { Exit::Done })
    }
}
