//! Links of a page as courlan finds them: by pattern, not by parsing.
//!
//! An anchor is what begins with `<a` and a blank and ends with the next `>`. Comments, scripts and
//! `base` are not seen; `scutch_url::links` sees them.

use rustc_hash::FxHashSet;

use crate::robots::PythonRules;
use crate::settings::{Courlan, Invalid, Options, Release};
use crate::text::{is_space, starts_with_any_case};

/// What courlan's link extraction lets one choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkOptions<'a> {
    /// Links to other sites instead of links within the site.
    pub external: bool,
    /// All links, unchecked.
    pub no_filter: bool,
    /// Address to compare with, where it is not that of the page.
    pub reference: Option<&'a str>,
    /// How each link is checked.
    pub check: Options<'a>,
}

/// Links to pages, and those to lists of pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SplitLinks {
    /// Links to pages.
    pub links: Vec<String>,
    /// Links to lists of pages, which lead to more.
    pub priority: Vec<String>,
}

impl Courlan {
    /// Links of a page, in document order, each once however it is spelled.
    pub fn extract_links(
        &self,
        html: &str,
        url: Option<&str>,
        options: &LinkOptions<'_>,
    ) -> Result<Vec<String>, Invalid> {
        let base = self.get_base_url(url.unwrap_or_default())?;
        let url = url.filter(|url| !url.is_empty()).unwrap_or(&base);
        let reference = options.reference.filter(|r| !r.is_empty()).unwrap_or(&base);
        let mut known = FxHashSet::default();
        let mut links = Vec::new();
        let mut candidates: Vec<&str> = candidates(html, options, self.release).collect();
        // Python iterates over a set; sorting gives the same answer each time.
        candidates.sort_unstable();
        candidates.dedup();
        for candidate in candidates {
            let mut link = candidate.to_owned();
            if !link.starts_with("http") {
                link = self.fix_relative_urls(url, &link)?;
            }
            if !options.no_filter {
                let Some((checked, _)) = self.check_url(&link, &options.check) else { continue };
                // The development version skips the comparison without a reference.
                let compare = self.release == Release::V1_4_0 || !reference.is_empty();
                if compare && options.external != self.is_external(&checked, reference, true) {
                    continue;
                }
                link = checked;
            }
            if !is_known_link(&link, |link| known.contains(link)) {
                known.insert(link.clone());
                links.push(link);
            }
        }
        Ok(links)
    }

    /// Links of a page that may be crawled, those to lists of pages apart.
    pub fn filter_links(
        &self,
        html: &str,
        url: Option<&str>,
        rules: Option<&PythonRules>,
        options: &LinkOptions<'_>,
    ) -> Result<SplitLinks, Invalid> {
        let mut split = SplitLinks::default();
        for link in self.extract_links(html, url, options)? {
            if self.is_not_crawlable(&link) || rules.is_some_and(|rules| !rules.can_fetch(&link)) {
                continue;
            }
            let list =
                if self.is_navigation_page(&link) { &mut split.priority } else { &mut split.links };
            list.push(link);
        }
        Ok(split)
    }
}

impl Courlan {
    /// Whether a link is among `known` in one of its spellings.
    pub fn is_known_link(&self, link: &str, known: &[String]) -> bool {
        is_known_link(link, |link| known.iter().any(|other| other == link))
    }

    /// The links that contain `filter`, or else those of feed services; sorted, each once.
    pub fn filter_urls(&self, links: &[String], filter: Option<&str>) -> Vec<String> {
        let mut found: Vec<String> =
            links.iter().filter(|link| filter.is_none_or(|f| link.contains(f))).cloned().collect();
        if found.is_empty() {
            // Without a match, courlan looks for feed services.
            let feed = |link: &&String| {
                let link = link.to_ascii_lowercase();
                link.contains("feedburner") || link.contains("feedproxy")
            };
            found = links.iter().filter(feed).cloned().collect();
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Whether a link is known in one of its spellings: with or without slash, http or https.
pub(super) fn is_known_link(link: &str, known: impl Fn(&str) -> bool) -> bool {
    if link.is_empty() {
        return false;
    }
    let other_slash = |link: &str| match link.ends_with('/') {
        true => link.trim_end_matches('/').to_owned(),
        false => format!("{link}/"),
    };
    if known(link) || known(&other_slash(link)) {
        return true;
    }
    let other_scheme = if let Some(rest) = link.strip_prefix("https") {
        format!("http{rest}")
    } else if let Some(rest) = link.strip_prefix("http") {
        format!("https{rest}")
    } else {
        return false;
    };
    known(&other_scheme) || known(&other_slash(&other_scheme))
}

/// The addresses in anchors, in document order, with repetitions.
fn candidates<'h>(
    html: &'h str,
    options: &LinkOptions<'_>,
    release: Release,
) -> impl Iterator<Item = &'h str> {
    let language = options.check.language.filter(|_| !options.no_filter);
    anchors(html).filter_map(move |anchor| {
        // Anywhere in the tag, also in its address.
        if anchor.contains("rel") && anchor.contains("nofollow") {
            return None;
        }
        if let Some(language) = language
            && anchor.contains("hreflang")
        {
            let code = hreflang(anchor)?;
            let code = match release {
                Release::Head => code.to_ascii_lowercase(),
                Release::V1_4_0 => code.to_owned(),
            };
            if !code.starts_with(language) && code != "x-default" {
                return None;
            }
        }
        address(anchor)
    })
}

/// Tags that begin with `<a` and space and end before the next `<`.
fn anchors(html: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + memchr::memchr(b'<', html.as_bytes().get(at..)?)?;
            at = start + 1;
            let rest = &html[start + 1..];
            let Some(inner) = rest.strip_prefix(['a', 'A']) else { continue };
            if !inner.starts_with(is_space) {
                continue;
            }
            // A tag that holds another one is none to the expression.
            let end = memchr::memchr2(b'<', b'>', inner.as_bytes())?;
            at = start + 2 + end;
            if inner.as_bytes()[end] == b'>' && inner[..end].chars().nth(1).is_some() {
                return Some(&html[start..=at]);
            }
        }
    })
}

/// Places behind each `name=` in any case.
fn behind<'a>(text: &'a str, name: &'static str) -> impl Iterator<Item = usize> + 'a {
    memchr::memchr_iter(b'=', text.as_bytes()).filter_map(move |at| {
        let start = (at + 1).checked_sub(name.len())?;
        starts_with_any_case(text.as_bytes(), start, name).then_some(at + 1)
    })
}

/// The language code of an anchor, quotes optional.
fn hreflang(anchor: &str) -> Option<&str> {
    behind(anchor, "hreflang=").find_map(|at| {
        let value = &anchor[at..];
        let value = value.strip_prefix(['"', '\'']).unwrap_or(value);
        let length = value.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'-').count();
        (length > 0).then(|| &value[..length])
    })
}

/// The address of an anchor: in quotes if it can be, or else up to a blank.
fn address(anchor: &str) -> Option<&str> {
    behind(anchor, "href=").find_map(|at| {
        let value = &anchor[at..];
        let bare = value.strip_prefix(['"', '\'']);
        bare.and_then(until_end).or_else(|| until_end(value))
    })
}

/// At least one character that is no blank, up to a quote, blank or `>`.
fn until_end(value: &str) -> Option<&str> {
    let first = value.chars().next().filter(|c| *c != ' ')?.len_utf8();
    let end = value[first..].find(['"', '\'', ' ', '>'])?;
    Some(&value[..first + end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extract(html: &str, page: &str, options: &LinkOptions<'_>) -> Vec<String> {
        Courlan::new(Release::V1_4_0).extract_links(html, Some(page), options).expect("a page")
    }

    #[test]
    fn links_are_found_by_pattern() {
        // Results of courlan 1.4.0, sorted.
        let unfiltered = LinkOptions { no_filter: true, ..LinkOptions::default() };
        let cases: [(&str, &[&str]); 5] = [
            (
                "<a href='/a'><a href='b'><A HREF=\"http://f.org/c/\">",
                &["http://e.org/a", "http://e.org/d/b", "http://f.org/c/"],
            ),
            ("<a href='/a' rel='nofollow'><a href='/b'>", &["http://e.org/b"]),
            // Comments and other attributes count; a `>` inside quotes ends the tag.
            (
                "<!-- <a href='/in-comment'> --><a data-href='/data'><a class='a>b' href='/lost'>",
                &["http://e.org/data", "http://e.org/in-comment"],
            ),
            ("<a>x</a><a ><abbr href=x>", &[]),
            // Without an address in quotes, the quote itself is one.
            ("<a href=''><a href=' x'>", &["http://e.org/d/'"]),
        ];
        for (html, expected) in cases {
            let mut found = extract(html, "http://e.org/d/p", &unfiltered);
            found.sort_unstable();
            assert_eq!(found, expected, "{html}");
        }
    }

    #[test]
    fn languages_and_sites_choose_links() {
        let html = "<a hreflang='de' href='/a-b-c'><a hreflang=en href='/d-e-f'>\
            <a hreflang='x-default' href='/g-h-i'><a href='/j-k-l'>";
        let check = Options { language: Some("de"), ..Options::default() };
        let german = LinkOptions { check, ..LinkOptions::default() };
        assert_eq!(
            extract(html, "http://example.org/", &german),
            ["http://example.org/a-b-c", "http://example.org/g-h-i", "http://example.org/j-k-l"]
        );
        let html = "<a href='http://other.org/xyz'><a href='/abc'>";
        for (external, expected) in
            [(true, "http://other.org/xyz"), (false, "http://example.org/abc")]
        {
            let options = LinkOptions { external, ..LinkOptions::default() };
            assert_eq!(extract(html, "http://example.org/", &options), [expected]);
        }
    }

    #[test]
    fn lists_of_pages_are_split_off_and_rules_obeyed() {
        let html =
            "<a href='/page/2/'><a href='/article-one'><a href='/secret/x'><a href='/login'>";
        let rules = PythonRules::parse("User-agent: *\nDisallow: /secret");
        let check = Options { with_nav: true, ..Options::default() };
        let options = LinkOptions { check, ..LinkOptions::default() };
        let courlan = Courlan::default();
        let url = Some("https://example.org/");
        let split = courlan.filter_links(html, url, Some(&rules), &options).expect("a page");
        assert_eq!(split.links, ["https://example.org/article-one"]);
        assert_eq!(split.priority, ["https://example.org/page/2/"]);
        let split = courlan.filter_links(html, url, None, &options).expect("a page");
        assert_eq!(split.links.len(), 2);
    }

    #[test]
    fn a_link_is_known_in_four_spellings() {
        let known = ["https://e.org/a/".to_owned()];
        let courlan = Courlan::default();
        for same in ["https://e.org/a/", "https://e.org/a", "http://e.org/a/", "http://e.org/a"] {
            assert!(courlan.is_known_link(same, &known), "{same}");
        }
        for other in ["", "https://e.org/b", "//e.org/a", "https://e.org/a#x"] {
            assert!(!courlan.is_known_link(other, &known), "{other}");
        }
    }

    #[test]
    fn lists_of_links_are_filtered_by_text_or_for_feeds() {
        let links: Vec<String> =
            ["http://b.org/x", "http://a.org/x", "http://FeedBurner.com/y", "http://a.org/x"]
                .map(str::to_owned)
                .to_vec();
        let courlan = Courlan::default();
        assert_eq!(courlan.filter_urls(&links, Some("a.org")), ["http://a.org/x"]);
        assert_eq!(courlan.filter_urls(&links, Some("none")), ["http://FeedBurner.com/y"]);
        assert_eq!(courlan.filter_urls(&links, None).len(), 3);
    }
}
