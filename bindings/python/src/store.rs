//! courlan's `UrlStore`. Its signatures and help are in `python/scutch/courlan.py`.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use scutch_courlan::PythonRules;

use crate::courlan::{courlan, refused};

/// Hosts with their paths.
#[pyclass]
pub(crate) struct Store(scutch_courlan::Store);

#[pymethods]
impl Store {
    #[new]
    fn new(language: Option<&str>, strict: bool, trailing_slash: bool) -> Self {
        Self(scutch_courlan::Store::new(courlan(), language, strict, trailing_slash))
    }

    fn add_urls(&mut self, urls: Vec<String>, visited: bool, in_front: bool) {
        self.0.add_urls(&urls, visited, in_front);
    }

    fn add_from_html(&mut self, html: &str, url: &str, external: bool) -> PyResult<()> {
        self.0.add_from_html(html, url, external).map_err(refused(url))
    }

    fn discard(&mut self, domains: Vec<String>) {
        self.0.discard(&domains);
    }

    fn reset(&mut self) {
        self.0.reset();
    }

    fn known_domains(&self) -> Vec<String> {
        self.0.known_domains()
    }

    fn unvisited_domains(&self) -> Vec<String> {
        self.0.unvisited_domains()
    }

    fn is_exhausted_domain(&self, domain: &str) -> bool {
        self.0.is_exhausted_domain(domain)
    }

    fn find_known_urls(&self, domain: &str) -> Vec<String> {
        self.0.find_known_urls(domain)
    }

    fn find_unvisited_urls(&self, domain: &str) -> Vec<String> {
        self.0.find_unvisited_urls(domain)
    }

    fn filter_urls(&self, urls: Vec<String>, only_visited: bool) -> PyResult<Vec<String>> {
        self.0.filter_urls(&urls, only_visited).map_err(refused("one of the URLs"))
    }

    fn has_been_visited(&self, url: &str) -> PyResult<bool> {
        self.0.has_been_visited(url).map_err(refused(url))
    }

    fn is_known(&self, url: &str) -> PyResult<bool> {
        self.0.is_known(url).map_err(refused(url))
    }

    /// `now`: seconds since 1970.
    fn get_url(&mut self, domain: &str, as_visited: bool, now: f64) -> Option<String> {
        self.0.get_url(domain, as_visited, now)
    }

    fn get_download_urls(
        &mut self,
        time_limit: f64,
        max_urls: usize,
        now: f64,
    ) -> PyResult<Vec<String>> {
        let urls = self.0.get_download_urls(time_limit, max_urls, now);
        // What courlan itself says then.
        urls.map_err(|_| PyRuntimeError::new_err("dictionary changed size during iteration"))
    }

    /// `rules`: robots.txt, as `str(RobotFileParser)` writes it.
    fn store_rules(&mut self, website: &str, rules: &str) {
        self.0.store_rules(website, PythonRules::parse(rules));
    }

    fn crawl_delay(&self, website: &str, default: f64) -> f64 {
        self.0.crawl_delay(website, default)
    }

    fn all_counts(&self) -> Vec<usize> {
        self.0.all_counts()
    }

    fn total_url_number(&self) -> usize {
        self.0.total_url_number()
    }

    fn download_threshold_reached(&self, threshold: f64) -> bool {
        self.0.download_threshold_reached(threshold)
    }

    fn dump_urls(&self) -> Vec<String> {
        self.0.dump_urls()
    }
}
