//! The rules of `crawl` and `dedup`, and what they say they did.

/// What a rule did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// `&amp;` became `&`, and references by number (`&#x3D;`) became their characters.
    Ampersand,
    /// Several slashes became one.
    Slashes,
    /// Escapes got upper-case digits; escaped letters, digits and `-._~` were undone.
    Escapes,
    /// The fragment was removed.
    Fragment,
    /// A tracking parameter was removed.
    Tracker,
    /// A session identifier was removed.
    Session,
    /// Empty parameters between separators were removed.
    EmptyParameter,
    /// A parameter without value was removed.
    Blank,
    /// User name and password were removed.
    UserInfo,
    /// Parameters were sorted.
    Sorted,
    /// The slash at the end of the path was removed.
    TrailingSlash,
    /// `www.` was removed from the host.
    Www,
    /// The scheme became http.
    Scheme,
    /// The dot of the root zone was removed from the host.
    RootDot,
}

impl Rule {
    /// All rules, in the order in which they are applied.
    pub const ALL: [Rule; 14] = [
        Rule::Ampersand,
        Rule::Scheme,
        Rule::UserInfo,
        Rule::RootDot,
        Rule::Www,
        Rule::Escapes,
        Rule::Session,
        Rule::Slashes,
        Rule::TrailingSlash,
        Rule::EmptyParameter,
        Rule::Tracker,
        Rule::Blank,
        Rule::Sorted,
        Rule::Fragment,
    ];

    /// Stable id of the rule.
    pub fn id(self) -> &'static str {
        match self {
            Rule::Ampersand => "ampersand",
            Rule::Slashes => "slashes",
            Rule::Escapes => "escapes",
            Rule::Fragment => "fragment",
            Rule::Tracker => "tracker",
            Rule::Session => "session",
            Rule::EmptyParameter => "empty-parameter",
            Rule::Blank => "blank-parameter",
            Rule::UserInfo => "userinfo",
            Rule::Sorted => "sorted",
            Rule::TrailingSlash => "trailing-slash",
            Rule::Www => "www",
            Rule::Scheme => "scheme",
            Rule::RootDot => "root-dot",
        }
    }
}

/// One change: the rule, and what it took away or rewrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The rule.
    pub rule: Rule,
    /// What was removed or rewritten, as it stood in the URL.
    pub what: Box<str>,
}

/// Notes what a rule did.
pub(super) fn note(changes: &mut Vec<Change>, rule: Rule, what: &str) {
    changes.push(Change { rule, what: what.into() });
}

/// Which rules apply. The default is `crawl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// `&amp;` becomes `&`, `&#x3D;` becomes `=`: addresses copied out of HTML.
    pub ampersand: bool,
    /// Runs of slashes in the path become one, but not those of an embedded `scheme://`.
    pub slashes: bool,
    /// One spelling of percent escapes.
    pub escapes: bool,
    /// Remove the fragment.
    pub fragment: bool,
    /// Remove tracking parameters.
    pub trackers: bool,
    /// Remove session identifiers.
    pub session: bool,
    /// Remove what is empty between two `&`.
    pub empty_parameters: bool,
    /// Remove parameters without value.
    pub blank: bool,
    /// Remove user name and password.
    pub userinfo: bool,
    /// Sort parameters by name.
    pub sorted: bool,
    /// Remove the slash at the end of a path.
    pub trailing_slash: bool,
    /// Remove `www.`, `www2.` ... while a registrable domain remains.
    pub www: bool,
    /// Write http for https.
    pub scheme: bool,
    /// Remove the dot of the root zone.
    pub root_dot: bool,
}

impl Rules {
    /// No rule at all: the WHATWG form.
    pub const NONE: Rules = Rules {
        ampersand: false,
        slashes: false,
        escapes: false,
        fragment: false,
        trackers: false,
        session: false,
        empty_parameters: false,
        blank: false,
        userinfo: false,
        sorted: false,
        trailing_slash: false,
        www: false,
        scheme: false,
        root_dot: false,
    };

    /// The rules of `crawl`.
    pub const CRAWL: Rules = Rules {
        ampersand: true,
        slashes: true,
        escapes: true,
        fragment: true,
        trackers: true,
        empty_parameters: true,
        ..Rules::NONE
    };

    /// The rules of `dedup`: keys for comparing, never for fetching.
    pub const DEDUP: Rules = Rules {
        session: true,
        userinfo: true,
        sorted: true,
        trailing_slash: true,
        www: true,
        scheme: true,
        root_dot: true,
        ..Rules::CRAWL
    };

    /// Switches one rule on or off.
    pub fn set(&mut self, rule: Rule, on: bool) {
        let switch = match rule {
            Rule::Ampersand => &mut self.ampersand,
            Rule::Slashes => &mut self.slashes,
            Rule::Escapes => &mut self.escapes,
            Rule::Fragment => &mut self.fragment,
            Rule::Tracker => &mut self.trackers,
            Rule::Session => &mut self.session,
            Rule::EmptyParameter => &mut self.empty_parameters,
            Rule::Blank => &mut self.blank,
            Rule::UserInfo => &mut self.userinfo,
            Rule::Sorted => &mut self.sorted,
            Rule::TrailingSlash => &mut self.trailing_slash,
            Rule::Www => &mut self.www,
            Rule::Scheme => &mut self.scheme,
            Rule::RootDot => &mut self.root_dot,
        };
        *switch = on;
    }
}

#[cfg(test)]
mod tests {
    use super::{Rule, Rules};

    #[test]
    fn every_rule_has_its_switch() {
        let mut rules = Rules::NONE;
        for rule in Rule::ALL {
            let before = rules;
            rules.set(rule, true);
            assert_ne!(rules, before, "{}", rule.id());
        }
        Rule::ALL.into_iter().for_each(|rule| rules.set(rule, false));
        assert_eq!(rules, Rules::NONE);
    }
}
