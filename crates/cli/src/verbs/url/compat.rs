//! The command line of courlan: its flags and its answers.

use scutch_courlan::{Courlan, Options, Release};
use scutch_url::Url;
use scutch_url::sample::{Group, Plan, Sampler};
use serde_json::Value;

use super::job::Answer;
use crate::exit::UsageError;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Answers and flags of courlan")]
pub(crate) struct Compat {
    /// Answer as another tool does: `courlan` (development version of June 2026), `courlan-1.4.0`.
    #[arg(long, value_name = "TOOL")]
    compat: Option<String>,
    /// At most so many URLs per host.
    #[arg(long, value_name = "N", requires = "compat")]
    sample: Option<usize>,
    /// Leave out hosts with fewer URLs.
    #[arg(long, value_name = "N", requires = "sample")]
    exclude_min: Option<usize>,
    /// Leave out hosts with more URLs.
    #[arg(long, value_name = "N", requires = "sample")]
    exclude_max: Option<usize>,
    /// Accepted and without effect: one process is fast enough.
    #[arg(short, long, value_name = "N", requires = "compat")]
    parallel: Option<usize>,
    /// Not possible here: this verb does not touch the network.
    #[arg(short, long, requires = "compat")]
    redirects: bool,
}

/// Filters that courlan knows.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    pub(super) strict: bool,
    pub(super) with_nav: bool,
    pub(super) language: Option<String>,
}

/// courlan with its options, ready to answer.
pub(super) struct Working {
    courlan: Courlan,
    kept: Kept,
    /// Takes so many URLs a host, if asked for.
    sampler: Option<Sampler>,
}

/// The reason id of every rejection: courlan gives no reasons.
const REJECTED: &str = "courlan";

impl Compat {
    /// The tool to answer as, if one was named. Fails for unknown tools and for flags that need the
    /// network.
    pub(super) fn start(&self, kept: &Kept) -> anyhow::Result<Option<Working>> {
        let release = match self.compat.as_deref() {
            None => return Ok(None),
            Some("courlan") => Release::Head,
            Some("courlan-1.4.0") => Release::V1_4_0,
            Some(other) => {
                let sentence = format!("no tool {other:?}; there are courlan, courlan-1.4.0");
                return Err(UsageError(sentence).into());
            }
        };
        if self.redirects {
            let sentence = "--redirects needs the network, which `scutch url` does not touch";
            return Err(UsageError(sentence.to_owned()).into());
        }
        let sampler = self.sample.map(|size| {
            let (min, max) = (self.exclude_min.unwrap_or(0), self.exclude_max);
            // courlan samples by host, with a random seed; a fixed one makes runs repeatable.
            Sampler::new(Plan { group: Group::Host, size, min, max, seed: 0 })
        });
        Ok(Some(Working { courlan: Courlan::new(release), kept: kept.clone(), sampler }))
    }
}

impl Working {
    /// The answer for a line; `None` where a sample is drawn, which needs all lines.
    pub(super) fn answer(&mut self, line: &[u8]) -> Option<Answer<'static>> {
        let dropped = Some(Answer::Dropped(REJECTED, "".into()));
        let Ok(text) = std::str::from_utf8(line) else { return dropped };
        let text = text.trim();
        if let Some(sampler) = &mut self.sampler {
            let Ok(url) = Url::parse(text) else { return dropped };
            // The sampler keeps what it may need; the line gets its answer in `finish`.
            sampler.offer(&url);
            return None;
        }
        let options = Options {
            strict: self.kept.strict,
            language: self.kept.language.as_deref(),
            with_nav: self.kept.with_nav,
            trailing_slash: true,
        };
        match self.courlan.check_url(text, &options) {
            Some((url, domain)) => {
                let value = Value::from_iter([("url", url.clone()), ("domain", domain)]);
                Some(Answer::Kept(url.into(), value))
            }
            None => dropped,
        }
    }

    /// The sample, if one was asked for.
    pub(super) fn finish(self) -> Vec<String> {
        self.sampler.map(Sampler::finish).unwrap_or_default()
    }
}
