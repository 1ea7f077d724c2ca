//! `scutch corpus`: the main job.

use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use anyhow::Context as _;
use scutch_corpus::report::thousands;
use scutch_corpus::scope::PLAIN_TEXT;
use scutch_corpus::{Config, Ended, Manifest, PortalRules, Request, RunError, run as run_corpus};
use scutch_page::{ExtractConfig, Mode};

use crate::args::{CorpusArgs, ExtractionArgs, ScopeArgs};
use crate::exit::{Exit, UsageError};
use crate::progress::Progress;
use crate::talk::Talk;

pub(crate) fn run(args: &CorpusArgs, talk: Talk) -> anyhow::Result<Exit> {
    let config = config(args)?;
    if config.inputs.is_empty() {
        let message = "no input named: give at least one archive file or folder, or `-`";
        return Err(UsageError(message.to_owned()).into());
    }
    if args.emit_config {
        io::stdout().write_all(config.to_toml()?.as_bytes())?;
        return Ok(Exit::Done);
    }
    let output = args.output.clone().unwrap_or_default();
    let jobs = threads(args.jobs);
    let request = Request { config, output, jobs, overwrite: args.overwrite };
    let progress = Progress::new(talk);
    let ended = run_corpus(&request, &progress);
    progress.clear();
    finish(args, talk, &request, ended)
}

fn finish(
    args: &CorpusArgs,
    talk: Talk,
    request: &Request,
    ended: Result<Ended, RunError>,
) -> anyhow::Result<Exit> {
    let folder = request.output.display();
    let manifest = match ended? {
        Ended::Interrupted { shards } => {
            talk.say(format_args!(
                "interrupted after {shards} finished shards; the same command goes on from there"
            ));
            return Ok(Exit::Interrupted);
        }
        Ended::AlreadyComplete(manifest) => {
            talk.say(format_args!("{folder}: already complete, nothing done"));
            manifest
        }
        Ended::Complete(manifest) => {
            talk.say(summary(&manifest, talk.verbose));
            let mut folders: Vec<String> = manifest
                .config
                .formats
                .iter()
                .map(|f| format!("{folder}/{}", f.folder()))
                .collect();
            folders.dedup();
            let hold = if folders.len() == 1 { "holds" } else { "hold" };
            let folders = folders.join(", ");
            talk.say(format_args!("{folder}/report.html shows the corpus, {folders} {hold} it"));
            manifest
        }
    };
    let counts = &manifest.counts;
    let losses = counts.quarantined.total() > 0 || !counts.damage.is_empty();
    Ok(if args.strict && losses {
        Exit::Losses
    } else if counts.rows == 0 {
        Exit::Nothing
    } else {
        Exit::Done
    })
}

/// More threads than any machine has cores for only take memory, and at last there are no more to be had.
const MOST_THREADS: usize = 1024;

/// Threads to work with: as many as asked for, else one per core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    let threads = asked.map_or_else(thread::available_parallelism, Ok);
    threads.map_or(1, NonZeroUsize::get).min(MOST_THREADS)
}

/// What was typed over what the file says over the defaults.
fn config(args: &CorpusArgs) -> anyhow::Result<Config> {
    let mut config = match &args.config {
        Some(path) => read_config(path)?,
        None => Config::default(),
    };
    if !args.inputs.is_empty() {
        config.inputs = args.inputs.clone();
    }
    if !args.format.is_empty() {
        config.formats.clone_from(&args.format);
        config.formats.sort_unstable();
        config.formats.dedup();
    }
    config.layout = args.layout.or(config.layout);
    if args.annotations.is_some() {
        config.annotations.clone_from(&args.annotations);
    }
    config.extractor = args.extractor.unwrap_or(config.extractor);
    if !args.also_extract.is_empty() {
        config.also_extract.clone_from(&args.also_extract);
        config.also_extract.sort_unstable();
        config.also_extract.dedup();
    }
    config.charset_rule = args.charset_rule.unwrap_or(config.charset_rule);
    config.seed = args.seed.unwrap_or(config.seed);
    config.shard_records = args.shard_records.unwrap_or(config.shard_records);
    if args.archive_id.is_some() {
        config.archive_id.clone_from(&args.archive_id);
    }
    if args.topic.is_some() {
        config.topic.clone_from(&args.topic);
    }
    if !args.portal.is_empty() {
        config.portals =
            args.portal.iter().map(|path| portal_rules(path)).collect::<Result<_, _>>()?;
    }
    scope(&args.scope, &mut config);
    extraction(&args.extraction, &mut config.extract);
    config.check()?;
    Ok(config)
}

/// The content rules of a portal file, for the hosts it names.
pub(crate) fn portal_rules(path: &Path) -> anyhow::Result<PortalRules> {
    let portal = super::portal::read(path, None)?;
    if portal.content.is_empty() && portal.article.next.is_empty() {
        let message =
            format!("{}: no content rules; write [[content]] with `root`", path.display());
        return Err(UsageError(message).into());
    }
    let own = portal.url.host().to_owned();
    let hosts = std::iter::once(own).chain(portal.hosts.iter().cloned()).collect();
    let next = portal.article.next.files().to_vec();
    Ok(PortalRules { hosts, content: portal.content.files().to_vec(), next })
}

fn read_config(path: &Path) -> anyhow::Result<Config> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Config::from_toml(&text).with_context(|| path.display().to_string())
}

pub(crate) fn scope(args: &ScopeArgs, config: &mut Config) {
    let lists = [
        (&args.status, &mut config.scope.statuses),
        (&args.mime, &mut config.scope.mimes),
        (&args.record_type, &mut config.scope.record_types),
    ];
    for (typed, meant) in lists {
        if !typed.is_empty() {
            *meant = typed.iter().map(|value| value.trim().to_ascii_lowercase()).collect();
        }
    }
    if args.keep_all_status {
        config.scope.statuses = vec!["*".to_owned()];
    }
    if args.plain_text && !config.scope.mimes.iter().any(|m| m == PLAIN_TEXT) {
        config.scope.mimes.push(PLAIN_TEXT.to_owned());
    }
    config.scope.keep_empty |= args.keep_empty;
    config.scope.keep_damaged |= args.keep_damaged;
}

/// The extraction modes, named as the user's best-known tool names them.
pub(crate) fn extraction(args: &ExtractionArgs, config: &mut ExtractConfig) {
    let modes =
        [(args.precision, Mode::Precision), (args.recall, Mode::Recall), (args.fast, Mode::Fast)];
    if let Some((_, mode)) = modes.into_iter().find(|(asked, _)| *asked) {
        config.mode = mode;
    }
    config.comments |= args.comments;
    config.tables &= !args.no_tables;
}

/// The summary table at the end of a run.
pub(crate) fn summary(manifest: &Manifest, verbose: bool) -> String {
    let counts = &manifest.counts;
    let mut lines = vec![
        entry("archive files", manifest.inputs.len() as u64),
        entry("records", counts.records),
        entry("documents", counts.rows),
    ];
    lines.extend(
        counts.out_of_scope.ranked().iter().map(|(id, n)| reason("out of scope", id, *n, verbose)),
    );
    lines.extend(
        counts.quarantined.ranked().iter().map(|(id, n)| reason("quarantined", id, *n, verbose)),
    );
    if manifest.annotations.is_some() {
        lines.push(entry("documents with annotations", counts.annotated));
    }
    let missing = counts.not_annotated.ranked();
    lines.extend(missing.iter().map(|(id, n)| reason("not annotated", id, *n, verbose)));
    for (id, damage) in &counts.damage {
        lines.push(format!(
            "{:>12}  damaged ranges: {id} ({} bytes)",
            thousands(damage.ranges),
            thousands(damage.bytes)
        ));
    }
    lines.push(entry("words", counts.words));
    if manifest.not_archives > 0 {
        lines.push(entry("other files in the folders (not-archive)", manifest.not_archives));
    }
    lines.join("\n")
}

pub(crate) fn entry(label: &str, n: u64) -> String {
    format!("{:>12}  {label}", thousands(n))
}

fn reason(way: &str, id: &str, n: u64, verbose: bool) -> String {
    let line = entry(&format!("{way}: {id}"), n);
    match scutch_corpus::reasons::sentence(id) {
        Some(sentence) if verbose => format!("{line} - {sentence}"),
        _ => line,
    }
}
