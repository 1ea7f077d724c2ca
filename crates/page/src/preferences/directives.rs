//! Lists of robots directives, as `meta` elements and the header field `X-Robots-Tag` have them.

use std::collections::BTreeSet;

use scutch_url::robots::AGENT;

use super::REFUSING;

/// Directives with a value behind a colon.
const VALUED: [&str; 4] = [DATED, "max-image-preview", "max-snippet", "max-video-preview"];

/// Its value is a date, which may have a comma.
const DATED: &str = "unavailable_after";

/// Directives that permit something. What begins with `no` forbids something: of these new ones are
/// made every year.
const PERMITTING: [&str; 5] = ["all", "archive", "follow", "index", "indexifembedded"];

/// A directive that stands for others.
const NONE: (&str, [&str; 2]) = ("none", ["nofollow", "noindex"]);

/// Most directives of a page, beside those that refuse.
const MOST: usize = 64;

/// Longest directive, in bytes.
const LENGTH: usize = 64;

/// Adds the directives of a list that are for all robots or for us. The name of a robot before a
/// colon says for whom those are that follow it, up to the next name.
pub(super) fn add(directives: &mut BTreeSet<String>, list: &str) {
    let mut is_ours = true;
    let mut date: Option<String> = None;
    for item in list.split([',', ';']) {
        let mut item = item.trim();
        if let Some(date) = date.as_mut()
            && item.starts_with(|c: char| c.is_ascii_digit())
        {
            date.push(' ');
            date.push_str(item);
            continue;
        }
        push(directives, date.take());
        if let Some((name, rest)) = item.split_once(':')
            && is_robot(name.trim())
        {
            is_ours = names_us(name.trim());
            item = rest.trim();
        }
        if !is_ours {
            continue;
        }
        match item.split_once(':').filter(|(name, _)| is_valued(name.trim())) {
            Some((name, value)) if name.trim().eq_ignore_ascii_case(DATED) => {
                date = Some(format!("{DATED}:{}", value.trim()));
            }
            Some((name, value)) => {
                push(directives, Some(format!("{}:{}", name.trim(), value.trim())));
            }
            // Some sites part directives by spaces alone, or write `noindex: nofollow`.
            None => item
                .split(|c: char| c.is_whitespace() || c == ':')
                .for_each(|word| push_word(directives, word)),
        }
    }
    push(directives, date);
}

fn push_word(directives: &mut BTreeSet<String>, word: &str) {
    let word = word.to_ascii_lowercase();
    let is_word = word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    if word == NONE.0 {
        NONE.1.iter().for_each(|word| push(directives, Some((*word).to_owned())));
    } else if is_word && is_directive(&word) {
        push(directives, Some(word));
    }
}

fn push(directives: &mut BTreeSet<String>, directive: Option<String>) {
    if let Some(directive) = directive
        && directive.len() <= LENGTH
    {
        let directive = directive.to_lowercase();
        if directives.len() < MOST || REFUSING.contains(&directive.as_str()) {
            directives.insert(directive);
        }
    }
}

/// Whether a word in lower case is a directive without a value.
fn is_directive(word: &str) -> bool {
    PERMITTING.contains(&word) || word.starts_with("no")
}

fn is_valued(name: &str) -> bool {
    VALUED.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether what stands before a colon is the name of a robot, rather than a directive.
fn is_robot(name: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_./*".contains(c);
    let is_known = is_valued(name) || is_directive(&name.to_ascii_lowercase());
    !name.is_empty() && name.chars().all(is_name) && !is_known
}

/// Whether the name of a robot means us, with a version behind it or without.
fn names_us(name: &str) -> bool {
    let name = name.split('/').next().unwrap_or_default();
    ["*", "robots", AGENT].iter().any(|own| name.eq_ignore_ascii_case(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(list: &str) -> Vec<String> {
        let mut directives = BTreeSet::new();
        add(&mut directives, list);
        directives.into_iter().collect()
    }

    #[test]
    fn directives_are_normalised() {
        for (list, expected) in [
            ("NOINDEX, NoFollow", &["nofollow", "noindex"][..]),
            ("none", &["nofollow", "noindex"]),
            ("noindex nofollow;noarchive", &["noarchive", "nofollow", "noindex"]),
            ("index, follow, index", &["follow", "index"]),
            ("all, see our pages about noble \u{fc}ber", &["all", "noble"]),
            (
                "max-snippet: -1, Max-Image-Preview:Large",
                &["max-image-preview:large", "max-snippet:-1"],
            ),
            (
                "unavailable_after: 25 Jun 2010 15:00:00 PST",
                &["unavailable_after:25 jun 2010 15:00:00 pst"],
            ),
            (
                "unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noai",
                &["noai", "unavailable_after:friday 25-jun-10 15:00:00 pst"],
            ),
            ("", &[]),
            (" , ;: ,", &[]),
        ] {
            assert_eq!(read(list), expected, "{list}");
        }
    }

    #[test]
    fn names_of_robots_say_for_whom_directives_are() {
        for (list, expected) in [
            ("googlebot: noindex, nofollow", &[][..]),
            ("noai, googlebot: noindex", &["noai"]),
            ("googlebot: noindex, scutch: noarchive, nosnippet", &["noarchive", "nosnippet"]),
            ("Scutch/1.2: noindex", &["noindex"]),
            ("*: noindex", &["noindex"]),
            ("otherbot: unavailable_after: 2010-06-25", &[]),
            ("scutch: max-snippet: 20", &["max-snippet:20"]),
            // Directives are no names.
            ("noindex: nofollow", &["nofollow", "noindex"]),
            ("NoAI:", &["noai"]),
            ("none: x, Index:noml", &["index", "nofollow", "noindex", "noml"]),
            ("googlebot: noindex: nofollow", &[]),
        ] {
            assert_eq!(read(list), expected, "{list}");
        }
    }

    #[test]
    fn a_hostile_list_is_bounded() {
        let many: String = (0..100_000).map(|n| format!("no{n},")).collect();
        assert_eq!(read(&many).len(), MOST);
        let refusing = read(&format!("{many}{}", REFUSING.join(",")));
        assert_eq!(refusing.len(), MOST + REFUSING.len());
        assert_eq!(read(&format!("no{}", "x".repeat(LENGTH))), [""; 0]);
        assert_eq!(read(&format!("unavailable_after: a{}", ",1".repeat(100_000))), [""; 0]);
    }
}
