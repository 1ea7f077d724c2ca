//! The functions of courlan. Their signatures and help are in `python/scutch/courlan.py`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scutch_courlan::{Courlan, Invalid, LinkOptions, Options, PythonRules, Release};

use crate::{guarded, unlocked};

/// Adds what this file has to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(clean_url, module)?)?;
    module.add_function(wrap_pyfunction!(scrub_url, module)?)?;
    module.add_function(wrap_pyfunction!(normalize_url, module)?)?;
    module.add_function(wrap_pyfunction!(check_url, module)?)?;
    module.add_function(wrap_pyfunction!(is_valid_url, module)?)?;
    module.add_function(wrap_pyfunction!(is_navigation_page, module)?)?;
    module.add_function(wrap_pyfunction!(is_not_crawlable, module)?)?;
    module.add_function(wrap_pyfunction!(lang_filter, module)?)?;
    module.add_function(wrap_pyfunction!(extract_domain, module)?)?;
    module.add_function(wrap_pyfunction!(is_external, module)?)?;
    module.add_function(wrap_pyfunction!(get_base_url, module)?)?;
    module.add_function(wrap_pyfunction!(get_host_and_path, module)?)?;
    module.add_function(wrap_pyfunction!(fix_relative_urls, module)?)?;
    module.add_function(wrap_pyfunction!(hosts_and_paths, module)?)?;
    module.add_function(wrap_pyfunction!(filter_urls, module)?)?;
    module.add_function(wrap_pyfunction!(extract_links, module)?)?;
    module.add_function(wrap_pyfunction!(filter_links, module)?)
}

/// The version whose answers are given.
fn courlan() -> Courlan {
    Courlan::new(Release::V1_4_0)
}

/// What failed where one of these functions panics.
const WORK: &str = "checking a URL";

/// courlan's exception.
fn refused(url: &str) -> impl FnOnce(Invalid) -> PyErr {
    move |_| PyValueError::new_err(format!("not a valid URL: {url}"))
}

/// How URLs are checked: strict, with_nav, trailing_slash.
type Switches = (bool, bool, bool);

fn options((strict, with_nav, trailing_slash): Switches, language: Option<&str>) -> Options<'_> {
    Options { strict, language, with_nav, trailing_slash }
}

#[pyfunction]
fn clean_url(url: &str, language: Option<&str>) -> PyResult<Option<String>> {
    guarded(WORK, || courlan().clean_url(url, language))
}

#[pyfunction]
fn scrub_url(url: &str) -> PyResult<String> {
    guarded(WORK, || courlan().scrub_url(url).into_owned())
}

#[pyfunction]
fn normalize_url(url: &str, switches: Switches, language: Option<&str>) -> PyResult<String> {
    guarded(WORK, || courlan().normalize_url(url, &options(switches, language)))?
        .map_err(refused(url))
}

#[pyfunction]
fn check_url(
    url: &str,
    switches: Switches,
    language: Option<&str>,
) -> PyResult<Option<(String, String)>> {
    guarded(WORK, || courlan().check_url(url, &options(switches, language)))
}

#[pyfunction]
fn is_valid_url(url: &str) -> PyResult<bool> {
    guarded(WORK, || courlan().is_valid_url(url))
}

#[pyfunction]
fn is_navigation_page(url: &str) -> PyResult<bool> {
    guarded(WORK, || courlan().is_navigation_page(url))
}

#[pyfunction]
fn is_not_crawlable(url: &str) -> PyResult<bool> {
    guarded(WORK, || courlan().is_not_crawlable(url))
}

#[pyfunction]
fn lang_filter(
    url: &str,
    language: Option<&str>,
    strict: bool,
    trailing_slash: bool,
) -> PyResult<bool> {
    guarded(WORK, || courlan().lang_filter(url, language, strict, trailing_slash))
}

#[pyfunction]
fn extract_domain(url: &str, refused: Vec<String>, fast: bool) -> PyResult<Option<String>> {
    let is_refused = |domain: &str| refused.iter().any(|other| other == domain);
    guarded(WORK, || courlan().extract_domain(url, fast, is_refused))
}

#[pyfunction]
fn is_external(url: &str, reference: &str, ignore_suffix: bool) -> PyResult<bool> {
    guarded(WORK, || courlan().is_external(url, reference, ignore_suffix))
}

#[pyfunction]
fn get_base_url(url: &str) -> PyResult<String> {
    guarded(WORK, || courlan().get_base_url(url))?.map_err(refused(url))
}

#[pyfunction]
fn get_host_and_path(url: &str) -> PyResult<(String, String)> {
    guarded(WORK, || courlan().get_host_and_path(url))?.map_err(refused(url))
}

/// For each URL host and path of its normal form, as a store keeps them; `None` for those it refuses.
#[pyfunction]
fn hosts_and_paths(
    py: Python<'_>,
    urls: Vec<String>,
    switches: Switches,
    language: Option<&str>,
) -> PyResult<Vec<Option<(String, String)>>> {
    unlocked(py, "normalising URLs", || {
        let (courlan, options) = (courlan(), options(switches, language));
        urls.iter().map(|url| courlan.normal_host_and_path(url, &options).ok()).collect()
    })
}

#[pyfunction]
fn fix_relative_urls(base: &str, url: &str) -> PyResult<String> {
    guarded(WORK, || courlan().fix_relative_urls(base, url))?.map_err(refused(url))
}

#[pyfunction]
fn filter_urls(urls: Vec<String>, part: Option<&str>) -> PyResult<Vec<String>> {
    guarded(WORK, || courlan().filter_urls(&urls, part))
}

/// Which links of a page are wanted.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Wanted {
    external: bool,
    no_filter: bool,
    reference: Option<String>,
    language: Option<String>,
    switches: Switches,
}

impl Wanted {
    fn options(&self) -> LinkOptions<'_> {
        let check = options(self.switches, self.language.as_deref());
        let reference = self.reference.as_deref();
        LinkOptions { external: self.external, no_filter: self.no_filter, reference, check }
    }
}

#[pyfunction]
fn extract_links(
    py: Python<'_>,
    html: &str,
    url: Option<&str>,
    wanted: Wanted,
) -> PyResult<Vec<String>> {
    let links = unlocked(py, "extraction of links", || {
        courlan().extract_links(html, url, &wanted.options())
    })?;
    links.map_err(refused(url.unwrap_or_default()))
}

/// `rules`: robots.txt, as `str(RobotFileParser)` writes it.
#[pyfunction]
fn filter_links(
    py: Python<'_>,
    html: &str,
    url: Option<&str>,
    rules: Option<&str>,
    wanted: Wanted,
) -> PyResult<(Vec<String>, Vec<String>)> {
    let rules = guarded("reading robots.txt", || rules.map(PythonRules::parse))?;
    let links = unlocked(py, "extraction of links", || {
        courlan().filter_links(html, url, rules.as_ref(), &wanted.options())
    })?;
    let split = links.map_err(refused(url.unwrap_or_default()))?;
    Ok((split.links, split.priority))
}
