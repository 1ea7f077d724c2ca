//! The answers of courlan, function by function: `clean` answers as `clean_url`, `check` as
//! `check_url`.

use std::path::PathBuf;

use scutch_courlan::{Courlan, Options, Release};
use scutch_url::Url;
use scutch_url::sample::Sampler;
use serde_json::{Value, json};

use super::job::{Answer, Job};
use crate::exit::UsageError;

// Answers of another tool.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Answers of courlan")]
pub(crate) struct CompatArgs {
    /// Answer as another tool does: `courlan` (development version of June 2026), `courlan-1.4.0`.
    #[arg(long, value_name = "TOOL")]
    compat: Option<String>,
    /// An input, as courlan names it.
    #[arg(short, long, value_name = "FILE")]
    pub(super) inputfile: Option<PathBuf>,
}

// Flags of courlan's command line that `check` takes and does not need.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Answers of courlan")]
pub(crate) struct CourlanFlags {
    /// Accepted and without effect: one process is fast enough.
    #[arg(short, long, value_name = "N", requires = "compat")]
    parallel: Option<usize>,
    /// Not possible here: this verb does not touch the network.
    #[arg(short, long, requires = "compat")]
    redirects: bool,
}

impl CourlanFlags {
    /// Fails for flags that need the network.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        if self.redirects {
            let sentence = "--redirects needs the network, which `scutch url` does not touch";
            return Err(UsageError(sentence.to_owned()));
        }
        Ok(())
    }
}

/// What courlan's functions are asked besides the URL.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    pub(super) strict: bool,
    pub(super) with_nav: bool,
    pub(super) language: Option<String>,
    /// The page of `is_external`.
    pub(super) to: String,
    pub(super) ignore_suffix: bool,
}

/// courlan with its options, ready to answer.
pub(super) struct Working {
    courlan: Courlan,
    asked: Asked,
    /// Takes so many URLs a host, if asked for.
    sampler: Option<Sampler>,
}

/// The reason id of every rejection: courlan gives no reasons.
const REJECTED: &str = "courlan";

impl CompatArgs {
    /// The tool to answer as, if one was named. Fails for unknown tools.
    pub(super) fn start(
        &self,
        asked: Asked,
        sampler: Option<Sampler>,
    ) -> Result<Option<Working>, UsageError> {
        let release = match self.compat.as_deref() {
            None => return Ok(None),
            // Users of a release have to name it: the answers of releases differ.
            Some("courlan") => Release::Head,
            Some("courlan-1.4.0") => Release::V1_4_0,
            Some(other) => {
                let sentence = format!("no tool {other:?}; there are courlan, courlan-1.4.0");
                return Err(UsageError(sentence));
            }
        };
        Ok(Some(Working { courlan: Courlan::new(release), asked, sampler }))
    }

    /// Whether another tool is to answer.
    pub(super) fn is_asked(&self) -> bool {
        self.compat.is_some()
    }
}

impl Working {
    /// The answer for a line; `None` where a sample is drawn, which needs all lines.
    pub(super) fn answer(&mut self, job: Job, line: &[u8]) -> Option<Answer<'static>> {
        let dropped = Some(Answer::Dropped(REJECTED, "".into()));
        let Ok(text) = std::str::from_utf8(line) else { return dropped };
        let text = text.trim();
        if let Some(sampler) = &mut self.sampler {
            let Ok(url) = Url::parse(text) else { return dropped };
            // courlan draws from all lines, unchecked. They get their answer in `finish`.
            sampler.offer(&url);
            return None;
        }
        self.value(job, text).map(|(shown, value)| Answer::Kept(shown.into(), value)).or(dropped)
    }

    /// What the function of a verb answers for a URL, as text and as JSON; `None` where it refuses.
    fn value(&self, job: Job, text: &str) -> Option<(String, Value)> {
        let options = Options {
            strict: self.asked.strict,
            language: self.asked.language.as_deref(),
            with_nav: self.asked.with_nav,
            trailing_slash: true,
        };
        let as_url = |url: String| {
            let value = json!({ "url": url });
            (url, value)
        };
        match job {
            Job::Clean => self.courlan.clean_url(text, None).map(as_url),
            Job::Scrub => Some(as_url(self.courlan.scrub_url(text).into_owned())),
            Job::Normalize => self.courlan.normalize_url(text, &options).ok().map(as_url),
            Job::Validate => self.courlan.is_valid_url(text).then(|| as_url(text.to_owned())),
            Job::External => self
                .courlan
                .is_external(text, &self.asked.to, self.asked.ignore_suffix)
                .then(|| as_url(text.to_owned())),
            Job::Domain => self
                .courlan
                .extract_domain(text, false, |_| false)
                .map(|domain| (domain.clone(), json!({ "url": text, "domain": domain }))),
            _ => {
                let (url, domain) = self.courlan.check_url(text, &options)?;
                let value = json!({ "url": url, "domain": domain });
                // `filter` keeps the spelling of a line, with whatever tool answers.
                let shown = if job == Job::Filter { text.to_owned() } else { url };
                Some((shown, value))
            }
        }
    }

    /// The sample, if one was asked for.
    pub(super) fn finish(self) -> Vec<String> {
        self.sampler.map(Sampler::finish).unwrap_or_default()
    }
}
