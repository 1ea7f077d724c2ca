//! What is made of one URL.

use scutch_url::verdict::{Checker, HostList, language_evidence, url_type};
use scutch_url::{Crawl, Memento, Profile, Url};
use serde_json::{Value, json};

/// What a verb does with each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Job {
    Clean,
    Scrub,
    Normalize,
    Check,
    Validate,
    Filter,
    External,
    Type,
    Key,
    Domain,
    Memento,
}

/// What became of a line.
pub(super) enum Answer {
    /// What is written, as text and as JSON.
    Kept(String, Value),
    /// Reason id, and what gave rise to it.
    Dropped(&'static str, String),
}

/// What the jobs need besides the line.
pub(super) struct Worker {
    pub(super) checker: Checker<'static>,
    pub(super) profile: Option<Profile>,
    pub(super) to: Option<Url>,
    pub(super) ignore_suffix: bool,
    /// Whether JSON is asked for; making it costs more than the rest.
    pub(super) json: bool,
}

const NOT_EXTERNAL: &str = "not-external";
const NO_DOMAIN: &str = "no-registrable-domain";
const NOT_A_MEMENTO: &str = "not-a-memento";
const NOT_UTF8: &str = "not-utf8";
const TOO_LONG: &str = "line-too-long";
const CARRIAGE_RETURN: &str = "carriage-return";

/// A score as it is written: two digits say enough.
fn written(score: f32) -> f64 {
    (f64::from(score) * 100.0).round() / 100.0
}

impl Worker {
    pub(super) fn answer(&mut self, job: Job, line: &[u8]) -> Answer {
        if line.len() > super::input::LONGEST {
            return Answer::Dropped(TOO_LONG, String::new());
        }
        let Ok(text) = std::str::from_utf8(line) else {
            return Answer::Dropped(NOT_UTF8, String::new());
        };
        if text.contains('\r') {
            // A browser would drop it; in a list it is the end of a line that is none.
            return Answer::Dropped(CARRIAGE_RETURN, String::new());
        }
        match job {
            Job::Check | Job::Filter => self.check(job, text),
            Job::Clean => self.profile(self.profile.unwrap_or(Profile::Crawl), text),
            Job::Normalize => self.profile(self.profile.unwrap_or(Profile::Crawl), text),
            Job::Key => self.profile(self.profile.unwrap_or(Profile::Surt), text),
            Job::Scrub => {
                let scrubbed = scutch_url::courlan::Courlan::default().scrub_url(text).into_owned();
                let value = json!({ "url": text, "scrubbed": scrubbed });
                Answer::Kept(scrubbed, value)
            }
            _ => match Url::parse(text.trim()) {
                Ok(url) => self.of_url(job, text.trim(), &url),
                Err(error) => Answer::Dropped(error.id(), String::new()),
            },
        }
    }

    fn check(&mut self, job: Job, text: &str) -> Answer {
        match self.checker.check(text) {
            Ok(url) => {
                let kept = if job == Job::Filter { text.to_owned() } else { url.to_string() };
                let value = if self.json { self.verdict(text) } else { Value::Null };
                Answer::Kept(kept, value)
            }
            Err(rejection) => Answer::Dropped(rejection.reason.id(), rejection.what.into()),
        }
    }

    /// The verdict on the URL that was checked last, with everything known of it.
    fn verdict(&self, given: &str) -> Value {
        let changes = self.checker.changes().iter();
        let changes: Vec<Value> =
            changes.map(|c| json!({ "rule": c.rule.id(), "what": c.what })).collect();
        let normal = self.checker.normal();
        let mut value = json!({
            "url": given, "verdict": "accept", "normal": normal,
            "profile": Profile::Crawl.id(), "changes": changes,
        });
        if let Ok(url) = Url::parse(normal) {
            let kind = url_type(&url);
            let languages = language_evidence(&url).into_iter();
            let languages: Vec<Value> = languages
                .map(|l| json!({ "tag": l.tag, "score": written(l.score), "places": l.places }))
                .collect();
            value["type"] =
                json!({ "kind": kind.kind.id(), "score": written(kind.score), "rule": kind.rule });
            value["languages"] = languages.into();
        }
        value
    }

    fn profile(&self, profile: Profile, text: &str) -> Answer {
        if profile == Profile::Crawl && self.json {
            return match Crawl::default().normalize(text) {
                Ok(normal) => {
                    let changes = normal.changes.iter();
                    let changes: Vec<Value> =
                        changes.map(|c| json!({ "rule": c.rule.id(), "what": c.what })).collect();
                    let value = json!({ "url": text, "normal": normal.url, "profile": profile.id(),
                        "changes": changes });
                    Answer::Kept(normal.url, value)
                }
                Err(error) => Answer::Dropped(error.id(), String::new()),
            };
        }
        match profile.apply(text) {
            Ok(normal) => {
                let value = json!({ "url": text, "normal": normal, "profile": profile.id() });
                Answer::Kept(normal, value)
            }
            Err(error) => Answer::Dropped(error.id(), String::new()),
        }
    }

    fn of_url(&self, job: Job, text: &str, url: &Url) -> Answer {
        let given = |value: Value| Answer::Kept(text.to_owned(), value);
        match job {
            Job::External => match &self.to {
                Some(to) if scutch_url::is_external(url, to, self.ignore_suffix) => {
                    given(json!({ "url": text, "external": true }))
                }
                _ => Answer::Dropped(NOT_EXTERNAL, String::new()),
            },
            Job::Type => {
                let found = url_type(url);
                let (kind, score, rule) = (found.kind.id(), found.score, found.rule);
                let value =
                    json!({ "url": text, "type": kind, "score": written(score), "rule": rule });
                Answer::Kept(format!("{kind}\t{score:.2}\t{rule}\t{text}"), value)
            }
            Job::Domain => match scutch_url::registrable_domain(url.host()) {
                Some(domain) => {
                    let value = json!({ "url": text, "host": url.host(), "domain": domain });
                    Answer::Kept(domain, value)
                }
                None => Answer::Dropped(NO_DOMAIN, url.host().to_owned()),
            },
            Job::Memento => match Memento::split(text) {
                Some(memento) => {
                    let archive = memento.archive.map_or("-", |archive| archive.id);
                    let raw = memento.raw();
                    let (time, modifier) = (memento.time, memento.modifier);
                    let uri_r = memento.uri_r();
                    let value = json!({ "uri_m": text, "archive": archive, "time": time,
                        "modifier": modifier, "uri_r": uri_r, "raw": raw });
                    let raw = raw.unwrap_or_else(|| "-".to_owned());
                    let modifier = if modifier.is_empty() { "-" } else { modifier };
                    Answer::Kept(format!("{archive}\t{time}\t{modifier}\t{uri_r}\t{raw}"), value)
                }
                None => Answer::Dropped(NOT_A_MEMENTO, String::new()),
            },
            _ => given(json!({ "url": text, "valid": true })),
        }
    }
}

/// Hosts from a file, one per line.
pub(super) fn hosts(path: Option<&std::path::Path>) -> anyhow::Result<HostList> {
    use anyhow::Context as _;
    let Some(path) = path else { return Ok(HostList::default()) };
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("{}: cannot be read", path.display()))?;
    Ok(HostList::from_lines(&text))
}
