//! The check: all filters in their order, then the normal form.

use crate::domain::is_blocked;
use crate::settings::{Courlan, Options};
use crate::split::{Split, tidy};

impl Courlan {
    /// The normal form and domain of a URL that passes all filters; `None` for any other.
    ///
    /// Looks at all options. In strict mode, domains on the list of those refused do not pass.
    pub fn check_url(&self, url: &str, options: &Options<'_>) -> Option<(String, String)> {
        // The order of the filters is that of courlan: the first one that refuses decides.
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
        // From here on `urllib` sees the URL, which drops controls.
        let tidied = tidy(&url);
        let parts = Split::from_tidy(&tidied).ok()?;
        if !self.is_valid(&parts)
            || !self.extension_filter(parts.path)
            || !self.domain_filter(parts.netloc)
            || (options.strict && !self.path_filter(parts.path, parts.query))
        {
            return None;
        }
        let normal = self.normalize_split(&parts, options).ok()?;
        // Of the normal form: user name and port are gone or known by then.
        let domain =
            self.extract_domain(&normal, true, |name| options.strict && is_blocked(name))?;
        Some((normal, domain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Release;

    #[test]
    fn urls_pass_all_filters_or_none() {
        // Path behind the scheme, strict, language, answer of courlan 1.4.0.
        let cases = [
            (
                "www.example.org/a.html",
                false,
                None,
                Some(("www.example.org/a.html", "example.org")),
            ),
            ("example.org/a.pdf", false, None, None),
            (
                "www.example.org:80/a//b?utm_source=x#top",
                false,
                None,
                Some(("www.example.org/a/b#top", "example.org")),
            ),
            ("example.org/tag/x", false, None, None),
            ("example.org/de/x", false, Some("en"), None),
            ("facebook.com/x", true, None, None),
            ("facebook.com/x", false, None, Some(("facebook.com/x", "facebook.com"))),
            ("example.org/impressum", true, None, None),
            ("example.org/impressum", false, None, Some(("example.org/impressum", "example.org"))),
            ("1.2.3.4/x", false, None, Some(("1.2.3.4/x", "1.2.3.4"))),
            ("163.com/x", false, None, None),
            ("nzzas.nzz.ch/x", false, None, Some(("nzzas.nzz.ch/x", "nzzas.nzz.ch"))),
            ("abc.github.io/x", false, None, Some(("abc.github.io/x", "github.io"))),
            ("localhost/x", false, None, None),
            ("e.o/", false, None, None),
        ];
        for release in [Release::Head, Release::V1_4_0] {
            for (rest, strict, language, expected) in cases {
                let options = Options { strict, language, ..Options::default() };
                let found = Courlan::new(release).check_url(&format!("http://{rest}"), &options);
                let expected =
                    expected.map(|(url, domain)| (format!("http://{url}"), domain.to_owned()));
                assert_eq!(found, expected, "{release:?}: {rest} {strict} {language:?}");
            }
        }
        // The scheme has to be in lower case.
        assert_eq!(Courlan::default().check_url("HTTP://example.org/x", &Options::default()), None);
    }
}
