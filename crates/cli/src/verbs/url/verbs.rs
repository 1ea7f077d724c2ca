//! What can be typed behind the verbs that map lines, and the task that it means.

use scutch_url::Url;
use scutch_url::sample::{Group, Plan, Sampler};
use scutch_url::verdict::{Checker, Filters};

use super::args::{FilterArgs, HostSampleArgs, LineArgs, Userinfo, UserinfoArgs};
use super::compat::{Asked, CompatArgs, CourlanFlags};
use super::job::{Job, Worker};
use super::lines::Task;
use super::normal_form::NormalForm;
use crate::exit::UsageError;

#[derive(Debug, clap::Args)]
pub(crate) struct CleanArgs {
    #[command(flatten)]
    lines: LineArgs,
    #[command(flatten)]
    userinfo: UserinfoArgs,
    #[command(flatten)]
    compat: CompatArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompatibleArgs {
    #[command(flatten)]
    lines: LineArgs,
    #[command(flatten)]
    compat: CompatArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    lines: LineArgs,
    /// Profile [default: crawl].
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    #[command(flatten)]
    compat: CompatArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct KeyArgs {
    #[command(flatten)]
    lines: LineArgs,
    /// Profile [default: surt].
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    lines: LineArgs,
    #[command(flatten)]
    userinfo: UserinfoArgs,
    #[command(flatten)]
    filters: FilterArgs,
    #[command(flatten)]
    sample: HostSampleArgs,
    #[command(flatten)]
    compat: CompatArgs,
    #[command(flatten)]
    courlan: CourlanFlags,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FilterVerbArgs {
    #[command(flatten)]
    lines: LineArgs,
    #[command(flatten)]
    filters: FilterArgs,
    #[command(flatten)]
    compat: CompatArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExternalArgs {
    #[command(flatten)]
    lines: LineArgs,
    /// The page or site that links come from.
    #[arg(long, value_name = "URL")]
    to: String,
    /// Sites that differ in their public suffix only count as one.
    #[arg(long)]
    ignore_suffix: bool,
    #[command(flatten)]
    compat: CompatArgs,
}

/// The task of a verb that has no options of its own.
pub(crate) fn plain(job: Job, lines: &LineArgs) -> Task<'_> {
    Task::new(job, lines, Worker::new(Checker::new(Filters::relaxed()), lines.json))
}

impl CleanArgs {
    /// What `clean` is to do. Fails for unknown tools.
    pub(crate) fn task(&self) -> anyhow::Result<Task<'_>> {
        let mut task = plain(Job::Clean, &self.lines);
        task.worker.set_userinfo(self.userinfo.userinfo);
        task.take_compat(&self.compat, Asked::default(), None)
    }
}

impl CompatibleArgs {
    /// What the verb of a job is to do. Fails for unknown tools.
    pub(crate) fn task(&self, job: Job) -> anyhow::Result<Task<'_>> {
        plain(job, &self.lines).take_compat(&self.compat, Asked::default(), None)
    }
}

impl NormalizeArgs {
    /// What `normalize` is to do. Fails for unknown profiles and tools.
    pub(crate) fn task(&self) -> anyhow::Result<Task<'_>> {
        let mut task = plain(Job::Normalize, &self.lines);
        task.worker.profile = self.profile.as_deref().map(NormalForm::from_name).transpose()?;
        task.take_compat(&self.compat, Asked::default(), None)
    }
}

impl KeyArgs {
    /// What `key` is to do. Fails for unknown profiles.
    pub(crate) fn task(&self) -> anyhow::Result<Task<'_>> {
        let mut task = plain(Job::Key, &self.lines);
        task.worker.profile = self.profile.as_deref().map(NormalForm::from_name).transpose()?;
        Ok(task)
    }
}

impl CheckArgs {
    /// What `check` is to do. Fails for lists that cannot be read, unknown tools and flags that need
    /// the network.
    pub(crate) fn task(&self) -> anyhow::Result<Task<'_>> {
        self.courlan.check()?;
        let mut task = filtering(Job::Check, &self.lines, &self.filters)?;
        task.worker.set_userinfo(self.userinfo.userinfo);
        let sampler = self.sample.sampler();
        // courlan draws its sample itself, from other lines than are kept here.
        if self.compat.is_asked() {
            return task.take_compat(&self.compat, asked(&self.filters), sampler);
        }
        task.sampler = sampler;
        task.take_compat(&self.compat, Asked::default(), None)
    }
}

impl FilterVerbArgs {
    /// What `filter` is to do. Fails for lists that cannot be read and unknown tools.
    pub(crate) fn task(&self) -> anyhow::Result<Task<'_>> {
        let task = filtering(Job::Filter, &self.lines, &self.filters)?;
        task.take_compat(&self.compat, asked(&self.filters), None)
    }
}

impl ExternalArgs {
    /// What `external` is to do. Fails for an address that is no URL, and unknown tools.
    pub(crate) fn task(&self) -> anyhow::Result<Task<'_>> {
        let mut task = plain(Job::External, &self.lines);
        let to = Url::parse(&self.to);
        task.worker.to = Some(to.map_err(|error| UsageError(format!("--to: {}", error.id())))?);
        task.worker.ignore_suffix = self.ignore_suffix;
        // courlan compares texts, so that it gets the address as it was typed.
        let (to, ignore_suffix) = (self.to.clone(), self.ignore_suffix);
        task.take_compat(&self.compat, Asked { to, ignore_suffix, ..Asked::default() }, None)
    }
}

impl HostSampleArgs {
    /// What draws the sample, if one was asked for.
    fn sampler(&self) -> Option<Sampler> {
        // More than memory can address is as good as all.
        let size = usize::try_from(self.sample?).unwrap_or(usize::MAX);
        let (min, max, seed) = (self.exclude_min.unwrap_or(0), self.exclude_max, self.seed);
        Some(Sampler::new(Plan { group: Group::Host, size, min, max, seed }))
    }
}

/// A task with filters.
fn filtering<'a>(job: Job, lines: &'a LineArgs, filters: &FilterArgs) -> anyhow::Result<Task<'a>> {
    Ok(Task::new(job, lines, Worker::new(Checker::new(filters.read()?), lines.json)))
}

/// The filters that courlan knows, too.
fn asked(filters: &FilterArgs) -> Asked {
    let FilterArgs { strict, with_nav, language, .. } = filters;
    Asked { strict: *strict, with_nav: *with_nav, language: language.clone(), ..Asked::default() }
}

impl Worker {
    /// Sets what becomes of user names and passwords.
    fn set_userinfo(&mut self, policy: Userinfo) {
        // What the profile removes can no longer be refused, so the two exclude each other.
        self.checker.profile.rules.userinfo = policy == Userinfo::Remove;
        self.checker.filters.no_userinfo = policy == Userinfo::Refuse;
    }
}
