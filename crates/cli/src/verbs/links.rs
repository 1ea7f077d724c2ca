//! Which links are followed: the judgement of `scutch url check`, and patterns.

use regex::RegexSet;
use scutch_crawl::Judge;
use scutch_url::verdict::{Checker, Filters};

use super::scope::patterns;
use crate::exit::UsageError;

// Which links are followed.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct LinkArgs {
    /// Follow links that `scutch url check` accepts, or `--strict` with it, or all.
    #[arg(long, value_name = "FILTERS", value_enum, default_value_t)]
    link_filters: LinkFilters,
    /// Follow lists of pages, too, as `scutch url check --with-nav` accepts them.
    #[arg(long)]
    with_nav: bool,
    /// No links whose address shows another language than this one.
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// Ask for links as pages spell them, not in the normal form of `scutch url check`.
    #[arg(long)]
    as_spelled: bool,
    /// Only links in which this regular expression is found; `@FILE` for one a line.
    #[arg(long, value_name = "PATTERN|@FILE")]
    include: Vec<String>,
    /// No links in which this regular expression is found; `@FILE` for one a line.
    #[arg(long, value_name = "PATTERN|@FILE")]
    exclude: Vec<String>,
}

/// Filters of links.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum LinkFilters {
    /// What may be a page.
    #[default]
    Relaxed,
    /// Pages with text only.
    Strict,
    /// Every link.
    None,
}

/// Reasons of patterns.
const NOT_INCLUDED: &str = "url-not-included";
const EXCLUDED: &str = "url-excluded";

impl LinkArgs {
    /// The judge of links.
    ///
    /// # Errors
    /// When a pattern is no regular expression, or a file of patterns cannot be read.
    pub(crate) fn judge(&self) -> anyhow::Result<Judge> {
        let is_refined = self.with_nav || self.as_spelled || self.language.is_some();
        if self.link_filters == LinkFilters::None && is_refined {
            let sentence = "--link-filters none judges no link: --with-nav, --language and \
                            --as-spelled change nothing then";
            return Err(UsageError(sentence.to_owned()).into());
        }
        let (include, exclude) = (set(&self.include)?, set(&self.exclude)?);
        let mut checker = self.filters().map(Checker::new);
        let as_spelled = self.as_spelled;
        Ok(Box::new(move |link| {
            if !include.is_empty() && !include.is_match(link) {
                return Err((NOT_INCLUDED, String::new()));
            }
            if exclude.is_match(link) {
                return Err((EXCLUDED, String::new()));
            }
            let Some(checker) = &mut checker else { return Ok(link.to_owned()) };
            match checker.check(link) {
                Ok(_) if as_spelled => Ok(link.to_owned()),
                Ok(normal) => Ok(normal.as_str().to_owned()),
                Err(rejection) => Err((rejection.reason.id(), rejection.what.into())),
            }
        }))
    }

    fn filters(&self) -> Option<Filters> {
        let filters = match self.link_filters {
            LinkFilters::Relaxed => Filters::relaxed(),
            LinkFilters::Strict => Filters::strict(),
            LinkFilters::None => return None,
        };
        let filters = if self.with_nav { filters.with_listings() } else { filters };
        // Links stay on the domains of the list, and those were chosen by a person.
        Some(Filters { public_hosts: false, language: self.language.clone(), ..filters })
    }
}

fn set(typed: &[String]) -> anyhow::Result<RegexSet> {
    let patterns = patterns(typed)?;
    RegexSet::new(patterns).map_err(|error| UsageError(error.to_string()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(args: &LinkArgs, link: &str) -> String {
        let mut judge = args.judge().expect("sound arguments");
        judge(link).unwrap_or_else(|(reason, _)| reason.to_owned())
    }

    #[test]
    fn links_are_judged_as_addresses_are_checked() {
        let none = LinkArgs { link_filters: LinkFilters::None, ..LinkArgs::default() };
        let spelled = LinkArgs { as_spelled: true, ..LinkArgs::default() };
        let only = |include: &str, exclude: &str| LinkArgs {
            include: vec![include.to_owned()],
            exclude: vec![exclude.to_owned()],
            ..LinkArgs::default()
        };
        let image = "http://a.example/x.png";
        let tracked = "http://a.example/story?utm_source=x";
        for (args, link, expected) in [
            (&LinkArgs::default(), tracked, "http://a.example/story"),
            (&spelled, tracked, tracked),
            (&none, tracked, tracked),
            (&LinkArgs::default(), image, "file-image"),
            (&none, image, image),
            (&LinkArgs::default(), "http://localhost/story", "http://localhost/story"),
            (&only("/story", "^$"), "http://a.example/about", NOT_INCLUDED),
            (&only("", "utm_"), tracked, EXCLUDED),
            (&only("/story", "^$"), tracked, "http://a.example/story"),
        ] {
            assert_eq!(judged(args, link), expected, "{link}");
        }
        assert!(only("(", "").judge().is_err());
    }
}
