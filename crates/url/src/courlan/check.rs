//! The check: all filters in their order, then the normal form.

use super::domain::is_blocked;
use super::split::{Split, tidy};
use super::{Courlan, Options};

impl Courlan {
    /// The normal form and domain of a URL that passes all filters.
    pub fn check_url(&self, url: &str, options: &Options<'_>) -> Option<(String, String)> {
        if !self.basic_filter(url) {
            return None;
        }
        let url = self.scrub_url(url);
        if !self.type_filter(&url, options.strict, options.with_nav) {
            return None;
        }
        if !self.lang_filter(&url, options.language, options.strict, options.trailing_slash) {
            return None;
        }
        let tidied = tidy(&url);
        let parts = Split::of(&tidied).ok()?;
        if !self.is_valid(&parts)
            || !self.extension_filter(parts.path)
            || !self.domain_filter(parts.netloc)
            || (options.strict && !self.path_filter(parts.path, parts.query))
        {
            return None;
        }
        let normal = self.normalize_split(&parts, options).ok()?;
        let domain =
            self.extract_domain(&normal, true, |name| options.strict && is_blocked(name))?;
        Some((normal, domain))
    }
}
