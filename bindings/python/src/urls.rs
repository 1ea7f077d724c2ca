//! scutch's own rules for URLs: profiles, verdicts, keys. Signatures and help are in `python/scutch/urls.py`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scutch_url::verdict::{Checker, Filters};
use scutch_url::{Memento, Profile, Url};

use crate::{guarded, unlocked};

/// Adds what this file has to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(apply_profile, module)?)?;
    module.add_function(wrap_pyfunction!(verdicts, module)?)?;
    module.add_function(wrap_pyfunction!(surt, module)?)?;
    module.add_function(wrap_pyfunction!(registrable_domain, module)?)?;
    module.add_function(wrap_pyfunction!(split_memento, module)?)
}

/// What failed where one of these functions panics.
const WORK: &str = "reading a URL";

#[pyfunction]
fn apply_profile(url: &str, profile: &str) -> PyResult<String> {
    let found = Profile::from_name(profile)
        .ok_or_else(|| PyValueError::new_err(format!("profile {profile:?}: there is none")))?;
    let applied = guarded(WORK, || found.apply(url))?;
    applied.map_err(|error| PyValueError::new_err(format!("{url}: {error}")))
}

/// For each URL its normal form, or the reason to leave it out and a detail.
type Verdict = (Option<String>, Option<(&'static str, String)>);

#[pyfunction]
fn verdicts(py: Python<'_>, urls: Vec<String>, strict: bool) -> PyResult<Vec<Verdict>> {
    unlocked(py, "checking URLs", || {
        let mut checker = Checker::new(if strict { Filters::strict() } else { Filters::relaxed() });
        let verdict = |url: &String| match checker.check(url) {
            Ok(url) => (Some(url.as_str().to_owned()), None),
            Err(rejection) => (None, Some((rejection.reason.id(), rejection.what.into_string()))),
        };
        urls.iter().map(verdict).collect()
    })
}

#[pyfunction]
fn surt(url: &str) -> PyResult<String> {
    guarded(WORK, || scutch_url::surt(url))
}

#[pyfunction]
fn registrable_domain(url: &str) -> PyResult<Option<String>> {
    let domain = |url: &Url| scutch_url::registrable_domain(url.host()).map(|it| it.to_string());
    let found = guarded(WORK, || Url::parse(url).map(|url| domain(&url)))?;
    found.map_err(|error| PyValueError::new_err(format!("{url}: {error}")))
}

/// Id of the archive, prefix, time, modifier, URI-R, URI-M of the page as it was archived.
type Parts = (Option<&'static str>, String, String, String, String, Option<String>);

#[pyfunction]
fn split_memento(uri_m: &str) -> PyResult<Option<Parts>> {
    guarded(WORK, || parts(uri_m))
}

fn parts(uri_m: &str) -> Option<Parts> {
    let memento = Memento::split(uri_m)?;
    Some((
        memento.archive.map(|archive| archive.id),
        memento.prefix.to_owned(),
        memento.timestamp().into_owned(),
        memento.modifier.to_owned(),
        memento.uri_r(),
        memento.raw(),
    ))
}
