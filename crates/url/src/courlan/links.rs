//! Links of a page as courlan finds them: by pattern, not by parsing.

use rustc_hash::FxHashSet;

use super::robots::PythonRules;
use super::text::{is_space, starts_with_any_case};
use super::{Courlan, Invalid, Options, Release};

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
        candidates.sort_unstable();
        candidates.dedup();
        for candidate in candidates {
            let mut link = candidate.to_owned();
            if !link.starts_with("http") {
                link = self.fix_relative_urls(url, &link)?;
            }
            if !options.no_filter {
                let Some((checked, _)) = self.check_url(&link, &options.check) else { continue };
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

fn hreflang(anchor: &str) -> Option<&str> {
    behind(anchor, "hreflang=").find_map(|at| {
        let value = &anchor[at..];
        let value = value.strip_prefix(['"', '\'']).unwrap_or(value);
        let length = value.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'-').count();
        (length > 0).then(|| &value[..length])
    })
}

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
