//! robots.txt as RFC 9309 has it: groups by product token, the longest matching rule wins, `*` and
//! `$` in patterns. Parsing and matching only; fetching is done elsewhere.

/// The name that rules and directives for robots know us by.
pub const AGENT: &str = "scutch";

/// Bytes of a robots.txt that are read; the RFC asks for at least 500 KiB.
pub const MAX_BYTES: usize = 512 * 1024;

/// Longest pattern that is taken over; longer ones are no paths of a site.
const MAX_PATTERN: usize = 2000;

/// Most `*` in one pattern, so that matching stays cheap.
const MAX_STARS: usize = 10;

/// The rules of one robots.txt.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Robots {
    groups: Vec<Group>,
    sitemaps: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Group {
    /// Product tokens in lower case; `*` for any.
    agents: Vec<String>,
    rules: Vec<Rule>,
    delay: Option<f32>,
}

#[derive(Debug, Clone, PartialEq)]
struct Rule {
    allow: bool,
    /// Normalised pattern.
    pattern: String,
}

impl Robots {
    /// Rules that allow everything: what a missing robots.txt means.
    pub fn allow_all() -> Robots {
        Robots::default()
    }

    /// Reads a robots.txt; never fails. Bytes that are not UTF-8 are skipped.
    pub fn parse(bytes: &[u8]) -> Robots {
        let text = readable(bytes);
        let mut robots = Robots::default();
        let mut naming = false;
        for line in text.trim_start_matches('\u{feff}').split(['\n', '\r']) {
            let line = line.split('#').next().unwrap_or_default();
            let Some((name, value)) = line.split_once(':') else { continue };
            let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
            match name.as_str() {
                // Misspellings that search engines accept, too.
                "user-agent" | "useragent" | "user agent" => {
                    // Several agents in a row share the group that follows them.
                    if !naming {
                        robots.groups.push(Group::default());
                    }
                    naming = true;
                    if let Some(group) = robots.groups.last_mut() {
                        group.agents.push(product_token(value).to_ascii_lowercase());
                    }
                }
                "allow" | "disallow" => {
                    naming = false;
                    if let Some(group) = robots.groups.last_mut() {
                        group.add(name == "allow", value);
                    }
                }
                "crawl-delay" => {
                    naming = false;
                    // Some sites write fractions of a second, some write words.
                    let delay = value.parse().ok().filter(|d: &f32| d.is_finite() && *d >= 0.0);
                    if let Some(group) = robots.groups.last_mut() {
                        group.delay = delay.or(group.delay);
                    }
                }
                "sitemap" => robots.sitemaps.push(value.to_owned()),
                _ => {}
            }
        }
        robots
    }

    /// Whether `agent` (a product token such as `scutch`) may fetch a path with its query.
    pub fn allows(&self, agent: &str, path_and_query: &str) -> bool {
        // The file that holds the rules is implicitly allowed (RFC 9309, section 2.2.2).
        if path_and_query == "/robots.txt" {
            return true;
        }
        let path = normal(path_and_query);
        let mut best: Option<(usize, bool)> = None;
        for rule in self.groups_for(agent).flat_map(|group| &group.rules) {
            let length = rule.pattern.len();
            // The longest rule wins, of equally long ones the one that allows.
            let better =
                best.is_none_or(|(l, allow)| length > l || (length == l && rule.allow && !allow));
            if better && matches(&rule.pattern, &path) {
                best = Some((length, rule.allow));
            }
        }
        best.is_none_or(|(_, allow)| allow)
    }

    /// Seconds between requests that the rules ask of `agent`. Not in the RFC, but honoured.
    pub fn crawl_delay(&self, agent: &str) -> Option<f32> {
        self.groups_for(agent).find_map(|group| group.delay)
    }

    /// Addresses of sitemaps, as written.
    pub fn sitemaps(&self) -> &[String] {
        &self.sitemaps
    }

    /// All groups that name the agent, or else those for any.
    fn groups_for(&self, agent: &str) -> impl Iterator<Item = &Group> {
        let agent = product_token(agent).to_ascii_lowercase();
        // Rules for any agent do not apply to one that has its own (RFC 9309, section 2.2.1).
        let named = self.groups.iter().any(|group| group.agents.contains(&agent));
        let wanted = if named { agent } else { "*".to_owned() };
        self.groups.iter().filter(move |group| group.agents.contains(&wanted))
    }
}

/// The beginning of a file as text.
fn readable(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(MAX_BYTES)];
    // One bad byte must not take the rules behind it along.
    bytes.utf8_chunks().map(|chunk| chunk.valid()).collect()
}

impl Group {
    fn add(&mut self, allow: bool, value: &str) {
        if !value.is_empty()
            && value.len() <= MAX_PATTERN
            && value.matches('*').count() <= MAX_STARS
        {
            self.rules.push(Rule { allow, pattern: normal(value) });
        }
    }
}

/// Letters, `_` and `-` at the front, or `*`.
fn product_token(agent: &str) -> &str {
    if agent.starts_with('*') {
        return "*";
    }
    let end = agent.find(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c)));
    &agent[..end.unwrap_or(agent.len())]
}

/// One spelling for comparison: escapes of unreserved characters undone, others in upper case, what
/// is outside ASCII escaped.
fn normal(path: &str) -> String {
    use crate::parse::encode::{hex, push_escape};
    let bytes = path.as_bytes();
    let mut out = String::with_capacity(path.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if let [b'%', high, low, ..] = bytes[at..]
            && let (Some(high), Some(low)) = (hex(high), hex(low))
        {
            let byte = high << 4 | low;
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
                out.push(char::from(byte));
            } else {
                push_escape(&mut out, byte);
            }
            at += 3;
            continue;
        }
        if byte.is_ascii_graphic() {
            out.push(char::from(byte));
        } else {
            push_escape(&mut out, byte);
        }
        at += 1;
    }
    out
}

/// Whether a pattern matches the front of a path; `*` is any run, `$` at the end is the end.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, whole) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return !whole || rest.is_empty();
    }
    while let Some(part) = parts.next() {
        // The last part is anchored to the end; earlier finds do not matter.
        if whole && parts.peek().is_none() {
            return rest.ends_with(part);
        }
        // The first place is as good as any: what follows has the more room.
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Robots;

    #[test]
    fn rules() {
        let robots = Robots::parse(
            b"\xef\xbb\xbfUser-agent: foo\nUser-Agent: bar # both\nDisallow: /a\nAllow: /a/b\n\
              Disallow: /*.pdf$\nCrawl-delay: 2.5\n\nUser-agent: *\nDisallow: /\nAllow: /p\n\
              Sitemap: http://e.org/s.xml\n",
        );
        let cases = [
            ("foo", "/", true),
            ("Foo/1.0", "/a", false),
            ("bar", "/a/b/c", true),
            ("foo", "/x/y.pdf", false),
            ("foo", "/x/y.pdf?x", true),
            ("foobar", "/x", false),
            ("other", "/p/x", true),
            ("other", "/robots.txt", true),
        ];
        for (agent, path, allowed) in cases {
            assert_eq!(robots.allows(agent, path), allowed, "{agent} {path}");
        }
        assert_eq!(robots.crawl_delay("foo"), Some(2.5));
        assert_eq!(robots.crawl_delay("x"), None);
        assert_eq!(robots.sitemaps(), ["http://e.org/s.xml"]);
        assert!(Robots::allow_all().allows("x", "/"));
    }

    #[test]
    fn spellings_and_ties() {
        let robots =
            Robots::parse("User-agent: *\nDisallow: /%7Ea/ü\nDisallow: /x\nAllow: /x\n".as_bytes());
        assert!(!robots.allows("a", "/~a/%c3%bc"));
        assert!(robots.allows("a", "/x"));
        let robots = Robots::parse(b"Disallow: /\nUser-agent: *\nDisallow:\n");
        assert!(robots.allows("a", "/"));
    }

    proptest! {
        #[test]
        fn never_panics(
            text in "(user-agent: ?[*a]|disallow: ?[/*$a%é]{0,8}|allow: /|\n|#|:){0,30}",
            path in "/[a*$%é/]{0,12}",
        ) {
            let _ = Robots::parse(text.as_bytes()).allows("a", &path);
        }
    }
}
