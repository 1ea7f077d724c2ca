//! What the verbs of `scutch url` make of one line.

use std::borrow::Cow;

use scutch_url::verdict::{Checker, Reason, language_evidence, unreachable_host, url_type};
use scutch_url::{Change, Citation, Memento, Profile, Url};
use serde_json::{Value, json};

use super::normal_form::NormalForm;

/// What a verb does with each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
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

/// The result of a line.
pub(super) enum Answer<'w> {
    /// What is written, as text and, where it is asked for, as JSON.
    Kept(Cow<'w, str>, Value),
    /// Reason id, and the part of the line that gave rise to it.
    Dropped(&'static str, Cow<'w, str>),
}

/// What the jobs need besides the line.
pub(super) struct Worker {
    pub(super) checker: Checker<'static>,
    /// The normal form that URLs are written in.
    pub(super) profile: Option<NormalForm>,
    /// The page that links have to lead away from.
    pub(super) to: Option<Url>,
    pub(super) ignore_suffix: bool,
    /// Whether JSON is asked for; making it costs more than the rest.
    pub(super) json: bool,
    /// The URL in hand and what was changed in it, in buffers that are used again.
    pub(super) url: Url,
    /// What the normal form changed in the URL in hand.
    pub(super) changes: Vec<Change>,
}

/// Reason of a link within the site.
const NOT_EXTERNAL: &str = "not-external";
/// Reason of a host without a registrable domain.
const NO_DOMAIN: &str = "no-registrable-domain";
/// Reason of an address that is no memento of a known archive.
const NOT_A_MEMENTO: &str = "not-a-memento";
/// Reason of a line with other bytes than UTF-8.
pub(super) const NOT_UTF8: &str = "not-utf8";
/// Reason of a line beyond the limit.
const TOO_LONG: &str = "line-too-long";
/// Reason of a line with a carriage return inside.
const CARRIAGE_RETURN: &str = "carriage-return";

/// A score with two digits, which its precision does not exceed.
fn written(score: f32) -> f64 {
    (f64::from(score) * 100.0).round() / 100.0
}

impl Worker {
    /// A worker with filters, and the usual normal form.
    pub(super) fn new(checker: Checker<'static>, json: bool) -> Self {
        Worker {
            checker,
            profile: None,
            to: None,
            ignore_suffix: false,
            json,
            url: Url::empty(),
            changes: Vec::new(),
        }
    }

    /// The answer of a verb for a line.
    pub(super) fn answer<'w>(&'w mut self, job: Job, line: &'w [u8]) -> Answer<'w> {
        let text = match text(line) {
            Ok(text) => text,
            Err(reason) => return dropped(reason),
        };
        match job {
            // They normalise and ask in one step, and may drop what others would only rewrite.
            Job::Check | Job::Filter => self.check(job, text),
            Job::Clean | Job::Normalize => match self.profile {
                // The usual profile has a way of its own that reuses buffers and tells what
                // changed.
                None | Some(NormalForm::Profile(Profile::Crawl)) => self.crawl(text),
                Some(form) => self.normal_form(form, text),
            },
            Job::Key => {
                let surt = NormalForm::Profile(Profile::Surt);
                self.normal_form(self.profile.unwrap_or(surt), text)
            }
            Job::Scrub => {
                let scrubbed = scutch_courlan::Courlan::default().scrub_url(text);
                let value = self.value(|| json!({ "url": text, "scrubbed": scrubbed }));
                Answer::Kept(scrubbed, value)
            }
            _ => {
                // Trimmed here only: the verbs above answer with what they make of spaces.
                let text = text.trim();
                match self.url.assign(text, None) {
                    Ok(()) => self.of_url(job, text),
                    Err(error) => dropped(error.id()),
                }
            }
        }
    }

    /// JSON, where it is asked for.
    fn value(&self, make: impl FnOnce() -> Value) -> Value {
        if self.json { make() } else { Value::Null }
    }

    /// Whether a corpus may want the URL; `filter` keeps its spelling, `check` the normal form.
    fn check<'w>(&'w mut self, job: Job, text: &'w str) -> Answer<'w> {
        match self.checker.check(text) {
            Ok(_) => {
                let value = self.value(|| self.verdict(text));
                let kept = if job == Job::Filter { text } else { self.checker.normal() };
                Answer::Kept(kept.into(), value)
            }
            Err(rejection) => {
                Answer::Dropped(rejection.reason.id(), String::from(rejection.what).into())
            }
        }
    }

    /// The verdict on the URL that was checked last, with everything known of it.
    fn verdict(&self, given: &str) -> Value {
        let normal = self.checker.normal();
        let mut value = json!({
            "url": given, "verdict": "accept", "normal": normal,
            "profile": Profile::Crawl.id(), "changes": changes(self.checker.changes()),
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

    /// The normal form of the profile `crawl`.
    fn crawl<'w>(&'w mut self, text: &str) -> Answer<'w> {
        if let Err(error) = self.url.assign(text, None) {
            return dropped(error.id());
        }
        // The one filter that `clean` has: a password must not reach a list that is shared.
        if self.checker.filters.no_userinfo && has_userinfo(&self.url) {
            return Answer::Dropped(Reason::UserInfo.id(), self.url.username().to_owned().into());
        }
        self.changes.clear();
        self.checker.profile.normalize_in_place(&mut self.url, &mut self.changes);
        let normal = self.url.as_str();
        let value = self.value(|| {
            json!({ "url": text, "normal": normal, "profile": Profile::Crawl.id(),
                "changes": changes(&self.changes) })
        });
        Answer::Kept(normal.into(), value)
    }

    /// Another normal form.
    fn normal_form(&self, form: NormalForm, text: &str) -> Answer<'static> {
        match form.apply(text) {
            Ok(normal) => {
                let value =
                    self.value(|| json!({ "url": text, "normal": normal, "profile": form.id() }));
                Answer::Kept(normal.into(), value)
            }
            Err(error) => dropped(error.id()),
        }
    }

    /// The answer of verbs that need the parsed URL.
    fn of_url<'w>(&'w self, job: Job, text: &'w str) -> Answer<'w> {
        let url = &self.url;
        let kept =
            |shown: Cow<'w, str>, value: &dyn Fn() -> Value| Answer::Kept(shown, self.value(value));
        match job {
            Job::External => match &self.to {
                // Without a page to lead away from, no link does.
                Some(to) if scutch_url::is_external(url, to, self.ignore_suffix) => {
                    kept(text.into(), &|| json!({ "url": text, "external": true }))
                }
                _ => dropped(NOT_EXTERNAL),
            },
            Job::Type => {
                let found = url_type(url);
                let (kind, score, rule) = (found.kind.id(), found.score, found.rule);
                kept(
                    format!("{kind}\t{score:.2}\t{rule}\t{text}").into(),
                    &|| json!({ "url": text, "type": kind, "score": written(score), "rule": rule }),
                )
            }
            Job::Domain => match scutch_url::registrable_domain(url.host()) {
                Some(domain) => kept(
                    domain.clone().into(),
                    &|| json!({ "url": text, "host": url.host(), "domain": domain }),
                ),
                None => Answer::Dropped(NO_DOMAIN, url.host().into()),
            },
            Job::Memento => self.memento(text),
            Job::Validate => match unreachable_host(url, text) {
                Some((reason, what)) => Answer::Dropped(reason.id(), what.into()),
                None => kept(text.into(), &|| json!({ "url": text, "valid": true })),
            },
            _ => kept(text.into(), &|| json!({ "url": text, "valid": true })),
        }
    }

    /// The parts of a URI-M.
    fn memento<'w>(&'w self, text: &'w str) -> Answer<'w> {
        // Short addresses look like pages of the archive, so they are asked for last.
        let Some(memento) = Memento::split(text) else { return self.citation(text) };
        let archive = memento.archive.map_or("-", |archive| archive.id);
        let raw = memento.raw();
        let shown = raw.as_deref().unwrap_or("-");
        let (time, uri_r) = (memento.timestamp(), memento.uri_r());
        let modifier = memento.modifier;
        let marked = if modifier.is_empty() { "-" } else { modifier };
        let line = format!("{archive}\t{time}\t{marked}\t{uri_r}\t{shown}");
        let value = self.value(|| {
            json!({ "uri_m": text, "archive": archive, "time": time,
                "modifier": modifier, "uri_r": uri_r, "raw": raw })
        });
        Answer::Kept(line.into(), value)
    }

    /// The archive of a URI-M that is an id: its time and original are unknown.
    fn citation<'w>(&'w self, text: &'w str) -> Answer<'w> {
        let Some(citation) = Citation::split(&self.url) else { return dropped(NOT_A_MEMENTO) };
        let form = citation.form;
        let value = self.value(|| {
            json!({ "uri_m": text, "archive": form.id, "citation": citation.id,
                "retired": form.is_retired, "time": null, "modifier": "", "uri_r": null,
                "raw": null })
        });
        Answer::Kept(format!("{}\t-\t-\t-\t-", form.id).into(), value)
    }
}

/// A line as text, or the reason id why no verb reads it.
pub(super) fn text(line: &[u8]) -> Result<&str, &'static str> {
    if line.len() > super::input::LONGEST {
        return Err(TOO_LONG);
    }
    let text = std::str::from_utf8(line).map_err(|_| NOT_UTF8)?;
    match memchr::memchr2(b'\r', 0, line).map(|at| line[at]) {
        // A browser would drop it. In a list it is the line end of an old Mac, so two URLs are one line.
        Some(b'\r') => Err(CARRIAGE_RETURN),
        Some(_) => Err(Reason::Binary.id()),
        None => Ok(text),
    }
}

/// A line dropped as a whole.
fn dropped(reason: &'static str) -> Answer<'static> {
    Answer::Dropped(reason, Cow::Borrowed(""))
}

/// What normalising changed, as JSON.
fn changes(changes: &[Change]) -> Vec<Value> {
    changes.iter().map(|c| json!({ "rule": c.rule.id(), "what": c.what })).collect()
}

/// Whether a URL has a user name or password.
fn has_userinfo(url: &Url) -> bool {
    !url.username().is_empty() || !url.password().is_empty()
}
