//! Names of a site: from its page, its address, and titles of other pages.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::page_numbers::{is_number, is_page_of, numbers};
use super::parts::{COLON, outer_parts, plain};
use super::recurring::{Recurring, Role};
use super::title_placeholders;

/// What stands before the name of a site on its front page, in plain words.
const WELCOMES: &[&str] = &[
    "welcome to ",
    "willkommen bei ",
    "willkommen auf ",
    "bienvenue sur ",
    "bienvenue à ",
    "bienvenidos a ",
    "bienvenido a ",
    "benvenuti su ",
    "bem vindo a ",
    "welkom bij ",
    "välkommen till ",
    "witamy na ",
    "vítejte na ",
    "üdvözöljük a ",
];

/// Everything known about the name of the site.
pub(super) struct SiteNames<'r> {
    pub(super) names: Vec<String>,
    host: String,
    /// The words of the host name.
    labels: Vec<String>,
    pub(super) is_home: bool,
    /// What links to the front page are called, in plain words.
    pub(super) home_links: Vec<String>,
    /// Numbers in the address.
    numbers: Vec<u32>,
    recurring: &'r Recurring,
}

impl<'r> SiteNames<'r> {
    pub(super) fn new(name: Option<&str>, url: Option<&str>, recurring: &'r Recurring) -> Self {
        let host = url.and_then(scutch_url::host).unwrap_or_default();
        let host = scutch_url::host_for_display(&host);
        let labels = host.split(['.', '-']).filter(|label| *label != "www");
        let path =
            url.and_then(|url| url.split_once("://")?.1.split_once('/')).map(|(_, path)| path);
        Self {
            names: name.map(plain).into_iter().collect(),
            host: host.split('.').filter(|label| *label != "www").collect(),
            labels: labels.map(str::to_owned).collect(),
            is_home: url.is_some() && path.is_none_or(str::is_empty),
            home_links: Vec::new(),
            numbers: path.map(numbers).unwrap_or_default(),
            recurring,
        }
    }

    /// Whether most pages of the host have this as title, or begin or end their titles with it:
    /// online books put their name on every page. The title of a home page is always its own.
    pub(super) fn names_most(&self, text: &str) -> bool {
        !self.is_home && self.recurring.mostly(Role::Part, text)
    }

    /// Whether a third of the host's titles end so, as those of a section do.
    pub(super) fn ends_many(&self, text: &str) -> bool {
        !self.is_home && self.recurring.count(Role::Later, text) > 0
    }

    /// Whether a part of a title says nothing about this page alone.
    pub(super) fn is_shared(&self, part: &str) -> bool {
        is_number(part) || self.is_name(part) || self.names_most(part) || self.ends_many(part)
    }

    /// A title without outer parts that say nothing about this page alone.
    pub(super) fn distinct_part<'t>(&self, mut title: &'t str) -> &'t str {
        while let Some((first, last)) = outer_parts(title) {
            let known = [last, first].into_iter().find(|(part, _)| self.is_shared(part));
            let Some((_, rest)) = known else { break };
            title = rest;
        }
        title
    }

    /// A title without the site's name and a colon before it.
    pub(super) fn without_name<'t>(&self, title: &'t str) -> &'t str {
        let recurs = |name: &str, rest: &str| {
            self.recurring.mostly(Role::Name, name)
                && !self.names_most(title)
                && !self.is_shared(rest)
        };
        let is_name = |name: &str, rest: &str| {
            self.names.contains(&plain(name)) || self.is_outlet(name) || recurs(name, rest)
        };
        // A colon is as often part of the title, so the name before it must be known.
        let rest = title.split_once(COLON).filter(|(name, rest)| is_name(name, rest));
        rest.map_or(title, |(_, rest)| rest.trim_start())
    }

    /// Whether a text is a word of the host name and what the site is: `Harbour Blog`.
    fn is_outlet(&self, text: &str) -> bool {
        let text = plain(text);
        let outlet = text.rsplit_once(' ').filter(|(_, kind)| OUTLETS.contains(kind));
        outlet.is_some_and(|(name, _)| {
            name.len() >= OUTLET_NAME && self.labels.iter().any(|label| label == name)
        })
    }

    /// Whether a text is the site's name, or the host name written as words.
    pub(super) fn is_name(&self, text: &str) -> bool {
        let text = plain(text);
        let words = text.strip_prefix("www ").unwrap_or(&text);
        let joined: String = words.split(' ').collect();
        // Fewer than four letters occur in most host names.
        let in_host = |name: &str| name.len() >= 4 && self.host.contains(name) || name == self.host;
        let spelled =
            || in_host(&joined) || !joined.is_ascii() && in_host(&without_accents(&joined));
        !text.is_empty() && (self.names.contains(&text) || spelled())
    }

    /// Whether a text begins with the words of the host name, and has more: `Ada Gull's Home` of
    /// `adagull.example`.
    pub(super) fn is_spelled_in(&self, text: &str) -> bool {
        let text = plain(text);
        let longest = self.labels.iter().map(String::len).max().unwrap_or(0);
        let mut joined = String::new();
        for (at, word) in text.split(' ').enumerate() {
            joined.push_str(word);
            // Titles may be long, and words of hosts are not.
            if joined.len() > longest {
                return false;
            }
            if at > 0 && joined.len() >= SPELLED && self.labels.contains(&joined) {
                return true;
            }
        }
        false
    }

    /// Whether a text is a name in two scripts, one of which is in the host name: `上報 Up Media`.
    pub(super) fn is_in_two_scripts(&self, text: &str) -> bool {
        let text = plain(text);
        let is_latin = |word: &&str| word.is_ascii();
        let (latin, other): (Vec<&str>, Vec<&str>) = text.split(' ').partition(is_latin);
        // Accented letters are of the same script.
        let foreign =
            other.iter().all(|word| word.chars().all(|c| !c.is_ascii() && !is_european(c)));
        foreign && other.len() == 1 && self.labels.contains(&latin.concat())
    }

    /// Whether a title says nothing of its page: it is, or begins with, the site's name on a page
    /// that is not the home page, or all its parts are names of the site and placeholders.
    pub(super) fn is_motto(&self, title: &str) -> bool {
        let names_site = |part: &str| self.is_name(part) || self.is_front(part);
        let begins = outer_parts(title).is_some_and(|((first, _), _)| names_site(first));
        !self.is_home && (begins || names_site(title) || self.names_nothing(title))
    }

    /// Whether a text is what links to the front page are called.
    pub(super) fn is_front(&self, text: &str) -> bool {
        self.home_links.contains(&plain(text))
    }

    /// Whether all parts of a title are placeholders, names of the site or a welcome to it.
    fn names_nothing(&self, mut title: &str) -> bool {
        let is_nothing = |part: &str| {
            let welcomed = WELCOMES.iter().find_map(|welcome| {
                let words = plain(part);
                words.strip_prefix(welcome).map(str::to_owned)
            });
            let name = welcomed.as_deref().unwrap_or(part);
            self.is_name(name)
                || self.is_front(name)
                || title_placeholders::of_title(part).is_some()
        };
        if let Some((name, rest)) = title.split_once(COLON)
            && is_nothing(name)
        {
            title = rest;
        }
        while let Some(((first, rest), _)) = outer_parts(title) {
            if !is_nothing(first) {
                return false;
            }
            title = rest;
        }
        is_nothing(title)
    }

    /// Whether the last part of a title can be the site's name with an addition ("Forum", a
    /// country), or the words whose initials are in the host name.
    pub(super) fn is_variant(&self, part: &str) -> bool {
        let text = plain(part);
        let words: Vec<&str> = text.split(' ').collect();
        let named = self.has_word_of(&words);
        let is_label = |word: &&str| self.labels.iter().any(|label| label == word);
        let spelled = words.len() > 1 && words.iter().all(is_label);
        named && words.len() <= 3 || spelled || self.is_short_for(&words)
    }

    /// Whether the last part of a title numbers this page as its address does. Some count from 0.
    pub(super) fn is_page(&self, part: &str) -> bool {
        is_page_of(part, &self.numbers)
    }

    /// Whether the first part of a title can contain the site's name.
    pub(super) fn is_named_in(&self, part: &str) -> bool {
        let text = plain(part);
        let words: Vec<&str> = text.split(' ').collect();
        let listed = self.names.iter().any(|name| !name.is_empty() && text.contains(name.as_str()));
        listed || self.has_word_of(&words) || self.is_short_for(&words)
    }

    fn has_word_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| word.len() > 4 && self.host.contains(word))
    }

    /// Whether the initials of these words are in the host name.
    fn is_short_for(&self, words: &[&str]) -> bool {
        let full = words.iter().filter(|word| !NO_INITIALS.contains(word));
        let initials: String = full.filter_map(|word| word.chars().next()).collect();
        initials.len() >= INITIALS && self.labels.contains(&initials)
    }
}

/// A name in the spelling of host names.
fn without_accents(name: &str) -> String {
    name.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

/// What sites call themselves behind their name.
const OUTLETS: &[&str] =
    &["blog", "forum", "forums", "journal", "magazin", "magazine", "news", "wiki"];
/// Fewest letters of the name before it: shorter ones are words of titles.
const OUTLET_NAME: usize = 5;

/// Fewest letters of a host name that is spelled in several words by no coincidence.
const SPELLED: usize = 8;

/// Words that initials leave out.
const NO_INITIALS: &[&str] =
    &["of", "the", "and", "for", "in", "de", "der", "für", "und", "la", "des", "y"];
/// Fewest letters of initials that are no coincidence.
const INITIALS: usize = 3;

/// Whether a character is at most an accented Latin letter: Greek begins at U+0370.
fn is_european(c: char) -> bool {
    c < '\u{370}'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names<'r>(name: &str, url: &str, recurring: &'r Recurring) -> SiteNames<'r> {
        SiteNames::new(Some(name).filter(|name| !name.is_empty()), Some(url), recurring)
    }

    #[test]
    fn sites_are_known_by_name_and_host() {
        let recurring = Recurring::default();
        let site = names("The Harbour Post", "https://www.harbournews.example/fog", &recurring);
        for (text, expected) in [
            ("the harbour post!", true),
            ("Harbour News", true),
            ("harbour", true),
            ("Härbour", true),
            ("har", false),
            ("The fog lifts", false),
            ("", false),
        ] {
            assert_eq!(site.is_name(text), expected, "{text}");
        }
        for (text, expected) in [("Harbour News Forum", true), ("The news of today", false)] {
            assert_eq!(site.is_variant(text), expected, "{text}");
        }
        assert!(site.is_motto("Harbour News - all about ships") && !site.is_motto("Ships - all"));
    }

    #[test]
    fn initials_stand_for_names() {
        let recurring = Recurring::default();
        let site = names("", "https://bbc.example/", &recurring);
        assert!(site.is_variant("British Broadcasting Corporation") && site.is_home);
        assert!(!site.is_variant("Bread and Butter"));
    }

    #[test]
    fn the_address_says_which_page_this_is() {
        let recurring = Recurring::default();
        for (url, part, expected) in [
            ("https://a.example/thread/page-3", "Page 3", true),
            ("https://a.example/thread?start=2", "Page 3 of 9", true),
            ("https://a.example/thread/", "Page 3", false),
            ("https://a.example/3", "Three pages about 3 ships and more", false),
        ] {
            assert_eq!(names("", url, &recurring).is_page(part), expected, "{url} {part}");
        }
    }

    #[test]
    fn names_in_two_scripts_are_told_by_the_host() {
        let recurring = Recurring::default();
        let site = names("", "https://upmedia.example/a", &recurring);
        for (text, expected) in [
            ("上報 Up Media", true),
            ("上報 Other Media", false),
            ("Up Media", false),
            ("Möwe Up Media", false),
        ] {
            assert_eq!(site.is_in_two_scripts(text), expected, "{text}");
        }
    }
}
